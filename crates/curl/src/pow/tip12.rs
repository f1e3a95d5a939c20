//! Proof of work of TIP-12 (IOTA Chrysalis): a message ends in a nonce of eight bytes; its score is `3^zeros / length`.
//!
//! `zeros` are the trailing zero trits of one transform of Curl-P-81 over one block: the BLAKE2b-256 digest of the
//! message without its nonce in b1t6 (192 trits), the nonce, little-endian, in b1t6 (48 trits), and three zeros.
//!
//! ```
//! use lanesmith_curl::pow::{Job, tip12};
//!
//! let mut message = b"Hello, World!".to_vec();
//! let found = tip12::search(&message, 100.0)?.run(&Job::new())?;
//! message.extend(tip12::nonce(&found));
//! assert!(tip12::score(&message)? >= 100.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use blake2::digest::consts::U32;
use blake2::{Blake2b, Digest};

use super::order::Space;
use super::search::{Found, Search};
use super::{MAX_WEIGHT, mean_attempts, reference};
use crate::error::{Error, PowError};
use crate::kernel::{RATE, STATE};
use crate::rounds::Rounds;
use crate::trit;

/// Bytes of the nonce.
pub const NONCE: usize = 8;

/// The block that is hashed: digest, nonce, three zeros.
fn block(message: &[u8], nonce: &[u8; NONCE]) -> [i8; RATE] {
    let digest = Blake2b::<U32>::digest(message);
    let mut trits = [0; RATE];
    let trytes = trit::b1t6_encode(&digest).into_iter().chain(trit::b1t6_encode(nonce));
    for (trits, tryte) in trits.as_chunks_mut::<3>().0.iter_mut().zip(trytes) {
        *trits = trit::trits_of(tryte);
    }
    trits
}

/// The trailing zeros that give a message of so many bytes (with nonce) a score.
fn zeros_for(score: f64, length: usize) -> Result<usize, PowError> {
    if !(score > 0.0 && score.is_finite()) {
        return Err(PowError::Score { found: score });
    }
    // At least one, so that there is something to search for.
    (1..=MAX_WEIGHT)
        .find(|zeros| mean_attempts(*zeros) / length as f64 >= score)
        .ok_or(PowError::Score { found: score })
}

/// A search for the nonce of a message, given without it.
///
/// Of the values of a nonce, those are searched whose first byte is between -121 and 121 (two's complement).
///
/// # Errors
/// [`PowError::Score`] for a score that is no positive number, or that no hash can give.
pub fn search(message: &[u8], score: f64) -> Result<Search, PowError> {
    let zeros = zeros_for(score, message.len() + NONCE)?;
    let block = block(message, &[0; NONCE]);
    Ok(Search::new(Rounds::P81, &[0; STATE], &block, Space::tip12(), (192..240).collect(), zeros))
}

/// The nonce that a search of this kind found: what to append to the message.
pub fn nonce(found: &Found) -> [u8; NONCE] {
    core::array::from_fn(|byte| {
        let trits = &found.block[192 + 6 * byte..][..6];
        trits.iter().rev().fold(0i16, |sum, trit| 3 * sum + i16::from(*trit)) as u8
    })
}

/// Trailing zeros of the hash of a message with its nonce.
///
/// # Errors
/// [`Error::Length`] for a message shorter than a nonce.
pub fn trailing_zeros(message: &[u8]) -> Result<usize, Error> {
    let expected = "8 of a nonce or more";
    let (message, nonce) = message.split_last_chunk::<NONCE>().ok_or(Error::Length {
        unit: "bytes",
        found: message.len(),
        expected,
    })?;
    let mut state = [0; STATE];
    state[..RATE].copy_from_slice(&block(message, nonce));
    Ok(trit::trailing_zeros(&reference::digest(state, Rounds::P81)))
}

/// The score of a message with its nonce: `3^zeros / length`.
///
/// # Errors
/// As [`trailing_zeros`].
pub fn score(message: &[u8]) -> Result<f64, Error> {
    Ok(mean_attempts(trailing_zeros(message)?) / message.len() as f64)
}
