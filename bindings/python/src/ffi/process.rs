//! A value that each process has of its own, without a lock that a child of `fork` could inherit.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::fork::generation;

/// Made at its first use in a process. That of the parent is left alone in a child: its locks may be held by threads that are not
/// there, its memory belongs to what they did.
pub struct PerProcess<T: 'static> {
    current: AtomicPtr<(u32, T)>,
    make: fn() -> T,
}

impl<T: Send + Sync> PerProcess<T> {
    pub const fn new(make: fn() -> T) -> Self {
        PerProcess { current: AtomicPtr::new(null_mut()), make }
    }

    /// The value of this process.
    pub fn get(&self) -> &'static T {
        let now = generation();
        let found = self.current.load(Ordering::Acquire);
        // SAFETY: null, or what `Box::into_raw` gave below; that is never freed nor changed once it is here.
        if let Some((generation, value)) = unsafe { found.as_ref() }
            && *generation == now
        {
            return value;
        }
        let made = Box::into_raw(Box::new((now, (self.make)())));
        match self.current.compare_exchange(found, made, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: as above.
            Ok(_) => unsafe { &(*made).1 },
            // SAFETY: what was made is still ours alone, and freed once; another thread of this process put its own there, which
            // stays.
            Err(first) => unsafe {
                drop(Box::from_raw(made));
                &(*first).1
            },
        }
    }
}
