//! Passwords: strings to store, and verifying them.

use alloc::string::{String, ToString};

use lanesmith::pwhash::argon2::{self, Variant};
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Context, Costs, PasswordHash, Policy, Scheme};
use lanesmith::pwhash::{Error, scrypt};

use crate::Fault;

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let code = if matches!(error, Error::Memory(_)) { "MEMORY" } else { "PASSWORD" };
        Fault::new(code, error)
    }
}

/// A scheme by its name, with costs of which 0 stands for the scheme's own.
pub fn policy(scheme: &str, memory: u64, time: u32, parallelism: u32) -> Result<Policy, Fault> {
    let costs = Costs::nonzero(memory, time, parallelism);
    Ok(Policy::new(scheme.parse::<Scheme>()?).with_costs(costs)?)
}

/// What is wrong; where it is memory, how much the whole hash asks for. (What was refused may be a part of it, in units of no use to
/// the caller.)
fn asking(error: Error, bytes: u64) -> Fault {
    match error {
        Error::Memory(_) => {
            let words = format_args!(
                "the hash takes {bytes} bytes of memory, which cannot be had here: ask for less"
            );
            Fault::new("MEMORY", words)
        }
        error => error.into(),
    }
}

/// A string to store.
pub fn hash(policy: &Policy, context: &Context<'_>, password: &[u8], salt: &[u8]) -> Result<String, Fault> {
    let stored = policy.hash_in(context, password, salt, &mut Arena::new());
    Ok(stored.map_err(|error| asking(error, policy.memory()))?.to_string())
}

/// An Argon2 tag. Its salt is no shorter than that of a string to store, as in the reference implementation.
pub fn argon2(params: &argon2::Params, input: &argon2::Input<'_>, tag: &mut [u8]) -> Result<(), Fault> {
    let bytes = input.salt.len();
    if bytes < 8 {
        return Err(Error::Length { what: "salt", bytes, need: "8 bytes or more" }.into());
    }
    let done = argon2::hash(params, input, tag, &mut Arena::new());
    done.map_err(|error| asking(error, params.memory()))
}

/// A key by scrypt.
pub fn scrypt(params: &scrypt::Params, password: &[u8], salt: &[u8], key: &mut [u8]) -> Result<(), Fault> {
    let done = scrypt::derive(params, password, salt, key, &mut Arena::new());
    done.map_err(|error| asking(error, params.memory()))
}

/// Whether a password is the one that was stored, in a string that may ask for so much memory; 0 for the library's limit.
pub fn verify(stored: &str, context: &Context<'_>, password: &[u8], max_memory: u64) -> Result<bool, Fault> {
    let limits = if max_memory > 0 { Limits::of_memory(max_memory) } else { Limits::default() };
    match stored.parse::<PasswordHash>()?.verify_in(context, password, &limits, &mut Arena::new()) {
        Ok(()) => Ok(true),
        Err(Error::WrongPassword) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Whether a new string would be another.
pub fn needs_rehash(stored: &str, policy: &Policy) -> Result<bool, Fault> {
    Ok(stored.parse::<PasswordHash>()?.needs_rehash(policy))
}

/// A variant of Argon2, by its number in RFC 9106.
pub fn argon2_variant(number: u32) -> Result<Variant, Fault> {
    match number {
        0 => Ok(Variant::D),
        1 => Ok(Variant::I),
        2 => Ok(Variant::Id),
        other => Err(Fault::new("RANGE", format_args!("variant is {other}: it must be 0, 1 or 2"))),
    }
}
