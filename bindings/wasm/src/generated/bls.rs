//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use alloc::vec::Vec;

use lanesmith_face::bls;
use lanesmith_face::{fixed, rows_of};

use crate::ffi::{Room, exports};
use crate::points::*;

exports! {

    /// Decodes a public key, compressed or not, with every check: once, for as many calls as there will be.
    /// Variant 0 has small keys (48 bytes compressed), 1 small signatures (96).
    fn bls_key_decode(room, variant: u32, bytes: usize) {
        let bytes = room.next(bytes)?;
        keep_key(bls::bls_key_decode(variant, bytes)?)
    }

    /// The compressed key: 48 bytes with variant 0, 96 with variant 1.
    fn bls_key_bytes(room, key: u32) {
        let key = key_at(key)?;
        let made = bls::bls_key_bytes(&key);
        room.put(&made)
    }

    /// The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant 1.
    fn bls_key_uncompressed(room, key: u32) {
        let key = key_at(key)?;
        let made = bls::bls_key_uncompressed(&key);
        room.put(&made)
    }

    /// Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1 has
    /// 48.
    fn bls_signature_decode(room, variant: u32, bytes: usize) {
        let bytes = room.next(bytes)?;
        keep_signature(bls::bls_signature_decode(variant, bytes)?)
    }

    /// The compressed signature: 96 bytes with variant 0, 48 with variant 1.
    fn bls_signature_bytes(room, signature: u32) {
        let signature = signature_at(signature)?;
        let made = bls::bls_signature_bytes(&signature);
        room.put(&made)
    }

    /// The public key of a secret key.
    fn bls_public_key(room, variant: u32, secret: usize) {
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        keep_key(bls::bls_public_key(variant, secret)?)
    }

    /// Signs a message. The time depends on the message, not on the key.
    fn bls_sign(room, variant: u32, mode: u32, tag: usize, secret: usize, message: usize) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        let message = room.next(message)?;
        keep_signature(bls::bls_sign(scheme, secret, message)?)
    }

    /// Whether a signature is of a message and a key.
    fn bls_verify(room, variant: u32, mode: u32, tag: usize, key: u32, message: usize, signature: u32) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let key = key_at(key)?;
        let message = room.next(message)?;
        let signature = signature_at(signature)?;
        Ok(i32::from(bls::bls_verify(scheme, &key, message, &signature)?))
    }

    /// The sum of signatures.
    fn bls_aggregate(room, variant: u32, mode: u32, tag: usize, signatures: usize) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let signatures = all(room, signatures, signature_at)?;
        keep_signature(bls::bls_aggregate(scheme, &signatures.iter().collect::<Vec<_>>())?)
    }

    /// The sum of keys, which stands for all of them only where each has proved possession.
    fn bls_aggregate_keys(room, variant: u32, mode: u32, tag: usize, keys: usize) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let keys = all(room, keys, key_at)?;
        keep_key(bls::bls_aggregate_keys(scheme, &keys.iter().collect::<Vec<_>>())?)
    }

    /// Whether a signature is the sum of signatures of a message by each key.
    fn bls_aggregate_verify(room, variant: u32, mode: u32, tag: usize, keys: usize, messages: usize, message_total: usize, signature: u32) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let keys = all(room, keys, key_at)?;
        let messages = room.messages(messages, message_total)?;
        let signature = signature_at(signature)?;
        Ok(i32::from(bls::bls_aggregate_verify(scheme, &keys.iter().collect::<Vec<_>>(), &messages, &signature)?))
    }

    /// Whether a signature is the sum of signatures of one message by all keys, of which each has proved
    /// possession.
    fn bls_fast_aggregate_verify(room, variant: u32, mode: u32, tag: usize, keys: usize, message: usize, signature: u32) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let keys = all(room, keys, key_at)?;
        let message = room.next(message)?;
        let signature = signature_at(signature)?;
        Ok(i32::from(bls::bls_fast_aggregate_verify(scheme, &keys.iter().collect::<Vec<_>>(), message, &signature)?))
    }

    /// Proves that the owner of a key holds its secret.
    fn bls_prove_possession(room, variant: u32, mode: u32, tag: usize, secret: usize) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        keep_signature(bls::bls_prove_possession(scheme, secret)?)
    }

    /// Whether a proof of possession is of a key.
    fn bls_verify_possession(room, variant: u32, mode: u32, tag: usize, key: u32, proof: u32) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let key = key_at(key)?;
        let proof = signature_at(proof)?;
        Ok(i32::from(bls::bls_verify_possession(scheme, &key, &proof)?))
    }

    /// Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature belong
    /// together, else 0. A row without a key or a signature (null), as where it could not be decoded, is wrong.
    /// If a row is wrong, the answer is that it is another signature, of the first such row. A wrong row passes
    /// with probability 2^-64.
    fn bls_verify_batch(room, variant: u32, mode: u32, tag: usize, keys: usize, messages: usize, message_total: usize, signatures: usize, seed: usize, out: usize) {
        let scheme = bls::Scheme { variant, mode, tag: room.next(tag)? };
        let keys = all(room, keys, perhaps(key_at))?;
        let messages = room.messages(messages, message_total)?;
        let signatures = all(room, signatures, perhaps(signature_at))?;
        let seed = *fixed::<32>("seed", room.next(seed)?)?;
        let out = room.next(out)?;
        bls::bls_verify_batch(scheme, &keys.iter().map(Option::as_ref).collect::<Vec<_>>(), &messages, &signatures.iter().map(Option::as_ref).collect::<Vec<_>>(), seed, out)?;
        Ok(0)
    }

    /// A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
    fn bls_generate(room, material: usize, info: usize) {
        let material = room.next(material)?;
        let info = room.next(info)?;
        let made = bls::bls_generate(material, info)?;
        room.put(&*made)
    }

    /// The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
    fn bls_derive_master(room, seed: usize) {
        let seed = room.next(seed)?;
        let made = bls::bls_derive_master(seed)?;
        room.put(&*made)
    }

    /// The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
    fn bls_derive_path(room, path: usize, secret: usize) {
        let path = room.str(path)?;
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        let made = bls::bls_derive_path(path, secret)?;
        room.put(&*made)
    }

    /// Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for
    /// each share, which are numbered from 1; `commitments` (Feldman) is a compressed key for each of the
    /// threshold, of which the first is the public key.
    fn bls_split(room, variant: u32, threshold: u32, shares: u32, secret: usize, seed: usize, out: usize, commitments: usize) {
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        let seed = *fixed::<32>("seed", room.next(seed)?)?;
        let out = room.next(out)?;
        let commitments = room.next(commitments)?;
        bls::bls_split(variant, threshold, shares, secret, seed, out, commitments)?;
        Ok(0)
    }

    /// Whether share `index` is the one that was dealt, by the commitments.
    fn bls_share_verify(room, variant: u32, index: u32, secret: usize, commitments: usize) {
        let secret = fixed::<32>("secret", room.next(secret)?)?;
        let commitments = room.next(commitments)?;
        Ok(i32::from(bls::bls_share_verify(variant, index, secret, commitments)?))
    }

    /// The public key of share `index`, by the commitments.
    fn bls_share_key(room, variant: u32, index: u32, commitments: usize) {
        let commitments = room.next(commitments)?;
        keep_key(bls::bls_share_key(variant, index, commitments)?)
    }

    /// The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers;
    /// from fewer, another key.
    fn bls_recover_key(room, indices: usize, shares: usize) {
        let indices = all(room, indices, Ok)?;
        let shares = rows_of::<32>("shares", room.next(shares)?)?;
        let made = bls::bls_recover_key(&indices, shares)?;
        room.put(&*made)
    }

    /// The signature of the key that was split, from signatures by as many shares as the threshold, and their
    /// numbers.
    fn bls_recover_signature(room, variant: u32, indices: usize, signatures: usize) {
        let indices = all(room, indices, Ok)?;
        let signatures = all(room, signatures, signature_at)?;
        keep_signature(bls::bls_recover_signature(variant, &indices, &signatures.iter().collect::<Vec<_>>())?)
    }

    /// Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet",
    /// whose keys are known (`key` is empty), or drand's name of a scheme with the key of the network. `previous`
    /// is the signature of the round before, which only chained networks read. Another round's signature is a
    /// mismatch.
    fn drand_verify(room, network: usize, key: usize, round: u64, previous: usize, signature: usize) {
        let network = room.str(network)?;
        let key = room.next(key)?;
        let previous = room.next(previous)?;
        let signature = room.next(signature)?;
        let made = bls::drand_verify(network, key, round, previous, signature)?;
        room.put(&made)
    }
}
