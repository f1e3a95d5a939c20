//! Nodes of trees: what the modules of SHA-256 and of Merkle trees both have.

use lanesmith::sha256::hash_nodes;

use crate::ffi::exports;

exports! {
    /// Digests of pairs of nodes.
    fn sha256_nodes(room, count: usize) {
        let pairs = room.rows::<64>(count)?;
        hash_nodes(room.rows::<32>(count)?, pairs)?;
        Ok(0)
    }
}
