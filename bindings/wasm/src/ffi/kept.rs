//! What lasts between calls, without the standard library.

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// A value that one call at a time works with. An instance has one thread, and no function of a module calls another one, so
/// nobody ever waits.
pub struct Kept<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: whoever reaches the value has set `taken`, which only one can at a time.
unsafe impl<T: Send> Sync for Kept<T> {}

impl<T> Kept<T> {
    pub const fn new(value: T) -> Self {
        Kept { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Runs with the value.
    ///
    /// # Panics
    /// If it is being worked with: a mistake in this crate.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        assert!(!self.taken.swap(true, Ordering::Acquire), "worked with already");
        // SAFETY: `taken` is ours until it is given back below; a panic ends the instance.
        let done = work(unsafe { &mut *self.value.get() });
        self.taken.store(false, Ordering::Release);
        done
    }
}
