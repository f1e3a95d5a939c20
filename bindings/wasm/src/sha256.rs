//! SHA-256.

use alloc::vec::Vec;

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
}
