//! TwoCats on NEON.

use core::arch::aarch64::*;
use core::arch::asm;

use lanesmith_isa::token::Neon;

use crate::kernel::twocats::Words;

/// Four words.
#[derive(Clone, Copy)]
struct Four(uint32x4_t);

impl Words for Four {
    type Token = Neon;
    const COUNT: usize = 4;

    #[inline(always)]
    fn load(_: Neon, words: &[u32]) -> Self {
        // SAFETY: the token proves the instruction set; the slice has four words.
        Four(unsafe { vld1q_u32(words[..4].as_ptr()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        // SAFETY: a value implies the instruction set; the slice has four words.
        unsafe { vst1q_u32(words[..4].as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        Four(unsafe {
            let mixed = veorq_u32(vaddq_u32(self.0, b.0), d.0);
            vsriq_n_u32::<24>(vshlq_n_u32::<8>(mixed), mixed)
        })
    }
    #[inline(always)]
    fn prefetch(word: *const u32) {
        // SAFETY: a prefetch reads nothing.
        unsafe {
            asm!("prfm pldl1keep, [{}]", in(reg) word, options(nostack, preserves_flags, readonly));
        }
    }
}

engine!(neon, Neon, 4: Four, 1; 8: Four, 2; 16: Four, 4;);
