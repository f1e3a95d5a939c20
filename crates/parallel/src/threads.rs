//! Threads, which the system may refuse: then the work is done by those that there are.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::executor::Executor;

/// Threads that live for one call.
pub(crate) struct Threads;

impl Executor for Threads {
    fn count(&self) -> usize {
        usize::MAX
    }

    fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        beside(helpers, work, |_| own());
    }
}

/// Calls `work` on each of up to so many new threads, as many as the system allows, and `own` here meanwhile. Comes back when all have
/// ended.
///
/// ```
/// use std::time::Duration;
/// use lanesmith_parallel::threads::beside;
/// let work = || std::thread::sleep(Duration::from_millis(50));
/// beside(2, &work, |helpers| {
///     while !helpers.have_ended(Duration::from_millis(10)) {
///         // Whatever must be looked at meanwhile.
///     }
/// });
/// ```
///
/// # Panics
/// If one of them does, after all have ended.
pub fn beside<R>(count: usize, work: &(dyn Fn() + Sync), own: impl FnOnce(&Helpers) -> R) -> R {
    let helpers = Helpers::default();
    let result = std::thread::scope(|scope| {
        for _ in 0..count {
            let helper = Helper::new(&helpers);
            let run = move || {
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                    helper.0.state().panic = Some(panic);
                }
                drop(helper);
            };
            if start(scope, run).is_err() {
                break;
            }
            helpers.state().started += 1;
        }
        own(&helpers)
    });
    match helpers.state.into_inner().unwrap_or_else(PoisonError::into_inner).panic {
        Some(panic) => resume_unwind(panic),
        None => result,
    }
}

/// The threads that [`beside`] has started.
#[derive(Debug, Default)]
pub struct Helpers {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    started: usize,
    running: usize,
    panic: Option<Box<dyn Any + Send>>,
}

impl Helpers {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub fn started(&self) -> usize {
        self.state().started
    }

    /// Waits until all have ended, but no longer than that; whether they have.
    pub fn have_ended(&self, within: Duration) -> bool {
        let running = |state: &mut State| state.running > 0;
        let waited = self.ended.wait_timeout_while(self.state(), within, running);
        waited.unwrap_or_else(PoisonError::into_inner).0.running == 0
    }
}

/// One of them, until it has ended or could not begin.
struct Helper<'h>(&'h Helpers);

impl<'h> Helper<'h> {
    fn new(helpers: &'h Helpers) -> Self {
        helpers.state().running += 1;
        Helper(helpers)
    }
}

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.ended.notify_all();
    }
}

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
    /// From what [`catch_unwind`] gives.
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
