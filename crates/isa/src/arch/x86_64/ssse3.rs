//! 128-bit vectors with the byte shuffles of SSSE3.

use core::arch::x86_64::*;

use super::ops::{ops, sha256};
use super::sse2::X128;
use crate::arch::transpose::{Quads, row_lanes, word_rows};
use crate::lanes::{RowLanes, WordLanes};
use crate::token::Ssse3;

/// A 128-bit vector with byte shuffles.
pub type X128S = X128<Ssse3>;

impl Quads for X128S {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        Self::of(unsafe { _mm_loadu_si128(at(0).cast()) })
    }
    #[inline(always)]
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8) {
        // SAFETY: the caller vouches for the addresses; a value implies its token.
        unsafe {
            _mm_storeu_si128(at(0).cast(), self.0);
        }
    }
    ops! {
        zip_low(a, other) = _mm_unpacklo_epi32(a, other);
        zip_high(a, other) = _mm_unpackhi_epi32(a, other);
        swap_bytes(a) = _mm_shuffle_epi8(a, _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
    }
}

impl WordLanes for X128S {
    sha256! {
        of two: "sse2", __m128i,
        _mm_add_epi32, _mm_xor_si128, _mm_and_si128, _mm_or_si128, _mm_srli_epi32, _mm_slli_epi32
    }
    word_rows!(Ssse3);
}

impl RowLanes for X128S {
    row_lanes!(Ssse3, 1);
    ops! {
        advance(a, after) = _mm_alignr_epi8::<4>(after, a);
        high_pair(a) = _mm_srli_si128::<8>(a);
        low_pair(a) = _mm_slli_si128::<8>(a);
    }
}
