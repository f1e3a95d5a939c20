//! Bitcoin's Merkle trees: double SHA-256, the last node of an odd level paired with itself.
//!
//! Hashes are in the byte order that they are hashed in, which is the reverse of how transaction and block hashes
//! are shown: [`Shown`] turns them. Source: Bitcoin Core, `src/consensus/merkle.cpp`; block 100 000 for the example.
//!
//! ```
//! use lanesmith_sha256::merkle::bitcoin;
//!
//! let hex = |text: &str| text.parse::<bitcoin::Shown>().expect("64 digits").0;
//! let txids = [
//!     hex("8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87"),
//!     hex("fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4"),
//!     hex("6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4"),
//!     hex("e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d"),
//! ];
//! let tree = bitcoin::merkle_root(&txids).expect("a block has transactions");
//! assert_eq!(tree.root, hex("f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766"));
//! assert!(!tree.mutated);
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::batch::hash_messages;
use super::wire::{WireError, from_hex};
use super::{Node, TreeHasher};

/// A hash in the order in which Bitcoin shows it: its bytes from the last to the first, as hexadecimal digits.
///
/// ```
/// use lanesmith_sha256::merkle::bitcoin::Shown;
/// let genesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
/// let Shown(hash) = genesis.parse()?;
/// assert_eq!((hash[0], hash[31]), (0x6f, 0));
/// assert_eq!(Shown(hash).to_string(), genesis);
/// # Ok::<(), lanesmith_sha256::merkle::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown(pub Node);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl core::str::FromStr for Shown {
    type Err = WireError;

    fn from_str(text: &str) -> Result<Self, WireError> {
        let bytes = from_hex(text)?;
        let given = bytes.len();
        let mut node: Node = bytes.try_into().map_err(|_| WireError::Length { given, needed: 32 })?;
        node.reverse();
        Ok(Shown(node))
    }
}

/// Root of the transactions of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MerkleRoot {
    /// The root.
    pub root: Node,
    /// Whether two nodes that were paired are the same. Such a list has the same root as a shorter one without the
    /// repeated end (CVE-2012-2459): a block with it must be refused without being remembered as invalid, for the
    /// shorter one may be valid.
    pub mutated: bool,
}

/// A branch that cannot be made, or does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BranchError {
    /// No such transaction.
    IndexOutOfRange {
        /// The transaction asked for.
        index: u64,
        /// Number of transactions.
        count: u64,
    },
    /// The branch has not one hash per level.
    WrongLength {
        /// Hashes given.
        given: usize,
        /// Hashes needed.
        needed: usize,
    },
    /// At that level, the lowest being 0, a node is paired with itself that has another neighbour, or the reverse:
    /// the list was changed as in CVE-2012-2459, or the number of transactions is another.
    Mutated {
        /// The level.
        level: usize,
    },
    /// The branch leads to another root.
    RootMismatch {
        /// The root that it leads to.
        computed: Node,
    },
}

impl fmt::Display for BranchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BranchError::IndexOutOfRange { index, count } => {
                write!(f, "transaction {index} of a block of {count}")
            }
            BranchError::WrongLength { given, needed } => {
                write!(f, "the branch has {given} hashes where {needed} are needed")
            }
            BranchError::Mutated { level } => {
                write!(
                    f,
                    "at level {level} of the branch a node is wrongly paired with itself, or with another"
                )
            }
            BranchError::RootMismatch { .. } => f.write_str("the branch leads to another root"),
        }
    }
}

impl core::error::Error for BranchError {}

/// Root of a list of transaction hashes (or witness transaction hashes); `None` if there are none.
pub fn merkle_root(txids: &[Node]) -> Option<MerkleRoot> {
    merkle_root_with(&TreeHasher::new(), txids)
}

/// [`merkle_root`] on chosen engines.
pub fn merkle_root_with(hasher: &TreeHasher, txids: &[Node]) -> Option<MerkleRoot> {
    let mut mutated = false;
    let root = climb(hasher, txids, |level| {
        mutated |= level.as_chunks::<2>().0.iter().any(|[left, right]| left == right);
    })?;
    Some(MerkleRoot { root, mutated })
}

