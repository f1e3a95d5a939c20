//! 128-bit vectors of SSE2.

use core::arch::x86_64::*;

use super::ops::ops;
use crate::lanes::{BitLanes, ByteLanes, Plain};
use crate::token::Sse2;

/// A 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct X128(__m128i);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for X128 {
    type Token = Sse2;
}

impl BitLanes for X128 {
    const BITS: usize = 128;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn splat(_token: Sse2, bit: bool) -> Self {
        // SAFETY: the token proves the instruction set.
        X128(unsafe { _mm_set1_epi32(-i32::from(bit)) })
    }
    ops! {
        and(a, other) = _mm_and_si128(a, other);
        or(a, other) = _mm_or_si128(a, other);
        xor(a, other) = _mm_xor_si128(a, other);
        and_not(a, mask) = _mm_andnot_si128(mask, a);
        not(a) = _mm_xor_si128(a, _mm_set1_epi32(-1));
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: a value implies its token.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xffff }
    }
}

impl ByteLanes for X128 {
    const WIDTH: usize = 16;

    #[inline(always)]
    fn splat(_token: Sse2, byte: i8) -> Self {
        // SAFETY: the token proves the instruction set.
        X128(unsafe { _mm_set1_epi8(byte) })
    }
    #[inline(always)]
    fn gather_rows(_token: Sse2, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: the token proves the instruction set; each row is 16 readable bytes, unaligned allowed.
        X128(unsafe { _mm_loadu_si128(rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn load(_token: Sse2, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves the instruction set; 16 bytes are readable, unaligned allowed.
        X128(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
    ops! {
        and(a, other) = _mm_and_si128(a, other);
        add(a, other) = _mm_add_epi8(a, other);
        sub(a, other) = _mm_sub_epi8(a, other);
        greater(a, other) = _mm_cmpgt_epi8(a, other);
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        // SAFETY: a value implies its token.
        unsafe { _mm_movemask_epi8(_mm_cmpgt_epi8(self.0, other.0)) as u32 as u64 }
    }
    ops! {
        unpack_low(a, other) = _mm_unpacklo_epi8(a, other);
        unpack_high(a, other) = _mm_unpackhi_epi8(a, other);
    }
}
