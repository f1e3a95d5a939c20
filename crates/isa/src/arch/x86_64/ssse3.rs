//! 128-bit vectors with the byte shuffles of SSSE3.

use core::arch::x86_64::*;

use super::ops::{ops, sha256};
use crate::arch::transpose::{Quads, word_rows};
use crate::lanes::{Plain, RowLanes, WordLanes};
use crate::token::Ssse3;

/// A 128-bit vector with byte shuffles.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct X128S(__m128i);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for X128S {
    type Token = Ssse3;
}

impl Quads for X128S {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        X128S(unsafe { _mm_loadu_si128(at(0).cast()) })
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
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(_token: Ssse3, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        X128S(unsafe { _mm_set1_epi32(word as i32) })
    }
    ops! {
        add(a, other) = _mm_add_epi32(a, other);
        xor(a, other) = _mm_xor_si128(a, other);
        and(a, other) = _mm_and_si128(a, other);
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        // SAFETY: a value implies its token.
        X128S(unsafe { _mm_or_si128(_mm_srli_epi32::<R>(self.0), _mm_slli_epi32::<L>(self.0)) })
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value implies its token.
        X128S(unsafe { _mm_srli_epi32::<R>(self.0) })
    }
    sha256! {
        of two: "sse2", __m128i,
        _mm_add_epi32, _mm_xor_si128, _mm_and_si128, _mm_or_si128, _mm_srli_epi32, _mm_slli_epi32
    }
    word_rows!(Ssse3);
}

impl RowLanes for X128S {
    const ROWS: usize = 1;

    #[inline(always)]
    fn load_rows<'a>(_token: Ssse3, row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        // SAFETY: each row is 16 readable bytes.
        unsafe { Self::gather(|p| row(p).as_ptr()) }.swap_bytes()
    }
    #[inline(always)]
    fn splat_row(_token: Ssse3, words: &[u32; 4]) -> Self {
        // SAFETY: the row is 16 readable bytes.
        unsafe { Self::gather(|_| words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_rows(self, rows: &mut [[u32; 4]]) {
        let rows = rows[..Self::ROWS].as_mut_ptr();
        // SAFETY: `ROWS` rows of 16 bytes are there to write.
        unsafe { self.scatter(|p| rows.add(p).cast()) };
    }
    ops! {
        advance(a, after) = _mm_alignr_epi8::<4>(after, a);
        high_pair(a) = _mm_srli_si128::<8>(a);
        low_pair(a) = _mm_slli_si128::<8>(a);
    }
}
