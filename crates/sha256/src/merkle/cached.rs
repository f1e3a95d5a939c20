//! A tree that is kept between roots: after changes, only the paths above changed leaves are hashed again.
//!
//! Every level lies flat in pages of 128 nodes. [`CachedTree::set`] and [`CachedTree::push`] only note what
//! changed; [`CachedTree::root`] then hashes one level after the other, so that the changed nodes of a level go
//! through the node kernels together, wherever they lie.
//!
//! A clone is a snapshot: it shares all pages, and a page is copied when either side first writes to it. Cloning
//! costs one reference count per page (2^14 for 2^20 leaves), not a copy of the nodes; see the measurements at
//! [`CachedTree`].
//!
//! ```
//! use lanesmith_sha256::merkle::{CachedTree, merkleize};
//!
//! let mut tree = CachedTree::from_leaves(&[[0; 32]; 1000], 1 << 40)?;
//! let before = tree.clone();
//! tree.set(17, [1; 32])?;
//! tree.push([2; 32])?;
//!
//! let mut leaves = vec![[0; 32]; 1000];
//! leaves[17] = [1; 32];
//! leaves.push([2; 32]);
//! assert_eq!(tree.root(), merkleize(&leaves, Some(1 << 40))?);
//! assert_eq!(before.leaf(17), Some(&[0; 32]));
//! # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
//! ```

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::proof::{GeneralizedIndex, ProofError, ProofSource};
use super::ssz::tree_depth;
use super::zero::zero;
use super::{Node, TreeError, TreeHasher, mix_in_length};

/// Nodes of a page: 4 KiB. Even, so that siblings share one.
const PAGE: usize = 128;
/// Changed nodes in a row from which on they are hashed where they lie instead of being gathered: a full pass of the
/// widest kernel.
const RUN: usize = 16;
/// Nodes that are gathered for one call.
const BATCH: usize = 256;

type Page = [Node; PAGE];

/// The nodes of one height, from the left. Places beyond `len` in the last page hold the zero root of that height, so
/// that every node has its sibling beside it.
#[derive(Clone, Default)]
struct Level {
    pages: Vec<Arc<Page>>,
    len: usize,
}

impl Level {
    fn get(&self, index: usize) -> Option<&Node> {
        if index < self.len { Some(&self.pages[index / PAGE][index % PAGE]) } else { None }
    }

    fn slot(&mut self, index: usize) -> &mut Node {
        &mut Arc::make_mut(&mut self.pages[index / PAGE])[index % PAGE]
    }

    /// Grows, with zero roots, or shrinks.
    fn resize(&mut self, height: u32, len: usize) {
        if len < self.len {
            self.pages.truncate(len.div_ceil(PAGE));
            let used = len % PAGE;
            if let Some(last) = self.pages.last_mut().filter(|_| used > 0) {
                Arc::make_mut(last)[used..].fill(*zero(height));
            }
        } else {
            self.pages.resize_with(len.div_ceil(PAGE), || Arc::new([*zero(height); PAGE]));
        }
        self.len = len;
    }
}

/// A set of pairs of leaves: one bit each, and one bit for every word of those that is not empty.
#[derive(Clone, Default)]
struct PairSet {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl PairSet {
    fn insert(&mut self, pair: usize) {
        let (word, above) = (pair / 64, pair / 64 / 64);
        if word >= self.words.len() {
            self.words.resize((word + 1).next_power_of_two(), 0);
            self.summary.resize(self.words.len().div_ceil(64), 0);
        }
        self.words[word] |= 1 << (pair % 64);
        self.summary[above] |= 1 << (word % 64);
    }

    /// Empties the set into a rising list.
    fn drain(&mut self) -> Vec<usize> {
        let mut pairs = Vec::new();
        for (above, summary) in self.summary.iter_mut().enumerate() {
            for word in ones(core::mem::take(summary)) {
                let word = above * 64 + word;
                pairs.extend(ones(core::mem::take(&mut self.words[word])).map(|bit| word * 64 + bit));
            }
        }
        pairs
    }
}

/// Places of the set bits, rising.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// A Merkle tree with all its nodes, of a fixed greatest size, for leaves that change. See the [module](self).
#[derive(Clone)]
pub struct CachedTree {
    hasher: TreeHasher,
    depth: u32,
    limit: u64,
    /// From the leaves to the lowest level of a single node; one empty level if there are no leaves.
    levels: Vec<Level>,
    changed: PairSet,
    /// Whether nodes or `spine` are behind the leaves.
    stale: bool,
    /// The leftmost nodes from the top level up to the root: what zero trees on the right make of the top.
    spine: Vec<Node>,
}

impl fmt::Debug for CachedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CachedTree")
            .field("len", &self.len())
            .field("limit", &self.limit)
            .field("stale", &self.stale)
            .finish_non_exhaustive()
    }
}

impl CachedTree {
    /// An empty tree with room for `limit` leaves. Nothing is allocated for leaves that are not there.
    ///
    /// # Errors
    /// [`TreeError::LimitTooLarge`].
    pub fn new(limit: u64) -> Result<Self, TreeError> {
        let depth = tree_depth(0, Some(limit))?;
        Ok(CachedTree {
            hasher: TreeHasher::new(),
            depth,
            limit,
            levels: vec![Level::default()],
            changed: PairSet::default(),
            stale: true,
            spine: Vec::new(),
        })
    }

