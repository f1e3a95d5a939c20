//! Curl-P of trytes.

use lanesmith::curl::{ManyHasher, Message, Rounds, hash_trytes};

use super::raw;
use crate::Status;
use crate::error::{Failure, Outcome};

fn variant(rounds: u32) -> Outcome<Rounds> {
    Rounds::of(rounds)
        .ok_or_else(|| Failure::new(Status::Input, format_args!("rounds is {rounds}: it must be 27 or 81")))
}

/// Curl-P of trytes (the characters 9 and A to Z): 81 trytes into `out`, without a zero byte. `rounds` is 27 or 81.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_hash(
    rounds: u32,
    trytes: *const u8,
    trytes_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let trytes = unsafe { raw::input("trytes", trytes, trytes_len) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(81), &[trytes]) }?;
        let hash: [u8; 81] = hash_trytes(variant(rounds)?, trytes)?.into();
        out.copy_from_slice(&hash);
        Ok(())
    })
}

/// Curl-P of `count` messages of trytes at once: 81 trytes for each into `out`, in order. `out_len` is 81 * count.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_hash_many(
    rounds: u32,
    messages: *const *const u8,
    lengths: *const usize,
    count: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let messages = unsafe { raw::messages(messages, lengths, count) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, count.checked_mul(81), &messages) }?;
        let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
        Ok(ManyHasher::new(variant(rounds)?).hash(out.as_chunks_mut().0, &messages)?)
    })
}
