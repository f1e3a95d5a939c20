//! Who computes.

use core::fmt;

use crate::executor::Executor;
use crate::mem::Parts;

/// Nobody but the thread that asks.
struct Here;

impl Executor for Here {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, _: usize, _: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        own();
    }
}

/// Who computes, and how many at most: what functions take that can cut their work.
///
/// ```
/// use lanesmith_parallel::Workers;
/// assert_eq!(Workers::HERE.count(), 1);
/// assert_eq!(Workers::threads(4).count(), 4);
/// assert_eq!(Workers::threads(4).at_most(2).count(), 2);
/// ```
#[derive(Clone, Copy)]
pub struct Workers<'e> {
    executor: &'e dyn Executor,
    most: usize,
}

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Workers").field(&self.count()).finish()
    }
}

impl Default for Workers<'_> {
    fn default() -> Self {
        Self::HERE
    }
}

impl Workers<'static> {
    /// So many threads at most, which live for one call: the one that calls, and others beside it. At least one.
    #[cfg(feature = "std")]
    pub const fn threads(most: usize) -> Self {
        Workers { executor: &crate::threads::Threads, most: if most == 0 { 1 } else { most } }
    }

    /// As many of them as the process may use cores.
    #[cfg(feature = "std")]
    pub fn cores() -> Self {
        Self::threads(std::thread::available_parallelism().map_or(1, Into::into))
    }

    /// The pool of rayon that a call is made in.
    ///
    /// ```
    /// use lanesmith_parallel::Workers;
    /// let mut numbers = [1, 2, 3];
    /// Workers::rayon().each(&mut numbers, |_, n| *n *= 2);
    /// assert_eq!(numbers, [2, 4, 6]);
    /// ```
    #[cfg(feature = "rayon")]
    pub const fn rayon() -> Self {
        Workers { executor: &crate::pool::Rayon, most: usize::MAX }
    }
}

impl<'e> Workers<'e> {
    /// This thread alone.
    pub const HERE: Self = Workers { executor: &Here, most: 1 };

    /// An executor of the caller's.
    pub const fn of(executor: &'e dyn Executor) -> Self {
        Workers { executor, most: usize::MAX }
    }

    /// The same, but not more than so many at the same time.
    #[must_use]
    pub const fn at_most(self, most: usize) -> Self {
        let most = if most < self.most { most } else { self.most };
        Workers { most: if most == 0 { 1 } else { most }, ..self }
    }

    /// How many can compute at the same time at most: at least 1.
    pub fn count(&self) -> usize {
        if self.most == 1 { 1 } else { self.executor.count().clamp(1, self.most) }
    }

    /// Calls `work` on each item, with its number.
    ///
    /// ```
    /// use lanesmith_parallel::Workers;
    /// let mut lengths = [0; 3];
    /// let words = ["a", "list", "of"];
    /// Workers::threads(2).each(&mut lengths, |number, length| *length = words[number].len());
    /// assert_eq!(lengths, [1, 4, 2]);
    /// ```
    ///
    /// # Panics
    /// If `work` does; items whose turn has not come are left alone then.
    pub fn each<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        self.chunks(items, 1, |first, part| part.iter_mut().for_each(|item| work(first, item)));
    }

    /// Calls `work` on parts of so many items, the last of which may have fewer, with the number of each part's first item.
    ///
    /// # Panics
    /// As [`each`](Self::each).
    pub fn chunks<T: Send>(&self, items: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        self.chunks_with(items, size, || (), |(), first, part| work(first, part));
    }

    /// The same with something that each thread makes once and has to itself, such as memory.
    ///
    /// ```
    /// use lanesmith_parallel::Workers;
    /// let mut numbers: Vec<usize> = (0..100).collect();
    /// Workers::threads(3).chunks_with(&mut numbers, 10, Vec::new, |scratch, first, part| {
    ///     scratch.clear();
    ///     scratch.extend(part.iter().rev());
    ///     part.copy_from_slice(scratch);
    ///     assert_eq!(first % 10, 0);
    /// });
    /// assert_eq!(numbers[..3], [9, 8, 7]);
    /// ```
    ///
    /// # Panics
    /// As [`each`](Self::each).
    pub fn chunks_with<T: Send, S>(
        &self,
        items: &mut [T],
        size: usize,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize, &mut [T]) + Sync,
    ) {
        let helpers = items.len().div_ceil(size.max(1)).saturating_sub(1);
        let parts = Parts::new(items, size);
        let share = || {
            // Where this one panics, the others begin nothing more.
            let end = End(&parts);
            if let Some(first) = parts.next() {
                let (mut next, mut scratch) = (Some(first), scratch());
                while let Some((first, part)) = next {
                    work(&mut scratch, first, part);
                    next = parts.next();
                }
            }
            drop(end);
        };
        self.run(helpers, &share, &mut || share());
    }

    /// Calls `own` here and `work` on up to `helpers` other threads meanwhile; comes back when all have ended. Neither may wait for the
    /// other, as there may be no other thread.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use lanesmith_parallel::Workers;
    /// // A counter that stops at 1000, whoever counts.
    /// let next = AtomicU32::new(0);
    /// let count = || while next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| (n < 1000).then_some(n + 1)).is_ok() {};
    /// Workers::threads(4).run(3, &count, &mut || count());
    /// assert_eq!(next.into_inner(), 1000);
    /// ```
    ///
    /// # Panics
    /// If one of them does, after all have ended.
    pub fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        let helpers = if helpers == 0 { 0 } else { helpers.min(self.count() - 1) };
        let mut called = false;
        if helpers > 0 {
            self.executor.run(helpers, work, &mut || {
                if !core::mem::replace(&mut called, true) {
                    own();
                }
            });
        }
        // As it must be, even where an executor has forgotten it.
        if !called {
            own();
        }
    }
}