    /// A tree of these leaves with room for `limit`.
    ///
    /// # Errors
    /// [`TreeError::TooManyChunks`] and [`TreeError::LimitTooLarge`].
    pub fn from_leaves(leaves: &[Node], limit: u64) -> Result<Self, TreeError> {
        let mut tree = Self::new(limit)?;
        tree.extend(leaves)?;
        Ok(tree)
    }

    /// The same tree, hashed in the given way from now on.
    #[must_use]
    pub fn hashed_by(mut self, hasher: TreeHasher) -> Self {
        self.hasher = hasher;
        self
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.levels[0].len
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The greatest number of leaves.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Levels below the root.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// A leaf; `None` beyond the last.
    pub fn leaf(&self, index: usize) -> Option<&Node> {
        self.levels[0].get(index)
    }

    /// The leaves in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Node> {
        self.levels[0].pages.iter().flat_map(|page| page.iter()).take(self.len())
    }

    /// Replaces a leaf.
    ///
    /// # Errors
    /// [`TreeError::IndexOutOfRange`] beyond the last leaf.
    pub fn set(&mut self, index: usize, leaf: Node) -> Result<(), TreeError> {
        match self.leaf(index) {
            None => Err(TreeError::IndexOutOfRange { index: index as u64, count: self.levels[0].len as u64 }),
            Some(old) if *old == leaf => Ok(()),
            Some(_) => {
                *self.levels[0].slot(index) = leaf;
                self.changed.insert(index / 2);
                self.stale = true;
                Ok(())
            }
        }
    }

    /// Appends a leaf.
    ///
    /// # Errors
    /// [`TreeError::TooManyChunks`] if the tree is full.
    pub fn push(&mut self, leaf: Node) -> Result<(), TreeError> {
        self.extend(&[leaf])
    }

    /// Appends leaves: all, or none if there is an error.
    ///
    /// # Errors
    /// [`TreeError::TooManyChunks`] if they do not fit.
    pub fn extend(&mut self, leaves: &[Node]) -> Result<(), TreeError> {
        let start = self.len();
        let end = start as u64 + leaves.len() as u64;
        if end > self.limit {
            return Err(TreeError::TooManyChunks { count: end, limit: self.limit });
        }
        let Some(last) = leaves.len().checked_sub(1) else { return Ok(()) };
        let level = &mut self.levels[0];
        level.resize(0, start + leaves.len());
        let mut rest = leaves;
        while !rest.is_empty() {
            let at = level.len - rest.len();
            let (now, later) = rest.split_at(rest.len().min(PAGE - at % PAGE));
            Arc::make_mut(&mut level.pages[at / PAGE])[at % PAGE..][..now.len()].copy_from_slice(now);
            rest = later;
        }
        for pair in start / 2..=(start + last) / 2 {
            self.changed.insert(pair);
        }
        self.stale = true;
        Ok(())
    }

    /// Drops all leaves from number `len` on.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{CachedTree, merkleize};
    ///
    /// let mut tree = CachedTree::from_leaves(&[[3; 32]; 100], 1 << 20)?;
    /// tree.truncate(7);
    /// assert_eq!(tree.root(), merkleize(&[[3; 32]; 7], Some(1 << 20))?);
    /// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
    /// ```
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        self.levels.truncate(top(len) as usize + 1);
        for (height, level) in self.levels.iter_mut().enumerate() {
            level.resize(height as u32, len_at(len, height as u32).min(level.len));
        }
        // What is above the new last leaf had other nodes to its right.
        if let Some(last) = len.checked_sub(1) {
            self.changed.insert(last / 2);
        }
        self.stale = true;
    }

    /// Hashes what has changed.
    pub fn update(&mut self) {
        if !self.stale {
            return;
        }
        let len = self.len();
        let top = top(len);
        self.levels.resize_with(top as usize + 1, Level::default);
        let mut indices = self.changed.drain();
        for height in 1..=top {
            let (below, above) = self.levels.split_at_mut(height as usize);
            let (children, parents) = (&below[height as usize - 1], &mut above[0]);
            parents.resize(height, len_at(len, height));
            // Leaves may have been dropped after they had changed.
            let there = indices.partition_point(|index| *index < parents.len);
            indices.truncate(there);
            rehash(&self.hasher, children, parents, &indices);
            for index in &mut indices {
                *index /= 2;
            }
            indices.dedup();
        }
        let mut node = self.levels[top as usize].get(0).copied().unwrap_or_default();
        self.spine.clear();
        self.spine.push(node);
        for height in top..self.depth {
            node = if len == 0 { *zero(height + 1) } else { self.hasher.node(&node, zero(height)) };
            self.spine.push(node);
        }
        self.stale = false;
    }

    /// The root, after hashing what has changed.
    pub fn root(&mut self) -> Node {
        self.update();
        self.spine.last().copied().unwrap_or_default()
    }

    /// The root with a length mixed in: the root of an SSZ list. The length is that of the list, in elements, of
    /// which a leaf may hold several.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{CachedTree, mix_in_length, merkleize, pack};
    ///
    /// let chunks = pack(&[1_u64, 2, 3, 4, 5]);
    /// let mut tree = CachedTree::from_leaves(&chunks, 256)?;
    /// assert_eq!(tree.root_with_length(5), mix_in_length(&merkleize(&chunks, Some(256))?, 5));
    /// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
    /// ```
    pub fn root_with_length(&mut self, length: u64) -> Node {
        mix_in_length(&self.root(), length)
    }
}

