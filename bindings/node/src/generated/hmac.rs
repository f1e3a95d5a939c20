//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::sha256;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
#[napi(js_name = "hmacSha256")]
pub fn hmac_sha256(
    key: Uint8ArraySlice<'_>,
    message: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| put(&mut out, &[span(&key), span(&message)], &sha256::hmac_sha256(&key, &message)))
}

/// HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its
/// place, as the RFC says.
#[napi(js_name = "hkdfSha256")]
pub fn hkdf_sha256(
    salt: Uint8ArraySlice<'_>,
    material: Uint8ArraySlice<'_>,
    info: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&salt), span(&material), span(&info)])?;
        sha256::hkdf_sha256(&salt, &material, &info, out)
    })
}

/// PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
#[napi(js_name = "pbkdf2Sha256")]
pub fn pbkdf2_sha256(
    iterations: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt)])?;
        sha256::pbkdf2_sha256(bytes::word("iterations", iterations)?, &password, &salt, out)
    })
}
