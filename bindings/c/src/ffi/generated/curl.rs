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
