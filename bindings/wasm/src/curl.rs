//! Curl-P: hashes and encodings.

use alloc::vec::Vec;

use lanesmith::curl::{Curl, hash_trits, trit};
use lanesmith_face::curl as face;
use lanesmith_face::curl::parts::{rounds, signed};

use crate::fault::Fault;
use crate::ffi::{Room, exports};

/// Writes a result where it belongs.
fn put(room: &mut Room<'_>, bytes: &[u8]) -> Result<i32, Fault> {
    room.next(bytes.len())?.copy_from_slice(bytes);
    Ok(0)
}

fn put_trits(room: &mut Room<'_>, trits: &[i8]) -> Result<i32, Fault> {
    for (out, trit) in room.next(trits.len())?.iter_mut().zip(trits) {
        *out = trit.cast_unsigned();
    }
    Ok(0)
}

fn many(room: &mut Room<'_>, messages: &[&[u8]], count: u32) -> Result<i32, Fault> {
    let len = messages.len().checked_mul(81).ok_or_else(Fault::room)?;
    face::curl_hash_many(count, messages, room.next(len)?)?;
    Ok(0)
}

exports! {
    /// The hash of trytes, into the head.
    fn curl_hash(room, len: usize, count: u32) {
        let hash = face::curl_hash(count, room.next(len)?)?;
        room.head[..81].copy_from_slice(&hash);
        Ok(0)
    }

    /// Hashes of messages, which are lengths, bytes.
    fn curl_many(room, messages: usize, total: usize, count: u32) {
        let messages = room.messages(messages, total)?;
        many(room, &messages, count)
    }

    /// Hashes of messages of one length.
    fn curl_many_fixed(room, messages: usize, width: usize, count: u32) {
        let flat = room.next(messages.checked_mul(width).ok_or_else(Fault::room)?)?;
        let messages: Vec<&[u8]> = flat.chunks_exact(width.max(1)).collect();
        many(room, &messages, count)
    }

    /// The hash of trits, into the head.
    fn curl_trits(room, len: usize, count: u32) {
        let hash = hash_trits(rounds(count)?, &signed(room.next(len)?))?;
        room.head[..243].copy_from_slice(&hash.map(i8::cast_unsigned));
        Ok(0)
    }

    /// One transform of a state, in place.
    fn curl_permute(room, count: u32) {
        let state = room.next(729)?;
        let trits: [i8; 729] = signed(state).try_into().map_err(|_| Fault::room())?;
        let mut curl = Curl::new(rounds(count)?);
        curl.set_state(&trits)?;
        curl.permute();
        state.copy_from_slice(&curl.state().map(i8::cast_unsigned));
        Ok(0)
    }

    /// Five trits to a byte.
    fn curl_t5b1_encode(room, len: usize) {
        let bytes = trit::t5b1_encode(&signed(room.next(len)?))?;
        put(room, &bytes)
    }

    /// The inverse.
    fn curl_t5b1_decode(room, len: usize, trits: usize) {
        let trits = trit::t5b1_decode(room.next(len)?, trits)?;
        put_trits(room, &trits)
    }

    /// Two trytes to a byte.
    fn curl_b1t6_encode(room, len: usize) {
        let trytes = trit::b1t6_encode(room.next(len)?);
        put(room, &trytes)
    }

    /// The inverse.
    fn curl_b1t6_decode(room, len: usize) {
        let bytes = trit::b1t6_decode(room.next(len)?)?;
        put(room, &bytes)
    }
}
