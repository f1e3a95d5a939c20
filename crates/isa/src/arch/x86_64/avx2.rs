//! 256-bit vectors of AVX2.

use core::arch::x86_64::*;

use crate::lanes::{BitLanes, ByteLanes, Plain};
use crate::token::Avx2;

/// A 256-bit vector with the operations of AVX2.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct X256(__m256i);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for X256 {
    type Token = Avx2;
}

impl BitLanes for X256 {
    const BITS: usize = 256;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn splat(_token: Avx2, bit: bool) -> Self {
        // SAFETY: the token proves the instruction set.
        X256(unsafe { _mm256_set1_epi32(-i32::from(bit)) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, mask: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_andnot_si256(mask.0, self.0) })
    }
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi32(-1)) })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: a value implies its token.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
}

impl ByteLanes for X256 {
    const WIDTH: usize = 32;

    #[inline(always)]
    fn splat(_token: Avx2, byte: i8) -> Self {
        // SAFETY: the token proves the instruction set.
        X256(unsafe { _mm256_set1_epi8(byte) })
    }
    #[inline(always)]
    fn gather_rows(_token: Avx2, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: the token proves the instruction set; each row is 16 readable bytes, unaligned allowed.
        X256(unsafe { _mm256_loadu2_m128i(rows[1].as_ptr().cast(), rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn load(_token: Avx2, bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: the token proves the instruction set; 32 bytes are readable, unaligned allowed.
        X256(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_cmpgt_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        // SAFETY: a value implies its token.
        unsafe { _mm256_movemask_epi8(_mm256_cmpgt_epi8(self.0, other.0)) as u32 as u64 }
    }
    #[inline(always)]
    fn unpack_low(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_unpacklo_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn unpack_high(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_unpackhi_epi8(self.0, other.0) })
    }
}
