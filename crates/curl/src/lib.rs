#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! | --- | --- |
//! | one message | [`transaction_hash`], [`hash_trytes`], [`hash_trits`], [`Curl`] |
//! | many messages | [`hash_many`], [`ManyHasher`] |
//! | nonces | [`pow`] |
//! | trits, trytes and their encodings | [`trit`] |
//! | states bit by bit | [`sliced`] |
//! | engines | [`HASH`], [`POW`] |
//! | how the kernels work | [`design`] |
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[allow(unsafe_code)]
mod arch;
mod costs;
mod curl;
mod engines;
mod error;
mod hash;
pub mod hazmat;
mod kernel;
#[cfg(feature = "lab")]
pub mod lab;
mod many;
mod ops;
pub mod pow;
mod rounds;
pub mod sliced;
pub mod trit;

pub use lanesmith_isa::{Choice, EngineError, Handle};
pub use lanesmith_parallel::{Executor, Workers};

pub use curl::{Curl, TRANSACTION, hash_trits, hash_trytes, transaction_hash};
pub use engines::*;
pub use error::{BatchError, Error};
pub use hash::Hash;
pub use many::{ManyHasher, Message, hash_many, hash_many_to_vec};
pub use rounds::Rounds;

#[doc = include_str!("../docs/curl.md")]
pub mod design {}
