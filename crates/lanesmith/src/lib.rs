//! Crypto kernels that run on the fastest instruction set of the CPU they find.
//!
//! Every *operation* (`curl.hash`, `sha256.nodes` ...) has several *engines* (`scalar`, `avx2`, `avx512` ...) that
//! give the same bytes. This crate re-exports the families and keeps the one [registry] over all their operations,
//! so that a program can list engines, see which one is chosen and [configure] the choice.
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

pub use configure::{ConfigureError, ENGINE_VARIABLE, configure, configure_tables};
#[cfg(feature = "std")]
pub use configure::{configure_from_env, init_from_env};
#[cfg(feature = "curl")]
pub use lanesmith_curl as curl;
pub use lanesmith_isa as isa;
#[cfg(feature = "sha256")]
pub use lanesmith_sha256 as sha256;
#[cfg(feature = "profile")]
pub use profile::{Profile, ProfileError};

use lanesmith_isa::AnyTable;

static REGISTRY: &[&dyn AnyTable] = &[
    #[cfg(feature = "curl")]
    &lanesmith_curl::HASH,
    #[cfg(feature = "curl")]
    &lanesmith_curl::POW,
    #[cfg(feature = "sha256")]
    &lanesmith_sha256::STREAM,
    #[cfg(feature = "sha256")]
    &lanesmith_sha256::MANY,
    #[cfg(feature = "sha256")]
    &lanesmith_sha256::NODES,
];

/// The engine tables of every operation that is compiled in, family by family.
pub fn registry() -> &'static [&'static dyn AnyTable] {
    REGISTRY
}

/// The engine table of one operation.
///
/// ```
/// assert!(lanesmith::table("no.such").is_none());
/// ```
pub fn table(op: &str) -> Option<&'static dyn AnyTable> {
    registry().iter().copied().find(|t| t.op() == op)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "sha256")]
    fn registry_has_every_table_of_sha256() {
        for expected in lanesmith_sha256::tables() {
            assert!(table(expected.op()).is_some(), "{}", expected.op());
        }
    }

    #[test]
    fn no_operation_is_registered_twice() {
        for (i, a) in registry().iter().enumerate() {
            assert!(registry()[..i].iter().all(|b| b.op() != a.op()), "{}", a.op());
        }
    }
}
