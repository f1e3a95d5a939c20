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
//! | engines | [`SIGNATURE`], [`PAIRING`], [`HASH`], [`MSM`], [`G1_POINTS`], [`G2_POINTS`], [`FP`] to [`FP12`] |
//! | raw kernels | [`hazmat`] |
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[allow(unsafe_code)]
mod arch;
/// What the macro `on_backend!` names.
#[doc(hidden)]
pub mod backends {
    pub use crate::arch::*;
}
mod costs;
#[cfg(feature = "alloc")]
pub mod drand;
#[cfg(feature = "alloc")]
pub mod eip2537;
mod engines;
mod error;
mod groups;
pub mod hazmat;
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
pub use engines::*;
pub use field::Fr;
#[cfg(feature = "alloc")]
pub use groups::Msm;
pub use groups::{G1, G2, HashToCurve, Pairing};
pub use hash_to_curve::ExpandError;
pub(crate) use kernel::generated;
pub use kernel::{curve, field, hash_to_curve, pairing, tower};
pub use lanesmith_isa::{Choice, EngineError, Handle};
pub use lanesmith_parallel::{Executor, Workers};
pub use pairing::{G2Prepared, Gt};
