//! Wiping that the optimiser cannot remove.

use core::fmt;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{Ordering, compiler_fence};

use super::Plain;

/// Fills with zeros, even if nobody reads the memory afterwards.
///
/// ```
/// let mut key = [7u8; 32];
/// lanesmith_pwhash::mem::wipe(&mut key);
/// assert_eq!(key, [0; 32]);
/// ```
pub fn wipe<T: Plain>(items: &mut [T]) {
    let bytes = size_of_val(items);
    let start = items.as_mut_ptr().cast::<u8>();
    // SAFETY: the slice is writable for all its bytes, and zeros are a value of a `Plain` type.
    unsafe { start.write_bytes(0, bytes) };
    hide(start);
}

/// Tells the compiler that somebody may read what is behind the pointer, so that earlier writes must be done.
#[inline(never)]
fn hide(start: *mut u8) {
    // SAFETY: reading a pointer variable of our own.
    let seen = unsafe { (&raw const start).read_volatile() };
    core::hint::black_box(seen);
    compiler_fence(Ordering::SeqCst);
}

/// A small secret on the stack (a state, a key), wiped when dropped and hidden from `Debug`.
///
/// ```
/// use lanesmith_pwhash::mem::Secret;
/// let mut state = Secret::new([0u32; 16]);
/// state[0] = 1;
/// assert_eq!(format!("{state:?}"), "Secret(..)");
/// ```
pub struct Secret<T: Plain>(T);

impl<T: Plain> Secret<T> {
    /// Takes a value; the copy that the caller has is the caller's to wipe.
    #[inline(always)]
    pub const fn new(value: T) -> Self {
        Secret(value)
    }
}

impl<T: Plain> Deref for Secret<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Plain> DerefMut for Secret<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Plain> Drop for Secret<T> {
    fn drop(&mut self) {
        wipe(core::slice::from_mut(&mut self.0));
    }
}

impl<T: Plain> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
