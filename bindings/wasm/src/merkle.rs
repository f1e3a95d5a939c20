//! Merkle trees: SSZ, RFC 6962, Bitcoin.

use lanesmith_face::{Status, merkle};

use crate::fault::Fault;
use crate::ffi::{Room, exports};

fn node<'a>(room: &mut Room<'a>) -> Result<&'a [u8; 32], Fault> {
    room.rows::<32>(1)?.first().ok_or_else(Fault::room)
}

fn put(room: &mut Room<'_>, node: &[u8; 32]) -> Result<i32, Fault> {
    room.head[..32].copy_from_slice(node);
    Ok(0)
}

/// Writes nodes where results belong and gives their number.
fn put_all(room: &mut Room<'_>, nodes: &[u8]) -> Result<i32, Fault> {
    room.next(nodes.len())?.copy_from_slice(nodes);
    Ok((nodes.len() / 32) as i32)
}

/// A limit, or none.
fn limit(given: u32, limit: u64) -> Option<u64> {
    (given != 0).then_some(limit)
}

/// The name of a format.
fn text(bytes: &[u8]) -> Result<&str, Fault> {
    core::str::from_utf8(bytes).map_err(|error| Fault::new(Status::Input, error))
}

exports! {
    /// The digests of the blocks of a file, in so many bytes: name of the format, salt, data.
    fn blocks_digests(room, name: usize, block: u64, hash_block: u64, salt: usize, len: usize, out: usize) {
        let (name, salt, data) = (text(room.next(name)?)?, room.next(salt)?, room.next(len)?);
        merkle::blocks_digests(name, block, hash_block, salt, data, room.next(out)?)?;
        Ok(0)
    }

    /// The root over digests of blocks, into the head: name of the format, salt, digests.
    fn blocks_root(room, name: usize, block: u64, hash_block: u64, salt: usize, length: u64, count: usize) {
        let (name, salt) = (text(room.next(name)?)?, room.next(salt)?);
        let root =
            merkle::blocks_root_of_digests(name, block, hash_block, salt, length, room.rows(count)?)?;
        put(room, &root)
    }

    /// The root of leaves, into the head.
    fn merkle_root(room, count: usize, limited: u32, most: u64) {
        let root = merkle::merkle_root(limit(limited, most), room.rows(count)?)?;
        put(room, &root)
    }

    /// The branch from a place, in so many bytes.
    fn merkle_prove(room, count: usize, limited: u32, most: u64, index: u64, out: usize) {
        let leaves = room.rows(count)?;
        merkle::merkle_node_proof(limit(limited, most), index, leaves, room.next(out)?)?;
        Ok(0)
    }

    /// The root that a leaf, a branch and a place lead to, into the head.
    fn merkle_root_of(room, count: usize, index: u64) {
        let root = merkle::merkle_node_root(index, node(room)?, room.rows(count)?)?;
        put(room, &root)
    }

    /// The hash of an entry of a log, into the head.
    fn log_leaf(room, len: usize) {
        let hash = merkle::log_leaf(room.next(len)?);
        put(room, &hash)
    }

    /// The head of a log over hashes of entries, into the head.
    fn log_root(room, count: usize) {
        let root = merkle::log_root(room.rows(count)?);
        put(room, &root)
    }

    /// The proof that an entry is in a log.
    fn log_prove(room, count: usize, index: usize) {
        let proof = merkle::log_proof(index, room.rows(count)?)?;
        put_all(room, &proof)
    }

    /// The proof that an older log is a beginning of this one.
    fn log_consistency(room, count: usize, old: usize) {
        let proof = merkle::log_consistency(old, room.rows(count)?)?;
        put_all(room, &proof)
    }

    /// Whether an entry is in a log: its hash, the root, the proof.
    fn log_verify(room, index: u64, size: u64, count: usize) {
        let (leaf, root) = (node(room)?, node(room)?);
        merkle::log_verify(index, size, leaf, room.rows(count)?, root).map(i32::from)
    }

    /// Whether a log is a beginning of another: root, new root, the proof.
    fn log_verify_consistency(room, size: u64, new_size: u64, count: usize) {
        let (root, new_root) = (node(room)?, node(room)?);
        merkle::log_verify_consistency(size, new_size, room.rows(count)?, root, new_root).map(i32::from)
    }

    /// The root over transaction ids, into the head.
    fn bitcoin_root(room, count: usize) {
        let root = merkle::bitcoin_root(room.rows(count)?)?;
        put(room, &root)
    }
}
