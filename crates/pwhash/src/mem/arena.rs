//! The arena and what is taken from it.

use core::fmt;

use lanesmith_parallel::Workers;

use super::interrupt::{Interrupt, Question};
use super::region::Region;
use super::{ArenaOptions, MemoryError, Plain, wipe};

/// What is taken beside what was asked for, so that pieces can be aligned.
pub(super) const SLACK: usize = 64 * 64;

/// Bytes that are worth a thread of their own: to fill them takes a few times as long as to start it.
const WORTH: usize = 256 << 10;

/// Bytes that are wiped at a time.
const PIECE: usize = 2 << 20;

/// Pieces that are worth a thread of their own: to wipe one takes about as long as to start it.
const PIECES: usize = 4;

/// Wipes what is not zero. Memory that a hash has not come to yet, as it was stopped, has no pages: writing there would make the system
/// find them, which can take seconds, and reading does not.
fn wipe_written(workers: Workers<'_>, bytes: &mut [u8]) {
    let is_zero =
        |bytes: &[u8]| bytes.chunks(256).all(|part| part.iter().fold(0, |all, byte| all | byte) == 0);
    let workers = workers.at_most(bytes.len() / (PIECES * PIECE));
    workers.chunks(bytes, PIECE, |_, piece| {
        if !is_zero(piece) {
            wipe(piece);
        }
    });
}

enum Memory<'m> {
    None,
    Owned(Region),
    Borrowed(&'m mut [u8]),
}

/// Memory for hashes, kept from one to the next.
///
/// An arena grows to what the largest hash so far needed, and is wiped when it grows, is [released](Self::release) or
/// dropped. Between hashes it keeps what the last one left: the next one overwrites that, and [`wipe`](Self::wipe) does
/// so at once.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// let mut arena = Arena::new();
/// arena.reserve(1 << 20)?;
/// assert!(arena.capacity() >= 1 << 20);
/// arena.release();
/// assert_eq!(arena.capacity(), 0);
/// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
/// ```
pub struct Arena<'m> {
    memory: Memory<'m>,
    options: ArenaOptions,
    /// How many bytes from the start may hold something.
    used: usize,
    /// What a pool allows.
    limit: usize,
    /// What is taken beside what was asked for: [`SLACK`], or nothing.
    slack: usize,
    /// Whether hashes are to stop.
    question: Option<Question<'m>>,
    /// Who computes them.
    workers: Workers<'m>,
}

impl Arena<'static> {
    /// An empty arena with the default options.
    pub fn new() -> Self {
        Self::with_options(ArenaOptions::default())
    }

    /// An empty arena.
    pub fn with_options(options: ArenaOptions) -> Self {
        Arena {
            memory: Memory::None,
            options,
            used: 0,
            limit: usize::MAX,
            slack: SLACK,
            question: None,
            workers: Workers::HERE,
        }
    }
}

