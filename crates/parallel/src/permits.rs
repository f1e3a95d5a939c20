//! How much may be under way: counted, waited for, and at an end when nobody wants more.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What is left to be taken, in units of whoever takes it; `None` when the work has ended.
pub struct Permits {
    free: Mutex<Option<isize>>,
    change: Condvar,
}

impl Permits {
    pub fn new(count: usize) -> Self {
        Permits { free: Mutex::new(Some(count.cast_signed())), change: Condvar::new() }
    }

    fn free(&self) -> MutexGuard<'_, Option<isize>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one if it is there.
    pub fn take_now(&self) -> bool {
        match &mut *self.free() {
            Some(free @ 1..) => {
                *free -= 1;
                true
            }
            _ => false,
        }
    }

    /// Takes so many as soon as there is one at all; whether there was. Zero only waits.
    pub fn take(&self, count: usize) -> bool {
        let none = |free: &mut Option<isize>| free.is_some_and(|free| free <= 0);
        let free = self.change.wait_while(self.free(), none);
        match &mut *free.unwrap_or_else(PoisonError::into_inner) {
            Some(free) => {
                *free -= count.cast_signed();
                true
            }
            None => false,
        }
    }

    pub fn put(&self, count: usize) {
        if let Some(free) = &mut *self.free() {
            *free += count.cast_signed();
        }
        self.change.notify_all();
    }

    #[cfg(feature = "lines")]
    pub fn has_ended(&self) -> bool {
        self.free().is_none()
    }

    /// Nobody waits any more, nor takes one.
    pub fn end(&self) {
        *self.free() = None;
        self.change.notify_all();
    }
}

/// How much may be under way, for all that work together. They end together.
pub struct Bounds {
    /// Items, which the queue counts.
    pub items: Permits,
    /// Bytes, for items of very different sizes: taken where they are read, and put back by whoever gets the results.
    pub bytes: Permits,
}

impl Bounds {
    /// Items without a size.
    pub fn of_items(count: usize) -> Self {
        Bounds { items: Permits::new(count), bytes: Permits::new(0) }
    }
}

/// Ends the work of all threads.
pub struct End<'a>(pub &'a Bounds);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.items.end();
        self.0.bytes.end();
    }
}
