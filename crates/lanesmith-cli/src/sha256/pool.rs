//! Work on several threads, its results in order, with a bounded number of them in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, mpsc};

use crate::failure::Outcome;

/// What happens to the results.
pub enum Event<R> {
    /// The next result is there.
    Done(R),
    /// It is not: somebody is still working on it.
    Waiting,
}

/// Items that may be ahead of the one whose result is waited for.
const AHEAD: usize = 4096;

/// Does `work` on the items and gives the results to `each` in the order of the items.
///
/// # Errors
/// The first of `each`, which ends the work.
pub fn in_order<T: Send, R: Send>(
    threads: usize,
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut each: impl FnMut(Event<R>) -> Outcome,
) -> Outcome {
    if threads == 1 {
        // Without threads, so that it works where there are none.
        return items.try_for_each(|item| {
            each(Event::Waiting)?;
            each(Event::Done(work(item)))
        });
    }
    let (permits, permit) = mpsc::channel::<()>();
    for _ in 0..AHEAD {
        let _ = permits.send(());
    }
    let source = Mutex::new((permit, items.enumerate()));
    let next = || {
        let mut source = source.lock().ok()?;
        // None are left when the work has ended early.
        source.0.recv().ok()?;
        source.1.next()
    };
    let (results, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (results, next, work) = (results.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((number, item)) = next() {
                    if results.send((number, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        // Gone at the end of this closure, whichever way it ends, so that the threads end too.
        let (permits, finished) = (permits, finished);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        loop {
            let (number, result) = match finished.try_recv() {
                Ok(done) => done,
                Err(mpsc::TryRecvError::Disconnected) => return Ok(()),
                Err(mpsc::TryRecvError::Empty) => {
                    each(Event::Waiting)?;
                    let Ok(done) = finished.recv() else { return Ok(()) };
                    done
                }
            };
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                each(Event::Done(result))?;
                let _ = permits.send(());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    #[test]
    fn results_come_in_the_order_of_the_items_though_there_are_more_than_permits() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            in_order(
                threads,
                0..3 * AHEAD,
                |n| 2 * n,
                |event| {
                    if let Event::Done(n) = event {
                        seen.push(n);
                    }
                    Ok(())
                },
            )
            .unwrap();
            assert!(seen.iter().copied().eq((0..3 * AHEAD).map(|n| 2 * n)), "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_endless_work() {
        for threads in [1, 3] {
            let result = in_order(
                threads,
                0_u64..,
                |n| n,
                |event| match event {
                    Event::Done(10_000) => Err(Failure::Told),
                    _ => Ok(()),
                },
            );
            assert!(matches!(result, Err(Failure::Told)), "{threads} threads");
        }
    }
}
