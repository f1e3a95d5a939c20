//! The operations of this crate: the functions that an engine of each consists of.

use lanesmith_isa::Operation;

use crate::kernel::argon2::Segment;
use crate::kernel::block::Layout;
use crate::kernel::lyra2::{Job, Shape};
use crate::kernel::salsa::Mix;

/// `pwhash.argon2`: the blocks of segments.
#[derive(Clone, Copy, Debug)]
pub struct Argon2Kernel {
    /// Fills the segments, one block of each in turn.
    pub(crate) fill: fn(&mut [Segment<'_>]),
    /// In which order the engine keeps the words of a block.
    pub(crate) layout: Layout,
}

impl Operation for Argon2Kernel {
    const NAME: &str = "pwhash.argon2";
}

/// `pwhash.lyra2`: hashes of one shape.
#[derive(Clone, Copy, Debug)]
pub struct Lyra2Kernel {
    /// Hashes of one shape, two side by side.
    pub(crate) run: fn(&Shape, &mut [Job<'_>]),
}

impl Operation for Lyra2Kernel {
    const NAME: &str = "pwhash.lyra2";
}

/// `pwhash.scrypt`: ROMix.
#[derive(Clone, Copy, Debug)]
pub struct ScryptKernel {
    /// ROMix of all inputs, each with a table of its own, as many side by side as the vectors hold.
    pub(crate) mix: fn(&mut Mix<'_>),
}

impl Operation for ScryptKernel {
    const NAME: &str = "pwhash.scrypt";
}
