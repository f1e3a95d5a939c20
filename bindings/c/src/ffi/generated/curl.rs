//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(clippy::too_many_arguments, unused_imports, reason = "as the functions are declared")]

use std::ffi::c_char;

use lanesmith_face::curl;
use lanesmith_face::{Status, rows_of};

use crate::ffi::raw;

/// Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
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
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let trytes = raw::input("trytes", trytes, trytes_len)?;
            let out = raw::output("out", out, out_len, Some(81), &[raw::span(trytes)], &[])?;
            out.copy_from_slice(&curl::curl_hash(rounds, trytes)?);
            Ok(())
        }
    })
}

/// Curl-P of many messages of trytes at once: 81 trytes for each, in order.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_hash_many(
    rounds: u32,
    messages: *const *const u8,
    message_lengths: *const usize,
    message_count: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let messages = raw::messages("messages", messages, message_lengths, message_count)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[], &[&messages])?;
            curl::curl_hash_many(rounds, &messages, out)
        }
    })
}

/// The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_hash_trits(
    rounds: u32,
    trits: *const u8,
    trits_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let trits = raw::input("trits", trits, trits_len)?;
            let out = raw::output("out", out, out_len, Some(243), &[raw::span(trits)], &[])?;
            out.copy_from_slice(&curl::curl_hash_trits(rounds, trits)?);
            Ok(())
        }
    })
}

/// One transform of a state of 729 trits, in place.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_permute(rounds: u32, state: *mut u8, state_len: usize) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let state = raw::output("state", state, state_len, Some(state_len), &[], &[])?;
            curl::curl_permute(rounds, state)
        }
    })
}

/// Five trits to a byte, the last one filled up with zeros.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_t5b1_encode(
    trits: *const u8,
    trits_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let trits = raw::input("trits", trits, trits_len)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(trits)], &[])?;
            curl::curl_t5b1_encode(trits, out)
        }
    })
}

/// The inverse: as many trits as `out` has bytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_t5b1_decode(
    bytes: *const u8,
    bytes_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let bytes = raw::input("bytes", bytes, bytes_len)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(bytes)], &[])?;
            curl::curl_t5b1_decode(bytes, out)
        }
    })
}

/// Two trytes to a byte.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_b1t6_encode(
    bytes: *const u8,
    bytes_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let bytes = raw::input("bytes", bytes, bytes_len)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(bytes)], &[])?;
            curl::curl_b1t6_encode(bytes, out)
        }
    })
}

/// The bytes of pairs of trytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_curl_b1t6_decode(
    trytes: *const u8,
    trytes_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let trytes = raw::input("trytes", trytes, trytes_len)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(trytes)], &[])?;
            curl::curl_b1t6_decode(trytes, out)
        }
    })
}
