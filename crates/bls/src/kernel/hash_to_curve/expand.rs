//! `expand_message_xmd` with SHA-256 (RFC 9380, section 5.3.1).

use lanesmith_sha256::{Sha256, sha256};

use crate::error::ExpandError;

/// Fills `out` with bytes that are uniform for the message and the tag. A tag of more than 255 bytes is hashed first, as
/// the RFC says.
///
/// # Errors
/// If the tag is empty or `out` is longer than 8160 bytes.
pub fn expand_message_xmd(message: &[u8], dst: &[u8], out: &mut [u8]) -> Result<(), ExpandError> {
    if dst.is_empty() {
        return Err(ExpandError::EmptyTag);
    }
    expand_parts(&[message], dst, out)
}

/// [`expand_message_xmd`] of a message in parts, and with a tag that may be empty: for interfaces that were fixed before the RFC
/// forbade that.
///
/// # Errors
/// If `out` is longer than 8160 bytes.
pub fn expand_parts(message: &[&[u8]], dst: &[u8], out: &mut [u8]) -> Result<(), ExpandError> {
    if out.len() > 255 * 32 {
        return Err(ExpandError::TooLong { asked: out.len() });
    }
    let hashed;
    let dst = if dst.len() > 255 {
        let mut hasher = Sha256::new();
        hasher.update(b"H2C-OVERSIZE-DST-");
        hasher.update(dst);
        hashed = hasher.finalize();
        &hashed[..]
    } else {
        dst
    };
    // At most 255 and at most 8160: both casts are exact.
    let suffix = [dst.len() as u8];
    let mut hasher = Sha256::new();
    hasher.update([0; 64]);
    for part in message {
        hasher.update(part);
    }
    hasher.update((out.len() as u16).to_be_bytes());
    hasher.update([0]);
    hasher.update(dst);
    hasher.update(suffix);
    let first = hasher.finalize();
    // The block before, its number, the tag and its length.
    let mut input = [0u8; 32 + 1 + 255 + 1];
    input[33..][..dst.len()].copy_from_slice(dst);
    input[33 + dst.len()] = suffix[0];
    for (index, chunk) in out.chunks_mut(32).enumerate() {
        for (byte, of_first) in input.iter_mut().zip(&first) {
            *byte ^= of_first;
        }
        input[32] = index as u8 + 1;
        let block = sha256(&input[..34 + dst.len()]);
        input[..32].copy_from_slice(&block);
        chunk.copy_from_slice(&block[..chunk.len()]);
    }
    Ok(())
}
