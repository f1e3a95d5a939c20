//! SSZ merkleisation: a list of 32-byte chunks to one root, with virtual zero padding up to a limit.
//!
//! Source: consensus-specs, `ssz/simple-serialize.md`, section Merkleization. The free functions use
//! [`TreeHasher::new`]; its methods of the same names run on a chosen engine or on all cores.
//!
//! Long because every rule of SSZ stands here once, with its example.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::zero::zero;
use super::{MAX_DEPTH, Node, TreeHasher};

/// A tree that cannot be, or a leaf that is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// More chunks than the limit allows.
    TooManyChunks {
        /// Chunks given (or needed).
        count: u64,
        /// Chunks allowed.
        limit: u64,
    },
    /// A limit above 2^[`MAX_DEPTH`] chunks.
    LimitTooLarge {
        /// The limit asked for.
        limit: u64,
    },
    /// No such leaf.
    IndexOutOfRange {
        /// The leaf asked for.
        index: u64,
        /// Number of leaves.
        count: u64,
    },
    /// Subtrees of 2^`height` chunks cannot be cut from this many chunks without a rest.
    NotWholeSubtrees {
        /// Chunks given.
        count: u64,
        /// Height of the subtrees.
        height: u32,
    },
    /// A serialized bitlist is empty or ends in a zero byte: the bit that marks its length is missing.
    BitlistWithoutDelimiter,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TreeError::TooManyChunks { count, limit } => {
                write!(f, "{count} chunks do not fit a tree limited to {limit}")
            }
            TreeError::LimitTooLarge { limit } => {
                write!(f, "a limit of {limit} chunks is above the greatest one, 2^{MAX_DEPTH}")
            }
            TreeError::IndexOutOfRange { index, count } => {
                write!(f, "leaf {index} of a tree of {count} leaves")
            }
            TreeError::NotWholeSubtrees { count, height } => {
                write!(f, "{count} chunks cannot be cut into whole subtrees of height {height}")
            }
            TreeError::BitlistWithoutDelimiter => {
                f.write_str("a serialized bitlist must end in a byte with a bit set, which marks its length")
            }
        }
    }
}

impl core::error::Error for TreeError {}

/// Depth of the tree over `count` chunks under `limit` (`None`: just `count`).
pub(crate) fn tree_depth(count: u64, limit: Option<u64>) -> Result<u32, TreeError> {
    let width = limit.unwrap_or(count);
    if width > 1 << MAX_DEPTH {
        return Err(TreeError::LimitTooLarge { limit: width });
    }
    if count > width {
        return Err(TreeError::TooManyChunks { count, limit: width });
    }
    Ok(width.next_power_of_two().trailing_zeros())
}

/// Root of the tree over `chunks`, padded with zero chunks to the next power of two of `limit` (of the number of
/// chunks where it is `None`). Time and memory depend on the chunks alone, not on the limit.
///
/// ```
/// use lanesmith_sha256::merkle::{TreeError, merkleize, zero_hash};
///
/// let leaf = [7; 32];
/// assert_eq!(merkleize(&[leaf], None)?, leaf);
/// assert_eq!(merkleize(&[], Some(1 << 40))?, zero_hash(40).unwrap());
/// assert_eq!(merkleize(&[leaf; 3], Some(2)), Err(TreeError::TooManyChunks { count: 3, limit: 2 }));
/// # Ok::<(), TreeError>(())
/// ```
///
/// # Errors
/// [`TreeError::TooManyChunks`] and [`TreeError::LimitTooLarge`].
pub fn merkleize(chunks: &[Node], limit: Option<u64>) -> Result<Node, TreeError> {
    TreeHasher::new().merkleize(chunks, limit)
}

/// As [`merkleize`], over bytes cut into chunks, the last one filled up with zeros. Nothing is copied.
///
/// ```
/// use lanesmith_sha256::merkle::{merkleize, merkleize_bytes, pack};
///
/// let signature = [5_u8; 96];
/// assert_eq!(merkleize_bytes(&signature, None)?, merkleize(&pack(&signature), None)?);
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
///
/// # Errors
/// As [`merkleize`].
pub fn merkleize_bytes(bytes: &[u8], limit: Option<u64>) -> Result<Node, TreeError> {
    TreeHasher::new().merkleize_bytes(bytes, limit)
}

