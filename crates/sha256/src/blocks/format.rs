//! What a tree is made of: how blocks are hashed, and how their digests are joined.

use alloc::vec::Vec;
use core::fmt;

use super::prefix::Prefix;

/// Which tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A file of BitTorrent v2 (BEP 52): blocks of 16 KiB, a binary tree filled up with zeros.
    BitTorrent,
    /// fs-verity of Linux: blocks of hashes, whose root a descriptor holds.
    FsVerity,
    /// dm-verity of Linux, format 1, as `veritysetup` writes it.
    DmVerity,
    /// The tree hash of AWS Glacier: blocks of 1 MiB.
    Glacier,
    /// The composite checksum of S3: the digest of the digests of all parts.
    S3,
    /// RFC 6962: a transparency log whose entries are the blocks.
    Rfc6962,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] =
        [Kind::BitTorrent, Kind::FsVerity, Kind::DmVerity, Kind::Glacier, Kind::S3, Kind::Rfc6962];

    /// The name by which a user asks for it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::BitTorrent => "btv2",
            Kind::FsVerity => "fsverity",
            Kind::DmVerity => "dm-verity",
            Kind::Glacier => "glacier",
            Kind::S3 => "s3",
            Kind::Rfc6962 => "rfc6962",
        }
    }
}

/// Why there is no such tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlocksError {
    /// A size of blocks that the format does not know.
    BlockSize {
        /// Which format.
        kind: Kind,
        /// The size asked for.
        size: u64,
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
    /// A size that is not the one that the format has.
    FixedBlockSize {
        /// Which format.
        kind: Kind,
        /// The size asked for.
        size: u64,
        /// The size that it has.
        fixed: u64,
    },
    /// No format has that name.
    NoFormat,
    /// The format has no blocks of hashes.
    NoHashBlocks {
        /// Which format.
        kind: Kind,
    },
    /// The format knows no salt, or none of that length.
    Salt {
        /// Which format.
        kind: Kind,
        /// Bytes of salt.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// The data do not fill their last block, and the format knows whole blocks only.
    PartOfBlock {
        /// Which format.
        kind: Kind,
        /// Length of the data.
        length: u64,
        /// Size of a block.
        block: u64,
    },
    /// More data than the format, or a file, can have.
    TooLong {
        /// Which format.
        kind: Kind,
        /// Length of the data.
        length: u64,
        /// The most that it may be.
        most: u64,
    },
    /// There is no tree over nothing.
    Empty {
        /// Which format.
        kind: Kind,
    },
    /// No such block.
    NoBlock {
        /// The block asked for.
        index: u64,
        /// How many there are.
        blocks: u64,
    },
    /// A block of another length.
    BlockLength {
        /// The block.
        index: u64,
        /// Its length as given.
        given: usize,
        /// The length that it has.
        needed: u64,
    },
    /// Not as many digests as the data have blocks.
    Digests {
        /// How many were given.
        given: u64,
        /// How many are needed.
        needed: u64,
    },
    /// What other programs have written and cannot be what it should be.
    Malformed {
        /// What is wrong, and where.
        what: &'static str,
    },
}

impl fmt::Display for BlocksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlocksError::BlockSize { kind: Kind::S3, size, least, most } => {
                write!(f, "s3 has parts of {least} to {most} bytes, not of {size}")
            }
            BlocksError::BlockSize { kind: Kind::Rfc6962, size, least, most } => {
                write!(f, "rfc6962 has blocks of {least} to {most} bytes, not of {size}")
            }
            BlocksError::BlockSize { kind, size, least, most } => write!(
                f,
                "{} has blocks of a power of two from {least} to {most} bytes, not of {size}",
                kind.name()
            ),
            BlocksError::FixedBlockSize { kind, size, fixed } => {
                write!(f, "{} has blocks of {fixed} bytes, not of {size}", kind.name())
            }
            BlocksError::NoFormat => {
                f.write_str("no such format; there are btv2, fsverity, dm-verity, glacier, s3, rfc6962")
            }
            BlocksError::NoHashBlocks { kind } => {
                write!(f, "{} has no size of blocks of hashes to choose, which dm-verity has", kind.name())
            }
            BlocksError::Salt { kind, most: 0, .. } => write!(f, "{} has no salt", kind.name()),
            BlocksError::Salt { kind, bytes, most } => {
                write!(f, "{} has a salt of at most {most} bytes, not of {bytes}", kind.name())
            }
            BlocksError::PartOfBlock { kind, length, block } => write!(
                f,
                "{} covers whole blocks: the last {} of {length} bytes fill no block of {block}",
                kind.name(),
                length % block
            ),
            BlocksError::TooLong { kind: Kind::S3, length, most } => {
                write!(f, "s3 has at most 10000 parts, {most} bytes at this size of parts, not {length}")
            }
            BlocksError::TooLong { kind, length, most } => {
                write!(f, "{} covers at most {most} bytes, not {length}", kind.name())
            }
            BlocksError::Empty { kind: Kind::BitTorrent } => {
                f.write_str("an empty file has no pieces root in btv2")
            }
            BlocksError::Empty { kind } => write!(f, "{} has no tree over nothing", kind.name()),
            BlocksError::NoBlock { index, blocks } => write!(f, "block {index} of {blocks}"),
            BlocksError::BlockLength { index, given, needed } => {
                write!(f, "block {index} has {needed} bytes, not {given}")
            }
            BlocksError::Digests { given, needed } => {
                write!(f, "{given} digests given where {needed} are needed")
            }
            BlocksError::Malformed { what } => f.write_str(what),
        }
    }
}

