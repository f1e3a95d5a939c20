//! One file per instruction set.

pub(crate) mod scalar;
