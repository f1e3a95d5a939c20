//! Proofs that nodes are in a tree, single or many at once, by SSZ generalized index.
//!
//! Source: consensus-specs, `ssz/merkle-proofs.md`. The order of the hashes in a proof is the one given there, so
//! proofs can be exchanged with other implementations.
//!
//! ```
//! use lanesmith_sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource};
//!
//! let chunks = [[1; 32], [2; 32], [3; 32], [4; 32], [5; 32]];
//! let tree = ChunkTree::new(&chunks, Some(8))?;
//! let root = tree.node(GeneralizedIndex::ROOT)?;
//!
//! // A verifier asks for the places that it means: those in a proof are the prover's word.
//! let place = GeneralizedIndex::of_leaf(3, 2)?;
//! tree.prove(place)?.verify_at(place, &root)?;
//!
//! let leaves = [0, 1, 4].map(|leaf| GeneralizedIndex::of_leaf(3, leaf).unwrap());
//! let proof = tree.prove_many(&leaves)?;
//! assert_eq!(proof.helpers.len(), 3);
//! proof.verify_at(&leaves, &root)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A list has its length mixed in above its elements; [`WithLength`] puts that level on top of any tree.
//!
//! Long because proofs, multiproofs and their verification share one arithmetic of generalized indices.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU64;

use super::ssz::{length_chunk, tree_depth};
use super::zero::zero;
use super::{Node, TreeError, TreeHasher};

/// Place of a node in a binary tree: 2^depth + index in that depth, so that the root is 1 and the children of `k`
/// are `2k` and `2k + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GeneralizedIndex(NonZeroU64);

impl GeneralizedIndex {
    /// The root.
    pub const ROOT: Self = GeneralizedIndex(NonZeroU64::MIN);

    /// The place of that number.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::proof::GeneralizedIndex;
    /// assert_eq!(GeneralizedIndex::new(6)?.depth(), 2);
    /// assert!(GeneralizedIndex::new(0).is_err());
    /// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::ZeroIndex`].
    pub const fn new(index: u64) -> Result<Self, ProofError> {
        match NonZeroU64::new(index) {
            Some(index) => Ok(GeneralizedIndex(index)),
            None => Err(ProofError::ZeroIndex),
        }
    }

    /// The place of node number `index` of those at `depth`.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::proof::GeneralizedIndex;
    /// assert_eq!(GeneralizedIndex::of_leaf(3, 5)?.get(), 13);
    /// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::NoSuchNode`] if there are no more than `index` nodes at that depth, or the depth is above 63.
    pub const fn of_leaf(depth: u32, index: u64) -> Result<Self, ProofError> {
        match 1_u64.checked_shl(depth) {
            Some(first) if index < first => Self::new(first | index),
            _ => Err(ProofError::NoSuchNode { depth, index }),
        }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0.get()
    }

    /// Levels below the root; also the length of a branch from here.
    pub const fn depth(self) -> u32 {
        self.0.ilog2()
    }

    /// Number of the node among those of its depth.
    pub const fn index_in_level(self) -> u64 {
        self.get() ^ 1 << self.depth()
    }

    /// The node that shares its parent; the root has none.
    pub const fn sibling(self) -> Option<Self> {
        match NonZeroU64::new(self.get() ^ 1) {
            Some(sibling) => Some(GeneralizedIndex(sibling)),
            None => None,
        }
    }

    /// The node above; the root has none.
    pub const fn parent(self) -> Option<Self> {
        match NonZeroU64::new(self.get() >> 1) {
            Some(parent) => Some(GeneralizedIndex(parent)),
            None => None,
        }
    }

    /// Where `inner`, a place in the tree that hangs at this node, is in the whole tree.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::proof::GeneralizedIndex;
    /// // Field 2 of 4, and in it element 5 of 8.
    /// let (field, element) = (GeneralizedIndex::of_leaf(2, 2)?, GeneralizedIndex::of_leaf(3, 5)?);
    /// assert_eq!(field.concat(element)?.get(), 0b110101);
    /// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::TooDeep`] if the place has no number of 64 bits.
    pub fn concat(self, inner: Self) -> Result<Self, ProofError> {
        let depth = self.depth() + inner.depth();
        if depth >= u64::BITS {
            return Err(ProofError::TooDeep { index: inner.get(), depth: u64::BITS - 1 });
        }
        Self::new(self.get() << inner.depth() | inner.index_in_level())
    }

