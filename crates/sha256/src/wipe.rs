//! Wiping of bytes and words.

use zeroize::Zeroize;

/// Overwrites with zeros. One function for all lengths: for an array, the compiler writes a store for each byte.
#[inline(never)]
pub(crate) fn wipe(bytes: &mut [u8]) {
    bytes.zeroize();
}

/// The same for words.
#[inline(never)]
pub(crate) fn wipe_words(words: &mut [u32]) {
    words.zeroize();
}
