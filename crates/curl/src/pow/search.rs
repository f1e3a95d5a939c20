//! Searches: what is asked for, who works on it, and how it ends.
//!
//! Long because the search, its range and the threads that share it are one state machine.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use lanesmith_isa::lanes::Line;
use lanesmith_isa::{Choice, EngineError};
use lanesmith_parallel::{Parts, Workers};

use super::counter::Counter;
use super::order::{LANES, NONCE, Space};
use super::{MAX_WEIGHT, reference};
use crate::curl::{Curl, TRANSACTION};
use crate::error::{Error, PowError, Stopped};
use crate::kernel::pow::{Memory, Plan, TESTED};
use crate::kernel::{RATE, STATE};
use crate::ops::{PowEngine, PowKernel};
use crate::rounds::Rounds;
use crate::trit;

/// The most threads of a search.
const THREADS: usize = 1024;

/// In which order nonces are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Order {
    /// Each nonce once, in the way that costs least.
    ///
    /// For the 81 trits of a transaction's nonce: attempt `n` is lane `n % 64` of batch `n / 64`. The first three trits are the
    /// batch modulo 27, the next four the lane, the others the batch divided by 27, each as digits in base 3, the least
    /// significant first, that stand for 0, 1 and -1. (Lanes 64 to 80 come behind 2^58 * 27 batches.) In a [block](Search::block) with
    /// other free trits, the three are the first neighbours among them.
    ///
    /// ```
    /// use lanesmith_curl::pow::{Job, Search};
    ///
    /// let found = Search::transaction(&[b'A'; 2673], 7)?.run(&Job::new())?;
    /// let mut nonce = [0; 81];
    /// let (first, rest) = nonce.split_at_mut(3);
    /// let (lanes, others) = rest.split_at_mut(4);
    /// for (trits, mut number) in [(first, found.batch % 27), (lanes, found.lane as u64), (others, found.batch / 27)] {
    ///     for trit in trits {
    ///         *trit = [0, 1, -1][number as usize % 3];
    ///         number /= 3;
    ///     }
    /// }
    /// assert_eq!(found.block[162..], nonce);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[default]
    Fast,
    /// That of IRI's `PearlDiver.java` with one worker: of the nonce, the first four trits are the lane's, the last 27
    /// count up from what the sponge has there after the block before, and the others stay what the sponge has.
    Iri,
}

/// One search, seen from outside: its progress, and the means to cancel it. Shared by reference between threads.
///
/// ```
/// use lanesmith_curl::pow::{Job, Search, Stopped};
///
/// let job = Job::new();
/// job.cancel();
/// let search = Search::transaction(&[b'A'; 2673], 14)?;
/// assert_eq!(search.run(&job), Err(Stopped::Cancelled { next: 0 }));
/// assert_eq!(job.attempts(), 0);
/// # Ok::<(), lanesmith_curl::pow::PowError>(())
/// ```
#[derive(Debug, Default)]
pub struct Job {
    cancelled: AtomicBool,
    attempts: Counter,
}

impl Job {
    /// Not cancelled, nothing tried yet.
    pub const fn new() -> Self {
        Job { cancelled: AtomicBool::new(false), attempts: Counter::new(0) }
    }

    /// Ends the search: every thread of it looks here after each batch (well under a millisecond).
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Nonces tried so far.
    pub fn attempts(&self) -> u64 {
        self.attempts.load(Ordering::Relaxed)
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Nonces tried: those of the [`Job`], earlier searches under it included.
    pub attempts: u64,
    /// Seconds since the search began; 0 where there is no clock.
    pub seconds: f64,
    /// The weight searched for.
    pub weight: usize,
}

impl Progress {
    /// Attempts per second.
    pub fn rate(&self) -> f64 {
        self.attempts as f64 / self.seconds.max(1e-9)
    }

    /// Seconds that a search takes on average at this rate.
    pub fn mean_seconds(&self) -> f64 {
        super::mean_attempts(self.weight) / self.rate().max(1e-9)
    }

    /// Seconds within which 99 of 100 searches end at this rate.
    pub fn p99_seconds(&self) -> f64 {
        super::p99_attempts(self.weight) / self.rate().max(1e-9)
    }
}

/// A nonce that is good enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The last block with the nonce in it.
    pub block: [i8; RATE],
    /// Trailing zero trits of the hash: the minimum asked for, or more.
    pub weight: usize,
    /// Where in the order: how many batches of 64 attempts come before.
    pub batch: u64,
    /// Which attempt of the batch.
    pub lane: usize,
}

