//! The working memory of password hashes: one pool for the process, whose size a service may limit.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use lanesmith::parallel::Workers;
use lanesmith::pwhash::Error;
use lanesmith::pwhash::mem::{Arena, ArenaOptions, Lease, MemoryError, Pool};
use pyo3::prelude::*;

use crate::ffi::process::PerProcess;
use crate::numbers;
use crate::threads::{Ended, Watch};

/// The module of Python that has the functions.
pub const OF: &str = "lanesmith.pwhash";

/// Memory from one hash to the next, wiped: as many arenas as there were hashes at one time, and no more than [`KEPT`] bytes of it.
static POOL: PerProcess<Pool> = PerProcess::new(|| {
    Pool::new(LIMIT.load(Ordering::Relaxed), usize::MAX, ArenaOptions::default()).keeping(KEPT)
});

/// The most bytes that all hashes of the process may take together: a child of `fork` has the same.
static LIMIT: AtomicUsize = AtomicUsize::new(isize::MAX as usize);

/// Whether hashes for which there is no memory now wait for it, or are refused.
static WAITS: AtomicBool = AtomicBool::new(true);

/// Bytes that are kept between hashes: the usual 64 MiB for some threads. What is more goes back to the system at once.
const KEPT: usize = 256 << 20;

thread_local! {
    /// How many hashes are under way on this thread: more than one in the handler of a signal that interrupted one.
    static UNDER_WAY: Cell<u32> = const { Cell::new(0) };
}

/// Memory of a hash.
pub struct Memory(Lease<'static>);

impl Memory {
    fn new(lease: Lease<'static>) -> Self {
        UNDER_WAY.set(UNDER_WAY.get() + 1);
        Memory(lease)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        UNDER_WAY.set(UNDER_WAY.get() - 1);
    }
}

impl Deref for Memory {
    type Target = Arena<'static>;
    fn deref(&self) -> &Arena<'static> {
        &self.0
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut Arena<'static> {
        &mut self.0
    }
}

/// An arena for a hash of so much memory, which a signal stops and so many threads compute. The memory is taken now: the pool gives an
/// arena again only where all that is asked for fits.
pub fn arena(bytes: usize, threads: usize, watch: &Watch) -> Result<Memory, Ended<Error>> {
    let pool = POOL.get();
    // What a handler interrupted would never give its memory back while the handler waits.
    let lease = match WAITS.load(Ordering::Relaxed) && UNDER_WAY.get() == 0 {
        true => pool.acquire_unless(bytes, || watch.stops()),
        false => pool.try_acquire(bytes),
    };
    let mut arena = match lease {
        Ok(lease) => Memory::new(lease),
        Err(MemoryError::Busy) if watch.stops() => return Err(Ended::Stopped),
        Err(error) => return Err(ended(error.into())),
    };
    arena.reserve(bytes).map_err(|error| ended(error.into()))?;
    let watch = watch.clone();
    arena.interrupt_when(move || watch.stops());
    arena.compute_on(Workers::threads(threads));
    Ok(arena)
}

/// So many bytes, or more than there can be.
pub fn bytes_of(memory: u64) -> usize {
    usize::try_from(memory).unwrap_or(usize::MAX)
}

/// What stopped a hash, if it was a signal.
pub fn ended(error: Error) -> Ended<Error> {
    if error == Error::Interrupted { Ended::Stopped } else { Ended::Failed(error) }
}

/// Gives the memory that is kept between hashes (256 MiB at most, wiped after each) back to the system.
//= def release_memory() -> None: ...
#[pyfunction]
pub fn release_memory() {
    POOL.get().trim();
}

/// At most so many bytes for all hashes of this process at one time (`None`: as many as there are). Hashes for which there is no memory
/// wait, or with `wait=False` raise `MemoryError`; one that needs more than that alone always does.
//= def password_limit_memory(memory: int | None, wait: bool = True) -> None: ...
#[pyfunction]
#[pyo3(name = "limit_memory", signature = (memory, wait=true))]
pub fn password_limit_memory(#[pyo3(from_py_with = numbers::some_memory)] memory: Option<u64>, wait: bool) {
    let limit = bytes_of(memory.unwrap_or(u64::MAX)).min(isize::MAX as usize);
    LIMIT.store(limit, Ordering::Relaxed);
    WAITS.store(wait, Ordering::Relaxed);
    POOL.get().set_budget(limit);
}
