//! Proofs and snapshots as bytes, hexadecimal text, and with serde.
//!
//! Every proof and snapshot has `to_bytes`, `from_bytes`, `to_hex` and `from_hex`. Numbers are little-endian, as in SSZ; a
//! snapshot's bytes are its SSZ serialization (EIP-4881).
//!
//! | type | bytes |
//! | --- | --- |
//! | [`Proof`] | index (8), leaf (32), branch |
//! | [`MultiProof`] | number of leaves (8), for each its index (8) and leaf (32), helpers |
//! | [`InclusionProof`] | index (8), size (8), hashes |
//! | [`ConsistencyProof`] | old size (8), new size (8), hashes |
//! | [`DepositSnapshot`] | offset (4, always 84), root (32), count (8), block hash (32), block number (8), finalized nodes |
//!
//! With serde (feature `serde`), formats for people have hashes as `0x` and hexadecimal digits and numbers as decimal strings, as
//! Ethereum's JSON has them; other formats have bytes and integers.
//!
//! What is read has the lengths that its own numbers demand, and is no more than that: whether it proves anything, `verify` says.
//!
//! ```
//! use lanesmith_sha256::merkle::proof::{ChunkTree, GeneralizedIndex, Proof, ProofSource};
//!
//! let chunks = [[1; 32], [2; 32], [3; 32], [4; 32]];
//! let proof = ChunkTree::new(&chunks, None)?.prove(GeneralizedIndex::of_leaf(2, 1)?)?;
//! let sent = proof.to_bytes();
//! assert_eq!(sent.len(), 8 + 32 + 2 * 32);
//! assert_eq!(Proof::from_bytes(&sent)?, proof);
//! assert_eq!(Proof::from_hex(&proof.to_hex())?, proof);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A snapshot, a midstate, and with the feature `serde` a proof as JSON:
//!
//! ```
//! use lanesmith_sha256::Midstate;
//! use lanesmith_sha256::merkle::deposit::{DepositSnapshot, DepositTree, ExecutionBlock};
//! use lanesmith_sha256::merkle::proof::Proof;
//!
//! let mut tree = DepositTree::new();
//! tree.push([1; 32])?;
//! tree.push([2; 32])?;
//! tree.finalize(1, ExecutionBlock { hash: [3; 32], height: 4 })?;
//! let snapshot = tree.snapshot()?;
//! assert_eq!(DepositSnapshot::from_bytes(&snapshot.to_bytes())?, snapshot);
//!
//! let midstate = Midstate::INITIAL.advanced(&[[5; 64]]);
//! assert_eq!(Midstate::from_hex(&midstate.to_hex())?, midstate);
//!
//! # #[cfg(feature = "serde")] {
//! let proof = tree.prove(1)?;
//! let json = serde_json::to_string(&proof)?;
//! assert_eq!(serde_json::from_str::<Proof>(&json)?, proof);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Node;
use super::deposit::{DepositSnapshot, ExecutionBlock};
use super::log::{ConsistencyProof, InclusionProof};
use super::proof::{GeneralizedIndex, MultiProof, Proof, ProofError, helper_indices};
use crate::Midstate;

/// Bytes or text that are no proof, snapshot or midstate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// Fewer or more bytes than the numbers in them demand.
    Length {
        /// Bytes given.
        given: usize,
        /// Bytes needed; where the numbers could not be read, the fewest there can be.
        needed: usize,
    },
    /// A character that is no hexadecimal digit, or half a byte at the end.
    Hex {
        /// Where.
        at: usize,
    },
    /// A number that cannot be.
    Number {
        /// What it is the number of.
        what: &'static str,
        /// The number.
        value: u64,
    },
    /// Places that no multiproof has.
    Places(ProofError),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Length { given, needed } => write!(f, "{given} bytes where {needed} are needed"),
            WireError::Hex { at } => write!(f, "no pair of hexadecimal digits at character {at}"),
            WireError::Number { what, value } => write!(f, "{what} cannot be {value}"),
            WireError::Places(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WireError {}

impl From<ProofError> for WireError {
    fn from(error: ProofError) -> Self {
        WireError::Places(error)
    }
}

/// `0x` and hexadecimal digits.
fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

/// Hexadecimal digits, with or without `0x` before them.
pub(super) fn from_hex(text: &str) -> Result<Vec<u8>, WireError> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let before = text.len() - digits.len();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pair = |(i, pair): (usize, &[u8])| {
        match *pair {
            [high, low] => digit(high).zip(digit(low)).map(|(high, low)| (high << 4 | low) as u8),
            _ => None,
        }
        .ok_or(WireError::Hex { at: before + 2 * i })
    };
    digits.as_bytes().chunks(2).enumerate().map(pair).collect()
}

/// Reads from the front of bytes.
struct Reader<'a> {
    rest: &'a [u8],
    whole: usize,
    fewest: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], fewest: usize) -> Self {
        Reader { rest: bytes, whole: bytes.len(), fewest }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let wrong = WireError::Length { given: self.whole, needed: self.fewest };
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(wrong)?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn number(&mut self) -> Result<u64, WireError> {
        self.array().map(u64::from_le_bytes)
    }

    /// What is left, which must be just so many nodes.
    fn nodes(self, count: usize) -> Result<Vec<Node>, WireError> {
        let needed = (self.whole - self.rest.len()).saturating_add(count.saturating_mul(32));
        if needed != self.whole {
            return Err(WireError::Length { given: self.whole, needed });
        }
        Ok(self.rest.as_chunks().0.to_vec())
    }

    /// What is left, however many nodes it is.
    fn all_nodes(self) -> Result<Vec<Node>, WireError> {
        let count = self.rest.len().div_ceil(32);
        self.nodes(count)
    }
}

