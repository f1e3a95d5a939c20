//! The wrong calls that every face refuses in the same way (bindings/face/hostile/calls.json), through the functions that C calls.

mod arguments;

use std::ffi::CString;
use std::ptr::{null, null_mut};

use arguments::{Call, Points};
use lanesmith_c::Status;
use lanesmith_c::ffi::errors::{lanesmith_last_error, lanesmith_last_index};
use lanesmith_c::ffi::generated::bls::*;
use lanesmith_c::ffi::generated::curl::*;
use lanesmith_c::ffi::generated::merkle::*;
use lanesmith_c::ffi::generated::pwhash::*;
use lanesmith_c::ffi::generated::sha256::*;

/// Memory for results, larger than any.
struct Out([u8; 512], usize);

/// Calls the function of a row.
fn status(call: &Call, points: &Points, Out(room, written): &mut Out) -> Status {
    let (p, out_len) = (b"p", call.number("out"));
    let out = room.as_mut_ptr();
    // What a call brings lives until its end.
    let text = |name: &str| CString::new(call.text(name)).expect("no zero byte in it");
    let one = [1_u8; 32];
    // SAFETY: pointers with the lengths of what they point to, or null; results as long as is said, or refused for their length.
    unsafe {
        match call.name() {
            "sha256" => {
                let message = call.bytes("message");
                lanesmith_sha256(message.pointer(), message.len(), out, call.number_or("out", 32))
            }
            "sha256_many" => {
                let rows = call.rows("messages");
                lanesmith_sha256_many(rows.pointers(), rows.lengths(), rows.count(), out, out_len)
            }
            "sha256_nodes" => {
                let pairs = call.bytes("pairs");
                let out = call.over("pairs").map_or(out, |at| pairs.pointer().cast_mut().wrapping_add(at));
                lanesmith_sha256_nodes(pairs.pointer(), pairs.len(), out, out_len)
            }
            "sha256_nodes_in_place" => {
                let nodes = call.bytes("nodes");
                lanesmith_sha256_nodes_in_place(
                    nodes.pointer().cast_mut(),
                    if nodes.is_null() { 64 } else { nodes.len() },
                )
            }
            "hmac_sha256" => {
                let (key, message) = (call.bytes("key"), call.bytes("message"));
                lanesmith_hmac_sha256(key.pointer(), key.len(), message.pointer(), message.len(), out, 32)
            }
            "hkdf_sha256" => {
                let material = call.bytes("material");
                let mut long = vec![0; out_len];
                let (at, len) = (material.pointer(), material.len());
                lanesmith_hkdf_sha256(null(), 0, at, len, null(), 0, long.as_mut_ptr(), long.len())
            }
            "pbkdf2_sha256" => {
                let (salt, iterations) = (call.bytes("salt"), call.number("iterations") as u32);
                lanesmith_pbkdf2_sha256(iterations, p.as_ptr(), 1, salt.pointer(), salt.len(), out, out_len)
            }
            "blocks_root" => {
                let (format, data) = (text("format"), call.bytes("data"));
                let block = call.number("block_size") as u64;
                let (at, len) = (data.pointer(), data.len());
                lanesmith_blocks_root(format.as_ptr(), block, 0, null(), 0, at, len, out, 32)
            }
            "blocks_root_of_digests" => {
                let (format, digests) = (text("format"), call.bytes("digests"));
                let (at, len, length) = (digests.pointer(), digests.len(), call.number("length") as u64);
                lanesmith_blocks_root_of_digests(format.as_ptr(), 0, 0, null(), 0, length, at, len, out, 32)
            }
            "merkle_root" => {
                let leaves = call.bytes("leaves");
                lanesmith_merkle_root(call.limit(), leaves.pointer(), leaves.len(), out, 32)
            }
            "merkle_proof" => {
                let (leaves, index) = (call.bytes("leaves"), call.number("index") as u64);
                lanesmith_merkle_proof(call.limit(), index, leaves.pointer(), leaves.len(), out, 512, written)
            }
            "merkle_verify" => {
                let [leaf, proof, root] = ["leaf", "proof", "root"].map(|name| call.bytes(name));
                let (index, limit) = (call.number("index") as u64, call.limit());
                let [leaf, proof, root] = [&leaf, &proof, &root].map(|bytes| (bytes.pointer(), bytes.len()));
                lanesmith_merkle_verify(index, limit, leaf.0, leaf.1, proof.0, proof.1, root.0, root.1)
            }
            "log_proof" => {
                let leaves = call.bytes("leaves");
                lanesmith_log_proof(call.number("index"), leaves.pointer(), leaves.len(), out, 512, written)
            }
            "log_verify" => {
                let [leaf, proof, root] = ["leaf", "proof", "root"].map(|name| call.bytes(name));
                let (index, size) = (call.number("index") as u64, call.number("size") as u64);
                let [leaf, proof, root] = [&leaf, &proof, &root].map(|bytes| (bytes.pointer(), bytes.len()));
                lanesmith_log_verify(index, size, leaf.0, leaf.1, proof.0, proof.1, root.0, root.1)
            }
            "log_consistency" => {
                let leaves = call.bytes("leaves");
                lanesmith_log_consistency(
                    call.number("size"),
                    leaves.pointer(),
                    leaves.len(),
                    out,
                    512,
                    written,
                )
            }
            "bitcoin_root" => {
                let ids = call.bytes("ids");
                lanesmith_bitcoin_root(ids.pointer(), ids.len(), out, 32)
            }
            "curl_hash" => {
                let trytes = call.text("trytes");
                lanesmith_curl_hash(call.number("rounds") as u32, trytes.as_ptr(), trytes.len(), out, 81)
            }
            "curl_hash_many" => {
                let rows = call.rows("messages");
                let rounds = call.number("rounds") as u32;
                lanesmith_curl_hash_many(
                    rounds,
                    rows.pointers(),
                    rows.lengths(),
                    rows.count(),
                    out,
                    81 * rows.count(),
                )
            }
            "bls_key_decode" => {
                let (bytes, mut key) = (call.bytes("bytes"), null_mut());
                lanesmith_bls_key_decode(call.variant(), bytes.pointer(), bytes.len(), &raw mut key)
            }
            "bls_signature_decode" => {
                let (bytes, mut signature) = (call.bytes("bytes"), null_mut());
                lanesmith_bls_signature_decode(
                    call.variant(),
                    bytes.pointer(),
                    bytes.len(),
                    &raw mut signature,
                )
            }
            "bls_public_key" => {
                let (secret, mut key) = (call.bytes("secret"), null_mut());
                lanesmith_bls_public_key(call.variant(), secret.pointer(), secret.len(), &raw mut key)
            }
            "bls_sign" => {
                let (secret, message, mut signature) =
                    (call.bytes("secret"), call.bytes("message"), null_mut());
                let (at, len) = (message.pointer(), message.len());
                lanesmith_bls_sign(null(), secret.pointer(), secret.len(), at, len, &raw mut signature)
            }
            "bls_verify" => {
                let (key, signature) =
                    (points.key(call.value("key")), points.signature(call.value("signature")));
                let message = call.bytes("message");
                lanesmith_bls_verify(null(), key, message.pointer(), message.len(), signature)
            }
            "bls_aggregate" => {
                let (all, mut sum) = (points.signatures(call), null_mut());
                lanesmith_bls_aggregate(null(), all.as_ptr(), all.len(), &raw mut sum)
            }
            "bls_aggregate_keys" => {
                let (all, mut sum) = (points.keys(call), null_mut());
                lanesmith_bls_aggregate_keys(null(), all.as_ptr(), all.len(), &raw mut sum)
            }
            "bls_aggregate_verify" => {
                let (keys, rows) = (points.keys(call), call.rows("messages"));
                let signature = points.signature(call.value("signature"));
                let (pointers, lengths, count) = (rows.pointers(), rows.lengths(), rows.count());
                lanesmith_bls_aggregate_verify(
                    null(),
                    keys.as_ptr(),
                    keys.len(),
                    pointers,
                    lengths,
                    count,
                    signature,
                )
            }
            "bls_fast_aggregate_verify" => {
                let (keys, message) = (points.keys(call), call.bytes("message"));
                let signature = points.signature(call.value("signature"));
                let (at, len) = (message.pointer(), message.len());
                lanesmith_bls_fast_aggregate_verify(null(), keys.as_ptr(), keys.len(), at, len, signature)
            }
            "bls_verify_batch" => {
                let (keys, rows, all) = (points.keys(call), call.rows("messages"), points.signatures(call));
                let (pointers, lengths, count) = (rows.pointers(), rows.lengths(), rows.count());
                lanesmith_bls_verify_batch(
                    null(),
                    keys.as_ptr(),
                    keys.len(),
                    pointers,
                    lengths,
                    count,
                    all.as_ptr(),
                    all.len(),
                    out,
                    keys.len(),
                )
            }
            "bls_verify_possession" => {
                let (key, proof) = (points.key(call.value("key")), points.signature(call.value("proof")));
                lanesmith_bls_verify_possession(null(), key, proof)
            }
            "bls_generate" => {
                let material = call.bytes("material");
                lanesmith_bls_generate(material.pointer(), material.len(), null(), 0, out, 32)
            }
            "bls_derive_master" => {
                let seed = call.bytes("seed");
                lanesmith_bls_derive_master(seed.pointer(), seed.len(), out, 32)
            }
            "bls_derive_path" => {
                let (path, secret) = (text("path"), call.bytes("secret"));
                lanesmith_bls_derive_path(path.as_ptr(), secret.pointer(), secret.len(), out, 32)
            }
            "bls_split" => {
                let (threshold, shares) = (call.number("threshold"), call.number("shares"));
                let (first, second) = room.split_at_mut(32 * shares);
                let (at, len) = (second.as_mut_ptr(), 48 * threshold);
                lanesmith_bls_split(
                    0,
                    threshold as u32,
                    shares as u32,
                    one.as_ptr(),
                    32,
                    first.as_mut_ptr(),
                    32 * shares,
                    at,
                    len,
                )
            }
            "bls_recover_key" => {
                let indices = call.numbers("indices");
                let shares = one.repeat(indices.len());
                lanesmith_bls_recover_key(
                    indices.as_ptr(),
                    indices.len(),
                    shares.as_ptr(),
                    shares.len(),
                    out,
                    32,
                )
            }
            "bls_recover_signature" => {
                let (indices, all, mut whole) =
                    (call.numbers("indices"), points.signatures(call), null_mut());
                let (at, len) = (indices.as_ptr(), indices.len());
                lanesmith_bls_recover_signature(0, at, len, all.as_ptr(), all.len(), &raw mut whole)
            }
            "drand_verify" => {
                let (network, signature) = (text("network"), call.bytes("signature"));
                let (round, at, len) = (call.number("round") as u64, signature.pointer(), signature.len());
                lanesmith_drand_verify(network.as_ptr(), null(), 0, round, null(), 0, at, len, out, 32)
            }
            "password_hash" => {
                let salt = call.bytes("salt");
                let (at, len, stored) = (salt.pointer(), salt.len(), out.cast());
                let scheme = c"argon2id".as_ptr();
                lanesmith_password_hash(
                    scheme,
                    65536,
                    1,
                    1,
                    p.as_ptr(),
                    1,
                    at,
                    len,
                    null(),
                    0,
                    null(),
                    0,
                    stored,
                    512,
                )
            }
            "password_verify" => {
                let (stored, most) = (text("stored"), call.number_or("max_memory", 0) as u64);
                lanesmith_password_verify(stored.as_ptr(), most, p.as_ptr(), 1, null(), 0, null(), 0)
            }
            "argon2" => {
                let (salt, memory) = (call.bytes("salt"), call.number("memory") as u32);
                let (at, len) = (salt.pointer(), salt.len());
                lanesmith_argon2(2, memory, 1, 1, p.as_ptr(), 1, at, len, null(), 0, null(), 0, out, out_len)
            }
            "scrypt" => {
                let salt = call.bytes("salt");
                let (n, at, len) = (call.number("n") as u64, salt.pointer(), salt.len());
                lanesmith_scrypt(n, 1, 1, p.as_ptr(), 1, at, len, out, out_len)
            }
            other => panic!("no function {other} is known here"),
        }
    }
}

#[test]
fn every_face_refuses_the_same_calls_with_the_same_status_and_row() {
    let (points, calls) = (Points::new(), Call::all());
    assert!(calls.len() > 80);
    for call in &calls {
        let mut out = Out([0; 512], 0);
        let found = status(call, &points, &mut out).name();
        let mut words = [0_u8; 300];
        // SAFETY: memory of the length beside it.
        unsafe { lanesmith_last_error(words.as_mut_ptr().cast(), words.len()) };
        let words = String::from_utf8_lossy(&words);
        assert_eq!(
            (found, lanesmith_last_index()),
            call.expected(),
            "{call}: {}",
            words.trim_end_matches('\0')
        );
    }
}
