//! A log that grows: heads, inclusion and consistency proofs at its present and at every earlier size.
//!
//! All nodes of full subtrees are kept, two for each entry, and never change: a log appends, and any head or proof is made of
//! stored nodes and at most as many new ones as the tree has levels.
//!
//! ```
//! use lanesmith_sha256::merkle::log::Log;
//! use lanesmith_sha256::merkle::rfc6962::leaf_hash;
//!
//! let mut log = Log::new();
//! for entry in 0..6_u8 {
//!     log.append(leaf_hash(&[entry]));
//! }
//! let old = log.head();
//! log.extend(&[leaf_hash(b"six"), leaf_hash(b"seven")]);
//! let new = log.head();
//!
//! // Whoever trusts the old head can see that the new one continues it, and that entry 6 is in it.
//! log.prove_consistency(6, 8)?.verify(6, 8, &old, &new)?;
//! let proof = log.prove_inclusion(6, 8)?;
//! proof.verify(&leaf_hash(b"six"), 6, 8, &new)?;
//! assert_eq!(log.head_at(6), Ok(old));
//! # Ok::<(), lanesmith_sha256::merkle::rfc6962::LogError>(())
//! ```

use alloc::vec::Vec;

use super::rfc6962::{LogError, hash_pairs, node_hash, verify_consistency, verify_inclusion};
use super::{Node, TreeHasher};
use crate::sha256;

/// A log of leaf hashes (RFC 6962) with all its nodes. See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Log {
    hasher: TreeHasher,
    /// The roots of full subtrees of each height, leaves first: one for each `2^height` entries.
    levels: Vec<Vec<Node>>,
}

impl Log {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    /// A log of these leaf hashes.
    pub fn from_leaves(leaves: &[Node]) -> Self {
        let mut log = Self::new();
        log.extend(leaves);
        log
    }

    /// The same log, hashed in the given way from now on.
    #[must_use]
    pub fn hashed_by(mut self, hasher: TreeHasher) -> Self {
        self.hasher = hasher;
        self
    }

    /// Number of entries.
    pub fn size(&self) -> u64 {
        self.leaves().len() as u64
    }

    /// The leaf hashes in order.
    pub fn leaves(&self) -> &[Node] {
        self.levels.first().map_or(&[], |leaves| leaves)
    }

    /// The roots of the full subtrees of `2^height` entries, in order: what a tile or another store of nodes holds.
    pub fn nodes(&self, height: u32) -> &[Node] {
        self.levels.get(height as usize).map_or(&[], |nodes| nodes)
    }

    /// Appends the hash of an entry, as [`leaf_hash`](super::rfc6962::leaf_hash) gives it.
    pub fn append(&mut self, leaf: Node) {
        self.extend(&[leaf]);
    }

    /// Appends the hashes of entries, many nodes at a time.
    pub fn extend(&mut self, leaves: &[Node]) {
        if leaves.is_empty() {
            return;
        }
        if self.levels.is_empty() {
            self.levels.push(Vec::new());
        }
        self.levels[0].extend_from_slice(leaves);
        let mut height = 0;
        while self.levels[height].len() > 1 {
            if self.levels.len() == height + 1 {
                self.levels.push(Vec::new());
            }
            let (below, above) = self.levels.split_at_mut(height + 1);
            let (below, above) = (&below[height], &mut above[0]);
            let (done, whole) = (above.len(), below.len() / 2);
            if done == whole {
                break;
            }
            let mut parents = below[2 * done..2 * whole].to_vec();
            hash_pairs(&self.hasher, &mut parents);
            above.extend_from_slice(&parents[..whole - done]);
            height += 1;
        }
    }

    /// The head of the log as it is.
    pub fn head(&self) -> Node {
        self.range(0, self.size())
    }

    /// The head that the log had when it held `size` entries.
    ///
    /// # Errors
    /// [`LogError::SizesReversed`] if it never held so many.
    pub fn head_at(&self, size: u64) -> Result<Node, LogError> {
        self.held(size)?;
        Ok(self.range(0, size))
    }

