//! x86-64: vectors from SSE2 to AVX-512.

mod ops;

pub mod avx2;
pub mod avx512;
pub mod avx512ifma;
pub mod bmi2;
pub mod sse2;
pub mod ssse3;
