//! The tree of Ethereum's deposit contract: 2^32 places, appended to only, its count mixed into the root; finalized
//! deposits can be forgotten, and a snapshot of a few hashes stands for them.
//!
//! Source: EIP-4881, and the deposit contract for the tree itself.
//!
//! ```
//! use lanesmith_sha256::merkle::deposit::{DepositTree, ExecutionBlock};
//!
//! let mut tree = DepositTree::new();
//! for deposit in 0..100_u8 {
//!     tree.push([deposit; 32])?;
//! }
//! let block = ExecutionBlock { hash: [0xbb; 32], height: 1234 };
//! tree.finalize(70, block)?;
//!
//! // Another node starts from the snapshot and needs only the deposits after it.
//! let snapshot = tree.snapshot()?;
//! assert_eq!(snapshot.finalized.len(), 70_u32.count_ones() as usize);
//! let mut other = DepositTree::from_snapshot(&snapshot)?;
//! for deposit in 70..100_u8 {
//!     other.push([deposit; 32])?;
//! }
//! assert_eq!(other.root(), tree.root());
//! other.prove(80)?.verify(&tree.root()).expect("the proof holds");
//! # Ok::<(), lanesmith_sha256::merkle::deposit::DepositError>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::proof::{GeneralizedIndex, Proof};
use super::ssz::length_chunk;
use super::zero::zero;
use super::{Node, TreeHasher, mix_in_length};

/// Levels between the leaves and the root that the count is mixed into.
pub const DEPTH: u32 = 32;
/// The greatest number of deposits, one less than there are places: the contract's own limit.
pub const MAX_DEPOSITS: u64 = (1 << DEPTH) - 1;

/// What the tree or a snapshot does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DepositError {
    /// There are [`MAX_DEPOSITS`] already, or would be more.
    Full,
    /// More deposits are to be finalized than there are.
    NotYetDeposited {
        /// Deposits to be finalized.
        finalize: u64,
        /// Deposits in the tree.
        count: u64,
    },
    /// Fewer deposits are to be finalized than have been already.
    AlreadyFinalized {
        /// Deposits to be finalized.
        finalize: u64,
        /// Deposits finalized.
        finalized: u64,
    },
    /// Nothing has been finalized, so there is no snapshot.
    NothingFinalized,
    /// No such deposit.
    IndexOutOfRange {
        /// The deposit asked for.
        index: u64,
        /// Deposits in the tree.
        count: u64,
    },
    /// The deposit is finalized: the tree has forgotten it.
    Forgotten {
        /// The deposit asked for.
        index: u64,
        /// Deposits finalized.
        finalized: u64,
    },
    /// A snapshot has not one hash for each bit set in its count.
    WrongLength {
        /// Hashes given.
        given: usize,
        /// Hashes needed.
        needed: usize,
    },
    /// A snapshot's hashes do not lead to its root.
    RootMismatch {
        /// The root that they lead to.
        computed: Node,
    },
}

impl fmt::Display for DepositError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DepositError::Full => write!(f, "a deposit tree holds at most {MAX_DEPOSITS} deposits"),
            DepositError::NotYetDeposited { finalize, count } => {
                write!(f, "{finalize} deposits cannot be finalized: there are {count}")
            }
            DepositError::AlreadyFinalized { finalize, finalized } => {
                write!(f, "{finalize} deposits cannot be finalized: {finalized} have been already")
            }
            DepositError::NothingFinalized => f.write_str("no snapshot before a finalization"),
            DepositError::IndexOutOfRange { index, count } => write!(f, "deposit {index} of {count}"),
            DepositError::Forgotten { index, finalized } => {
                write!(f, "deposit {index} is among the {finalized} finalized ones, which are forgotten")
            }
            DepositError::WrongLength { given, needed } => {
                write!(f, "the snapshot has {given} hashes where its count needs {needed}")
            }
            DepositError::RootMismatch { .. } => {
                f.write_str("the snapshot's hashes lead to another root than it says")
            }
        }
    }
}

