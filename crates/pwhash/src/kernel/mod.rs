//! Generic text of the kernels, compiled once per instruction set.

pub(crate) mod argon2;
pub(crate) mod blake2b;
pub(crate) mod blamka;
pub(crate) mod block;
pub(crate) mod lyra2;
mod lyra2_shape;
pub(crate) mod row64;
pub(crate) mod salsa;
pub(crate) mod twocats;
pub(crate) mod yescrypt;
