//! Generic text of the kernels, compiled once per instruction set.

pub(crate) mod argon2;
pub(crate) mod blake2b;
#[allow(dead_code, reason = "not every architecture has vectors of eight words")]
pub(crate) mod blamka;
#[allow(dead_code, reason = "the same")]
pub(crate) mod block;
pub(crate) mod lyra2;
mod lyra2_shape;
pub(crate) mod row64;
pub(crate) mod salsa;
pub(crate) mod twocats;
pub(crate) mod yescrypt;
