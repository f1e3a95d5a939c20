//! Merkle trees of transparency logs: RFC 6962, section 2.1; verification as in RFC 9162, sections 2.1.3.2 and
//! 2.1.4.2.
//!
//! Leaves and inner nodes are hashed behind different prefix bytes, so neither can be taken for the other; a node
//! without a neighbour is carried to the next level as it is.
//!
//! ```
//! use lanesmith_sha256::merkle::rfc6962;
//!
//! let log: Vec<_> = (0..11_u8).map(|entry| rfc6962::leaf_hash(&[entry])).collect();
//! let (old, new) = (rfc6962::tree_head(&log[..6]), rfc6962::tree_head(&log));
//!
//! let proof = rfc6962::prove_inclusion(&log, 7)?;
//! rfc6962::verify_inclusion(&log[7], 7, 11, &proof, &new)?;
//!
//! let proof = rfc6962::prove_consistency(&log, 6)?;
//! rfc6962::verify_consistency(6, 11, &proof, &old, &new)?;
//! # Ok::<(), rfc6962::LogError>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::batch::hash_messages;
use super::{Node, TreeHasher};
use crate::{Sha256, hash33, hash65, sha256};

/// A proof that cannot be made, or does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogError {
    /// No such entry.
    IndexOutOfRange {
        /// The entry asked for.
        index: u64,
        /// Number of entries.
        size: u64,
    },
    /// The older tree is the larger one.
    SizesReversed {
        /// Size of the older tree.
        old: u64,
        /// Size of the newer tree.
        new: u64,
    },
    /// The older tree is empty: everything is consistent with it, so there is nothing to prove.
    EmptyTree,
    /// The proof has not as many hashes as the sizes need.
    WrongLength {
        /// Hashes given.
        given: usize,
        /// Hashes needed.
        needed: usize,
    },
    /// The proof leads to another head of the (newer) tree.
    RootMismatch {
        /// The head that it leads to.
        computed: Node,
    },
    /// The proof leads to another head of the older tree.
    OldRootMismatch {
        /// The head that it leads to.
        computed: Node,
    },
    /// The proof is of another entry, or of a tree of another size, than was asked for.
    OtherPlace,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::IndexOutOfRange { index, size } => write!(f, "entry {index} of a tree of {size}"),
            LogError::SizesReversed { old, new } => {
                write!(f, "the older tree has {old} entries, the newer one only {new}")
            }
            LogError::EmptyTree => f.write_str("a proof of consistency with an empty tree means nothing"),
            LogError::WrongLength { given, needed } => {
                write!(f, "the proof has {given} hashes where {needed} are needed")
            }
            LogError::RootMismatch { .. } => f.write_str("the proof leads to another tree head"),
            LogError::OldRootMismatch { .. } => {
                f.write_str("the proof leads to another head of the older tree")
            }
            LogError::OtherPlace => f.write_str("the proof is of another entry or size than was asked for"),
        }
    }
}

impl core::error::Error for LogError {}

/// Hash of an entry: SHA-256 of a zero byte and the entry.
///
/// ```
/// use lanesmith_sha256::{merkle::rfc6962::leaf_hash, sha256};
/// assert_eq!(leaf_hash(b"entry"), sha256(b"\0entry"));
/// ```
pub fn leaf_hash(entry: &[u8]) -> Node {
    if let Ok(digest) = <&Node>::try_from(entry) {
        let mut message = [0; 33];
        message[1..].copy_from_slice(digest);
        return hash33(&message);
    }
    let mut hasher = Sha256::new();
    hasher.update([0]);
    hasher.update(entry);
    hasher.finalize()
}

/// Parent of two nodes: SHA-256 of a one byte and the two.
///
/// ```
/// use lanesmith_sha256::{merkle::rfc6962::node_hash, sha256};
/// assert_eq!(node_hash(&[8; 32], &[9; 32]), sha256(&[&[1][..], &[8; 32], &[9; 32]].concat()));
/// ```
pub fn node_hash(left: &Node, right: &Node) -> Node {
    hash65(&node_message(left, right))
}

