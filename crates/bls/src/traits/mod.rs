//! The traits of other crates: `signature` ([`SigningKey`], [`VerifyingKey`]), `ff` and `group` (for [`Fr`](crate::Fr) and the
//! points), `pairing` ([`Bls12`]); each behind the feature of its name, those of `ff` behind `group`.
//!
//! Everything runs on the engines that are chosen for callers who name none. Scalars are multiplied in constant time. Sums of
//! points are right for all points, but their time tells whether one of them was at infinity or both were the same.

#[cfg(feature = "group")]
#[macro_use]
mod operators;
#[cfg(feature = "group")]
mod curve;
#[cfg(feature = "pairing")]
mod engine;
#[cfg(feature = "group")]
mod scalar;
#[cfg(feature = "signature")]
mod signer;

#[cfg(feature = "group")]
pub use curve::Bytes;
#[cfg(feature = "pairing")]
pub use engine::{Bls12, MillerLoop};
#[cfg(feature = "signature")]
pub use signer::{SigningKey, VerifyingKey};
