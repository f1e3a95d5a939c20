//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(clippy::too_many_arguments, unused_imports, reason = "as the functions are declared")]

use std::ffi::c_char;

use lanesmith_face::pwhash;
use lanesmith_face::{Status, rows_of};

use crate::ffi::raw;

/// How password hashes of this process are computed from now on: each by so many threads at most (0: as many
/// as there are cores), all of them in so many bytes at most (0: no limit), for which those that come later
/// wait, or with `refuse` 1 are refused. A hash that asks for more than that altogether always is. Without
/// this each takes the thread that asks, and as much memory as it needs. The lanes of Argon2 are what can be
/// cut. Where hashes have several threads, up to 256 MiB of their memory, wiped, stay for the next ones.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_workers(threads: u32, memory: u64, refuse: u32) -> Status {
    raw::guard(|| pwhash::password_workers(threads, memory, refuse))
}

/// A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt",
/// "scrypt" or another that the library knows; costs that are 0 are the scheme's own, and `memory` is in
/// bytes. The salt is 16 random bytes, others for each password. `secret` is a key of the service and `data`
/// such as the user's number: they go into the hash, not into the string, and may be empty. The memory of the
/// hash is wiped before this returns. The text ends in a zero byte; 512 bytes of room are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_hash(
    scheme: *const c_char,
    memory: u64,
    time_cost: u32,
    parallelism: u32,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    secret: *const u8,
    secret_len: usize,
    data: *const u8,
    data_len: usize,
    out: *mut c_char,
    room: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = raw::text("scheme", scheme, raw::TEXT)?;
            let password = raw::input("password", password, password_len)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let secret = raw::input("secret", secret, secret_len)?;
            let data = raw::input("data", data, data_len)?;
            raw::write_text(
                "out",
                out,
                room,
                &pwhash::password_hash(scheme, memory, time_cost, parallelism, password, salt, secret, data)?,
            )
        }
    })
}

/// Whether a password is the one that was stored. A malformed string, or one that asks for more than
/// `max_memory` bytes (0 stands for 257 MiB), is refused before anything is computed. Yes is
/// LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_verify(
    stored: *const c_char,
    max_memory: u64,
    password: *const u8,
    password_len: usize,
    secret: *const u8,
    secret_len: usize,
    data: *const u8,
    data_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let stored = raw::text("stored", stored, raw::TEXT)?;
            let password = raw::input("password", password, password_len)?;
            let secret = raw::input("secret", secret, secret_len)?;
            let data = raw::input("data", data, data_len)?;
            raw::answer(pwhash::password_verify(stored, max_memory, password, secret, data)?)
        }
    })
}

/// Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew
/// when its user comes next. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_is_current(
    stored: *const c_char,
    scheme: *const c_char,
    memory: u64,
    time_cost: u32,
    parallelism: u32,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let stored = raw::text("stored", stored, raw::TEXT)?;
            let scheme = raw::text("scheme", scheme, raw::TEXT)?;
            raw::answer(pwhash::password_is_current(stored, scheme, memory, time_cost, parallelism)?)
        }
    })
}

/// An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1
/// (i) or 2 (id); memory is in KiB. The salt has 8 bytes or more, as for strings to store.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_argon2(
    variant: u32,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    secret: *const u8,
    secret_len: usize,
    data: *const u8,
    data_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let password = raw::input("password", password, password_len)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let secret = raw::input("secret", secret, secret_len)?;
            let data = raw::input("data", data, data_len)?;
            let out = raw::output(
                "out",
                out,
                out_len,
                Some(out_len),
                &[raw::span(password), raw::span(salt), raw::span(secret), raw::span(data)],
                &[],
            )?;
            pwhash::argon2(variant, memory_kib, passes, lanes, password, salt, secret, data, out)
        }
    })
}

/// A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes
/// of memory.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_scrypt(
    n: u64,
    r: u32,
    p: u32,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let password = raw::input("password", password, password_len)?;
            let salt = raw::input("salt", salt, salt_len)?;
            let out = raw::output(
                "out",
                out,
                out_len,
                Some(out_len),
                &[raw::span(password), raw::span(salt)],
                &[],
            )?;
            pwhash::scrypt(n, r, p, password, salt, out)
        }
    })
}
