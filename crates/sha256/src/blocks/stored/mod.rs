//! Trees over files of any size, in a few MiB of memory: read at any place by several threads, digests written and compared where
//! they are stored.
//!
//! ```
//! use lanesmith_sha256::blocks::stored::{self, Bad};
//! use lanesmith_sha256::blocks::{Format, TreeHasher};
//! let (format, hasher) = (Format::fs_verity(1024, b"salt")?, TreeHasher::new());
//! let mut data = vec![0; 100_000];
//! let mut tree = Vec::new();
//! let length = data.len() as u64;
//! let root = stored::write_blocks(&format, &hasher, &data, length, 0, &mut tree)?;
//!
//! data[2000] = 1;
//! let mut bad = Vec::new();
//! stored::check_blocks(&format, &hasher, &data, length, 0, &tree, &|found| *found == root, &mut |b| bad.push(b))?;
//! assert_eq!(bad, [Bad::Block { index: 1, offset: 1024, length: 1024 }]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;

use std::io;
use std::sync::{Mutex, PoisonError};
use std::vec;
use std::vec::Vec;

use super::climb::Climb;
use super::format::{BlocksError, Format};
use super::hashing::{DIGESTS, SHARE};
use super::prefix::{LANES, PART};
use super::verity::places;
use crate::Workers;
use crate::merkle::{Node, TreeHasher};

pub use check::{Bad, check_blocks, check_list, list_of};

/// What can be read at any place, by several threads.
pub trait ReadAt: Sync {
    /// Reads bytes from `offset` on, at least one if there is one; gives how many.
    ///
    /// # Errors
    /// Whatever reading gives.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize>;
}

/// What can be written at any place.
pub trait WriteAt {
    /// Writes all bytes from `offset` on, which may be behind the end.
    ///
    /// # Errors
    /// Whatever writing gives.
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
}

impl ReadAt for [u8] {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or_default();
        let count = rest.len().min(bytes.len());
        bytes[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        self[..].read_at(bytes, offset)
    }
}

#[cfg(unix)]
impl ReadAt for std::fs::File {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, bytes, offset)
    }
}

#[cfg(windows)]
impl ReadAt for std::fs::File {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(self, bytes, offset)
    }
}

// Elsewhere, as under WASI, a file has one place that it is read at, and nobody else reads it meanwhile: there are no threads.
#[cfg(not(any(unix, windows)))]
impl ReadAt for std::fs::File {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        use std::io::{Read, Seek};
        let mut file = self;
        file.seek(io::SeekFrom::Start(offset))?;
        file.read(bytes)
    }
}

impl WriteAt for Vec<u8> {
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        let end = usize::try_from(offset).ok().and_then(|offset| offset.checked_add(bytes.len()));
        let end = end.ok_or(io::ErrorKind::OutOfMemory)?;
        self.resize(self.len().max(end), 0);
        self[end - bytes.len()..end].copy_from_slice(bytes);
        Ok(())
    }
}

impl WriteAt for std::fs::File {
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        use std::io::{Seek, Write};
        self.seek(io::SeekFrom::Start(offset))?;
        self.write_all(bytes)
    }
}

