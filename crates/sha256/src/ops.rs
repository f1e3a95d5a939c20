//! The operations of this crate: the functions that an engine of each consists of, and the types of their arguments, which
//! say what a caller must keep.

use lanesmith_isa::Operation;

use crate::error::LengthError;

/// `sha256.stream`: one message.
#[derive(Clone, Copy, Debug)]
pub struct StreamKernel {
    /// Advances a chaining value by whole blocks.
    pub compress: fn(state: &mut [u32; 8], blocks: &[[u8; 64]]),
    /// Whole messages of lengths known in advance.
    pub fixed: FixedKernel,
}

impl Operation for StreamKernel {
    const NAME: &str = "sha256.stream";
}

/// Hashes of messages of fixed length, one function per length.
#[derive(Clone, Copy, Debug)]
pub struct FixedKernel {
    /// 32 bytes: one block.
    pub hash32: fn(&[u8; 32]) -> [u8; 32],
    /// 33 bytes: one block (an RFC 6962 leaf over a digest).
    pub hash33: fn(&[u8; 33]) -> [u8; 32],
    /// 64 bytes: two blocks, the second nothing but padding.
    pub hash64: fn(&[u8; 64]) -> [u8; 32],
    /// 65 bytes: two blocks (an RFC 6962 node).
    pub hash65: fn(&[u8; 65]) -> [u8; 32],
    /// Hash of the hash of 64 bytes (a Bitcoin node).
    pub double_hash64: fn(&[u8; 64]) -> [u8; 32],
    /// Hash of the hash of 80 bytes (a Bitcoin block header).
    pub double_hash80: fn(&[u8; 80]) -> [u8; 32],
}

/// `sha256.nodes`: 64-byte messages, the nodes of binary trees.
#[derive(Clone, Copy, Debug)]
pub struct NodeKernel {
    /// Hashes each pair of 32-byte halves.
    pub hash: fn(Nodes<'_>),
    /// Hashes one pair of halves.
    pub one: fn(out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]),
}

impl Operation for NodeKernel {
    const NAME: &str = "sha256.nodes";
}

/// Pairs of halves, and a place for the digest of each: equally many.
#[derive(Debug)]
pub struct Nodes<'a> {
    out: &'a mut [[u8; 32]],
    pairs: Pairs<'a>,
}

impl<'a> Nodes<'a> {
    /// Puts them together.
    ///
    /// # Errors
    /// [`LengthError::Mismatch`] unless there are equally many.
    #[inline(always)]
    pub fn new(out: &'a mut [[u8; 32]], pairs: Pairs<'a>) -> Result<Self, LengthError> {
        if out.len() == pairs.len() {
            Ok(Nodes { out, pairs })
        } else {
            Err(LengthError::Mismatch { what: "places for digests", given: out.len(), needed: pairs.len() })
        }
    }

    /// How many.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Those before and those from `at`, which may be at most their number.
    #[inline(always)]
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        let (out_now, out_later) = self.out.split_at_mut(at);
        let (now, later) = self.pairs.split_at(at);
        (Nodes { out: out_now, pairs: now }, Nodes { out: out_later, pairs: later })
    }

    /// The places and the pairs, equally many.
    #[inline(always)]
    pub(crate) fn parts(self) -> (&'a mut [[u8; 32]], Pairs<'a>) {
        (self.out, self.pairs)
    }
}

/// Pairs of 32-byte halves.
#[derive(Clone, Copy, Debug)]
pub enum Pairs<'a> {
    /// Side by side in memory.
    Adjacent(&'a [[[u8; 32]; 2]]),
    /// Anywhere.
    Apart(&'a [[&'a [u8; 32]; 2]]),
}

impl<'a> Pairs<'a> {
    /// Pairs that fill 64-byte blocks.
    #[inline]
    pub fn of_blocks(blocks: &'a [[u8; 64]]) -> Self {
        Pairs::Adjacent(blocks.as_flattened().as_chunks::<32>().0.as_chunks::<2>().0)
    }

