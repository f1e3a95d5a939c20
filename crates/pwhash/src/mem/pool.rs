//! A pool of arenas: a bound on the memory and on the number of hashes at the same time.

use core::fmt;
use core::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::vec::Vec;

use lanesmith_parallel::Workers;

use super::region::cost;
use super::{Arena, ArenaOptions, MemoryError};

/// Bytes that an arena adds to what is asked of it.
use super::arena::SLACK;

/// How often somebody who waits is asked whether to go on waiting.
const TICK: Duration = Duration::from_millis(20);

/// Arenas for a service: at most so many hashes at the same time, in at most so much memory. Who comes later waits.
///
/// When a [`Lease`] ends, what its hash left in the memory is wiped; this takes a few hundredths of the time of the hash. The
/// memory itself is kept for the next hash: of as many arenas as there were hashes at one time, and
/// [no more than is wanted](Self::keeping).
///
/// ```
/// use lanesmith_pwhash::argon2::{Input, Params, hash};
/// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
///
/// let pool = Pool::new(256 << 20, 4, ArenaOptions::default());
/// let params = Params::default().memory_kib(1024);
/// let mut tag = [0; 32];
/// // In any thread:
/// let mut arena = pool.acquire(params.memory() as usize)?;
/// hash(&params, &Input::new(b"password", b"somesalt"), &mut tag, &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
pub struct Pool {
    places: usize,
    options: ArenaOptions,
    workers: Workers<'static>,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    /// The most bytes that may be held.
    budget: usize,
    /// The most bytes that nobody uses.
    kept: usize,
    /// Arenas that nobody uses, with their memory.
    idle: Vec<Arena<'static>>,
    /// Bytes that are held by idle arenas or promised to leases.
    held: usize,
    /// How many leases there are.
    leases: usize,
}

impl Pool {
    /// A pool of at most `budget` bytes for at most `places` hashes at the same time (at least one).
    pub fn new(budget: usize, places: usize, options: ArenaOptions) -> Self {
        let state = Mutex::new(State { budget, kept: usize::MAX, idle: Vec::new(), held: 0, leases: 0 });
        let (workers, returned) = (Workers::HERE, Condvar::new());
        Pool { places: places.max(1), options, workers, state, returned }
    }

    /// The same, but with no more than `bytes` kept for later while nobody uses them: what goes beyond it goes back to the
    /// system when its hash is done. Without this, a pool keeps up to its whole budget.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
    /// let pool = Pool::new(1 << 30, 16, ArenaOptions::default()).keeping(64 << 20);
    /// let mut lease = pool.acquire(512 << 20)?;
    /// lease.reserve(512 << 20)?;
    /// drop(lease);
    /// assert_eq!(pool.held(), 0);
    /// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
    /// ```
    #[must_use]
    pub fn keeping(self, bytes: usize) -> Self {
        self.keep(bytes);
        self
    }

    /// [`Pool::keeping`] from now on. If what is kept already is too much, it goes back to the system.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
    /// let pool = Pool::new(1 << 24, 1, ArenaOptions::default());
    /// pool.acquire(1 << 20)?.reserve(1 << 20)?;
    /// assert!(pool.held() > 0);
    /// pool.keep(0);
    /// assert_eq!(pool.held(), 0);
    /// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
    /// ```
    pub fn keep(&self, bytes: usize) {
        let mut state = self.lock();
        state.kept = bytes;
        let idle = state.idle.iter().map(Arena::footprint).sum::<usize>();
        drop(state);
        if idle > bytes {
            self.trim();
        }
    }

    /// The same, with hashes [computed by these workers](Arena::compute_on).
    ///
    /// ```
    /// use lanesmith_pwhash::Workers;
    /// use lanesmith_pwhash::mem::{ArenaOptions, Pool};
    /// use lanesmith_pwhash::password::Policy;
    /// let pool = Pool::new(256 << 20, 16, ArenaOptions::default()).computing_on(Workers::threads(4));
    /// let policy = Policy::default();
    /// let stored = policy.hash(b"correct horse", b"16 random bytes!", &mut *pool.acquire(policy.arena_bytes())?)?;
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    #[must_use]
    pub fn computing_on(self, workers: Workers<'static>) -> Self {
        Pool { workers, ..self }
    }

    /// Another budget from now on. Hashes that are under way keep what they have; memory that nobody uses goes back to the system if it
    /// is too much.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::{ArenaOptions, MemoryError, Pool};
    /// let pool = Pool::new(usize::MAX, 64, ArenaOptions::default());
    /// pool.set_budget(32 << 20);
    /// assert!(matches!(pool.acquire(64 << 20), Err(MemoryError::OverBudget { .. })));
    /// ```
    pub fn set_budget(&self, budget: usize) {
        self.lock().budget = budget;
        if self.held() > budget {
            self.trim();
        }
        self.returned.notify_all();
    }

    /// The most bytes that it may hold.
    pub fn budget(&self) -> usize {
        self.lock().budget
    }

    /// An arena for hashes of up to `bytes`, as soon as there is a place and memory for it.
    ///
    /// # Errors
    /// [`MemoryError::OverBudget`] if it can never have so much.
    pub fn acquire(&self, bytes: usize) -> Result<Lease<'_>, MemoryError> {
        let mut state = self.lock();
        loop {
            match self.take(&mut state, bytes) {
                Err(MemoryError::Busy) => {
                    state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                result => return result,
            }
        }
    }

