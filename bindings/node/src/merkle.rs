//! Merkle trees: SSZ, RFC 6962, Bitcoin.

use lanesmith_face::merkle;
use napi::bindgen_prelude::{BigInt, Uint8Array, Uint8ArraySlice};
use napi_derive::napi;

use crate::bytes::{EXACT, array, arrays, long, put, size, whole};
use crate::fault::{Fault, Result, run};
use crate::ffi::{output, span};

fn limit(given: &Option<BigInt>) -> core::result::Result<Option<u64>, Fault> {
    given.as_ref().map(|limit| long("limit", limit)).transpose()
}

/// The root of leaves.
#[napi]
pub fn merkle_root(
    leaves: Uint8ArraySlice<'_>,
    most: Option<BigInt>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&leaves)], &merkle::merkle_root(limit(&most)?, arrays("leaves", &leaves)?)?))
}

/// The branch from a place.
#[napi]
pub fn merkle_prove(
    leaves: Uint8ArraySlice<'_>,
    most: Option<BigInt>,
    index: BigInt,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&leaves)])?;
        merkle::merkle_node_proof(limit(&most)?, long("index", &index)?, arrays("leaves", &leaves)?, out)
    })
}

/// The root that a leaf, a branch and a place lead to.
#[napi]
pub fn merkle_root_of(
    leaf: Uint8ArraySlice<'_>,
    branch: Uint8ArraySlice<'_>,
    index: BigInt,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let (index, leaf) = (long("index", &index)?, array("leaf", &leaf)?);
        let root = merkle::merkle_node_root(index, leaf, arrays("branch", &branch)?)?;
        put(&mut out, &[span(leaf), span(&branch)], &root)
    })
}

/// The hash of an entry of a log.
#[napi]
pub fn log_leaf(entry: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&entry)], &merkle::log_leaf(&entry)))
}

/// The head of a log over hashes of entries.
#[napi]
pub fn log_root(leaves: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&leaves)], &merkle::log_root(arrays("leaves", &leaves)?)))
}

/// The proof that an entry is in a log.
#[napi]
pub fn log_prove(leaves: Uint8ArraySlice<'_>, index: f64) -> Result<Uint8Array> {
    run(|| Ok(Uint8Array::from(merkle::log_proof(size("index", index)?, arrays("leaves", &leaves)?)?)))
}

/// The proof that an older log is a beginning of this one.
#[napi]
pub fn log_consistency(leaves: Uint8ArraySlice<'_>, old: f64) -> Result<Uint8Array> {
    run(|| Ok(Uint8Array::from(merkle::log_consistency(size("size", old)?, arrays("leaves", &leaves)?)?)))
}

/// Whether an entry is in a log.
#[napi]
pub fn log_verify(
    leaf: Uint8ArraySlice<'_>,
    index: f64,
    entries: f64,
    proof: Uint8ArraySlice<'_>,
    root: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        let (index, entries) = (whole("index", index, EXACT)?, whole("size", entries, EXACT)?);
        let (leaf, root) = (array("leaf", &leaf)?, array("root", &root)?);
        merkle::log_verify(index, entries, leaf, arrays("proof", &proof)?, root)
    })
}

/// Whether a log is a beginning of another.
#[napi]
pub fn log_verify_consistency(
    old: f64,
    new: f64,
    proof: Uint8ArraySlice<'_>,
    root: Uint8ArraySlice<'_>,
    new_root: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        let (old, new) = (whole("size", old, EXACT)?, whole("newSize", new, EXACT)?);
        let (root, new_root) = (array("root", &root)?, array("newRoot", &new_root)?);
        merkle::log_verify_consistency(old, new, arrays("proof", &proof)?, root, new_root)
    })
}

/// The root over transaction ids.
#[napi]
pub fn bitcoin_root(ids: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&ids)], &merkle::bitcoin_root(arrays("ids", &ids)?)?))
}

/// The digests of the blocks of a file.
#[napi]
pub fn blocks_digests(
    format: String,
    block: BigInt,
    hash_block: BigInt,
    salt: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let (block, hash_block) = (long("blockSize", &block)?, long("hashBlockSize", &hash_block)?);
        let len = out.len();
        let out = output(&mut out, len, &[span(&salt), span(&data)])?;
        merkle::blocks_digests(&format, block, hash_block, &salt, &data, out)
    })
}

/// The root over digests of blocks.
#[napi]
pub fn blocks_root(
    format: String,
    block: BigInt,
    hash_block: BigInt,
    salt: Uint8ArraySlice<'_>,
    length: BigInt,
    digests: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let (block, hash_block) = (long("blockSize", &block)?, long("hashBlockSize", &hash_block)?);
        let (length, rows) = (long("length", &length)?, arrays("digests", &digests)?);
        let root = merkle::blocks_root_of_digests(&format, block, hash_block, &salt, length, rows)?;
        put(&mut out, &[span(&salt), span(&digests)], &root)
    })
}
