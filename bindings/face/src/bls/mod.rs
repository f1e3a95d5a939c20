//! BLS12-381: keys, signatures, aggregates, batches. Secret keys are 32 bytes.

mod beacon;
mod secret;
mod sharing;
mod values;

use alloc::vec::Vec;

use lanesmith::bls::signature::{
    Entry, Proof, PublicKey, Signature, SignatureError, SignatureErrorKind, expand_seed,
};

use crate::{Encoded, Fault, Outcome, Status};

pub use beacon::drand_verify;
pub use secret::{bls_derive_master, bls_derive_path, bls_generate};
pub use sharing::{bls_recover_key, bls_recover_signature, bls_share_key, bls_share_verify, bls_split};
pub use values::{Key, Scheme, Sig};

use secret::secret_of;
use values::{Held, key, of, of_variant, signature};

impl From<SignatureError> for Fault {
    fn from(error: SignatureError) -> Self {
        let status = match error.kind() {
            _ if error == SignatureError::Mismatch => Status::Mismatch,
            SignatureErrorKind::Key => Status::Key,
            SignatureErrorKind::Count => Status::Length,
            _ => Status::Signature,
        };
        Fault::new(status, error)
    }
}

/// Yes, or no where it is only another signature.
fn answer(done: Result<(), SignatureError>) -> Outcome<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(SignatureError::Mismatch) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Values in rows; a fault names its row.
fn all<T: Copy, U>(rows: &[&U], read: impl Fn(&U) -> Outcome<&T>) -> Outcome<Vec<T>> {
    rows.iter().enumerate().map(|(row, value)| read(value).copied().map_err(|fault| fault.at(row))).collect()
}

// JavaScript: PublicKey. Python: bls.PublicKey.
/// Decodes a public key, compressed or not, with every check: once, for as many calls as there will be. Variant 0 has small keys (48
/// bytes compressed), 1 small signatures (96).
pub fn bls_key_decode(variant: u32, bytes: &[u8]) -> Outcome<Key> {
    of_variant!(variant, V => Ok(V::keep(PublicKey::<V>::from_bytes(bytes)?)))
}

// JavaScript: PublicKey.toBytes. Python: bls.PublicKey.__bytes__.
/// The compressed key: 48 bytes with variant 0, 96 with variant 1.
pub fn bls_key_bytes(key: &Key) -> Encoded {
    match key {
        Key::MinPk(key) => Encoded::new(key.to_bytes().as_ref()),
        Key::MinSig(key) => Encoded::new(key.to_bytes().as_ref()),
    }
}

// JavaScript: PublicKey.toUncompressed. Python: bls.PublicKey.uncompressed.
/// The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant 1.
pub fn bls_key_uncompressed(key: &Key) -> Encoded {
    match key {
        Key::MinPk(key) => Encoded::new(key.to_uncompressed().as_ref()),
        Key::MinSig(key) => Encoded::new(key.to_uncompressed().as_ref()),
    }
}

// JavaScript: Signature. Python: bls.Signature.
/// Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1 has 48.
pub fn bls_signature_decode(variant: u32, bytes: &[u8]) -> Outcome<Sig> {
    of_variant!(variant, V => Ok(V::keep_signature(Signature::<V>::from_bytes(bytes)?)))
}

// JavaScript: Signature.toBytes. Python: bls.Signature.__bytes__.
/// The compressed signature: 96 bytes with variant 0, 48 with variant 1.
pub fn bls_signature_bytes(signature: &Sig) -> Encoded {
    match signature {
        Sig::MinPk(signature) => Encoded::new(signature.to_bytes().as_ref()),
        Sig::MinSig(signature) => Encoded::new(signature.to_bytes().as_ref()),
    }
}

// JavaScript: bls.publicKey. Python: bls.Scheme.public_key.
/// The public key of a secret key.
pub fn bls_public_key(variant: u32, secret: &[u8; 32]) -> Outcome<Key> {
    let secret = secret_of(secret)?;
    of_variant!(variant, V => {
        Ok(V::keep(of::<V>(&Scheme { variant, mode: 0, tag: &[] })?.public_key(&secret)))
    })
}

// JavaScript: bls.sign. Python: bls.Scheme.sign.
/// Signs a message. The time depends on the message, not on the key.
pub fn bls_sign(scheme: Scheme<'_>, secret: &[u8; 32], message: &[u8]) -> Outcome<Sig> {
    let secret = secret_of(secret)?;
    of_variant!(scheme.variant, V => Ok(V::keep_signature(of::<V>(&scheme)?.sign(&secret, message)?)))
}

// JavaScript: bls.verify. Python: bls.Scheme.verify.
/// Whether a signature is of a message and a key.
pub fn bls_verify(scheme: Scheme<'_>, key: &Key, message: &[u8], signature: &Sig) -> Outcome<bool> {
    of_variant!(scheme.variant, V => {
        let (key, signature) = (values::key::<V>(key)?, values::signature::<V>(signature)?);
        answer(of::<V>(&scheme)?.verify(key, message, signature))
    })
}