    /// The siblings of the nodes on the way to the root, from the bottom: the places of a branch's hashes.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::proof::GeneralizedIndex;
    /// let branch = GeneralizedIndex::new(13)?.branch().map(GeneralizedIndex::get);
    /// assert!(branch.eq([12, 7, 2]));
    /// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
    /// ```
    pub fn branch(self) -> impl Iterator<Item = Self> {
        core::iter::successors(Some(self), |node| node.parent()).map_while(Self::sibling)
    }
}

impl fmt::Display for GeneralizedIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A proof that cannot be made, or does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// Zero is no generalized index.
    ZeroIndex,
    /// There is no node of that number at that depth.
    NoSuchNode {
        /// Levels below the root.
        depth: u32,
        /// The node asked for.
        index: u64,
    },
    /// The tree does not reach down to that place.
    TooDeep {
        /// The place asked for.
        index: u64,
        /// Depth of the tree.
        depth: u32,
    },
    /// The tree has changed since it was last hashed.
    NotHashed,
    /// Nothing to prove.
    NoIndices,
    /// A place is given twice.
    DuplicateIndex {
        /// The place.
        index: u64,
    },
    /// A place lies on the way from another one to the root: its hash would follow from the other's, and a verifier
    /// that takes both without comparing them can be deceived.
    NestedIndices {
        /// The upper one of the two.
        index: u64,
    },
    /// The proof has not as many hashes as the places need.
    WrongLength {
        /// Hashes given.
        given: usize,
        /// Hashes needed.
        needed: usize,
    },
    /// The proof leads to another root.
    RootMismatch {
        /// The root that it leads to.
        computed: Node,
    },
    /// The proof is of other places than those asked for.
    OtherPlaces,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::ZeroIndex => f.write_str("zero is no generalized index: the root is 1"),
            ProofError::NoSuchNode { depth, index } => write!(f, "there is no node {index} at depth {depth}"),
            ProofError::TooDeep { index, depth } => {
                write!(f, "generalized index {index} lies below a tree of depth {depth}")
            }
            ProofError::NotHashed => {
                f.write_str("the tree has changed since it was last hashed: update it first")
            }
            ProofError::NoIndices => f.write_str("a multiproof needs at least one generalized index"),
            ProofError::DuplicateIndex { index } => write!(f, "generalized index {index} is given twice"),
            ProofError::NestedIndices { index } => {
                write!(f, "generalized index {index} lies above another one given")
            }
            ProofError::WrongLength { given, needed } => {
                write!(f, "the proof has {given} hashes where {needed} are needed")
            }
            ProofError::RootMismatch { .. } => f.write_str("the proof leads to another root"),
            ProofError::OtherPlaces => f.write_str("the proof is of other places than those asked for"),
        }
    }
}

impl core::error::Error for ProofError {}

/// A tree that gives any of its nodes, and so proofs.
pub trait ProofSource {
    /// The node at a place.
    ///
    /// # Errors
    /// [`ProofError::TooDeep`] where the tree has no such node, and what else the tree documents.
    fn node(&self, index: GeneralizedIndex) -> Result<Node, ProofError>;

    /// Proof of one node.
    ///
    /// # Errors
    /// As [`node`](Self::node).
    fn prove(&self, index: GeneralizedIndex) -> Result<Proof, ProofError> {
        let leaf = self.node(index)?;
        let branch = index.branch().map(|place| self.node(place)).collect::<Result<_, _>>()?;
        Ok(Proof { index, leaf, branch })
    }

    /// Proof of several nodes, which shares what their branches have in common.
    ///
    /// # Errors
    /// As [`helper_indices`] and [`node`](Self::node).
    fn prove_many(&self, indices: &[GeneralizedIndex]) -> Result<MultiProof, ProofError> {
        let helpers = helper_indices(indices)?;
        let helpers = helpers.into_iter().map(|place| self.node(place)).collect::<Result<_, _>>()?;
        let leaves = indices.iter().map(|&place| Ok((place, self.node(place)?))).collect::<Result<_, _>>()?;
        Ok(MultiProof { leaves, helpers })
    }
}

/// The tree over a slice of chunks, as [`merkleize`](super::merkleize) sees it. Keeps no nodes: each one asked for is
/// hashed anew from the chunks below it, so that a proof costs about as much as a root. For many proofs from one tree
/// use [`CachedTree`](super::CachedTree).
#[derive(Clone, Copy, Debug)]
pub struct ChunkTree<'a> {
    chunks: &'a [Node],
    depth: u32,
    hasher: TreeHasher,
}

