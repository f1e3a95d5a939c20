//! What programs call.
//!
//! Every function asks the same of its caller: each pointer points to as much memory as its type or the length beside it says, aligned
//! as its type is (a [`Scalar`] is bytes), or is null where `blst.h` says that it may be; and nobody else writes to any of it
//! during the call. Results may lie over operands: a function reads all of them before it writes.
//!
//! No panic leaves a function: in one with the convention of C it ends the process.
#![allow(
    clippy::missing_safety_doc,
    clippy::extra_unused_type_parameters,
    clippy::too_many_arguments,
    unused_unsafe,
    reason = "all functions ask the same of their callers, and all are made by one macro"
)]

#[macro_use]
mod exported;

mod aggregate;
mod context;
mod fp;
mod fp12;
mod fp2;
mod fr;
mod hash;
mod keys;
mod lists;
mod memory;
mod miller;
mod point;
mod scalar;
mod scalars;
mod sums;
mod uniq;
mod values;
mod wbits;
