//! What stands beside the trees of Linux: the descriptor of fs-verity, the superblock of dm-verity, and where each level lies.

use alloc::vec::Vec;

use super::format::{BlocksError, Format, Kind};
use crate::merkle::Node;
use crate::sha256;

/// The descriptor that fs-verity signs, of a tree over so many bytes with this root.
///
/// ```
/// use lanesmith_sha256::blocks::{Format, verity};
/// let format = Format::fs_verity(4096, &[1, 2])?;
/// let descriptor = verity::fs_verity_descriptor(&format, 3, &format.root(b"abc")?);
/// assert_eq!(descriptor[..4], [1, 1, 12, 2]);
/// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
/// ```
pub fn fs_verity_descriptor(format: &Format, length: u64, root: &Node) -> [u8; 256] {
    let mut descriptor = [0; 256];
    let salt = format.salt();
    let salt = &salt[..salt.len().min(32)];
    // Version, SHA-256, sizes.
    descriptor[..4].copy_from_slice(&[1, 1, format.block_size().trailing_zeros() as u8, salt.len() as u8]);
    descriptor[8..16].copy_from_slice(&length.to_le_bytes());
    descriptor[16..48].copy_from_slice(root);
    descriptor[80..80 + salt.len()].copy_from_slice(salt);
    descriptor
}

/// The digest of a file in fs-verity, as `fsverity digest` prints it behind `sha256:`.
pub fn fs_verity_digest(format: &Format, length: u64, root: &Node) -> [u8; 32] {
    sha256(&fs_verity_descriptor(format, length, root))
}

impl Format {
    /// A root over so many bytes as the format's tools tell it: of fs-verity the digest of the descriptor, of others the root.
    ///
    /// ```
    /// use lanesmith_sha256::blocks::{Format, verity::fs_verity_digest};
    /// let format = Format::fs_verity(4096, &[])?;
    /// assert_eq!(format.told(0, &[0; 32]), fs_verity_digest(&format, 0, &[0; 32]));
    /// assert_eq!(Format::bittorrent().told(5, &[1; 32]), [1; 32]);
    /// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
    /// ```
    pub fn told(&self, length: u64, root: &Node) -> Node {
        match self.kind() {
            Kind::FsVerity => fs_verity_digest(self, length, root),
            _ => *root,
        }
    }
}

/// Where the digests of a level lie in what others store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes before it.
    pub offset: u64,
    /// How many digests it has; zeros fill its last block.
    pub digests: u64,
}

/// Where each level of a tree in blocks of hashes lies, that of the data first: the level below the root stands first, `start` bytes
/// from the beginning.
///
/// # Errors
/// As [`Format::blocks`]; [`BlocksError::TooLong`] if it does not fit into a file.
pub fn places(format: &Format, length: u64, start: u64) -> Result<Vec<Place>, BlocksError> {
    let levels = format.levels(length)?;
    let Some(block) = format.hash_block_size() else { return Ok(Vec::new()) };
    let mut offset = start;
    let mut places = Vec::with_capacity(levels.len());
    for &digests in levels.iter().rev().skip(1) {
        places.push(Place { offset, digests });
        let bytes = digests.div_ceil(block / 32).checked_mul(block);
        let end = bytes.and_then(|bytes| offset.checked_add(bytes)).filter(|end| *end <= i64::MAX as u64);
        let most = i64::MAX as u64;
        offset = end.ok_or(BlocksError::TooLong { kind: format.kind(), length, most })?;
    }
    places.reverse();
    Ok(places)
}

/// Where all levels end.
pub fn end(format: &Format, places: &[Place], start: u64) -> u64 {
    match (places.first(), format.hash_block_size()) {
        (Some(place), Some(block)) => place.offset + place.digests.div_ceil(block / 32) * block,
        _ => start,
    }
}