/// Root of a list: hash of the root of its elements and its length, a 256-bit little-endian integer.
///
/// ```
/// use lanesmith_sha256::merkle::{merkleize, mix_in_length};
/// let list_root = mix_in_length(&merkleize(&[[1; 32], [2; 32]], Some(16))?, 2);
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
pub fn mix_in_length(root: &Node, length: u64) -> Node {
    TreeHasher::new().mix_in_length(root, length)
}

/// Root of a union: hash of the root of its value and its selector.
///
/// ```
/// use lanesmith_sha256::merkle::{mix_in_length, ssz::mix_in_selector};
/// assert_eq!(mix_in_selector(&[9; 32], 1), mix_in_length(&[9; 32], 1));
/// ```
pub fn mix_in_selector(root: &Node, selector: u8) -> Node {
    mix_in_length(root, u64::from(selector))
}

/// A length as the chunk that is mixed in.
pub(crate) fn length_chunk(length: u64) -> Node {
    let mut chunk = [0; 32];
    chunk[..8].copy_from_slice(&length.to_le_bytes());
    chunk
}

mod sealed {
    pub trait Sealed {}
}

/// SSZ's basic types, which share chunks: unsigned integers and booleans. `[u8; 32]` stands for `uint256` in
/// little-endian bytes, or for any value that fills a chunk.
pub trait Basic: Copy + sealed::Sealed {
    /// Bytes that a value takes; a power of two up to 32.
    const SIZE: usize;
    /// Writes the value, little-endian, over `out`, which is [`Self::SIZE`] long.
    #[doc(hidden)]
    fn write(self, out: &mut [u8]);
}

