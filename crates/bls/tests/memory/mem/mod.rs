//! An allocator that looks into every block that is given back: whoever frees a secret without wiping it is found.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How many secrets can be looked for.
const PLACES: usize = 16;

/// Eight bytes of each secret that is looked for; zero is none.
static WANTED: [AtomicU64; PLACES] = [const { AtomicU64::new(0) }; PLACES];

static FOUND: AtomicUsize = AtomicUsize::new(0);

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
        // SAFETY: the block is allocated, was zeroed, and nobody else uses it any more.
        let bytes = unsafe { std::slice::from_raw_parts(block, layout.size()) };
        look(bytes);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

fn look(bytes: &[u8]) {
    if WANTED[0].load(Ordering::Relaxed) == 0 {
        return;
    }
    for window in bytes.windows(8) {
        let mut word = [0; 8];
        word.copy_from_slice(window);
        let word = u64::from_ne_bytes(word);
        if word != 0 && WANTED.iter().any(|wanted| wanted.load(Ordering::Relaxed) == word) {
            FOUND.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Held by a test as long as it runs: another one that makes the same secrets ready would free them meanwhile.
pub struct Alone(#[expect(dead_code, reason = "held")] std::sync::MutexGuard<'static, ()>);

/// Waits for the other tests.
pub fn alone() -> Alone {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    Alone(ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner()))
}

/// How often parts of the secrets, in either byte order, are in memory that is freed while `work` runs.
pub fn freed_with(_: &Alone, secrets: &[&[u8]], work: impl FnOnce()) -> usize {
    FOUND.store(0, Ordering::Relaxed);
    let mut places = WANTED.iter();
    for secret in secrets {
        for part in secret.as_chunks::<8>().0.iter().take(2) {
            for word in [u64::from_ne_bytes(*part), u64::from_ne_bytes(*part).swap_bytes()] {
                places.next().expect("a place").store(word, Ordering::Relaxed);
            }
        }
    }
    work();
    WANTED.iter().for_each(|wanted| wanted.store(0, Ordering::Relaxed));
    FOUND.load(Ordering::Relaxed)
}
