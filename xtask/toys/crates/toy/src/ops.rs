//! The operation.

use lanesmith_isa::Operation;

/// `toy.double`: twice a number.
#[derive(Clone, Copy, Debug)]
pub struct DoubleKernel {
    /// Twice the number.
    pub double: fn(u32) -> u32,
}

impl Operation for DoubleKernel {
    const NAME: &str = "toy.double";
}
