//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(clippy::too_many_arguments, unused_imports, reason = "as the functions are declared")]

use std::ffi::c_char;

use lanesmith_face::bls;
use lanesmith_face::bls::{Key, Sig};
use lanesmith_face::{Status, rows_of};

use crate::ffi::raw;
use crate::ffi::values::{self, BlsScheme};

/// Decodes a public key, compressed or not, with every check: once, for as many calls as there will be.
/// Variant 0 has small keys (48 bytes compressed), 1 small signatures (96). `*out` becomes a handle to free
/// by lanesmith_bls_key_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_key_decode(
    variant: u32,
    bytes: *const u8,
    bytes_len: usize,
    out: *mut *mut Key,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let bytes = raw::input("bytes", bytes, bytes_len)?;
            raw::give(out, bls::bls_key_decode(variant, bytes)?)
        }
    })
}

/// The compressed key: 48 bytes with variant 0, 96 with variant 1.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_key_bytes(key: *const Key, out: *mut u8, out_len: usize) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let key = raw::handle("key", key)?;
            let made = bls::bls_key_bytes(key);
            raw::output("out", out, out_len, Some(made.len()), &[], &[])?.copy_from_slice(&made);
            Ok(())
        }
    })
}

/// The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant 1.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_key_uncompressed(
    key: *const Key,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let key = raw::handle("key", key)?;
            let made = bls::bls_key_uncompressed(key);
            raw::output("out", out, out_len, Some(made.len()), &[], &[])?.copy_from_slice(&made);
            Ok(())
        }
    })
}

/// Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1 has
/// 48. `*out` becomes a handle to free by lanesmith_bls_signature_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_signature_decode(
    variant: u32,
    bytes: *const u8,
    bytes_len: usize,
    out: *mut *mut Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let bytes = raw::input("bytes", bytes, bytes_len)?;
            raw::give(out, bls::bls_signature_decode(variant, bytes)?)
        }
    })
}

/// The compressed signature: 96 bytes with variant 0, 48 with variant 1.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_signature_bytes(
    signature: *const Sig,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let signature = raw::handle("signature", signature)?;
            let made = bls::bls_signature_bytes(signature);
            raw::output("out", out, out_len, Some(made.len()), &[], &[])?.copy_from_slice(&made);
            Ok(())
        }
    })
}

/// The public key of a secret key. `*out` becomes a handle to free by lanesmith_bls_key_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_public_key(
    variant: u32,
    secret: *const u8,
    secret_len: usize,
    out: *mut *mut Key,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            raw::give(out, bls::bls_public_key(variant, secret)?)
        }
    })
}

/// Signs a message. The time depends on the message, not on the key. A scheme that is null is Ethereum's.
/// `*out` becomes a handle to free by lanesmith_bls_signature_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_sign(
    scheme: *const BlsScheme,
    secret: *const u8,
    secret_len: usize,
    message: *const u8,
    message_len: usize,
    out: *mut *mut Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            let message = raw::input("message", message, message_len)?;
            raw::give(out, bls::bls_sign(scheme, secret, message)?)
        }
    })
}

/// Whether a signature is of a message and a key. A scheme that is null is Ethereum's. Yes is
/// LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_verify(
    scheme: *const BlsScheme,
    key: *const Key,
    message: *const u8,
    message_len: usize,
    signature: *const Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let key = raw::handle("key", key)?;
            let message = raw::input("message", message, message_len)?;
            let signature = raw::handle("signature", signature)?;
            raw::answer(bls::bls_verify(scheme, key, message, signature)?)
        }
    })
}

/// The sum of signatures. A scheme that is null is Ethereum's. `*out` becomes a handle to free by
/// lanesmith_bls_signature_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_aggregate(
    scheme: *const BlsScheme,
    signatures: *const *const Sig,
    signature_count: usize,
    out: *mut *mut Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let signatures = raw::handles("signatures", signatures, signature_count)?;
            raw::give(out, bls::bls_aggregate(scheme, &signatures)?)
        }
    })
}

