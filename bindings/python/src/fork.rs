//! What a process made by `fork` inherits (`multiprocessing` with start method `fork`): one thread, and locks as they were at that
//! moment. A lock that another thread held is never let go, so whoever waited for it would wait for ever.

use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::threads::{self, Stopped, Watch};

/// How many forks lie between the process that imported the module and this one.
static GENERATION: AtomicU32 = AtomicU32::new(0);

/// A number that no ancestor of this process has.
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Called in the child, before anything else there.
#[pyfunction]
fn forked() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// A value behind a lock that is never waited for with the interpreter held, nor if its holder is a thread of the parent, nor if it is
/// the thread itself: the handler of a signal that interrupted it.
pub struct Lock<T> {
    value: Mutex<T>,
    /// Four times the generation that used it last, and one of the words below.
    seen: AtomicU32,
    /// Which thread works on the value detached, by [`here`]; 0 for none.
    holder: AtomicUsize,
}

/// Its holder, if any, is a thread of this process.
const OURS: u32 = 0;
/// A thread of this process looks whether it was inherited locked.
const LOOKING: u32 = 1;
/// It was.
const LOST: u32 = 2;

/// A number that no other thread has as long as this one runs.
fn here() -> usize {
    thread_local!(static HERE: u8 = const { 0 });
    HERE.with(|here| ptr::from_ref(here).addr())
}

/// A lock that this thread holds, and says so.
struct Held<'a, T>(MutexGuard<'a, T>, &'a AtomicUsize);

impl<'a, T> Held<'a, T> {
    fn new(value: MutexGuard<'a, T>, holder: &'a AtomicUsize) -> Self {
        holder.store(here(), Ordering::Relaxed);
        Held(value, holder)
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        self.1.store(0, Ordering::Relaxed);
    }
}

impl<T: Send> Lock<T> {
    pub fn new(value: T) -> Self {
        let seen = AtomicU32::new(generation() << 2 | OURS);
        Lock { value: Mutex::new(value), seen, holder: AtomicUsize::new(0) }
    }

    /// Runs a function on the value, detached.
    ///
    /// # Errors
    /// `RuntimeError` in a child of `fork` if another thread of the parent used the value at that moment; in the handler of a signal
    /// if the thread was using it.
    pub fn with<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        let value = self.value()?;
        Ok(py.detach(|| {
            let held = value.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut Held::new(held, &self.holder).0)
        }))
    }

    /// The same for long work, with a watch for it to ask. Work that is stopped has to leave the value as it was.
    ///
    /// # Errors
    /// As [`Self::with`]; `KeyboardInterrupt`, whatever a signal handler raises.
    pub fn watched<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut T, &Watch) -> Result<R, Stopped> + Send,
    ) -> PyResult<R> {
        let value = self.value()?;
        threads::watched_only(py, |watch| {
            let held = loop {
                match value.try_lock() {
                    Ok(held) => break held,
                    Err(TryLockError::Poisoned(held)) => break held.into_inner(),
                    Err(TryLockError::WouldBlock) => watch.look()?,
                }
                thread::sleep(Duration::from_millis(1));
            };
            work(&mut Held::new(held, &self.holder).0, watch)
        })
    }

    /// The same as [`Self::with`] for work that is shorter than detaching: detached only where the lock is not free.
    ///
    /// # Errors
    /// As [`Self::with`].
    pub fn with_attached<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R> {
        match self.value()?.try_lock() {
            Ok(mut value) => Ok(work(&mut value)),
            Err(TryLockError::Poisoned(value)) => Ok(work(&mut value.into_inner())),
            Err(TryLockError::WouldBlock) => self.with(py, work),
        }
    }

    /// The lock, if it was free at the fork; the first to ask in each process finds out.
    fn value(&self) -> PyResult<&Mutex<T>> {
        let now = generation() << 2;
        loop {
            let seen = self.seen.load(Ordering::Acquire);
            if seen == now | OURS {
                if self.holder.load(Ordering::Relaxed) == here() {
                    let reason =
                        "what this signal interrupts is using this object: use another in its handler";
                    return Err(PyRuntimeError::new_err(reason));
                }
                return Ok(&self.value);
            }
            if seen == now | LOST {
                let reason =
                    "another thread was using this object when the process was forked: make a new one";
                return Err(PyRuntimeError::new_err(reason));
            }
            if seen == now | LOOKING {
                thread::yield_now();
            } else if self
                .seen
                .compare_exchange(seen, now | LOOKING, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
            {
                let lost = matches!(self.value.try_lock(), Err(TryLockError::WouldBlock));
                self.seen.store(now | if lost { LOST } else { OURS }, Ordering::Release);
            }
        }
    }
}

/// Asks Python to tell of forks; Windows has none.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    if let Ok(register) = py.import("os")?.getattr("register_at_fork") {
        let hooks = PyDict::new(py);
        hooks.set_item("after_in_child", wrap_pyfunction!(forked, module)?)?;
        register.call((), Some(&hooks))?;
    }
    Ok(())
}
