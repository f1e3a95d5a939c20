//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::curl;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
#[napi(js_name = "curlHash")]
pub fn curl_hash(rounds: f64, trytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&trytes)], &curl::curl_hash(bytes::word("rounds", rounds)?, &trytes)?))
}

/// The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
#[napi(js_name = "curlHashTrits")]
pub fn curl_hash_trits(rounds: f64, trits: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&trits)], &curl::curl_hash_trits(bytes::word("rounds", rounds)?, &trits)?))
}

/// One transform of a state of 729 trits, in place.
#[napi(js_name = "curlPermute")]
pub fn curl_permute(rounds: f64, mut state: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = state.len();
        let state = output(&mut state, len, &[])?;
        curl::curl_permute(bytes::word("rounds", rounds)?, state)
    })
}

/// Five trits to a byte, the last one filled up with zeros.
#[napi(js_name = "curlT5b1Encode")]
pub fn curl_t5b1_encode(trits: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&trits)])?;
        curl::curl_t5b1_encode(&trits, out)
    })
}

/// The inverse: as many trits as `out` has bytes.
#[napi(js_name = "curlT5b1Decode")]
pub fn curl_t5b1_decode(bytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&bytes)])?;
        curl::curl_t5b1_decode(&bytes, out)
    })
}

/// Two trytes to a byte.
#[napi(js_name = "curlB1t6Encode")]
pub fn curl_b1t6_encode(bytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&bytes)])?;
        curl::curl_b1t6_encode(&bytes, out)
    })
}

/// The bytes of pairs of trytes.
#[napi(js_name = "curlB1t6Decode")]
pub fn curl_b1t6_decode(trytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&trytes)])?;
        curl::curl_b1t6_decode(&trytes, out)
    })
}
