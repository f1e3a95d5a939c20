//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::merkle;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit`
/// leaves; without a limit, of the number of leaves. Time depends on the leaves and not on the limit, which
/// reaches 2^62.
#[napi(js_name = "merkleRoot")]
pub fn merkle_root(
    limit: Option<Either<f64, BigInt>>,
    leaves: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&leaves)],
            &merkle::merkle_root(
                limit.as_ref().map(|limit| bytes::long("limit", limit)).transpose()?,
                rows_of::<32>("leaves", &leaves)?,
            )?,
        )
    })
}

/// The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are as
/// many as the tree has levels: the binary logarithm, rounded up, of the limit, without one of the number of
/// leaves.
#[napi(js_name = "merkleProof")]
pub fn merkle_proof(
    limit: Option<Either<f64, BigInt>>,
    index: Either<f64, BigInt>,
    leaves: Uint8ArraySlice<'_>,
) -> Result<Uint8Array> {
    run(|| {
        Ok(Uint8Array::from(merkle::merkle_proof(
            limit.as_ref().map(|limit| bytes::long("limit", limit)).transpose()?,
            bytes::long("index", &index)?,
            rows_of::<32>("leaves", &leaves)?,
        )?))
    })
}

/// Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit are
/// the caller's to say: a proof that says itself what it proves proves nothing.
#[napi(js_name = "merkleVerify")]
pub fn merkle_verify(
    index: Either<f64, BigInt>,
    limit: Either<f64, BigInt>,
    leaf: Uint8ArraySlice<'_>,
    proof: Uint8ArraySlice<'_>,
    root: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        merkle::merkle_verify(
            bytes::long("index", &index)?,
            bytes::long("limit", &limit)?,
            fixed::<32>("leaf", &leaf)?,
            rows_of::<32>("proof", &proof)?,
            fixed::<32>("root", &root)?,
        )
    })
}

/// The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1.
/// 32 bytes for each level.
#[napi(js_name = "merkleNodeProof")]
pub fn merkle_node_proof(
    limit: Option<Either<f64, BigInt>>,
    index: Either<f64, BigInt>,
    leaves: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&leaves)])?;
        merkle::merkle_node_proof(
            limit.as_ref().map(|limit| bytes::long("limit", limit)).transpose()?,
            bytes::long("index", &index)?,
            rows_of::<32>("leaves", &leaves)?,
            out,
        )
    })
}

/// The root that a node, its proof and its generalized index lead to.
#[napi(js_name = "merkleNodeRoot")]
pub fn merkle_node_root(
    index: Either<f64, BigInt>,
    node: Uint8ArraySlice<'_>,
    proof: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&node), span(&proof)],
            &merkle::merkle_node_root(
                bytes::long("index", &index)?,
                fixed::<32>("node", &node)?,
                rows_of::<32>("proof", &proof)?,
            )?,
        )
    })
}

/// The root with a length mixed in: that of a list of SSZ.
#[napi(js_name = "merkleMixInLength")]
pub fn merkle_mix_in_length(
    root: Uint8ArraySlice<'_>,
    length: Either<f64, BigInt>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&root)],
            &merkle::merkle_mix_in_length(fixed::<32>("root", &root)?, bytes::long("length", &length)?),
        )
    })
}

/// The hash of an entry of a log of RFC 6962 (certificate transparency).
#[napi(js_name = "logLeaf")]
pub fn log_leaf(entry: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&entry)], &merkle::log_leaf(&entry)))
}

/// The head of a log over hashes of entries.
#[napi(js_name = "logRoot")]
pub fn log_root(leaves: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&leaves)], &merkle::log_root(rows_of::<32>("leaves", &leaves)?)))
}

/// The proof that entry `index` is in a log: 64 nodes at most.
#[napi(js_name = "logProof")]
pub fn log_proof(index: f64, leaves: Uint8ArraySlice<'_>) -> Result<Uint8Array> {
    run(|| {
        Ok(Uint8Array::from(merkle::log_proof(
            bytes::size("index", index)?,
            rows_of::<32>("leaves", &leaves)?,
        )?))
    })
}

/// Whether an entry is at `index` of the log of `size` entries with that head.
#[napi(js_name = "logVerify")]
pub fn log_verify(
    index: Either<f64, BigInt>,
    size: Either<f64, BigInt>,
    leaf: Uint8ArraySlice<'_>,
    proof: Uint8ArraySlice<'_>,
    root: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        merkle::log_verify(
            bytes::long("index", &index)?,
            bytes::long("size", &size)?,
            fixed::<32>("leaf", &leaf)?,
            rows_of::<32>("proof", &proof)?,
            fixed::<32>("root", &root)?,
        )
    })
}

/// The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most.
#[napi(js_name = "logConsistency")]
pub fn log_consistency(size: f64, leaves: Uint8ArraySlice<'_>) -> Result<Uint8Array> {
    run(|| {
        Ok(Uint8Array::from(merkle::log_consistency(
            bytes::size("size", size)?,
            rows_of::<32>("leaves", &leaves)?,
        )?))
    })
}

/// Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and
/// `new_root`.
#[napi(js_name = "logVerifyConsistency")]
pub fn log_verify_consistency(
    size: Either<f64, BigInt>,
    new_size: Either<f64, BigInt>,
    proof: Uint8ArraySlice<'_>,
    root: Uint8ArraySlice<'_>,
    new_root: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        merkle::log_verify_consistency(
            bytes::long("size", &size)?,
            bytes::long("new_size", &new_size)?,
            rows_of::<32>("proof", &proof)?,
            fixed::<32>("root", &root)?,
            fixed::<32>("new_root", &new_root)?,
        )
    })
}

/// The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
#[napi(js_name = "bitcoinRoot")]
pub fn bitcoin_root(ids: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&ids)], &merkle::bitcoin_root(rows_of::<32>("ids", &ids)?)?))
}

/// The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a
/// block, so that a file can be hashed while it is read; blocks that are not full are those at its end.
#[napi(js_name = "blocksDigests")]
pub fn blocks_digests(
    format: String,
    block_size: Either<f64, BigInt>,
    hash_block_size: Either<f64, BigInt>,
    salt: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&salt), span(&data)])?;
        merkle::blocks_digests(
            &format,
            bytes::long("block_size", &block_size)?,
            bytes::long("hash_block_size", &hash_block_size)?,
            &salt,
            &data,
            out,
        )
    })
}

/// The root of a file of `length` bytes from the digests of its blocks.
#[napi(js_name = "blocksRootOfDigests")]
pub fn blocks_root_of_digests(
    format: String,
    block_size: Either<f64, BigInt>,
    hash_block_size: Either<f64, BigInt>,
    salt: Uint8ArraySlice<'_>,
    length: Either<f64, BigInt>,
    digests: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&salt), span(&digests)],
            &merkle::blocks_root_of_digests(
                &format,
                bytes::long("block_size", &block_size)?,
                bytes::long("hash_block_size", &hash_block_size)?,
                &salt,
                bytes::long("length", &length)?,
                rows_of::<32>("digests", &digests)?,
            )?,
        )
    })
}
