//! Ctrl-C: the first asks the command to end with what it has, the second ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ASKED: AtomicBool = AtomicBool::new(false);

static IDLE: AtomicBool = AtomicBool::new(false);

/// How many [`Held`] there are. The handler ends the process with this locked, so that nobody begins what it would not end.
static HELD: Mutex<usize> = Mutex::new(0);

/// Catches Ctrl-C from now on; whoever calls this must look at [`asked`] often.
pub fn catch() {
    // The handler takes a thread. If it were refused one when it is half installed, Ctrl-C would do nothing; as it is,
    // Ctrl-C ends the process as ever. WebAssembly has no signals.
    #[cfg(not(target_family = "wasm"))]
    if crate::threads::detach(|| {}).is_err() {
        return;
    }
    // Refused if a handler is installed already.
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(|| {
        let held = held();
        if (ASKED.swap(true, Ordering::SeqCst) || IDLE.load(Ordering::SeqCst)) && *held == 0 {
            std::process::exit(130);
        }
    });
}

/// Does something that may wait for input, and which Ctrl-C ends together with the process: nothing may be unfinished.
pub fn idle<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::SeqCst);
    if ASKED.load(Ordering::SeqCst) {
        // Asked just before: the handler left it to us.
        std::process::exit(130);
    }
    let result = wait();
    IDLE.store(false, Ordering::SeqCst);
    result
}

/// While it lives Ctrl-C asks and never ends the process: something must be put right first, such as a terminal. Whoever holds it
/// looks at [`asked`] often.
#[derive(Debug)]
pub struct Held(());

/// Holds Ctrl-C.
pub fn hold() -> Held {
    *held() += 1;
    Held(())
}

impl Drop for Held {
    fn drop(&mut self) {
        *held() -= 1;
    }
}

fn held() -> MutexGuard<'static, usize> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the user pressed Ctrl-C.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The flag behind [`asked`], for searches that look at one.
pub fn flag() -> &'static AtomicBool {
    &ASKED
}
