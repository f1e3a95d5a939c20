//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(clippy::too_many_arguments, unused_imports, reason = "as the functions are declared")]

use std::ffi::c_char;

use lanesmith_face::merkle;
use lanesmith_face::{Status, rows_of};

use crate::ffi::raw;

/// The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit`
/// leaves; without a limit, of the number of leaves. Time depends on the leaves and not on the limit, which
/// reaches 2^62. A limit of 0 is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_root(
    limit: u64,
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(leaves)], &[])?;
            out.copy_from_slice(&merkle::merkle_root((limit > 0).then_some(limit), leaves)?);
            Ok(())
        }
    })
}

/// The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are as
/// many as the tree has levels: the binary logarithm, rounded up, of the limit, without one of the number of
/// leaves. A limit of 0 is none. `room` is how many bytes `out` has and `*written` becomes how many there
/// are; where they do not fit it is LANESMITH_STATUS_LENGTH, and `*written` how many there would be.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_proof(
    limit: u64,
    index: u64,
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    room: usize,
    written: *mut usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let made = merkle::merkle_proof((limit > 0).then_some(limit), index, leaves)?;
            raw::fits("out", room, made.len(), written)?;
            raw::output("out", out, made.len(), Some(made.len()), &[raw::span(leaves)], &[])?
                .copy_from_slice(&made);
            Ok(())
        }
    })
}

/// Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit are
/// the caller's to say: a proof that says itself what it proves proves nothing. Yes is LANESMITH_STATUS_OK,
/// no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_verify(
    index: u64,
    limit: u64,
    leaf: *const u8,
    leaf_len: usize,
    proof: *const u8,
    proof_len: usize,
    root: *const u8,
    root_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaf = raw::fixed::<32>("leaf", leaf, leaf_len)?;
            let proof = rows_of::<32>("proof", raw::input("proof", proof, proof_len)?)?;
            let root = raw::fixed::<32>("root", root, root_len)?;
            raw::answer(merkle::merkle_verify(index, limit, leaf, proof, root)?)
        }
    })
}

/// The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1.
/// 32 bytes for each level. A limit of 0 is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_node_proof(
    limit: u64,
    index: u64,
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(leaves)], &[])?;
            merkle::merkle_node_proof((limit > 0).then_some(limit), index, leaves, out)
        }
    })
}

/// The root that a node, its proof and its generalized index lead to.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_node_root(
    index: u64,
    node: *const u8,
    node_len: usize,
    proof: *const u8,
    proof_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let node = raw::fixed::<32>("node", node, node_len)?;
            let proof = rows_of::<32>("proof", raw::input("proof", proof, proof_len)?)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(node), raw::span(proof)], &[])?;
            out.copy_from_slice(&merkle::merkle_node_root(index, node, proof)?);
            Ok(())
        }
    })
}

/// The root with a length mixed in: that of a list of SSZ.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_mix_in_length(
    root: *const u8,
    root_len: usize,
    length: u64,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let root = raw::fixed::<32>("root", root, root_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(root)], &[])?;
            out.copy_from_slice(&merkle::merkle_mix_in_length(root, length));
            Ok(())
        }
    })
}

/// The hash of an entry of a log of RFC 6962 (certificate transparency).
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_leaf(
    entry: *const u8,
    entry_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let entry = raw::input("entry", entry, entry_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(entry)], &[])?;
            out.copy_from_slice(&merkle::log_leaf(entry));
            Ok(())
        }
    })
}

/// The head of a log over hashes of entries.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_root(
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(leaves)], &[])?;
            out.copy_from_slice(&merkle::log_root(leaves));
            Ok(())
        }
    })
}

/// The proof that entry `index` is in a log: 64 nodes at most. `room` is how many bytes `out` has and
/// `*written` becomes how many there are; where they do not fit it is LANESMITH_STATUS_LENGTH, and `*written`
/// how many there would be.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_proof(
    index: usize,
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    room: usize,
    written: *mut usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let made = merkle::log_proof(index, leaves)?;
            raw::fits("out", room, made.len(), written)?;
            raw::output("out", out, made.len(), Some(made.len()), &[raw::span(leaves)], &[])?
                .copy_from_slice(&made);
            Ok(())
        }
    })
}

/// Whether an entry is at `index` of the log of `size` entries with that head. Yes is LANESMITH_STATUS_OK, no
/// is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_verify(
    index: u64,
    size: u64,
    leaf: *const u8,
    leaf_len: usize,
    proof: *const u8,
    proof_len: usize,
    root: *const u8,
    root_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaf = raw::fixed::<32>("leaf", leaf, leaf_len)?;
            let proof = rows_of::<32>("proof", raw::input("proof", proof, proof_len)?)?;
            let root = raw::fixed::<32>("root", root, root_len)?;
            raw::answer(merkle::log_verify(index, size, leaf, proof, root)?)
        }
    })
}

