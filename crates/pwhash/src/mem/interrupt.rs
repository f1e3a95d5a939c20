//! Stopping a hash that is under way.

use alloc::boxed::Box;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::Error;

/// The caller's question, and whether it was ever answered with yes: it may be so once only.
pub(super) struct Question<'m> {
    asked: Box<dyn Fn() -> bool + Send + Sync + 'm>,
    stopped: AtomicBool,
}

impl<'m> Question<'m> {
    pub(super) fn new(asked: impl Fn() -> bool + Send + Sync + 'm) -> Self {
        Question { asked: Box::new(asked), stopped: AtomicBool::new(false) }
    }

    /// Forgets the answer: another hash begins.
    pub(super) fn start(&mut self) {
        *self.stopped.get_mut() = false;
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    // Apart from the loops that ask, whose registers it must not cost.
    #[cold]
    #[inline(never)]
    fn ask(&self) -> bool {
        let stop = self.stopped() || (self.asked)();
        if stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        stop
    }
}

/// What the loops over memory ask now and then: whether to stop.
#[derive(Clone, Copy)]
pub(crate) struct Interrupt<'a>(Option<&'a Question<'a>>);

impl<'a> Interrupt<'a> {
    /// Never.
    pub(crate) const NEVER: Self = Interrupt(None);

    pub(super) fn of(question: Option<&'a Question<'_>>) -> Self {
        Interrupt(question)
    }

    /// Whether the work is to stop. Once it is, the answer stays.
    #[inline(always)]
    pub(crate) fn asked(self) -> bool {
        match self.0 {
            Some(question) => question.ask(),
            None => false,
        }
    }

    /// To be asked where results are used: whether the work was stopped half-way.
    ///
    /// # Errors
    /// [`Stopped`], if so.
    pub(crate) fn check(self) -> Result<(), Stopped> {
        match self.0 {
            Some(question) if question.stopped() => Err(Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.0.is_some()).finish()
    }
}

/// The work was stopped half-way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Interrupted
    }
}

/// How many steps of so many bytes each lie between two questions, less one: a mask for the number of a step. A megabyte
/// takes a fraction of a millisecond.
pub(crate) fn ask_mask(step_bytes: usize) -> u64 {
    ((1 << 20) / step_bytes.max(1)).max(1).next_power_of_two() as u64 - 1
}
