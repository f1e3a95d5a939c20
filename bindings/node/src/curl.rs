//! Curl-P: hashes of many messages.

use lanesmith_face::curl as face;
use napi::bindgen_prelude::{Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{equal_rows, given, word};
use crate::fault::{Fault, Result, run};
use crate::ffi::{Span, output, span};

fn many(
    rows: &[&[u8]],
    inputs: &[Span],
    count: f64,
    out: &mut Uint8ArraySlice<'_>,
) -> core::result::Result<(), Fault> {
    let count = word("rounds", count)?;
    face::curl_hash_many(count, rows, output(out, 81 * rows.len(), inputs)?)
}

/// Hashes of messages of any lengths.
#[napi]
pub fn curl_hash_many(
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    count: f64,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| many(&given(&flat, &lengths)?, &[span(&flat), span(&lengths)], count, &mut out))
}

/// Hashes of messages of one length.
#[napi]
pub fn curl_hash_many_fixed(
    flat: Uint8ArraySlice<'_>,
    width: f64,
    count: f64,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| many(&equal_rows(&flat, width)?, &[span(&flat)], count, &mut out))
}