impl Found {
    /// Writes the nonce where it belongs in the transaction that was searched for: the last 27 of 2673 trytes.
    ///
    /// ```
    /// use lanesmith_curl::pow::{Job, Search};
    /// let mut transaction = [b'A'; 2673];
    /// let found = Search::transaction(&transaction, 3)?.run(&Job::new())?;
    /// found.write_to(&mut transaction)?;
    /// assert_eq!(transaction[2646..], found.nonce());
    /// assert!(found.write_to(&mut transaction[1..]).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for another length; nothing is written then.
    pub fn write_to(&self, transaction: &mut [u8]) -> Result<(), Error> {
        let found = transaction.len();
        let nonce = match transaction.last_chunk_mut() {
            Some(nonce) if found == TRANSACTION => nonce,
            _ => return Err(Error::Length { unit: "trytes", found, expected: "2673 of a transaction" }),
        };
        *nonce = self.nonce();
        Ok(())
    }

    /// The last 27 trytes of the block: the nonce of a transaction. A message of TIP-12 has its nonce elsewhere:
    /// `tip12::nonce` gives it.
    pub fn nonce(&self) -> [u8; 27] {
        let mut trytes = [0; 27];
        for (tryte, group) in trytes.iter_mut().zip(self.block[NONCE..].as_chunks::<3>().0) {
            *tryte = trit::tryte_of(group);
        }
        trytes
    }
}

/// A search for a nonce: what is searched, where, by whom.
#[derive(Clone, Debug)]
pub struct Search {
    engine: Choice<PowKernel>,
    rounds: Rounds,
    /// The midstate with the last block in its rate.
    state: [i8; STATE],
    /// For transactions: the rate of the midstate as it was.
    sponge: Option<[i8; RATE]>,
    free: Vec<usize>,
    space: Space,
    weight: usize,
    workers: Workers<'static>,
    range: Range<u64>,
    saving: bool,
}

impl Search {
    /// A search for the nonce (the last 27 trytes) of a serialised transaction, 2673 trytes, by Curl-P-81.
    ///
    /// # Errors
    /// [`PowError::Weight`]; [`PowError::Input`] for another length or a character that is no tryte.
    pub fn transaction(trytes: &[u8], weight: usize) -> Result<Self, PowError> {
        if trytes.len() != TRANSACTION {
            let expected = "2673 of a transaction";
            return Err(Error::Length { unit: "trytes", found: trytes.len(), expected }.into());
        }
        trit::check_trytes(trytes)?;
        let (before, last) = trytes.split_at(TRANSACTION - RATE / 3);
        let mut curl = Curl::new(Rounds::P81);
        curl.absorb_valid_trytes(before);
        let midstate = curl.state();
        let mut block = [0; RATE];
        for (trits, tryte) in block.as_chunks_mut::<3>().0.iter_mut().zip(last) {
            *trits = trit::trits_of(*tryte);
        }
        let free: Vec<usize> = (NONCE..RATE).collect();
        let mut search = Self::block(Rounds::P81, &midstate, &block, &free, weight)?;
        search.sponge = midstate.first_chunk().copied();
        Ok(search)
    }

    /// A search in any last block: `midstate` is the state of 729 trits before it, `free` names the trits of the block
    /// that may change, ascending. What the block has in these does not matter.
    ///
    /// ```
    /// use lanesmith_curl::pow::{Job, Search};
    /// use lanesmith_curl::{Curl, Rounds};
    ///
    /// let mut curl = Curl::new(Rounds::P27);
    /// curl.absorb_trits(&[1; 243])?;
    /// let free: Vec<usize> = (200..243).collect();
    /// let found = Search::block(Rounds::P27, &curl.state(), &[-1; 243], &free, 4)?.run(&Job::new())?;
    /// curl.absorb_trits(&found.block)?;
    /// assert_eq!(curl.squeeze_trits()[239..], [0; 4]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PowError::Weight`], [`PowError::Input`] for what is no trit, [`PowError::NoFreeTrits`],
    /// [`PowError::FreeTrit`].
    pub fn block(
        rounds: Rounds,
        midstate: &[i8; STATE],
        block: &[i8; RATE],
        free: &[usize],
        weight: usize,
    ) -> Result<Self, PowError> {
        if !(1..=MAX_WEIGHT).contains(&weight) {
            return Err(PowError::Weight { found: weight });
        }
        trit::check_trits(midstate)?;
        trit::check_trits(block)?;
        if free.is_empty() {
            return Err(PowError::NoFreeTrits);
        }
        let wrong = |&at: &usize| free[at] >= RATE || at > 0 && free[at] <= free[at - 1];
        if let Some(at) = (0..free.len()).find(wrong) {
            return Err(PowError::FreeTrit { at, trit: free[at] });
        }
        Ok(Self::new(rounds, midstate, block, Space::fast(free), free.to_vec(), weight))
    }

