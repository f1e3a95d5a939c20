//! The pool of rayon.

use crate::executor::Executor;

/// The pool that a call is made in.
pub(crate) struct Rayon;

impl Executor for Rayon {
    fn count(&self) -> usize {
        rayon::current_num_threads()
    }

    fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        rayon::in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| work());
            }
            own();
        });
    }
}
