//! Which engine a tree is hashed with, and who does it.

use lanesmith_isa::{Choice, EngineError};
use lanesmith_parallel::Workers;

use super::Node;
use crate::ops::{ManyKernel, NodeKernel};
use crate::{ManyHasher, NodeHasher};

/// Nodes that are worth a thread of their own: to hash them takes longer than to start it.
const NODES_EACH: usize = 1 << 12;

/// How trees are hashed: by which engines, and by whom.
///
/// ```
/// use lanesmith_sha256::merkle::{TreeHasher, merkleize, rfc6962};
///
/// let chunks = [[1; 32]; 100];
/// let scalar = TreeHasher::by_name("scalar")?;
/// assert_eq!(scalar.merkleize(&chunks, None), merkleize(&chunks, None));
/// assert_eq!(rfc6962::tree_head_with(&scalar, &chunks), rfc6962::tree_head(&chunks));
/// # Ok::<(), lanesmith_sha256::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TreeHasher {
    /// Nodes of 64 bytes.
    nodes: NodeHasher,
    /// Nodes of other lengths: those of RFC 6962, and the second hash of Bitcoin's.
    messages: ManyHasher,
    workers: Workers<'static>,
}

impl Default for TreeHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl TreeHasher {
    /// For each count of nodes the cheapest engine, one thread.
    pub const fn new() -> Self {
        TreeHasher { nodes: NodeHasher::auto(), messages: ManyHasher::auto(), workers: Workers::HERE }
    }

    /// A chosen engine of [`NODES`](crate::NODES) for nodes of 64 bytes, one thread.
    pub fn with_engine(nodes: impl Into<Choice<NodeKernel>>) -> Self {
        TreeHasher { nodes: NodeHasher::with_engine(nodes), ..Self::new() }
    }

    /// The same, and a chosen engine of [`MANY`](crate::MANY) for nodes of other lengths: those of RFC 6962, and the second
    /// hash of Bitcoin's.
    #[must_use]
    pub fn messages_with_engine(self, messages: impl Into<Choice<ManyKernel>>) -> Self {
        TreeHasher { messages: ManyHasher::with_engine(messages), ..self }
    }

    /// The engines of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none for nodes or none for messages, or this machine cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        let nodes = Choice::<NodeKernel>::by_name(name)?;
        Ok(Self::with_engine(nodes).messages_with_engine(Choice::<ManyKernel>::by_name(name)?))
    }

    /// The same by these workers. Roots are the same whoever hashes, and small trees stay on the calling thread.
    ///
    /// ```
    /// use lanesmith_sha256::Workers;
    /// use lanesmith_sha256::merkle::{TreeHasher, merkleize};
    ///
    /// let chunks = vec![[1; 32]; 10_000];
    /// let hasher = TreeHasher::new().on(Workers::threads(4));
    /// assert_eq!(hasher.merkleize(&chunks, None), merkleize(&chunks, None));
    /// ```
    #[must_use]
    pub const fn on(mut self, workers: Workers<'static>) -> Self {
        self.workers = workers;
        self
    }

    /// Who hashes so many nodes: no more than that is worth.
    pub(crate) fn workers(&self, nodes: usize) -> Workers<'static> {
        self.workers.at_most(nodes / NODES_EACH)
    }

    /// All who may hash.
    pub(crate) fn everybody(&self) -> Workers<'static> {
        self.workers
    }

    pub(crate) fn messages(&self) -> ManyHasher {
        self.messages
    }

    /// Parent of two nodes.
    pub(crate) fn node(&self, left: &Node, right: &Node) -> Node {
        let mut out = [[0; 32]];
        self.gather(&mut out, &[[left, right]]);
        out[0]
    }

    /// Parents of `children`, which are twice as many as there are places in `out`.
    pub(crate) fn level(&self, out: &mut [Node], children: &[Node]) {
        let done = self.nodes.hash(out, children.as_flattened().as_chunks::<64>().0);
        debug_assert_eq!(done, Ok(()));
    }

    /// Parents of an even number of nodes, to their front; gives the number of parents.
    pub(crate) fn level_in_place(&self, nodes: &mut [Node]) -> usize {
        let done = self.nodes.hash_in_place(nodes);
        debug_assert!(done.is_ok());
        nodes.len() / 2
    }

    /// Parents of pairs that lie anywhere; as many as there are places in `out`.
    pub(crate) fn gather(&self, out: &mut [Node], pairs: &[[&Node; 2]]) {
        let done = self.nodes.hash_gather(out, pairs);
        debug_assert_eq!(done, Ok(()));
    }
}