fn node_message(left: &Node, right: &Node) -> [u8; 65] {
    let mut message = [1; 65];
    message[1..33].copy_from_slice(left);
    message[33..].copy_from_slice(right);
    message
}

/// Head of the tree over these leaf hashes.
///
/// ```
/// use lanesmith_sha256::{merkle::rfc6962::tree_head, sha256};
/// assert_eq!(tree_head(&[]), sha256(b""));
/// ```
pub fn tree_head(leaves: &[Node]) -> Node {
    tree_head_with(&TreeHasher::new(), leaves)
}

/// [`tree_head`] on chosen engines.
pub fn tree_head_with(hasher: &TreeHasher, leaves: &[Node]) -> Node {
    climb(hasher, leaves, |_, _| ()).unwrap_or_else(|| sha256(b""))
}

/// Proof that the leaf at `index` is in the tree over these leaf hashes: the hashes beside its way up, from the
/// bottom.
///
/// # Errors
/// [`LogError::IndexOutOfRange`].
pub fn prove_inclusion(leaves: &[Node], index: usize) -> Result<Vec<Node>, LogError> {
    prove_inclusion_with(&TreeHasher::new(), leaves, index)
}

/// [`prove_inclusion`] on chosen engines.
///
/// # Errors
/// As [`prove_inclusion`].
pub fn prove_inclusion_with(
    hasher: &TreeHasher,
    leaves: &[Node],
    index: usize,
) -> Result<Vec<Node>, LogError> {
    if index >= leaves.len() {
        return Err(LogError::IndexOutOfRange { index: index as u64, size: leaves.len() as u64 });
    }
    let mut proof = Vec::new();
    climb(hasher, leaves, |height, level| proof.extend(level.get(index >> height ^ 1)));
    Ok(proof)
}

/// Proof that the tree over these leaf hashes continues the one over its first `old` leaves.
///
/// # Errors
/// [`LogError::EmptyTree`] for an `old` of zero, [`LogError::SizesReversed`] if it is above the number of leaves.
pub fn prove_consistency(leaves: &[Node], old: usize) -> Result<Vec<Node>, LogError> {
    prove_consistency_with(&TreeHasher::new(), leaves, old)
}

/// [`prove_consistency`] on chosen engines.
///
/// # Errors
/// As [`prove_consistency`].
pub fn prove_consistency_with(
    hasher: &TreeHasher,
    leaves: &[Node],
    old: usize,
) -> Result<Vec<Node>, LogError> {
    let (start, known) = boundary(old as u64, leaves.len() as u64)?;
    let mut proof = Vec::new();
    if old == leaves.len() {
        return Ok(proof);
    }
    let place = |height: u32| (old - 1) >> height;
    climb(hasher, leaves, |height, level| {
        if height == start && !known {
            proof.extend(level.get(place(height)));
        }
        if height >= start {
            proof.extend(level.get(place(height) ^ 1));
        }
    });
    Ok(proof)
}

/// Whether a leaf hash is number `index` of the tree of `size` leaves with head `root`.
///
/// The size must come with the head, from whoever is trusted for both, and not with the proof: with another size the same
/// hashes can put the leaf elsewhere ("number 4 of 5" is "number 1 of 2").
///
/// # Errors
/// [`LogError::RootMismatch`] if it is not; [`LogError::IndexOutOfRange`] and [`LogError::WrongLength`] where that
/// cannot be asked.
pub fn verify_inclusion(
    leaf: &Node,
    index: u64,
    size: u64,
    proof: &[Node],
    root: &Node,
) -> Result<(), LogError> {
    if index >= size {
        return Err(LogError::IndexOutOfRange { index, size });
    }
    let needed = siblings(index, size - 1).count();
    if proof.len() != needed {
        return Err(LogError::WrongLength { given: proof.len(), needed });
    }
    let computed = siblings(index, size - 1).zip(proof).fold(*leaf, |node, (side, sibling)| match side {
        Side::Left => node_hash(sibling, &node),
        Side::Right => node_hash(&node, sibling),
    });
    if computed == *root { Ok(()) } else { Err(LogError::RootMismatch { computed }) }
}

