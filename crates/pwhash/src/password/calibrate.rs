//! Costs for a time and a memory, measured on this machine.

use std::time::{Duration, Instant};

use super::Policy;
use crate::Error;
use crate::mem::Arena;

/// The most memory that a measurement fills: tuning takes a small part of what it tunes.
const SAMPLE: u64 = 32 << 20;

/// How often the sample is taken; the fastest counts, as others are disturbed.
const SAMPLES: u32 = 3;

/// Costs, and what they are expected to take on the machine where they were measured.
///
/// ```
/// use std::time::Duration;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Calibration, Policy, Scheme, calibrate_below_floor};
///
/// let like = Policy::new(Scheme::Argon2id).with_parallelism(1)?;
/// let found: Calibration = calibrate_below_floor(&like, Duration::from_millis(1), 1 << 20, &mut Arena::new())?;
/// assert!(found.policy.memory() <= 1 << 20);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// The costs.
    pub policy: Policy,
    /// The time of one hash, computed as the sample was.
    pub expected: Duration,
}

/// Costs of the scheme and variant of `like` that take about `time` on this machine, computed by the
/// [workers of the arena](Arena::compute_on) (one thread by default), and at most `memory` bytes: as
/// much memory as the time allows, then as much time as the scheme's time cost can add. Where that would be
/// [below the floor for new hashes](Policy::is_below_floor), it is the cheapest that is not, which takes longer than `time`.
///
/// A sample of at most 32 MiB is hashed a few times, and the rest follows from it: memory and time costs are proportional
/// to time. Much more memory than the caches hold is somewhat slower than that. TwoCats of 2015 has no time cost and takes its
/// memory in powers of two: what it takes may be as little as half of the time, or less if the memory is at its bound.
///
/// ```
/// use std::time::Duration;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::{Policy, Scheme, calibrate};
///
/// let like = Policy::new(Scheme::Argon2id).with_parallelism(1)?;
/// let found = calibrate(&like, Duration::from_millis(20), 8 << 20, &mut Arena::new())?;
/// assert!(found.policy.memory() <= 8 << 20 && !found.policy.is_below_floor());
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] if `memory` is less than the floor's or the scheme's least, [`Error::Memory`] if the memory cannot be had.
pub fn calibrate(
    like: &Policy,
    time: Duration,
    memory: u64,
    arena: &mut Arena<'_>,
) -> Result<Calibration, Error> {
    let mut floors = like.floors();
    // What states take besides is not what the memory was given for.
    floors.retain(|floor| like.with_memory(memory).is_ok_and(|most| floor.memory() <= most.memory()));
    let Some(floor) = floors.into_iter().min_by_key(Policy::work) else {
        let need = "as much as new hashes have at least (Argon2: 7 MiB, scrypt: 8, yescrypt and Lyra2: 16, TwoCats: 32)";
        return Err(Error::Parameter { name: "memory", value: memory, need });
    };
    let found = calibrate_below_floor(like, time, memory, arena)?;
    if !found.policy.is_below_floor() {
        return Ok(found);
    }
    let dearer = floor.work() as f64 / found.policy.work().max(1) as f64;
    Ok(Calibration { policy: floor, expected: found.expected.mul_f64(dearer) })
}

/// The same where hashes may be as cheap as the time says, down to the least that the scheme can: for tests, and for what is no
/// password of a person's.
///
/// # Errors
/// [`Error::Parameter`] if `memory` is less than the scheme's least, [`Error::Memory`] if the memory cannot be had.
pub fn calibrate_below_floor(
    like: &Policy,
    time: Duration,
    memory: u64,
    arena: &mut Arena<'_>,
) -> Result<Calibration, Error> {
    let cheapest = like.params().cheapest()?;
    let sample = cheapest.with_memory(memory.min(SAMPLE))?;
    let mut best = Duration::MAX;
    // The first run brings the memory.
    for _ in 0..=SAMPLES {
        let start = Instant::now();
        sample.hash(b"password", b"somesaltsomesalt", arena)?;
        best = best.min(start.elapsed());
    }
    // What a unit of work takes here.
    let each = best.as_secs_f64() / sample.work().max(1) as f64;
    let affordable = time.as_secs_f64() / best.as_secs_f64().max(1e-9) * sample.memory() as f64;
    let most = cheapest.with_memory(memory)?;
    let policy = match cheapest.with_memory((affordable as u64).min(memory)) {
        Ok(policy) => policy,
        // Less than the least: that is what there is.
        Err(_) => least(&cheapest, sample),
    };
    let policy = if policy.memory() >= most.memory() { most } else { policy };
    let policy = with_time(policy, time.as_secs_f64() / each);
    Ok(Calibration { policy, expected: Duration::from_secs_f64(each * policy.work() as f64) })
}

/// The least memory that a policy can have, going down from another.
fn least(cheapest: &Policy, from: Policy) -> Policy {
    let mut least = from;
    while let Ok(less) = cheapest.with_memory(least.memory() / 2) {
        if less.memory() >= least.memory() {
            break;
        }
        least = less;
    }
    least
}

/// The highest time cost at which a hash takes no more than so much work.
fn with_time(policy: Policy, work: f64) -> Policy {
    let fits =
        |cost: u32| policy.with_time_cost(cost).ok().filter(|dearer| (dearer.work() as f64) <= work.max(1.0));
    // Work grows with the cost: the last cost that fits is found by halving.
    let (mut good, mut bad) = (policy, u32::MAX);
    let mut low = 0;
    while low + 1 < bad {
        let middle = low + (bad - low) / 2;
        match fits(middle) {
            Some(dearer) => (good, low) = (dearer, middle),
            None => bad = middle,
        }
    }
    good
}
