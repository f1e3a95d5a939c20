//! What a process made by `fork` inherits (`multiprocessing` with start method `fork`): one thread, and locks as they were at that
//! moment. A lock that another thread held is never let go, so whoever waited for it would wait for ever.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

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

/// A value behind a lock that is never waited for with the interpreter held, nor if its holder is a thread of the parent.
pub struct Lock<T> {
    value: Mutex<T>,
    /// Four times the generation that used it last, and one of the words below.
    seen: AtomicU32,
}

/// Its holder, if any, is a thread of this process.
const OURS: u32 = 0;
/// A thread of this process looks whether it was inherited locked.
const LOOKING: u32 = 1;
/// It was.
const LOST: u32 = 2;

impl<T: Send> Lock<T> {
    pub fn new(value: T) -> Self {
        Lock { value: Mutex::new(value), seen: AtomicU32::new(generation() << 2 | OURS) }
    }

    /// Runs a function on the value, detached.
    ///
    /// # Errors
    /// `RuntimeError` in a child of `fork` if another thread of the parent used the value at that moment.
    pub fn with<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        let value = self.value()?;
        Ok(py.detach(|| work(&mut value.lock().unwrap_or_else(PoisonError::into_inner))))
    }

    /// The same for work that is shorter than detaching: detached only where the lock is not free.
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
