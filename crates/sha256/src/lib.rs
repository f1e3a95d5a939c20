#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
//! | one message | [`sha256()`], [`Sha256`], [`hash32`] and others of fixed length, [`Sha224`] |
//! | many messages | [`hash_many`], [`ManyHasher`] |
//! | keys | [`hmac()`], [`HmacKey`], [`hkdf()`], [`pbkdf2()`], [`pbkdf2_many`], and `verify` of each |
//! | nodes of trees | [`hash_nodes`], [`hash_nodes_in_place`], [`NodeHasher`] |
#![cfg_attr(feature = "alloc", doc = "| whole trees, proofs, logs | [`merkle`] |")]
#![cfg_attr(
    feature = "alloc",
    doc = "| files as trees: BitTorrent, fs-verity, dm-verity, Glacier, S3 | [`blocks`] |"
)]
//! | engines | [`STREAM`], [`NODES`], [`MANY`], [`PBKDF2`] |
//! | how the kernels work | [`design`] |
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[allow(unsafe_code)]
mod arch;
#[cfg(feature = "alloc")]
pub mod blocks;
mod costs;
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
mod sha224;
#[cfg(feature = "traits")]
mod traits;
mod wipe;

pub use lanesmith_isa::{Choice, EngineError, Handle};
pub use lanesmith_parallel::{Executor, Workers};

pub use digest::{Midstate, Sha256, sha256, sha256_with};
pub use engines::*;
pub use error::LengthError;
pub use fixed::{double_hash64, double_hash80, hash32, hash33, hash64, hash65};
pub use hkdf::{HKDF_MAX, Hkdf, hkdf};
pub use hmac::{Hmac, HmacKey, TagMismatch, hmac, hmac_many, hmac_many_with, hmac_verify};
pub use many::{ManyHasher, hash_many};
pub use nodes::{NodeHasher, hash_nodes, hash_nodes_gather, hash_nodes_in_place};
pub use pbkdf2::{
    PBKDF2_VERIFY_MAX, Pbkdf2Job, pbkdf2, pbkdf2_many, pbkdf2_many_on, pbkdf2_many_until, pbkdf2_many_with,
    pbkdf2_verify,
};
pub use sha224::{Sha224, sha224};
#[cfg(feature = "traits")]
pub use traits::Sha256Core;

#[doc = include_str!("../docs/sha256.md")]
pub mod design {}
