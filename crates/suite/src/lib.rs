//! What Lanesmith checks and races, family by family: published vectors on every engine, race cases, other libraries.
//!
//! The command line, the integration tests of the kernels and whoever wants to know whether the library is right on the
//! machine at hand use the same [`Family`]s, so that a vector is compared in one place.
//!
//! ```
//! use lanesmith_suite::{Scope, families};
//!
//! for family in families() {
//!     for table in family.tables() {
//!         let report = family.check(table.op(), table.auto_name(), Scope::Quick, &mut |_, _| {});
//!         println!("{}: {} vectors", table.op(), report?.cases);
//!     }
//! }
//! # Ok::<(), lanesmith_suite::CheckFailure>(())
//! ```
//!
//! A new family is a folder here, a line in [`families`], and a feature.
//!
//! # Features
//!
//! A feature for each family, and `whole` for what small programs do without: PCurl's design space, and eleven of twelve records
//! of the largest files of vectors (all of them by default); `peers` and `peers-c` for other libraries that races include, in
//! pure Rust and in C; `driver` for the checks as tests of a test binary; `planted` for the test of `race compare`.

#[cfg(feature = "bls")]
pub mod bls;
mod check;
#[cfg(feature = "curl")]
pub mod curl;
mod family;
#[cfg(feature = "peers")]
#[allow(unsafe_code)]
mod ffi;
pub mod loaded;
mod peer;
#[cfg(feature = "planted")]
pub mod planted;
#[cfg(feature = "pwhash")]
pub mod pwhash;
#[cfg(feature = "sha256")]
pub mod sha256;
mod versions;

pub use check::{Check, CheckFailure, CheckReport, Scope, Tally};
#[cfg(feature = "driver")]
pub use family::add_tests;
pub use family::{Build, Family, Steps, Tunable, Tuning, chosen, meanings};
pub use peer::{Peer, able, unable};
pub use versions::{VERSIONS, made};

/// The families compiled in, in the order in which they are shown.
pub fn families() -> Vec<&'static dyn Family> {
    vec![
        #[cfg(feature = "sha256")]
        &sha256::Sha256,
        #[cfg(feature = "bls")]
        &bls::Bls,
        #[cfg(feature = "pwhash")]
        &pwhash::Pwhash,
        #[cfg(feature = "curl")]
        &curl::Curl,
    ]
}
