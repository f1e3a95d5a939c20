//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use lanesmith_face::pwhash;
use lanesmith_face::{fixed, rows_of};
use napi::bindgen_prelude::*;
use napi_derive::napi;

use crate::bytes::{self, put};
use crate::fault::{Result, run};
use crate::ffi::{output, span};

/// How password hashes of this process are computed from now on: each by so many threads at most (0: as many
/// as there are cores), all of them in so many bytes at most (0: no limit), for which those that come later
/// wait, or with `refuse` 1 are refused. A hash that asks for more than that altogether always is. Without
/// this each takes the thread that asks, and as much memory as it needs. The lanes of Argon2 are what can be
/// cut. Where hashes have several threads, up to 256 MiB of their memory, wiped, stay for the next ones.
#[napi(js_name = "passwordWorkers")]
pub fn password_workers(threads: f64, memory: Either<f64, BigInt>, refuse: f64) -> Result<()> {
    run(|| {
        pwhash::password_workers(
            bytes::word("threads", threads)?,
            bytes::long("memory", &memory)?,
            bytes::word("refuse", refuse)?,
        )
    })
}

/// A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt",
/// "scrypt" or another that the library knows; costs that are 0 are the scheme's own, and `memory` is in
/// bytes. The salt is 16 random bytes, others for each password. `secret` is a key of the service and `data`
/// such as the user's number: they go into the hash, not into the string, and may be empty. The memory of the
/// hash is wiped before this returns.
#[napi(js_name = "passwordHash")]
pub fn password_hash(
    scheme: String,
    memory: Either<f64, BigInt>,
    time_cost: f64,
    parallelism: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<String> {
    run(|| {
        pwhash::password_hash(
            &scheme,
            bytes::long("memory", &memory)?,
            bytes::word("time_cost", time_cost)?,
            bytes::word("parallelism", parallelism)?,
            &password,
            &salt,
            &secret,
            &data,
        )
    })
}

/// Whether a password is the one that was stored. A malformed string, or one that asks for more than
/// `max_memory` bytes (0 stands for 257 MiB), is refused before anything is computed.
#[napi(js_name = "passwordVerify")]
pub fn password_verify(
    stored: String,
    max_memory: Either<f64, BigInt>,
    password: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
) -> Result<bool> {
    run(|| {
        pwhash::password_verify(&stored, bytes::long("max_memory", &max_memory)?, &password, &secret, &data)
    })
}

/// Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew
/// when its user comes next.
#[napi(js_name = "passwordIsCurrent")]
pub fn password_is_current(
    stored: String,
    scheme: String,
    memory: Either<f64, BigInt>,
    time_cost: f64,
    parallelism: f64,
) -> Result<bool> {
    run(|| {
        pwhash::password_is_current(
            &stored,
            &scheme,
            bytes::long("memory", &memory)?,
            bytes::word("time_cost", time_cost)?,
            bytes::word("parallelism", parallelism)?,
        )
    })
}

/// An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1
/// (i) or 2 (id); memory is in KiB. The salt has 8 bytes or more, as for strings to store.
#[napi(js_name = "argon2")]
pub fn argon2(
    variant: f64,
    memory_kib: f64,
    passes: f64,
    lanes: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    secret: Uint8ArraySlice<'_>,
    data: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt), span(&secret), span(&data)])?;
        pwhash::argon2(
            bytes::word("variant", variant)?,
            bytes::word("memory_kib", memory_kib)?,
            bytes::word("passes", passes)?,
            bytes::word("lanes", lanes)?,
            &password,
            &salt,
            &secret,
            &data,
            out,
        )
    })
}

/// A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes
/// of memory.
#[napi(js_name = "scrypt")]
pub fn scrypt(
    n: Either<f64, BigInt>,
    r: f64,
    p: f64,
    password: Uint8ArraySlice<'_>,
    salt: Uint8ArraySlice<'_>,
    mut out: Uint8ArraySlice<'_>,
) -> Result<()> {
    run(|| {
        let len = out.len();
        let out = output(&mut out, len, &[span(&password), span(&salt)])?;
        pwhash::scrypt(
            bytes::long("n", &n)?,
            bytes::word("r", r)?,
            bytes::word("p", p)?,
            &password,
            &salt,
            out,
        )
    })
}