impl<'a> ChunkTree<'a> {
    /// The tree over `chunks` with room for `limit` of them.
    ///
    /// # Errors
    /// As [`merkleize`](super::merkleize).
    pub fn new(chunks: &'a [Node], limit: Option<u64>) -> Result<Self, TreeError> {
        let depth = tree_depth(chunks.len() as u64, limit)?;
        Ok(ChunkTree { chunks, depth, hasher: TreeHasher::new() })
    }

    /// The same, hashed in the given way.
    #[must_use]
    pub fn hashed_by(mut self, hasher: TreeHasher) -> Self {
        self.hasher = hasher;
        self
    }

    /// Levels below the root.
    pub fn depth(&self) -> u32 {
        self.depth
    }
}

impl ProofSource for ChunkTree<'_> {
    fn node(&self, index: GeneralizedIndex) -> Result<Node, ProofError> {
        let Some(height) = self.depth.checked_sub(index.depth()) else {
            return Err(ProofError::TooDeep { index: index.get(), depth: self.depth });
        };
        // At most 2^62 by the limit on depths, so these fit.
        let start = index.index_in_level() << height;
        let end = start + (1 << height);
        let count = self.chunks.len() as u64;
        if start >= count {
            return Ok(*zero(height));
        }
        Ok(self.hasher.root(&self.chunks[start as usize..end.min(count) as usize], None, height))
    }
}

/// A tree with a length mixed in on top: the root of an SSZ list, whose elements' tree is its left child.
///
/// ```
/// use lanesmith_sha256::merkle::{mix_in_length, proof::{ChunkTree, GeneralizedIndex, ProofSource, WithLength}};
///
/// let elements = ChunkTree::new(&[[1; 32], [2; 32]], Some(1 << 40))?;
/// let list = WithLength::new(elements, 2);
/// let root = list.node(GeneralizedIndex::ROOT)?;
/// assert_eq!(root, mix_in_length(&elements.node(GeneralizedIndex::ROOT)?, 2));
///
/// // Element 1, and the length, of a List[Bytes32, 2^40].
/// list.prove_many(&[GeneralizedIndex::of_leaf(41, 1)?, WithLength::<ChunkTree>::LENGTH])?.verify(&root)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithLength<T> {
    elements: T,
    length: u64,
}

impl<T> WithLength<T> {
    /// Place of the elements' tree.
    pub const ELEMENTS: GeneralizedIndex = GeneralizedIndex(NonZeroU64::new(2).unwrap());
    /// Place of the length.
    pub const LENGTH: GeneralizedIndex = GeneralizedIndex(NonZeroU64::new(3).unwrap());

    /// Mixes `length` into the root of `elements`.
    pub fn new(elements: T, length: u64) -> Self {
        WithLength { elements, length }
    }
}

impl<T: ProofSource> ProofSource for WithLength<T> {
    fn node(&self, index: GeneralizedIndex) -> Result<Node, ProofError> {
        let Some(below) = index.depth().checked_sub(1) else {
            let root = self.elements.node(GeneralizedIndex::ROOT)?;
            return Ok(super::mix_in_length(&root, self.length));
        };
        if index == Self::LENGTH {
            return Ok(length_chunk(self.length));
        }
        match GeneralizedIndex::of_leaf(below, index.index_in_level()) {
            Ok(inner) => self.elements.node(inner).map_err(|error| match error {
                ProofError::TooDeep { depth, .. } => {
                    ProofError::TooDeep { index: index.get(), depth: depth + 1 }
                }
                other => other,
            }),
            // Under the length, which is a leaf.
            Err(_) => Err(ProofError::TooDeep { index: index.get(), depth: 1 }),
        }
    }
}

impl<T: ProofSource + ?Sized> ProofSource for &T {
    fn node(&self, index: GeneralizedIndex) -> Result<Node, ProofError> {
        T::node(self, index)
    }
}

/// Proof of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// Where the node is.
    pub index: GeneralizedIndex,
    /// The node.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::node"))]
    pub leaf: Node,
    /// The siblings on the way to the root, from the bottom.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::nodes"))]
    pub branch: Vec<Node>,
}

impl Proof {
    /// The root that the proof leads to.
    ///
    /// # Errors
    /// [`ProofError::WrongLength`].
    pub fn root(&self) -> Result<Node, ProofError> {
        root_of_branch(&self.leaf, &self.branch, self.index)
    }

