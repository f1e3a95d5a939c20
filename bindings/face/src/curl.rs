//! Curl-P: hashes of trytes.

use alloc::vec::Vec;

use lanesmith::curl::pow::PowError;
use lanesmith::curl::{BatchError, Error, ManyHasher, Message, Rounds, hash_trytes};

use crate::{Fault, Outcome, Status, sized};

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let status = if matches!(error, Error::Length { .. }) { Status::Length } else { Status::Tryte };
        Fault::new(status, error)
    }
}

impl From<BatchError> for Fault {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Message { index, .. } => Fault::new(Status::Tryte, error).at(index),
            _ => Fault::new(Status::Length, error),
        }
    }
}

impl From<PowError> for Fault {
    fn from(error: PowError) -> Self {
        match error {
            PowError::Input(error) => error.into(),
            error => Fault::new(Status::Range, error),
        }
    }
}

// JavaScript: curl.hash. Python: curl.hash.
/// Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
pub fn curl_hash(rounds: u32, trytes: &[u8]) -> Outcome<[u8; 81]> {
    Ok(hash_trytes(parts::rounds(rounds)?, trytes)?.into())
}

// JavaScript: curl.hashMany. Python: curl.hash_many.
/// Curl-P of many messages of trytes at once: 81 trytes for each, in order.
pub fn curl_hash_many(rounds: u32, messages: &[&[u8]], out: &mut [u8]) -> Outcome {
    let rounds = parts::rounds(rounds)?;
    let out = sized("out", out, messages.len())?;
    let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
    Ok(ManyHasher::new(rounds).hash(out, &messages)?)
}

/// What faces need that write functions of their own.
pub mod parts {
    use super::{Fault, Outcome, Rounds, Vec};

    /// How many rounds: 27 or 81.
    ///
    /// # Errors
    /// If it is neither.
    pub fn rounds(count: u32) -> Outcome<Rounds> {
        Rounds::of(count).ok_or_else(|| Fault::range("rounds", count, "27 or 81"))
    }

    /// Trits of an `Int8Array`, which crosses as bytes.
    pub fn signed(trits: &[u8]) -> Vec<i8> {
        trits.iter().map(|trit| trit.cast_signed()).collect()
    }
}