impl Default for Arena<'static> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'m> Arena<'m> {
    /// An arena in memory of the caller's. It never grows.
    ///
    /// ```
    /// use lanesmith_pwhash::mem::{Arena, MemoryError};
    /// let mut memory = vec![0; 1 << 16];
    /// let mut arena = Arena::borrowed(&mut memory);
    /// assert!(arena.space(1 << 15).is_ok());
    /// assert!(matches!(arena.space(1 << 17), Err(MemoryError::TooSmall { .. })));
    /// ```
    pub fn borrowed(memory: &'m mut [u8]) -> Self {
        Arena {
            memory: Memory::Borrowed(memory),
            options: ArenaOptions::default(),
            used: 0,
            limit: usize::MAX,
            slack: SLACK,
            question: None,
            workers: Workers::HERE,
        }
    }

    /// An arena in memory of the caller's that a hash may fill to its last byte: pieces are aligned to 64 bytes where there is room for
    /// that, and else as their items want it. For callers who promised somebody how much memory a hash takes, and for hashes that take
    /// one piece, as Argon2 does.
    ///
    /// ```
    /// use lanesmith_pwhash::argon2::{Input, Params, hash};
    /// use lanesmith_pwhash::mem::Arena;
    /// let params = Params::default().memory_kib(64);
    /// let mut memory = vec![0; params.memory() as usize];
    /// hash(&params, &Input::new(b"password", b"somesalt"), &mut [0; 32], &mut Arena::filling(&mut memory))?;
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn filling(memory: &'m mut [u8]) -> Self {
        let mut arena = Arena::borrowed(memory);
        arena.slack = 0;
        arena
    }

    /// From now on hashes in this memory whose work is in parts, such as the lanes of Argon2, are computed by these workers: no more of
    /// them than there are parts, nor than the work is worth. What comes out is the same, and other hashes are computed as ever.
    ///
    /// ```
    /// use lanesmith_pwhash::Workers;
    /// use lanesmith_pwhash::mem::Arena;
    /// use lanesmith_pwhash::password::{Limits, Policy};
    ///
    /// let mut arena = Arena::new();
    /// arena.compute_on(Workers::cores());
    /// let stored = Policy::default().hash(b"correct horse", b"16 random bytes!", &mut arena)?;
    /// stored.verify(b"correct horse", &Limits::default(), &mut arena)?;
    /// # Ok::<(), lanesmith_pwhash::Error>(())
    /// ```
    pub fn compute_on(&mut self, workers: Workers<'m>) {
        self.workers = workers;
    }

    /// From now on every hash in this memory asks, about a thousand times a second and from the threads that it runs in, whether
    /// it is to stop. If so, it wipes the memory and ends with [`Error::Interrupted`](crate::Error::Interrupted).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// use lanesmith_pwhash::Error;
    /// use lanesmith_pwhash::argon2::{Input, Params, hash};
    /// use lanesmith_pwhash::mem::Arena;
    ///
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let mut arena = Arena::new();
    /// let flag = stop.clone();
    /// arena.interrupt_when(move || flag.load(Ordering::Relaxed));
    /// // Another thread, or a handler of signals:
    /// stop.store(true, Ordering::Relaxed);
    /// let mut tag = [0; 32];
    /// let input = Input::new(b"password", b"somesalt");
    /// assert_eq!(hash(&Params::default(), &input, &mut tag, &mut arena), Err(Error::Interrupted));
    /// ```
    pub fn interrupt_when(&mut self, asked: impl Fn() -> bool + Send + Sync + 'm) {
        self.question = Some(Question::new(asked));
    }

    /// Hashes no longer ask whether to stop.
    pub fn uninterruptible(&mut self) {
        self.question = None;
    }

    /// Does the work of a hash, which may take a [`space`](Self::space), and wipes the memory if it was stopped half-way.
    pub(crate) fn stoppable<R, E>(&mut self, work: impl FnOnce(&mut Self) -> Result<R, E>) -> Result<R, E> {
        let result = work(self);
        if self.question.as_ref().is_some_and(Question::stopped) {
            self.wipe();
        }
        result
    }

    /// What a hash without memory of its own asks now and then.
    #[cfg(feature = "legacy")]
    pub(crate) fn interrupt(&mut self) -> Interrupt<'_> {
        if let Some(question) = &mut self.question {
            question.start();
        }
        Interrupt::of(self.question.as_ref())
    }

    /// How many bytes it holds at the moment.
    pub fn capacity(&self) -> usize {
        match &self.memory {
            Memory::None => 0,
            Memory::Owned(region) => region.len(),
            Memory::Borrowed(memory) => memory.len(),
        }
    }

    /// How many bytes it has from the system at the moment: the capacity, and what aligning it costs.
    #[cfg(feature = "std")]
    pub(super) fn footprint(&self) -> usize {
        match &self.memory {
            Memory::Owned(region) => region.footprint(),
            _ => 0,
        }
    }

    /// Whether the system has promised to keep the memory out of the swap.
    pub fn is_locked(&self) -> bool {
        matches!(&self.memory, Memory::Owned(region) if region.is_locked())
    }

    /// The same arena for spaces of at most so many bytes.
    #[cfg(feature = "std")]
    pub(super) fn limited(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Takes the memory for spaces of that many bytes now, instead of with the first hash. The system may still give the
    /// pages only when they are first written.
    ///
    /// # Errors
    /// [`MemoryError`], if the memory cannot be had.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), MemoryError> {
        if bytes > self.limit {
            return Err(MemoryError::OverBudget { needed: bytes, budget: self.limit });
        }
        let needed = bytes.checked_add(self.slack).ok_or(MemoryError::TooLarge { count: bytes, size: 1 })?;
        if self.capacity() < needed {
            if let Memory::Borrowed(memory) = &self.memory {
                return Err(MemoryError::TooSmall { given: memory.len(), needed });
            }
            self.release();
            self.memory = Memory::Owned(Region::new(needed, &self.options)?);
        }
        Ok(())
    }

    /// At least that many bytes to take pieces from, plus what aligning up to 64 pieces may cost. The contents are what the
    /// last hash left.
    ///
    /// # Errors
    /// [`MemoryError`], if the memory cannot be had.
    pub fn space(&mut self, bytes: usize) -> Result<Space<'_>, MemoryError> {
        self.reserve(bytes)?;
        let needed = bytes + self.slack;
        self.used = self.used.max(needed);
        if let Some(question) = &mut self.question {
            question.start();
        }
        let rest = match &mut self.memory {
            Memory::None => &mut [],
            Memory::Owned(region) => &mut region.bytes()[..needed],
            Memory::Borrowed(memory) => &mut memory[..needed],
        };
        let aligned = self.slack > 0;
        Ok(Space { rest, aligned, interrupt: Interrupt::of(self.question.as_ref()), workers: self.workers })
    }

    /// Fills all that any hash has written with zeros.
    pub fn wipe(&mut self) {
        let used = core::mem::take(&mut self.used);
        match &mut self.memory {
            Memory::None => {}
            Memory::Owned(region) => wipe_written(self.workers, &mut region.bytes()[..used]),
            Memory::Borrowed(memory) => wipe(&mut memory[..used]),
        }
    }

    /// Wipes the memory and gives it back to the system; memory of the caller's stays.
    pub fn release(&mut self) {
        self.wipe();
        if let Memory::Owned(_) = self.memory {
            self.memory = Memory::None;
        }
    }
}