impl core::error::Error for DepositError {}

/// A block of the execution chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExecutionBlock {
    /// Its hash.
    #[cfg_attr(feature = "serde", serde(rename = "execution_block_hash", with = "super::wire::node"))]
    pub hash: Node,
    /// Its number.
    #[cfg_attr(feature = "serde", serde(rename = "execution_block_height", with = "super::wire::number"))]
    pub height: u64,
}

/// What is left of finalized deposits (EIP-4881, `DepositTreeSnapshot`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DepositSnapshot {
    /// Roots of the full subtrees, one for each bit set in the count, the largest subtree first.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::nodes"))]
    pub finalized: Vec<Node>,
    /// Root of the tree of just the finalized deposits, their count mixed in.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::node"))]
    pub deposit_root: Node,
    /// Number of finalized deposits.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::number"))]
    pub deposit_count: u64,
    /// The block up to which deposits were finalized.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub block: ExecutionBlock,
}

/// Full nodes of one height that are still needed, from number `start` on.
#[derive(Clone, Debug, Default)]
struct Level {
    start: u64,
    nodes: Vec<Node>,
}

impl Level {
    fn get(&self, place: u64) -> Option<&Node> {
        self.nodes.get(usize::try_from(place.checked_sub(self.start)?).ok()?)
    }
}

/// A deposit tree. Only nodes whose leaves are all there are kept; the path above the last leaf, up to 32 hashes, is
/// made anew for each root.
#[derive(Clone, Debug)]
pub struct DepositTree {
    hasher: TreeHasher,
    levels: [Level; DEPTH as usize],
    count: u64,
    finalized: u64,
    block: Option<ExecutionBlock>,
}

impl Default for DepositTree {
    fn default() -> Self {
        Self::new()
    }
}

impl DepositTree {
    /// A tree without deposits.
    pub fn new() -> Self {
        DepositTree {
            hasher: TreeHasher::new(),
            levels: Default::default(),
            count: 0,
            finalized: 0,
            block: None,
        }
    }

    /// The tree of the finalized deposits that a snapshot stands for.
    ///
    /// # Errors
    /// [`DepositError::WrongLength`], [`DepositError::RootMismatch`], and [`DepositError::Full`] for an impossible
    /// count.
    pub fn from_snapshot(snapshot: &DepositSnapshot) -> Result<Self, DepositError> {
        let count = snapshot.deposit_count;
        if count > MAX_DEPOSITS {
            return Err(DepositError::Full);
        }
        let needed = count.count_ones() as usize;
        if snapshot.finalized.len() != needed {
            return Err(DepositError::WrongLength { given: snapshot.finalized.len(), needed });
        }
        let mut tree = DepositTree::new();
        (tree.count, tree.finalized, tree.block) = (count, count, Some(snapshot.block));
        let mut smallest_first = snapshot.finalized.iter().rev();
        for (height, level) in tree.levels.iter_mut().enumerate() {
            level.start = count >> height & !1;
            if count >> height & 1 == 1 {
                level.nodes.extend(smallest_first.next());
            }
        }
        let computed = tree.root();
        if computed == snapshot.deposit_root {
            Ok(tree)
        } else {
            Err(DepositError::RootMismatch { computed })
        }
    }

    /// Number of deposits, forgotten ones included.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Number of finalized deposits.
    pub fn finalized(&self) -> u64 {
        self.finalized
    }

    /// Appends a deposit: the hash tree root of its `DepositData`.
    ///
    /// # Errors
    /// [`DepositError::Full`].
    pub fn push(&mut self, deposit_data_root: Node) -> Result<(), DepositError> {
        if self.count == MAX_DEPOSITS {
            return Err(DepositError::Full);
        }
        self.count += 1;
        let mut node = deposit_data_root;
        for (height, level) in self.levels.iter_mut().enumerate() {
            level.nodes.push(node);
            match level.nodes.as_slice() {
                [.., left, right] if self.count >> height & 1 == 0 => node = self.hasher.node(left, right),
                _ => break,
            }
        }
        Ok(())
    }

