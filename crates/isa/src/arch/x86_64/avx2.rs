//! 256-bit vectors of AVX2.

use core::arch::x86_64::*;

use super::ops::{ops, sha256};
use crate::arch::transpose::{Quads, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Plain, RowLanes, WordLanes};
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
    ops! {
        and(a, other) = _mm256_and_si256(a, other);
        or(a, other) = _mm256_or_si256(a, other);
        xor(a, other) = _mm256_xor_si256(a, other);
        and_not(a, mask) = _mm256_andnot_si256(mask, a);
        not(a) = _mm256_xor_si256(a, _mm256_set1_epi32(-1));
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
    ops! {
        and(a, other) = _mm256_and_si256(a, other);
        add(a, other) = _mm256_add_epi8(a, other);
        sub(a, other) = _mm256_sub_epi8(a, other);
        greater(a, other) = _mm256_cmpgt_epi8(a, other);
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        // SAFETY: a value implies its token.
        unsafe { _mm256_movemask_epi8(_mm256_cmpgt_epi8(self.0, other.0)) as u32 as u64 }
    }
    ops! {
        unpack_low(a, other) = _mm256_unpacklo_epi8(a, other);
        unpack_high(a, other) = _mm256_unpackhi_epi8(a, other);
    }
}

impl Quads for X256 {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        X256(unsafe {
            _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(_mm_loadu_si128(at(0).cast())),
                _mm_loadu_si128(at(1).cast()),
            )
        })
    }
    #[inline(always)]
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8) {
        // SAFETY: the caller vouches for the addresses; a value implies its token.
        unsafe {
            _mm_storeu_si128(at(0).cast(), _mm256_castsi256_si128(self.0));
            _mm_storeu_si128(at(1).cast(), _mm256_extracti128_si256::<1>(self.0));
        }
    }
    ops! {
        zip_low(a, other) = _mm256_unpacklo_epi32(a, other);
        zip_high(a, other) = _mm256_unpackhi_epi32(a, other);
        swap_bytes(a) = _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
    }
}

impl WordLanes for X256 {
    const LANES: usize = 8;

    #[inline(always)]
    fn splat(_token: Avx2, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        X256(unsafe { _mm256_set1_epi32(word as i32) })
    }
    ops! {
        add(a, other) = _mm256_add_epi32(a, other);
        xor(a, other) = _mm256_xor_si256(a, other);
        and(a, other) = _mm256_and_si256(a, other);
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_or_si256(_mm256_srli_epi32::<R>(self.0), _mm256_slli_epi32::<L>(self.0)) })
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value implies its token.
        X256(unsafe { _mm256_srli_epi32::<R>(self.0) })
    }
    sha256! {
        of two: "avx2", __m256i,
        _mm256_add_epi32, _mm256_xor_si256, _mm256_and_si256, _mm256_or_si256, _mm256_srli_epi32, _mm256_slli_epi32
    }
    word_rows!(Avx2);
}

impl RowLanes for X256 {
    const ROWS: usize = 2;

    #[inline(always)]
    fn load_rows<'a>(_token: Avx2, row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        // SAFETY: each row is 16 readable bytes.
        unsafe { Self::gather(|p| row(p).as_ptr()) }.swap_bytes()
    }
    #[inline(always)]
    fn splat_row(_token: Avx2, words: &[u32; 4]) -> Self {
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
        advance(a, after) = _mm256_alignr_epi8::<4>(after, a);
        high_pair(a) = _mm256_srli_si256::<8>(a);
        low_pair(a) = _mm256_slli_si256::<8>(a);
    }
}
