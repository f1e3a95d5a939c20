//! The memory of password hashes, and who computes them: settings of the process.

use lanesmith::pwhash::Error;
use lanesmith::pwhash::mem::Arena;

/// Runs a hash in memory of so many bytes, once there is so much.
#[cfg(not(feature = "std"))]
pub fn within<T>(_: usize, work: impl FnOnce(&mut Arena<'_>) -> Result<T, Error>) -> Result<T, Error> {
    work(&mut Arena::new())
}

#[cfg(feature = "std")]
pub use limited::{set, within};

#[cfg(feature = "std")]
mod limited {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use lanesmith::pwhash::Workers;
    use lanesmith::pwhash::mem::{ArenaOptions, Pool};

    use super::{Arena, Error};

    /// As much as there is.
    const ALL: usize = usize::MAX >> 1;

    /// Wiped memory for the next hash where hashes have several threads: to take it anew from the system is work for one.
    const KEPT: usize = 256 << 20;

    /// Nothing is kept between hashes until [`set`] says so, unless a hash waits for it.
    static POOL: LazyLock<Pool> =
        LazyLock::new(|| Pool::new(ALL, usize::MAX, ArenaOptions::default()).keeping(0));

    /// Threads of a hash.
    static THREADS: AtomicUsize = AtomicUsize::new(1);

    /// Whether hashes for which there is no memory now are refused.
    static REFUSES: AtomicBool = AtomicBool::new(false);

    /// Runs a hash in memory of so many bytes, once there is so much.
    pub fn within<T>(
        bytes: usize,
        work: impl FnOnce(&mut Arena<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let refuses = REFUSES.load(Ordering::Relaxed);
        let mut arena = if refuses { POOL.try_acquire(bytes) } else { POOL.acquire(bytes) }?;
        arena.compute_on(Workers::threads(THREADS.load(Ordering::Relaxed)));
        work(&mut arena)
    }

    /// Threads of each hash, 0 for as many as there are cores; bytes of all, 0 for no limit; whether those are refused for which there is
    /// no memory now.
    pub fn set(threads: u32, memory: u64, refuse: bool) {
        let threads = if threads == 0 { Workers::cores().count() } else { threads as usize };
        THREADS.store(threads, Ordering::Relaxed);
        REFUSES.store(refuse, Ordering::Relaxed);
        POOL.keep(if threads > 1 { KEPT } else { 0 });
        POOL.set_budget(if memory == 0 { ALL } else { usize::try_from(memory).unwrap_or(ALL).min(ALL) });
    }
}
