//! IOTA's ternary hash Curl-P-27 and Curl-P-81: one message, many messages, bit-sliced states.
//!
//! **Curl-P is broken as a general hash.** Practical collisions of Curl-P-27 were published by Heilman and others (IACR
//! ePrint 2019/344); the all-zero state is a fixed point of both, so that leading blocks of zeros and trailing zeros of
//! a short block do not change the hash. It is offered for what still needs it: hashes of legacy transactions, proof
//! of work, research. Hash inputs of one fixed length only.
//!
//! ```
//! use lanesmith_curl::{Message, Rounds, hash_many, hash_trytes};
//!
//! let one = hash_trytes(Rounds::P81, b"HELLOWORLD")?;
//! let mut many = [[0; 81]; 1000];
//! hash_many(Rounds::P81, &mut many, &[Message::Trytes(b"HELLOWORLD"); 1000])?;
//! assert!(many.iter().all(|digest| *digest == one));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
#![doc = include_str!("../docs/curl.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod arch;
mod curl;
mod engines;
mod error;
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

pub use curl::{Curl, TRANSACTION, hash_trits, hash_trytes, transaction_hash};
pub use engines::{HASH, POW, TABLES};
pub use error::{BatchError, Error};
pub use many::{ManyHasher, Message, hash_many, hash_many_to_vec};
pub use ops::{CurlEngine, CurlKernel, PowEngine, PowKernel};
pub use rounds::Rounds;
