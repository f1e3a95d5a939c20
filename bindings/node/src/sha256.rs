//! SHA-256: messages in parts, and of one length.

use lanesmith::sha256::{Midstate, Sha256};
use lanesmith_face::{fixed, rows_of, sha256 as face};
use napi::bindgen_prelude::Uint8ArraySlice;
use napi_derive::napi;

use crate::bytes::{equal_rows, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// Hashes blocks from a midstate, which becomes the one behind them.
#[napi]
pub fn sha256_advance(mut midstate: Uint8ArraySlice<'_>, blocks: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let after =
            Midstate::from_bytes(fixed("midstate", &midstate)?)?.advanced(rows_of("blocks", &blocks)?);
        put(&mut midstate, &[span(&blocks)], &after.to_bytes())
    })
}

/// The digest of what a midstate and the bytes behind it are of.
#[napi]
pub fn sha256_finish(
    midstate: Uint8ArraySlice<'_>,
    rest: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let mut hasher = Sha256::from_midstate(Midstate::from_bytes(fixed("midstate", &midstate)?)?);
        hasher.update(&*rest);
        put(&mut out, &[span(&midstate), span(&rest)], &hasher.finalize())
    })
}

/// Digests of messages of one length.
#[napi]
pub fn sha256_many_fixed(flat: Uint8ArraySlice<'_>, width: f64, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let rows = equal_rows(&flat, width)?;
        face::sha256_many(&rows, output(&mut out, 32 * rows.len(), &[span(&flat)])?)
    })
}
