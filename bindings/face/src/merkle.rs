//! Merkle trees of SHA-256: SSZ, RFC 6962, Bitcoin, and files as trees. Leaves, nodes and roots are 32 bytes each.

use alloc::vec::Vec;

use lanesmith::sha256::blocks::{BlockTree, BlocksError, Format, TreeHasher};
use lanesmith::sha256::merkle::proof::{
    ChunkTree, GeneralizedIndex, ProofError, ProofSource, root_of_branch,
};
use lanesmith::sha256::merkle::rfc6962::{self, LogError};
use lanesmith::sha256::merkle::{self, TreeError, bitcoin};

use crate::error::faults;
use crate::{Fault, Outcome, Status, sized};

faults! { TreeError => Tree, ProofError => Tree, LogError => Tree, BlocksError => Tree }

/// The most leaves that a tree has room for.
const MOST: u64 = 1 << 62;

// JavaScript: merkle.root. Python: merkle.root.
/// The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit` leaves; without a limit, of
/// the number of leaves. Time depends on the leaves and not on the limit, which reaches 2^62.
pub fn merkle_root(limit: Option<u64>, leaves: &[[u8; 32]]) -> Outcome<[u8; 32]> {
    Ok(merkle::merkleize(leaves, limit)?)
}

// JavaScript: merkle.proof. Python: merkle.prove.
/// The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are as many as the tree has
/// levels: the binary logarithm, rounded up, of the limit, without one of the number of leaves.
pub fn merkle_proof(limit: Option<u64>, index: u64, leaves: &[[u8; 32]]) -> Outcome<Vec<u8>> {
    let count = leaves.len() as u64;
    if index >= count {
        return Err(Fault::new(Status::Tree, format_args!("index is {index}, but there are {count} leaves")));
    }
    let tree = ChunkTree::new(leaves, limit)?;
    Ok(tree.prove(place(index, limit.unwrap_or(count))?)?.branch.into_flattened())
}

// JavaScript: merkle.verify. Python: merkle.verify.
/// Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit are the caller's to say: a
/// proof that says itself what it proves proves nothing.
pub fn merkle_verify(
    index: u64,
    limit: u64,
    leaf: &[u8; 32],
    proof: &[[u8; 32]],
    root: &[u8; 32],
) -> Outcome<bool> {
    Ok(root_of_branch(leaf, proof, place(index, limit)?)? == *root)
}

// JavaScript: merkle.proof. Python: merkle.prove_node.
/// The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1. 32 bytes for each level.
pub fn merkle_node_proof(limit: Option<u64>, index: u64, leaves: &[[u8; 32]], out: &mut [u8]) -> Outcome {
    let branch = ChunkTree::new(leaves, limit)?.prove(GeneralizedIndex::new(index)?)?.branch;
    sized("out", out, branch.len())?.copy_from_slice(&branch);
    Ok(())
}

// JavaScript: merkle.rootOf. Python: merkle.node_root.
/// The root that a node, its proof and its generalized index lead to.
pub fn merkle_node_root(index: u64, node: &[u8; 32], proof: &[[u8; 32]]) -> Outcome<[u8; 32]> {
    Ok(root_of_branch(node, proof, GeneralizedIndex::new(index)?)?)
}

// JavaScript: merkle.mixInLength. Python: merkle.mix_in_length.
/// The root with a length mixed in: that of a list of SSZ.
pub fn merkle_mix_in_length(root: &[u8; 32], length: u64) -> [u8; 32] {
    merkle::mix_in_length(root, length)
}

// JavaScript: merkle.log.leafHash. Python: merkle.log_leaf.
/// The hash of an entry of a log of RFC 6962 (certificate transparency).
pub fn log_leaf(entry: &[u8]) -> [u8; 32] {
    rfc6962::leaf_hash(entry)
}

// JavaScript: merkle.log.root. Python: merkle.log_root.
/// The head of a log over hashes of entries.
pub fn log_root(leaves: &[[u8; 32]]) -> [u8; 32] {
    rfc6962::tree_head(leaves)
}

// JavaScript: merkle.log.proof. Python: merkle.log_prove.
/// The proof that entry `index` is in a log: 64 nodes at most.
pub fn log_proof(index: usize, leaves: &[[u8; 32]]) -> Outcome<Vec<u8>> {
    Ok(rfc6962::prove_inclusion(leaves, index)?.into_flattened())
}

// JavaScript: merkle.log.verify. Python: merkle.log_verify.
/// Whether an entry is at `index` of the log of `size` entries with that head.
pub fn log_verify(
    index: u64,
    size: u64,
    leaf: &[u8; 32],
    proof: &[[u8; 32]],
    root: &[u8; 32],
) -> Outcome<bool> {
    answer(rfc6962::verify_inclusion(leaf, index, size, proof, root))
}

// JavaScript: merkle.log.consistencyProof. Python: merkle.log_consistency.
/// The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most.
pub fn log_consistency(size: usize, leaves: &[[u8; 32]]) -> Outcome<Vec<u8>> {
    Ok(rfc6962::prove_consistency(leaves, size)?.into_flattened())
}

