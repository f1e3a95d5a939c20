//! Passwords: strings to store, and verifying them.

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{Costs, PasswordHash, Policy, Scheme};

use crate::error::Outcome;

/// A string to store.
pub fn hash(scheme: &str, password: &[u8], salt: &[u8], costs: Costs) -> Outcome<String> {
    let policy = Policy::new(scheme.parse::<Scheme>()?).with_costs(costs)?;
    Ok(policy.hash(password, salt, &mut Arena::new())?.to_string())
}

/// Whether a password is the one that was stored. `most_memory` of 0 is the limit of the library, 257 MiB.
pub fn verify(stored: &str, password: &[u8], most_memory: u64) -> Outcome {
    let limits = if most_memory > 0 { Limits::of_memory(most_memory) } else { Limits::default() };
    Ok(stored.parse::<PasswordHash>()?.verify(password, &limits, &mut Arena::new())?)
}
