//! What both backends of the npm package `lanesmith` share, the WebAssembly modules and the addon for Node: which code an
//! error has, and what arguments mean that JavaScript gives as numbers, text and bytes. How bytes cross the border is the
//! business of each. Without the standard library, which modules do without.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod fault;

#[cfg(feature = "bls")]
pub mod bls;
#[cfg(feature = "curl")]
pub mod curl;
#[cfg(feature = "sha256")]
pub mod merkle;
#[cfg(feature = "pwhash")]
pub mod pwhash;

pub use fault::Fault;

#[cfg(test)]
mod tests;
