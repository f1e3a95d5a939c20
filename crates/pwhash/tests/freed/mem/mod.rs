//! An allocator that looks into blocks of vectors (aligned to 16 bytes or more) that this thread gives back.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[derive(Clone, Copy, Default)]
pub struct Freed {
    /// How many there were.
    pub blocks: usize,
    /// How many of them held something.
    pub unwiped: usize,
}

thread_local! {
    static FREED: Cell<Freed> = const { Cell::new(Freed { blocks: 0, unwiped: 0 }) };
}

struct Looking;

#[global_allocator]
static ALLOCATOR: Looking = Looking;

// SAFETY: allocation is the system's. `realloc` is the trait's own, which allocates, copies and frees: so it looks too.
unsafe impl GlobalAlloc for Looking {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if layout.align() >= 16 {
            // SAFETY: the block is allocated, was zeroed, and nobody else uses it any more.
            let bytes = unsafe { std::slice::from_raw_parts(block, layout.size()) };
            let _ = FREED.try_with(|freed| {
                let Freed { blocks, unwiped } = freed.get();
                let is_unwiped = bytes.iter().any(|byte| *byte != 0);
                freed.set(Freed { blocks: blocks + 1, unwiped: unwiped + usize::from(is_unwiped) });
            });
        }
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

/// What this thread gives back while `work` runs.
pub fn freed_by(work: impl FnOnce()) -> Freed {
    FREED.set(Freed::default());
    work();
    FREED.get()
}
