//! The tower `Fp2`, `Fp6`, `Fp12` over the base field, with reductions delayed to the last layer.

pub mod fp12;
pub mod fp2;
pub mod fp6;
pub mod maps;

pub use fp2::{Fp2, Fp2Dbl, Quadratic};
pub use fp6::{Fp6, Fp6Dbl};
pub use fp12::Fp12;
pub use maps::Compressed;