impl Drop for Arena<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

impl fmt::Debug for Arena<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("capacity", &self.capacity())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// A part of an arena's memory, from which pieces are taken.
///
/// ```
/// use lanesmith_pwhash::mem::Arena;
/// let mut arena = Arena::new();
/// let mut space = arena.space(1 << 16)?;
/// let words = space.take::<u64>(1024)?;
/// words.fill(1);
/// assert!(space.take::<u64>(1 << 20).is_err());
/// # Ok::<(), lanesmith_pwhash::mem::MemoryError>(())
/// ```
pub struct Space<'a> {
    rest: &'a mut [u8],
    /// Whether every piece is aligned to 64 bytes, for which there is room then.
    aligned: bool,
    interrupt: Interrupt<'a>,
    workers: Workers<'a>,
}

impl<'a> Space<'a> {
    /// A piece of `count` items, aligned to 64 bytes (but see [`Arena::filling`]). The contents are arbitrary: what the last hash left.
    ///
    /// # Errors
    /// [`MemoryError::TooSmall`] if not enough is left.
    pub fn take<T: Plain>(&mut self, count: usize) -> Result<&'a mut [T], MemoryError> {
        let bytes = count.checked_mul(size_of::<T>());
        let bytes = bytes.ok_or(MemoryError::TooLarge { count, size: size_of::<T>() })?;
        let mut skip = self.rest.as_ptr().align_offset(64);
        if !self.aligned && self.rest.len().checked_sub(bytes).is_some_and(|more| more < skip) {
            skip = self.rest.as_ptr().align_offset(align_of::<T>());
        }
        let needed = bytes.checked_add(skip).ok_or(MemoryError::TooLarge { count, size: size_of::<T>() })?;
        if needed > self.rest.len() {
            return Err(MemoryError::TooSmall { given: self.rest.len(), needed });
        }
        let rest = core::mem::take(&mut self.rest);
        let (piece, rest) = rest[skip..].split_at_mut(bytes);
        self.rest = rest;
        const { assert!(align_of::<T>() <= 64) };
        // SAFETY: the piece has the bytes of `count` items, is aligned for them, is borrowed exclusively for 'a, and any
        // bytes are a value of `T`.
        Ok(unsafe { core::slice::from_raw_parts_mut(piece.as_mut_ptr().cast(), count) })
    }

    /// Leaves bytes out: two matrices that are walked in lock step must not start at the same offset modulo 4 KiB.
    ///
    /// # Errors
    /// [`MemoryError::TooSmall`] if not enough is left.
    pub fn skip(&mut self, bytes: usize) -> Result<(), MemoryError> {
        self.take::<u8>(bytes).map(drop)
    }

    /// What the loops over the pieces are to ask.
    pub(crate) fn interrupt(&self) -> Interrupt<'a> {
        self.interrupt
    }

    /// Who is to compute parts of so many bytes together: no more than that is worth.
    pub(crate) fn workers(&self, bytes: usize) -> Workers<'a> {
        self.workers.at_most(bytes / WORTH)
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}

impl fmt::Debug for Space<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Space").field("left", &self.left()).finish_non_exhaustive()
    }
}
