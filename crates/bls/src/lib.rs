//! BLS12-381: fields, tower, curves, pairing and hash to curve, generic over the backend of the field and instantiated
//! once per engine.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod arch;
pub mod curve;
#[cfg(feature = "alloc")]
pub mod drand;
#[cfg(feature = "alloc")]
pub mod eip2537;
pub mod field;
mod generated;
pub mod hash_to_curve;
#[cfg(feature = "alloc")]
pub mod keys;
mod mem;
pub mod pairing;
#[cfg(feature = "alloc")]
pub mod signature;
pub mod tower;

/// What races, tests and tables of figures need: the backends and the arithmetic below the public functions.
pub mod hazmat {
    pub use crate::arch::*;
    pub use crate::field::{Backend, Field, Fp, FpDbl, Fr, backend, fp};
    pub use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};
}
