//! What every Lanesmith kernel stands on: *which* instruction sets this CPU (and its operating system) lets a
//! program use, the [tokens](token) that prove it, the narrow [lane traits](lanes) that kernels are generic over,
//! and the grammar of engines: an [`Operation`] has a [`table!`] of [engines](Engine), whose safe functions are
//! [`entries!`]; a caller's [`Choice`] of one, or of none, follows the [plan] of the cheapest for each count.
//!
//! ```
//! use lanesmith_isa::{Feature, detect};
//! let cpu = detect::features();
//! println!("AVX2 can be used: {}", cpu.has(Feature::Avx2));
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod any;
pub mod arch;
mod choice;
pub mod cpu;
pub mod detect;
pub mod engine;
pub mod feature;
pub mod hit;
pub mod lanes;
mod operation;
pub mod plan;
mod rows;
#[cfg(feature = "alloc")]
pub mod selection;
pub mod table;
mod text;
pub mod token;

pub use any::{AnyTable, CostsError, EngineError, Origin};
pub use choice::Choice;
pub use engine::{Engine, EngineInfo, Handle, Reason, Requires};
pub use feature::{Feature, FeatureSet};
pub use operation::Operation;
pub use plan::{Cost, CostError};
#[cfg(feature = "alloc")]
pub use selection::{Selection, SelectionError};
pub use table::{AUTO, Step, Table, Tabled};
pub use text::Quoted;
pub use token::Token;