    /// The same, unless `stop` says so, which is asked about fifty times a second while there is nothing to be had: whoever waits may look
    /// at the clock, or at signals.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use lanesmith_pwhash::mem::{ArenaOptions, MemoryError, Pool};
    /// let pool = Pool::new(1 << 24, 1, ArenaOptions::default());
    /// let lease = pool.acquire(1 << 20)?;
    /// let deadline = Instant::now() + Duration::from_millis(50);
    /// assert!(matches!(pool.acquire_unless(1 << 20, || Instant::now() > deadline), Err(MemoryError::Busy)));
    /// # Ok::<(), MemoryError>(())
    /// ```
    ///
    /// # Errors
    /// [`MemoryError::OverBudget`] if it can never have so much, [`MemoryError::Busy`] if it was stopped.
    pub fn acquire_unless(
        &self,
        bytes: usize,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Lease<'_>, MemoryError> {
        loop {
            let mut state = self.lock();
            match self.take(&mut state, bytes) {
                Err(MemoryError::Busy) => {}
                result => return result,
            }
            drop(self.returned.wait_timeout(state, TICK));
            // Not under the lock: it is the caller's.
            if stop() {
                return Err(MemoryError::Busy);
            }
        }
    }

    /// The same without waiting.
    ///
    /// # Errors
    /// [`MemoryError::OverBudget`], or [`MemoryError::Busy`] if others use the memory or the places now.
    pub fn try_acquire(&self, bytes: usize) -> Result<Lease<'_>, MemoryError> {
        self.take(&mut self.lock(), bytes)
    }

    /// Wipes the memory that nobody uses, and gives it back to the system.
    pub fn trim(&self) {
        let mut state = self.lock();
        let idle = core::mem::take(&mut state.idle);
        state.held -= idle.iter().map(Arena::footprint).sum::<usize>();
        drop(state);
        drop(idle);
        self.returned.notify_all();
    }

    /// Bytes of the system's that are in use, promised or kept for later, with what aligning them costs.
    pub fn held(&self) -> usize {
        self.lock().held
    }

    /// Nothing that runs under the lock can panic half-way, so a poisoned one is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, state: &mut State, bytes: usize) -> Result<Lease<'_>, MemoryError> {
        let needed = cost(bytes.saturating_add(SLACK));
        let budget = state.budget;
        if needed > budget {
            return Err(MemoryError::OverBudget { needed, budget });
        }
        if state.leases == self.places {
            return Err(MemoryError::Busy);
        }
        let fits = |arena: &Arena<'_>| arena.capacity() >= bytes.saturating_add(SLACK);
        let best =
            (0..state.idle.len()).filter(|&i| fits(&state.idle[i])).min_by_key(|&i| state.idle[i].capacity());
        let (arena, promised) = match best {
            Some(i) => {
                let arena = state.idle.swap_remove(i);
                let promised = arena.footprint();
                (arena, promised)
            }
            None => {
                // All are too small: one makes way, so that there are never more than leases at one time, and others where the
                // budget is short. The largest go first.
                let mut makes_way = true;
                while (makes_way || state.held > budget - needed) && !state.idle.is_empty() {
                    let largest = (0..state.idle.len()).max_by_key(|&i| state.idle[i].capacity());
                    state.held -= largest.map_or(0, |i| state.idle.swap_remove(i).footprint());
                    makes_way = false;
                }
                if state.held > budget - needed {
                    return Err(MemoryError::Busy);
                }
                state.held += needed;
                (Arena::with_options(self.options), needed)
            }
        };
        state.leases += 1;
        let mut arena = arena.limited(bytes);
        arena.compute_on(self.workers);
        Ok(Lease { pool: self, arena: Some(arena), promised })
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("Pool")
            .field("budget", &state.budget)
            .field("places", &self.places)
            .field("held", &state.held)
            .field("leases", &state.leases)
            .finish_non_exhaustive()
    }
}

/// An arena of a pool. When dropped it is wiped and goes back, and keeps its memory there.
///
/// ```
/// use lanesmith_pwhash::mem::{ArenaOptions, MemoryError, Pool};
/// let pool = Pool::new(1 << 24, 1, ArenaOptions::default());
/// let lease = pool.acquire(1 << 20)?;
/// assert!(matches!(pool.try_acquire(1 << 20), Err(MemoryError::Busy)));
/// drop(lease);
/// assert!(pool.try_acquire(1 << 20).is_ok());
/// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
/// ```
#[derive(Debug)]
pub struct Lease<'p> {
    pool: &'p Pool,
    /// There until it is dropped.
    arena: Option<Arena<'static>>,
    promised: usize,
}

impl Deref for Lease<'_> {
    type Target = Arena<'static>;
    fn deref(&self) -> &Arena<'static> {
        match &self.arena {
            Some(arena) => arena,
            None => unreachable!("taken out by drop only"),
        }
    }
}

impl DerefMut for Lease<'_> {
    fn deref_mut(&mut self) -> &mut Arena<'static> {
        match &mut self.arena {
            Some(arena) => arena,
            None => unreachable!("taken out by drop only"),
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        // Before others wait for the lock.
        if let Some(arena) = &mut self.arena {
            arena.uninterruptible();
            arena.wipe();
            arena.compute_on(Workers::HERE);
        }
        let mut state = self.pool.lock();
        let idle = state.idle.iter().map(Arena::footprint).sum::<usize>();
        let keeps = |arena: &Arena<'_>| {
            let bytes = arena.footprint();
            bytes > 0 && idle.saturating_add(bytes) <= state.kept.min(state.budget)
        };
        match self.arena.take_if(|arena| keeps(arena)) {
            Some(arena) => {
                state.held += arena.footprint();
                state.idle.push(arena);
            }
            // It goes back to the system before another takes its place in the budget.
            None => {
                drop(state);
                self.arena = None;
                state = self.pool.lock();
            }
        }
        state.leases -= 1;
        state.held -= self.promised;
        drop(state);
        self.pool.returned.notify_all();
    }
}