    /// Whether the proof leads to `root` from the place that it names itself. Whoever made it chose that place: a proof from
    /// elsewhere may name an inner node, whose hash is as good a leaf as any. [`verify_at`](Self::verify_at) asks for the
    /// place that you mean.
    ///
    /// # Errors
    /// [`ProofError::RootMismatch`] if not, [`ProofError::WrongLength`] if the branch does not fit the place.
    pub fn verify(&self, root: &Node) -> Result<(), ProofError> {
        same_root(self.root()?, root)
    }

    /// Whether [`leaf`](Self::leaf) is the node at `place` of the tree with that root.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::proof::{ChunkTree, GeneralizedIndex, Proof, ProofError, ProofSource};
    ///
    /// let chunks = [[1; 32], [2; 32], [3; 32], [4; 32]];
    /// let tree = ChunkTree::new(&chunks, None)?;
    /// let (root, first) = (tree.node(GeneralizedIndex::ROOT)?, GeneralizedIndex::of_leaf(2, 0)?);
    /// tree.prove(first)?.verify_at(first, &root)?;
    /// // An inner node instead of the leaf.
    /// let forged = tree.prove(GeneralizedIndex::of_leaf(1, 0)?)?;
    /// assert!(forged.verify(&root).is_ok());
    /// assert_eq!(forged.verify_at(first, &root), Err(ProofError::OtherPlaces));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::OtherPlaces`] if the proof is of another place; else as [`verify`](Self::verify).
    pub fn verify_at(&self, place: GeneralizedIndex, root: &Node) -> Result<(), ProofError> {
        if self.index != place {
            return Err(ProofError::OtherPlaces);
        }
        self.verify(root)
    }
}

/// The root that a node at a place and its branch lead to.
///
/// ```
/// use lanesmith_sha256::merkle::{merkleize, proof::{GeneralizedIndex, root_of_branch}};
///
/// let root = root_of_branch(&[2; 32], &[[1; 32]], GeneralizedIndex::new(3)?)?;
/// assert_eq!(Ok(root), merkleize(&[[1; 32], [2; 32]], None));
/// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError::WrongLength`] unless there are as many hashes as levels.
pub fn root_of_branch(leaf: &Node, branch: &[Node], index: GeneralizedIndex) -> Result<Node, ProofError> {
    let needed = index.depth() as usize;
    if branch.len() != needed {
        return Err(ProofError::WrongLength { given: branch.len(), needed });
    }
    let hasher = TreeHasher::new();
    Ok(branch.iter().enumerate().fold(*leaf, |node, (level, sibling)| {
        if index.get() >> level & 1 == 1 { hasher.node(sibling, &node) } else { hasher.node(&node, sibling) }
    }))
}

/// Proof of several nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MultiProof {
    /// The nodes and where they are, in any order.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::places"))]
    pub leaves: Vec<(GeneralizedIndex, Node)>,
    /// The hashes at [`helper_indices`], in that order.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::nodes"))]
    pub helpers: Vec<Node>,
}

impl MultiProof {
    /// The root that the proof leads to.
    ///
    /// # Errors
    /// As [`helper_indices`], and [`ProofError::WrongLength`].
    pub fn root(&self) -> Result<Node, ProofError> {
        let indices: Vec<_> = self.leaves.iter().map(|(index, _)| *index).collect();
        let places = helper_indices(&indices)?;
        if self.helpers.len() != places.len() {
            return Err(ProofError::WrongLength { given: self.helpers.len(), needed: places.len() });
        }
        let mut order: Vec<u64> = indices.iter().chain(&places).map(|index| index.get()).collect();
        fall(&mut order);
        let mut given: Vec<_> = order.iter().map(|index| (*index, [0; 32])).collect();
        let known = self.leaves.iter().map(|(index, node)| (index.get(), node));
        for (index, node) in known.chain(places.iter().map(|place| place.get()).zip(&self.helpers)) {
            if let Ok(at) = given.binary_search_by(|(place, _)| index.cmp(place)) {
                given[at].1 = *node;
            }
        }

        // From the deepest level upwards: the nodes known there are those given there and the parents of those
        // below. Both lists fall, and helper_indices has seen to it that all nodes but the root come in pairs.
        let hasher = TreeHasher::new();
        let mut given = given.into_iter().peekable();
        let mut parents: Vec<(u64, Node)> = Vec::new();
        let mut depth = given.peek().map_or(0, |(index, _)| index.ilog2());
        loop {
            let mut level = Vec::new();
            let mut below = parents.drain(..).peekable();
            loop {
                let here = given.peek().filter(|(index, _)| index.ilog2() == depth).map(|(index, _)| *index);
                match (here, below.peek()) {
                    (Some(index), Some((parent, _))) if *parent > index => level.extend(below.next()),
                    (None, Some(_)) => level.extend(below.next()),
                    (Some(_), _) => level.extend(given.next()),
                    (None, None) => break,
                }
            }
            drop(below);
            if depth == 0 {
                return level.first().map(|(_, root)| *root).ok_or(ProofError::NoIndices);
            }
            let pairs = level.as_chunks::<2>().0;
            let mut hashes = vec![[0; 32]; pairs.len()];
            let halves: Vec<_> = pairs.iter().map(|[right, left]| [&left.1, &right.1]).collect();
            hasher.gather(&mut hashes, &halves);
            parents.extend(pairs.iter().zip(hashes).map(|([right, _], node)| (right.0 >> 1, node)));
            depth -= 1;
        }
    }

