//! AVX-512: 512-bit vectors, and 256-bit ones with ternary logic for CPUs on which the wide ones do not pay.

use core::arch::x86_64::*;

use super::ops::{ops, ops_of_three, sha256};
use crate::arch::transpose::{Quads, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Plain, WordLanes};
use crate::token::Avx512;

/// A 512-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct X512(__m512i);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for X512 {
    type Token = Avx512;
}

impl BitLanes for X512 {
    const BITS: usize = 512;
    const TERNARY: bool = true;
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn splat(_token: Avx512, bit: bool) -> Self {
        // SAFETY: the token proves the instruction set.
        X512(unsafe { _mm512_set1_epi32(-i32::from(bit)) })
    }
    ops! {
        and(a, other) = _mm512_and_si512(a, other);
        or(a, other) = _mm512_or_si512(a, other);
        xor(a, other) = _mm512_xor_si512(a, other);
        and_not(a, mask) = _mm512_andnot_si512(mask, a);
        not(a) = _mm512_xor_si512(a, _mm512_set1_epi32(-1));
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: a value implies its token.
        unsafe { _mm512_test_epi32_mask(self.0, self.0) == 0 }
    }
    ops_of_three! {
        ternary<const TABLE: i32>(a, b, c) = _mm512_ternarylogic_epi32::<TABLE>(a, b, c);
    }
}

impl ByteLanes for X512 {
    const WIDTH: usize = 64;

    #[inline(always)]
    fn splat(_token: Avx512, byte: i8) -> Self {
        // SAFETY: the token proves the instruction set.
        X512(unsafe { _mm512_set1_epi8(byte) })
    }
    #[inline(always)]
    fn gather_rows(_token: Avx512, rows: &[&[u8; 16]]) -> Self {
        let rows: &[&[u8; 16]; 4] = rows.first_chunk().expect("four rows");
        // SAFETY: the token proves the instruction set; each row is 16 readable bytes, unaligned allowed. Masked
        // broadcasts from memory keep the shuffle port free.
        X512(unsafe {
            let row = |i: usize| _mm_loadu_si128(rows[i].as_ptr().cast());
            let v = _mm512_zextsi128_si512(row(0));
            let v = _mm512_mask_broadcast_i32x4(v, 0x00f0, row(1));
            let v = _mm512_mask_broadcast_i32x4(v, 0x0f00, row(2));
            _mm512_mask_broadcast_i32x4(v, 0xf000, row(3))
        })
    }
    #[inline(always)]
    fn load(_token: Avx512, bytes: &[u8]) -> Self {
        let bytes = &bytes[..64];
        // SAFETY: the token proves the instruction set; 64 bytes are readable, unaligned allowed.
        X512(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
    }
    ops! {
        and(a, other) = _mm512_and_si512(a, other);
        add(a, other) = _mm512_add_epi8(a, other);
        sub(a, other) = _mm512_sub_epi8(a, other);
        greater(a, other) = _mm512_movm_epi8(_mm512_cmpgt_epi8_mask(a, other));
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        // SAFETY: a value implies its token.
        unsafe { _mm512_cmpgt_epi8_mask(self.0, other.0) }
    }
    ops! {
        unpack_low(a, other) = _mm512_unpacklo_epi8(a, other);
        unpack_high(a, other) = _mm512_unpackhi_epi8(a, other);
    }
}

/// A 256-bit vector with ternary logic (AVX-512VL).
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct X256T(__m256i);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for X256T {
    type Token = Avx512;
}

impl BitLanes for X256T {
    const BITS: usize = 256;
    const TERNARY: bool = true;
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn splat(_token: Avx512, bit: bool) -> Self {
        // SAFETY: the token proves the instruction set.
        X256T(unsafe { _mm256_set1_epi32(-i32::from(bit)) })
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
    ops_of_three! {
        ternary<const TABLE: i32>(a, b, c) = _mm256_ternarylogic_epi32::<TABLE>(a, b, c);
    }
}

impl Quads for X512 {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        X512(unsafe {
            let low = _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(_mm_loadu_si128(at(0).cast())),
                _mm_loadu_si128(at(1).cast()),
            );
            let high = _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(_mm_loadu_si128(at(2).cast())),
                _mm_loadu_si128(at(3).cast()),
            );
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }
    #[inline(always)]
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8) {
        // SAFETY: the caller vouches for the addresses; a value implies its token.
        unsafe {
            _mm_storeu_si128(at(0).cast(), _mm512_castsi512_si128(self.0));
            _mm_storeu_si128(at(1).cast(), _mm512_extracti32x4_epi32::<1>(self.0));
            _mm_storeu_si128(at(2).cast(), _mm512_extracti32x4_epi32::<2>(self.0));
            _mm_storeu_si128(at(3).cast(), _mm512_extracti32x4_epi32::<3>(self.0));
        }
    }
    ops! {
        zip_low(a, other) = _mm512_unpacklo_epi32(a, other);
        zip_high(a, other) = _mm512_unpackhi_epi32(a, other);
        swap_bytes(a) = _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
    }
}

