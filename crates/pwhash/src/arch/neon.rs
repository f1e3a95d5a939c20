//! Armv8 SIMD.

use core::arch::aarch64::*;

use lanesmith_isa::token::Neon;

use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::Rows;
use crate::kernel::lyra2::{Job, Shape, run};
use crate::kernel::row64::Row64;
use crate::kernel::salsa::{Mix, Quad32, romix};
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel};

/// Four words in two 128-bit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct N64(uint64x2_t, uint64x2_t);

impl N64 {
    #[inline(always)]
    fn map(self, f: impl Fn(uint64x2_t) -> uint64x2_t) -> Self {
        N64(f(self.0), f(self.1))
    }
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
        N64(f(self.0, other.0), f(self.1, other.1))
    }
}

/// The second word of `a` and the first of `b`.
#[inline(always)]
fn between(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    // SAFETY: called with values only, which imply the token.
    unsafe { vextq_u64::<1>(a, b) }
}

// SAFETY of all methods: a value implies its token, and `load` is given it; loads and stores are of whole arrays.
impl Row64 for N64 {
    type Token = Neon;

    #[inline(always)]
    fn load(_token: Neon, words: &[u64; 4]) -> Self {
        // SAFETY: see the head of this block.
        unsafe { N64(vld1q_u64(words[..2].as_ptr()), vld1q_u64(words[2..].as_ptr())) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        let (low, high) = words.split_at_mut(2);
        // SAFETY: see the head of this block.
        unsafe {
            vst1q_u64(low.as_mut_ptr(), self.0);
            vst1q_u64(high.as_mut_ptr(), self.1);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe { vaddq_u64(a, b) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe { veorq_u64(a, b) })
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe {
            let product = vmull_u32(vmovn_u64(a), vmovn_u64(b));
            vaddq_u64(vaddq_u64(a, b), vaddq_u64(product, product))
        })
    }
    #[inline(always)]
    fn ror<const BITS: u32>(self) -> Self {
        // SAFETY: see the head of this block.
        self.map(|x| unsafe {
            match BITS {
                32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x))),
                24 => vsriq_n_u64::<24>(vshlq_n_u64::<40>(x), x),
                16 => vsriq_n_u64::<16>(vshlq_n_u64::<48>(x), x),
                _ => {
                    const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                    vsriq_n_u64::<63>(vaddq_u64(x, x), x)
                }
            }
        })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        match BY {
            1 => N64(between(self.0, self.1), between(self.1, self.0)),
            2 => N64(self.1, self.0),
            _ => {
                const { assert!(BY >= 1 && BY <= 3) };
                N64(between(self.1, self.0), between(self.0, self.1))
            }
        }
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        self.with(next, between)
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        match BY {
            2 => N64(self.1, next.0),
            _ => {
                const { assert!(BY == 2 || BY == 3) };
                N64(between(self.1, next.0), between(next.0, next.1))
            }
        }
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        // SAFETY: see the head of this block.
        unsafe { (vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<0>(self.1)) }
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        // SAFETY: a prefetch does not fault and touches no register but the address's.
        unsafe {
            core::arch::asm!("prfm pldl1keep, [{}]", in(reg) line, options(nostack, readonly, preserves_flags));
        }
    }
}

/// Four 32-bit words in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct N32(uint32x4_t);

// SAFETY of all methods: as above.
impl Quad32 for N32 {
    type Token = Neon;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(_token: Neon, words: &[u32]) -> Self {
        let words = &words[..4];
        // SAFETY: see the head of this block.
        N32(unsafe { vld1q_u32(words.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        let words = &mut words[..4];
        // SAFETY: see the head of this block.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn gather(token: Neon, rows: [&[u32; 4]; 4]) -> Self {
        Self::load(token, rows[0])
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        self.store(row);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        N32(unsafe { vaddq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        N32(unsafe { veorq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        // SAFETY: see the head of this block.
        N32(unsafe { vsriq_n_u32::<RIGHT>(vshlq_n_u32::<LEFT>(self.0), self.0) })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        N32(unsafe {
            match BY {
                1 => vextq_u32::<1>(self.0, self.0),
                2 => vextq_u32::<2>(self.0, self.0),
                _ => vextq_u32::<3>(self.0, self.0),
            }
        })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        N64::prefetch(line);
    }
}

lanesmith_isa::entries! {
    engine neon with Neon;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Rows::<N64>(token), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<N64, true>(token, shape, jobs);
    }
    ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut Mix<'_>) {
        let mut from = 0;
        while from < mix.lanes() {
            from += match mix.lanes() - from {
                2.. => {
                    romix::<N32, 2>(token, &mut mix.take(from, 2));
                    2
                }
                _ => {
                    romix::<N32, 1>(token, &mut mix.take(from, 1));
                    1
                }
            };
        }
    }
}