    pub(super) fn new(
        rounds: Rounds,
        midstate: &[i8; STATE],
        block: &[i8; RATE],
        space: Space,
        free: Vec<usize>,
        weight: usize,
    ) -> Self {
        let mut state = *midstate;
        state[..RATE].copy_from_slice(block);
        let range = 0..space.batches();
        Search {
            engine: Choice::AUTO,
            rounds,
            state,
            sponge: None,
            free,
            space,
            weight,
            workers: Workers::HERE,
            range,
            saving: true,
        }
    }

    /// The same on a chosen engine of [`POW`](crate::POW).
    #[must_use]
    pub fn with_engine(mut self, engine: impl Into<Choice<PowKernel>>) -> Self {
        self.engine = engine.into();
        self
    }

    /// The same on the engine of that name; `auto` is none in particular.
    ///
    /// # Errors
    /// If there is none or this machine cannot run it.
    pub fn by_name(self, engine: &str) -> Result<Self, EngineError> {
        Ok(self.with_engine(Choice::by_name(engine)?))
    }

    /// The same in another order; the whole of it is the range again.
    ///
    /// # Errors
    /// [`PowError::Order`]: only searches for nonces of transactions have a choice.
    pub fn with_order(mut self, order: Order) -> Result<Self, PowError> {
        match (order, &self.sponge) {
            (Order::Fast, Some(_)) => self.space = Space::fast(&self.free),
            (Order::Iri, Some(sponge)) => {
                self.space = Space::iri(sponge);
                self.state[NONCE..RATE].copy_from_slice(&sponge[NONCE..]);
            }
            (Order::Fast, None) => return Ok(self),
            (Order::Iri, None) => return Err(PowError::Order),
        }
        self.range = 0..self.space.batches();
        Ok(self)
    }

    /// The same by these workers; this thread alone by default. The nonce found does not depend on it.
    #[must_use]
    pub fn on(mut self, workers: Workers<'static>) -> Self {
        self.workers = workers;
        self
    }

    /// The same on so many [threads](Workers::threads).
    ///
    /// # Errors
    /// [`PowError::NoThreads`] for zero.
    #[cfg(feature = "std")]
    pub fn with_threads(self, threads: usize) -> Result<Self, PowError> {
        if threads == 0 {
            return Err(PowError::NoThreads);
        }
        Ok(self.on(Workers::threads(threads)))
    }

    /// The same in a part of the order: batches of 64 attempts, as [`Found::batch`] and [`Stopped::Cancelled`] count
    /// them. `start..u64::MAX` goes on from a position.
    ///
    /// # Errors
    /// [`PowError::Range`].
    pub fn within(mut self, range: Range<u64>) -> Result<Self, PowError> {
        let batches = self.space.batches();
        if range.start > range.end || range.start > batches {
            return Err(PowError::Range { from: range.start, to: range.end, batches });
        }
        self.range = range.start..range.end.min(batches);
        Ok(self)
    }

    /// The same with the saving of first and last rounds turned on (as it is by default) or off.
    #[must_use]
    pub fn saving_rounds(mut self, saving: bool) -> Self {
        self.saving = saving;
        self
    }

    /// The engine that the search runs on.
    pub fn engine(&self) -> PowEngine {
        self.engine.handle()
    }

    /// The minimum weight magnitude searched for.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// The range searched, in batches.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Runs the search to its end.
    ///
    /// # Errors
    /// [`Stopped`]: cancelled, or nothing found in the whole range.
    pub fn run(&self, job: &Job) -> Result<Found, Stopped> {
        self.run_watched(job, &mut |_| {})
    }

