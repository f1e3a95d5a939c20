//! Which engines really ran: the evidence of the *hit test*.
//!
//! The outermost wrapper of every engine calls [`mark`]. In builds with debug assertions (and `std`) the call is
//! recorded for the thread, so that a test can force an engine and see that it ran and no other; in all other builds
//! it is nothing at all.
//!
//! ```
//! use lanesmith_isa::hit;
//! drop(hit::take());
//! hit::mark("demo.double", "scalar");
//! assert_eq!(hit::take(), if hit::RECORDS { vec![("demo.double", "scalar")] } else { vec![] });
//! ```
//!
//! Source of the idea: AWS-LC's `BORINGSSL_function_hit`.

/// Whether this build records marks.
pub const RECORDS: bool = cfg!(all(debug_assertions, feature = "std"));

/// Notes that the code of an engine has been entered: operation and engine, as the table names them.
#[inline(always)]
pub fn mark(op: &'static str, engine: &'static str) {
    #[cfg(all(debug_assertions, feature = "std"))]
    record::push(op, engine);
    #[cfg(not(all(debug_assertions, feature = "std")))]
    let _ = (op, engine);
}

/// What has been marked on this thread since the last call, each `(operation, engine)` once, in order of first
/// appearance; the record is empty afterwards.
#[cfg(feature = "std")]
pub fn take() -> std::vec::Vec<(&'static str, &'static str)> {
    #[cfg(debug_assertions)]
    return record::take();
    #[cfg(not(debug_assertions))]
    return std::vec::Vec::new();
}

#[cfg(all(debug_assertions, feature = "std"))]
mod record {
    use std::cell::RefCell;
    use std::vec::Vec;

    type Mark = (&'static str, &'static str);

    std::thread_local! {
        static MARKS: RefCell<Vec<Mark>> = const { RefCell::new(Vec::new()) };
    }

    #[inline(never)]
    pub(super) fn push(op: &'static str, engine: &'static str) {
        MARKS.with_borrow_mut(|marks| {
            if !marks.contains(&(op, engine)) {
                marks.push((op, engine));
            }
        });
    }

    pub(super) fn take() -> Vec<Mark> {
        MARKS.with_borrow_mut(std::mem::take)
    }
}

#[cfg(all(test, debug_assertions, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_recorded_once_for_its_own_thread() {
        drop(take());
        mark("op", "a");
        mark("op", "a");
        std::thread::spawn(|| mark("op", "b")).join().expect("thread");
        assert_eq!(take(), [("op", "a")]);
        assert_eq!(take(), []);
    }
}
