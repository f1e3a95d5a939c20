//! HMAC, HKDF and PBKDF2 over SHA-256.

use lanesmith_face::sha256;

use crate::ffi::exports;

exports! {
    /// HMAC of key and message, into the head.
    fn sha256_hmac(room, key: usize, message: usize) {
        let tag = sha256::hmac_sha256(room.next(key)?, room.next(message)?);
        room.head[..32].copy_from_slice(&tag);
        Ok(0)
    }

    /// HKDF of salt, material and info.
    fn sha256_hkdf(room, salt: usize, material: usize, info: usize, out: usize) {
        let (salt, material, info) = (room.next(salt)?, room.next(material)?, room.next(info)?);
        sha256::hkdf_sha256(salt, material, info, room.next(out)?)?;
        Ok(0)
    }

    /// PBKDF2 of password and salt.
    fn sha256_pbkdf2(room, password: usize, salt: usize, iterations: u32, out: usize) {
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        sha256::pbkdf2_sha256(iterations, password, salt, room.next(out)?)?;
        Ok(0)
    }
}
