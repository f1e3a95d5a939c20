//! Whether standard output was closed (`>&-`) when the program started.
//!
//! Rust's runtime opens `/dev/null` in its place before `main`, so that everything written would be lost without an
//! error; who looks afterwards cannot tell it from a `/dev/null` that was asked for.

use std::io::{self, Write};

/// Whether it was closed; where that cannot be known, no.
pub fn was_closed() -> bool {
    #[cfg(target_os = "linux")]
    return early::CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(target_os = "linux"))]
    false
}

/// What is written to it fails as the system would have it fail.
pub struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        return Err(rustix::io::Errno::BADF.into());
        #[cfg(not(unix))]
        Err(io::ErrorKind::NotConnected.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod early {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub static CLOSED: AtomicBool = AtomicBool::new(false);

    // SAFETY: the loader calls each function of this section once before `main`; this one needs nothing that is not there
    // yet, looks at no argument, and does not unwind.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}