/// The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most. `room` is
/// how many bytes `out` has and `*written` becomes how many there are; where they do not fit it is
/// LANESMITH_STATUS_LENGTH, and `*written` how many there would be.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_consistency(
    size: usize,
    leaves: *const u8,
    leaves_len: usize,
    out: *mut u8,
    room: usize,
    written: *mut usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let leaves = rows_of::<32>("leaves", raw::input("leaves", leaves, leaves_len)?)?;
            let made = merkle::log_consistency(size, leaves)?;
            raw::fits("out", room, made.len(), written)?;
            raw::output("out", out, made.len(), Some(made.len()), &[raw::span(leaves)], &[])?
                .copy_from_slice(&made);
            Ok(())
        }
    })
}

/// Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and
/// `new_root`. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_log_verify_consistency(
    size: u64,
    new_size: u64,
    proof: *const u8,
    proof_len: usize,
    root: *const u8,
    root_len: usize,
    new_root: *const u8,
    new_root_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let proof = rows_of::<32>("proof", raw::input("proof", proof, proof_len)?)?;
            let root = raw::fixed::<32>("root", root, root_len)?;
            let new_root = raw::fixed::<32>("new_root", new_root, new_root_len)?;
            raw::answer(merkle::log_verify_consistency(size, new_size, proof, root, new_root)?)
        }
    })
}

/// The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bitcoin_root(
    ids: *const u8,
    ids_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let ids = rows_of::<32>("ids", raw::input("ids", ids, ids_len)?)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(ids)], &[])?;
            out.copy_from_slice(&merkle::bitcoin_root(ids)?);
            Ok(())
        }
    })
}

/// The root of a file as a tree: `btv2` (pieces root of BitTorrent v2), `fsverity` (the digest that `fsverity
/// digest` prints), `dm-verity` (the root hash of `veritysetup format`), `glacier`, `s3` (the digest of a
/// composite checksum) or `rfc6962`. Of `block_size` and `hash_block_size` (of dm-verity alone) 0 is what the
/// format has: 4096, of s3 parts of 8 MiB. Only fsverity and dm-verity have a salt.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_blocks_root(
    format: *const c_char,
    block_size: u64,
    hash_block_size: u64,
    salt: *const u8,
    salt_len: usize,
    data: *const u8,
    data_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let format = raw::text("format", format, raw::TEXT)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let data = raw::input("data", data, data_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(salt), raw::span(data)], &[])?;
            out.copy_from_slice(&merkle::blocks_root(format, block_size, hash_block_size, salt, data)?);
            Ok(())
        }
    })
}

/// The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a
/// block, so that a file can be hashed while it is read; blocks that are not full are those at its end.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_blocks_digests(
    format: *const c_char,
    block_size: u64,
    hash_block_size: u64,
    salt: *const u8,
    salt_len: usize,
    data: *const u8,
    data_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let format = raw::text("format", format, raw::TEXT)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let data = raw::input("data", data, data_len)?;
            let out =
                raw::output("out", out, out_len, Some(out_len), &[raw::span(salt), raw::span(data)], &[])?;
            merkle::blocks_digests(format, block_size, hash_block_size, salt, data, out)
        }
    })
}

/// The root of a file of `length` bytes from the digests of its blocks.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_blocks_root_of_digests(
    format: *const c_char,
    block_size: u64,
    hash_block_size: u64,
    salt: *const u8,
    salt_len: usize,
    length: u64,
    digests: *const u8,
    digests_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let format = raw::text("format", format, raw::TEXT)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let digests = rows_of::<32>("digests", raw::input("digests", digests, digests_len)?)?;
            let out =
                raw::output("out", out, out_len, Some(32), &[raw::span(salt), raw::span(digests)], &[])?;
            out.copy_from_slice(&merkle::blocks_root_of_digests(
                format,
                block_size,
                hash_block_size,
                salt,
                length,
                digests,
            )?);
            Ok(())
        }
    })
}

/// Whether a file is that of the root and of the digests of its blocks. `bad` has a byte for each block and
/// becomes 1 for those that are others. Digests that are not of the root are an error. Yes is
/// LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_blocks_check(
    format: *const c_char,
    block_size: u64,
    hash_block_size: u64,
    salt: *const u8,
    salt_len: usize,
    root: *const u8,
    root_len: usize,
    digests: *const u8,
    digests_len: usize,
    data: *const u8,
    data_len: usize,
    bad: *mut u8,
    bad_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let format = raw::text("format", format, raw::TEXT)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let root = raw::fixed::<32>("root", root, root_len)?;
            let digests = rows_of::<32>("digests", raw::input("digests", digests, digests_len)?)?;
            let data = raw::input("data", data, data_len)?;
            let bad = raw::output(
                "bad",
                bad,
                bad_len,
                Some(bad_len),
                &[raw::span(salt), raw::span(root), raw::span(digests), raw::span(data)],
                &[],
            )?;
            raw::answer(merkle::blocks_check(
                format,
                block_size,
                hash_block_size,
                salt,
                root,
                digests,
                data,
                bad,
            )?)
        }
    })
}
