//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::bls;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};
use crate::points::*;

/// Decodes a public key, compressed or not, with every check: once, for as many calls as there will be.
/// Variant 0 has small keys (48 bytes compressed), 1 small signatures (96).
#[napi(js_name = "blsKeyDecode")]
pub fn bls_key_decode(variant: f64, bytes: Uint8ArraySlice<'_>) -> Result<BlsKey> {
    run(|| Ok(BlsKey(bls::bls_key_decode(bytes::word("variant", variant)?, &bytes)?)))
}

/// The compressed key: 48 bytes with variant 0, 96 with variant 1.
#[napi(js_name = "blsKeyBytes")]
pub fn bls_key_bytes(key: &BlsKey, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[], &bls::bls_key_bytes(&key.0)))
}

/// The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant 1.
#[napi(js_name = "blsKeyUncompressed")]
pub fn bls_key_uncompressed(key: &BlsKey, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[], &bls::bls_key_uncompressed(&key.0)))
}

/// Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1 has
/// 48.
#[napi(js_name = "blsSignatureDecode")]
pub fn bls_signature_decode(variant: f64, bytes: Uint8ArraySlice<'_>) -> Result<BlsSignature> {
    run(|| Ok(BlsSignature(bls::bls_signature_decode(bytes::word("variant", variant)?, &bytes)?)))
}

/// The compressed signature: 96 bytes with variant 0, 48 with variant 1.
#[napi(js_name = "blsSignatureBytes")]
pub fn bls_signature_bytes(signature: &BlsSignature, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[], &bls::bls_signature_bytes(&signature.0)))
}

/// The public key of a secret key.
#[napi(js_name = "blsPublicKey")]
pub fn bls_public_key(variant: f64, secret: Uint8ArraySlice<'_>) -> Result<BlsKey> {
    run(|| {
        Ok(BlsKey(bls::bls_public_key(bytes::word("variant", variant)?, fixed::<32>("secret", &secret)?)?))
    })
}

/// Signs a message. The time depends on the message, not on the key.
#[napi(js_name = "blsSign")]
pub fn bls_sign(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    message: Uint8ArraySlice<'_>,
) -> Result<BlsSignature> {
    run(|| {
        Ok(BlsSignature(bls::bls_sign(
            bytes::scheme(variant, mode, &tag)?,
            fixed::<32>("secret", &secret)?,
            &message,
        )?))
    })
}

/// Whether a signature is of a message and a key.
#[napi(js_name = "blsVerify")]
pub fn bls_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: &BlsKey,
    message: Uint8ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| bls::bls_verify(bytes::scheme(variant, mode, &tag)?, &key.0, &message, &signature.0))
}

/// The sum of signatures.
#[napi(js_name = "blsAggregate")]
pub fn bls_aggregate(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    signatures: Vec<ClassInstance<'_, BlsSignature>>,
) -> Result<BlsSignature> {
    run(|| {
        Ok(BlsSignature(bls::bls_aggregate(
            bytes::scheme(variant, mode, &tag)?,
            &signatures.iter().map(|one| &one.0).collect::<Vec<_>>(),
        )?))
    })
}

/// The sum of keys, which stands for all of them only where each has proved possession.
#[napi(js_name = "blsAggregateKeys")]
pub fn bls_aggregate_keys(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    keys: Vec<ClassInstance<'_, BlsKey>>,
) -> Result<BlsKey> {
    run(|| {
        Ok(BlsKey(bls::bls_aggregate_keys(
            bytes::scheme(variant, mode, &tag)?,
            &keys.iter().map(|one| &one.0).collect::<Vec<_>>(),
        )?))
    })
}

/// Whether a signature is the sum of signatures of a message by each key.
#[napi(js_name = "blsAggregateVerify")]
pub fn bls_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    keys: Vec<ClassInstance<'_, BlsKey>>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| {
        bls::bls_aggregate_verify(
            bytes::scheme(variant, mode, &tag)?,
            &keys.iter().map(|one| &one.0).collect::<Vec<_>>(),
            &bytes::given(&messages, &message_lengths)?,
            &signature.0,
        )
    })
}

/// Whether a signature is the sum of signatures of one message by all keys, of which each has proved
/// possession.
#[napi(js_name = "blsFastAggregateVerify")]
pub fn bls_fast_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    keys: Vec<ClassInstance<'_, BlsKey>>,
    message: Uint8ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| {
        bls::bls_fast_aggregate_verify(
            bytes::scheme(variant, mode, &tag)?,
            &keys.iter().map(|one| &one.0).collect::<Vec<_>>(),
            &message,
            &signature.0,
        )
    })
}

/// Proves that the owner of a key holds its secret.
#[napi(js_name = "blsProvePossession")]
pub fn bls_prove_possession(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
) -> Result<BlsSignature> {
    run(|| {
        Ok(BlsSignature(bls::bls_prove_possession(
            bytes::scheme(variant, mode, &tag)?,
            fixed::<32>("secret", &secret)?,
        )?))
    })
}