    /// Proof that entry `index` is in the log of `size` entries.
    ///
    /// # Errors
    /// [`LogError::SizesReversed`] if the log never held so many, [`LogError::IndexOutOfRange`].
    pub fn prove_inclusion(&self, index: u64, size: u64) -> Result<InclusionProof, LogError> {
        self.held(size)?;
        if index >= size {
            return Err(LogError::IndexOutOfRange { index, size });
        }
        let (mut start, mut len) = (0, size);
        let mut hashes = Vec::new();
        while len > 1 {
            let left = largest_power_below(len);
            if index - start < left {
                hashes.push(self.range(start + left, len - left));
                len = left;
            } else {
                hashes.push(self.range(start, left));
                (start, len) = (start + left, len - left);
            }
        }
        hashes.reverse();
        Ok(InclusionProof { index, size, hashes })
    }

    /// Proof that the log of `new` entries continues the one of `old` entries.
    ///
    /// # Errors
    /// [`LogError::EmptyTree`] for an `old` of zero, [`LogError::SizesReversed`] if it is above `new` or that above the size.
    pub fn prove_consistency(&self, old: u64, new: u64) -> Result<ConsistencyProof, LogError> {
        self.held(new)?;
        match old {
            0 => return Err(LogError::EmptyTree),
            _ if old > new => return Err(LogError::SizesReversed { old, new }),
            _ => {}
        }
        let (mut start, mut len) = (0, new);
        let mut hashes = Vec::new();
        // Until what is left is a subtree of both.
        while start + len > old {
            let left = largest_power_below(len);
            if old - start <= left {
                hashes.push(self.range(start + left, len - left));
                len = left;
            } else {
                hashes.push(self.range(start, left));
                (start, len) = (start + left, len - left);
            }
        }
        if start > 0 {
            hashes.push(self.range(start, len));
        }
        hashes.reverse();
        Ok(ConsistencyProof { old, new, hashes })
    }

    fn held(&self, size: u64) -> Result<(), LogError> {
        match self.size() {
            now if size > now => Err(LogError::SizesReversed { old: size, new: now }),
            _ => Ok(()),
        }
    }

    /// The head of the tree over `len` leaves from number `start` on, a multiple of a power of two that is not below `len`; all
    /// of them are there.
    fn range(&self, start: u64, len: u64) -> Node {
        let mut right: Option<Node> = None;
        // The full subtrees, smallest first.
        for height in 0..u64::BITS - len.leading_zeros() {
            if len >> height & 1 == 0 {
                continue;
            }
            let place = ((start + (len >> height << height)) >> height) - 1;
            let full = self.levels[height as usize][place as usize];
            right = Some(match right {
                Some(right) => node_hash(&full, &right),
                None => full,
            });
        }
        right.unwrap_or_else(|| sha256(b""))
    }
}

/// The largest power of two below `len`, which is above 1.
fn largest_power_below(len: u64) -> u64 {
    1 << (len - 1).ilog2()
}

/// Proof that an entry is in a log of some size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InclusionProof {
    /// Number of the entry.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::number"))]
    pub index: u64,
    /// Entries of the log.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::number"))]
    pub size: u64,
    /// The hashes beside the way up, from the bottom.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::nodes"))]
    pub hashes: Vec<Node>,
}

impl InclusionProof {
    /// Whether a leaf hash is number `index` of the log of `size` entries with that head. Both numbers are the verifier's, as in
    /// [`verify_inclusion`]: with those of the proof, whoever made it would choose what is proved.
    ///
    /// # Errors
    /// [`LogError::OtherPlace`] if the proof is of another entry or size; else as [`verify_inclusion`].
    pub fn verify(&self, leaf: &Node, index: u64, size: u64, head: &Node) -> Result<(), LogError> {
        if (self.index, self.size) != (index, size) {
            return Err(LogError::OtherPlace);
        }
        verify_inclusion(leaf, index, size, &self.hashes, head)
    }
}

/// Proof that a log continues a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConsistencyProof {
    /// Entries of the older log.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::number"))]
    pub old: u64,
    /// Entries of the newer log.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::number"))]
    pub new: u64,
    /// The hashes of the proof, from the bottom.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::nodes"))]
    pub hashes: Vec<Node>,
}

impl ConsistencyProof {
    /// Whether the log of `new` entries with head `new_head` continues that of `old` entries with head `old_head`. The sizes are
    /// the verifier's, who has them with the heads.
    ///
    /// # Errors
    /// [`LogError::OtherPlace`] if the proof is of other sizes; else as [`verify_consistency`].
    pub fn verify(&self, old: u64, new: u64, old_head: &Node, new_head: &Node) -> Result<(), LogError> {
        if (self.old, self.new) != (old, new) {
            return Err(LogError::OtherPlace);
        }
        verify_consistency(old, new, &self.hashes, old_head, new_head)
    }
}
