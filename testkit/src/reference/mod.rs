//! Slow, plain implementations, written from the specifications and sharing nothing with the engines: no bit-slicing,
//! no tables beyond the definition, no SIMD.

pub mod blocks;
pub mod curl;
pub mod sha256;
