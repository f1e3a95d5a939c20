//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(clippy::too_many_arguments, unused_imports, reason = "as the functions are declared")]

use std::ffi::c_char;

use lanesmith_face::sha256;
use lanesmith_face::{Status, rows_of};

use crate::ffi::raw;

/// SHA-256 of a message: 32 bytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256(
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let message = raw::input("message", message, message_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(message)], &[])?;
            out.copy_from_slice(&sha256::sha256(message));
            Ok(())
        }
    })
}

/// SHA-256 of many messages at once, several to an instruction: 32 bytes for each, in order.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_many(
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
            sha256::sha256_many(&messages, out)
        }
    })
}

/// SHA-256 of the nodes of a level of a tree: each 64 bytes of `pairs` give 32 bytes of `out`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_nodes(
    pairs: *const u8,
    pairs_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let pairs = rows_of::<64>("pairs", raw::input("pairs", pairs, pairs_len)?)?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(pairs)], &[])?;
            sha256::sha256_nodes(pairs, out)
        }
    })
}

/// The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`, whose length is
/// a multiple of 64. What is behind them afterwards is of no use.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_nodes_in_place(nodes: *mut u8, nodes_len: usize) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let nodes = raw::output("nodes", nodes, nodes_len, Some(nodes_len), &[], &[])?;
            sha256::sha256_nodes_in_place(nodes)
        }
    })
}

/// HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_hmac_sha256(
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let key = raw::input("key", key, key_len)?;
            let message = raw::input("message", message, message_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(key), raw::span(message)], &[])?;
            out.copy_from_slice(&sha256::hmac_sha256(key, message));
            Ok(())
        }
    })
}

/// HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its
/// place, as the RFC says.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_hkdf_sha256(
    salt: *const u8,
    salt_len: usize,
    material: *const u8,
    material_len: usize,
    info: *const u8,
    info_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let salt = raw::input("salt", salt, salt_len)?;
            let material = raw::input("material", material, material_len)?;
            let info = raw::input("info", info, info_len)?;
            let out = raw::output(
                "out",
                out,
                out_len,
                Some(out_len),
                &[raw::span(salt), raw::span(material), raw::span(info)],
                &[],
            )?;
            sha256::hkdf_sha256(salt, material, info, out)
        }
    })
}

/// PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_pbkdf2_sha256(
    iterations: u32,
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
            sha256::pbkdf2_sha256(iterations, password, salt, out)
        }
    })
}

/// Whether two byte strings are the same, in a time that depends on their lengths alone. Yes is
/// LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_secure_equal(
    left: *const u8,
    left_len: usize,
    right: *const u8,
    right_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let left = raw::input("left", left, left_len)?;
            let right = raw::input("right", right, right_len)?;
            raw::answer(sha256::secure_equal(left, right))
        }
    })
}
