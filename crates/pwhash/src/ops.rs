//! The signatures of the operations: what an engine of each must offer, and the types of its arguments.

use lanesmith_isa::Operation;
use lanesmith_isa::lanes::Line;

use crate::argon2::Segment;
use crate::kernel::twocats::Mix;
use crate::kernel::yescrypt::Form;
use crate::kernel::yescrypt::pwx::{Own, Shared};

/// A block of Argon2: 1 KiB.
pub type Block = [u64; 128];

/// In which order an engine of Argon2 keeps the words of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As they are numbered.
    Rows,
    /// Quarters of two neighbouring rows side by side.
    Pairs,
}

impl Layout {
    /// Where the `word`-th word lies.
    const fn place(self, word: usize) -> usize {
        match self {
            Layout::Rows => word,
            Layout::Pairs => {
                let (row, column) = (word / 16, word % 16);
                (row / 2 * 4 + column / 4) * 8 + row % 2 * 4 + column % 4
            }
        }
    }

    /// Brings a block from the order of its words into that of the engine.
    #[inline(never)]
    pub(crate) fn arrange(self, words: &Block) -> Block {
        let mut block = [0; 128];
        for (i, word) in words.iter().enumerate() {
            block[self.place(i)] = *word;
        }
        block
    }

    /// Brings a block from the order of the engine into that of its words.
    #[inline(never)]
    pub(crate) fn restore(self, block: &Block) -> Block {
        core::array::from_fn(|i| block[self.place(i)])
    }
}

/// Functions of an engine for Argon2.
#[derive(Clone, Copy, Debug)]
pub struct Argon2Kernel {
    /// Fills the segments, one block of each in turn.
    pub(crate) fill: fn(&mut [Segment<'_>]),
    /// In which order the engine keeps the words of a block.
    pub(crate) layout: Layout,
}

/// Functions of an engine for Lyra2.
#[derive(Clone, Copy, Debug)]
pub struct Lyra2Kernel {
    /// Hashes of one shape, at most two.
    pub(crate) run: fn(&crate::lyra2::Shape, &mut [crate::kernel::lyra2::Job<'_>]),
}

/// Functions of an engine for scrypt.
#[derive(Clone, Copy, Debug)]
pub struct ScryptKernel {
    /// ROMix of all inputs, each with a table of its own, as many side by side as the vectors hold.
    pub(crate) mix: fn(&mut crate::kernel::salsa::Mix<'_>),
}

/// Functions of an engine for yescrypt.
#[derive(Clone, Copy, Debug)]
pub struct YescryptKernel {
    /// Fills the S-boxes of a part from the first two lines of its state, which change.
    pub(crate) boxes: fn(Form, &mut [Line], &mut [Line]),
    /// The first loop, and so many steps of the second that write, of parts that have memory of their own; neighbours in lock
    /// step, two at a time.
    pub(crate) own: fn(Form, &[Line], u64, &mut [Own<'_>]),
    /// So many steps of the second loop that only read, of parts that share the memory; in lock step too.
    pub(crate) shared: fn(Form, &[Line], u64, &mut [Shared<'_>]),
    /// scrypt's two loops, the second with so many steps: ROM, state, another state, memory.
    pub(crate) classic: fn(&[Line], u64, &mut [Line], &mut [Line], &mut [Line]),
}

/// Functions of an engine for TwoCats.
#[derive(Clone, Copy, Debug)]
pub struct TwoCatsKernel {
    /// Mixes two blocks into a third; what is to go into the next state.
    pub(crate) mix: fn(&mut Mix<'_>) -> u32,
}

impl Operation for Argon2Kernel {
    const NAME: &str = "pwhash.argon2";
}

impl Operation for Lyra2Kernel {
    const NAME: &str = "pwhash.lyra2";
}

impl Operation for ScryptKernel {
    const NAME: &str = "pwhash.scrypt";
}

impl Operation for YescryptKernel {
    const NAME: &str = "pwhash.yescrypt";
}

impl Operation for TwoCatsKernel {
    const NAME: &str = "pwhash.twocats";
}
