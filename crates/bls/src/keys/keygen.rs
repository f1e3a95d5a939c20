//! Secret keys from key material: KeyGen of the drafts of the CFRG.

use alloc::borrow::Cow;

use lanesmith_sha256::{Hkdf, Hmac, HmacKey, sha256};

use crate::field::Fr;
use crate::mem;
use crate::signature::{SecretKey, SignatureError};

const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";
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
        let mut salt = match draft {
            Draft::V3 => SALT.to_vec(),
            Draft::V4 => sha256(SALT).to_vec(),
            Draft::V4Salted { salt } => sha256(salt).to_vec(),
            Draft::V5 { salt } => salt.to_vec(),
        };
        loop {
            let made = key(&salt, material, info);
            if made.is_ok() {
                return made;
            }
            // Zero happens once in 2^255; a caller may rely on an answer all the same.
            salt = sha256(&salt).to_vec();
        }
    }
}

fn key(salt: &[u8], material: &[u8], info: &[u8]) -> Result<SecretKey, SignatureError> {
    // HKDF-Extract of the material and a zero byte.
    let mut mac = Hmac::new(&HmacKey::new(salt));
    mac.update(material);
    mac.update([0]);
    let mut extracted = mac.finalize();
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
