//! The raw kernels that engines consist of, for races, tables of figures and tests. Their functions take and give chaining
//! values: padding, lengths and choice by count are the caller's.
//!
//! ```
//! use lanesmith_sha256::NODES;
//! use lanesmith_sha256::hazmat::{Nodes, Pairs};
//!
//! let mut out = [[0; 32]; 2];
//! let scalar = NODES.by_name("scalar")?;
//! (scalar.kernel().hash)(Nodes::new(&mut out, Pairs::of_blocks(&[[1; 64], [2; 64]]))?);
//! assert_eq!(out[1], lanesmith_sha256::sha256(&[2; 64]));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

pub use crate::ops::*;
