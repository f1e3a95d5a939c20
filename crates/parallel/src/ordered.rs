//! Work on several threads, its results in order, with a bounded number of them in memory.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError, mpsc};

use crate::permits::{Bounds, End};
use crate::threads::{self, Panicked};

/// What happens to the results.
pub enum Event<R> {
    /// The next result is there.
    Done(R),
    /// It is not: somebody is still working on it.
    Waiting,
}

/// Results with the numbers of their items.
pub type Batch<R> = Vec<(usize, R)>;

/// What a thread works with.
pub trait Worker<T, R> {
    /// Works on an item: at once, or together with later ones. Results go to `emit` as soon as they are there.
    fn take(&mut self, number: usize, item: T, emit: &mut dyn FnMut(Batch<R>));

    /// Works on whatever was held back.
    fn finish(&mut self, emit: &mut dyn FnMut(Batch<R>));
}

/// Items that may be ahead of the one whose result is waited for.
const AHEAD: usize = if cfg!(miri) { 16 } else { 4096 };

/// Gives the items to workers, one on each thread, and their results to `each` in the order of the items. Where the
/// system refuses threads, those that there are do the work.
///
/// ```
/// use lanesmith_parallel::{Batch, Event, Panicked, Worker, in_order};
///
/// struct Square;
/// impl Worker<u64, u64> for Square {
///     fn take(&mut self, number: usize, item: u64, emit: &mut dyn FnMut(Batch<u64>)) {
///         emit(vec![(number, item * item)]);
///     }
///     fn finish(&mut self, _: &mut dyn FnMut(Batch<u64>)) {}
/// }
///
/// let mut squares = Vec::new();
/// in_order(4, 1..=5, || Square, |event| {
///     if let Event::Done(square) = event {
///         squares.push(square);
///     }
///     Ok::<(), Panicked>(())
/// })?;
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// # Ok::<(), Panicked>(())
/// ```
///
/// # Errors
/// The first of `each`, which ends the work; a worker that panics.
pub fn in_order<T: Send, R: Send, W: Worker<T, R>, E: From<Panicked>>(
    count: usize,
    items: impl Iterator<Item = T> + Send,
    worker: impl Fn() -> W + Sync,
    each: impl FnMut(Event<R>) -> Result<(), E>,
) -> Result<(), E> {
    in_order_within(&Bounds::of_items(AHEAD), count, items, worker, each)
}

/// [`in_order`] with a word on how much may be under way.
pub(crate) fn in_order_within<T: Send, R: Send, W: Worker<T, R>, E: From<Panicked>>(
    bounds: &Bounds,
    count: usize,
    items: impl Iterator<Item = T> + Send,
    worker: impl Fn() -> W + Sync,
    mut each: impl FnMut(Event<R>) -> Result<(), E>,
) -> Result<(), E> {
    let source = Mutex::new(items.enumerate());
    if count > 1 && together(bounds, count, &source, &worker, &mut each)? {
        return Ok(());
    }
    // Without threads, so that it works where there are none.
    let (mut worker, mut order, mut outcome) = (worker(), Order::default(), Ok(()));
    let mut emit = |batch, outcome: &mut Result<(), E>| {
        if outcome.is_ok() {
            *outcome = order.give(batch, &mut each).map(drop).and_then(|()| each(Event::Waiting));
        }
    };
    for (number, item) in source.into_inner().unwrap_or_else(PoisonError::into_inner) {
        worker.take(number, item, &mut |batch| emit(batch, &mut outcome));
        std::mem::replace(&mut outcome, Ok(()))?;
    }
    worker.finish(&mut |batch| emit(batch, &mut outcome));
    outcome
}

/// What a thread tells.
enum Told<R> {
    Done(Batch<R>),
    /// It has ended, maybe by a panic.
    Ended(Option<Panicked>),
}

/// Works on several threads; whether there was any.
fn together<T: Send, R: Send, W: Worker<T, R>, E: From<Panicked>>(
    bounds: &Bounds,
    count: usize,
    source: &Mutex<impl Iterator<Item = (usize, T)> + Send>,
    worker: &(impl Fn() -> W + Sync),
    each: &mut impl FnMut(Event<R>) -> Result<(), E>,
) -> Result<bool, E> {
    let (tell, told) = mpsc::channel();
    let work = || {
        let worked = catch_unwind(AssertUnwindSafe(|| {
            // There is nobody to take them when the work has ended early.
            work_on(worker(), source, bounds, &mut |batch| drop(tell.send(Told::Done(batch))));
        }));
        let _ = tell.send(Told::Ended(worked.err().map(|panic| Panicked::new(&*panic))));
    };
    threads::beside(count, &work, |helpers| {
        let mut running = helpers.started();
        if running == 0 {
            return Ok(false);
        }
        // Whichever way this closure ends, so that the threads end too.
        let _end = End(bounds);
        let mut order = Order::default();
        while running > 0 {
            let next = match told.try_recv() {
                Ok(told) => told,
                Err(_) => {
                    each(Event::Waiting)?;
                    let Ok(told) = told.recv() else { break };
                    told
                }
            };
            match next {
                Told::Done(batch) => bounds.items.put(order.give(batch, each)?),
                Told::Ended(None) => running -= 1,
                Told::Ended(Some(panicked)) => return Err(panicked.into()),
            }
        }
        Ok(true)
    })
}

