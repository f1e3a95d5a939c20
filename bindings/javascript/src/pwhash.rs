//! Passwords: strings to store, and verifying them.

use alloc::string::{String, ToString};

use lanesmith::pwhash::Error;
use lanesmith::pwhash::argon2::Variant;
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Context, Costs, PasswordHash, Policy, Scheme};

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

/// A string to store.
pub fn hash(policy: &Policy, context: &Context<'_>, password: &[u8], salt: &[u8]) -> Result<String, Fault> {
    Ok(policy.hash_with(context, password, salt, &mut Arena::new())?.to_string())
}

/// Whether a password is the one that was stored, in a string that may ask for so much memory; 0 for the library's limit.
pub fn verify(stored: &str, context: &Context<'_>, password: &[u8], max_memory: u64) -> Result<bool, Fault> {
    let limits = if max_memory > 0 { Limits::of_memory(max_memory) } else { Limits::default() };
    match stored.parse::<PasswordHash>()?.verify_with(context, password, &limits, &mut Arena::new()) {
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