// JavaScript: bls.aggregate. Python: bls.Scheme.aggregate.
/// The sum of signatures.
pub fn bls_aggregate(scheme: Scheme<'_>, signatures: &[&Sig]) -> Outcome<Sig> {
    of_variant!(scheme.variant, V => {
        let signatures = all(signatures, signature::<V>)?;
        Ok(V::keep_signature(of::<V>(&scheme)?.aggregate(&signatures)?))
    })
}

// JavaScript: bls.aggregateKeys. Python: bls.Scheme.aggregate_keys.
/// The sum of keys, which stands for all of them only where each has proved possession.
pub fn bls_aggregate_keys(scheme: Scheme<'_>, keys: &[&Key]) -> Outcome<Key> {
    of_variant!(scheme.variant, V => {
        Ok(V::keep(of::<V>(&scheme)?.aggregate_keys(&all(keys, key::<V>)?)?))
    })
}

// JavaScript: bls.aggregateVerify. Python: bls.Scheme.aggregate_verify.
/// Whether a signature is the sum of signatures of a message by each key.
pub fn bls_aggregate_verify(
    scheme: Scheme<'_>,
    keys: &[&Key],
    messages: &[&[u8]],
    signature: &Sig,
) -> Outcome<bool> {
    of_variant!(scheme.variant, V => {
        let (keys, signature) = (all(keys, key::<V>)?, values::signature::<V>(signature)?);
        answer(of::<V>(&scheme)?.aggregate_verify(&keys, messages, signature))
    })
}

// JavaScript: bls.fastAggregateVerify. Python: bls.Scheme.fast_aggregate_verify.
/// Whether a signature is the sum of signatures of one message by all keys, of which each has proved possession.
pub fn bls_fast_aggregate_verify(
    scheme: Scheme<'_>,
    keys: &[&Key],
    message: &[u8],
    signature: &Sig,
) -> Outcome<bool> {
    of_variant!(scheme.variant, V => {
        let (keys, signature) = (all(keys, key::<V>)?, values::signature::<V>(signature)?);
        answer(of::<V>(&scheme)?.fast_aggregate_verify(&keys, message, signature))
    })
}

// JavaScript: bls.provePossession. Python: bls.Scheme.prove_possession.
/// Proves that the owner of a key holds its secret.
pub fn bls_prove_possession(scheme: Scheme<'_>, secret: &[u8; 32]) -> Outcome<Sig> {
    let secret = secret_of(secret)?;
    of_variant!(scheme.variant, V => Ok(V::keep_signature(of::<V>(&scheme)?.prove_possession(&secret)?.0)))
}

// JavaScript: bls.verifyPossession. Python: bls.Scheme.verify_possession.
/// Whether a proof of possession is of a key.
pub fn bls_verify_possession(scheme: Scheme<'_>, key: &Key, proof: &Sig) -> Outcome<bool> {
    of_variant!(scheme.variant, V => {
        let (key, proof) = (values::key::<V>(key)?, Proof(*values::signature::<V>(proof)?));
        answer(of::<V>(&scheme)?.verify_possession(key, &proof))
    })
}

// JavaScript: bls.verifyBatch. Python: bls.Scheme.verify_batch.
/// Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature belong together, else 0. A row
/// without a key or a signature (null), as where it could not be decoded, is wrong. If a row is wrong, the answer is that it is
/// another signature, of the first such row. A wrong row passes with probability 2^-64.
pub fn bls_verify_batch(
    scheme: Scheme<'_>,
    keys: &[Option<&Key>],
    messages: &[&[u8]],
    signatures: &[Option<&Sig>],
    seed: Seed,
    out: &mut [u8],
) -> Outcome {
    if messages.len() != keys.len() || signatures.len() != keys.len() {
        let (keys, messages, signatures) = (keys.len(), messages.len(), signatures.len());
        let words = format_args!(
            "{keys} keys, {messages} messages and {signatures} signatures: as many of each are wanted"
        );
        return Err(Fault::new(Status::Length, words));
    }
    if out.len() != keys.len() {
        return Err(Fault::length("out", out.len(), keys.len()));
    }
    of_variant!(scheme.variant, V => {
        for (row, (one, other)) in keys.iter().zip(signatures).enumerate() {
            if let Some(one) = one {
                key::<V>(one).map_err(|fault| fault.at(row))?;
            }
            if let Some(other) = other {
                signature::<V>(other).map_err(|fault| fault.at(row))?;
            }
        }
        let rows = keys.iter().zip(messages).zip(signatures).map(|((key, message), signature)| {
            let key = *key.and_then(V::key).ok_or(())?;
            Ok::<_, ()>(Entry { key, message, signature: *signature.and_then(V::signature).ok_or(())? })
        });
        let verdicts = of::<V>(&scheme)?.verify_each(rows, &mut expand_seed(seed))?;
        for (out, verdict) in out.iter_mut().zip(&verdicts) {
            *out = u8::from(*verdict == Ok(true));
        }
        match verdicts.iter().position(|verdict| *verdict != Ok(true)) {
            Some(row) => Err(Fault::new(Status::Mismatch, format_args!("row {row}: the signature is another")).at(row)),
            None => Ok(()),
        }
    })
}

/// 32 random bytes, which whoever made the signatures cannot know.
pub type Seed = [u8; 32];