/// Ends a queue of parts.
struct End<'p, 'a, T>(&'p Parts<'a, T>);

impl<T> Drop for End<'_, '_, T> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    /// Does not even call `own`, and says that it is very many.
    struct Idle;

    impl Executor for Idle {
        fn count(&self) -> usize {
            usize::MAX
        }
        fn run(&self, _: usize, _: &(dyn Fn() + Sync), _: &mut dyn FnMut()) {}
    }

    /// Says that it is nobody.
    struct Nobody;

    impl Executor for Nobody {
        fn count(&self) -> usize {
            0
        }
        fn run(&self, _: usize, _: &(dyn Fn() + Sync), _: &mut dyn FnMut()) {
            panic!("nobody is to be asked");
        }
    }

    const ALL: &[Workers<'static>] = &[
        Workers::HERE,
        Workers::threads(1),
        Workers::threads(2),
        Workers::threads(9),
        // Its queues are not what Miri takes for sound (crossbeam-epoch under Stacked Borrows).
        #[cfg(not(miri))]
        Workers::rayon(),
        Workers::of(&Idle),
        Workers::of(&Nobody),
    ];

    #[test]
    fn whoever_computes_every_item_is_computed_once() {
        for workers in ALL {
            for count in [0, 1, 2, 7, 100] {
                for size in [0, 1, 3, 100, usize::MAX] {
                    let mut items = vec![0; count];
                    workers.chunks(&mut items, size, |first, part| {
                        part.iter_mut().zip(first..).for_each(|(item, number)| *item += number + 1);
                    });
                    assert!(items.into_iter().eq(1..=count), "{workers:?}, {count} by {size}");
                }
            }
        }
    }

    #[test]
    fn there_are_never_more_at_work_than_were_allowed() {
        for most in 1..5 {
            let (now, highest) = (AtomicUsize::new(0), AtomicUsize::new(0));
            Workers::threads(8).at_most(most).each(&mut [(); 50], |_, ()| {
                highest.fetch_max(now.fetch_add(1, Relaxed) + 1, Relaxed);
                std::thread::yield_now();
                now.fetch_sub(1, Relaxed);
            });
            assert!((1..=most).contains(&highest.into_inner()));
        }
    }

    #[test]
    fn each_thread_makes_its_memory_once() {
        let made = AtomicUsize::new(0);
        let scratch = || made.fetch_add(1, Relaxed);
        Workers::threads(3).chunks_with(&mut [0; 100], 1, scratch, |_, _, _| {});
        assert!((1..=3).contains(&made.into_inner()));
    }

    #[test]
    fn work_goes_on_with_the_threads_that_the_system_allows() {
        for allowed in 0..3 {
            let mut items = [0; 64];
            crate::threads::with_at_most(allowed, || {
                Workers::threads(8).each(&mut items, |number, item| *item = number);
            });
            assert!(items.into_iter().eq(0..64), "{allowed} threads");
        }
    }

    #[test]
    fn a_part_that_panics_is_a_panic_of_the_caller_and_few_are_begun_after_it() {
        for workers in ALL {
            let done = AtomicUsize::new(0);
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                workers.each(&mut [0; 10_000], |number, _| {
                    assert_ne!(number, 3, "on purpose");
                    done.fetch_add(1, Relaxed);
                    std::thread::yield_now();
                });
            }));
            let panic = panicked.expect_err("a panic");
            let said = panic.downcast_ref::<String>().expect("words");
            assert!(said.contains("on purpose"), "{said}");
            assert!(done.into_inner() < 10_000, "{workers:?}");
        }
    }

    #[test]
    fn what_is_done_beside_the_callers_own_part_has_ended_when_the_call_comes_back() {
        let seen = Mutex::new(Vec::new());
        let here = std::thread::current().id();
        Workers::threads(3).run(
            2,
            &|| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                seen.lock().unwrap().push("helper");
            },
            &mut || {
                assert_eq!(std::thread::current().id(), here);
                seen.lock().unwrap().push("own");
            },
        );
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, ["helper", "helper", "own"]);
    }
}
