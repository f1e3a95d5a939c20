//! Threads, which the system may refuse: then the work is done by those that there are.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts a thread in a scope.
///
/// # Errors
/// The system refuses one more.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    allowed()?;
    Builder::new().spawn_scoped(scope, work)
}

/// Starts a thread that nobody waits for: it ends with the process at the latest.
///
/// # Errors
/// The system refuses one more.
pub fn detach(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    allowed()?;
    Builder::new().spawn(work).map(drop)
}

/// A worker panicked, and what it said.
#[derive(Debug)]
pub struct Panicked(String);

impl Panicked {
    /// From what [`catch_unwind`](std::panic::catch_unwind) gives.
    pub fn new(panic: &(dyn Any + Send)) -> Self {
        let text =
            panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|s| &**s));
        Panicked(text.unwrap_or("no reason given").into())
    }
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a worker has failed, which is a bug: {}", self.0)
    }
}

impl std::error::Error for Panicked {}

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn allowed() -> io::Result<()> {
    match LEFT.get() {
        usize::MAX => Ok(()),
        0 => Err(io::ErrorKind::WouldBlock.into()),
        left => {
            LEFT.set(left - 1);
            Ok(())
        }
    }
}

/// Does something that can start so many threads from this one and no more: for tests of what is done without them.
pub fn with_at_most<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    LEFT.set(threads);
    let result = work();
    LEFT.set(usize::MAX);
    result
}