/// The superblock of a hash device of dm-verity.
///
/// ```
/// use lanesmith_sha256::blocks::{Format, verity::Superblock};
/// let superblock = Superblock { format: Format::dm_verity(4096, 1024, b"salt")?, data_blocks: 7, uuid: [9; 16] };
/// assert_eq!(Superblock::from_bytes(&superblock.to_bytes())?, superblock);
/// // The levels begin at the next block of hashes.
/// assert_eq!(superblock.start(), 1024);
/// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superblock {
    /// Sizes of blocks and salt.
    pub format: Format,
    /// Blocks of data.
    pub data_blocks: u64,
    /// Names the device; no digest covers it.
    pub uuid: [u8; 16],
}

/// Bytes of a superblock.
pub const SUPERBLOCK: usize = 512;

impl Superblock {
    /// Bytes of data, if they are fewer than 2^63.
    ///
    /// # Errors
    /// [`BlocksError::TooLong`], [`BlocksError::Empty`].
    pub fn length(&self) -> Result<u64, BlocksError> {
        let (kind, most) = (Kind::DmVerity, i64::MAX as u64);
        let length = self.data_blocks.checked_mul(self.format.block_size()).filter(|length| *length <= most);
        let length = length.ok_or(BlocksError::TooLong { kind, length: u64::MAX, most })?;
        self.format.blocks(length).map(|_| length)
    }

    /// Where the levels begin: behind the superblock, at a block of hashes.
    pub fn start(&self) -> u64 {
        (SUPERBLOCK as u64).max(self.format.hash_block_size().unwrap_or_default())
    }

    /// As it stands on the device.
    pub fn to_bytes(&self) -> [u8; SUPERBLOCK] {
        let mut bytes = [0; SUPERBLOCK];
        let salt = self.format.salt();
        let salt = &salt[..salt.len().min(256)];
        let hash_block = self.format.hash_block_size().unwrap_or_default();
        bytes[..8].copy_from_slice(b"verity\0\0");
        bytes[8..12].copy_from_slice(&1_u32.to_le_bytes());
        bytes[12..16].copy_from_slice(&1_u32.to_le_bytes());
        bytes[16..32].copy_from_slice(&self.uuid);
        bytes[32..38].copy_from_slice(b"sha256");
        bytes[64..68].copy_from_slice(&(self.format.block_size() as u32).to_le_bytes());
        bytes[68..72].copy_from_slice(&(hash_block as u32).to_le_bytes());
        bytes[72..80].copy_from_slice(&self.data_blocks.to_le_bytes());
        bytes[80..82].copy_from_slice(&(salt.len() as u16).to_le_bytes());
        bytes[88..88 + salt.len()].copy_from_slice(salt);
        bytes
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`BlocksError::Malformed`] names what cannot be: another signature, version, type of hash or algorithm, bytes that must be
    /// zero and are not; and as [`Format::dm_verity`].
    pub fn from_bytes(bytes: &[u8; SUPERBLOCK]) -> Result<Self, BlocksError> {
        let malformed = |what| Err(BlocksError::Malformed { what });
        let number = |at: usize, len: usize| {
            bytes[at..at + len].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        if bytes[..8] != *b"verity\0\0" {
            return malformed("superblock: no signature of dm-verity (bytes 0 to 7)");
        }
        if number(8, 4) != 1 {
            return malformed("superblock: a version other than 1 (bytes 8 to 11)");
        }
        if number(12, 4) != 1 {
            return malformed("superblock: a type of hash other than 1, which is format 1 (bytes 12 to 15)");
        }
        if bytes[32..64] != *b"sha256\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" {
            return malformed("superblock: an algorithm other than sha256 (bytes 32 to 63)");
        }
        let salt = number(80, 2) as usize;
        if salt > 256 {
            return malformed("superblock: a salt of more than 256 bytes (bytes 80 and 81)");
        }
        if bytes[82..88].iter().chain(&bytes[88 + salt..]).any(|byte| *byte != 0) {
            return malformed("superblock: bytes that must be zero are not (82 to 87, or behind the salt)");
        }
        let format = Format::dm_verity(number(64, 4), number(68, 4), &bytes[88..88 + salt])?;
        let superblock = Superblock {
            format,
            data_blocks: number(72, 8),
            uuid: bytes[16..32].try_into().unwrap_or_default(),
        };
        superblock.length()?;
        Ok(superblock)
    }
}
