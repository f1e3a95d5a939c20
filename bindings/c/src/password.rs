//! Passwords: strings to store, and verifying them.

use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::password::{PasswordHash, Policy, Scheme};

use crate::error::Outcome;

/// Costs as C gives them: 0 is the scheme's own.
pub struct Costs {
    /// Bytes.
    pub memory: u64,
    /// Passes, rounds, whatever the scheme counts.
    pub time: u32,
    /// Lanes.
    pub parallelism: u32,
}

/// A string to store.
pub fn hash(scheme: &str, password: &[u8], salt: &[u8], costs: &Costs) -> Outcome<String> {
    let mut policy = Policy::new(scheme.parse::<Scheme>()?);
    if costs.parallelism > 0 {
        policy = policy.with_parallelism(costs.parallelism)?;
    }
    if costs.memory > 0 {
        policy = policy.with_memory(costs.memory)?;
    }
    if costs.time > 0 {
        policy = policy.with_time_cost(costs.time)?;
    }
    Ok(policy.hash(password, salt, &mut Arena::new())?.to_string())
}

/// Whether a password is the one that was stored. `most_memory` of 0 is the limit of the library, 1 GiB.
pub fn verify(stored: &str, password: &[u8], most_memory: u64) -> Outcome {
    let mut limits = Limits::default();
    if most_memory > 0 {
        limits.memory = most_memory;
        limits.traffic = limits.traffic.max(most_memory.saturating_mul(8));
    }
    Ok(stored.parse::<PasswordHash>()?.verify(password, &limits, &mut Arena::new())?)
}
