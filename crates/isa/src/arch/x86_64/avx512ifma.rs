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
    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        let [c0, c2, c4, c6] = quarters(a.words_of(b), c.words_of(d), e.words_of(f), g.words_of(h));
        let [c1, c3, c5, c7] =
            quarters(a.next_words_of(b), c.next_words_of(d), e.next_words_of(f), g.next_words_of(h));
        [c0, c1, c2, c3, c4, c5, c6, c7]
    }
}

impl X512I {
    /// The first words of both in each quarter.
    #[inline(always)]
    fn words_of(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_unpacklo_epi64(self.0, other.0) })
    }

    /// The second words of both in each quarter.
    #[inline(always)]
    fn next_words_of(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_unpackhi_epi64(self.0, other.0) })
    }

    /// The first and third quarters of both.
    #[inline(always)]
    fn even_quarters(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_shuffle_i64x2::<0x88>(self.0, other.0) })
    }

    /// The second and fourth quarters of both.
    #[inline(always)]
    fn odd_quarters(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm512_shuffle_i64x2::<0xdd>(self.0, other.0) })
    }
}

/// Quarters of four vectors, transposed.
#[inline(always)]
fn quarters(a: X512I, b: X512I, c: X512I, d: X512I) -> [X512I; 4] {
    let even = [a.even_quarters(b), c.even_quarters(d)];
    let odd = [a.odd_quarters(b), c.odd_quarters(d)];
    [
        even[0].even_quarters(even[1]),
        odd[0].even_quarters(odd[1]),
        even[0].odd_quarters(even[1]),
        odd[0].odd_quarters(odd[1]),
    ]
}
