//! Limits of lengths, and the hash of any length (RFC 9106, 3.3).

use super::{Input, blake2b};
use crate::Error;
use crate::mem::Secret;

/// The shortest tag.
const TAG_MIN: usize = 4;

/// Whether all lengths are such that the function is defined.
pub(super) fn check(input: &Input<'_>, tag: &[u8]) -> Result<(), Error> {
    let inputs = [
        ("password", input.password),
        ("salt", input.salt),
        ("secret", input.secret),
        ("associated data", input.data),
    ];
    for (what, bytes) in inputs {
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::Length { what, bytes: bytes.len(), need: "at most 2^32 - 1" });
        }
    }
    if tag.len() < TAG_MIN || u32::try_from(tag.len()).is_err() {
        return Err(Error::Length { what: "tag", bytes: tag.len(), need: "from 4 to 2^32 - 1" });
    }
    Ok(())
}

/// H': a hash as long as `out`, which may be anything from 1 to 2^32 - 1.
pub(super) fn expand(input: &[u8], out: &mut [u8]) {
    let length = (out.len() as u32).to_le_bytes();
    if out.len() <= 64 {
        return blake2b(&[&length, input], out);
    }
    // Halves of digests that are each the hash of the last, and the last one whole, as long as what is missing.
    let mut digest = Secret::new([0u8; 64]);
    blake2b(&[&length, input], &mut *digest);
    let mut rest = out;
    loop {
        let (half, later) = rest.split_at_mut(32);
        half.copy_from_slice(&digest[..32]);
        rest = later;
        let input = Secret::new(*digest);
        if rest.len() <= 64 {
            return blake2b(&[&*input], rest);
        }
        blake2b(&[&*input], &mut *digest);
    }
}
