//! BLS12-381: keys, signatures, batches. Secrets are read where JavaScript has them; what is made of them is wiped when dropped.

use lanesmith::bls::keys::{KeyPath, PathError};
use lanesmith::bls::signature::{
    Entry, MinPk, MinSig, Mode, Proof, PublicKey, Scheme, SecretKey, Signature, SignatureError, Variant,
    expand_seed,
};
use napi::bindgen_prelude::{Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{array, given, put, word};
use crate::fault::{Fault, Result, faults, run};
use crate::ffi::output;

/// Rows of one product of pairings.
const SLICE: usize = 128;

type Done<T> = core::result::Result<T, Fault>;

faults! { PathError => "KEY" }

impl From<SignatureError> for Fault {
    fn from(error: SignatureError) -> Self {
        let code = match &error {
            SignatureError::InfinityKey | SignatureError::SecretRange => "KEY",
            SignatureError::Point { what, .. } | SignatureError::Length { what, .. }
                if !what.contains("signature") =>
            {
                "KEY"
            }
            SignatureError::Empty { .. } | SignatureError::Count { .. } => "LENGTH",
            _ => "SIGNATURE",
        };
        Fault::new(code, error)
    }
}

/// Yes, or no where it is only another signature.
fn verdict(done: core::result::Result<(), SignatureError>) -> Done<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(SignatureError::Mismatch) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// A scheme of a variant: its mode and its tag, or none.
fn scheme<V: Variant>(mode: f64, tag: &[u8]) -> Done<Scheme<'_, V>> {
    let mode = match word("mode", mode)? {
        0 => Mode::Basic,
        1 => Mode::Augmented,
        2 => Mode::Possession,
        other => return Err(Fault::new("RANGE", format_args!("mode is {other}: it must be 0, 1 or 2"))),
    };
    Ok(if tag.is_empty() { Scheme::new(mode) } else { Scheme::with_tag(mode, tag) })
}

/// Runs an expression with the variant as a type.
macro_rules! of_variant {
    ($which:expr, $variant:ident => $body:expr) => {
        match word("variant", $which)? {
            0 => {
                type $variant = MinPk;
                $body
            }
            1 => {
                type $variant = MinSig;
                $body
            }
            other => Err(Fault::new("RANGE", format_args!("variant is {other}: it must be 0 or 1"))),
        }
    };
}

fn keys<V: Variant>(rows: &[&[u8]]) -> Done<Vec<PublicKey<V>>> {
    let read = |(index, bytes): (usize, &&[u8])| {
        PublicKey::from_bytes(bytes).map_err(|error| Fault::from(error).at(index))
    };
    rows.iter().enumerate().map(read).collect()
}

fn signatures<V: Variant>(rows: &[&[u8]]) -> Done<Vec<Signature<V>>> {
    let read = |(index, bytes): (usize, &&[u8])| {
        Signature::from_bytes(bytes).map_err(|error| Fault::from(error).at(index))
    };
    rows.iter().enumerate().map(read).collect()
}

/// A byte for each row: 1 where key, message and signature belong together.
fn judge<V: Variant>(
    scheme: &Scheme<'_, V>,
    seed: [u8; 32],
    rows: [&[&[u8]]; 3],
    out: &mut [u8],
) -> Done<()> {
    let mut random = expand_seed(seed);
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    for start in (0..out.len()).step_by(SLICE) {
        entries.clear();
        places.clear();
        for at in start..out.len().min(start + SLICE) {
            out[at] = 0;
            let (key, message) = (PublicKey::from_bytes(rows[0][at]), rows[1][at]);
            if let (Ok(key), Ok(signature)) = (key, Signature::from_bytes(rows[2][at])) {
                entries.push(Entry { key, message, signature });
                places.push(at);
                out[at] = 1;
            }
        }
        for bad in scheme.find_bad(&entries, &mut random)? {
            out[places[bad]] = 0;
        }
    }
    Ok(())
}

/// A secret key from material.
#[napi]
pub fn bls_generate(
    material: Uint8ArraySlice<'_>,
    info: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &*SecretKey::generate(&material, &info)?.to_bytes()))
}

/// The master key of a seed.
#[napi]
pub fn bls_derive_master(seed: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &*SecretKey::derive_master(&seed)?.to_bytes()))
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
        put(&mut out, &*parent.derive_path(&KeyPath::parse(&path)?)?.to_bytes())
    })
}

/// The public key of a secret key.
#[napi]
pub fn bls_public_key(variant: f64, secret: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, Scheme::<V>::new(Mode::Basic).public_key(&secret).to_bytes().as_ref())
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
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, scheme::<V>(mode, &tag)?.sign(&secret, &message)?.to_bytes().as_ref())
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
            put(&mut out, sum.to_bytes().as_ref())
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
            put(&mut out, sum.to_bytes().as_ref())
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
        let secret = SecretKey::from_bytes(&secret)?;
        of_variant!(variant, V => {
            put(&mut out, scheme::<V>(mode, &tag)?.prove_possession(&secret)?.0.to_bytes().as_ref())
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
        let inputs: Vec<&[u8]> = rows.iter().flat_map(|rows| rows.iter().copied()).collect();
        let out = output(&mut out, keys.len(), &inputs)?;
        let seed = *array("seed", &seed)?;
        of_variant!(variant, V => judge(&scheme::<V>(mode, &tag)?, seed, rows, out))
    })
}
