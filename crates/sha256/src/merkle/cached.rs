//! A tree that is kept between roots: after changes, only the paths above changed leaves are hashed again.
//!
//! Nodes lie in pages of 4 KiB, each a subtree of six levels, so that the path above a leaf goes through few of them.
//! [`CachedTree::set`] and [`CachedTree::push`] only note what changed; [`CachedTree::root`] then goes up level by
//! level, so that changed nodes are hashed together, wherever they lie.
//!
//! A clone is a snapshot: it shares all pages, and either side copies a page when it first writes to it. For 2^20
//! leaves (65 MiB of pages) a clone raises some 16 600 reference counts, about 0.1 ms, and takes 0.3 MiB; a change of
//! 1000 leaves all over the tree then copies about 1250 pages, 5 MiB.
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
//!
//! Long because the pages of the tree, the walk over what is dirty and the public type are one data structure.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use super::proof::{GeneralizedIndex, ProofError, ProofSource};
use super::ssz::tree_depth;
use super::zero::zero;
use super::{Node, TreeError, TreeHasher, mix_in_length};

/// Levels of a page, the one at its bottom apart: as many as there are between one layer of pages and the next.
const LEVELS: u32 = 6;
/// Nodes at the bottom of a page.
const WIDTH: usize = 1 << LEVELS;
/// Nodes that are gathered for one call of the kernel.
const BATCH: usize = 64;
/// Pages that are built together: 128 KiB of leaves, as much of nodes above them, and the pages.
const SIDE: usize = 64;
/// Pages that are hashed together: 1 MiB, which a second-level cache holds.
const GROUP: usize = 256;

/// A subtree without its root: places 2 to 127 of its heap order, so that the children of place `p`, `2p` and `2p + 1`,
/// lie in one cache line. Together with its reference counts it takes 4 KiB. Nodes that are not there are the zero
/// roots of their height.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Page([Node; 2 * WIDTH - 2]);

impl Page {
    /// A page of that layer without nodes.
    fn new(layer: usize) -> Self {
        let mut nodes = [[0; 32]; 2 * WIDTH - 2];
        for (place, node) in (2_usize..).zip(&mut nodes) {
            *node = *zero((layer as u32 + 1) * LEVELS - place.ilog2());
        }
        Page(nodes)
    }

    fn node(&self, place: usize) -> &Node {
        &self.0[place - 2]
    }

    fn node_mut(&mut self, place: usize) -> &mut Node {
        &mut self.0[place - 2]
    }

    fn bottom(&self) -> &[Node] {
        &self.0[WIDTH - 2..]
    }

    fn bottom_mut(&mut self) -> &mut [Node] {
        &mut self.0[WIDTH - 2..]
    }

    /// The children of a place.
    fn pair(&self, parent: usize) -> [&Node; 2] {
        [self.node(2 * parent), self.node(2 * parent + 1)]
    }

    /// Takes away all but the first `count` nodes at the bottom, and what is above none but those taken away.
    fn clear_from(&mut self, layer: usize, count: usize) {
        let empty = Page::new(layer);
        for level in 1..=LEVELS {
            let left = count.div_ceil(WIDTH >> level);
            for place in (1 << level) + left..2 << level {
                *self.node_mut(place) = *empty.node(place);
            }
        }
    }
}

/// A page that trees share. A slice of one: it is copied to where it stays, and nowhere before, as the value of an `Arc<Page>` is.
#[derive(Clone)]
struct Shared(Arc<[Page]>);

impl Shared {
    fn new(page: &Page) -> Self {
        Shared(Arc::from(core::slice::from_ref(page)))
    }

    /// The page, copied if another tree has it too.
    fn make_mut(&mut self) -> &mut Page {
        &mut Arc::make_mut(&mut self.0)[0]
    }
}

