#![doc = include_str!("../README.md")]
//!
//! # Which engine runs
//!
//! Every *operation* (`sha256.nodes`, `bls.pairing` ...) has several *engines* (`scalar`, `avx2`, `shani` ...) that give the same
//! bytes. This crate re-exports the families and keeps the one [registry] over all their operations, so that a program can list
//! engines, see which one is chosen, and [configure] the choice.
//!
//! ```
//! for table in lanesmith::registry() {
//!     println!("{} runs on {}", table.op(), table.auto_name());
//! }
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod configure;
#[cfg(feature = "profile")]
pub mod profile;

pub use configure::{
    ConfigureError, ENGINE_VARIABLE, configuration, configure, configure_tables, unconfigure,
};
#[cfg(feature = "std")]
pub use configure::{configure_from_env, init_from_env};
#[cfg(feature = "bls-signatures")]
pub use lanesmith_bls as bls;
#[cfg(feature = "curl")]
pub use lanesmith_curl as curl;
pub use lanesmith_isa as isa;
pub use lanesmith_parallel as parallel;
#[cfg(feature = "pwhash-alloc")]
pub use lanesmith_pwhash as pwhash;
#[cfg(feature = "sha256")]
pub use lanesmith_sha256 as sha256;
#[cfg(feature = "profile")]
pub use profile::{Profile, ProfileError};

use lanesmith_isa::AnyTable;

/// The tables of every family that is compiled in.
static FAMILIES: &[&&[&dyn AnyTable]] = &[
    #[cfg(feature = "curl")]
    &lanesmith_curl::TABLES,
    #[cfg(feature = "sha256")]
    &lanesmith_sha256::TABLES,
    #[cfg(feature = "bls-signatures")]
    &lanesmith_bls::TABLES,
    #[cfg(feature = "pwhash-alloc")]
    &lanesmith_pwhash::TABLES,
];

/// The engine tables of every operation that is compiled in, family by family.
pub fn registry() -> impl Iterator<Item = &'static dyn AnyTable> + Clone {
    FAMILIES.iter().flat_map(|tables| tables.iter().copied())
}

/// The engine table of one operation.
///
/// ```
/// assert!(lanesmith::table("no.such").is_none());
/// ```
pub fn table(op: &str) -> Option<&'static dyn AnyTable> {
    registry().find(|t| t.op() == op)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_operation_is_registered_twice() {
        for a in registry() {
            assert_eq!(registry().filter(|b| b.op() == a.op()).count(), 1, "{}", a.op());
        }
    }
}
