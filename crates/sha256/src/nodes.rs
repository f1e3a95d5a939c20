//! Nodes of binary trees: SHA-256 of 64 bytes, many at a time.

use lanesmith_isa::{Choice, EngineError};

use crate::error::LengthError;
use crate::ops::{NodeKernel, Nodes, Pairs};

/// How many pairs of a level are hashed aside before the level can be written in place: the most lanes there are.
const ASIDE: usize = 16;

/// Hashes 64-byte messages: `out[i] = SHA-256(pairs[i])`.
///
/// ```
/// let mut out = [[0; 32]; 3];
/// lanesmith_sha256::hash_nodes(&mut out, &[[1; 64], [2; 64], [3; 64]])?;
/// assert_eq!(out[2], lanesmith_sha256::sha256(&[3; 64]));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::Mismatch`] unless both slices have the same length.
#[inline(always)]
pub fn hash_nodes(out: &mut [[u8; 32]], pairs: &[[u8; 64]]) -> Result<(), LengthError> {
    NodeHasher::auto().hash(out, pairs)
}

/// Hashes one level of a tree in place: of `2n` nodes the first `n` become the parents; gives `n`. The others keep
/// values of no use.
///
/// ```
/// let mut level = [[1; 32], [2; 32], [3; 32], [4; 32]];
/// assert_eq!(lanesmith_sha256::hash_nodes_in_place(&mut level)?, 2);
/// assert_eq!(level[1], lanesmith_sha256::sha256(&[[3; 32], [4; 32]].concat()));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::OddNodes`] if the nodes cannot be paired.
#[inline]
pub fn hash_nodes_in_place(nodes: &mut [[u8; 32]]) -> Result<usize, LengthError> {
    NodeHasher::auto().hash_in_place(nodes)
}

/// Hashes pairs of halves that lie anywhere: `out[i] = SHA-256(pairs[i][0] || pairs[i][1])`.
///
/// ```
/// let (a, b) = ([1; 32], [2; 32]);
/// let mut out = [[0; 32]; 2];
/// lanesmith_sha256::hash_nodes_gather(&mut out, &[[&a, &b], [&b, &b]])?;
/// assert_eq!(out[1], lanesmith_sha256::sha256(&[2; 64]));
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::Mismatch`] unless both slices have the same length.
#[inline]
pub fn hash_nodes_gather(out: &mut [[u8; 32]], pairs: &[[&[u8; 32]; 2]]) -> Result<(), LengthError> {
    NodeHasher::auto().hash_gather(out, pairs)
}

/// A chosen engine for nodes, or for each count of nodes the cheapest.
///
/// ```
/// use lanesmith_sha256::NodeHasher;
/// let scalar = NodeHasher::by_name("scalar")?;
/// let mut out = [[0; 32]];
/// scalar.hash(&mut out, &[[9; 64]]).expect("equal lengths");
/// # Ok::<(), lanesmith_sha256::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeHasher(Choice<NodeKernel>);

impl NodeHasher {
    /// For each count of nodes the cheapest engine of [`NODES`](crate::NODES).
    #[inline]
    pub const fn auto() -> Self {
        NodeHasher(Choice::AUTO)
    }

    /// A chosen engine.
    pub fn with_engine(engine: impl Into<Choice<NodeKernel>>) -> Self {
        NodeHasher(engine.into())
    }

    /// The engine of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none or this machine cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        Choice::by_name(name).map(NodeHasher)
    }

    /// The engine's name, or `auto`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// As [`hash_nodes`].
    ///
    /// # Errors
    /// As [`hash_nodes`].
    // One node is little work: what is done before it is for the caller to inline, the rest is not.
    #[inline(always)]
    pub fn hash(self, out: &mut [[u8; 32]], pairs: &[[u8; 64]]) -> Result<(), LengthError> {
        if let ([out], [pair]) = (&mut *out, pairs)
            && let [left, right] = pair.as_chunks::<32>().0
        {
            (self.0.one().kernel().one)(out, left, right);
            return Ok(());
        }
        self.hash_any(out, pairs)
    }

    #[inline(never)]
    fn hash_any(self, out: &mut [[u8; 32]], pairs: &[[u8; 64]]) -> Result<(), LengthError> {
        self.run(Nodes::new(out, Pairs::of_blocks(pairs))?);
        Ok(())
    }

    /// As [`hash_nodes_in_place`].
    ///
    /// # Errors
    /// As [`hash_nodes_in_place`].
    #[inline]
    pub fn hash_in_place(self, nodes: &mut [[u8; 32]]) -> Result<usize, LengthError> {
        if !nodes.len().is_multiple_of(2) {
            return Err(LengthError::OddNodes { nodes: nodes.len() });
        }
        let parents = nodes.len() / 2;
        // The first parents land among their own children. Later ones lie wholly before theirs, as long as no more are
        // made at once than there are already.
        let mut done = parents.min(ASIDE);
        let mut out = [[0; 32]; ASIDE];
        self.run(Nodes::new(&mut out[..done], Pairs::Adjacent(nodes[..2 * done].as_chunks::<2>().0))?);
        nodes[..done].copy_from_slice(&out[..done]);
        while done < parents {
            let len = (parents - done).min(done);
            let (before, from) = nodes.split_at_mut(2 * done);
            let pairs = Pairs::Adjacent(from[..2 * len].as_chunks::<2>().0);
            self.run(Nodes::new(&mut before[done..done + len], pairs)?);
            done += len;
        }
        Ok(parents)
    }

    /// As [`hash_nodes_gather`].
    ///
    /// # Errors
    /// As [`hash_nodes_gather`].
    #[inline]
    pub fn hash_gather(self, out: &mut [[u8; 32]], pairs: &[[&[u8; 32]; 2]]) -> Result<(), LengthError> {
        self.run(Nodes::new(out, Pairs::Apart(pairs))?);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn run(self, mut nodes: Nodes<'_>) {
        while !nodes.is_empty() {
            let step = self.0.step(nodes.len());
            if step.take >= nodes.len() {
                return (step.engine.kernel().hash)(nodes);
            }
            let (now, later) = nodes.split_at(step.take);
            (step.engine.kernel().hash)(now);
            nodes = later;
        }
    }
}
