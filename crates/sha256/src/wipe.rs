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

/// What work in lanes takes of the stack, and more: the lanes' messages and states, and what engines spill there.
const BELOW: usize = 16 << 10;

/// Does work on secrets, and wipes what it has left of them on the stack: rows of messages that an engine spills, values that are moved.
pub(crate) fn leaving_nothing<T>(work: impl FnOnce() -> T) -> T {
    /// A frame of its own, below which lies that of [`wipe_below`] later.
    #[inline(never)]
    fn apart<T>(work: impl FnOnce() -> T) -> T {
        work()
    }
    #[inline(never)]
    fn wipe_below() {
        // A variable: what is only borrowed would be a constant.
        let below = [0_u8; BELOW];
        optimization_barrier(&below);
    }
    let out = apart(work);
    wipe_below();
    out
}
