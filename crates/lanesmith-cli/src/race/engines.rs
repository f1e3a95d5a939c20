//! Our own engines side by side on one input, for the commands that compare nothing else.

use std::time::Duration;

use lanesmith_race::{Hooks, sequence};

pub use lanesmith_race::sequence::Sampled;

use crate::{interrupt, terminal};

/// A sequence that the terminal shows and Ctrl-C ends.
pub type Sequence = sequence::Sequence<Watched>;

/// The terminal and Ctrl-C.
pub struct Watched(terminal::Progress);

impl Hooks for Watched {
    fn progress(&self, spent: Duration, doing: &str) {
        self.0.show(spent, doing);
    }

    fn stop(&self) -> bool {
        interrupt::asked()
    }
}

/// A sequence of so many parts of equal length.
pub fn sequence(total: Duration, parts: usize) -> Sequence {
    interrupt::catch();
    Sequence::new(total, parts, Watched(terminal::Progress::new(total)))
}
