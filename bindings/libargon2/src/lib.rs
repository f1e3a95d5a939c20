//! The interface of libargon2 over Lanesmith's Argon2: whoever links `-largon2` gets the fastest engine of the CPU and changes no line.
//!
//! `cargo xtask drop-in argon2 --out DIR` makes `libargon2.so.1`, `libargon2.a`, `argon2.h` and `libargon2.pc` of it. All 22 functions of
//! the library of 2017 to 2021 are here, with its codes of errors, the order of its checks and its strings.
//!
//! # What is the same
//! Tags and strings, byte for byte. Callbacks for memory are asked for as many bytes, and given as many back; memory is
//! wiped; flags wipe the caller's password and secret. Any number is a version and is hashed; all but 0x10 combine passes. Lanes and
//! threads are apart: the hash depends on lanes only, and no more threads are started than there are lanes.
//!
//! # What differs
//! - Memory that no callback gives is in huge pages where the system has them, and never kept from one call to the next.
//! - A thread that the system refuses is no failure: there are fewer then ([`Code::ThreadFail`] is not given).
//! - `FLAG_clear_internal_memory`, which the shared library never exported, is not there: memory is always wiped.
//! - Callbacks must give memory aligned to 8 bytes, as `malloc` does; to 64 bytes it is a few per cent faster.
//! - A context that is null, or any other mistake that can be seen, gives a code; no panic passes the interface.

mod code;
mod encoded;
#[allow(unsafe_code)]
pub mod ffi;
mod shape;

pub use code::Code;
