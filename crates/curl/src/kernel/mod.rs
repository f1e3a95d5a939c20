//! The generic text of the kernels: many states at once, one state, packing, the nonce search.

#[cfg(feature = "lab")]
pub(crate) mod lab;
pub(crate) mod pack;
pub(crate) mod pow;
pub(crate) mod single;
pub(crate) mod sliced;
#[cfg(test)]
mod tests;

pub(crate) use crate::rounds::RATE;
pub(crate) use sliced::{At, Layout, Pair, STATE, pairs, pairs_mut, plane_lines, sbox};
