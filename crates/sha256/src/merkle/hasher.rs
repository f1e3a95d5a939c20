//! Which engine and how many threads a tree is hashed with.

use super::Node;
use crate::NodeHasher;

/// How trees are hashed: by which engine for nodes, and whether on all cores.
///
/// ```
/// use lanesmith_sha256::{NodeHasher, merkle::{TreeHasher, merkleize}};
///
/// let chunks = [[1; 32]; 100];
/// let scalar = TreeHasher::with(NodeHasher::by_name("scalar")?);
/// assert_eq!(scalar.merkleize(&chunks, None), merkleize(&chunks, None));
/// # Ok::<(), lanesmith_isa::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TreeHasher {
    /// `None`: whatever [`NodeHasher::auto`] gives at the time.
    nodes: Option<NodeHasher>,
    #[cfg(feature = "rayon")]
    parallel: bool,
}

impl Default for TreeHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl TreeHasher {
    /// The engine that callers get who name none, one thread.
    pub const fn new() -> Self {
        TreeHasher {
            nodes: None,
            #[cfg(feature = "rayon")]
            parallel: false,
        }
    }

    /// A chosen engine, one thread.
    pub const fn with(nodes: NodeHasher) -> Self {
        TreeHasher {
            nodes: Some(nodes),
            #[cfg(feature = "rayon")]
            parallel: false,
        }
    }

    /// Whether large trees are hashed on all threads of the rayon pool that the call is made in. Roots are the same
    /// either way. Small trees stay on the calling thread.
    ///
    /// ```
    /// use lanesmith_sha256::merkle::{TreeHasher, merkleize};
    ///
    /// let chunks = vec![[1; 32]; 10_000];
    /// assert_eq!(TreeHasher::new().parallel(true).merkleize(&chunks, None), merkleize(&chunks, None));
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub const fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    #[cfg(feature = "rayon")]
    pub(crate) fn is_parallel(&self) -> bool {
        self.parallel
    }

    fn nodes(&self) -> NodeHasher {
        self.nodes.unwrap_or_else(NodeHasher::auto)
    }

    /// Parent of two nodes.
    pub(crate) fn node(&self, left: &Node, right: &Node) -> Node {
        let mut out = [[0; 32]];
        self.gather(&mut out, &[[left, right]]);
        out[0]
    }

    /// Parents of `children`, which are twice as many as there are places in `out`.
    pub(crate) fn level(&self, out: &mut [Node], children: &[Node]) {
        let done = self.nodes().hash(out, children.as_flattened().as_chunks::<64>().0);
        debug_assert_eq!(done, Ok(()));
    }

    /// Parents of an even number of nodes, to their front; gives the number of parents.
    pub(crate) fn level_in_place(&self, nodes: &mut [Node]) -> usize {
        let done = self.nodes().hash_in_place(nodes);
        debug_assert!(done.is_ok());
        nodes.len() / 2
    }

    /// Parents of pairs that lie anywhere; as many as there are places in `out`.
    pub(crate) fn gather(&self, out: &mut [Node], pairs: &[[&Node; 2]]) {
        let done = self.nodes().hash_gather(out, pairs);
        debug_assert_eq!(done, Ok(()));
    }
}
