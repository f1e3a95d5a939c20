//! WebAssembly modules for JavaScript: one for each family, with functions of plain numbers and no imports.
//!
//! JavaScript writes arguments into the *room*, a piece of memory that the module keeps (`ffi` says how it is divided), calls
//! a function with lengths, and reads results from there. A function gives a number, or -1 and a text that says what is wrong.
//! Nothing that is in the room can make a function panic; what a caller claims about lengths is checked against it.
//!
//! Modules do without the standard library.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod arch;
mod engines;
mod fault;
#[allow(unsafe_code)]
mod ffi;

#[cfg(feature = "curl")]
mod curl;
mod generated;
#[cfg(any(feature = "merkle", feature = "sha256"))]
mod nodes;
#[cfg(feature = "bls")]
mod points;
#[cfg(feature = "curl")]
mod pow;
#[cfg(feature = "sha256")]
mod sha256;
