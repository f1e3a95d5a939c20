//! Long work: detached from the interpreter, in slices between which signals are looked at, on threads that live for one
//! slice only. No pool: threads of a pool would be missing after `fork`.

use std::thread;

use pyo3::prelude::*;

use crate::errors::{self, Kind};

/// Bytes of input from which a call detaches from the interpreter: what it costs, 40 to 50 ns, is little then.
pub const DETACH: usize = 2048;

/// The most threads that a call takes.
const MOST: usize = 1024;

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
            Err(errors::new(py, Kind::Length, &reason, None))
        }
    }
}

/// Runs a function on parts of `out`, one part a thread, and gives the error of the first part that failed.
pub fn parts<O: Send, E: Send>(
    out: &mut [O],
    threads: usize,
    work: impl Fn(usize, &mut [O]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    if threads <= 1 || out.len() < 2 {
        return work(0, out);
    }
    let size = out.len().div_ceil(threads);
    let work = &work;
    thread::scope(|scope| {
        let mut parts = out.chunks_mut(size).enumerate();
        let own = parts.next();
        let mut helpers = Vec::new();
        let mut results = Vec::new();
        for (part, out) in parts {
            // Where the system refuses a thread the part waits for this one.
            let place = std::sync::Mutex::new(Some(out));
            let place = std::sync::Arc::new(place);
            let theirs = place.clone();
            let run = move || match theirs.lock().ok().and_then(|mut out| out.take()) {
                Some(out) => work(part * size, out),
                None => Ok(()),
            };
            match thread::Builder::new().spawn_scoped(scope, run) {
                Ok(helper) => helpers.push((part, helper)),
                Err(_) => {
                    if let Some(out) = place.lock().ok().and_then(|mut out| out.take()) {
                        results.push((part, work(part * size, out)));
                    }
                }
            }
        }
        if let Some((_, out)) = own {
            results.push((0, work(0, out)));
        }
        for (part, helper) in helpers {
            match helper.join() {
                Ok(result) => results.push((part, result)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results.sort_by_key(|(part, _)| *part);
        results.into_iter().try_for_each(|(_, result)| result)
    })
}

/// The same in slices of so many rows a thread, detached from the interpreter; between slices signals are looked at, so that
/// Ctrl-C ends it. An error comes with the row at which its slice began.
///
/// # Errors
/// `KeyboardInterrupt`, whatever a signal handler raises.
pub fn slices<O: Send, E: Send>(
    py: Python<'_>,
    out: &mut [O],
    threads: usize,
    slice: usize,
    work: impl Fn(usize, &mut [O]) -> Result<(), E> + Sync,
) -> PyResult<Result<(), E>> {
    let slice = slice.max(1).saturating_mul(threads);
    let work = &work;
    for (number, out) in out.chunks_mut(slice).enumerate() {
        let start = number * slice;
        let done = py.detach(move || parts(out, threads, |at, out| work(start + at, out)));
        if done.is_err() {
            return Ok(done);
        }
        py.check_signals()?;
    }
    Ok(Ok(()))
}