impl WordLanes for X512 {
    const LANES: usize = 16;

    #[inline(always)]
    fn splat(_token: Avx512, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        X512(unsafe { _mm512_set1_epi32(word as i32) })
    }
    ops! {
        add(a, other) = _mm512_add_epi32(a, other);
        xor(a, other) = _mm512_xor_si512(a, other);
        and(a, other) = _mm512_and_si512(a, other);
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        // SAFETY: a value implies its token.
        X512(unsafe { _mm512_ror_epi32::<R>(self.0) })
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value implies its token. The count is a constant and folds into the instruction.
        X512(unsafe { _mm512_srl_epi32(self.0, _mm_cvtsi32_si128(R)) })
    }
    ops_of_three! {
        xor3(a, b, c) = _mm512_ternarylogic_epi32::<0x96>(a, b, c);
    }
    // Not dead beside `sha256!`: rounds of two vectors side by side (`Two`) are made of these.
    #[inline(always)]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        // SAFETY: a value implies its token.
        X512(unsafe { _mm512_ternarylogic_epi32::<0xca>(e.0, f.0, g.0) })
    }
    ops_of_three! {
        maj(a, b, c) = _mm512_ternarylogic_epi32::<0xe8>(a, b, c);
    }
    sha256! {
        of three: "avx512f,avx512vl,avx2", __m512i,
        _mm512_add_epi32, _mm512_ternarylogic_epi32, _mm512_ror_epi32, _mm512_srli_epi32
    }
    word_rows!(Avx512);
}

impl Quads for X256T {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        X256T(unsafe {
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

impl WordLanes for X256T {
    const LANES: usize = 8;

    #[inline(always)]
    fn splat(_token: Avx512, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        X256T(unsafe { _mm256_set1_epi32(word as i32) })
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
        X256T(unsafe { _mm256_ror_epi32::<R>(self.0) })
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value implies its token.
        X256T(unsafe { _mm256_srli_epi32::<R>(self.0) })
    }
    ops_of_three! {
        xor3(a, b, c) = _mm256_ternarylogic_epi32::<0x96>(a, b, c);
    }
    // Not dead beside `sha256!`: rounds of two vectors side by side (`Two`) are made of these.
    #[inline(always)]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        // SAFETY: a value implies its token.
        X256T(unsafe { _mm256_ternarylogic_epi32::<0xca>(e.0, f.0, g.0) })
    }
    ops_of_three! {
        maj(a, b, c) = _mm256_ternarylogic_epi32::<0xe8>(a, b, c);
    }
    sha256! {
        of three: "avx512f,avx512vl,avx2", __m256i,
        _mm256_add_epi32, _mm256_ternarylogic_epi32, _mm256_ror_epi32, _mm256_srli_epi32
    }
    word_rows!(Avx512);
}
