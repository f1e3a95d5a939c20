//! Wiping of bytes and words.

use zeroize::optimization_barrier;

/// Overwrites with zeros. As wide as the machine stores, where [`zeroize`] alone writes byte by byte, which is a third of a short HMAC. One function
/// for all lengths: modules for JavaScript are small.
#[inline(never)]
pub(crate) fn wipe(bytes: &mut [u8]) {
    bytes.fill(0);
    optimization_barrier(bytes);
}

/// The same for words.
#[inline(never)]
pub(crate) fn wipe_words(words: &mut [u32]) {
    words.fill(0);
    optimization_barrier(words);
}