    /// Whether the proof leads to `root` from the places that it names itself, as [`Proof::verify`].
    ///
    /// # Errors
    /// [`ProofError::RootMismatch`] if not; else as [`root`](Self::root).
    pub fn verify(&self, root: &Node) -> Result<(), ProofError> {
        same_root(self.root()?, root)
    }

    /// Whether [`leaves`](Self::leaves) are the nodes at these places, in this order, of the tree with that root.
    ///
    /// # Errors
    /// [`ProofError::OtherPlaces`] if the proof is of other places or has them in another order; else as
    /// [`verify`](Self::verify).
    pub fn verify_at(&self, places: &[GeneralizedIndex], root: &Node) -> Result<(), ProofError> {
        if !self.leaves.iter().map(|(place, _)| place).eq(places) {
            return Err(ProofError::OtherPlaces);
        }
        self.verify(root)
    }
}

/// Sorts from the largest down. By a heap and in one function for all uses: `sort_unstable` is much to compile.
#[inline(never)]
fn fall(indices: &mut Vec<u64>) {
    *indices = BinaryHeap::from(core::mem::take(indices)).into_sorted_vec();
    indices.reverse();
}

fn same_root(computed: Node, root: &Node) -> Result<(), ProofError> {
    if computed == *root { Ok(()) } else { Err(ProofError::RootMismatch { computed }) }
}

/// Places of the nodes that a proof of the nodes at `indices` must bring along, falling.
///
/// ```
/// use lanesmith_sha256::merkle::proof::{GeneralizedIndex, helper_indices};
///
/// let indices = [8, 9, 14].map(|index| GeneralizedIndex::new(index).unwrap());
/// assert!(helper_indices(&indices)?.into_iter().map(GeneralizedIndex::get).eq([15, 6, 5]));
/// # Ok::<(), lanesmith_sha256::merkle::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError::NoIndices`], [`ProofError::DuplicateIndex`] and [`ProofError::NestedIndices`]. The specification's
/// reference code accepts the last two, and then leaves a value unchecked.
pub fn helper_indices(indices: &[GeneralizedIndex]) -> Result<Vec<GeneralizedIndex>, ProofError> {
    let mut given: Vec<u64> = indices.iter().map(|index| index.get()).collect();
    fall(&mut given);
    if let Some(pair) = given.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(ProofError::DuplicateIndex { index: pair[0] });
    }
    let deepest = given.first().ok_or(ProofError::NoIndices)?.ilog2();
    let mut given = given.into_iter().peekable();
    let mut helpers = Vec::new();
    let mut level: Vec<u64> = Vec::new();
    for depth in (1..=deepest).rev() {
        let parents = level.len();
        while let Some(index) = given.next_if(|index| index.ilog2() == depth) {
            level.push(index);
        }
        // Parents fall, and so do those given.
        if parents > 0 && level.len() > parents {
            fall(&mut level);
        }
        if let Some(pair) = level.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProofError::NestedIndices { index: pair[0] });
        }
        let mut parents = Vec::with_capacity(level.len());
        let mut known = level.iter().copied().peekable();
        while let Some(index) = known.next() {
            if known.next_if_eq(&(index ^ 1)).is_none() {
                helpers.extend(GeneralizedIndex::new(index ^ 1));
            }
            parents.push(index >> 1);
        }
        level = parents;
    }
    // Only the root itself is left, and it must not be given beside others.
    match given.next() {
        Some(index) if deepest > 0 => Err(ProofError::NestedIndices { index }),
        _ => Ok(helpers),
    }
}
