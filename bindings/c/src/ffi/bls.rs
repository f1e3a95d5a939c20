//! BLS12-381 signatures of Ethereum's scheme.

use lanesmith::bls::signature::{PublicKey, Scheme, Signature, SignatureError};

use super::raw;
use crate::Status;
use crate::error::Outcome;

/// Whether a signature (96 bytes) is of a message and a public key (48 bytes), both compressed: Ethereum's scheme, with keys in
/// G1 and proofs of possession. LANESMITH_STATUS_MISMATCH where it is another's; a key or signature that is no point of
/// its group is LANESMITH_STATUS_INPUT.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_verify(
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each.
        let (key, message, signature) = unsafe {
            (
                raw::fixed::<48>("key", key, key_len)?,
                raw::input("message", message, message_len)?,
                raw::fixed::<96>("signature", signature, signature_len)?,
            )
        };
        Ok(verify(key, message, signature)?)
    })
}

fn verify(key: &[u8; 48], message: &[u8], signature: &[u8; 96]) -> Result<(), SignatureError> {
    let (key, signature) = (PublicKey::from_bytes(key)?, Signature::from_bytes(signature)?);
    Scheme::min_pk().verify(&key, message, &signature)
}

/// The public key, 48 bytes, of a secret key of 32 bytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_public_key(
    secret: *const u8,
    secret_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let bytes = unsafe { raw::fixed::<32>("secret", secret, secret_len) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(48), &[bytes]) }?;
        let secret = lanesmith::bls::signature::SecretKey::from_bytes(bytes)?;
        out.copy_from_slice(&Scheme::min_pk().public_key(&secret).to_bytes());
        Ok(())
    })
}

/// Signs a message by a secret key of 32 bytes: 96 bytes. The time depends on the message, not on the key.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_sign(
    secret: *const u8,
    secret_len: usize,
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        let (bytes, message) = unsafe {
            (raw::fixed::<32>("secret", secret, secret_len)?, raw::input("message", message, message_len)?)
        };
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(96), &[bytes, message]) }?;
        out.copy_from_slice(&sign(bytes, message)?);
        Ok(())
    })
}

fn sign(secret: &[u8; 32], message: &[u8]) -> Outcome<[u8; 96]> {
    Ok(lanesmith::bls::signature::ethereum::sign(secret, message)?)
}
