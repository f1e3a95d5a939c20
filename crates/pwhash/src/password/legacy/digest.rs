//! Streebog, and HMAC of it.

use hmac::{KeyInit, Mac, SimpleHmac};
use streebog::{Digest, Streebog256};

use crate::mem::Secret;

/// GOST R 34.11-2012 with 256 bits.
pub(super) fn streebog(message: &[u8]) -> Secret<[u8; 32]> {
    Secret::new(Streebog256::digest(message).into())
}

/// HMAC of it.
pub(super) fn hmac_streebog(key: &[u8; 32], message: &[u8]) -> Secret<[u8; 32]> {
    // A key is as long as a block; a shorter one is followed by zeros.
    let mut block = Secret::new([0; 64]);
    block[..32].copy_from_slice(key);
    let mut hmac = SimpleHmac::<Streebog256>::new((&*block).into());
    hmac.update(message);
    Secret::new(hmac.finalize().into_bytes().into())
}
