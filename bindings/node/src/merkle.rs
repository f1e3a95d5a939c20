//! Merkle trees: SSZ, RFC 6962, Bitcoin.

use lanesmith::sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource, root_of_branch};
use lanesmith::sha256::merkle::{bitcoin, merkleize, rfc6962};
use lanesmith_javascript::merkle::verdict;
use napi::bindgen_prelude::{BigInt, Uint8Array, Uint8ArraySlice};
use napi_derive::napi;

use crate::bytes::{EXACT, array, arrays, long, put, size, whole};
use crate::fault::{Fault, Result, run};
use crate::ffi::span;

fn limit(given: &Option<BigInt>) -> core::result::Result<Option<u64>, Fault> {
    given.as_ref().map(|limit| long("limit", limit)).transpose()
}

fn place(index: &BigInt) -> core::result::Result<GeneralizedIndex, Fault> {
    Ok(GeneralizedIndex::new(long("index", index)?)?)
}

/// The root of leaves.
#[napi]
pub fn merkle_root(
    leaves: Uint8ArraySlice<'_>,
    most: Option<BigInt>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&leaves)], &merkleize(arrays("leaves", &leaves)?, limit(&most)?)?))
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
        let tree = ChunkTree::new(arrays("leaves", &leaves)?, limit(&most)?)?;
        put(&mut out, &[span(&leaves)], tree.prove(place(&index)?)?.branch.as_flattened())
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
        let root = root_of_branch(array("leaf", &leaf)?, arrays("branch", &branch)?, place(&index)?)?;
        put(&mut out, &[span(&leaf), span(&branch)], &root)
    })
}

/// The hash of an entry of a log.
#[napi]
pub fn log_leaf(entry: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&entry)], &rfc6962::leaf_hash(&entry)))
}

/// The head of a log over hashes of entries.
#[napi]
pub fn log_root(leaves: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&leaves)], &rfc6962::tree_head(arrays("leaves", &leaves)?)))
}

/// The proof that an entry is in a log.
#[napi]
pub fn log_prove(leaves: Uint8ArraySlice<'_>, index: f64) -> Result<Uint8Array> {
    run(|| {
        let proof = rfc6962::prove_inclusion(arrays("leaves", &leaves)?, size("index", index)?)?;
        Ok(Uint8Array::from(proof.into_flattened()))
    })
}

/// The proof that an older log is a beginning of this one.
#[napi]
pub fn log_consistency(leaves: Uint8ArraySlice<'_>, old: f64) -> Result<Uint8Array> {
    run(|| {
        let proof = rfc6962::prove_consistency(arrays("leaves", &leaves)?, size("size", old)?)?;
        Ok(Uint8Array::from(proof.into_flattened()))
    })
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
        verdict(rfc6962::verify_inclusion(leaf, index, entries, arrays("proof", &proof)?, root))
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
        verdict(rfc6962::verify_consistency(old, new, arrays("proof", &proof)?, root, new_root))
    })
}

/// The root over transaction ids.
#[napi]
pub fn bitcoin_root(ids: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let none = || Fault::new("LENGTH", "a block has at least one transaction");
        put(&mut out, &[span(&ids)], &bitcoin::merkle_root(arrays("ids", &ids)?).ok_or_else(none)?.root)
    })
}
