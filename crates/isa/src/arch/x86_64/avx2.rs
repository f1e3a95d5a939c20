//! 256-bit vectors, on AVX2 and on what has more operations for them.

use core::arch::x86_64::*;

use super::ops::{ops, ops_of_three, sha256, splat, vector};
use crate::arch::transpose::{Quads, quad_rows, row_lanes, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Quad32, Row64, RowLanes, Vector32, WordLanes};
use crate::token::{Avx2, Avx512, Token};

/// A token of 256-bit vectors. Private, as code relies on what it says.
pub(crate) trait Vectors256: Token {
    /// Whether there is what AVX-512VL adds: rotations, ternary logic, masks, and as many registers again.
    const VL: bool;
}

impl Vectors256 for Avx2 {
    const VL: bool = false;
}

impl Vectors256 for Avx512 {
    const VL: bool = true;
}

vector! {
    /// A 256-bit vector.
    X256<T: Vectors256 = Avx2>(__m256i)
}

// SAFETY of what AVX2 lacks, here and below: it is used only with a token that proves it.
impl<T: Vectors256> BitLanes for X256<T> {
    const BITS: usize = 256;
    const TERNARY: bool = T::VL;
    const REGISTERS: usize = if T::VL { 32 } else { 16 };

    splat!(T, bit: bool = _mm256_set1_epi32(-i32::from(bit)));
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
    #[inline(always)]
    fn ternary<const TABLE: i32>(a: Self, b: Self, c: Self) -> Self {
        if !T::VL {
            return Self::multiplexed::<TABLE>(a, b, c);
        }
        // SAFETY: a value implies its token.
        Self::of(unsafe { _mm256_ternarylogic_epi32::<TABLE>(a.0, b.0, c.0) })
    }
}

impl ByteLanes for X256 {
    const WIDTH: usize = 32;

