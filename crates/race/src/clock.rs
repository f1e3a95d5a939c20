//! The clocks that a race reads. A trait, so that tests can race against a clock of their own.

use std::hint::black_box;
use std::time::Instant;

/// What a race needs to know of time.
pub trait Clock {
    /// CPU time of this thread in nanoseconds, where the system tells it, else wall time.
    fn cpu(&self) -> u64;
    /// Wall time in nanoseconds.
    fn wall(&self) -> u64;
    /// The core clock of this moment in GHz.
    fn gigahertz(&self) -> f64;
    /// Of the CPU time, what this thread spent in the operating system, where that is told: page faults above all.
    fn system(&self) -> Option<u64> {
        None
    }
}

/// The clocks of this machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock { start: Instant::now() }
    }
}

/// What [`Clock::cpu`] of the system's clock measures.
pub const CPU_CLOCK: &str = if cfg!(unix) { "thread-cpu" } else { "wall" };

impl Clock for SystemClock {
    #[cfg(unix)]
    fn cpu(&self) -> u64 {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        (time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64)
    }

    #[cfg(not(unix))]
    fn cpu(&self) -> u64 {
        self.wall()
    }

    fn wall(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn system(&self) -> Option<u64> {
        use nix::sys::{resource, time::TimeValLike};
        let usage = resource::getrusage(resource::UsageWho::RUSAGE_THREAD).ok()?;
        u64::try_from(usage.system_time().num_nanoseconds()).ok()
    }

    /// The fastest of three short runs of a chain in which every instruction waits for the one before: being
    /// interrupted only ever makes one slower.
    fn gigahertz(&self) -> f64 {
        const STEPS: u32 = 4_000;
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let begin = Instant::now();
            black_box(chain(STEPS));
            best = best.min(begin.elapsed().as_nanos() as f64);
        }
        f64::from(STEPS * CYCLES_PER_STEP) / best
    }
}

const CYCLES_PER_STEP: u32 = 32;

/// Exclusive-or and addition of registers take one cycle each on every core that this runs on, and no compiler can
/// merge them. Immediate operands would not do: some cores fold `add reg, imm` away at rename.
fn chain(steps: u32) -> u64 {
    let (mut x, a, b) = black_box((1_u64, 0x9e37_79b9_7f4a_7c15_u64, 0xd1b5_4a32_d192_ed03_u64));
    for _ in 0..steps {
        for _ in 0..CYCLES_PER_STEP / 2 {
            x = (x ^ a).wrapping_add(b);
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_clock_is_one_that_cpus_have() {
        let clock = SystemClock::default();
        let best = (0..20).map(|_| clock.gigahertz()).fold(0.0, f64::max);
        assert!((0.3..7.0).contains(&best), "{best} GHz");
    }

    #[test]
    fn cpu_time_advances_with_work() {
        let clock = SystemClock::default();
        let before = clock.cpu();
        black_box(chain(200_000));
        assert!(clock.cpu() > before);
    }
}
