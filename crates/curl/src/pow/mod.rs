//! Proof of work: searching nonces that make a Curl-P hash end in zero trits (Pearl Diver), bit-sliced.
//!
//! A search varies some trits of the last block of a message and wants so many trailing zero trits in the hash, its
//! *weight magnitude*. That takes `3^weight` attempts on average, with an exponential distribution: one search in a
//! hundred takes 4.6 times as long ([`p99_attempts`]).
//!
//! ```
//! use lanesmith_curl::pow::{Job, Search};
//! use lanesmith_curl::transaction_hash;
//!
//! let mut transaction = vec![b'9'; 2673];
//! transaction[0] = b'A';
//! let found = Search::transaction(&transaction, 5)?.run(&Job::new())?;
//! found.write_to(&mut transaction)?;
//! assert!(transaction_hash(&transaction)?.1 >= 5);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Nothing is global: any number of searches may run side by side, each with a [`Job`] of its own through which it is
//! watched and cancelled. A nonce is judged by a plain transform, trit by trit, before it is returned.
//!
//! # Orders
//! Every order is fixed, whatever the engine and the number of threads: the nonce found is the first in the order that
//! is good enough, and a position in it (counted in [batches](Found::batch) of 64 attempts) says where to go on.
//! [`Order::Fast`] tries each nonce once and lets the attempts of a sweep differ as little as they can;
//! [`Order::Iri`] is that of IRI's `PearlDiver.java` with one worker, and finds its nonces.
//!
//! # What is saved
//! The 27 attempts of a sweep differ in three neighbouring trits. The first rounds on everything else are done once for
//! all of them, and of the last rounds only that which decides on the tested trits: together some 13 of 81 rounds.
//! [`Search::saving_rounds`] turns it off, to measure what it brings. How it works is told in `kernel/pow.rs`.
//!
//! Sources: iotaledger/iri `PearlDiver.java`; TIP-12 for `tip12` (the feature of that name).

mod counter;
mod order;
mod reference;
mod search;
#[cfg(feature = "tip12")]
pub mod tip12;

#[cfg(all(test, feature = "std"))]
mod tests;

pub use crate::error::{PowError, Stopped};
pub use search::{Found, Job, Order, Progress, Search, Worker};

/// Highest weight magnitude that there is: all trits of a hash are zero.
pub const MAX_WEIGHT: usize = crate::kernel::RATE;

/// Attempts that a search of that weight takes on average: `3^weight`.
///
/// ```
/// assert_eq!(lanesmith_curl::pow::mean_attempts(14), 4_782_969.0);
/// ```
pub fn mean_attempts(weight: usize) -> f64 {
    (0..weight).fold(1.0, |product, _| 3.0 * product)
}

/// Attempts within which 99 of 100 searches of that weight end: `ln 100` times the mean.
///
/// ```
/// use lanesmith_curl::pow::{mean_attempts, p99_attempts};
/// assert!((p99_attempts(14) / mean_attempts(14) - 4.605).abs() < 0.001);
/// ```
pub fn p99_attempts(weight: usize) -> f64 {
    // ln 100.
    4.605_170_185_988_091 * mean_attempts(weight)
}
