//! Password hashes. Passwords stay in the room, which JavaScript wipes after the call; working memory is wiped when it is freed.

use lanesmith::pwhash::argon2::{self, Input};
use lanesmith::pwhash::password::{Context, Policy};
use lanesmith::pwhash::scrypt;
use lanesmith_javascript::pwhash::{self, argon2_variant, hash, needs_rehash, verify};

use crate::fault::Fault;
use crate::ffi::{Room, exports};

/// Costs, of which 0 stands for the scheme's own; the name of the scheme is next in the room.
fn policy(
    room: &mut Room<'_>,
    scheme: usize,
    memory: f64,
    time: u32,
    parallelism: u32,
) -> Result<Policy, Fault> {
    pwhash::policy(room.str(scheme)?, memory as u64, time, parallelism)
}

/// Secret and data, which are next in the room.
fn context<'a>(room: &mut Room<'a>, secret: usize, data: usize) -> Result<Context<'a>, Fault> {
    Ok(Context::new().secret(room.next(secret)?).data(room.next(data)?))
}

fn put_text(room: &mut Room<'_>, text: &str) -> Result<i32, Fault> {
    room.text.clear();
    room.text.push_str(text);
    Ok(0)
}

exports! {
    /// A string to store: scheme, password, salt, secret, data.
    fn pwhash_hash(
        room, scheme: usize, memory: f64, time: u32, parallelism: u32, password: usize, salt: usize, secret: usize,
        data: usize
    ) {
        let policy = policy(room, scheme, memory, time, parallelism)?;
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        let stored = hash(&policy, &context(room, secret, data)?, password, salt)?;
        put_text(room, &stored)
    }

    /// Whether a password is the one that was stored: stored, password, secret, data.
    fn pwhash_verify(room, stored: usize, password: usize, secret: usize, data: usize, max_memory: f64) {
        let (stored, password) = (room.str(stored)?, room.next(password)?);
        verify(stored, &context(room, secret, data)?, password, max_memory as u64).map(i32::from)
    }

    /// Whether a new string would be another: scheme, stored.
    fn pwhash_needs_rehash(room, scheme: usize, memory: f64, time: u32, parallelism: u32, stored: usize) {
        let policy = policy(room, scheme, memory, time, parallelism)?;
        needs_rehash(room.str(stored)?, &policy).map(i32::from)
    }

    /// An Argon2 tag: password, salt, secret, data.
    fn pwhash_argon2(
        room, variant: u32, memory: u32, passes: u32, lanes: u32, password: usize, salt: usize, secret: usize,
        data: usize, out: usize
    ) {
        let params = argon2::Params::default().variant(argon2_variant(variant)?);
        let params = params.memory_kib(memory).passes(passes).lanes(lanes);
        let input = Input::new(room.next(password)?, room.next(salt)?);
        let input = input.secret(room.next(secret)?).data(room.next(data)?);
        pwhash::argon2(&params, &input, room.next(out)?)?;
        Ok(0)
    }

    /// A key by scrypt: password, salt.
    fn pwhash_scrypt(room, n: f64, r: u32, p: u32, password: usize, salt: usize, out: usize) {
        let params = scrypt::Params::new(n as u64, r, p);
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        pwhash::scrypt(&params, password, salt, room.next(out)?)?;
        Ok(0)
    }
}
