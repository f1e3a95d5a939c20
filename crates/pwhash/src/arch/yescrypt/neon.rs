//! yescrypt on NEON.

use core::arch::aarch64::*;
use core::arch::asm;

use lanesmith_isa::lanes::Line;
use lanesmith_isa::token::Neon;

use crate::kernel::yescrypt::lane::{Lane, Table};

/// A vector.
#[derive(Clone, Copy)]
pub(crate) struct N(uint64x2_t);

impl N {
    #[inline(always)]
    fn words(self) -> uint32x4_t {
        // SAFETY: a value implies the instruction set.
        unsafe { vreinterpretq_u32_u64(self.0) }
    }
    #[inline(always)]
    fn of_words(words: uint32x4_t) -> Self {
        // SAFETY: words in hand imply the instruction set.
        N(unsafe { vreinterpretq_u64_u32(words) })
    }
}

impl Lane for N {
    type Token = Neon;
    type Alone = Self;

    #[inline(always)]
    fn load(_: Neon, line: &Line) -> [Self; 4] {
        // SAFETY: the token proves the instruction set; a line has four vectors.
        core::array::from_fn(|i| N(unsafe { vld1q_u64(line.0.as_ptr().add(2 * i)) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        for (i, N(lane)) in lanes.into_iter().enumerate() {
            // SAFETY: a value implies the instruction set; a line has four vectors.
            unsafe { vst1q_u64(line.0.as_mut_ptr().add(2 * i), lane) }
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        N(unsafe { veorq_u64(self.0, other.0) })
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        unsafe {
            let sum = vaddq_u32(a.words(), b.words());
            Self::of_words(veorq_u32(self.words(), vsriq_n_u32::<R>(vshlq_n_u32::<L>(sum), sum)))
        }
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::of_words(unsafe { vextq_u32::<BY>(self.words(), self.words()) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::of_words(unsafe { vaddq_u32(self.words(), other.words()) })
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        // SAFETY: a value implies the instruction set. The masks leave multiples of 16 below 4096, and a table has more
        // bytes than that.
        N(unsafe {
            let addresses = vgetq_lane_u64::<0>(self.0) & 0x0000_0ff0_0000_0ff0;
            let p = core::ptr::from_ref(s0).cast::<u8>().add((addresses as u32) as usize);
            let q = core::ptr::from_ref(s1).cast::<u8>().add((addresses >> 32) as usize);
            let (low, high) = (vmovn_u64(self.0), vshrn_n_u64::<32>(self.0));
            veorq_u64(vmlal_u32(vld1q_u64(p.cast()), low, high), vld1q_u64(q.cast()))
        })
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        // SAFETY: a prefetch reads nothing.
        unsafe {
            asm!("prfm pldl1keep, [{}]", in(reg) line, options(nostack, preserves_flags, readonly));
        }
    }
}

engine!(neon, Neon, N);
