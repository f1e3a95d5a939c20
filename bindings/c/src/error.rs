//! What went wrong in the last call of a thread.

use std::cell::RefCell;

use lanesmith::curl::pow::Stopped;
use lanesmith_face::{Fault, Status};

thread_local! {
    static LAST: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Keeps a failure for [`lanesmith_last_error`](crate::ffi::errors::lanesmith_last_error).
pub(crate) fn keep(fault: Option<Fault>) {
    // Not there while a thread ends: then nobody can ask either.
    let _ = LAST.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = fault;
        }
    });
}

/// Looks at the failure of the last call on this thread.
pub(crate) fn last<R>(look: impl FnOnce(Option<&Fault>) -> R) -> Option<R> {
    LAST.try_with(|last| last.try_borrow().ok().map(|last| look(last.as_ref()))).ok().flatten()
}

/// Why a search found nothing.
pub(crate) fn stopped(stopped: &Stopped) -> Fault {
    let status = match stopped {
        Stopped::Cancelled { .. } => Status::Cancelled,
        Stopped::Exhausted => Status::Exhausted,
        Stopped::NoThread => Status::Worker,
        _ => Status::Internal,
    };
    Fault::new(status, stopped)
}
