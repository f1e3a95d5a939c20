//! Password hashes. Passwords stay in the room, which JavaScript wipes after the call; working memory is wiped when it is freed.

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Context, PasswordHash, Policy, Scheme};
use lanesmith::pwhash::{Error, argon2, scrypt};

use crate::fault::Fault;
use crate::ffi::{Room, exports};

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let code = if matches!(error, Error::Memory(_)) { "MEMORY" } else { "PASSWORD" };
        Fault::new(code, error)
    }
}

/// Costs, of which 0 stands for the scheme's own; the name of the scheme is next in the room.
struct Costs {
    scheme: usize,
    memory: f64,
    time: u32,
    parallelism: u32,
}

impl Costs {
    fn policy(&self, room: &mut Room<'_>) -> Result<Policy, Fault> {
        let mut policy = Policy::new(room.str(self.scheme)?.parse::<Scheme>()?);
        if self.parallelism > 0 {
            policy = policy.with_parallelism(self.parallelism)?;
        }
        if self.memory > 0.0 {
            policy = policy.with_memory(self.memory as u64)?;
        }
        if self.time > 0 {
            policy = policy.with_time_cost(self.time)?;
        }
        Ok(policy)
    }
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
        let policy = Costs { scheme, memory, time, parallelism }.policy(room)?;
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        let context = Context::new().secret(room.next(secret)?).data(room.next(data)?);
        let stored = policy.hash_with(&context, password, salt, &mut Arena::new())?;
        put_text(room, &stored.to_string())
    }

    /// Whether a password is the one that was stored: stored, password, secret, data.
    fn pwhash_verify(room, stored: usize, password: usize, secret: usize, data: usize, max_memory: f64) {
        let stored: PasswordHash = room.str(stored)?.parse()?;
        let password = room.next(password)?;
        let context = Context::new().secret(room.next(secret)?).data(room.next(data)?);
        let mut limits = Limits::default();
        if max_memory > 0.0 {
            limits.memory = max_memory as u64;
            limits.traffic = limits.traffic.max(limits.memory.saturating_mul(8));
        }
        match stored.verify_with(&context, password, &limits, &mut Arena::new()) {
            Ok(()) => Ok(1),
            Err(Error::WrongPassword) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a new string would be another: scheme, stored.
    fn pwhash_needs_rehash(room, scheme: usize, memory: f64, time: u32, parallelism: u32, stored: usize) {
        let policy = Costs { scheme, memory, time, parallelism }.policy(room)?;
        let stored: PasswordHash = room.str(stored)?.parse()?;
        Ok(i32::from(stored.needs_rehash(&policy)))
    }

    /// An Argon2 tag: password, salt, secret, data.
    fn pwhash_argon2(
        room, variant: u32, memory: u32, passes: u32, lanes: u32, password: usize, salt: usize, secret: usize,
        data: usize, out: usize
    ) {
        let variant = match variant {
            0 => argon2::Variant::D,
            1 => argon2::Variant::I,
            2 => argon2::Variant::Id,
            _ => return Err(Fault::room()),
        };
        let params = argon2::Params::default().variant(variant).memory_kib(memory).passes(passes).lanes(lanes);
        let input = argon2::Input::new(room.next(password)?, room.next(salt)?);
        let input = input.secret(room.next(secret)?).data(room.next(data)?);
        argon2::hash(&params, &input, room.next(out)?, &mut Arena::new())?;
        Ok(0)
    }

    /// A key by scrypt: password, salt.
    fn pwhash_scrypt(room, n: f64, r: u32, p: u32, password: usize, salt: usize, out: usize) {
        let params = scrypt::Params::new(n as u64, r, p);
        let (password, salt) = (room.next(password)?, room.next(salt)?);
        scrypt::derive(&params, password, salt, room.next(out)?, &mut Arena::new())?;
        Ok(0)
    }
}