    /// Runs the search to its end and calls `watch` on the calling thread after each of its batches, which take well
    /// under a millisecond: the place to show progress, to look at the clock, and to [cancel](Job::cancel).
    ///
    /// ```
    /// use lanesmith_curl::pow::{Job, Search};
    /// let (job, mut last) = (Job::new(), 0);
    /// let search = Search::transaction(&[b'A'; 2673], 6)?;
    /// search.run_watched(&job, &mut |progress| {
    ///     last = progress.attempts;
    ///     if progress.seconds > 60.0 {
    ///         job.cancel();
    ///     }
    /// })?;
    /// assert_eq!(last, job.attempts());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_watched(&self, job: &Job, watch: &mut dyn FnMut(Progress)) -> Result<Found, Stopped> {
        let clock = crate::arch::clock::Clock::start();
        let watch = &mut || {
            watch(Progress { attempts: job.attempts(), seconds: clock.seconds(), weight: self.weight });
        };
        let desk = Desk::new(self, self.range());
        // A place for what becomes of each helper.
        let workers = self.workers.at_most(THREADS);
        let mut ends: Vec<Option<End>> = core::iter::repeat_with(|| None).take(workers.count() - 1).collect();
        let (helpers, places) = (ends.len(), Parts::new(&mut ends, 1));
        let work = || {
            if let Some((_, [place])) = places.next() {
                *place = Some(self.worker().work(&desk, job, &mut || {}));
            }
        };
        let mut own = None;
        workers.run(helpers, &work, &mut || own = Some(self.worker().work(&desk, job, watch)));
        desk.settle(own.into_iter().chain(ends.into_iter().flatten()), job)
    }

    /// The memory of one thread of this search: for callers who bring their own threads and divide the range
    /// themselves, or who run many ranges.
    pub fn worker(&self) -> Worker<'_> {
        Worker::new(self)
    }

    /// The weight of a block.
    fn weigh(&self, block: &[i8; RATE]) -> usize {
        let mut state = self.state;
        state[..RATE].copy_from_slice(block);
        trit::trailing_zeros(&reference::digest(state, self.rounds))
    }
}

/// What the workers of a search share.
struct Desk {
    range: Range<u64>,
    /// The next slice to hand out.
    slice: Counter,
    /// The lowest batch that has a nonce.
    best: Counter,
    /// Batches before the first of slice 0.
    skipped: u64,
    values: u64,
}

/// How a worker ended.
enum End {
    /// With a nonce.
    Found(Box<Found>),
    /// In the middle of a sweep that begins at this batch.
    Left(u64),
    /// Nothing left to do.
    Done,
    Miscomputed(Stopped),
}

impl Desk {
    fn new(search: &Search, range: Range<u64>) -> Self {
        let (values, skipped) = (search.space.values(), search.space.skipped);
        Desk {
            slice: Counter::new((range.start + skipped) / values),
            best: Counter::new(u64::MAX),
            range,
            skipped,
            values,
        }
    }

    /// The first batch of a slice.
    fn batch_of(&self, slice: u64) -> u64 {
        (slice * self.values).saturating_sub(self.skipped)
    }

    /// The result of all workers together: the first nonce in the order.
    fn settle(&self, ends: impl IntoIterator<Item = End>, job: &Job) -> Result<Found, Stopped> {
        let mut found: Option<Box<Found>> = None;
        let mut next = self.batch_of(self.slice.load(Ordering::Relaxed));
        let mut left = false;
        for end in ends {
            match end {
                End::Found(new) => match &found {
                    Some(old) if old.batch < new.batch => {}
                    _ => found = Some(new),
                },
                End::Left(batch) => (left, next) = (true, next.min(batch)),
                End::Done => {}
                End::Miscomputed(stopped) => return Err(stopped),
            }
        }
        match found {
            // A worker that left an earlier sweep did so because the job was cancelled.
            Some(found) if !(job.is_cancelled() && left && next <= found.batch) => Ok(*found),
            _ if left => Err(Stopped::Cancelled { next: next.max(self.range.start) }),
            _ => Err(Stopped::Exhausted),
        }
    }
}

/// One thread's share of a [`Search`]: its memory, made once.
///
/// ```
/// use lanesmith_curl::pow::{Job, Search, Stopped};
///
/// let search = Search::transaction(&[b'A'; 2673], 20)?;
/// let job = Job::new();
/// let mut worker = search.worker();
/// assert_eq!(worker.run(0..27, &job), Err(Stopped::Exhausted));
/// assert_eq!(job.attempts(), 27 * 64);
/// # Ok::<(), lanesmith_curl::pow::PowError>(())
/// ```
#[derive(Debug)]
pub struct Worker<'a> {
    search: &'a Search,
    engine: PowEngine,
    memory: Memory,
    plan: Plan,
    /// Lanes that count, for each slice of the sweep.
    valid: Vec<u64>,
}

impl<'a> Worker<'a> {
    fn new(search: &'a Search) -> Self {
        let engine = search.engine();
        let lanes = engine.info.lanes;
        let mut memory = Memory::new(lanes);
        let words = lanes / LANES;
        let planes = Line::words_mut(&mut memory.start).chunks_exact_mut(words);
        for (plane, i) in planes.zip(0..2 * STATE) {
            plane.fill(super::order::word(search.state[i / 2])[i % 2]);
        }
        let (first, last) = match search.saving {
            true => (engine.kernel().saved)(search.rounds),
            false => (0, 0),
        };
        let plan = Plan {
            rounds: search.rounds.count(),
            first,
            last,
            inner_at: search.space.inner.0,
            inner_len: search.space.inner.1,
            digits: search.space.digits,
            tested: search.weight.min(TESTED),
        };
        Worker { search, engine, memory, plan, valid: alloc::vec![0; words] }
    }