impl From<BlocksError> for io::Error {
    fn from(error: BlocksError) -> Self {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Fills all bytes from `offset` on.
fn read_exact(source: &(impl ReadAt + ?Sized), bytes: &mut [u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        match source.read_at(&mut bytes[done..], offset + done as u64) {
            Ok(0) => {
                let (end, needed) = (offset + done as u64, offset + bytes.len() as u64);
                let what = format!("it ends at byte {end}, before byte {needed}");
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
            }
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Bytes that all threads hash between two looks at what they have found.
const ROUND: u64 = 64 << 20;

/// Shows the digests of all blocks to `each`, in order: the number of the first, and as many as there are, each time a multiple of
/// `multiple` but the last.
fn rounds<S: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    multiple: u64,
    mut each: impl FnMut(u64, Vec<Node>) -> io::Result<()>,
) -> io::Result<()> {
    let count = format.blocks(length)?;
    let (block, workers) = (format.block_size(), hasher.everybody());
    let lanes = LANES as u64;
    let share = match block <= PART as u64 {
        true => lanes.max((SHARE as u64 / block).min(DIGESTS / 16)),
        false => count.div_ceil(workers.count() as u64).clamp(1, lanes),
    };
    let at_once = (ROUND / block).clamp(share, DIGESTS).max(share * (workers.count() as u64).min(256));
    let at_once = at_once.next_multiple_of(share).next_multiple_of(multiple);
    let here = hasher.on(Workers::HERE);
    let failed = Mutex::new(None);
    let mut first = 0;
    while first < count {
        let mut digests = vec![[0; 32]; at_once.min(count - first) as usize];
        workers.chunks_with(&mut digests, share as usize, Vec::new, |scratch, at, places| {
            let failed = || failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed().is_some() {
                return;
            }
            if let Err(error) = hash_share(format, &here, source, length, first + at as u64, places, scratch)
            {
                failed().get_or_insert(error);
            }
        });
        if let Some(error) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let next = first + digests.len() as u64;
        each(first, digests)?;
        first = next;
    }
    Ok(())
}

/// The digests of the blocks from `first` on.
fn hash_share<S: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    first: u64,
    places: &mut [Node],
    scratch: &mut Vec<u8>,
) -> io::Result<()> {
    let block = format.block_size();
    if block <= PART as u64 {
        let offset = first * block;
        let bytes = (places.len() as u64 * block).min(length - offset);
        scratch.resize(bytes as usize, 0);
        read_exact(source, scratch, offset)?;
        format.leaves(hasher, places, scratch);
        return Ok(());
    }
    let last = format.length_of(first + places.len() as u64 - 1, length);
    let whole = places.len() - usize::from(last < block);
    let (full, rest) = places.split_at_mut(whole);
    for (numbers, (places, size)) in
        [first, first + whole as u64].into_iter().zip([(full, block), (rest, last)])
    {
        for (group, places) in places.chunks_mut(LANES).enumerate() {
            let from = numbers + (group * LANES) as u64;
            // A last block may be filled up with zeros.
            let hashed = if format.fills() { block } else { size };
            format.prefix.hash_apart(hasher.messages(), places, hashed, scratch, |lane, at, part| {
                let there = size.saturating_sub(at).min(part.len() as u64) as usize;
                part[there..].fill(0);
                read_exact(source, &mut part[..there], (from + lane as u64) * block + at)
            })?;
        }
    }
    Ok(())
}

/// The root over the first `length` bytes of a source.
///
/// # Errors
/// Those of reading, and as [`Format::blocks`] (of the kind [`InvalidData`](io::ErrorKind::InvalidData)); a source that ends earlier is
/// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof).
pub fn root<S: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
) -> io::Result<Node> {
    levels(format, hasher, source, length, &mut |_, _, _| Ok(()))
}

/// The same, and all digests of every level shown to `see` as they come: the level, the number of the first of them, and they. Within a
/// level they come in order.
///
/// # Errors
/// As [`root`], and those of `see`.
pub fn levels<S: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    see: &mut dyn FnMut(usize, u64, &[Node]) -> io::Result<()>,
) -> io::Result<Node> {
    let mut climb = Climb::new(format.clone(), *hasher);
    rounds(format, hasher, source, length, 1, |_, digests| climb.push(0, &digests, see))?;
    if format.blocks(length)? == 0 {
        return Ok(format.root_of_nothing()?);
    }
    match climb.finish(see)? {
        Some(root) => Ok(root),
        None => Ok(format.root_of_nothing()?),
    }
}

/// Writes a tree in blocks of hashes as Linux has it, from `start` on, and gives its root: the whole tree of fs-verity, or all of a hash
/// device of dm-verity but its superblock.
///
/// # Errors
/// As [`root`], and those of writing.
pub fn write_blocks<S: ReadAt + ?Sized>(
    format: &Format,
    hasher: &TreeHasher,
    source: &S,
    length: u64,
    start: u64,
    device: &mut dyn WriteAt,
) -> io::Result<Node> {
    let places = places(format, length, start)?;
    let block = format.hash_block_size().unwrap_or(32);
    let root = levels(format, hasher, source, length, &mut |level, first, nodes| match places.get(level) {
        Some(place) => device.write_at(nodes.as_flattened(), place.offset + 32 * first),
        None => Ok(()),
    })?;
    for place in &places {
        let bytes = 32 * place.digests;
        let rest = bytes.next_multiple_of(block) - bytes;
        device.write_at(&vec![0; rest as usize], place.offset + bytes)?;
    }
    Ok(root)
}
