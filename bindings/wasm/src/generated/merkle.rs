//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use alloc::vec::Vec;

use lanesmith_face::merkle;
use lanesmith_face::{fixed, rows_of};

use crate::ffi::{Room, exports};

exports! {

    /// The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit`
    /// leaves; without a limit, of the number of leaves. Time depends on the leaves and not on the limit, which
    /// reaches 2^62.
    fn merkle_root(room, limit_given: u32, limit: u64, leaves: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let made = merkle::merkle_root((limit_given != 0).then_some(limit), leaves)?;
        room.put(&made)
    }

    /// The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are as
    /// many as the tree has levels: the binary logarithm, rounded up, of the limit, without one of the number of
    /// leaves.
    fn merkle_proof(room, limit_given: u32, limit: u64, index: u64, leaves: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let made = merkle::merkle_proof((limit_given != 0).then_some(limit), index, leaves)?;
        room.put_behind(&made)
    }

    /// Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit are
    /// the caller's to say: a proof that says itself what it proves proves nothing.
    fn merkle_verify(room, index: u64, limit: u64, leaf: usize, proof: usize, root: usize) {
        let leaf = fixed::<32>("leaf", room.next(leaf)?)?;
        let proof = rows_of::<32>("proof", room.next(proof)?)?;
        let root = fixed::<32>("root", room.next(root)?)?;
        Ok(i32::from(merkle::merkle_verify(index, limit, leaf, proof, root)?))
    }

    /// The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1.
    /// 32 bytes for each level.
    fn merkle_node_proof(room, limit_given: u32, limit: u64, index: u64, leaves: usize, out: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let out = room.next(out)?;
        merkle::merkle_node_proof((limit_given != 0).then_some(limit), index, leaves, out)?;
        Ok(0)
    }

    /// The root that a node, its proof and its generalized index lead to.
    fn merkle_node_root(room, index: u64, node: usize, proof: usize) {
        let node = fixed::<32>("node", room.next(node)?)?;
        let proof = rows_of::<32>("proof", room.next(proof)?)?;
        let made = merkle::merkle_node_root(index, node, proof)?;
        room.put(&made)
    }

    /// The root with a length mixed in: that of a list of SSZ.
    fn merkle_mix_in_length(room, root: usize, length: u64) {
        let root = fixed::<32>("root", room.next(root)?)?;
        let made = merkle::merkle_mix_in_length(root, length);
        room.put(&made)
    }

    /// The hash of an entry of a log of RFC 6962 (certificate transparency).
    fn log_leaf(room, entry: usize) {
        let entry = room.next(entry)?;
        let made = merkle::log_leaf(entry);
        room.put(&made)
    }

    /// The head of a log over hashes of entries.
    fn log_root(room, leaves: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let made = merkle::log_root(leaves);
        room.put(&made)
    }

    /// The proof that entry `index` is in a log: 64 nodes at most.
    fn log_proof(room, index: usize, leaves: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let made = merkle::log_proof(index, leaves)?;
        room.put_behind(&made)
    }

    /// Whether an entry is at `index` of the log of `size` entries with that head.
    fn log_verify(room, index: u64, size: u64, leaf: usize, proof: usize, root: usize) {
        let leaf = fixed::<32>("leaf", room.next(leaf)?)?;
        let proof = rows_of::<32>("proof", room.next(proof)?)?;
        let root = fixed::<32>("root", room.next(root)?)?;
        Ok(i32::from(merkle::log_verify(index, size, leaf, proof, root)?))
    }

    /// The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most.
    fn log_consistency(room, size: usize, leaves: usize) {
        let leaves = rows_of::<32>("leaves", room.next(leaves)?)?;
        let made = merkle::log_consistency(size, leaves)?;
        room.put_behind(&made)
    }

    /// Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and
    /// `new_root`.
    fn log_verify_consistency(room, size: u64, new_size: u64, proof: usize, root: usize, new_root: usize) {
        let proof = rows_of::<32>("proof", room.next(proof)?)?;
        let root = fixed::<32>("root", room.next(root)?)?;
        let new_root = fixed::<32>("new_root", room.next(new_root)?)?;
        Ok(i32::from(merkle::log_verify_consistency(size, new_size, proof, root, new_root)?))
    }

    /// The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
    fn bitcoin_root(room, ids: usize) {
        let ids = rows_of::<32>("ids", room.next(ids)?)?;
        let made = merkle::bitcoin_root(ids)?;
        room.put(&made)
    }

    /// The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a
    /// block, so that a file can be hashed while it is read; blocks that are not full are those at its end.
    fn blocks_digests(room, format: usize, block_size: u64, hash_block_size: u64, salt: usize, data: usize, out: usize) {
        let format = room.str(format)?;
        let salt = room.next(salt)?;
        let data = room.next(data)?;
        let out = room.next(out)?;
        merkle::blocks_digests(format, block_size, hash_block_size, salt, data, out)?;
        Ok(0)
    }

    /// The root of a file of `length` bytes from the digests of its blocks.
    fn blocks_root_of_digests(room, format: usize, block_size: u64, hash_block_size: u64, salt: usize, length: u64, digests: usize) {
        let format = room.str(format)?;
        let salt = room.next(salt)?;
        let digests = rows_of::<32>("digests", room.next(digests)?)?;
        let made = merkle::blocks_root_of_digests(format, block_size, hash_block_size, salt, length, digests)?;
        room.put(&made)
    }
}
