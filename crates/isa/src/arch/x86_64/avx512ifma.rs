//! Limbs of 52 bits in 512-bit vectors, with the multiply-add that is made for them.

use core::arch::x86_64::*;

use super::ops::{ops, splat, vector};
use crate::lanes::Limbs52;
use crate::token::Ifma;

vector! {
    /// A 512-bit vector on a CPU with 52-bit multiply-add.
    X512I<Ifma>(__m512i)
}

impl Limbs52 for X512I {
    splat!(Ifma, word: u64 = _mm512_set1_epi64(word as i64));
    ops! {
        add(a, other) = _mm512_add_epi64(a, other);
        sub(a, other) = _mm512_sub_epi64(a, other);
        and(a, other) = _mm512_and_si512(a, other);
        or(a, other) = _mm512_or_si512(a, other);
        carry(a) = _mm512_srai_epi64::<52>(a);
    }
    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_madd52lo_epu64(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_madd52hi_epu64(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u8 {
        // SAFETY: a value implies its token.
        unsafe { _mm512_cmpeq_epi64_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn select(self, other: Self, lanes: u8) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_mask_blend_epi64(lanes, self.0, other.0) })
    }
}
