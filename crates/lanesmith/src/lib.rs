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

#[cfg(feature = "std")]
pub use configure::init_from_env;
pub use configure::{ConfigureError, ENGINE_VARIABLE, configure, configure_tables};
#[cfg(feature = "curl")]
pub use lanesmith_curl as curl;
pub use lanesmith_isa as isa;

use lanesmith_isa::AnyTable;

static REGISTRY: &[&dyn AnyTable] = &[];

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
