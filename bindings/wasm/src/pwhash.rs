//! Password hashes. Passwords stay in the room, which JavaScript wipes after the call; working memory is wiped when it is freed.

use lanesmith_face::pwhash;

use crate::ffi::exports;

exports! {
    /// A string to store: scheme, password, salt, secret, data. Costs that are 0 are the scheme's own.
    fn pwhash_hash(
        room, scheme: usize, memory: f64, time: u32, parallelism: u32, password: usize, salt: usize, secret: usize,
        data: usize
    ) {
        let (scheme, password, salt) = (room.str(scheme)?, room.next(password)?, room.next(salt)?);
        let (secret, data) = (room.next(secret)?, room.next(data)?);
        let stored =
            pwhash::password_hash(scheme, memory as u64, time, parallelism, password, salt, secret, data)?;
        room.text.clear();
        room.text.push_str(&stored);
        Ok(0)
    }

    /// Whether a password is the one that was stored: stored, password, secret, data.
    fn pwhash_verify(room, stored: usize, password: usize, secret: usize, data: usize, max_memory: f64) {
        let (stored, password) = (room.str(stored)?, room.next(password)?);
        let (secret, data) = (room.next(secret)?, room.next(data)?);
        pwhash::password_verify(stored, max_memory as u64, password, secret, data).map(i32::from)
    }

    /// Whether a new string would be another: scheme, stored.
    fn pwhash_needs_rehash(room, scheme: usize, memory: f64, time: u32, parallelism: u32, stored: usize) {
        let (scheme, stored) = (room.str(scheme)?, room.str(stored)?);
        let current = pwhash::password_is_current(stored, scheme, memory as u64, time, parallelism)?;
        Ok(i32::from(!current))
    }

    /// An Argon2 tag: password, salt, secret, data.
    fn pwhash_argon2(
        room, variant: u32, memory: u32, passes: u32, lanes: u32, password: usize, salt: usize, secret: usize,
        data: usize, out: usize
    ) {
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        let (secret, data) = (room.next(secret)?, room.next(data)?);
        pwhash::argon2(variant, memory, passes, lanes, password, salt, secret, data, room.next(out)?)?;
        Ok(0)
    }

    /// A key by scrypt: password, salt.
    fn pwhash_scrypt(room, n: f64, r: u32, p: u32, password: usize, salt: usize, out: usize) {
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        pwhash::scrypt(n as u64, r, p, password, salt, room.next(out)?)?;
        Ok(0)
    }
}