macro_rules! basic {
    ($($int:ty),*) => {$(
        impl sealed::Sealed for $int {}
        impl Basic for $int {
            const SIZE: usize = size_of::<$int>();
            fn write(self, out: &mut [u8]) {
                out.copy_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
basic!(u8, u16, u32, u64, u128);

impl sealed::Sealed for bool {}
impl Basic for bool {
    const SIZE: usize = 1;
    fn write(self, out: &mut [u8]) {
        out[0] = u8::from(self);
    }
}

impl sealed::Sealed for [u8; 32] {}
impl Basic for [u8; 32] {
    const SIZE: usize = 32;
    fn write(self, out: &mut [u8]) {
        out.copy_from_slice(&self);
    }
}

/// Packs values of a basic type into chunks, the last one filled up with zeros.
///
/// ```
/// use lanesmith_sha256::merkle::pack;
///
/// let chunks = pack(&[0x0102_u16; 17]);
/// assert_eq!(chunks.len(), 2);
/// assert_eq!(chunks[1][..4], [2, 1, 0, 0]);
/// ```
pub fn pack<T: Basic>(values: &[T]) -> Vec<Node> {
    let mut chunks = vec![[0; 32]; (values.len() * T::SIZE).div_ceil(32)];
    for (value, place) in values.iter().zip(chunks.as_flattened_mut().chunks_exact_mut(T::SIZE)) {
        value.write(place);
    }
    chunks
}

/// Packs bits into chunks, the first bit lowest: what a bitvector's tree, or a bitlist's before its length is
/// mixed in, is built over.
///
/// ```
/// use lanesmith_sha256::merkle::ssz::pack_bits;
/// assert_eq!(pack_bits([true, false, true])[0][0], 0b101);
/// ```
pub fn pack_bits(bits: impl IntoIterator<Item = bool>) -> Vec<Node> {
    let mut chunks: Vec<Node> = Vec::new();
    for (i, bit) in bits.into_iter().enumerate() {
        if i % 256 == 0 {
            chunks.push([0; 32]);
        }
        if let Some(chunk) = chunks.last_mut() {
            chunk[i % 256 / 8] |= u8::from(bit) << (i % 8);
        }
    }
    chunks
}

/// Chunks and length in bits of a serialized bitlist, whose highest set bit marks the end.
///
/// ```
/// use lanesmith_sha256::merkle::{merkleize, mix_in_length, ssz::{chunks_of_bits, unpack_bitlist}};
///
/// // A Bitlist[2048] of three bits: 1, 0, 1.
/// let (chunks, length) = unpack_bitlist(&[0b1101])?;
/// assert_eq!((chunks[0][0], length), (0b101, 3));
/// let root = mix_in_length(&merkleize(&chunks, Some(chunks_of_bits(2048)))?, length);
/// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
/// ```
///
/// # Errors
/// [`TreeError::BitlistWithoutDelimiter`].
pub fn unpack_bitlist(serialized: &[u8]) -> Result<(Vec<Node>, u64), TreeError> {
    let (&last, rest) = serialized.split_last().ok_or(TreeError::BitlistWithoutDelimiter)?;
    let top = last.checked_ilog2().ok_or(TreeError::BitlistWithoutDelimiter)?;
    let length = rest.len() as u64 * 8 + u64::from(top);
    let mut chunks = pack(rest);
    if top > 0 {
        if rest.len() % 32 == 0 {
            chunks.push([0; 32]);
        }
        if let Some(chunk) = chunks.last_mut() {
            chunk[rest.len() % 32] = last ^ 1 << top;
        }
    }
    Ok((chunks, length))
}

/// Chunks that `length` values of a basic type take: the limit that belongs to `List[T, length]`.
///
/// ```
/// use lanesmith_sha256::merkle::ssz::chunks_of;
/// assert_eq!(chunks_of::<u64>(1 << 40), 1 << 38);
/// ```
pub const fn chunks_of<T: Basic>(length: u64) -> u64 {
    length.div_ceil(32 / T::SIZE as u64)
}

/// Chunks that `length` bits take: the limit that belongs to `Bitlist[length]`.
///
/// ```
/// use lanesmith_sha256::merkle::ssz::chunks_of_bits;
/// assert_eq!(chunks_of_bits(257), 2);
/// ```
pub const fn chunks_of_bits(length: u64) -> u64 {
    length.div_ceil(256)
}

/// Levels taken off each block of chunks before its nodes are put beside those of the other blocks.
const BLOCK_LEVELS: u32 = 6;
/// Chunks of a block: its first level of nodes, 64 KiB, stays in the second-level cache, and the 64 nodes left of
/// it still fill the widest kernels.
const BLOCK: usize = 1 << 12;
/// Nodes left of a block.
const BLOCK_TOP: usize = BLOCK >> BLOCK_LEVELS;

impl TreeHasher {
    /// As [`merkleize`].
    ///
    /// # Errors
    /// As [`merkleize`].
    pub fn merkleize(&self, chunks: &[Node], limit: Option<u64>) -> Result<Node, TreeError> {
        let depth = tree_depth(chunks.len() as u64, limit)?;
        Ok(self.root(chunks, None, depth))
    }

    /// As [`merkleize_bytes`].
    ///
    /// # Errors
    /// As [`merkleize`].
    pub fn merkleize_bytes(&self, bytes: &[u8], limit: Option<u64>) -> Result<Node, TreeError> {
        let (chunks, rest) = bytes.as_chunks::<32>();
        let tail = (!rest.is_empty()).then(|| {
            let mut tail = [0; 32];
            tail[..rest.len()].copy_from_slice(rest);
            tail
        });
        let depth = tree_depth(chunks.len() as u64 + u64::from(tail.is_some()), limit)?;
        Ok(self.root(chunks, tail, depth))
    }

    /// As [`mix_in_length`].
    pub fn mix_in_length(&self, root: &Node, length: u64) -> Node {
        self.node(root, &length_chunk(length))
    }

    /// As [`merkleize`] without any memory but the chunks', which are used up: what is left in them is of no
    /// meaning. One thread.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{TreeHasher, merkleize};
    ///
    /// let mut chunks = [[1; 32], [2; 32], [3; 32]];
    /// let root = merkleize(&chunks, Some(8));
    /// assert_eq!(TreeHasher::new().merkleize_in_place(&mut chunks, Some(8)), root);
    /// ```
    ///
    /// # Errors
    /// As [`merkleize`].
    pub fn merkleize_in_place(&self, chunks: &mut [Node], limit: Option<u64>) -> Result<Node, TreeError> {
        let depth = tree_depth(chunks.len() as u64, limit)?;
        if chunks.is_empty() {
            return Ok(*zero(depth));
        }
        self.reduce(chunks, chunks.len(), 0, depth);
        Ok(chunks[0])
    }

    /// Roots of many small trees at once: cuts `chunks` into subtrees of 2^`height` chunks, puts their roots, in
    /// order, at the front, and gives their number. Much faster than one call for each, as the nodes of all
    /// subtrees go through the kernels together.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{TreeHasher, merkleize};
    ///
    /// // A thousand containers of eight fields.
    /// let mut fields = vec![[3; 32]; 8000];
    /// let expected = merkleize(&fields[..8], None)?;
    /// let count = TreeHasher::new().subtree_roots(&mut fields, 3)?;
    /// assert!(count == 1000 && fields[..count].iter().all(|root| *root == expected));
    /// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
    /// ```
    ///
    /// # Errors
    /// [`TreeError::NotWholeSubtrees`] if the number of chunks is no multiple of 2^`height`.
    pub fn subtree_roots(&self, chunks: &mut [Node], height: u32) -> Result<usize, TreeError> {
        let count = chunks.len();
        if 1_usize.checked_shl(height).is_none_or(|size| !count.is_multiple_of(size)) {
            return Err(TreeError::NotWholeSubtrees { count: count as u64, height });
        }
        Ok(self.reduce(chunks, count, 0, height))
    }

    /// Root of a tree of `depth` over `chunks` and then `tail`; they must fit it.
    pub(crate) fn root(&self, chunks: &[Node], tail: Option<Node>, depth: u32) -> Node {
        match chunks.len() + usize::from(tail.is_some()) {
            0 => *zero(depth),
            1..=8 => self.root_on_stack::<8>(chunks, tail, depth),
            9..=64 => self.root_on_stack::<64>(chunks, tail, depth),
            _ => self.root_by_blocks(chunks, tail, depth),
        }
    }

    /// For at most `N` chunks, an even number: nothing is allocated, and no node is hashed alone.
    fn root_on_stack<const N: usize>(&self, chunks: &[Node], tail: Option<Node>, depth: u32) -> Node {
        let mut nodes = [[0; 32]; N];
        nodes[..chunks.len()].copy_from_slice(chunks);
        let mut count = chunks.len();
        if let Some(tail) = tail {
            nodes[count] = tail;
            count += 1;
        }
        self.reduce(&mut nodes, count, 0, depth);
        nodes[0]
    }

    /// Reads the chunks once, writes nodes only where they stay in cache.
    fn root_by_blocks(&self, chunks: &[Node], tail: Option<Node>, depth: u32) -> Node {
        let count = chunks.len() + usize::from(tail.is_some());
        let blocks = count.div_ceil(BLOCK);
        let mut tops = vec![[0; 32]; blocks * BLOCK_TOP];
        let block_top = |scratch: &mut Vec<Node>, block: usize, top: &mut [Node]| {
            let end = chunks.len().min((block + 1) * BLOCK);
            let tail = if block + 1 == blocks { tail } else { None };
            let count = self.first_level(&chunks[block * BLOCK..end], tail, scratch);
            let count = self.reduce(scratch, count, 1, BLOCK_LEVELS - 1);
            top[..count].copy_from_slice(&scratch[..count]);
        };
        let scratch = || vec![[0; 32]; BLOCK.min(count + 1) / 2 + 1];
        self.workers(count).chunks_with(&mut tops, BLOCK_TOP, scratch, |scratch, first, top| {
            block_top(scratch, first / BLOCK_TOP, top);
        });
        let count = count.div_ceil(1 << BLOCK_LEVELS);
        self.reduce(&mut tops, count, BLOCK_LEVELS, depth - BLOCK_LEVELS);
        tops[0]
    }

    /// Parents of `chunks` and then `tail` to the front of `out`; gives their number.
    fn first_level(&self, chunks: &[Node], tail: Option<Node>, out: &mut [Node]) -> usize {
        let pairs = chunks.len() / 2;
        self.level(&mut out[..pairs], &chunks[..2 * pairs]);
        let last = match (chunks.get(2 * pairs), &tail) {
            (Some(left), Some(right)) => self.node(left, right),
            (Some(left), None) | (None, Some(left)) => self.node(left, zero(0)),
            (None, None) => return pairs,
        };
        out[pairs] = last;
        pairs + 1
    }

    /// Replaces the first `count` nodes, of the given height, by their ancestors `levels` higher; gives their
    /// number. Nodes missing on the right are roots of zero trees.
    pub(crate) fn reduce(&self, nodes: &mut [Node], mut count: usize, height: u32, levels: u32) -> usize {
        for height in height..height + levels {
            if count.is_multiple_of(2) {
                count = self.level_in_place(&mut nodes[..count]);
            } else if count < nodes.len() {
                nodes[count] = *zero(height);
                count = self.level_in_place(&mut nodes[..count + 1]);
            } else {
                let last = self.node(&nodes[count - 1], zero(height));
                count = self.level_in_place(&mut nodes[..count - 1]);
                nodes[count] = last;
                count += 1;
            }
        }
        count
    }
}
