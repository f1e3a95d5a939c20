//! Curl-P: hashes of many messages.

use alloc::vec::Vec;

use lanesmith_face::curl as face;

use crate::fault::Fault;
use crate::ffi::{Room, exports};

fn many(room: &mut Room<'_>, messages: &[&[u8]], count: u32) -> Result<i32, Fault> {
    let len = messages.len().checked_mul(81).ok_or_else(Fault::room)?;
    face::curl_hash_many(count, messages, room.next(len)?)?;
    Ok(0)
}

exports! {
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
}