    /// The root, with the count mixed in: what the contract's `get_deposit_root` gives.
    pub fn root(&self) -> Node {
        let root = self.edge().last().map_or(*zero(DEPTH), |(_, parent)| parent);
        mix_in_length(&root, self.count)
    }

    /// The way up from the first free place: at each height the node on it, and its parent.
    fn edge(&self) -> impl Iterator<Item = (Node, Node)> {
        let mut node = *zero(0);
        self.levels.iter().zip(0..).map(move |(level, height)| {
            let here = node;
            node = match level.nodes.last() {
                Some(left) if self.count >> height & 1 == 1 => self.hasher.node(left, &here),
                _ => self.hasher.node(&here, zero(height)),
            };
            (here, node)
        })
    }

    /// Proof of a deposit that is not finalized, against [`root`](Self::root): 32 hashes and the count.
    ///
    /// # Errors
    /// [`DepositError::IndexOutOfRange`] and [`DepositError::Forgotten`].
    pub fn prove(&self, index: u64) -> Result<Proof, DepositError> {
        if index < self.finalized {
            return Err(DepositError::Forgotten { index, finalized: self.finalized });
        }
        let out_of_range = DepositError::IndexOutOfRange { index, count: self.count };
        if index >= self.count {
            return Err(out_of_range);
        }
        let leaf = *self.levels[0].get(index).ok_or(out_of_range)?;
        let mut branch = Vec::with_capacity(DEPTH as usize + 1);
        for ((level, height), (edge, _)) in self.levels.iter().zip(0..).zip(self.edge()) {
            let sibling = index >> height ^ 1;
            branch.push(match level.get(sibling) {
                Some(full) => *full,
                None if sibling == self.count >> height => edge,
                None => *zero(height),
            });
        }
        branch.push(length_chunk(self.count));
        // Left of the count, so the bit after the leading one is zero.
        let index = GeneralizedIndex::of_leaf(DEPTH + 1, index).map_err(|_| out_of_range)?;
        Ok(Proof { index, leaf, branch })
    }

    /// Marks the first `count` deposits, those up to `block`, as final, and forgets what only they needed.
    ///
    /// # Errors
    /// [`DepositError::NotYetDeposited`] and [`DepositError::AlreadyFinalized`]; the tree stays as it is then.
    pub fn finalize(&mut self, count: u64, block: ExecutionBlock) -> Result<(), DepositError> {
        if count > self.count {
            return Err(DepositError::NotYetDeposited { finalize: count, count: self.count });
        }
        if count < self.finalized {
            return Err(DepositError::AlreadyFinalized { finalize: count, finalized: self.finalized });
        }
        for (height, level) in self.levels.iter_mut().enumerate() {
            // The root of a finalized full subtree is kept, and is the first of a pair then.
            let start = count >> height & !1;
            let forgotten = (start - level.start) as usize;
            level.nodes.drain(..forgotten.min(level.nodes.len()));
            level.start = start;
        }
        self.finalized = count;
        self.block = Some(block);
        Ok(())
    }

    /// What stands for the finalized deposits.
    ///
    /// # Errors
    /// [`DepositError::NothingFinalized`] before the first [`finalize`](Self::finalize).
    pub fn snapshot(&self) -> Result<DepositSnapshot, DepositError> {
        let block = self.block.ok_or(DepositError::NothingFinalized)?;
        let count = self.finalized;
        let mut node = *zero(0);
        let mut finalized = Vec::new();
        for (level, height) in self.levels.iter().zip(0..) {
            node = match level.get(count >> height & !1) {
                Some(left) if count >> height & 1 == 1 => {
                    finalized.push(*left);
                    self.hasher.node(left, &node)
                }
                _ => self.hasher.node(&node, zero(height)),
            };
        }
        finalized.reverse();
        let deposit_root = mix_in_length(&node, count);
        Ok(DepositSnapshot { finalized, deposit_root, deposit_count: count, block })
    }
}