    /// Searches a range of batches, clipped to that of the search. The nonce found is the first in the range.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn run(&mut self, range: Range<u64>, job: &Job) -> Result<Found, Stopped> {
        let whole = &self.search.range;
        let from = range.start.clamp(whole.start, whole.end);
        let desk = Desk::new(self.search, from..range.end.clamp(from, whole.end));
        let end = self.work(&desk, job, &mut || {});
        desk.settle([end], job)
    }

    fn work(&mut self, desk: &Desk, job: &Job, watch: &mut dyn FnMut()) -> End {
        let slices = self.valid.len() as u64;
        loop {
            if job.is_cancelled() {
                return End::Left(desk.batch_of(desk.slice.load(Ordering::Relaxed)));
            }
            let slice = desk.slice.fetch_add(slices, Ordering::Relaxed);
            let from = desk.batch_of(slice);
            if from >= desk.range.end || from > desk.best.load(Ordering::Relaxed) {
                return End::Done;
            }
            match self.sweep(desk, slice, job, watch) {
                End::Done => {}
                end => return end,
            }
        }
    }

    /// As many slices as there are words of lanes.
    fn sweep(&mut self, desk: &Desk, slice: u64, job: &Job, watch: &mut dyn FnMut()) -> End {
        let words = self.valid.len();
        let start = Line::words_mut(&mut self.memory.start);
        for (word, valid) in self.valid.iter_mut().enumerate() {
            *valid = self.search.space.slice(slice + word as u64, |trit, planes| {
                start[2 * trit * words + word] = planes[0];
                start[(2 * trit + 1) * words + word] = planes[1];
            });
        }
        let from = desk.batch_of(slice);
        // The batch of a word at an inner value, if it is in the range.
        let batch_at = |word: usize, value: usize| {
            let at = (slice + word as u64) * desk.values + value as u64;
            at.checked_sub(desk.skipped).filter(|batch| desk.range.contains(batch))
        };
        let mut best: Option<Found> = None;
        let mut end = End::Done;
        let (search, valid, engine) = (self.search, &self.valid, self.engine);
        let mut on_batch = |value: usize, hits: &[u64]| {
            let mut attempts = 0;
            for (word, (hits, valid)) in hits.iter().zip(valid).enumerate() {
                let Some(batch) = batch_at(word, value) else { continue };
                attempts += u64::from(valid.count_ones());
                let mut hits = hits & valid;
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    if best.as_ref().is_some_and(|best| best.batch < batch) {
                        break;
                    }
                    let block = search.block_of(slice + word as u64, value, lane);
                    let weight = search.weigh(&block);
                    if weight < search.weight.min(TESTED) {
                        let engine = engine.name();
                        end = End::Miscomputed(Stopped::Miscomputed { engine, batch, lane });
                        return false;
                    }
                    if weight >= search.weight {
                        best = Some(Found { block, weight, batch, lane });
                        desk.best.fetch_min(batch, Ordering::Relaxed);
                        break;
                    }
                }
            }
            job.attempts.fetch_add(attempts, Ordering::Relaxed);
            watch();
            // A nonce in the first word: all that is left lies behind it.
            if best.as_ref().is_some_and(|best| Some(best.batch) == batch_at(0, value)) {
                return false;
            }
            if job.is_cancelled() {
                end = End::Left(from);
                return false;
            }
            from <= desk.best.load(Ordering::Relaxed)
        };
        (self.engine.kernel().sweep)(&mut self.memory, &self.plan, &mut on_batch);
        match (best, end) {
            (Some(best), End::Done) => End::Found(Box::new(best)),
            (_, end) => end,
        }
    }
}

impl Search {
    /// The block of one attempt.
    fn block_of(&self, slice: u64, value: usize, lane: usize) -> [i8; RATE] {
        let mut block = [0; RATE];
        block.copy_from_slice(&self.state[..RATE]);
        self.space.slice(slice, |trit, [low, high]| {
            block[trit] = (high >> lane & 1) as i8 - (low >> lane & 1) as i8;
        });
        let mut digit = value;
        for trit in &mut block[self.space.inner.0..][..self.space.inner.1] {
            *trit = self.space.digits[digit % 3];
            digit /= 3;
        }
        block
    }
}
