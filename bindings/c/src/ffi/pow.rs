//! Nonces of transactions: the Pearl Diver.

use std::ffi::c_void;
use std::time::Duration;

use lanesmith::curl::pow::Stopped;

use lanesmith_face::Status;

use super::raw;
use crate::error::stopped;
use crate::search::Search;

/// What a search found, and where it was when it ended.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The nonce: 27 trytes, without a zero byte. Zeros where none was found.
    pub nonce: [u8; 27],
    /// Trailing zero trits of the hash: what was asked for, or more.
    pub weight: u32,
    /// Where the nonce is: how many batches of 64 attempts come before it in the order.
    pub batch: u64,
    /// Nonces that this run tried.
    pub attempts: u64,
    /// Where to go on: everything before this batch has been tried. After a nonce, the batch behind it.
    pub next: u64,
}

/// Told every so often how far a search is, on the thread that runs it. 0 goes on, anything else cancels the search.
pub type Progress = Option<unsafe extern "C" fn(user: *mut c_void, attempts: u64, seconds: f64) -> i32>;

/// Makes a search for the nonce (the last 27 trytes) of a transaction of 2673 trytes, such that its hash by Curl-P-81 ends
/// in `min_weight_magnitude` zero trits: 1 to 243. `threads` is how many it takes, 0 for all of the machine. It searches
/// batches `start` to `end` (the one after the last) of 64 attempts each, in a fixed order: 0 and 0 are all. The nonce
/// found is the first in that order, whatever the engine and the threads. `*out` becomes a handle to free by
/// lanesmith_pow_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pow_new(
    transaction: *const u8,
    transaction_len: usize,
    min_weight_magnitude: u32,
    threads: u32,
    start: u64,
    end: u64,
    out: *mut *mut Search,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let transaction = unsafe { raw::input("transaction", transaction, transaction_len) }?;
        let search = Search::new(transaction, min_weight_magnitude, threads, start, end)?;
        // SAFETY: likewise.
        unsafe { raw::give(out, search) }
    })
}

/// A caller's pointer on its way back to the caller.
struct User(*mut c_void);

/// Runs a search to its end on this thread and its helpers; meanwhile others may call lanesmith_pow_cancel and
/// lanesmith_pow_attempts. `progress` may be null; it is called about every `interval_ms` milliseconds, and must return.
/// `out` is written on LANESMITH_STATUS_CANCELLED and LANESMITH_STATUS_EXHAUSTED too: there without a nonce.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pow_run(
    search: *const Search,
    progress: Progress,
    user: *mut c_void,
    interval_ms: u32,
    out: *mut Found,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let search = unsafe { raw::handle("search", search) }?;
        // Before the work: a place that cannot be written is noticed now.
        let mut result = Found { nonce: [0; 27], weight: 0, batch: 0, attempts: 0, next: 0 };
        // SAFETY: likewise.
        unsafe { raw::write("out", out, result) }?;
        let user = User(user);
        let mut tell = |attempts, seconds| match progress {
            // SAFETY: a function of this type, as the caller promises, with the pointer that belongs to it.
            Some(progress) => unsafe { progress(user.0, attempts, seconds) == 0 },
            None => true,
        };
        let ended = search.run(Duration::from_millis(interval_ms.into()), &mut tell);
        result.attempts = ended.attempts;
        match &ended.found {
            Ok(found) => {
                result.nonce = found.nonce();
                result.weight = found.weight as u32;
                result.batch = found.batch;
                result.next = found.batch + 1;
            }
            Err(Stopped::Cancelled { next }) => result.next = *next,
            Err(Stopped::Exhausted) => result.next = u64::MAX,
            Err(_) => {}
        }
        // SAFETY: as above.
        unsafe { raw::write("out", out, result) }?;
        ended.found.map(drop).map_err(|why| stopped(&why))
    })
}

/// Ends a search, now and for good, from any thread: its run returns within a few milliseconds.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pow_cancel(search: *const Search) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        unsafe { raw::handle("search", search) }?.job.cancel();
        Ok(())
    })
}

/// Nonces that a search has tried so far, from any thread; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pow_attempts(search: *const Search) -> u64 {
    // SAFETY: the caller's promise.
    raw::guard_value(0, || unsafe { raw::handle("search", search) }.map_or(0, |search| search.job.attempts()))
}

/// Frees a handle that does not run. Null is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pow_free(search: *mut Search) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(search) };
}
