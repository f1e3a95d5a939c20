//! The end of a message: padding, and the digest that a chaining value stands for.

use crate::wipe::wipe;

/// How many blocks the last bytes of a message (fewer than 64) take with their padding.
#[inline]
pub(crate) fn tail_blocks(rest: usize) -> usize {
    if rest < 56 { 1 } else { 2 }
}

/// Writes the padded last one or two blocks of a message of `length` bytes that ends in `rest` (fewer than 64 bytes), where there are zeros;
/// how many they are.
#[inline(always)]
pub(crate) fn pad(blocks: &mut [[u8; 64]; 2], rest: &[u8], length: u64) -> usize {
    let count = tail_blocks(rest.len());
    let bytes = blocks.as_flattened_mut();
    bytes[..rest.len()].copy_from_slice(rest);
    bytes[rest.len()] = 0x80;
    bytes[64 * count - 8..64 * count].copy_from_slice(&(length.wrapping_mul(8)).to_be_bytes());
    count
}

/// `N` bytes padded to `B` blocks.
#[inline(always)]
pub(crate) fn padded<const N: usize, const B: usize>(message: &[u8; N]) -> [[u8; 64]; B] {
    const { assert!(B == (N + 9).div_ceil(64)) };
    let mut blocks = [[0; 64]; B];
    let bytes = blocks.as_flattened_mut();
    bytes[..N].copy_from_slice(message);
    bytes[N] = 0x80;
    bytes[64 * B - 8..].copy_from_slice(&(8 * N as u64).to_be_bytes());
    blocks
}

/// Pads the last bytes (fewer than a block) of a message of `length` bytes, and gives its last chaining value.
#[inline]
pub(crate) fn finish(
    compress: fn(&mut [u32; 8], &[[u8; 64]]),
    mut state: [u32; 8],
    rest: &[u8],
    length: u64,
) -> [u32; 8] {
    finish_in(&mut [[0; 64]; 2], compress, &mut state, rest, length);
    state
}

/// The same of a message that may be secret: its padded end is wiped.
pub(crate) fn finish_wiped(
    compress: fn(&mut [u32; 8], &[[u8; 64]]),
    state: &mut [u32; 8],
    rest: &[u8],
    length: u64,
) {
    let mut blocks = [[0; 64]; 2];
    finish_in(&mut blocks, compress, state, rest, length);
    wipe(blocks.as_flattened_mut());
}

#[inline(always)]
fn finish_in(
    blocks: &mut [[u8; 64]; 2],
    compress: fn(&mut [u32; 8], &[[u8; 64]]),
    state: &mut [u32; 8],
    rest: &[u8],
    length: u64,
) {
    let count = pad(blocks, rest, length);
    compress(state, &blocks[..count]);
}

/// The digest that a chaining value stands for.
#[inline(always)]
pub(crate) fn digest_of(state: &[u32; 8]) -> [u8; 32] {
    let mut out = [0; 32];
    write_digest(state, &mut out);
    out
}

/// The same in its place: a digest that is secret is not moved, which could leave a copy behind.
#[inline(always)]
pub(crate) fn write_digest(state: &[u32; 8], out: &mut [u8; 32]) {
    for (bytes, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
}
