#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
//! | what the CPU has and the system allows | [`detect`], [`Feature`], [`cpu`] |
//! | proof of it | [`token`] |
//! | engines of an operation | [`Operation`], [`table!`], [`entries!`], [`Engine`] |
//! | the choice of one, or of none in particular | [`Choice`], [`Handle`] |
//! | what engines cost on which CPU, the cheapest ones for each count | [`costs`], [`plan`] |
//! | kernels that are written once for all vectors | [`lanes`], [`arch`] |
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod any;
#[allow(unsafe_code)]
pub mod arch;
mod choice;
pub mod costs;
pub mod cpu;
pub mod detect;
pub mod engine;
pub mod feature;
pub mod hit;
#[allow(unsafe_code)]
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
pub use costs::{Cost, CostError, Fill};
pub use engine::{Engine, EngineInfo, Handle, Reason, Requires};
pub use feature::{Feature, FeatureSet};
pub use operation::Operation;
#[cfg(feature = "alloc")]
pub use selection::{Selection, SelectionError};
pub use table::{AUTO, Step, Table, Tabled};
pub use text::Quoted;
pub use token::Token;