/// Nodes of a tree can be had once it is hashed: [`ProofError::NotHashed`] after changes, until
/// [`update`](CachedTree::update) or [`root`](CachedTree::root) is called.
impl ProofSource for CachedTree {
    fn node(&self, index: GeneralizedIndex) -> Result<Node, ProofError> {
        if self.stale {
            return Err(ProofError::NotHashed);
        }
        let Some(height) = self.depth.checked_sub(index.depth()) else {
            return Err(ProofError::TooDeep { index: index.get(), depth: self.depth });
        };
        let place = index.index_in_level();
        let top = self.levels.len() as u32 - 1;
        let known = match height.checked_sub(top) {
            Some(above) if place == 0 => self.spine.get(above as usize),
            Some(_) => None,
            None => usize::try_from(place).ok().and_then(|place| self.levels[height as usize].get(place)),
        };
        Ok(*known.unwrap_or_else(|| zero(height)))
    }
}

/// Height of the lowest level that is a single node.
fn top(len: usize) -> u32 {
    len.next_power_of_two().trailing_zeros()
}

/// Nodes at a height above `len` leaves.
fn len_at(len: usize, height: u32) -> usize {
    len.div_ceil(1 << height)
}

/// Hashes the parents at `indices`, which rise.
fn rehash(hasher: &TreeHasher, children: &Level, parents: &mut Level, indices: &[usize]) {
    #[cfg(feature = "rayon")]
    if hasher.is_parallel() && indices.len() >= 16 * BATCH {
        return rehash_in_parallel(hasher, children, parents, indices);
    }
    if let &[index] = indices {
        let [left, right] = pair(children, index);
        *parents.slot(index) = hasher.node(left, right);
        return;
    }
    let mut batch = Batch::new(hasher, indices.len().min(BATCH));
    let mut rest = indices;
    while let Some(&first) = rest.first() {
        // How many follow each other, up to the end of the children's page.
        let most = rest.len().min(PAGE / 2 - first % (PAGE / 2));
        let run = (1..most).find(|&i| rest[i] != first + i).unwrap_or(most);
        if run >= RUN {
            let from = &children.pages[2 * first / PAGE][2 * first % PAGE..][..2 * run];
            let to = &mut Arc::make_mut(&mut parents.pages[first / PAGE])[first % PAGE..][..run];
            hasher.level(to, from);
        } else {
            for &index in &rest[..run] {
                batch.add(index, pair(children, index), parents);
            }
        }
        rest = &rest[run..];
    }
    batch.flush(parents);
}

/// Nodes of one level that are to be hashed together.
struct Batch<'a> {
    hasher: &'a TreeHasher,
    pairs: Vec<[&'a Node; 2]>,
    /// Where each parent goes.
    places: Vec<usize>,
    /// The parents; as many as fit.
    out: Vec<Node>,
}

impl<'a> Batch<'a> {
    fn new(hasher: &'a TreeHasher, capacity: usize) -> Self {
        let (pairs, places) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        Batch { hasher, pairs, places, out: vec![[0; 32]; capacity] }
    }

    fn add(&mut self, place: usize, pair: [&'a Node; 2], parents: &mut Level) {
        self.pairs.push(pair);
        self.places.push(place);
        if self.pairs.len() == self.out.len() {
            self.flush(parents);
        }
    }

    fn flush(&mut self, parents: &mut Level) {
        let out = &mut self.out[..self.pairs.len()];
        self.hasher.gather(out, &self.pairs);
        for (place, node) in self.places.drain(..).zip(out) {
            *parents.slot(place) = *node;
        }
        self.pairs.clear();
    }
}

/// The children of the parent at `index`.
fn pair(children: &Level, index: usize) -> [&Node; 2] {
    let page = &children.pages[2 * index / PAGE];
    [&page[2 * index % PAGE], &page[2 * index % PAGE + 1]]
}

#[cfg(feature = "rayon")]
fn rehash_in_parallel(hasher: &TreeHasher, children: &Level, parents: &mut Level, indices: &[usize]) {
    use rayon::prelude::*;
    let mut out = vec![[0; 32]; indices.len()];
    out.par_chunks_mut(BATCH).zip(indices.par_chunks(BATCH)).for_each(|(out, indices)| {
        let gathered: Vec<_> = indices.iter().map(|&index| pair(children, index)).collect();
        hasher.gather(out, &gathered);
    });
    for (place, node) in indices.iter().zip(out) {
        *parents.slot(*place) = node;
    }
}
