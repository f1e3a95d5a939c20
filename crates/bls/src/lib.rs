#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
#![cfg_attr(feature = "alloc", doc = "| signatures, batches | [`signature`] |")]
#![cfg_attr(feature = "alloc", doc = "| keys, sharing | [`keys`] |")]
#![cfg_attr(
    feature = "alloc",
    doc = "| randomness beacons, Ethereum's precompiles | [`drand`], [`eip2537`] |"
)]
//! | points, pairings, hash to curve | [`G1`], [`G2`], [`Pairing`], [`HashToCurve`] |
//! | engines | [`engines`] |
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[allow(unsafe_code)]
mod arch;
mod costs;
#[cfg(feature = "alloc")]
pub mod drand;
#[cfg(feature = "alloc")]
pub mod eip2537;
pub mod engines;
mod groups;
mod kernel;
#[cfg(feature = "alloc")]
pub mod keys;
#[allow(unsafe_code)]
mod mem;
mod ops;
#[cfg(feature = "alloc")]
pub mod signature;
#[cfg(any(feature = "group", feature = "signature"))]
pub mod traits;

#[cfg(feature = "alloc")]
pub use curve::CountError;
pub use curve::{DecodeError, G1Affine, G1Projective, G2Affine, G2Projective};
pub use engines::TABLES;
pub use field::Fr;
#[cfg(feature = "alloc")]
pub use groups::Msm;
pub use groups::{G1, G2, HashToCurve, Pairing};
pub use hash_to_curve::ExpandError;
pub(crate) use kernel::generated;
pub use kernel::{curve, field, hash_to_curve, pairing, tower};
pub use lanesmith_isa::{Choice, EngineError, Handle};
pub use pairing::{G2Prepared, Gt};

/// What races, tests and tables of figures need: the kernels of the operations, the backends, and the arithmetic below the
/// public functions.
pub mod hazmat {
    pub use crate::arch::*;
    pub use crate::field::{Backend, Field, Fp, FpDbl, Fr, backend, fp};
    #[cfg(feature = "alloc")]
    pub use crate::ops::MsmKernel;
    pub use crate::ops::{
        Fp2Kernel, Fp6Kernel, Fp12Kernel, FpKernel, HashKernel, PairingKernel, PointKernel,
    };
    pub use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};
}