/// The sum of keys, which stands for all of them only where each has proved possession. A scheme that is null
/// is Ethereum's. `*out` becomes a handle to free by lanesmith_bls_key_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_aggregate_keys(
    scheme: *const BlsScheme,
    keys: *const *const Key,
    key_count: usize,
    out: *mut *mut Key,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let keys = raw::handles("keys", keys, key_count)?;
            raw::give(out, bls::bls_aggregate_keys(scheme, &keys)?)
        }
    })
}

/// Whether a signature is the sum of signatures of a message by each key. A scheme that is null is
/// Ethereum's. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_aggregate_verify(
    scheme: *const BlsScheme,
    keys: *const *const Key,
    key_count: usize,
    messages: *const *const u8,
    message_lengths: *const usize,
    message_count: usize,
    signature: *const Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let keys = raw::handles("keys", keys, key_count)?;
            let messages = raw::messages("messages", messages, message_lengths, message_count)?;
            let signature = raw::handle("signature", signature)?;
            raw::answer(bls::bls_aggregate_verify(scheme, &keys, &messages, signature)?)
        }
    })
}

/// Whether a signature is the sum of signatures of one message by all keys, of which each has proved
/// possession. A scheme that is null is Ethereum's. Yes is LANESMITH_STATUS_OK, no is
/// LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_fast_aggregate_verify(
    scheme: *const BlsScheme,
    keys: *const *const Key,
    key_count: usize,
    message: *const u8,
    message_len: usize,
    signature: *const Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let keys = raw::handles("keys", keys, key_count)?;
            let message = raw::input("message", message, message_len)?;
            let signature = raw::handle("signature", signature)?;
            raw::answer(bls::bls_fast_aggregate_verify(scheme, &keys, message, signature)?)
        }
    })
}

/// Proves that the owner of a key holds its secret. A scheme that is null is Ethereum's. `*out` becomes a
/// handle to free by lanesmith_bls_signature_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_prove_possession(
    scheme: *const BlsScheme,
    secret: *const u8,
    secret_len: usize,
    out: *mut *mut Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            raw::give(out, bls::bls_prove_possession(scheme, secret)?)
        }
    })
}

/// Whether a proof of possession is of a key. A scheme that is null is Ethereum's. Yes is
/// LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_verify_possession(
    scheme: *const BlsScheme,
    key: *const Key,
    proof: *const Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let key = raw::handle("key", key)?;
            let proof = raw::handle("proof", proof)?;
            raw::answer(bls::bls_verify_possession(scheme, key, proof)?)
        }
    })
}

/// Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature belong
/// together, else 0. A row without a key or a signature (null), as where it could not be decoded, is wrong.
/// If a row is wrong, the answer is that it is another signature, of the first such row. A wrong row passes
/// with probability 2^-64. A scheme that is null is Ethereum's.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_verify_batch(
    scheme: *const BlsScheme,
    keys: *const *const Key,
    key_count: usize,
    messages: *const *const u8,
    message_lengths: *const usize,
    message_count: usize,
    signatures: *const *const Sig,
    signature_count: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let scheme = values::scheme(scheme)?;
            let keys = raw::perhaps_handles("keys", keys, key_count)?;
            let messages = raw::messages("messages", messages, message_lengths, message_count)?;
            let signatures = raw::perhaps_handles("signatures", signatures, signature_count)?;
            let seed = crate::random::seed()?;
            let out = raw::output("out", out, out_len, Some(out_len), &[], &[&messages])?;
            bls::bls_verify_batch(scheme, &keys, &messages, &signatures, seed, out)
        }
    })
}

/// A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_generate(
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
            let material = raw::input("material", material, material_len)?;
            let info = raw::input("info", info, info_len)?;
            let out =
                raw::output("out", out, out_len, Some(32), &[raw::span(material), raw::span(info)], &[])?;
            out.copy_from_slice(&*bls::bls_generate(material, info)?);
            Ok(())
        }
    })
}

/// The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_derive_master(
    seed: *const u8,
    seed_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let seed = raw::input("seed", seed, seed_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(seed)], &[])?;
            out.copy_from_slice(&*bls::bls_derive_master(seed)?);
            Ok(())
        }
    })
}

