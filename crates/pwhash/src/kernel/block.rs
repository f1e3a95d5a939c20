//! Blocks of Argon2, and the order of their words.

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
