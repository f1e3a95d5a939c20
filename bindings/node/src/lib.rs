//! The addon behind the npm package `lanesmith` under Node: what `backend.d.mts` asks for, in flat functions that `index.js`
//! groups by family. Those of `generated` are written from `bindings/face`; by hand are messages in parts, searches, and hashes on threads of libuv.
//!
//! Inputs are borrowed from JavaScript and results written into arrays that JavaScript brings: making a new one costs more
//! than hashing 64 bytes. Lengths, overlaps and numbers are looked at before the library is called, although the callers have
//! done so too. Every function runs under `catch_unwind`: a panic, which would be a defect of ours, becomes an `INTERNAL` error.
//!
//! What takes long has threads of its own (searches) or runs on those of libuv (passwords): never on the one of JavaScript.
#![allow(clippy::too_many_arguments, reason = "the interface of backends, flat")]

#[cfg(feature = "bench")]
mod bench;
mod bytes;
mod curl;
mod engines;
mod fault;
#[allow(unsafe_code)]
mod ffi;
mod generated;
mod points;
mod pow;
mod pwhash;
mod sha256;
