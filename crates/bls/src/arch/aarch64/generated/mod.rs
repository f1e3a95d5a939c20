//! The kernels, written by `cargo xtask generate` from the texts in `xtask/src/generate/armv8`.

pub(in crate::arch) mod differences;
pub(in crate::arch) mod karatsuba;
mod tower;
