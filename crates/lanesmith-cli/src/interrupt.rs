//! Ctrl-C: the first asks the command to end with what it has, the second ends it.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; whoever calls this must look at [`asked`] often.
pub fn catch() {
    // Refused if a handler is installed already; then Ctrl-C ends the process as ever. WebAssembly has no signals.
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Ctrl-C ends the process at once from now on, with status 130: for commands that have nothing to finish, and that may
/// be waiting for input.
pub fn end_at_once() {
    // As in `catch`.
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(|| std::process::exit(130));
}

/// Whether the user pressed Ctrl-C.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The flag behind [`asked`], for searches that look at one.
pub fn flag() -> &'static AtomicBool {
    &ASKED
}
