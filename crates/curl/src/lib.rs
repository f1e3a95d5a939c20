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
//! let many = hash_many(Rounds::P81, &[Message::Trytes(b"HELLOWORLD"); 1000])?;
//! assert!(many.iter().all(|digest| *digest == one));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
#![doc = include_str!("../../../docs/kernels/curl.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod arch;

mod curl;
pub mod engines;
mod error;
pub(crate) mod kernel;
#[cfg(feature = "lab")]
pub mod lab;
mod many;
mod pack;
pub mod pow;
mod single;
pub mod sliced;
pub mod trit;

pub use curl::{Curl, TRANSACTION, hash_trits, hash_trytes, transaction_hash};
pub use engines::{CurlEngine, HASH, POW, PowEngine};
pub use error::{BatchError, Error};
pub use many::{ManyHasher, Message, hash_many};

/// How many rounds a transform has: which Curl-P it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounds {
    /// Curl-P-27: the hash of bundles and, until mid-2017, of transactions. Collisions are practical.
    P27,
    /// Curl-P-81: the hash of transactions since August 2017.
    P81,
}

impl Rounds {
    /// The number.
    pub const fn count(self) -> usize {
        match self {
            Rounds::P27 => 27,
            Rounds::P81 => 81,
        }
    }

    /// The variant of so many rounds, where there is one.
    ///
    /// ```
    /// use lanesmith_curl::Rounds;
    /// assert_eq!(Rounds::of(27), Some(Rounds::P27));
    /// assert_eq!(Rounds::of(28), None);
    /// ```
    pub const fn of(rounds: u32) -> Option<Self> {
        match rounds {
            27 => Some(Rounds::P27),
            81 => Some(Rounds::P81),
            _ => None,
        }
    }
}
