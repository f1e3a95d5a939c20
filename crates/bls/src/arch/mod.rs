//! Backends of the field: the only folder with `unsafe` and with the names of instruction sets.

mod scalar;

pub use scalar::Scalar;
