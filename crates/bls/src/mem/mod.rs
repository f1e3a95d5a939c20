//! Memory that held secrets.

use core::sync::atomic::{Ordering, compiler_fence};

/// Overwrites a value of plain words or bytes with zeros; the compiler does not remove the writes.
pub fn wipe<T: Zeros>(value: &mut T) {
    for word in value.words() {
        // SAFETY: the pointer comes from an exclusive reference.
        unsafe { core::ptr::write_volatile(word, 0) };
    }
    compiler_fence(Ordering::SeqCst);
}

/// What can be seen as words.
pub trait Zeros {
    /// Its words.
    fn words(&mut self) -> impl Iterator<Item = &mut u64>;
}

impl<const N: usize> Zeros for [u64; N] {
    fn words(&mut self) -> impl Iterator<Item = &mut u64> {
        self.iter_mut()
    }
}

/// Overwrites bytes with zeros; the compiler does not remove the writes.
#[cfg(feature = "alloc")]
pub fn wipe_bytes(bytes: &mut [u8]) {
    // SAFETY: words have any bits.
    let (head, words, tail) = unsafe { bytes.align_to_mut::<u64>() };
    for byte in head.iter_mut().chain(tail) {
        // SAFETY: the pointer comes from an exclusive reference.
        unsafe { core::ptr::write_volatile(byte, 0) };
    }
    for word in words {
        // SAFETY: as above.
        unsafe { core::ptr::write_volatile(word, 0) };
    }
    compiler_fence(Ordering::SeqCst);
}
