//! Data in memory to digests of blocks, by all who are to compute; and roots of data that come in pieces.

use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;

use super::climb::Climb;
use super::format::{BlocksError, Format, Kind};
use super::prefix::{LANES, filled};
use crate::merkle::{Node, TreeHasher};
use crate::{Sha256, sha256};

/// Bytes that are worth a thread of their own: to hash them takes longer than to start it.
const WORTH: usize = 256 << 10;

/// Bytes that one thread hashes at a time, at least.
pub(crate) const SHARE: usize = 256 << 10;

/// Most digests that are kept until those above them are computed.
pub(crate) const DIGESTS: u64 = 1 << 16;

/// Most bytes that are hashed where they are before the digests above theirs are computed.
const DIRECT: usize = 64 << 20;

/// Most bytes that wait until there are enough blocks to hash them together.
const WAIT: usize = 4 << 20;

impl Format {
    /// The digests of the blocks of `data`, which begin at a block and end with one or with all data. As many places as blocks.
    pub(crate) fn leaves(&self, hasher: &TreeHasher, out: &mut [Node], data: &[u8]) {
        let size = self.block_size().min(usize::MAX as u64) as usize;
        if data.is_empty() {
            // A part of an upload may be empty.
            out.fill(sha256(&[]));
            return;
        }
        let short = if self.fills() { data.len() % size } else { 0 };
        let (whole, last) = data.split_at(data.len() - short);
        let last_at = out.len() - usize::from(short > 0);
        let (places, last_place) = out.split_at_mut(last_at);
        let workers = hasher.everybody().at_most(whole.len() / WORTH);
        // Two turns for each, but no smaller than what fills the lanes.
        let turns = if workers.count() > 1 { 2 * workers.count().min(places.len()) } else { 1 };
        let share = places.len().div_ceil(turns).next_multiple_of(LANES);
        workers.chunks(places, share, |first, places| {
            let from = first * size;
            let to = (from.saturating_add(places.len().saturating_mul(size))).min(whole.len());
            self.prefix.hash(hasher.messages(), places, &whole[from..to], size);
        });
        if let [place] = last_place {
            self.prefix.hash(hasher.messages(), core::slice::from_mut(place), &filled(last, size), size);
        }
    }

    /// What the root is where there is no block.
    pub(crate) fn root_of_nothing(&self) -> Result<Node, BlocksError> {
        match self.kind() {
            Kind::FsVerity => Ok([0; 32]),
            Kind::Glacier | Kind::Rfc6962 => Ok(sha256(&[])),
            kind => Err(BlocksError::Empty { kind }),
        }
    }

    /// The root over data in memory.
    ///
    /// ```
    /// use lanesmith_sha256::{blocks::Format, sha256};
    /// // Two parts, hashed, and the digests hashed again.
    /// let parts = [sha256(&[1; 100]), sha256(&[1; 50])];
    /// assert_eq!(Format::s3(100)?.root(&[1; 150])?, sha256(parts.as_flattened()));
    /// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
    /// ```
    ///
    /// # Errors
    /// As [`blocks`](Self::blocks).
    pub fn root(&self, data: &[u8]) -> Result<Node, BlocksError> {
        self.root_with(&TreeHasher::new(), data)
    }

    /// [`root`](Self::root) on chosen engines and by chosen workers.
    ///
    /// # Errors
    /// As [`root`](Self::root).
    pub fn root_with(&self, hasher: &TreeHasher, data: &[u8]) -> Result<Node, BlocksError> {
        let mut rooter = RootHasher::with(self.clone(), *hasher);
        self.blocks(data.len() as u64)?;
        rooter.update(data);
        rooter.finalize()
    }
}

/// The root over data that come in pieces of any lengths, in a few MiB of memory whatever there is of them.
///
/// ```
/// use lanesmith_sha256::blocks::{Format, RootHasher};
/// let data = vec![7; 100_000];
/// let mut hasher = RootHasher::new(Format::bittorrent());
/// data.chunks(1000).for_each(|piece| hasher.update(piece));
/// assert_eq!(hasher.finalize()?, Format::bittorrent().root(&data)?);
/// # Ok::<(), lanesmith_sha256::blocks::BlocksError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RootHasher {
    climb: Climb,
    /// Whole blocks that wait for others, and a part of one.
    waiting: Vec<u8>,
    /// How many bytes wait at most.
    most: usize,
    /// The block under way, where blocks are too long to wait.
    long: Option<Sha256>,
    length: u64,
}