impl core::error::Error for BlocksError {}

/// How digests of a level make those of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Pairs; a last one without a neighbour is paired with the root of zeros.
    PairsWithZeros,
    /// Pairs; a last one without a neighbour is carried.
    PairsCarried,
    /// The same with pairs behind a byte of one.
    LogPairs,
    /// As many as fill a block, which is hashed as blocks of data are.
    Blocks(usize),
    /// All of them are one message.
    All,
}

/// A tree over blocks: how blocks are hashed, and how their digests are joined. All formats are those with SHA-256;
/// fs-verity and dm-verity know SHA-512 and others too, which this is not.
///
/// ```
/// use lanesmith_sha256::blocks::Format;
/// let format = Format::dm_verity(4096, 4096, &[7; 32])?;
/// assert_eq!((format.block_size(), format.salt()), (4096, &[7; 32][..]));
/// assert!(Format::fs_verity(3000, &[]).is_err());
/// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    kind: Kind,
    block: u64,
    salt: Vec<u8>,
    pub(crate) prefix: Prefix,
    pub(crate) rule: Rule,
}

/// The most bytes that a file can have.
const FILE_MAX: u64 = i64::MAX as u64;

/// The most parts of an upload to S3.
const PARTS: u64 = 10_000;

impl Format {
    /// The format of a name, with the sizes that it has where none are given: 4 KiB, of S3 parts of 8 MiB.
    ///
    /// ```
    /// use lanesmith_sha256::blocks::Format;
    /// assert_eq!(Format::named("btv2", None, None, &[])?, Format::bittorrent());
    /// assert_eq!(Format::named("fsverity", Some(1024), None, &[7])?, Format::fs_verity(1024, &[7])?);
    /// assert!(Format::named("glacier", Some(1024), None, &[]).is_err());
    /// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
    /// ```
    ///
    /// # Errors
    /// [`BlocksError::NoFormat`]; a size or a salt that the format does not have.
    pub fn named(
        name: &str,
        block: Option<u64>,
        hash_block: Option<u64>,
        salt: &[u8],
    ) -> Result<Self, BlocksError> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(BlocksError::NoFormat)?;
        if !salt.is_empty() && !matches!(kind, Kind::FsVerity | Kind::DmVerity) {
            return Err(BlocksError::Salt { kind, bytes: salt.len(), most: 0 });
        }
        if hash_block.is_some() && kind != Kind::DmVerity {
            return Err(BlocksError::NoHashBlocks { kind });
        }
        let fixed = |format: Format| match block {
            Some(size) if size != format.block => {
                Err(BlocksError::FixedBlockSize { kind, size, fixed: format.block })
            }
            _ => Ok(format),
        };
        match kind {
            Kind::BitTorrent => fixed(Self::bittorrent()),
            Kind::Glacier => fixed(Self::glacier()),
            Kind::FsVerity => Self::fs_verity(block.unwrap_or(4096), salt),
            // veritysetup takes 4096 for each, whatever the other is.
            Kind::DmVerity => Self::dm_verity(block.unwrap_or(4096), hash_block.unwrap_or(4096), salt),
            Kind::S3 => Self::s3(block.unwrap_or(8 << 20)),
            Kind::Rfc6962 => Self::rfc6962(block.unwrap_or(4096)),
        }
    }

    /// BitTorrent v2: blocks of 16 KiB. The root is the `pieces root` of a file (BEP 52).
    pub fn bittorrent() -> Self {
        Self::plain(Kind::BitTorrent, 16 << 10, Rule::PairsWithZeros)
    }

    /// The tree hash of AWS Glacier: blocks of 1 MiB.
    pub fn glacier() -> Self {
        Self::plain(Kind::Glacier, 1 << 20, Rule::PairsCarried)
    }

    /// The composite SHA-256 checksum of an upload to S3 in parts of so many bytes, the last of which may have fewer.
    ///
    /// # Errors
    /// [`BlocksError::BlockSize`] unless it is from 1 byte to 5 GiB. (S3 asks for 5 MiB of all parts but the last.)
    pub fn s3(part: u64) -> Result<Self, BlocksError> {
        let (kind, least, most) = (Kind::S3, 1, 5 << 30);
        if !(least..=most).contains(&part) {
            return Err(BlocksError::BlockSize { kind, size: part, least, most });
        }
        Ok(Self::plain(kind, part, Rule::All))
    }

    /// The tree of RFC 6962 over blocks of so many bytes, the last of which may have fewer.
    ///
    /// # Errors
    /// [`BlocksError::BlockSize`] unless it is from 1 byte to 1 GiB.
    pub fn rfc6962(block: u64) -> Result<Self, BlocksError> {
        let (kind, least, most) = (Kind::Rfc6962, 1, 1 << 30);
        if !(least..=most).contains(&block) {
            return Err(BlocksError::BlockSize { kind, size: block, least, most });
        }
        Ok(Format { prefix: Prefix::new(&[0]), ..Self::plain(kind, block, Rule::LogPairs) })
    }

    /// fs-verity: blocks of data and of hashes of so many bytes, and a salt of up to 32 bytes. The root is that of the
    /// tree; [`fs_verity_digest`](super::verity::fs_verity_digest) makes of it what `fsverity digest` prints.
    ///
    /// # Errors
    /// [`BlocksError::BlockSize`] unless it is a power of two from 1 KiB to 64 KiB, [`BlocksError::Salt`].
    pub fn fs_verity(block: u64, salt: &[u8]) -> Result<Self, BlocksError> {
        let kind = Kind::FsVerity;
        power_of_two(kind, block, 1 << 10, 64 << 10)?;
        let most = 32;
        if salt.len() > most {
            return Err(BlocksError::Salt { kind, bytes: salt.len(), most });
        }
        // Filled up to a block of SHA-256, so that what follows begins with one.
        let mut filled = [0; 64];
        filled[..salt.len()].copy_from_slice(salt);
        let prefix = Prefix::new(if salt.is_empty() { &[] } else { &filled });
        Ok(Format { salt: salt.into(), prefix, ..Self::plain(kind, block, Rule::Blocks(block as usize)) })
    }

    /// dm-verity of format 1: blocks of data, blocks of hashes, and a salt of up to 256 bytes.
    ///
    /// # Errors
    /// [`BlocksError::BlockSize`] unless both are powers of two from 512 bytes to 512 KiB, [`BlocksError::Salt`].
    pub fn dm_verity(data_block: u64, hash_block: u64, salt: &[u8]) -> Result<Self, BlocksError> {
        let kind = Kind::DmVerity;
        for size in [data_block, hash_block] {
            power_of_two(kind, size, 512, 512 << 10)?;
        }
        let most = 256;
        if salt.len() > most {
            return Err(BlocksError::Salt { kind, bytes: salt.len(), most });
        }
        let prefix = Prefix::new(salt);
        let rule = Rule::Blocks(hash_block as usize);
        Ok(Format { salt: salt.into(), prefix, ..Self::plain(kind, data_block, rule) })
    }

    fn plain(kind: Kind, block: u64, rule: Rule) -> Self {
        Format { kind, block, salt: Vec::new(), prefix: Prefix::new(&[]), rule }
    }

    /// The same over blocks of hashes.
    #[cfg(feature = "std")]
    pub(crate) fn of_hashes(&self, size: u64) -> Self {
        Format { block: size, ..self.clone() }
    }

    /// Which format.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Bytes of a block of data.
    pub fn block_size(&self) -> u64 {
        self.block
    }

    /// Bytes of a block of hashes, where there are such blocks.
    pub fn hash_block_size(&self) -> Option<u64> {
        match self.rule {
            Rule::Blocks(size) => Some(size as u64),
            _ => None,
        }
    }

    /// The salt.
    pub fn salt(&self) -> &[u8] {
        &self.salt
    }

    /// Whether a last block that is not full is filled up with zeros.
    pub(crate) fn fills(&self) -> bool {
        matches!(self.rule, Rule::Blocks(_))
    }

    /// How many digests of a level make one of the next, where that is a number.
    pub(crate) fn arity(&self) -> u64 {
        match self.rule {
            Rule::Blocks(size) => size as u64 / 32,
            Rule::All => u64::MAX,
            _ => 2,
        }
    }

    /// How many blocks so many bytes have.
    ///
    /// # Errors
    /// [`BlocksError::TooLong`], [`BlocksError::PartOfBlock`] and, in dm-verity and BitTorrent, [`BlocksError::Empty`].
    pub fn blocks(&self, length: u64) -> Result<u64, BlocksError> {
        let kind = self.kind;
        let most = match kind {
            Kind::S3 => self.block.saturating_mul(PARTS).min(FILE_MAX),
            _ => FILE_MAX,
        };
        if length > most {
            return Err(BlocksError::TooLong { kind, length, most });
        }
        match kind {
            Kind::DmVerity | Kind::BitTorrent if length == 0 => Err(BlocksError::Empty { kind }),
            Kind::DmVerity if !length.is_multiple_of(self.block) => {
                Err(BlocksError::PartOfBlock { kind, length, block: self.block })
            }
            // One part, which is empty.
            Kind::S3 => Ok(length.div_ceil(self.block).max(1)),
            _ => Ok(length.div_ceil(self.block)),
        }
    }

    /// How many digests each level has over so many bytes: that of the blocks first, the root last. Nothing where there is no
    /// block.
    ///
    /// # Errors
    /// As [`blocks`](Self::blocks).
    pub fn levels(&self, length: u64) -> Result<Vec<u64>, BlocksError> {
        let mut count = self.blocks(length)?;
        let mut levels = Vec::new();
        if count > 0 {
            levels.push(count);
        }
        // Even one part of an upload is hashed again.
        while count > 1 || self.rule == Rule::All && levels.len() == 1 {
            count = count.div_ceil(self.arity());
            levels.push(count);
        }
        Ok(levels)
    }

    /// The length of a block.
    pub(crate) fn length_of(&self, index: u64, length: u64) -> u64 {
        length.saturating_sub(index.saturating_mul(self.block)).min(self.block)
    }
}

fn power_of_two(kind: Kind, size: u64, least: u64, most: u64) -> Result<(), BlocksError> {
    match size.is_power_of_two() && (least..=most).contains(&size) {
        true => Ok(()),
        false => Err(BlocksError::BlockSize { kind, size, least, most }),
    }
}
