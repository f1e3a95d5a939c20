//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use alloc::vec::Vec;

use lanesmith_face::sha256;
use lanesmith_face::{fixed, rows_of};

use crate::ffi::{Room, exports};

exports! {

    /// HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
    fn hmac_sha256(room, key: usize, message: usize) {
        let key = room.next(key)?;
        let message = room.next(message)?;
        let made = sha256::hmac_sha256(key, message);
        room.put(&made)
    }

    /// HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its
    /// place, as the RFC says.
    fn hkdf_sha256(room, salt: usize, material: usize, info: usize, out: usize) {
        let salt = room.next(salt)?;
        let material = room.next(material)?;
        let info = room.next(info)?;
        let out = room.next(out)?;
        sha256::hkdf_sha256(salt, material, info, out)?;
        Ok(0)
    }

    /// PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
    fn pbkdf2_sha256(room, iterations: u32, password: usize, salt: usize, out: usize) {
        let password = room.next(password)?;
        let salt = room.next(salt)?;
        let out = room.next(out)?;
        sha256::pbkdf2_sha256(iterations, password, salt, out)?;
        Ok(0)
    }
}
