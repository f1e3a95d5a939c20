//! Long work: detached from the interpreter, on threads that live for one call only (threads of a pool would be missing after `fork`),
//! and ended by signals. The thread that was called looks at them every twentieth of a second, in the middle of the work: whatever
//! runs long asks [`Watch::look`] every few milliseconds.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use lanesmith::parallel::threads::beside;
use lanesmith::parallel::{Executor, Workers};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::{self, Kind};

/// Bytes of input from which a call detaches from the interpreter: what it costs, 40 to 50 ns, is little then.
pub const DETACH: usize = 2048;

/// Bytes of input from which a call looks at signals: a few milliseconds.
pub const LONG: usize = 1 << 22;

/// The most threads that a call takes.
pub const MOST: usize = 1024;

/// How often signals are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The number of threads that a caller asks for: 0 for all that the process may use.
///
/// # Errors
/// More than [`MOST`].
pub fn count(py: Python<'_>, threads: usize) -> PyResult<usize> {
    match threads {
        0 => Ok(thread::available_parallelism().map_or(1, Into::into).min(MOST)),
        1..=MOST => Ok(threads),
        _ => {
            let reason = format!("threads is {threads}: it must be from 0 (all) to {MOST}");
            Err(errors::new(py, Kind::Range, &reason, None))
        }
    }
}

/// Work is to end: the handler of a signal raised.
#[derive(Debug)]
pub struct Stopped;

/// How work ends early.
#[derive(Debug)]
pub enum Ended<E> {
    /// By a signal.
    Stopped,
    /// By its own error.
    Failed(E),
}

impl<E> From<Stopped> for Ended<E> {
    fn from(_: Stopped) -> Self {
        Ended::Stopped
    }
}

/// What work on any thread asks whether to go on.
#[derive(Clone)]
pub struct Watch(Arc<State>);

struct State {
    /// The thread that was called: the only one that looks, as the interpreter handles signals on one thread.
    caller: ThreadId,
    /// When they are due; nothing before the first look. Most work is over sooner, and asking for the time is not free.
    next: Mutex<Option<Instant>>,
    stopped: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    pub fn new() -> Self {
        Watch(Arc::new(State {
            caller: thread::current().id(),
            next: Mutex::new(None),
            stopped: AtomicBool::new(false),
            raised: Mutex::new(None),
        }))
    }

    /// Whether to go on; to be asked detached.
    ///
    /// # Errors
    /// [`Stopped`], if not.
    pub fn look(&self) -> Result<(), Stopped> {
        let state = &*self.0;
        if !state.stopped.load(Ordering::Relaxed) && state.caller == thread::current().id() {
            let now = Instant::now();
            let due = *lock(&state.next).get_or_insert(now + LOOK) <= now;
            if due && let Err(error) = Python::attach(|py| py.check_signals()) {
                self.stop(error);
            } else if due {
                *lock(&state.next) = Some(Instant::now() + LOOK);
            }
        }
        if state.stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// The same as a question whether to stop, which the libraries' long work asks.
    pub fn stops(&self) -> bool {
        self.look().is_err()
    }

    /// Ends the work with an exception.
    pub fn stop(&self, error: PyErr) {
        *lock(&self.0.raised) = Some(error);
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// What was raised, if anything: it must reach the caller even where the work is done.
    ///
    /// # Errors
    /// That.
    pub fn finish<R, E>(&self, done: Result<R, Ended<E>>) -> PyResult<Result<R, E>> {
        if let Some(error) = lock(&self.0.raised).take() {
            return Err(error);
        }
        match done {
            Ok(value) => Ok(Ok(value)),
            Err(Ended::Failed(error)) => Ok(Err(error)),
            // Nothing stops work but `stop`, which leaves an exception.
            Err(Ended::Stopped) => Err(PyKeyboardInterrupt::new_err(())),
        }
    }
}

/// Runs work detached from the interpreter, with a watch for it to ask.
///
/// # Errors
/// `KeyboardInterrupt`, whatever a signal handler raises.
pub fn watched<R: Send, E: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Watch) -> Result<R, Ended<E>> + Send,
) -> PyResult<Result<R, E>> {
    let watch = Watch::new();
    let done = py.detach(|| work(&watch));
    watch.finish(done)
}

/// The same for work that has no errors of its own.
///
/// # Errors
/// As [`watched`].
pub fn watched_only<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Watch) -> Result<R, Stopped> + Send,
) -> PyResult<R> {
    let Ok(value) = watched::<R, Infallible>(py, |watch| Ok(work(watch)?))?;
    Ok(value)
}

/// So many threads for one call. The one that was called looks at signals while it waits for the others.
pub struct Crew<'w> {
    pub threads: usize,
    pub watch: &'w Watch,
}

impl Executor for Crew<'_> {
    fn count(&self) -> usize {
        self.threads
    }

    fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        beside(helpers, work, |helpers| {
            own();
            // What this finds the helpers hear of.
            while !helpers.have_ended(LOOK) {
                let _ = self.watch.look();
            }
        });
    }
}

/// Runs a function on slices of `out` of at most so many rows, on several threads, each of which takes the next slice when it is done
/// with one. The error is that of the first slice that failed; none is begun after it.
///
/// # Errors
/// What the function fails with, and [`Ended::Stopped`].
pub fn share<O: Send, E: Send>(
    watch: &Watch,
    out: &mut [O],
    threads: usize,
    slice: usize,
    work: impl Fn(usize, &mut [O], &Watch) -> Result<(), Ended<E>> + Sync,
) -> Result<(), Ended<E>> {
    let slice = slice.min(out.len().div_ceil(threads)).max(1);
    let failed: Mutex<Option<(usize, Ended<E>)>> = Mutex::new(None);
    let crew = Crew { threads, watch };
    // Whether a thread has begun: there is time to look before every slice but its first.
    Workers::of(&crew).chunks_with(
        out,
        slice,
        || false,
        |begun, first, out| {
            if lock(&failed).is_some() {
                return;
            }
            let looked = if std::mem::replace(begun, true) { watch.look() } else { Ok(()) };
            let done = looked.map_err(Ended::from).and_then(|()| work(first, out, watch));
            if let Err(error) = done {
                let mut failed = lock(&failed);
                if failed.as_ref().is_none_or(|(earliest, _)| first < *earliest) {
                    *failed = Some((first, error));
                }
            }
        },
    );
    let failed = lock(&failed).take();
    failed.map_or(Ok(()), |(_, error)| Err(error))
}

/// The same, detached from the interpreter.
///
/// # Errors
/// `KeyboardInterrupt`, whatever a signal handler raises.
pub fn slices<O: Send, E: Send>(
    py: Python<'_>,
    out: &mut [O],
    threads: usize,
    slice: usize,
    work: impl Fn(usize, &mut [O], &Watch) -> Result<(), Ended<E>> + Sync,
) -> PyResult<Result<(), E>> {
    let work = &work;
    watched(py, |watch| share(watch, out, threads, slice, work))
}