/// Whether a proof of possession is of a key.
#[napi(js_name = "blsVerifyPossession")]
pub fn bls_verify_possession(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: &BlsKey,
    proof: &BlsSignature,
) -> Result<bool> {
    run(|| bls::bls_verify_possession(bytes::scheme(variant, mode, &tag)?, &key.0, &proof.0))
}

/// Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature belong
/// together, else 0. A row without a key or a signature (null), as where it could not be decoded, is wrong.
/// If a row is wrong, the answer is that it is another signature, of the first such row. A wrong row passes
/// with probability 2^-64.
#[napi(js_name = "blsVerifyBatch")]
pub fn bls_verify_batch(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    keys: Vec<Option<ClassInstance<'_, BlsKey>>>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signatures: Vec<Option<ClassInstance<'_, BlsSignature>>>,
    seed: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&tag), span(&messages), span(&message_lengths), span(&seed)])?;
        bls::bls_verify_batch(
            bytes::scheme(variant, mode, &tag)?,
            &keys.iter().map(|one| one.as_ref().map(|one| &one.0)).collect::<Vec<_>>(),
            &bytes::given(&messages, &message_lengths)?,
            &signatures.iter().map(|one| one.as_ref().map(|one| &one.0)).collect::<Vec<_>>(),
            *fixed::<32>("seed", &seed)?,
            out,
        )
    })
}

/// A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
#[napi(js_name = "blsGenerate")]
pub fn bls_generate(
    material: Uint8ArraySlice<'_>,
    info: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&material), span(&info)], &*bls::bls_generate(&material, &info)?))
}

/// The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
#[napi(js_name = "blsDeriveMaster")]
pub fn bls_derive_master(seed: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&seed)], &*bls::bls_derive_master(&seed)?))
}

/// The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
#[napi(js_name = "blsDerivePath")]
pub fn bls_derive_path(
    path: String,
    secret: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&secret)], &*bls::bls_derive_path(&path, fixed::<32>("secret", &secret)?)?))
}

/// Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for
/// each share, which are numbered from 1; `commitments` (Feldman) is a compressed key for each of the
/// threshold, of which the first is the public key.
#[napi(js_name = "blsSplit")]
pub fn bls_split(
    variant: f64,
    threshold: f64,
    shares: f64,
    secret: Uint8ArraySlice<'_>,
    seed: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
    mut commitments: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&secret), span(&seed)])?;
        let len = commitments.len();
        let commitments = output(&mut commitments, len, &[span(&secret), span(&seed), span(out)])?;
        bls::bls_split(
            bytes::word("variant", variant)?,
            bytes::word("threshold", threshold)?,
            bytes::word("shares", shares)?,
            fixed::<32>("secret", &secret)?,
            *fixed::<32>("seed", &seed)?,
            out,
            commitments,
        )
    })
}

/// Whether share `index` is the one that was dealt, by the commitments.
#[napi(js_name = "blsShareVerify")]
pub fn bls_share_verify(
    variant: f64,
    index: f64,
    secret: Uint8ArraySlice<'_>,
    commitments: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        bls::bls_share_verify(
            bytes::word("variant", variant)?,
            bytes::word("index", index)?,
            fixed::<32>("secret", &secret)?,
            &commitments,
        )
    })
}

/// The public key of share `index`, by the commitments.
#[napi(js_name = "blsShareKey")]
pub fn bls_share_key(variant: f64, index: f64, commitments: Uint8ArraySlice<'_>) -> Result<BlsKey> {
    run(|| {
        Ok(BlsKey(bls::bls_share_key(
            bytes::word("variant", variant)?,
            bytes::word("index", index)?,
            &commitments,
        )?))
    })
}

/// The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers;
/// from fewer, another key.
#[napi(js_name = "blsRecoverKey")]
pub fn bls_recover_key(
    indices: Uint32ArraySlice<'_>,
    shares: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&indices), span(&shares)],
            &*bls::bls_recover_key(&indices, rows_of::<32>("shares", &shares)?)?,
        )
    })
}

/// The signature of the key that was split, from signatures by as many shares as the threshold, and their
/// numbers.
#[napi(js_name = "blsRecoverSignature")]
pub fn bls_recover_signature(
    variant: f64,
    indices: Uint32ArraySlice<'_>,
    signatures: Vec<ClassInstance<'_, BlsSignature>>,
) -> Result<BlsSignature> {
    run(|| {
        Ok(BlsSignature(bls::bls_recover_signature(
            bytes::word("variant", variant)?,
            &indices,
            &signatures.iter().map(|one| &one.0).collect::<Vec<_>>(),
        )?))
    })
}

/// Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet",
/// whose keys are known (`key` is empty), or drand's name of a scheme with the key of the network. `previous`
/// is the signature of the round before, which only chained networks read. Another round's signature is a
/// mismatch.
#[napi(js_name = "drandVerify")]
pub fn drand_verify(
    network: String,
    key: Uint8ArraySlice<'_>,
    round: Either<f64, BigInt>,
    previous: Uint8ArraySlice<'_>,
    signature: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(
            &mut out,
            &[span(&key), span(&previous), span(&signature)],
            &bls::drand_verify(&network, &key, bytes::long("round", &round)?, &previous, &signature)?,
        )
    })
}
