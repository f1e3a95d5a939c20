//! Passwords.

use std::ffi::c_char;

use lanesmith::pwhash::password::Costs;

use super::raw;
use crate::Status;
use crate::password;

/// No stored string is longer, with the zero byte.
const STORED: usize = 4096;

/// A string to store for a password, with a zero byte at the end: scheme, costs, salt and hash. The scheme is "argon2id",
/// "yescrypt", "scrypt" or another that the library knows. The salt is yours: 16 random bytes, others for each password.
/// Costs that are 0 are the scheme's own; `memory` is in bytes. 512 bytes of room are enough for the schemes named. The
/// memory of the hash is wiped before this returns.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_hash(
    scheme: *const c_char,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    memory: u64,
    time_cost: u32,
    parallelism: u32,
    out: *mut c_char,
    room: usize,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for each.
        let (scheme, password, salt) = unsafe {
            (
                raw::text("scheme", scheme, 64)?,
                raw::input("password", password, password_len)?,
                raw::input("salt", salt, salt_len)?,
            )
        };
        let costs = Costs::nonzero(memory, time_cost, parallelism);
        let stored = password::hash(scheme, password, salt, costs)?;
        // SAFETY: likewise. Nothing of the inputs is read any more.
        unsafe { raw::write_text("out", out, room, &stored) }
    })
}

/// Whether a password is the one that was stored: LANESMITH_STATUS_OK or LANESMITH_STATUS_MISMATCH. A malformed string, or
/// one that asks for more than `max_memory` bytes (0: 257 MiB), is refused before anything is computed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_password_verify(
    stored: *const c_char,
    password: *const u8,
    password_len: usize,
    max_memory: u64,
) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        let (stored, password) = unsafe {
            (raw::text("stored", stored, STORED)?, raw::input("password", password, password_len)?)
        };
        password::verify(stored, password, max_memory)
    })
}