impl RootHasher {
    /// For data whose length need not be known.
    pub fn new(format: Format) -> Self {
        Self::with(format, TreeHasher::new())
    }

    /// The same on chosen engines and by chosen workers.
    pub fn with(format: Format, hasher: TreeHasher) -> Self {
        let block = format.block_size();
        let most = match usize::try_from(block) {
            // As many as fill the lanes of all workers, or few enough to be there.
            Ok(block) if block <= WAIT / 2 => {
                let lanes = (LANES * block).max(SHARE).saturating_mul(hasher.everybody().count());
                (lanes.min(WAIT) / block).clamp(1, DIGESTS as usize) * block
            }
            _ => 0,
        };
        RootHasher { climb: Climb::new(format, hasher), waiting: Vec::new(), most, long: None, length: 0 }
    }

    /// The next bytes.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.absorb(data.as_ref());
    }

    fn absorb(&mut self, mut data: &[u8]) {
        // Too much for any file is an error at the end.
        self.length = self.length.saturating_add(data.len() as u64);
        if self.most == 0 {
            return self.absorb_long(data);
        }
        if !self.waiting.is_empty() {
            let (now, later) = data.split_at(data.len().min(self.most - self.waiting.len()));
            self.waiting.extend_from_slice(now);
            data = later;
            if self.waiting.len() == self.most {
                let mut waiting = core::mem::take(&mut self.waiting);
                self.hash(&waiting);
                waiting.clear();
                self.waiting = waiting;
            }
        }
        // What does not have to wait is hashed where it is, by as many as there are.
        let block = self.climb.format.block_size() as usize;
        let direct = (DIRECT / block).clamp(self.most / block, DIGESTS as usize) * block;
        while data.len() >= self.most {
            let (now, later) = data.split_at(data.len().min(direct) / block * block);
            self.hash(now);
            data = later;
        }
        if !data.is_empty() && self.waiting.capacity() == 0 {
            self.waiting.reserve_exact(self.most);
        }
        self.waiting.extend_from_slice(data);
    }

    fn absorb_long(&mut self, mut data: &[u8]) {
        let block = self.climb.format.block_size();
        let mut at = (self.length - data.len() as u64) % block;
        while !data.is_empty() {
            let (now, later) = data.split_at((block - at).min(data.len() as u64) as usize);
            let hasher = self.long.get_or_insert_with(|| self.climb.format.prefix.stream());
            hasher.update(now);
            at += now.len() as u64;
            if at == block {
                self.end_of_long();
                at = 0;
            }
            data = later;
        }
    }

    fn end_of_long(&mut self) {
        if let Some(hasher) = self.long.take() {
            self.climb.add(&[hasher.finalize()]);
        }
    }

    /// Whole blocks, or the last bytes of all.
    fn hash(&mut self, data: &[u8]) {
        let size = self.climb.format.block_size() as usize;
        let mut out = vec![[0; 32]; data.len().div_ceil(size)];
        self.climb.format.leaves(&self.climb.hasher, &mut out, data);
        self.climb.add(&out);
    }

    /// How many bytes there have been.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The root over all of them.
    ///
    /// # Errors
    /// As [`Format::blocks`]: too many bytes, no whole block, none at all.
    pub fn finalize(mut self) -> Result<Node, BlocksError> {
        let blocks = self.climb.format.blocks(self.length)?;
        if blocks == 0 {
            return self.climb.format.root_of_nothing();
        }
        self.end_of_long();
        let rest = core::mem::take(&mut self.waiting);
        if !rest.is_empty() {
            self.hash(&rest);
        }
        if self.length == 0 {
            self.climb.add(&[sha256(&[])]);
        }
        let format = self.climb.format.clone();
        let root: Result<_, Infallible> = self.climb.finish(&mut |_, _, _| Ok(()));
        match root {
            Ok(Some(root)) => Ok(root),
            Ok(None) => format.root_of_nothing(),
        }
    }
}

/// Adds what is written; never fails.
#[cfg(feature = "std")]
impl std::io::Write for RootHasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.absorb(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
