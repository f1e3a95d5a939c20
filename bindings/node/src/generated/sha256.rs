//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::sha256;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// SHA-256 of a message: 32 bytes.
#[napi(js_name = "sha256")]
pub fn sha256(message: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| put(&mut out, &[span(&message)], &sha256::sha256(&message)))
}

/// SHA-256 of many messages at once, several to an instruction: 32 bytes for each, in order.
#[napi(js_name = "sha256Many")]
pub fn sha256_many(
    messages: Uint8ArraySlice<'_>,
    message_lengths: Uint32ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&messages), span(&message_lengths)])?;
        sha256::sha256_many(&bytes::given(&messages, &message_lengths)?, out)
    })
}

/// SHA-256 of the nodes of a level of a tree: each 64 bytes of `pairs` give 32 bytes of `out`.
#[napi(js_name = "sha256Nodes")]
pub fn sha256_nodes(pairs: Uint8ArraySlice<'_>, mut out: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&pairs)])?;
        sha256::sha256_nodes(rows_of::<64>("pairs", &pairs)?, out)
    })
}

/// The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`, whose length is
/// a multiple of 64. What is behind them afterwards is of no use.
#[napi(js_name = "sha256NodesInPlace")]
pub fn sha256_nodes_in_place(mut nodes: Uint8ArraySlice<'_>) -> Result<()> {
    run(|| {
        let len = nodes.len();
        let nodes = output(&mut nodes, len, &[])?;
        sha256::sha256_nodes_in_place(nodes)
    })
}
