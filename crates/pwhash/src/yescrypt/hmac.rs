//! HMAC-SHA-256 and PBKDF2 with one iteration, as yescrypt takes them.

use core::num::NonZeroU32;

use crate::Error;
use crate::mem::Secret;

/// HMAC-SHA-256.
pub(crate) fn hmac(key: &[u8], message: &[u8]) -> Secret<[u8; 32]> {
    Secret::new(lanesmith_sha256::hmac(key, message))
}

/// PBKDF2-HMAC-SHA-256 with one iteration.
///
/// # Errors
/// If more is asked for than PBKDF2 gives.
pub(crate) fn pbkdf2(password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let bytes = out.len();
    lanesmith_sha256::pbkdf2(password, salt, NonZeroU32::MIN, out).map_err(|_| Error::Length {
        what: "output",
        bytes,
        need: "at most (2^32 - 1) * 32 bytes",
    })
}
