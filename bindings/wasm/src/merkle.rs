//! Merkle trees: SSZ, RFC 6962, Bitcoin.

use lanesmith::sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource, root_of_branch};
use lanesmith::sha256::merkle::rfc6962::{self, LogError};
use lanesmith::sha256::merkle::{Node, bitcoin, merkleize};
use lanesmith_javascript::merkle;

use crate::fault::Fault;
use crate::ffi::{Room, exports};

fn node(room: &mut Room<'_>) -> Result<Node, Fault> {
    room.rows::<32>(1)?.first().copied().ok_or_else(Fault::room)
}

fn put(room: &mut Room<'_>, node: &Node) -> Result<i32, Fault> {
    room.head[..32].copy_from_slice(node);
    Ok(0)
}

/// Writes nodes where results belong and gives their number.
fn put_all(room: &mut Room<'_>, nodes: &[Node]) -> Result<i32, Fault> {
    room.rows(nodes.len())?.copy_from_slice(nodes);
    Ok(nodes.len() as i32)
}

/// A limit, or none.
fn limit(given: u32, limit: u64) -> Option<u64> {
    (given != 0).then_some(limit)
}

/// Yes, or no where it is only another root.
fn verdict(done: Result<(), LogError>) -> Result<i32, Fault> {
    merkle::verdict(done).map(i32::from)
}

exports! {
    /// The root of leaves, into the head.
    fn merkle_root(room, count: usize, limited: u32, most: u64) {
        let root = merkleize(room.rows(count)?, limit(limited, most))?;
        put(room, &root)
    }

    /// The branch from a place.
    fn merkle_prove(room, count: usize, limited: u32, most: u64, index: u64) {
        let tree = ChunkTree::new(room.rows(count)?, limit(limited, most))?;
        let proof = tree.prove(GeneralizedIndex::new(index)?)?;
        put_all(room, &proof.branch)
    }

    /// The root that a leaf, a branch and a place lead to, into the head.
    fn merkle_root_of(room, count: usize, index: u64) {
        let leaf = node(room)?;
        let root = root_of_branch(&leaf, room.rows(count)?, GeneralizedIndex::new(index)?)?;
        put(room, &root)
    }

    /// The hash of an entry of a log, into the head.
    fn log_leaf(room, len: usize) {
        let hash = rfc6962::leaf_hash(room.next(len)?);
        put(room, &hash)
    }

    /// The head of a log over hashes of entries, into the head.
    fn log_root(room, count: usize) {
        let root = rfc6962::tree_head(room.rows(count)?);
        put(room, &root)
    }

    /// The proof that an entry is in a log.
    fn log_prove(room, count: usize, index: usize) {
        let proof = rfc6962::prove_inclusion(room.rows(count)?, index)?;
        put_all(room, &proof)
    }

    /// The proof that an older log is a beginning of this one.
    fn log_consistency(room, count: usize, old: usize) {
        let proof = rfc6962::prove_consistency(room.rows(count)?, old)?;
        put_all(room, &proof)
    }

    /// Whether an entry is in a log: its hash, the root, the proof.
    fn log_verify(room, index: u64, size: u64, count: usize) {
        let (leaf, root) = (node(room)?, node(room)?);
        verdict(rfc6962::verify_inclusion(&leaf, index, size, room.rows(count)?, &root))
    }

    /// Whether a log is a beginning of another: root, new root, the proof.
    fn log_verify_consistency(room, size: u64, new_size: u64, count: usize) {
        let (root, new_root) = (node(room)?, node(room)?);
        verdict(rfc6962::verify_consistency(size, new_size, room.rows(count)?, &root, &new_root))
    }

    /// The root over transaction ids, into the head.
    fn bitcoin_root(room, count: usize) {
        let none = || Fault::new("LENGTH", "a block has at least one transaction");
        let found = bitcoin::merkle_root(room.rows(count)?).ok_or_else(none)?;
        put(room, &found.root)
    }
}