/// Whether the tree of `new` leaves with head `new_root` continues the one of `old` leaves with head `old_root`.
///
/// # Errors
/// [`LogError::OldRootMismatch`] and [`LogError::RootMismatch`] if not; [`LogError::EmptyTree`],
/// [`LogError::SizesReversed`] and [`LogError::WrongLength`] where that cannot be asked.
pub fn verify_consistency(
    old: u64,
    new: u64,
    proof: &[Node],
    old_root: &Node,
    new_root: &Node,
) -> Result<(), LogError> {
    let (start, known) = boundary(old, new)?;
    if old == new {
        return match proof.len() {
            0 if old_root == new_root => Ok(()),
            0 => Err(LogError::RootMismatch { computed: *old_root }),
            given => Err(LogError::WrongLength { given, needed: 0 }),
        };
    }
    let (place, last) = ((old - 1) >> start, (new - 1) >> start);
    let needed = siblings(place, last).count() + usize::from(!known);
    let wrong_length = LogError::WrongLength { given: proof.len(), needed };
    if proof.len() != needed {
        return Err(wrong_length);
    }
    let (first, rest) = if known { (old_root, proof) } else { proof.split_first().ok_or(wrong_length)? };
    let (mut old_head, mut new_head) = (*first, *first);
    for (side, sibling) in siblings(place, last).zip(rest) {
        match side {
            Side::Left => {
                old_head = node_hash(sibling, &old_head);
                new_head = node_hash(sibling, &new_head);
            }
            // Right of the older tree: the newer one only.
            Side::Right => new_head = node_hash(&new_head, sibling),
        }
    }
    if old_head != *old_root {
        return Err(LogError::OldRootMismatch { computed: old_head });
    }
    if new_head != *new_root {
        return Err(LogError::RootMismatch { computed: new_head });
    }
    Ok(())
}

/// Height of the largest full subtree at the end of the older tree, where a consistency proof starts, and whether it
/// is the older tree itself, so that its head is known.
fn boundary(old: u64, new: u64) -> Result<(u32, bool), LogError> {
    if old == 0 {
        return Err(LogError::EmptyTree);
    }
    if old > new {
        return Err(LogError::SizesReversed { old, new });
    }
    Ok((old.trailing_zeros(), old.is_power_of_two()))
}

enum Side {
    Left,
    Right,
}

/// On which side each sibling is on the way up from node `place` of a level whose last node is `last`; levels
/// without a sibling are passed over.
fn siblings(place: u64, last: u64) -> impl Iterator<Item = Side> {
    (0..u64::BITS)
        .map(move |height| (place >> height, last >> height))
        .take_while(|(_, last)| *last > 0)
        .filter_map(|(place, last)| match place {
            _ if place % 2 == 1 => Some(Side::Left),
            _ if place < last => Some(Side::Right),
            _ => None,
        })
}

/// Goes from the leaves to the head, showing each level of two nodes or more and its height.
fn climb(hasher: &TreeHasher, leaves: &[Node], mut see: impl FnMut(u32, &[Node])) -> Option<Node> {
    let mut level = leaves.to_vec();
    let mut height = 0;
    while level.len() > 1 {
        see(height, &level);
        let (pairs, alone) = (level.len() / 2, level.len() % 2);
        hash_pairs(hasher, &mut level);
        if alone == 1 {
            level[pairs] = level[2 * pairs];
        }
        level.truncate(pairs + alone);
        height += 1;
    }
    level.first().copied()
}

/// The parents of neighbours, at the front of `nodes`; an odd last one stays where it is.
pub(crate) fn hash_pairs(hasher: &TreeHasher, nodes: &mut [Node]) {
    let pairs = nodes.len() / 2;
    hash_messages::<65, 2>(hasher.messages(), nodes, pairs, |nodes, i| {
        node_message(&nodes[2 * i], &nodes[2 * i + 1])
    });
}
