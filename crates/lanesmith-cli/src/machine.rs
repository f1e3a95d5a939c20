//! What machine this is.

pub use lanesmith_suite::machine::*;

/// The CPU as people call it.
pub fn model() -> String {
    lanesmith::profile::Cpu::here().model
}
