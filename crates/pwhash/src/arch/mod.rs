//! One file per instruction set: the entries of its engines, over the lane types of isa.

use lanesmith_isa::lanes::Line;

// SAFETY: a line is eight words, without padding, aligned to 64.
unsafe impl crate::mem::Plain for Line {}

mod few;
mod lanes;
pub(crate) mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod bmi2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod sse2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod ssse3;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon_sha3;
