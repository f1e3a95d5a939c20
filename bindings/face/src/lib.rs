//! What faces of Lanesmith for other languages share: flat functions over bytes, numbers and a few values (a scheme, a key, a
//! signature), and one table of errors: a status, perhaps a row, a sentence. How arguments cross the border is the business of each
//! face, and nothing else is: C (`bindings/c`), the addon for Node and the WebAssembly modules only marshal.
//!
//! Every `pub fn` of [`sha256`], [`merkle`], [`curl`], [`bls`] and [`pwhash`] is a function of C of the same name behind `lanesmith_`,
//! with the documentation that stands here, and but for messages of SHA-256 and Curl-P, which JavaScript cuts into parts, one of the addon and of the
//! modules of WebAssembly: `cargo xtask generate` writes them (`xtask/src/generate/c.rs` and `js.rs` say which types they know).
//! Parameters come first, then password, key or message, then salt; results that the caller brings memory for come last.
//!
//! Without the feature `std` there is no standard library, which modules of WebAssembly do without.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![allow(clippy::too_many_arguments, reason = "flat, as faces call them")]

extern crate alloc;

mod bytes;
mod error;

#[cfg(feature = "bls")]
pub mod bls;
#[cfg(feature = "curl")]
pub mod curl;
#[cfg(feature = "pwhash")]
mod memory;
#[cfg(feature = "sha256")]
pub mod merkle;
#[cfg(feature = "pwhash")]
pub mod pwhash;
#[cfg(feature = "sha256")]
pub mod sha256;

pub use bytes::{Encoded, fixed, rows_of, sized};
pub use error::{Fault, Outcome, Status};

#[cfg(test)]
mod tests;
