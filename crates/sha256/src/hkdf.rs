//! HKDF-SHA-256 (RFC 5869): keys from a secret that is not uniform.

use core::fmt;

use crate::error::LengthError;
use crate::hmac::{Hmac, HmacKey, hmac, hmac_many};
use crate::wipe::wipe;

/// The most bytes that one expansion gives.
pub const HKDF_MAX: usize = 255 * 32;

/// Keying material expanded from a secret in one call: extract with a salt (empty: none), expand with `info`.
///
/// ```
/// let mut key = [0; 42];
/// lanesmith_sha256::hkdf(b"salt", b"shared secret", b"context", &mut key)?;
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError::KeyTooLong`] if more than [`HKDF_MAX`] bytes are asked for.
pub fn hkdf(salt: &[u8], secret: &[u8], info: &[u8], out: &mut [u8]) -> Result<(), LengthError> {
    Hkdf::extract(salt, secret).expand(info, out)
}

/// A pseudorandom key, from which any number of keys can be expanded. Wiped when dropped.
///
/// ```
/// use lanesmith_sha256::{Hkdf, hkdf};
/// let hkdf_key = Hkdf::extract(b"salt", b"shared secret");
/// let (mut a, mut b, mut again) = ([0; 32], [0; 64], [0; 32]);
/// hkdf_key.expand(b"a", &mut a)?;
/// hkdf_key.expand(b"b", &mut b)?;
/// hkdf(b"salt", b"shared secret", b"a", &mut again)?;
/// assert_eq!(a, again);
/// # Ok::<(), lanesmith_sha256::LengthError>(())
/// ```
#[derive(Clone)]
pub struct Hkdf(HmacKey);

impl fmt::Debug for Hkdf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hkdf").finish_non_exhaustive()
    }
}

impl Hkdf {
    /// HKDF-Extract.
    pub fn extract(salt: &[u8], secret: &[u8]) -> Self {
        let mut key = hmac(salt, secret);
        let this = Self::of_key(&key);
        wipe(&mut key);
        this
    }

    /// From a pseudorandom key that has been extracted before: at least 32 uniform bytes.
    pub fn of_key(key: &[u8]) -> Self {
        Hkdf(HmacKey::new(key))
    }

    /// HKDF-Extract of many secrets, each with its own salt: `out[i]` is the pseudorandom key of `secrets[i]`.
    ///
    /// # Errors
    /// [`LengthError::Mismatch`] unless all three have the same length.
    pub fn extract_many(out: &mut [[u8; 32]], salts: &[&[u8]], secrets: &[&[u8]]) -> Result<(), LengthError> {
        hmac_many(out, salts, secrets)
    }

    /// HKDF-Expand: fills `out`.
    ///
    /// # Errors
    /// [`LengthError::KeyTooLong`] if it is longer than [`HKDF_MAX`] bytes; nothing is written then.
    pub fn expand(&self, info: &[u8], out: &mut [u8]) -> Result<(), LengthError> {
        if out.len() > HKDF_MAX {
            return Err(LengthError::KeyTooLong { bytes: out.len(), most: HKDF_MAX as u64 });
        }
        let mut previous = [0; 32];
        // The last MAC, `info` and the number, if they are short: then they are hashed at once.
        let mut message = [0; 128];
        let number_at = 32 + info.len();
        let short = number_at < message.len();
        if short {
            message[32..number_at].copy_from_slice(info);
        }
        for (number, chunk) in (1..=255_u8).zip(out.chunks_mut(32)) {
            if short {
                message[..32].copy_from_slice(&previous);
                message[number_at] = number;
                let from = if number > 1 { 0 } else { 32 };
                self.0.tag_into(&message[from..=number_at], &mut previous);
            } else {
                let mut mac = Hmac::new(&self.0);
                if number > 1 {
                    mac.update(previous.as_slice());
                }
                mac.update(info);
                mac.update([number]);
                mac.tag_into(&mut previous);
            }
            chunk.copy_from_slice(&previous[..chunk.len()]);
        }
        wipe(&mut message);
        wipe(&mut previous);
        Ok(())
    }
}
