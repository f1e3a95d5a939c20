//! Threads that can be asked for help.

/// Threads that can be asked for help: a pool of the caller's own.
///
/// An executor decides nothing about what is computed, only who does it: an executor without threads calls `own` and is right.
pub trait Executor: Sync {
    /// How many can compute at the same time at most, the thread that asks included: at least 1.
    fn count(&self) -> usize;

    /// Calls `own` here, once, and `work` up to `helpers` times on other threads at the same time; comes back when all these calls have
    /// ended. Calls of `work` that never begin are no fault: `own` then does what they would have done.
    ///
    /// # Panics
    /// If one of the calls does, after all of them have ended.
    fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut());
}
