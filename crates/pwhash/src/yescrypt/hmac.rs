//! HMAC-SHA-256 and PBKDF2 with one iteration.

use core::num::NonZeroU32;

use lanesmith_sha256::{Midstate, Pbkdf2Job, Sha256, pbkdf2_many, sha256};

use crate::Error;
use crate::mem::Secret;

/// HMAC-SHA-256 (RFC 2104).
pub(crate) fn hmac(key: &[u8], message: &[u8]) -> Secret<[u8; 32]> {
    let mut block = Secret::new([0; 64]);
    match block.get_mut(..key.len()) {
        Some(place) => place.copy_from_slice(key),
        None => block[..32].copy_from_slice(&sha256(key)),
    }
    let keyed = |pad: u8| {
        let block = Secret::new(block.map(|byte| byte ^ pad));
        Sha256::from_midstate(Midstate::INITIAL.advanced(core::slice::from_ref(&*block)))
    };
    let mut inner = keyed(0x36);
    inner.update(message);
    let mut outer = keyed(0x5c);
    outer.update(&*Secret::new(inner.finalize()));
    Secret::new(outer.finalize())
}

/// PBKDF2-HMAC-SHA-256 with one iteration.
///
/// # Errors
/// If more is asked for than PBKDF2 gives.
pub(crate) fn pbkdf2(password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let bytes = out.len();
    pbkdf2_many(&mut [Pbkdf2Job { password, salt, out }], NonZeroU32::MIN).map_err(|_| Error::Length {
        what: "output",
        bytes,
        need: "at most (2^32 - 1) * 32 bytes",
    })
}
