//! WebAssembly: 128-bit vectors.

pub mod simd128;
