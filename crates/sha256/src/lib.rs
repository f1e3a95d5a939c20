//! SHA-256 (FIPS 180-4) on every engine: one stream, messages of fixed length, many messages at once, and the 64-byte
//! nodes of Merkle trees.
//!
//! ```
//! use lanesmith_sha256::{hash_nodes_in_place, sha256};
//!
//! // The root of a tree of four leaves, level by level.
//! let mut level = [sha256(b"a"), sha256(b"b"), sha256(b"c"), sha256(b"d")];
//! let mut nodes = level.len();
//! while nodes > 1 {
//!     nodes = hash_nodes_in_place(&mut level[..nodes])?;
//! }
//! println!("{:02x?}", level[0]);
//! # Ok::<(), lanesmith_sha256::LengthError>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod arch;
mod digest;
mod engines;
mod error;
mod fixed;
pub mod hazmat;
mod hkdf;
mod hmac;
mod kernel;
mod many;
#[cfg(feature = "alloc")]
pub mod merkle;
mod nodes;
mod ops;
mod pbkdf2;
#[cfg(feature = "traits")]
mod traits;

pub use lanesmith_isa::{Choice, EngineError, Handle};

pub use digest::{Midstate, Sha256, sha256, sha256_with};
pub use engines::*;
pub use error::LengthError;
pub use fixed::{double_hash64, double_hash80, hash32, hash33, hash64, hash65};
pub use hkdf::{HKDF_MAX, Hkdf, hkdf};
pub use hmac::{Hmac, HmacKey, TagMismatch, hmac, hmac_many, hmac_many_with};
pub use many::{ManyHasher, hash_many};
pub use nodes::{NodeHasher, hash_nodes, hash_nodes_gather, hash_nodes_in_place};
pub use pbkdf2::{Pbkdf2Job, pbkdf2, pbkdf2_many, pbkdf2_many_with};
#[cfg(feature = "traits")]
pub use traits::Sha256Core;

#[doc = include_str!("../docs/sha256.md")]
pub mod design {}
