//! Lanesmith for C: a small interface of functions over the facade, in `include/lanesmith.h` (cbindgen writes it from here; `cargo
//! xtask generate` renews it and CI compares).
//!
//! # How it behaves
//! - **Every function that can fail gives a [`Status`]**; what was wrong, in words, tells
//!   [`lanesmith_last_error`](ffi::errors::lanesmith_last_error) on the same thread. Nothing is written to results of a function that failed, unless it says so.
//! - **Every buffer comes with its length**, results too: a length that does not fit is an error before a byte is touched. A
//!   null pointer is an error too, but for buffers of length 0. Results must not overlap inputs; that is looked at.
//! - **No panic crosses into C.** Every function runs under `catch_unwind`; a panic, which would be a defect of ours, becomes
//!   `LANESMITH_STATUS_INTERNAL`. (A build with `panic = "abort"` ends the process instead: still no unwinding through C.)
//! - **Callbacks must return**: no exception of C++ and no `longjmp` out of them.
//! - Functions may be called from any thread. A handle is used by one thread at a time, but for
//!   [`lanesmith_pow_cancel`](ffi::pow::lanesmith_pow_cancel) and [`lanesmith_pow_attempts`](ffi::pow::lanesmith_pow_attempts).
//! - What no library can notice is left to the caller: pointers that are not null and still wrong, handles that were freed.
//!
//! All `unsafe` code is in `ffi/`, and nearly all of that in one file that makes slices of pointers and lengths.

mod error;
#[allow(unsafe_code)]
pub mod ffi;
mod random;
mod search;

pub use lanesmith_face::Status;
pub use search::Search;
