//! Secret keys from key material: KeyGen of the drafts of the CFRG.

use alloc::borrow::Cow;

use lanesmith_sha256::{Hkdf, Hmac, HmacKey, sha256};

use crate::field::Fr;
use crate::mem;
use crate::signature::{SecretKey, SignatureError};

const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// [`SALT`] as a key of HMAC: its blocks are hashed already, which is a fifth of the work of a key.
#[rustfmt::skip]
const SALTED: HmacKey = HmacKey::from_states(
    [0xd9f9_d6b0, 0x9a67_03c3, 0x53ef_4c62, 0x7580_d2f5, 0x9e13_2318, 0x2f92_d6a6, 0xbb7e_66d5, 0x0531_cc76],
    [0x9a7f_e85f, 0x954f_494c, 0x3bed_2ada, 0x0523_118f, 0xeed0_21f8, 0xc44a_bd5e, 0x5b8c_1d80, 0x5436_42d2],
);

/// The same of its SHA-256.
#[rustfmt::skip]
const SALTED_BY_DIGEST: HmacKey = HmacKey::from_states(
    [0x92d7_1b48, 0xda68_c2eb, 0xbb60_8121, 0xd7bb_c6f3, 0x6ac8_3f4e, 0x18f8_5a58, 0xd5c8_d08f, 0x07e9_43c4],
    [0x3677_6f7f, 0x4154_3188, 0x38ad_84c6, 0x6582_6fe9, 0x949f_c0ff, 0x81e9_0fbf, 0xcf2c_588d, 0x3ea5_6e2b],
);

/// `ceil(1.5 * 255 / 8)` bytes: the bias of the reduction is below `2^-128`.
const OUTPUT: usize = 48;

/// Which draft of `draft-irtf-cfrg-bls-signature` says how key material becomes a key. They give different keys.
///
/// ```
/// use lanesmith_bls::keys::Draft;
/// use lanesmith_bls::signature::SecretKey;
/// let by = |draft| SecretKey::generate_by(draft, &[7; 32], b"").map(|key| *key.to_bytes());
/// assert_eq!(by(Draft::V4)?, *SecretKey::generate(&[7; 32], b"")?.to_bytes());
/// assert_ne!(by(Draft::V3)?, by(Draft::V4)?);
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Draft<'a> {
    /// Draft 3: a fixed salt as it is.
    V3,
    /// Draft 4, and EIP-2333: the fixed salt is hashed before its first use.
    V4,
    /// Draft 4 with the caller's salt, which is hashed before its first use: what draft 5 advises for compatibility.
    V4Salted {
        /// The salt.
        salt: &'a [u8],
    },
    /// Draft 5: the caller's salt, at first as it is, then hashed.
    V5 {
        /// The salt.
        salt: &'a [u8],
    },
}

impl SecretKey {
    /// A key from at least 32 bytes that nobody can guess, and public context (empty: none), by draft 4.
    ///
    /// # Errors
    /// If there are fewer than 32 bytes of key material.
    pub fn generate(material: &[u8], info: &[u8]) -> Result<Self, SignatureError> {
        Self::generate_by(Draft::V4, material, info)
    }

    /// [`SecretKey::generate`] by another draft.
    ///
    /// # Errors
    /// If there are fewer than 32 bytes of key material.
    pub fn generate_by(draft: Draft<'_>, material: &[u8], info: &[u8]) -> Result<Self, SignatureError> {
        if material.len() < 32 {
            return Err(SignatureError::Material { found: material.len(), least: 32 });
        }
        let first = match draft {
            Draft::V3 => SALTED,
            Draft::V4 => SALTED_BY_DIGEST,
            Draft::V4Salted { .. } | Draft::V5 { .. } => draft.first_salt(HmacKey::new),
        };
        let made = key(&first, material, info);
        if made.is_ok() {
            return made;
        }
        // Zero happens once in 2^255; a caller may rely on an answer all the same.
        let mut salt = draft.first_salt(sha256);
        loop {
            let made = key(&HmacKey::new(&salt), material, info);
            if made.is_ok() {
                return made;
            }
            salt = sha256(&salt);
        }
    }
}

impl Draft<'_> {
    /// What becomes of the salt that comes first.
    fn first_salt<T>(self, becomes: fn(&[u8]) -> T) -> T {
        match self {
            Draft::V3 => becomes(SALT),
            Draft::V4 => becomes(&sha256(SALT)),
            Draft::V4Salted { salt } => becomes(&sha256(salt)),
            Draft::V5 { salt } => becomes(salt),
        }
    }
}

/// # Errors
/// If it is zero.
fn key(salted: &HmacKey, material: &[u8], info: &[u8]) -> Result<SecretKey, SignatureError> {
    let mut extracted = extract(salted, material);
    let hkdf = Hkdf::of_key(&extracted);
    mem::wipe_bytes(&mut extracted);
    let length = [0, OUTPUT as u8];
    let full =
        if info.is_empty() { Cow::Borrowed(&length[..]) } else { Cow::Owned([info, &length].concat()) };
    let mut output = [0; OUTPUT];
    // 48 bytes are fewer than HKDF's limit.
    let expanded = hkdf.expand(&full, &mut output);
    let mut scalar = Fr::from_bytes_reduced(&output);
    mem::wipe_bytes(&mut output);
    let key = match expanded {
        Ok(()) => SecretKey::from_scalar(&scalar),
        Err(_) => Err(SignatureError::SecretRange),
    };
    scalar.wipe();
    key
}

/// HKDF-Extract of the material and a zero byte.
fn extract(salted: &HmacKey, material: &[u8]) -> [u8; 32] {
    let mut message = [0; 128];
    let length = material.len();
    if length < message.len() {
        // With its zero, and hashed at once.
        message[..length].copy_from_slice(material);
        let extracted = salted.mac(&message[..=length]);
        mem::wipe_bytes(&mut message);
        return extracted;
    }
    let mut mac = Hmac::new(salted);
    mac.update(material);
    mac.update([0]);
    mac.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn salts_that_are_hashed_already_are_the_salt() {
        assert_eq!(SALTED.mac(b"message"), HmacKey::new(SALT).mac(b"message"));
        assert_eq!(SALTED_BY_DIGEST.mac(b"message"), HmacKey::new(&sha256(SALT)).mac(b"message"));
    }
}