/// The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_derive_path(
    path: *const c_char,
    secret: *const u8,
    secret_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let path = raw::text("path", path, raw::TEXT)?;
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            let out = raw::output("out", out, out_len, Some(32), &[raw::span(secret)], &[])?;
            out.copy_from_slice(&*bls::bls_derive_path(path, secret)?);
            Ok(())
        }
    })
}

/// Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for
/// each share, which are numbered from 1; `commitments` (Feldman) is a compressed key for each of the
/// threshold, of which the first is the public key.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_split(
    variant: u32,
    threshold: u32,
    shares: u32,
    secret: *const u8,
    secret_len: usize,
    out: *mut u8,
    out_len: usize,
    commitments: *mut u8,
    commitments_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            let seed = crate::random::seed()?;
            let out = raw::output("out", out, out_len, Some(out_len), &[raw::span(secret)], &[])?;
            let commitments = raw::output(
                "commitments",
                commitments,
                commitments_len,
                Some(commitments_len),
                &[raw::span(secret), raw::span(out)],
                &[],
            )?;
            bls::bls_split(variant, threshold, shares, secret, seed, out, commitments)
        }
    })
}

/// Whether share `index` is the one that was dealt, by the commitments. Yes is LANESMITH_STATUS_OK, no is
/// LANESMITH_STATUS_MISMATCH.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_share_verify(
    variant: u32,
    index: u32,
    secret: *const u8,
    secret_len: usize,
    commitments: *const u8,
    commitments_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let secret = raw::fixed::<32>("secret", secret, secret_len)?;
            let commitments = raw::input("commitments", commitments, commitments_len)?;
            raw::answer(bls::bls_share_verify(variant, index, secret, commitments)?)
        }
    })
}

/// The public key of share `index`, by the commitments. `*out` becomes a handle to free by
/// lanesmith_bls_key_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_share_key(
    variant: u32,
    index: u32,
    commitments: *const u8,
    commitments_len: usize,
    out: *mut *mut Key,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let commitments = raw::input("commitments", commitments, commitments_len)?;
            raw::give(out, bls::bls_share_key(variant, index, commitments)?)
        }
    })
}

/// The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers;
/// from fewer, another key.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_recover_key(
    indices: *const u32,
    index_count: usize,
    shares: *const u8,
    shares_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let indices = raw::numbers("indices", indices, index_count)?;
            let shares = rows_of::<32>("shares", raw::input("shares", shares, shares_len)?)?;
            let out =
                raw::output("out", out, out_len, Some(32), &[raw::span(indices), raw::span(shares)], &[])?;
            out.copy_from_slice(&*bls::bls_recover_key(indices, shares)?);
            Ok(())
        }
    })
}

/// The signature of the key that was split, from signatures by as many shares as the threshold, and their
/// numbers. `*out` becomes a handle to free by lanesmith_bls_signature_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_bls_recover_signature(
    variant: u32,
    indices: *const u32,
    index_count: usize,
    signatures: *const *const Sig,
    signature_count: usize,
    out: *mut *mut Sig,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let indices = raw::numbers("indices", indices, index_count)?;
            let signatures = raw::handles("signatures", signatures, signature_count)?;
            raw::give(out, bls::bls_recover_signature(variant, indices, &signatures)?)
        }
    })
}

/// Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet",
/// whose keys are known (`key` is empty), or drand's name of a scheme with the key of the network. `previous`
/// is the signature of the round before, which only chained networks read. Another round's signature is a
/// mismatch.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_drand_verify(
    network: *const c_char,
    key: *const u8,
    key_len: usize,
    round: u64,
    previous: *const u8,
    previous_len: usize,
    signature: *const u8,
    signature_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each pointer.
        unsafe {
            let network = raw::text("network", network, raw::TEXT)?;
            let key = raw::input("key", key, key_len)?;
            let previous = raw::input("previous", previous, previous_len)?;
            let signature = raw::input("signature", signature, signature_len)?;
            let out = raw::output(
                "out",
                out,
                out_len,
                Some(32),
                &[raw::span(key), raw::span(previous), raw::span(signature)],
                &[],
            )?;
            out.copy_from_slice(&bls::drand_verify(network, key, round, previous, signature)?);
            Ok(())
        }
    })
}