/// What one of several threads does.
fn work_on<T, R, W: Worker<T, R>>(
    mut worker: W,
    source: &Mutex<impl Iterator<Item = (usize, T)>>,
    bounds: &Bounds,
    emit: &mut dyn FnMut(Batch<R>),
) {
    loop {
        if !bounds.items.take_now() {
            // Those held back may be the ones that everybody waits for.
            worker.finish(emit);
            if !bounds.items.take(1) {
                return;
            }
        }
        let next = source.lock().ok().and_then(|mut source| source.next());
        match next {
            Some((number, item)) => worker.take(number, item, emit),
            None => return worker.finish(emit),
        }
    }
}

/// Brings results into order.
struct Order<R> {
    early: BTreeMap<usize, R>,
    wanted: usize,
}

impl<R> Default for Order<R> {
    fn default() -> Self {
        Order { early: BTreeMap::new(), wanted: 0 }
    }
}

impl<R> Order<R> {
    /// Passes on those whose turn it is, and says how many.
    fn give<E>(
        &mut self,
        batch: Batch<R>,
        each: &mut impl FnMut(Event<R>) -> Result<(), E>,
    ) -> Result<usize, E> {
        self.early.extend(batch);
        let first = self.wanted;
        while let Some(result) = self.early.remove(&self.wanted) {
            self.wanted += 1;
            each(Event::Done(result))?;
        }
        Ok(self.wanted - first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why work ends.
    #[derive(Debug)]
    enum End {
        Panicked(Panicked),
        Enough,
    }

    impl From<Panicked> for End {
        fn from(panicked: Panicked) -> Self {
            End::Panicked(panicked)
        }
    }

    /// Doubles numbers, so many together.
    struct Double {
        together: usize,
        held: Batch<usize>,
    }

    impl Worker<usize, usize> for Double {
        fn take(&mut self, number: usize, item: usize, emit: &mut dyn FnMut(Batch<usize>)) {
            self.held.push((number, 2 * item));
            if self.held.len() == self.together {
                self.finish(emit);
            }
        }

        fn finish(&mut self, emit: &mut dyn FnMut(Batch<usize>)) {
            emit(std::mem::take(&mut self.held));
        }
    }

    /// Threads, and items that a worker holds back: more than there are permits, too.
    const CASES: [(usize, usize); 6] = [(1, 1), (3, 1), (1, 64), (3, 64), (1, 2 * AHEAD), (3, 2 * AHEAD)];

    #[test]
    fn results_come_in_the_order_of_the_items_though_there_are_more_than_permits() {
        for (threads, together) in CASES {
            let mut seen = Vec::new();
            in_order(
                threads,
                0..3 * AHEAD + 1,
                || Double { together, held: Vec::new() },
                |event| {
                    if let Event::Done(n) = event {
                        seen.push(n);
                    }
                    Ok::<(), Panicked>(())
                },
            )
            .unwrap();
            assert!(
                seen.iter().copied().eq((0..3 * AHEAD + 1).map(|n| 2 * n)),
                "{threads} threads, {together} together"
            );
        }
    }

    fn doubled(threads: usize, count: usize) -> Result<Vec<usize>, End> {
        let mut seen = Vec::new();
        let worker = || Double { together: 3, held: Vec::new() };
        in_order(threads, 0..count, worker, |event| {
            if let Event::Done(n) = event {
                seen.push(n);
            }
            Ok::<(), End>(())
        })?;
        Ok(seen)
    }

    #[test]
    fn work_goes_on_with_the_threads_that_the_system_allows() {
        for allowed in 0..4 {
            let seen = threads::with_at_most(allowed, || doubled(64, 3 * AHEAD)).unwrap();
            assert!(seen.into_iter().eq((0..3 * AHEAD).map(|n| 2 * n)), "{allowed} threads");
        }
    }

    /// Panics at the item of that number.
    struct Faulty(usize);

    impl Worker<usize, usize> for Faulty {
        fn take(&mut self, number: usize, item: usize, emit: &mut dyn FnMut(Batch<usize>)) {
            assert_ne!(item, self.0, "on purpose");
            emit(vec![(number, item)]);
        }

        fn finish(&mut self, _: &mut dyn FnMut(Batch<usize>)) {}
    }

    #[test]
    fn a_worker_that_panics_is_an_error_and_not_waited_for() {
        for threads in [2, 3, if cfg!(miri) { 8 } else { 64 }] {
            let result = in_order(threads, 0_usize.., || Faulty(3), |_| Ok(()));
            let Err(End::Panicked(error)) = result else { panic!("{result:?}") };
            assert!(error.to_string().contains("on purpose"), "{error}");
        }
    }

    #[test]
    fn an_error_ends_endless_work() {
        let enough = if cfg!(miri) { 3 * AHEAD } else { 20_000 };
        for (threads, together) in CASES {
            let mut last = None;
            let result = in_order(
                threads,
                0_usize..,
                || Double { together, held: Vec::new() },
                |event| match event {
                    Event::Done(n) if n >= enough => Err(End::Enough),
                    Event::Done(n) => {
                        last = Some(n);
                        Ok(())
                    }
                    Event::Waiting => Ok(()),
                },
            );
            assert!(matches!(result, Err(End::Enough)), "{threads} threads, {together} together");
            assert_eq!(last, Some(enough - 2));
        }
    }
}