/// The hashes beside the way from transaction `index` to the root, from the bottom.
///
/// ```
/// use lanesmith_sha256::merkle::bitcoin;
///
/// let txids = [[1; 32], [2; 32], [3; 32]];
/// let root = bitcoin::merkle_root(&txids).unwrap().root;
/// let branch = bitcoin::branch(&txids, 2)?;
/// bitcoin::verify_branch(&txids[2], 2, 3, &branch, &root)?;
/// // The third transaction is paired with itself: it is no fourth one.
/// assert!(bitcoin::verify_branch(&txids[2], 3, 4, &branch, &root).is_err());
/// # Ok::<(), bitcoin::BranchError>(())
/// ```
///
/// # Errors
/// [`BranchError::IndexOutOfRange`].
pub fn branch(txids: &[Node], index: usize) -> Result<Vec<Node>, BranchError> {
    branch_with(&TreeHasher::new(), txids, index)
}

/// [`branch`] on chosen engines.
///
/// # Errors
/// As [`branch`].
pub fn branch_with(hasher: &TreeHasher, txids: &[Node], index: usize) -> Result<Vec<Node>, BranchError> {
    if index >= txids.len() {
        return Err(BranchError::IndexOutOfRange { index: index as u64, count: txids.len() as u64 });
    }
    let mut branch = Vec::new();
    let mut place = index;
    climb(hasher, txids, |level| {
        branch.push(*level.get(place ^ 1).unwrap_or(&level[place]));
        place /= 2;
    });
    Ok(branch)
}

/// Whether a transaction is number `index` of the `count` in the block with that root.
///
/// The number of transactions must be known: without it, a transaction can be passed off under several indices. And
/// `txid` must be the hash of a transaction that was seen: an inner node of the tree is the hash of 64 bytes too, so
/// a hash alone may be one (CVE-2017-12842).
///
/// # Errors
/// [`BranchError::RootMismatch`] if it is not; else what is wrong with the branch.
pub fn verify_branch(
    txid: &Node,
    index: u64,
    count: u64,
    branch: &[Node],
    root: &Node,
) -> Result<(), BranchError> {
    if index >= count {
        return Err(BranchError::IndexOutOfRange { index, count });
    }
    // The depth of the tree: the bits of the last index.
    let needed = (u64::BITS - (count - 1).leading_zeros()) as usize;
    if branch.len() != needed {
        return Err(BranchError::WrongLength { given: branch.len(), needed });
    }
    let mut node = *txid;
    for (level, sibling) in branch.iter().enumerate() {
        let (place, last) = (index >> level, (count - 1) >> level);
        let alone = place == last && place % 2 == 0;
        if alone != (node == *sibling) {
            return Err(BranchError::Mutated { level });
        }
        node = if place % 2 == 0 { node_hash(&node, sibling) } else { node_hash(sibling, &node) };
    }
    if node == *root { Ok(()) } else { Err(BranchError::RootMismatch { computed: node }) }
}

/// Parent of two nodes: the double SHA-256 of the two.
///
/// ```
/// use lanesmith_sha256::{merkle::bitcoin::node_hash, sha256};
/// assert_eq!(node_hash(&[1; 32], &[2; 32]), sha256(&sha256(&[[1; 32], [2; 32]].concat())));
/// ```
pub fn node_hash(left: &Node, right: &Node) -> Node {
    let mut both = [0; 64];
    both[..32].copy_from_slice(left);
    both[32..].copy_from_slice(right);
    crate::double_hash64(&both)
}

/// Goes from the bottom level to the root, showing each level that is to be paired.
fn climb(hasher: &TreeHasher, txids: &[Node], mut see: impl FnMut(&[Node])) -> Option<Node> {
    let mut level = txids.to_vec();
    while level.len() > 1 {
        see(&level);
        if level.len() % 2 == 1 {
            level.extend_from_within(level.len() - 1..);
        }
        let parents = hasher.level_in_place(&mut level);
        level.truncate(parents);
        hash_messages::<32, 1>(hasher.messages(), &mut level, parents, |level, i| level[i]);
    }
    level.first().copied()
}
