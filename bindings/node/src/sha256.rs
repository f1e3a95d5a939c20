//! SHA-256.

use lanesmith::sha256::{self, Midstate, Sha256};
use lanesmith_face::{fixed, rows_of, sha256 as face};
use napi::bindgen_prelude::{Uint8ArraySlice, Uint32ArraySlice};
use napi_derive::napi;

use crate::bytes::{equal_rows, given, put};
use crate::fault::{Fault, Result, run};
use crate::ffi::{Span, output, span};

/// The digest of a message.
#[napi]
pub fn sha256_digest(data: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&data)], &sha256::sha256(&data)))
}

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

fn many(rows: &[&[u8]], inputs: &[Span], out: &mut Uint8ArraySlice<'_>) -> core::result::Result<(), Fault> {
    let out = output(out, 32 * rows.len(), inputs)?;
    Ok(sha256::hash_many(out.as_chunks_mut().0, rows)?)
}

/// Digests of messages of any lengths.
#[napi]
pub fn sha256_many(
    flat: Uint8ArraySlice<'_>,
    lengths: Uint32ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| many(&given(&flat, &lengths)?, &[span(&flat), span(&lengths)], &mut out))
}

/// Digests of messages of one length.
#[napi]
pub fn sha256_many_fixed(flat: Uint8ArraySlice<'_>, width: f64, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| many(&equal_rows(&flat, width)?, &[span(&flat)], &mut out))
}

/// Digests of pairs of nodes.
#[napi]
pub fn sha256_nodes(pairs: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let pairs = rows_of::<64>("pairs", &pairs)?;
        let out = output(&mut out, 32 * pairs.len(), &[span(pairs)])?;
        Ok(sha256::hash_nodes(out.as_chunks_mut().0, pairs)?)
    })
}

/// Digests of pairs of nodes over the first half of the nodes. What is behind them afterwards is of no use.
#[napi]
pub fn sha256_nodes_in_place(mut nodes: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = nodes.len();
        face::sha256_nodes_in_place(output(&mut nodes, len, &[])?)
    })
}
