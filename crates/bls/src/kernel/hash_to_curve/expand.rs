//! `expand_message_xmd` with SHA-256 (RFC 9380, section 5.3.1).

use lanesmith_sha256::{Midstate, Sha256};

use crate::error::ExpandError;

/// The state after `Z_pad`, the block of zeros that every message begins with.
#[rustfmt::skip]
const PADDED: Midstate = match Midstate::new(
    [0xda56_98be, 0x17b9_b469, 0x6233_5799, 0x779f_beca, 0x8ce5_d491, 0xc0d2_6243, 0xbafe_f9ea, 0x1837_a9d8],
    64,
) {
    Ok(state) => state,
    Err(_) => panic!("a block is whole"),
};

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
    let mut hasher = Sha256::from_midstate(PADDED);
    for part in message {
        hasher.update(part);
    }
    hasher.update((out.len() as u16).to_be_bytes());
    hasher.update([0]);
    hasher.update(dst);
    hasher.update(suffix);
    let first = hasher.finalize();
    // The block before, its number, the tag and its length: padded once for all blocks.
    let length = 34 + dst.len();
    let mut message = [[0u8; 64]; (34 + 255 + 9_usize).div_ceil(64)];
    let message = &mut message[..(length + 9).div_ceil(64)];
    let bytes = message.as_flattened_mut();
    bytes[33..][..dst.len()].copy_from_slice(dst);
    bytes[length - 1] = suffix[0];
    bytes[length] = 0x80;
    if let Some(end) = bytes.last_chunk_mut() {
        *end = (8 * length as u64).to_be_bytes();
    }
    for (index, chunk) in out.chunks_mut(32).enumerate() {
        let bytes = message.as_flattened_mut();
        for (byte, of_first) in bytes.iter_mut().zip(&first) {
            *byte ^= of_first;
        }
        bytes[32] = index as u8 + 1;
        let words = Midstate::INITIAL.advanced(message).state();
        let block = message.as_flattened_mut();
        for (bytes, word) in block.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_be_bytes();
        }
        chunk.copy_from_slice(&block[..chunk.len()]);
    }
    Ok(())
}
