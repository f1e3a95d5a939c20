//! x86-64: detection by CPUID and XGETBV, vectors from SSE2 to AVX-512.

pub(crate) mod detect;

pub mod avx2;
pub mod avx512;
pub mod sse2;
pub mod ssse3;