// JavaScript: merkle.log.verifyConsistency. Python: merkle.log_verify_consistency.
/// Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and `new_root`.
pub fn log_verify_consistency(
    size: u64,
    new_size: u64,
    proof: &[[u8; 32]],
    root: &[u8; 32],
    new_root: &[u8; 32],
) -> Outcome<bool> {
    answer(rfc6962::verify_consistency(size, new_size, proof, root, new_root))
}

// JavaScript: merkle.bitcoinRoot. Python: merkle.bitcoin_root.
/// The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
pub fn bitcoin_root(ids: &[[u8; 32]]) -> Outcome<[u8; 32]> {
    let none = || Fault::new(Status::Length, "a block has at least one transaction");
    Ok(bitcoin::merkle_root(ids).ok_or_else(none)?.root)
}

// JavaScript: merkle.file.root. Python: merkle.file_root.
/// The root of a file as a tree: `btv2` (pieces root of BitTorrent v2), `fsverity` (the digest that `fsverity digest` prints),
/// `dm-verity` (the root hash of `veritysetup format`), `glacier`, `s3` (the digest of a composite checksum) or `rfc6962`. Of `block_size`
/// and `hash_block_size` (of dm-verity alone) 0 is what the format has: 4096, of s3 parts of 8 MiB. Only fsverity and dm-verity have a salt.
pub fn blocks_root(
    format: &str,
    block_size: u64,
    hash_block_size: u64,
    salt: &[u8],
    data: &[u8],
) -> Outcome<[u8; 32]> {
    let format = format_of(format, block_size, hash_block_size, salt)?;
    Ok(format.told(data.len() as u64, &format.root(data)?))
}

// JavaScript: merkle.file.digests. Python: merkle.file_digests.
/// The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a block, so that a file can be hashed
/// while it is read; blocks that are not full are those at its end.
pub fn blocks_digests(
    format: &str,
    block_size: u64,
    hash_block_size: u64,
    salt: &[u8],
    data: &[u8],
    out: &mut [u8],
) -> Outcome {
    let format = format_of(format, block_size, hash_block_size, salt)?;
    let out = sized("out", out, format.blocks(data.len() as u64)? as usize)?;
    let tree = BlockTree::new(format, data)?;
    out.copy_from_slice(tree.level(0).unwrap_or_default());
    Ok(())
}

// JavaScript: merkle.file.rootOfDigests. Python: merkle.file_root_of_digests.
/// The root of a file of `length` bytes from the digests of its blocks.
pub fn blocks_root_of_digests(
    format: &str,
    block_size: u64,
    hash_block_size: u64,
    salt: &[u8],
    length: u64,
    digests: &[[u8; 32]],
) -> Outcome<[u8; 32]> {
    let format = format_of(format, block_size, hash_block_size, salt)?;
    let tree = BlockTree::from_digests(format, TreeHasher::new(), length, digests)?;
    Ok(tree.format().told(length, &tree.root()))
}

// JavaScript: merkle.file.check. Python: merkle.file_check.
/// Whether a file is that of the root and of the digests of its blocks. `bad` has a byte for each block and becomes 1 for those that are
/// others. Digests that are not of the root are an error.
pub fn blocks_check(
    format: &str,
    block_size: u64,
    hash_block_size: u64,
    salt: &[u8],
    root: &[u8; 32],
    digests: &[[u8; 32]],
    data: &[u8],
    bad: &mut [u8],
) -> Outcome<bool> {
    let format = format_of(format, block_size, hash_block_size, salt)?;
    let length = data.len() as u64;
    let tree = BlockTree::from_digests(format, TreeHasher::new(), length, digests)?;
    if bad.len() != digests.len() {
        return Err(Fault::length("bad", bad.len(), format_args!("{} bytes", digests.len())));
    }
    if tree.format().told(length, &tree.root()) != *root {
        return Err(Fault::new(Status::Tree, "the digests are not those of the root"));
    }
    bad.fill(0);
    let found = if digests.is_empty() { Vec::new() } else { tree.check(0, data)? };
    for index in &found {
        bad[*index as usize] = 1;
    }
    Ok(found.is_empty())
}

/// A format by its name; a size of 0 is the usual one.
fn format_of(name: &str, block_size: u64, hash_block_size: u64, salt: &[u8]) -> Outcome<Format> {
    let given = |size: u64| (size > 0).then_some(size);
    Ok(Format::named(name, given(block_size), given(hash_block_size), salt)?)
}

fn answer(done: Result<(), LogError>) -> Outcome<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(LogError::RootMismatch { .. } | LogError::OldRootMismatch { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The generalized index of a leaf.
fn place(index: u64, limit: u64) -> Outcome<GeneralizedIndex> {
    if limit > MOST {
        return Err(Fault::new(
            Status::Tree,
            format_args!("limit is {limit}: trees have room for at most 2^62 leaves"),
        ));
    }
    if index >= limit {
        let words = format_args!("index is {index}: a tree with room for {limit} leaves has no such leaf");
        return Err(Fault::new(Status::Tree, words));
    }
    Ok(GeneralizedIndex::new(limit.next_power_of_two() | index)?)
}