    /// How many.
    #[inline(always)]
    pub fn len(self) -> usize {
        match self {
            Pairs::Adjacent(pairs) => pairs.len(),
            Pairs::Apart(pairs) => pairs.len(),
        }
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Those before and those from `at`, which may be at most the length.
    #[inline(always)]
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Pairs::Adjacent(pairs) => {
                let (a, b) = pairs.split_at(at);
                (Pairs::Adjacent(a), Pairs::Adjacent(b))
            }
            Pairs::Apart(pairs) => {
                let (a, b) = pairs.split_at(at);
                (Pairs::Apart(a), Pairs::Apart(b))
            }
        }
    }

    /// The first `N`, the last one repeated where there are fewer; there must be one.
    #[inline(always)]
    pub(crate) fn first<const N: usize>(self) -> [[&'a [u8; 32]; 2]; N] {
        match self {
            Pairs::Adjacent(pairs) => match pairs.first_chunk::<N>() {
                Some(full) => core::array::from_fn(|i| full[i].each_ref()),
                None => core::array::from_fn(|i| pairs[i.min(pairs.len() - 1)].each_ref()),
            },
            Pairs::Apart(pairs) => match pairs.first_chunk::<N>() {
                Some(full) => *full,
                None => core::array::from_fn(|i| pairs[i.min(pairs.len() - 1)]),
            },
        }
    }
}

/// `sha256.many`: independent messages of any length.
#[derive(Clone, Copy, Debug)]
pub struct ManyKernel {
    /// Advances each chaining value by the blocks of its stream.
    pub compress: fn(Streams<'_>),
}

impl Operation for ManyKernel {
    const NAME: &str = "sha256.many";
}

/// Chaining values, and for each a stream of blocks: equally many streams, of equally many blocks.
#[derive(Debug)]
pub struct Streams<'a> {
    states: &'a mut [[u32; 8]],
    streams: &'a [&'a [[u8; 64]]],
}

impl<'a> Streams<'a> {
    /// Puts them together.
    ///
    /// # Errors
    /// [`LengthError::Mismatch`] unless there are as many chaining values as streams, and all streams are equally long.
    #[inline]
    pub fn new(states: &'a mut [[u32; 8]], streams: &'a [&'a [[u8; 64]]]) -> Result<Self, LengthError> {
        if states.len() != streams.len() {
            let (given, needed) = (states.len(), streams.len());
            return Err(LengthError::Mismatch { what: "chaining values", given, needed });
        }
        let blocks = streams.first().map_or(0, |stream| stream.len());
        match streams.iter().find(|stream| stream.len() != blocks) {
            Some(other) => {
                Err(LengthError::Mismatch { what: "blocks of a stream", given: other.len(), needed: blocks })
            }
            None => Ok(Streams { states, streams }),
        }
    }

    /// How many.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Those before and those from `at`, which may be at most their number.
    #[inline(always)]
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        let (states_now, states_later) = self.states.split_at_mut(at);
        let (now, later) = self.streams.split_at(at);
        (Streams { states: states_now, streams: now }, Streams { states: states_later, streams: later })
    }

    /// The chaining values and the streams, equally many.
    #[inline(always)]
    pub(crate) fn parts(self) -> (&'a mut [[u32; 8]], &'a [&'a [[u8; 64]]]) {
        (self.states, self.streams)
    }
}

/// `sha256.pbkdf2`: the inner loop of PBKDF2-HMAC-SHA-256 for many passwords.
#[derive(Clone, Copy, Debug)]
pub struct Pbkdf2Kernel {
    /// That many further rounds of each lane.
    pub rounds: fn(lanes: &mut [Pbkdf2Lane], rounds: u32),
}

impl Operation for Pbkdf2Kernel {
    const NAME: &str = "sha256.pbkdf2";
}

/// One password of a bulk PBKDF2, between two rounds.
#[derive(Clone, Copy)]
pub struct Pbkdf2Lane {
    /// Chaining value after the inner key block.
    pub inner: [u32; 8],
    /// Chaining value after the outer key block.
    pub outer: [u32; 8],
    /// The last HMAC.
    pub u: [u32; 8],
    /// Exclusive or of all so far.
    pub sum: [u32; 8],
}

impl core::fmt::Debug for Pbkdf2Lane {
    // All of it is as secret as the password.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pbkdf2Lane").finish_non_exhaustive()
    }
}
