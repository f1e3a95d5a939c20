//! Threads, which the system may refuse: then the work is done by those that there are.

use std::any::Any;
use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use anyhow::anyhow;

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

/// What is told of a panic in a thread.
pub fn fault(panic: &(dyn Any + Send)) -> anyhow::Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|s| &**s));
    anyhow!("lanesmith has failed, which is a bug: {}", text.unwrap_or("no reason given"))
}

#[cfg(not(test))]
fn allowed() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
use tests::allowed;
#[cfg(test)]
pub use tests::with_at_most;

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    pub fn allowed() -> io::Result<()> {
        match LEFT.get().checked_sub(1) {
            Some(left) => {
                LEFT.set(left);
                Ok(())
            }
            None => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Does something that can start so many threads from this one and no more.
    pub fn with_at_most<R>(threads: usize, work: impl FnOnce() -> R) -> R {
        LEFT.set(threads);
        let result = work();
        LEFT.set(usize::MAX);
        result
    }
}
