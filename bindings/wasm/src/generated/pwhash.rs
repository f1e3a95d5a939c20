//! Written by xtask from bindings/face (cargo xtask generate): do not edit.
#![allow(unused_imports, reason = "as the functions are declared")]

use alloc::vec::Vec;

use lanesmith_face::pwhash;
use lanesmith_face::{fixed, rows_of};

use crate::ffi::{Room, exports};

exports! {

    /// A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt",
    /// "scrypt" or another that the library knows; costs that are 0 are the scheme's own, and `memory` is in
    /// bytes. The salt is 16 random bytes, others for each password. `secret` is a key of the service and `data`
    /// such as the user's number: they go into the hash, not into the string, and may be empty. The memory of the
    /// hash is wiped before this returns.
    fn password_hash(room, scheme: usize, memory: u64, time_cost: u32, parallelism: u32, password: usize, salt: usize, secret: usize, data: usize) {
        let scheme = room.str(scheme)?;
        let password = room.next(password)?;
        let salt = room.next(salt)?;
        let secret = room.next(secret)?;
        let data = room.next(data)?;
        *room.text = pwhash::password_hash(scheme, memory, time_cost, parallelism, password, salt, secret, data)?;
        Ok(0)
    }

    /// Whether a password is the one that was stored. A malformed string, or one that asks for more than
    /// `max_memory` bytes (0 stands for 257 MiB), is refused before anything is computed.
    fn password_verify(room, stored: usize, max_memory: u64, password: usize, secret: usize, data: usize) {
        let stored = room.str(stored)?;
        let password = room.next(password)?;
        let secret = room.next(secret)?;
        let data = room.next(data)?;
        Ok(i32::from(pwhash::password_verify(stored, max_memory, password, secret, data)?))
    }

    /// Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew
    /// when its user comes next.
    fn password_is_current(room, stored: usize, scheme: usize, memory: u64, time_cost: u32, parallelism: u32) {
        let stored = room.str(stored)?;
        let scheme = room.str(scheme)?;
        Ok(i32::from(pwhash::password_is_current(stored, scheme, memory, time_cost, parallelism)?))
    }

    /// An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1
    /// (i) or 2 (id); memory is in KiB. The salt has 8 bytes or more, as for strings to store.
    fn argon2(room, variant: u32, memory_kib: u32, passes: u32, lanes: u32, password: usize, salt: usize, secret: usize, data: usize, out: usize) {
        let password = room.next(password)?;
        let salt = room.next(salt)?;
        let secret = room.next(secret)?;
        let data = room.next(data)?;
        let out = room.next(out)?;
        pwhash::argon2(variant, memory_kib, passes, lanes, password, salt, secret, data, out)?;
        Ok(0)
    }

    /// A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes
    /// of memory.
    fn scrypt(room, n: u64, r: u32, p: u32, password: usize, salt: usize, out: usize) {
        let password = room.next(password)?;
        let salt = room.next(salt)?;
        let out = room.next(out)?;
        pwhash::scrypt(n, r, p, password, salt, out)?;
        Ok(0)
    }
}
