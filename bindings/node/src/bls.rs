//! BLS12-381: keys, signatures, batches. Secrets are read where JavaScript has them; what is made of them is wiped when dropped.

use lanesmith::bls::keys::KeyPath;
use lanesmith::bls::signature::{Mode, Proof, PublicKey, Scheme, SecretKey, Signature, Variant};
use lanesmith_javascript::bls::{self, keys, signatures, verdict, verify_rows};
use napi::bindgen_prelude::{Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{array, given, put, word};
use crate::fault::{Fault, Result, run};
use crate::ffi::{output, span};

/// A scheme of a variant: its mode and its tag, or none.
fn scheme<V: Variant>(mode: f64, tag: &[u8]) -> core::result::Result<Scheme<'_, V>, Fault> {
    bls::scheme(word("mode", mode)?, tag)
}

/// Runs an expression with the variant as a type.
macro_rules! of_variant {
    ($which:expr, $variant:ident => $body:expr) => {
        lanesmith_javascript::of_variant!(word("variant", $which)?, $variant => $body)
    };
}

/// A secret key from material.
#[napi]
pub fn bls_generate(
    material: Uint8ArraySlice<'_>,
    info: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        put(&mut out, &[span(&material), span(&info)], &*SecretKey::generate(&material, &info)?.to_bytes())
    })
}

/// The master key of a seed.
#[napi]
pub fn bls_derive_master(seed: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&seed)], &*SecretKey::derive_master(&seed)?.to_bytes()))
}

/// The descendant of a key along a path.
#[napi]
pub fn bls_derive_path(
    secret: Uint8ArraySlice<'_>,
    path: String,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let parent = SecretKey::from_bytes(&secret)?;
        put(&mut out, &[span(&secret)], &*parent.derive_path(&KeyPath::parse(&path)?)?.to_bytes())
    })
}

/// The public key of a secret key.
#[napi]
pub fn bls_public_key(variant: f64, secret: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let inputs = [span(&secret)];
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, &inputs, Scheme::<V>::new(Mode::Basic).public_key(&secret).to_bytes().as_ref())
        })
    })
}

/// Whether bytes are a public key.
#[napi]
pub fn bls_check_key(variant: f64, key: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| of_variant!(variant, V => Ok(PublicKey::<V>::from_bytes(&key).map(drop)?)))
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
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, &inputs, scheme::<V>(mode, &tag)?.sign(&secret, &message)?.to_bytes().as_ref())
        })
    })
}

/// Whether a signature is right.
#[napi]
pub fn bls_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: Uint8ArraySlice<'_>,
    message: Uint8ArraySlice<'_>,
    signature: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        of_variant!(variant, V => {
            let (key, signature) = (PublicKey::from_bytes(&key)?, Signature::from_bytes(&signature)?);
            verdict(scheme::<V>(mode, &tag)?.verify(&key, &message, &signature))
        })
    })
}

/// The sum of signatures.
#[napi]
pub fn bls_aggregate(
    variant: f64,
    mode: f64,
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        of_variant!(variant, V => {
            let sum = scheme::<V>(mode, &[])?.aggregate(&signatures(&given(&flat, &lengths)?)?)?;
            put(&mut out, &[span(&flat), span(&lengths)], sum.to_bytes().as_ref())
        })
    })
}

/// The sum of keys.
#[napi]
pub fn bls_aggregate_keys(
    variant: f64,
    mode: f64,
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        of_variant!(variant, V => {
            let sum = scheme::<V>(mode, &[])?.aggregate_keys(&keys(&given(&flat, &lengths)?)?)?;
            put(&mut out, &[span(&flat), span(&lengths)], sum.to_bytes().as_ref())
        })
    })
}

/// Whether a signature is the sum of those of a message by each key.
#[napi]
pub fn bls_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signature: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        of_variant!(variant, V => {
            let keys = keys(&given(&flat, &lengths)?)?;
            let (messages, signature) = (given(&messages, &message_lengths)?, Signature::from_bytes(&signature)?);
            verdict(scheme::<V>(mode, &tag)?.aggregate_verify(&keys, &messages, &signature))
        })
    })
}

/// Whether a signature is the sum of those of one message by all keys.
#[napi]
pub fn bls_fast_aggregate_verify(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    message: Uint8ArraySlice<'_>,
    signature: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        of_variant!(variant, V => {
            let (keys, signature) = (keys(&given(&flat, &lengths)?)?, Signature::from_bytes(&signature)?);
            verdict(scheme::<V>(mode, &tag)?.fast_aggregate_verify(&keys, &message, &signature))
        })
    })
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
        let inputs = [span(&tag), span(&secret)];
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, &inputs, scheme::<V>(mode, &tag)?.prove_possession(&secret)?.0.to_bytes().as_ref())
        })
    })
}

/// Whether a proof of possession is of a key.
#[napi]
pub fn bls_verify_possession(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    key: Uint8ArraySlice<'_>,
    proof: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        of_variant!(variant, V => {
            let (key, proof) = (PublicKey::from_bytes(&key)?, Proof(Signature::from_bytes(&proof)?));
            verdict(scheme::<V>(mode, &tag)?.verify_possession(&key, &proof))
        })
    })
}

/// A byte for each row of keys, messages and signatures.
#[napi]
pub fn bls_verify_batch(
    variant: f64,
    mode: f64,
    tag: Uint8ArraySlice<'_>,
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    signatures: Uint8ArraySlice<'_>,
    signature_lengths: Uint32ArraySlice<'_>,
    seed: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let inputs = [
            span(&tag),
            span(&flat),
            span(&lengths),
            span(&messages),
            span(&message_lengths),
            span(&signatures),
            span(&signature_lengths),
            span(&seed),
        ];
        let keys = given(&flat, &lengths)?;
        let (messages, signatures) =
            (given(&messages, &message_lengths)?, given(&signatures, &signature_lengths)?);
        if messages.len() != keys.len() || signatures.len() != keys.len() {
            let (keys, messages, signatures) = (keys.len(), messages.len(), signatures.len());
            let words = format!(
                "{keys} keys, {messages} messages and {signatures} signatures: as many of each are wanted"
            );
            return Err(Fault::new("LENGTH", words));
        }
        let rows = [&keys[..], &messages, &signatures];
        let out = output(&mut out, keys.len(), &inputs)?;
        let seed = *array("seed", &seed)?;
        of_variant!(variant, V => verify_rows(&scheme::<V>(mode, &tag)?, seed, rows, out))
    })
}
