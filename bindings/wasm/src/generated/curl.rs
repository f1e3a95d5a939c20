//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use alloc::vec::Vec;

use lanesmith_face::curl;
use lanesmith_face::{fixed, rows_of};

use crate::ffi::{Room, exports};

exports! {

    /// Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
    fn curl_hash(room, rounds: u32, trytes: usize) {
        let trytes = room.next(trytes)?;
        let made = curl::curl_hash(rounds, trytes)?;
        room.put(&made)
    }

    /// The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
    fn curl_hash_trits(room, rounds: u32, trits: usize) {
        let trits = room.next(trits)?;
        let made = curl::curl_hash_trits(rounds, trits)?;
        room.put(&made)
    }

    /// One transform of a state of 729 trits, in place.
    fn curl_permute(room, rounds: u32, state: usize) {
        let state = room.next(state)?;
        curl::curl_permute(rounds, state)?;
        Ok(0)
    }

    /// Five trits to a byte, the last one filled up with zeros.
    fn curl_t5b1_encode(room, trits: usize, out: usize) {
        let trits = room.next(trits)?;
        let out = room.next(out)?;
        curl::curl_t5b1_encode(trits, out)?;
        Ok(0)
    }

    /// The inverse: as many trits as `out` has bytes.
    fn curl_t5b1_decode(room, bytes: usize, out: usize) {
        let bytes = room.next(bytes)?;
        let out = room.next(out)?;
        curl::curl_t5b1_decode(bytes, out)?;
        Ok(0)
    }

    /// Two trytes to a byte.
    fn curl_b1t6_encode(room, bytes: usize, out: usize) {
        let bytes = room.next(bytes)?;
        let out = room.next(out)?;
        curl::curl_b1t6_encode(bytes, out)?;
        Ok(0)
    }

    /// The bytes of pairs of trytes.
    fn curl_b1t6_decode(room, trytes: usize, out: usize) {
        let trytes = room.next(trytes)?;
        let out = room.next(out)?;
        curl::curl_b1t6_decode(trytes, out)?;
        Ok(0)
    }
}
