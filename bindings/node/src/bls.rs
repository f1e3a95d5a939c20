//! BLS12-381: keys and signatures that are decoded once, sums, batches, shares. Secrets are read where JavaScript has them; what is
//! made of them is wiped when dropped.

use lanesmith_face::bls::{self, Key, Scheme, Sig};
use napi::bindgen_prelude::{BigInt, ClassInstance, Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{array, arrays, given, long, put, word};
use crate::fault::{Fault, Result, Status, run};
use crate::ffi::{output, span};

/// A public key in memory.
#[napi]
pub struct BlsKey(Key);

/// A signature in memory.
#[napi]
pub struct BlsSignature(Sig);

fn scheme(variant: f64, mode: f64, tag: &[u8]) -> core::result::Result<Scheme<'_>, Fault> {
    Ok(Scheme { variant: word("variant", variant)?, mode: word("mode", mode)?, tag })
}

/// Decodes a public key.
#[napi]
pub fn bls_key(variant: f64, bytes: Uint8ArraySlice<'_>) -> Result<BlsKey> {
    run(|| Ok(BlsKey(bls::bls_key_decode(word("variant", variant)?, &bytes)?)))
}

/// The compressed key.
#[napi]
pub fn bls_key_bytes(key: &BlsKey, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[], &bls::bls_key_bytes(&key.0)))
}

/// Decodes a signature.
#[napi]
pub fn bls_signature(variant: f64, bytes: Uint8ArraySlice<'_>) -> Result<BlsSignature> {
    run(|| Ok(BlsSignature(bls::bls_signature_decode(word("variant", variant)?, &bytes)?)))
}

/// The compressed signature.
#[napi]
pub fn bls_signature_bytes(signature: &BlsSignature, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[], &bls::bls_signature_bytes(&signature.0)))
}

/// A secret key from material.
#[napi]
pub fn bls_generate(
    material: Uint8ArraySlice<'_>,
    info: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&material), span(&info)], &*bls::bls_generate(&material, &info)?))
}

/// The master key of a seed.
#[napi]
pub fn bls_derive_master(seed: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&seed)], &*bls::bls_derive_master(&seed)?))
}

/// The descendant of a key along a path.
#[napi]
pub fn bls_derive_path(
    secret: Uint8ArraySlice<'_>,
    path: String,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&secret)], &*bls::bls_derive_path(&path, array("secret", &secret)?)?))
}

/// The public key of a secret key.
#[napi]
pub fn bls_public_key(variant: f64, secret: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let key = bls::bls_public_key(word("variant", variant)?, array("secret", &secret)?)?;
        put(&mut out, &[span(&secret)], &bls::bls_key_bytes(&key))
    })
}

/// The signature of a message.
#[napi]
pub fn bls_sign(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    message: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let inputs = [span(&tag), span(&secret), span(&message)];
        let signature = bls::bls_sign(scheme(variant, mode, &tag)?, array("secret", &secret)?, &message)?;
        put(&mut out, &inputs, &bls::bls_signature_bytes(&signature))
    })
}

/// Whether a signature is right.
#[napi]
pub fn bls_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: &BlsKey,
    message: Uint8ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| bls::bls_verify(scheme(variant, mode, &tag)?, &key.0, &message, &signature.0))
}

/// What each of a list holds.
fn keys<'k>(all: &'k [ClassInstance<'_, BlsKey>]) -> Vec<&'k Key> {
    all.iter().map(|one| &one.0).collect()
}

fn signatures<'s>(all: &'s [ClassInstance<'_, BlsSignature>]) -> Vec<&'s Sig> {
    all.iter().map(|one| &one.0).collect()
}

/// The sum of signatures.
#[napi]
pub fn bls_aggregate(
    variant: f64,
    all: Vec<ClassInstance<'_, BlsSignature>>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let sum = bls::bls_aggregate(scheme(variant, 0.0, &[])?, &signatures(&all))?;
        put(&mut out, &[], &bls::bls_signature_bytes(&sum))
    })
}

/// The sum of keys.
#[napi]
pub fn bls_aggregate_keys(
    variant: f64,
    mode: f64,
    all: Vec<ClassInstance<'_, BlsKey>>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let sum = bls::bls_aggregate_keys(scheme(variant, mode, &[])?, &keys(&all))?;
        put(&mut out, &[], &bls::bls_key_bytes(&sum))
    })
}

/// Whether a signature is the sum of those of a message by each key.
#[napi]
pub fn bls_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    all: Vec<ClassInstance<'_, BlsKey>>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| {
        let messages = given(&messages, &message_lengths)?;
        bls::bls_aggregate_verify(scheme(variant, mode, &tag)?, &keys(&all), &messages, &signature.0)
    })
}

