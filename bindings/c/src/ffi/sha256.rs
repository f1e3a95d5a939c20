//! SHA-256: one message, a stream, many messages; nodes and roots of Merkle trees.

use lanesmith::sha256::{ManyHasher, NodeHasher, Sha256, merkle, sha256};

use super::raw;
use crate::Status;

/// SHA-256 of one message into 32 bytes.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256(
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each.
        let message = unsafe { raw::input("message", message, message_len) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(32), &[message]) }?;
        out.copy_from_slice(&sha256(message));
        Ok(())
    })
}

/// A message of SHA-256 that comes in parts.
#[derive(Clone)]
pub struct Stream(Sha256);

/// Begins a message: `*out` becomes a handle to free by lanesmith_sha256_free.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_new(out: *mut *mut Stream) -> Status {
    // SAFETY: the caller's promise.
    raw::guard(|| unsafe { raw::give(out, Stream(Sha256::new())) })
}

/// Adds bytes to the message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_update(
    stream: *mut Stream,
    data: *const u8,
    data_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        let (stream, data) =
            unsafe { (raw::handle_mut("stream", stream)?, raw::input("data", data, data_len)?) };
        stream.0.update(data);
        Ok(())
    })
}

/// The digest of the message so far, 32 bytes; the message may go on.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_digest(
    stream: *const Stream,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let stream = unsafe { raw::handle("stream", stream) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(32), &[]) }?;
        out.copy_from_slice(&stream.0.clone().finalize());
        Ok(())
    })
}

/// A second handle that goes on from the same message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_clone(stream: *const Stream, out: *mut *mut Stream) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        unsafe { raw::give(out, raw::handle("stream", stream)?.clone()) }
    })
}

/// Back to the empty message.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_reset(stream: *mut Stream) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        unsafe { raw::handle_mut("stream", stream) }?.0 = Sha256::new();
        Ok(())
    })
}

/// Frees a handle. Null is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_free(stream: *mut Stream) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(stream) };
}

/// SHA-256 of `count` messages at once, several to an instruction: 32 bytes for each into `out`, in order. `out_len` is
/// 32 * count.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_many(
    messages: *const *const u8,
    lengths: *const usize,
    count: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let messages = unsafe { raw::messages(messages, lengths, count) }?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, count.checked_mul(32), &messages) }?;
        Ok(ManyHasher::auto().hash(out.as_chunks_mut().0, &messages)?)
    })
}

/// SHA-256 of the nodes of a level: each 64 bytes of `pairs` give 32 bytes of `out`. `out_len` is pairs_len / 2.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_nodes(
    pairs: *const u8,
    pairs_len: usize,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let pairs = unsafe { raw::input("pairs", pairs, pairs_len) }?;
        whole("pairs", pairs_len, 64)?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(pairs_len / 2), &[pairs]) }?;
        Ok(NodeHasher::auto().hash(out.as_chunks_mut().0, pairs.as_chunks().0)?)
    })
}

/// The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`. What is behind them afterwards is of
/// no use. `nodes_len` is a multiple of 64.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_sha256_nodes_in_place(nodes: *mut u8, nodes_len: usize) -> Status {
    raw::guard(|| {
        whole("nodes", nodes_len, 64)?;
        // SAFETY: the caller's promise.
        let nodes = unsafe { raw::output("nodes", nodes, nodes_len, Some(nodes_len), &[]) }?;
        NodeHasher::auto().hash_in_place(nodes.as_chunks_mut().0)?;
        Ok(())
    })
}

/// The root, 32 bytes, of a Merkle tree over leaves of 32 bytes (SSZ: merkleize), padded with zeros to the next power of two
/// of `limit` leaves; with a limit of 0, of the number of leaves.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_merkle_root(
    leaves: *const u8,
    leaves_len: usize,
    limit: u64,
    out: *mut u8,
    out_len: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let leaves = unsafe { raw::input("leaves", leaves, leaves_len) }?;
        whole("leaves", leaves_len, 32)?;
        // SAFETY: likewise.
        let out = unsafe { raw::output("out", out, out_len, Some(32), &[leaves]) }?;
        let root = merkle::merkleize(leaves.as_chunks().0, (limit > 0).then_some(limit))?;
        out.copy_from_slice(&root);
        Ok(())
    })
}

fn whole(what: &str, len: usize, of: usize) -> crate::error::Outcome {
    match len.is_multiple_of(of) {
        true => Ok(()),
        false => Err(crate::error::Failure::length(what, len, format_args!("a multiple of {of}"))),
    }
}
