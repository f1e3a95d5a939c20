//! HMAC-SHA-256 and PBKDF2 with one iteration, as yescrypt takes them.

use core::num::NonZeroU32;

use lanesmith_isa::Choice;
use lanesmith_sha256::{Pbkdf2Job, pbkdf2_many_until};

use crate::Error;
use crate::mem::{Interrupt, Secret};

/// HMAC-SHA-256.
pub(crate) fn hmac(key: &[u8], message: &[u8]) -> Secret<[u8; 32]> {
    Secret::new(lanesmith_sha256::hmac(key, message))
}

/// PBKDF2-HMAC-SHA-256 with one iteration.
///
/// # Errors
/// If more is asked for than PBKDF2 gives, or the hash is to stop.
pub(crate) fn pbkdf2(
    password: &[u8],
    salt: &[u8],
    out: &mut [u8],
    interrupt: Interrupt<'_>,
) -> Result<(), Error> {
    let bytes = out.len();
    let mut job = [Pbkdf2Job { password, salt, out }];
    match pbkdf2_many_until(Choice::AUTO, &mut job, NonZeroU32::MIN, &|| interrupt.asked()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::Interrupted),
        Err(_) => Err(Error::Length { what: "output", bytes, need: "at most (2^32 - 1) * 32 bytes" }),
    }
}
