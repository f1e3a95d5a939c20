//! Field kernels for x86-64 with MULX, written once for both styles of carry; [`bmi2`](super::bmi2) and
//! [`adx`](super::adx) instantiate them. Bounds, limits and what was tried in vain: `docs/kernels/bls-field.md`.
//!
//! `rows` is one word times six, `prog` the language in which products and reductions are written, `fp`, `fp2`, `tower`, `cyclotomic`
//! the texts of the kernels, `linear` and `fr` what is inlined, `backend` the functions made of them. Control flow and addresses depend on no value.

#[macro_use]
mod rows;
#[macro_use]
mod prog;
#[macro_use]
mod fp;
#[macro_use]
mod fp2;
#[macro_use]
mod tower;
#[macro_use]
mod cyclotomic;
#[macro_use]
mod backend;

mod fr;
mod linear;

pub(super) use fr::{fr_mul, fr_reduce};
pub(super) use linear::add_raw;
