//! SHA-256, HMAC, HKDF, PBKDF2.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use lanesmith::sha256::{self, Midstate, Sha256};

use crate::fault::Fault;
use crate::ffi::exports;

fn put(room: &mut crate::ffi::Room<'_>, digest: &[u8; 32]) -> Result<i32, Fault> {
    room.head[..32].copy_from_slice(digest);
    Ok(0)
}

fn midstate(room: &crate::ffi::Room<'_>) -> Result<Midstate, Fault> {
    let (bytes, _) = room.head.split_first_chunk::<40>().ok_or_else(Fault::room)?;
    Ok(Midstate::from_bytes(bytes)?)
}

exports! {
    /// The digest of a message, into the head.
    fn sha256_digest(room, len: usize) {
        let digest = sha256::sha256(room.next(len)?);
        put(room, &digest)
    }

    /// Hashes blocks from the midstate in the head, which becomes the one behind them.
    fn sha256_advance(room, len: usize) {
        let from = midstate(room)?;
        let after = from.advanced(room.next(len)?.as_chunks::<64>().0);
        room.head[..40].copy_from_slice(&after.to_bytes());
        Ok(0)
    }

    /// The digest, into the head, of what a midstate in the head and the bytes behind it are of.
    fn sha256_finish(room, len: usize) {
        let mut hasher = Sha256::from_midstate(midstate(room)?);
        hasher.update(room.next(len)?);
        put(room, &hasher.finalize())
    }

    /// Digests of messages, which are lengths, bytes.
    fn sha256_many(room, count: usize, total: usize) {
        let messages = room.messages(count, total)?;
        sha256::hash_many(room.rows::<32>(count)?, &messages)?;
        Ok(0)
    }

    /// Digests of messages of one length.
    fn sha256_many_fixed(room, count: usize, width: usize) {
        let flat = room.next(count.checked_mul(width).ok_or_else(Fault::room)?)?;
        let messages: Vec<&[u8]> = flat.chunks_exact(width.max(1)).collect();
        sha256::hash_many(room.rows::<32>(messages.len())?, &messages)?;
        Ok(0)
    }

    /// Digests of pairs of nodes.
    fn sha256_nodes(room, count: usize) {
        let pairs = room.rows::<64>(count)?;
        sha256::hash_nodes(room.rows::<32>(count)?, pairs)?;
        Ok(0)
    }

    /// HMAC of key and message, into the head.
    fn sha256_hmac(room, key: usize, message: usize) {
        let tag = sha256::hmac(room.next(key)?, room.next(message)?);
        put(room, &tag)
    }

    /// HKDF of salt, material and info.
    fn sha256_hkdf(room, salt: usize, material: usize, info: usize, out: usize) {
        let (salt, material, info) = (room.next(salt)?, room.next(material)?, room.next(info)?);
        sha256::hkdf(salt, material, info, room.next(out)?)?;
        Ok(0)
    }

    /// PBKDF2 of password and salt.
    fn sha256_pbkdf2(room, password: usize, salt: usize, iterations: u32, out: usize) {
        let none = || Fault::new("RANGE", "iterations is 0: there must be at least one");
        let iterations = NonZeroU32::new(iterations).ok_or_else(none)?;
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        sha256::pbkdf2(password, salt, iterations, room.next(out)?)?;
        Ok(0)
    }
}
