//! Parameters for a time and a memory, measured on this machine.

use std::time::{Duration, Instant};

use crate::Error;
use crate::argon2::{Input, Params, hash};
use crate::mem::Arena;

/// The most that a measurement fills: tuning takes a small part of what it tunes.
const SAMPLE_KIB: u32 = 32 << 10;

/// How often the sample is taken; the fastest counts, as others are disturbed.
const SAMPLES: u32 = 3;

/// Parameters of `like` (variant, version, lanes) that take about `time` in one thread of this machine and at most
/// `memory_kib`: as much memory as the time allows, then as many passes.
///
/// ```
/// use std::time::Duration;
/// use lanesmith_pwhash::argon2::Params;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::password::calibrate_argon2;
///
/// let time = Duration::from_millis(20);
/// let params = calibrate_argon2(Params::default().lanes(1), time, 8 << 10, &mut Arena::new())?;
/// assert!(params.get_memory_kib() <= 8 << 10 && params.get_passes() >= 1);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// If `memory_kib` is less than 8 for each lane, or the memory cannot be had.
pub fn calibrate_argon2(
    like: Params,
    time: Duration,
    memory_kib: u32,
    arena: &mut Arena<'_>,
) -> Result<Params, Error> {
    let sample = like.memory_kib(memory_kib.min(SAMPLE_KIB)).passes(1);
    sample.check()?;
    let mut best = Duration::MAX;
    // The first run brings the memory.
    for _ in 0..=SAMPLES {
        let start = Instant::now();
        hash(&sample, &Input::new(b"password", b"somesaltsomesalt"), &mut [0; 32], arena)?;
        best = best.min(start.elapsed());
    }
    let each = best.as_secs_f64() / f64::from(sample.get_memory_kib());
    let whole = each * f64::from(memory_kib);
    let passes = (time.as_secs_f64() / whole).clamp(1.0, f64::from(u32::MAX)) as u32;
    let affordable = (time.as_secs_f64() / each).min(f64::from(memory_kib)) as u32;
    Ok(like.memory_kib(affordable.max(8 * like.get_lanes())).passes(passes))
}