impl Deref for Shared {
    type Target = Page;
    fn deref(&self) -> &Page {
        &self.0[0]
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
    len: usize,
    /// The pages of each layer, those of the leaves first; the last layer has one page, or none if there are no leaves.
    layers: Vec<Vec<Shared>>,
    changed: PairSet,
    /// Whether nodes or `spine` are behind the leaves.
    stale: bool,
    /// From the root of the last layer's page up to the root, if that is not within the page: what zero trees on the
    /// right make of it.
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
            len: 0,
            layers: vec![Vec::new()],
            changed: PairSet::default(),
            stale: true,
            spine: Vec::new(),
        })
    }

    /// A tree of these leaves with room for `limit`, hashed.
    ///
    /// # Errors
    /// [`TreeError::TooManyChunks`] and [`TreeError::LimitTooLarge`].
    pub fn from_leaves(leaves: &[Node], limit: u64) -> Result<Self, TreeError> {
        Self::build(TreeHasher::new(), leaves, limit)
    }

    /// The same, hashed in the given way: on all cores for instance.
    ///
    /// # Errors
    /// As [`from_leaves`](Self::from_leaves).
    pub fn build(hasher: TreeHasher, leaves: &[Node], limit: u64) -> Result<Self, TreeError> {
        match Self::build_until(hasher, leaves, limit, &|| false)? {
            Some(tree) => Ok(tree),
            None => unreachable!("nobody says stop"),
        }
    }

    /// The same, unless `stop` says yes, which is asked after every 4096 nodes: nothing then. On several threads it is asked only
    /// where the layers meet.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{CachedTree, TreeHasher};
    ///
    /// let leaves = [[1; 32]; 10_000];
    /// assert!(CachedTree::build_until(TreeHasher::new(), &leaves, 1 << 20, &|| true)?.is_none());
    /// # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_leaves`](Self::from_leaves).
    pub fn build_until(
        hasher: TreeHasher,
        leaves: &[Node],
        limit: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, TreeError> {
        let mut tree = Self::new(limit)?.hashed_by(hasher);
        let count = leaves.len() as u64;
        if count > limit {
            return Err(TreeError::TooManyChunks { count, limit });
        }
        if leaves.is_empty() {
            return Ok(Some(tree));
        }
        tree.len = leaves.len();
        tree.layers.clear();
        let mut roots: Option<Vec<Node>> = None;
        loop {
            let layer = tree.layers.len();
            let nodes = roots.as_deref().unwrap_or(leaves);
            let levels = LEVELS.min(tree.depth - layer as u32 * LEVELS);
            let Some((pages, above)) = build_layer(&hasher, layer, nodes, levels, stop) else {
                return Ok(None);
            };
            let last = pages.len() == 1;
            tree.layers.push(pages);
            if last {
                tree.grow_spine(above.first().copied());
                tree.stale = false;
                return Ok(Some(tree));
            }
            roots = Some(above);
        }
    }

    /// The same tree, hashed in the given way from now on.
    #[must_use]
    pub fn hashed_by(mut self, hasher: TreeHasher) -> Self {
        self.hasher = hasher;
        self
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.len
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
        if index < self.len { Some(&self.layers[0][index / WIDTH].bottom()[index % WIDTH]) } else { None }
    }

    /// The leaves in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Node> {
        self.layers[0].iter().flat_map(|page| page.bottom()).take(self.len)
    }

    /// Replaces a leaf.
    ///
    /// # Errors
    /// [`TreeError::IndexOutOfRange`] beyond the last leaf.
    pub fn set(&mut self, index: usize, leaf: Node) -> Result<(), TreeError> {
        match self.leaf(index) {
            None => Err(TreeError::IndexOutOfRange { index: index as u64, count: self.len as u64 }),
            Some(old) if *old == leaf => Ok(()),
            Some(_) => {
                self.layers[0][index / WIDTH].make_mut().bottom_mut()[index % WIDTH] = leaf;
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
        self.len += leaves.len();
        self.grow();
        let mut rest = leaves;
        while !rest.is_empty() {
            let at = self.len - rest.len();
            let (now, later) = rest.split_at(rest.len().min(WIDTH - at % WIDTH));
            let page = self.layers[0][at / WIDTH].make_mut();
            page.bottom_mut()[at % WIDTH..][..now.len()].copy_from_slice(now);
            rest = later;
        }
        for pair in start / 2..=(start + last) / 2 {
            self.changed.insert(pair);
        }
        self.stale = true;
        Ok(())
    }

    /// Adds the pages that the leaves need.
    fn grow(&mut self) {
        let before = self.layers.len();
        let mut nodes = self.len;
        for layer in 0.. {
            if layer == self.layers.len() {
                self.layers.push(Vec::new());
            }
            nodes = nodes.div_ceil(WIDTH);
            self.layers[layer].resize_with(nodes, || Shared::new(&Page::new(layer)));
            if nodes <= 1 {
                break;
            }
        }
        if self.layers.len() > before {
            // What was the last layer's only page has a parent now, which does not have its root yet.
            self.changed.insert(0);
        }
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
        self.len = len;
        let mut nodes = len;
        for layer in 0.. {
            let pages = nodes.div_ceil(WIDTH);
            self.layers[layer].truncate(pages);
            if let Some(page) = self.layers[layer].last_mut().filter(|_| !nodes.is_multiple_of(WIDTH)) {
                page.make_mut().clear_from(layer, nodes % WIDTH);
            }
            nodes = pages;
            if nodes <= 1 {
                self.layers.truncate(layer + 1);
                break;
            }
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
        let mut parents = self.changed.drain();
        // Leaves may have been dropped after they had changed.
        parents.truncate(parents.partition_point(|parent| 2 * parent < self.len));
        let mut roots: Vec<(usize, Node)> = Vec::new();
        for (layer, pages) in self.layers.iter_mut().enumerate() {
            if layer > 0 {
                parents.clear();
                for (index, root) in roots.drain(..) {
                    pages[index / WIDTH].make_mut().bottom_mut()[index % WIDTH] = root;
                    parents.push(index / 2);
                }
                parents.dedup();
            }
            let levels = LEVELS.min(self.depth - layer as u32 * LEVELS);
            rehash(&self.hasher, pages, &parents, levels, &mut roots);
        }
        self.grow_spine(roots.pop().map(|(_, root)| root));
        self.stale = false;
    }

    /// What stands above the root of the last layer's page, if that is below the tree's.
    fn grow_spine(&mut self, root: Option<Node>) {
        self.spine.clear();
        let Some(mut node) = root else { return };
        self.spine.push(node);
        for height in self.layers.len() as u32 * LEVELS..self.depth {
            node = self.hasher.node(&node, zero(height));
            self.spine.push(node);
        }
    }

    /// The node number `index` of a height; for a tree that is not stale.
    fn node_at(&self, height: u32, index: u64) -> &Node {
        let known = match self.layers.get((height / LEVELS) as usize) {
            Some(pages) => {
                let level = LEVELS - height % LEVELS;
                let place = 1 << level | index & ((1 << level) - 1);
                let page = usize::try_from(index >> level).ok().and_then(|page| pages.get(page));
                page.map(|page| page.node(place as usize))
            }
            None if index == 0 => self.spine.get(height as usize - self.layers.len() * LEVELS as usize),
            None => None,
        };
        known.unwrap_or_else(|| zero(height))
    }

    /// The root, after hashing what has changed.
    pub fn root(&mut self) -> Node {
        self.update();
        *self.node_at(self.depth, 0)
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
        Ok(*self.node_at(height, index.index_in_level()))
    }
}

/// The pages over these nodes, and the pages' roots if the levels go so far. Levels are hashed side by side in memory that
/// stays in cache, as without pages, and pages are written once.
/// Nothing if `stop` says yes.
fn build_layer(
    hasher: &TreeHasher,
    layer: usize,
    nodes: &[Node],
    levels: u32,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Shared>, Vec<Node>)> {
    if stop() {
        return None;
    }
    let group =
        |scratch: &mut [Vec<Node>], nodes: &[Node], pages: &mut Vec<Shared>, roots: &mut Vec<Node>| {
            let mut below = nodes;
            for (height, above) in (layer as u32 * LEVELS..).zip(&mut scratch[..levels as usize]) {
                let pairs = below.len() / 2;
                above.resize(pairs, [0; 32]);
                hasher.level(above, &below[..2 * pairs]);
                if let [alone] = below[2 * pairs..] {
                    above.push(hasher.node(&alone, zero(height)));
                }
                below = above;
            }
            // A full page leaves nothing of the one before.
            let mut page = Page::new(layer);
            for (number, bottom) in nodes.chunks(WIDTH).enumerate() {
                if bottom.len() < WIDTH {
                    page = Page::new(layer);
                }
                page.bottom_mut()[..bottom.len()].copy_from_slice(bottom);
                for (level, nodes) in (1..LEVELS).zip(&scratch[..levels as usize]) {
                    let width = WIDTH >> level;
                    let here = &nodes[number * width..nodes.len().min((number + 1) * width)];
                    page.0[width - 2..][..here.len()].copy_from_slice(here);
                }
                pages.push(Shared::new(&page));
            }
            if levels == LEVELS {
                roots.extend_from_slice(&scratch[LEVELS as usize - 1]);
            }
        };
    let scratch = || vec![Vec::new(); LEVELS as usize];
    let workers = hasher.workers(nodes.len());
    if workers.count() > 1 {
        let mut groups = vec![(Vec::new(), Vec::new()); nodes.len().div_ceil(SIDE * WIDTH)];
        workers.chunks_with(&mut groups, 1, scratch, |scratch, number, groups| {
            let nodes = &nodes[number * SIDE * WIDTH..];
            for (pages, roots) in groups {
                group(scratch, &nodes[..nodes.len().min(SIDE * WIDTH)], pages, roots);
            }
        });
        let (pages, roots): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
        return Some((pages.into_iter().flatten().collect(), roots.concat()));
    }
    let count = nodes.len().div_ceil(WIDTH);
    let (mut pages, mut roots) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut scratch = scratch();
    for nodes in nodes.chunks(SIDE * WIDTH) {
        if stop() {
            return None;
        }
        group(&mut scratch, nodes, &mut pages, &mut roots);
    }
    Some((pages, roots))
}

/// A parent to be hashed: the number of its page in the group, and its place there.
#[derive(Clone, Copy, PartialEq)]
struct Work {
    page: u32,
    place: u32,
}

/// Hashes `levels` levels of a layer. `parents` are the numbers of those above the bottom that have changed children,
/// rising. Appends the roots of their pages and the pages' numbers, if the levels go so far.
fn rehash(
    hasher: &TreeHasher,
    mut pages: &mut [Shared],
    parents: &[usize],
    levels: u32,
    roots: &mut Vec<(usize, Node)>,
) {
    let half = WIDTH / 2;
    let mut rest = parents;
    // Pages before that number are no longer in `pages`.
    let mut start = 0;
    let (mut work, mut out) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        let mut group = Vec::with_capacity(GROUP.min(rest.len()));
        let mut numbers = Vec::with_capacity(group.capacity());
        work.clear();
        while let Some(number) = rest.first().map(|parent| parent / half).filter(|_| group.len() < GROUP) {
            let Some((page, later)) = core::mem::take(&mut pages)[number - start..].split_first_mut() else {
                break;
            };
            (pages, start) = (later, number + 1);
            while let Some((parent, later)) =
                rest.split_first().filter(|(parent, _)| **parent / half == number)
            {
                work.push(Work { page: group.len() as u32, place: (half + parent % half) as u32 });
                rest = later;
            }
            group.push(page.make_mut());
            numbers.push(number);
        }
        for level in 1..=levels {
            out.clear();
            out.resize(work.len(), [0; 32]);
            hash_parents(hasher, &group, &work, &mut out);
            if level == LEVELS {
                roots.extend(numbers.iter().copied().zip(out.iter().copied()));
                break;
            }
            for (work, node) in work.iter_mut().zip(&out) {
                *group[work.page as usize].node_mut(work.place as usize) = *node;
                work.place /= 2;
            }
            work.dedup();
        }
    }
}

fn hash_parents(hasher: &TreeHasher, group: &[&mut Page], work: &[Work], out: &mut [Node]) {
    if let ([work], [out]) = (work, &mut *out) {
        let [left, right] = group[work.page as usize].pair(work.place as usize);
        *out = hasher.node(left, right);
        return;
    }
    let batch = |work: &[Work], out: &mut [Node]| {
        let mut pairs = [[zero(0); 2]; BATCH];
        for (pair, work) in pairs.iter_mut().zip(work) {
            *pair = group[work.page as usize].pair(work.place as usize);
        }
        hasher.gather(out, &pairs[..out.len()]);
    };
    hasher.workers(work.len()).chunks(out, BATCH, |first, out| batch(&work[first..][..out.len()], out));
}
