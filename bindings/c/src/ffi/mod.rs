//! What C calls.
//!
//! Every function asks the same of its caller: each pointer is null or points to as much memory as the length beside it says,
//! which nobody else writes during the call; a handle is null or was made by this library and not freed since.
#![expect(
    clippy::missing_safety_doc,
    reason = "all functions ask the same of their callers: it stands above, once"
)]

pub mod engines;
pub mod errors;
pub mod generated;
pub mod pow;
mod raw;
pub mod stream;
#[cfg(feature = "bls")]
pub mod values;

/// What every function runs its work in: a panic becomes a status. For tests.
#[doc(hidden)]
pub fn guarded(work: impl FnOnce()) -> crate::Status {
    raw::guard(|| {
        work();
        Ok(())
    })
}
