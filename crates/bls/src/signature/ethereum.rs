//! The rules of Ethereum's consensus: small keys, proofs of possession, and what happens at the edges.
//!
//! The functions take bytes and answer yes or no, as the specification writes them. Keys and signatures that are wrong in
//! any way, points at infinity as keys, and empty lists are refused; the one exception is
//! [`eth_fast_aggregate_verify`], where nobody signed and the signature is the point at infinity.
//!
//! ```
//! use lanesmith_bls::signature::{Scheme, SecretKey, ethereum};
//! let secret = SecretKey::generate(&[7; 32], b"")?;
//! let key = Scheme::min_pk().public_key(&secret).to_bytes();
//! let signature = ethereum::sign(&secret.to_bytes(), b"message")?;
//! assert!(ethereum::verify(&key, b"message", &signature));
//! assert!(ethereum::eth_fast_aggregate_verify(&[[0; 48]; 0], b"message", &ethereum::INFINITY_SIGNATURE));
//! # Ok::<(), lanesmith_bls::signature::SignatureError>(())
//! ```

use alloc::vec::Vec;

use super::key::{PublicKey, SecretKey, Signature};
use super::scheme::Scheme;
use super::variant::MinPk;
use crate::error::SignatureError;

/// A compressed public key.
pub type KeyBytes = [u8; 48];
/// A compressed signature.
pub type SignatureBytes = [u8; 96];

/// The signature that stands where nobody signed: the point at infinity.
pub const INFINITY_SIGNATURE: SignatureBytes = {
    let mut bytes = [0; 96];
    bytes[0] = 0xc0;
    bytes
};

/// `Sign`.
///
/// # Errors
/// If the secret key is zero or not below the order.
pub fn sign(secret: &[u8; 32], message: &[u8]) -> Result<SignatureBytes, SignatureError> {
    Ok(Scheme::min_pk().sign(&SecretKey::from_bytes(secret)?, message)?.to_bytes())
}

/// `Verify`.
pub fn verify(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let run = || {
        let signature = signature_of(signature)?;
        Scheme::min_pk().verify(&key_of(key)?, message, &signature)
    };
    run().is_ok()
}

/// `KeyValidate`: whether bytes are a key: compressed, in the group, not at infinity.
pub fn key_validate(key: &[u8]) -> bool {
    key_of(key).is_ok()
}

/// `Aggregate`: the sum of signatures.
///
/// # Errors
/// If there is none, or one is no point of the group.
pub fn aggregate(signatures: &[impl AsRef<[u8]>]) -> Result<SignatureBytes, SignatureError> {
    let all = signatures.iter().map(|bytes| signature_of(bytes.as_ref())).collect::<Result<Vec<_>, _>>()?;
    Ok(Scheme::min_pk().aggregate(&all)?.to_bytes())
}

/// `AggregateVerify`: one message each.
pub fn aggregate_verify(keys: &[impl AsRef<[u8]>], messages: &[impl AsRef<[u8]>], signature: &[u8]) -> bool {
    let run = || Scheme::min_pk().aggregate_verify(&keys_of(keys)?, messages, &signature_of(signature)?);
    run().is_ok()
}

/// `FastAggregateVerify`: one message by all keys.
pub fn fast_aggregate_verify(keys: &[impl AsRef<[u8]>], message: &[u8], signature: &[u8]) -> bool {
    let run = || Scheme::min_pk().fast_aggregate_verify(&keys_of(keys)?, message, &signature_of(signature)?);
    run().is_ok()
}

/// `eth_fast_aggregate_verify` of Altair: as [`fast_aggregate_verify`], but where nobody signed, the signature at infinity
/// is right.
pub fn eth_fast_aggregate_verify(keys: &[impl AsRef<[u8]>], message: &[u8], signature: &[u8]) -> bool {
    (keys.is_empty() && signature == INFINITY_SIGNATURE) || fast_aggregate_verify(keys, message, signature)
}

/// `eth_aggregate_pubkeys` of Altair: the sum of keys, each of which must be valid.
///
/// # Errors
/// If there is none, one is no key, or the sum is the point at infinity.
pub fn eth_aggregate_pubkeys(keys: &[impl AsRef<[u8]>]) -> Result<KeyBytes, SignatureError> {
    Ok(Scheme::min_pk().aggregate_keys(&keys_of(keys)?)?.to_bytes())
}

/// Compressed only: the specification knows no other form.
fn key_of(bytes: &[u8]) -> Result<PublicKey<MinPk>, SignatureError> {
    match bytes.len() {
        48 => PublicKey::from_bytes(bytes),
        found => Err(SignatureError::Length { what: "public key", found, expected: 48 }),
    }
}

fn keys_of(keys: &[impl AsRef<[u8]>]) -> Result<Vec<PublicKey<MinPk>>, SignatureError> {
    keys.iter().map(|bytes| key_of(bytes.as_ref())).collect()
}

fn signature_of(bytes: &[u8]) -> Result<Signature<MinPk>, SignatureError> {
    match bytes.len() {
        96 => Signature::from_bytes(bytes),
        found => Err(SignatureError::Length { what: "signature", found, expected: 96 }),
    }
}
