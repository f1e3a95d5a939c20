//! Field kernels for 64-bit Arm; [`armv8`](super::armv8) and [`armv8_adk`](super::armv8_adk) instantiate them. Bounds are those of the
//! kernels for x86-64; counts, models and what they rest on: `docs/kernels/armv8.md`.
//!
//! The kernels in `generated` are written by `cargo xtask generate`: it puts multiplications ahead of their sums
//! and assigns the registers. `backend` makes functions of them, `linear` is what is inlined. No instruction is beyond the first
//! edition of Armv8. Control flow and addresses depend on no value.

#[macro_use]
mod backend;

pub(super) mod generated;
mod linear;
#[cfg(test)]
mod tests;

pub(super) use linear::{add, add_raw, sub, wide_add, wide_sub};