    splat!(Avx2, byte: i8 = _mm256_set1_epi8(byte));
    #[inline(always)]
    fn gather_rows(_token: Avx2, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: the token proves the instruction set; each row is 16 readable bytes, unaligned allowed.
        Self::of(unsafe { _mm256_loadu2_m128i(rows[1].as_ptr().cast(), rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn load(_token: Avx2, bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: the token proves the instruction set; 32 bytes are readable, unaligned allowed.
        Self::of(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
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

impl<T: Vectors256> Quads for X256<T> {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the addresses and, through the type's token, for the instructions.
        Self::of(unsafe {
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

impl<T: Vectors256> Vector32 for X256<T> {
    const WORDS: usize = 8;

    splat!(T, word: u32 = _mm256_set1_epi32(word as i32));
    ops! {
        add(a, other) = _mm256_add_epi32(a, other);
        xor(a, other) = _mm256_xor_si256(a, other);
        and(a, other) = _mm256_and_si256(a, other);
        shift_right<const R: i32>(a) = _mm256_srli_epi32::<R>(a);
        rotate_right<const R: i32, const L: i32>(a) = {
            const { assert!(R + L == 32) };
            match R {
                _ if T::VL => _mm256_ror_epi32::<R>(a),
                24 => _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14))),
                _ => _mm256_or_si256(_mm256_srli_epi32::<R>(a), _mm256_slli_epi32::<L>(a)),
            }
        };
    }
}

impl WordLanes for X256 {
    sha256! {
        of two: "avx2", __m256i,
        _mm256_add_epi32, _mm256_xor_si256, _mm256_and_si256, _mm256_or_si256, _mm256_srli_epi32, _mm256_slli_epi32
    }
    word_rows!(Avx2);
}

impl WordLanes for X256<Avx512> {
    // Not dead beside `sha256!`: rounds of two vectors side by side (`Two`) are made of these.
    ops_of_three! {
        xor3(a, b, c) = _mm256_ternarylogic_epi32::<0x96>(a, b, c);
        ch(e, f, g) = _mm256_ternarylogic_epi32::<0xca>(e, f, g);
        maj(a, b, c) = _mm256_ternarylogic_epi32::<0xe8>(a, b, c);
    }
    sha256! {
        of three: "avx512f,avx512vl,avx2", __m256i,
        _mm256_add_epi32, _mm256_ternarylogic_epi32, _mm256_ror_epi32, _mm256_srli_epi32
    }
    word_rows!(Avx512);
}

impl RowLanes for X256 {
    row_lanes!(Avx2, 2);
    ops! {
        advance(a, after) = _mm256_alignr_epi8::<4>(after, a);
        high_pair(a) = _mm256_srli_si256::<8>(a);
        low_pair(a) = _mm256_slli_si256::<8>(a);
    }
}

impl<T: Vectors256> Quad32 for X256<T> {
    quad_rows!(T);
    #[inline(always)]
    fn scatter<const ROW: usize>(self, row: &mut [u32; 4]) {
        // SAFETY: a value implies its token; a row is 16 bytes, unaligned allowed.
        unsafe {
            let words = match ROW {
                0 => _mm256_castsi256_si128(self.0),
                _ => _mm256_extracti128_si256::<1>(self.0),
            };
            _mm_storeu_si128(row.as_mut_ptr().cast(), words);
        }
    }
    ops! {
        turn<const BY: usize>(a) = match BY {
            1 => _mm256_shuffle_epi32::<0x39>(a),
            2 => _mm256_shuffle_epi32::<0x4e>(a),
            _ => _mm256_shuffle_epi32::<0x93>(a),
        };
    }
}

impl<T: Vectors256> Row64 for X256<T> {
    ops! {
        add(a, other) = _mm256_add_epi64(a, other);
        xor(a, other) = _mm256_xor_si256(a, other);
        blamka(a, other) = {
            let product = _mm256_mul_epu32(a, other);
            _mm256_add_epi64(_mm256_add_epi64(a, other), _mm256_add_epi64(product, product))
        };
    }
    #[inline(always)]
    fn blamka_late(self, other: Self) -> Self {
        if !T::VL {
            return self.blamka(other);
        }
        // The product is taken of twice `self`, so that it need not be doubled. What 32 bits of that lack, `other` times 2^32
        // where bit 31 of `self` is set, is added while the product is on its way.
        // SAFETY: a value implies its token.
        Self::of(unsafe {
            let lacks = _mm256_test_epi64_mask(self.0, _mm256_set1_epi64x(1 << 31));
            let product = _mm256_mul_epu32(_mm256_add_epi64(self.0, self.0), other.0);
            let sum = _mm256_add_epi64(self.0, other.0);
            let sum = _mm256_mask_add_epi64(sum, lacks, sum, _mm256_slli_epi64::<32>(other.0));
            _mm256_add_epi64(sum, product)
        })
    }
    ops! {
        rotate_right<const BITS: i32>(a) = match BITS {
            _ if T::VL => _mm256_ror_epi64::<BITS>(a),
            32 => _mm256_shuffle_epi32::<0xb1>(a),
            24 => _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10))),
            16 => _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9))),
            _ => {
                const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                _mm256_xor_si256(_mm256_srli_epi64::<63>(a), _mm256_add_epi64(a, a))
            }
        };
        turn<const BY: usize>(a) = match BY {
            1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(a),
            2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(a),
            _ => _mm256_permute4x64_epi64::<0b10_01_00_11>(a),
        };
        straddle(a, next) = _mm256_alignr_epi8::<8>(next, a);
        shift_in<const BY: usize>(a, next) = match BY {
            2 if T::VL => _mm256_alignr_epi64::<2>(next, a),
            _ if T::VL => _mm256_alignr_epi64::<3>(next, a),
            2 => _mm256_permute2x128_si256::<0x21>(a, next),
            _ => _mm256_alignr_epi8::<8>(next, _mm256_permute2x128_si256::<0x21>(a, next)),
        };
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        // SAFETY: a value implies its token.
        unsafe {
            let high = _mm256_extracti128_si256::<1>(self.0);
            let low = _mm256_castsi256_si128(self.0);
            (_mm_cvtsi128_si64(low) as u64, _mm_cvtsi128_si64(high) as u64)
        }
    }
}
