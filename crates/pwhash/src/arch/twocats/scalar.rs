//! TwoCats in general registers.

use lanesmith_isa::token::Portable;

use crate::kernel::twocats::{Mix, Words, mix as mix_words};

/// Words one by one.
#[derive(Clone, Copy)]
pub(crate) struct Plain<const N: usize>([u32; N]);

impl<const N: usize> Words for Plain<N> {
    type Token = Portable;
    const COUNT: usize = N;

    #[inline(always)]
    fn load(_: Portable, words: &[u32]) -> Self {
        let words = &words[..N];
        Plain(core::array::from_fn(|i| words[i]))
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        words[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        Plain(core::array::from_fn(|i| (self.0[i].wrapping_add(b.0[i]) ^ d.0[i]).rotate_left(8)))
    }
    #[inline(always)]
    fn prefetch(_: *const u32) {}
}

/// One or two lanes, on every engine.
pub(super) fn few(work: &mut Mix<'_>) -> u32 {
    match work.lanes {
        2 => mix_words::<Plain<2>, 1>(Portable, work),
        _ => mix_words::<Plain<1>, 1>(Portable, work),
    }
}

engine!(scalar, Portable, 4: Plain<4>, 1; 8: Plain<8>, 1; 16: Plain<16>, 1;);
