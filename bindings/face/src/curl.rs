//! Curl-P: hashes of trytes.

use alloc::vec::Vec;

use lanesmith::curl::pow::PowError;
use lanesmith::curl::{BatchError, Curl, Error, ManyHasher, Message, Rounds, hash_trits, hash_trytes, trit};

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
    Ok(hash_trytes(rounds_of(rounds)?, trytes)?.into())
}

// JavaScript: curl.hashMany. Python: curl.hash_many.
/// Curl-P of many messages of trytes at once: 81 trytes for each, in order.
pub fn curl_hash_many(rounds: u32, messages: &[&[u8]], out: &mut [u8]) -> Outcome {
    let rounds = rounds_of(rounds)?;
    let out = sized("out", out, messages.len())?;
    let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
    Ok(ManyHasher::new(rounds).hash(out, &messages)?)
}

// JavaScript: curl.hashTrits. Python: curl.hash_trits.
/// The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
pub fn curl_hash_trits(rounds: u32, trits: &[u8]) -> Outcome<[u8; 243]> {
    Ok(hash_trits(rounds_of(rounds)?, &signed(trits))?.map(i8::cast_unsigned))
}

// JavaScript: curl.permute. Python: curl.permute.
/// One transform of a state of 729 trits, in place.
pub fn curl_permute(rounds: u32, state: &mut [u8]) -> Outcome {
    let wrong = |trits: Vec<i8>| Fault::length("state", trits.len(), 729);
    let trits: [i8; 729] = signed(state).try_into().map_err(wrong)?;
    let mut curl = Curl::new(rounds_of(rounds)?);
    curl.set_state(&trits)?;
    curl.permute();
    state.copy_from_slice(&curl.state().map(i8::cast_unsigned));
    Ok(())
}

// JavaScript: curl.t5b1Encode. Python: curl.t5b1_encode.
/// Five trits to a byte, the last one filled up with zeros.
pub fn curl_t5b1_encode(trits: &[u8], out: &mut [u8]) -> Outcome {
    put(out, &trit::t5b1_encode(&signed(trits))?)
}

// JavaScript: curl.t5b1Decode. Python: curl.t5b1_decode.
/// The inverse: as many trits as `out` has bytes.
pub fn curl_t5b1_decode(bytes: &[u8], out: &mut [u8]) -> Outcome {
    let trits = trit::t5b1_decode(bytes, out.len())?;
    out.iter_mut().zip(&trits).for_each(|(out, trit)| *out = trit.cast_unsigned());
    Ok(())
}

// JavaScript: curl.b1t6Encode. Python: curl.b1t6_encode.
/// Two trytes to a byte.
pub fn curl_b1t6_encode(bytes: &[u8], out: &mut [u8]) -> Outcome {
    put(out, &trit::b1t6_encode(bytes))
}

// JavaScript: curl.b1t6Decode. Python: curl.b1t6_decode.
/// The bytes of pairs of trytes.
pub fn curl_b1t6_decode(trytes: &[u8], out: &mut [u8]) -> Outcome {
    put(out, &trit::b1t6_decode(trytes)?)
}

/// Writes a result that has just so many bytes.
fn put(out: &mut [u8], made: &[u8]) -> Outcome {
    if out.len() != made.len() {
        return Err(Fault::length("out", out.len(), made.len()));
    }
    out.copy_from_slice(made);
    Ok(())
}

/// How many rounds: 27 or 81.
fn rounds_of(count: u32) -> Outcome<Rounds> {
    Rounds::of(count).ok_or_else(|| Fault::range("rounds", count, "27 or 81"))
}

/// Trits of an array of signed bytes, which crosses as bytes.
fn signed(trits: &[u8]) -> Vec<i8> {
    trits.iter().map(|trit| trit.cast_signed()).collect()
}