/// Whether a signature is the sum of those of one message by all keys.
#[napi]
pub fn bls_fast_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    all: Vec<ClassInstance<'_, BlsKey>>,
    message: Uint8ArraySlice<'_>,
    signature: &BlsSignature,
) -> Result<bool> {
    run(|| bls::bls_fast_aggregate_verify(scheme(variant, mode, &tag)?, &keys(&all), &message, &signature.0))
}

/// The proof of possession of a secret key.
#[napi]
pub fn bls_prove_possession(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let proof = bls::bls_prove_possession(scheme(variant, mode, &tag)?, array("secret", &secret)?)?;
        put(&mut out, &[span(&tag), span(&secret)], &bls::bls_signature_bytes(&proof))
    })
}

/// Whether a proof of possession is of a key.
#[napi]
pub fn bls_verify_possession(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: &BlsKey,
    proof: &BlsSignature,
) -> Result<bool> {
    run(|| bls::bls_verify_possession(scheme(variant, mode, &tag)?, &key.0, &proof.0))
}

/// A byte for each row of keys, messages and signatures.
#[napi]
pub fn bls_verify_batch(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    all: Vec<Option<ClassInstance<'_, BlsKey>>>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signed: Vec<Option<ClassInstance<'_, BlsSignature>>>,
    seed: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let inputs = [span(&tag), span(&messages), span(&message_lengths), span(&seed)];
        let keys: Vec<_> = all.iter().map(|one| one.as_ref().map(|one| &one.0)).collect();
        let signatures: Vec<_> = signed.iter().map(|one| one.as_ref().map(|one| &one.0)).collect();
        let messages = given(&messages, &message_lengths)?;
        let (scheme, seed) = (scheme(variant, mode, &tag)?, *array("seed", &seed)?);
        let len = out.len();
        let out = output(&mut out, len, &inputs)?;
        match bls::bls_verify_batch(scheme, &keys, &messages, &signatures, seed, out) {
            // The verdicts say it.
            Err(fault) if fault.status == Status::Mismatch => Ok(()),
            done => done,
        }
    })
}

/// Shares of a secret key, and commitments.
#[napi]
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
        let (variant, threshold, shares) =
            (word("variant", variant)?, word("threshold", threshold)?, word("shares", shares)?);
        let (own, seed) = (array("secret", &secret)?, *array("seed", &seed)?);
        let (dealt, public) = (out.len(), commitments.len());
        let dealt = output(&mut out, dealt, &[span(&secret)])?;
        let public = output(&mut commitments, public, &[span(&secret), span(dealt)])?;
        bls::bls_split(variant, threshold, shares, own, seed, dealt, public)
    })
}

/// Whether a share is the one that was dealt.
#[napi]
pub fn bls_share_verify(
    variant: f64,
    index: f64,
    secret: Uint8ArraySlice<'_>,
    commitments: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        let (variant, index) = (word("variant", variant)?, word("index", index)?);
        bls::bls_share_verify(variant, index, array("secret", &secret)?, &commitments)
    })
}

/// The public key of a share.
#[napi]
pub fn bls_share_key(
    variant: f64,
    index: f64,
    commitments: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let key = bls::bls_share_key(word("variant", variant)?, word("index", index)?, &commitments)?;
        put(&mut out, &[span(&commitments)], &bls::bls_key_bytes(&key))
    })
}

/// The key of shares.
#[napi]
pub fn bls_recover_key(
    indices: Uint32ArraySlice<'_>,
    shares: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let key = bls::bls_recover_key(&indices, arrays("shares", &shares)?)?;
        put(&mut out, &[span(&indices), span(&shares)], &*key)
    })
}

/// The signature of signatures by shares.
#[napi]
pub fn bls_recover_signature(
    variant: f64,
    indices: Uint32ArraySlice<'_>,
    all: Vec<ClassInstance<'_, BlsSignature>>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let whole = bls::bls_recover_signature(word("variant", variant)?, &indices, &signatures(&all))?;
        put(&mut out, &[span(&indices)], &bls::bls_signature_bytes(&whole))
    })
}

/// Whether a round of drand is right, and its randomness.
#[napi]
pub fn drand_verify(
    network: String,
    key: Uint8ArraySlice<'_>,
    round: BigInt,
    previous: Uint8ArraySlice<'_>,
    signature: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        let inputs = [span(&key), span(&previous), span(&signature)];
        match bls::drand_verify(&network, &key, long("round", &round)?, &previous, &signature) {
            Err(fault) if fault.status == Status::Mismatch => Ok(false),
            randomness => put(&mut out, &inputs, &randomness?).map(|()| true),
        }
    })
}
