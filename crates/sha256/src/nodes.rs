//! Nodes of binary trees: SHA-256 of 64 bytes, many at a time.

use lanesmith_isa::{EngineError, Handle};

use crate::engines::{NODES, NodeKernel};
use crate::error::LengthError;

/// How many nodes are handed to an engine at once: a multiple of every lane count, and little enough for the stack.
const CHUNK: usize = 64;

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
#[inline]
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

/// A chosen engine for nodes.
///
/// ```
/// use lanesmith_sha256::NodeHasher;
/// let scalar = NodeHasher::by_name("scalar")?;
/// let mut out = [[0; 32]];
/// scalar.hash(&mut out, &[[9; 64]]).expect("equal lengths");
/// # Ok::<(), lanesmith_isa::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NodeHasher(Handle<NodeKernel>);

impl NodeHasher {
    /// The engine that [`NODES`] gives to callers who name none.
    #[inline]
    pub fn auto() -> Self {
        NodeHasher(NODES.auto())
    }

    /// That engine.
    pub fn with(engine: Handle<NodeKernel>) -> Self {
        NodeHasher(engine)
    }

    /// The engine of that name.
    ///
    /// # Errors
    /// If there is none or this CPU cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        NODES.by_name(name).map(NodeHasher)
    }

    /// The engine's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// As [`hash_nodes`].
    ///
    /// # Errors
    /// As [`hash_nodes`].
    #[inline]
    pub fn hash(self, out: &mut [[u8; 32]], pairs: &[[u8; 64]]) -> Result<(), LengthError> {
        same_length(out.len(), pairs.len())?;
        for (out, pairs) in out.chunks_mut(CHUNK).zip(pairs.chunks(CHUNK)) {
            self.chunk(out, pairs.as_flattened().as_chunks::<32>().0);
        }
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
        // The first chunk's parents land among its own children. Every later chunk's lie wholly before them.
        let first = parents.min(CHUNK);
        let mut out = [[0; 32]; CHUNK];
        self.chunk(&mut out[..first], &nodes[..2 * first]);
        nodes[..first].copy_from_slice(&out[..first]);
        let mut done = first;
        while done < parents {
            let len = (parents - done).min(CHUNK);
            let (before, from) = nodes.split_at_mut(2 * done);
            self.chunk(&mut before[done..done + len], &from[..2 * len]);
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
        same_length(out.len(), pairs.len())?;
        (self.0.kernel().hash)(out, pairs);
        Ok(())
    }

    /// Parents of at most [`CHUNK`] pairs that lie side by side.
    #[inline(always)]
    fn chunk(self, out: &mut [[u8; 32]], children: &[[u8; 32]]) {
        let mut pairs = [[&[0; 32]; 2]; CHUNK];
        for (pair, [left, right]) in pairs.iter_mut().zip(children.as_chunks::<2>().0) {
            *pair = [left, right];
        }
        (self.0.kernel().hash)(out, &pairs[..out.len()]);
    }
}

#[inline]
fn same_length(out: usize, pairs: usize) -> Result<(), LengthError> {
    if out == pairs {
        Ok(())
    } else {
        Err(LengthError::Mismatch { what: "places for digests", given: out, needed: pairs })
    }
}
