//! Curl-P: hashes and encodings.

use lanesmith::curl::{Curl, Rounds, hash_trits, trit};
use lanesmith_face::curl as face;
use lanesmith_face::curl::parts::{self, signed};
use napi::bindgen_prelude::{Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{equal_rows, given, put, word};
use crate::fault::{Fault, Result, run};
use crate::ffi::{Span, output, span};

fn rounds(count: f64) -> core::result::Result<Rounds, Fault> {
    parts::rounds(word("rounds", count)?)
}

fn put_trits(
    out: &mut Uint8ArraySlice<'_>,
    inputs: &[Span],
    trits: &[i8],
) -> core::result::Result<(), Fault> {
    for (out, trit) in output(out, trits.len(), inputs)?.iter_mut().zip(trits) {
        *out = trit.cast_unsigned();
    }
    Ok(())
}

fn many(
    rows: &[&[u8]],
    inputs: &[Span],
    count: f64,
    out: &mut Uint8ArraySlice<'_>,
) -> core::result::Result<(), Fault> {
    let count = word("rounds", count)?;
    face::curl_hash_many(count, rows, output(out, 81 * rows.len(), inputs)?)
}

/// The hash of trytes.
#[napi]
pub fn curl_hash(trytes: Uint8ArraySlice<'_>, count: f64, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&trytes)], &face::curl_hash(word("rounds", count)?, &trytes)?))
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

/// The hash of trits.
#[napi]
pub fn curl_hash_trits(trits: Uint8ArraySlice<'_>, count: f64, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put_trits(&mut out, &[span(&trits)], &hash_trits(rounds(count)?, &signed(&trits))?))
}

/// One transform of a state, in place.
#[napi]
pub fn curl_permute(mut state: Uint8ArraySlice<'_>, count: f64) -> Result<()> {
    run(|| {
        let wrong = |trits: Vec<i8>| Fault::length("state", trits.len(), 729);
        let trits: [i8; 729] = signed(&state).try_into().map_err(wrong)?;
        let mut curl = Curl::new(rounds(count)?);
        curl.set_state(&trits)?;
        curl.permute();
        put_trits(&mut state, &[], &curl.state())
    })
}

/// Five trits to a byte.
#[napi]
pub fn curl_t5b1_encode(trits: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&trits)], &trit::t5b1_encode(&signed(&trits))?))
}

/// The inverse: as many trits as there is room for.
#[napi]
pub fn curl_t5b1_decode(bytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let trits = trit::t5b1_decode(&bytes, out.len())?;
        put_trits(&mut out, &[span(&bytes)], &trits)
    })
}

/// Two trytes to a byte.
#[napi]
pub fn curl_b1t6_encode(bytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&bytes)], &trit::b1t6_encode(&bytes)))
}

/// The inverse.
#[napi]
pub fn curl_b1t6_decode(trytes: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&trytes)], &trit::b1t6_decode(&trytes)?))
}
