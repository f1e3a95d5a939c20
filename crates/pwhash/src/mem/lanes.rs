//! Lanes of items that are written side by side, maybe in several threads: each lane writes a window of columns and reads
//! everything but the windows of the others.

use core::marker::PhantomData;
use core::ops::Range;

/// `lanes` times `columns` items, lane after lane.
pub(crate) struct Lanes<'m, T> {
    start: *mut T,
    lanes: usize,
    columns: usize,
    memory: PhantomData<&'m mut [T]>,
}

impl<'m, T> Lanes<'m, T> {
    /// # Panics
    /// If there are not exactly that many items.
    pub(crate) fn new(items: &'m mut [T], lanes: usize, columns: usize) -> Self {
        assert_eq!(Some(items.len()), lanes.checked_mul(columns));
        Lanes { start: items.as_mut_ptr(), lanes, columns, memory: PhantomData }
    }

    /// All items.
    pub(crate) fn items(&mut self) -> &mut [T] {
        // SAFETY: made from a slice of that length, which is borrowed for 'm; `&mut self` excludes writers.
        unsafe { core::slice::from_raw_parts_mut(self.start, self.lanes * self.columns) }
    }

    /// A writer for each lane, all with the same window of columns.
    ///
    /// # Panics
    /// If the window reaches past the last column.
    pub(crate) fn writers(&mut self, window: Range<usize>) -> impl Iterator<Item = LaneWriter<'_, T>> {
        assert!(window.start <= window.end && window.end <= self.columns);
        let (start, lanes, columns) = (self.start, self.lanes, self.columns);
        (0..lanes).map(move |lane| LaneWriter {
            start,
            lanes,
            columns,
            lane,
            window: window.clone(),
            memory: PhantomData,
        })
    }
}

/// Writes the window of one lane.
///
/// There is at most one writer of a lane at a time, as [`Lanes::writers`] borrows the lanes and gives each once. A writer
/// hands out references to two items to read and one to write, which end before the next call, and checks that the
/// latter lies in its own window and that the former lie neither there at that place nor in the window of another lane.
pub(crate) struct LaneWriter<'m, T> {
    start: *mut T,
    lanes: usize,
    columns: usize,
    lane: usize,
    window: Range<usize>,
    memory: PhantomData<&'m mut T>,
}

// SAFETY: writers of different lanes touch no item that another one writes (see the type).
unsafe impl<T: Send + Sync> Send for LaneWriter<'_, T> {}
// SAFETY: a shared writer gives no access at all.
unsafe impl<T: Send + Sync> Sync for LaneWriter<'_, T> {}

impl<T> LaneWriter<'_, T> {
    /// The number of this lane.
    pub(crate) fn lane(&self) -> usize {
        self.lane
    }

    /// Where the items lie: for a prefetch.
    #[inline(always)]
    pub(crate) fn addresses(&self) -> Addresses<T> {
        Addresses { start: self.start, columns: self.columns }
    }

    /// Column `previous` of this lane and any other item, to be read, and column `to` of this lane, to be written.
    ///
    /// # Panics
    /// If they overlap, lie outside, or another lane may be writing one of them.
    #[inline(always)]
    pub(crate) fn step(&mut self, previous: usize, reference: (usize, usize), to: usize) -> (&T, &T, &mut T) {
        let (lane, column) = reference;
        let writes_own = self.window.contains(&to) && previous != to && previous < self.columns;
        let in_range = lane < self.lanes && column < self.columns;
        let reads_quiet = if lane == self.lane { column != to } else { !self.window.contains(&column) };
        assert!(writes_own && in_range && reads_quiet, "a step outside of its lane");
        // SAFETY: all three lie inside the memory, the one that is written is in the window that this writer alone writes and
        // differs from the other two, which nobody writes now: they are of this lane, or outside of the window that the
        // other lanes write. `&mut self` ends the references before the next step.
        unsafe {
            let own = self.start.add(self.lane * self.columns);
            (&*own.add(previous), &*self.start.add(lane * self.columns + column), &mut *own.add(to))
        }
    }
}

/// Where items lie.
pub(crate) struct Addresses<T> {
    start: *const T,
    columns: usize,
}

impl<T> Addresses<T> {
    /// Where an item lies.
    #[inline(always)]
    pub(crate) fn of(&self, lane: usize, column: usize) -> *const T {
        self.start.wrapping_add(lane * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_read_each_other_and_write_their_own() {
        let mut items = [1u64, 2, 3, 4, 5, 6];
        let mut lanes = Lanes::new(&mut items, 2, 3);
        for mut writer in lanes.writers(2..3) {
            let other = 1 - writer.lane();
            let (previous, reference, to) = writer.step(1, (other, 0), 2);
            *to = previous * 10 + reference;
        }
        assert_eq!(lanes.items(), [1, 2, 24, 4, 5, 51]);
    }

    #[test]
    fn a_step_into_anothers_window_is_refused() {
        for (previous, reference, to) in [
            (0, (1, 2), 1), // reads what another lane writes
            (0, (0, 1), 1), // reads what it writes
            (1, (0, 0), 1),
            (1, (0, 0), 0), // writes outside of its window
            (0, (2, 0), 1), // no such lane
            (0, (1, 3), 1), // no such column
            (3, (1, 0), 1),
        ] {
            let result = std::panic::catch_unwind(|| {
                let mut items = [0u64; 6];
                let mut lanes = Lanes::new(&mut items, 2, 3);
                let mut writer = lanes.writers(1..3).next().expect("two lanes");
                let _ = writer.step(previous, reference, to);
            });
            assert!(result.is_err(), "{previous} {reference:?} {to}");
        }
    }
}