macro_rules! hex {
    ($($type:ident)*) => {$(
        impl $type {
            /// [`to_bytes`](Self::to_bytes) as `0x` and hexadecimal digits.
            pub fn to_hex(&self) -> String {
                to_hex(&self.to_bytes())
            }

            /// The inverse of [`to_hex`](Self::to_hex); `0x` may be missing.
            ///
            /// # Errors
            /// [`WireError::Hex`] for what is no hexadecimal digit; else as [`from_bytes`](Self::from_bytes).
            pub fn from_hex(text: &str) -> Result<Self, WireError> {
                Self::from_bytes(&from_hex(text)?)
            }
        }
    )*};
}

hex!(Proof MultiProof InclusionProof ConsistencyProof DepositSnapshot);

fn place(index: u64) -> Result<GeneralizedIndex, WireError> {
    GeneralizedIndex::new(index).map_err(WireError::Places)
}

impl Proof {
    /// The proof as bytes, as the module [`wire`](super::wire) tells.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.index.get().to_le_bytes()[..], &self.leaf, self.branch.as_flattened()].concat()
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes, 40);
        let index = place(reader.number()?)?;
        Ok(Proof { index, leaf: reader.array()?, branch: reader.nodes(index.depth() as usize)? })
    }
}

impl MultiProof {
    /// The proof as bytes, as the module [`wire`](super::wire) tells.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.leaves.len() as u64).to_le_bytes().to_vec();
        for (index, leaf) in &self.leaves {
            bytes.extend(index.get().to_le_bytes());
            bytes.extend(leaf);
        }
        bytes.extend(self.helpers.as_flattened());
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes, 8);
        let count = reader.number()?;
        // Before anything is allocated: the bytes must be there.
        if count > (reader.rest.len() / 40) as u64 {
            return Err(WireError::Number { what: "the number of leaves", value: count });
        }
        let mut leaves = Vec::with_capacity(count as usize);
        for _ in 0..count {
            leaves.push((place(reader.number()?)?, reader.array()?));
        }
        let places: Vec<_> = leaves.iter().map(|(index, _)| *index).collect();
        let helpers = reader.nodes(helper_indices(&places)?.len())?;
        Ok(MultiProof { leaves, helpers })
    }
}

impl InclusionProof {
    /// The proof as bytes, as the module [`wire`](super::wire) tells.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.index.to_le_bytes()[..], &self.size.to_le_bytes(), self.hashes.as_flattened()].concat()
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes, 16);
        Ok(InclusionProof { index: reader.number()?, size: reader.number()?, hashes: reader.all_nodes()? })
    }
}

impl ConsistencyProof {
    /// The proof as bytes, as the module [`wire`](super::wire) tells.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.old.to_le_bytes()[..], &self.new.to_le_bytes(), self.hashes.as_flattened()].concat()
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes, 16);
        Ok(ConsistencyProof { old: reader.number()?, new: reader.number()?, hashes: reader.all_nodes()? })
    }
}

/// Where the finalized nodes of a serialized snapshot begin.
const SNAPSHOT_FIXED: u32 = 84;

impl DepositSnapshot {
    /// The snapshot's SSZ serialization: `DepositTreeSnapshot` of EIP-4881.
    pub fn to_bytes(&self) -> Vec<u8> {
        [
            &SNAPSHOT_FIXED.to_le_bytes()[..],
            &self.deposit_root,
            &self.deposit_count.to_le_bytes(),
            &self.block.hash,
            &self.block.height.to_le_bytes(),
            self.finalized.as_flattened(),
        ]
        .concat()
    }

    /// The inverse of [`to_bytes`](Self::to_bytes). Whether its hashes lead to its root,
    /// [`DepositTree::from_snapshot`](super::deposit::DepositTree::from_snapshot) says.
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes, SNAPSHOT_FIXED as usize);
        let offset = u32::from_le_bytes(reader.array()?);
        if offset != SNAPSHOT_FIXED {
            return Err(WireError::Number {
                what: "the offset of the finalized nodes",
                value: offset.into(),
            });
        }
        let deposit_root = reader.array()?;
        let deposit_count = reader.number()?;
        let block = ExecutionBlock { hash: reader.array()?, height: reader.number()? };
        let finalized = reader.nodes(deposit_count.count_ones() as usize)?;
        Ok(DepositSnapshot { finalized, deposit_root, deposit_count, block })
    }
}

impl Midstate {
    /// [`to_bytes`](Self::to_bytes) as `0x` and hexadecimal digits: as secret as what has been hashed.
    pub fn to_hex(&self) -> String {
        to_hex(&self.to_bytes())
    }

    /// The inverse of [`to_hex`](Self::to_hex); `0x` may be missing.
    ///
    /// # Errors
    /// [`WireError`].
    pub fn from_hex(text: &str) -> Result<Self, WireError> {
        let bytes = from_hex(text)?;
        let given = bytes.len();
        let bytes = bytes.as_slice().try_into().map_err(|_| WireError::Length { given, needed: 40 })?;
        Midstate::from_bytes(bytes).map_err(|_| {
            let (_, length) = bytes.split_at(32);
            let value = length.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
            WireError::Number { what: "the length of a midstate", value }
        })
    }
}

#[cfg(feature = "serde")]
pub(super) use with_serde::{node, nodes, number, places};

#[cfg(feature = "serde")]
mod with_serde;
