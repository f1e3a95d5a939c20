//! What every Lanesmith kernel stands on: *which* instruction sets this CPU (and its operating system) lets a
//! program use, the [tokens](token) that prove it, the narrow [lane traits](lanes) that kernels are generic over,
//! and the [engine tables](engine) from which one implementation is chosen at run time.
//!
//! ```
//! use lanesmith_isa::{Feature, detect};
//! let cpu = detect::features();
//! println!("AVX2 can be used: {}", cpu.has(Feature::Avx2));
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod arch;
pub mod detect;
pub mod engine;
pub mod feature;
pub mod hit;
pub mod lanes;
pub mod token;

pub use engine::{AnyTable, Engine, EngineError, EngineInfo, Handle, Origin, Table};
pub use feature::{Feature, FeatureSet};
pub use token::Token;
