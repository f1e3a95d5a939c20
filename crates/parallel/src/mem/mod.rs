//! Parts of a slice that each go to one thread.

use core::marker::PhantomData;
use core::slice;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Parts of a slice, each handed out once: whoever asks gets the next.
///
/// ```
/// use lanesmith_parallel::Parts;
/// let mut items = [1, 2, 3];
/// let parts = Parts::new(&mut items, 2);
/// // From any thread:
/// assert_eq!(parts.next(), Some((0, &mut [1, 2][..])));
/// assert_eq!(parts.next(), Some((2, &mut [3][..])));
/// assert_eq!(parts.next(), None);
/// ```
pub struct Parts<'a, T> {
    start: *mut T,
    len: usize,
    /// Items of a part, at least one; the last may have fewer.
    size: usize,
    /// The first item that nobody has. It never falls.
    next: AtomicUsize,
    items: PhantomData<&'a mut [T]>,
}

// SAFETY: no item is handed out twice (see `next`), so threads that share the queue share no item; each goes to one thread, which is
// what `Send` allows.
unsafe impl<T: Send> Sync for Parts<'_, T> {}

impl<'a, T> Parts<'a, T> {
    /// Parts of so many items, at least one; the last may have fewer.
    pub fn new(items: &'a mut [T], size: usize) -> Self {
        let (start, len) = (items.as_mut_ptr(), items.len());
        Parts { start, len, size: size.max(1), next: AtomicUsize::new(0), items: PhantomData }
    }

    /// The next part, and the number of its first item.
    pub fn next(&self) -> Option<(usize, &'a mut [T])> {
        let count = |first: usize| self.size.min(self.len - first);
        let take = |first: usize| (first < self.len).then(|| first + count(first));
        // Relaxed: nothing is read by leave of this number but the items themselves, which have been there since before the queue.
        let first = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        // SAFETY: the items lie in the slice, which is borrowed for 'a. `next` went from their first to behind their last in one step
        // and never falls, so that nobody else has them.
        let part = unsafe { slice::from_raw_parts_mut(self.start.add(first), count(first)) };
        Some((first, part))
    }

    /// Nobody gets any more.
    pub(crate) fn end(&self) {
        self.next.store(self.len, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_part() {
        for (count, size) in [(0, 1), (1, 1), (7, 3), (8, 3), (9, 3), (5, 100), (3, usize::MAX), (4, 0)] {
            let mut items: Vec<Box<usize>> = (0..count).map(Box::new).collect();
            let parts = Parts::new(&mut items, size);
            let mut seen = Vec::new();
            while let Some((first, part)) = parts.next() {
                assert!(part.len() <= size.max(1));
                assert_eq!(*part[0], first);
                seen.push(part);
            }
            assert!(parts.next().is_none());
            // All of them at the same time.
            seen.iter_mut().flat_map(|part| part.iter_mut()).for_each(|item| **item += 1);
            assert!(items.iter().map(|item| **item).eq(1..=count), "{count} by {size}");
        }
    }

    #[test]
    fn threads_that_take_parts_have_each_item_once() {
        let mut items = vec![0_u32; if cfg!(miri) { 60 } else { 10_000 }];
        let parts = Parts::new(&mut items, 7);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some((_, part)) = parts.next() {
                        part.iter_mut().for_each(|item| *item += 1);
                    }
                });
            }
        });
        assert!(items.iter().all(|item| *item == 1));
    }

    #[test]
    fn nothing_comes_after_the_end() {
        let mut items = [1, 2, 3];
        let parts = Parts::new(&mut items, 1);
        assert!(parts.next().is_some());
        parts.end();
        assert!(parts.next().is_none());
    }
}
