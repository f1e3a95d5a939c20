//! Constants derived from the parameter of the curve by `cargo xtask generate`; CI compares them with a new derivation.

pub mod curve;
pub mod field;
pub mod hash;
pub mod scalar;
pub mod tower;
