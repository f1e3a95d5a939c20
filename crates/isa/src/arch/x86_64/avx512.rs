//! 512-bit vectors of AVX-512; its 256-bit ones, for CPUs on which the wide ones do not pay, are those of AVX2 with more operations.

use core::arch::x86_64::*;

use super::avx2::X256;
use super::ops::{ops, ops_of_three, sha256, splat, vector};
use crate::arch::transpose::{Quads, quad_rows, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Quad32, Vector32, Wide64, WordLanes};
use crate::token::Avx512;

/// A 256-bit vector with ternary logic (AVX-512VL).
pub type X256T = X256<Avx512>;

vector! {
    /// A 512-bit vector.
    X512<Avx512>(__m512i)
}

impl BitLanes for X512 {
    const BITS: usize = 512;
    const TERNARY: bool = true;
    const REGISTERS: usize = 32;

    splat!(Avx512, bit: bool = _mm512_set1_epi32(-i32::from(bit)));
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

    splat!(Avx512, byte: i8 = _mm512_set1_epi8(byte));
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

impl Vector32 for X512 {
    const WORDS: usize = 16;

    splat!(Avx512, word: u32 = _mm512_set1_epi32(word as i32));
    ops! {
        add(a, other) = _mm512_add_epi32(a, other);
        xor(a, other) = _mm512_xor_si512(a, other);
        and(a, other) = _mm512_and_si512(a, other);
        // The count is a constant and folds into the instruction.
        shift_right<const R: i32>(a) = _mm512_srl_epi32(a, _mm_cvtsi32_si128(R));
        rotate_right<const R: i32, const L: i32>(a) = {
            const { assert!(R + L == 32) };
            _mm512_ror_epi32::<R>(a)
        };
    }
}

impl WordLanes for X512 {
    // Not dead beside `sha256!`: rounds of two vectors side by side (`Two`) are made of these.
    ops_of_three! {
        xor3(a, b, c) = _mm512_ternarylogic_epi32::<0x96>(a, b, c);
        ch(e, f, g) = _mm512_ternarylogic_epi32::<0xca>(e, f, g);
        maj(a, b, c) = _mm512_ternarylogic_epi32::<0xe8>(a, b, c);
    }
    sha256! {
        of three: "avx512f,avx512vl,avx2", __m512i,
        _mm512_add_epi32, _mm512_ternarylogic_epi32, _mm512_ror_epi32, _mm512_srli_epi32
    }
    word_rows!(Avx512);
}

impl Quad32 for X512 {
    quad_rows!(Avx512);
    #[inline(always)]
    fn scatter<const ROW: usize>(self, row: &mut [u32; 4]) {
        // SAFETY: a value implies its token; a row is 16 bytes, unaligned allowed.
        unsafe {
            let words = match ROW {
                0 => _mm512_castsi512_si128(self.0),
                1 => _mm512_extracti32x4_epi32::<1>(self.0),
                2 => _mm512_extracti32x4_epi32::<2>(self.0),
                _ => _mm512_extracti32x4_epi32::<3>(self.0),
            };
            _mm_storeu_si128(row.as_mut_ptr().cast(), words);
        }
    }
    ops! {
        turn<const BY: usize>(a) = match BY {
            1 => _mm512_shuffle_epi32::<0x39>(a),
            2 => _mm512_shuffle_epi32::<0x4e>(a),
            _ => _mm512_shuffle_epi32::<0x93>(a),
        };
    }
}

impl Wide64 for X512 {
    ops_of_three! {
        xor3(a, b, c) = _mm512_ternarylogic_epi64::<0x96>(a, b, c);
    }
    ops! {
        xor(a, other) = _mm512_xor_si512(a, other);
        blamka(a, other) = {
            let product = _mm512_mul_epu32(a, other);
            _mm512_add_epi64(_mm512_add_epi64(a, other), _mm512_add_epi64(product, product))
        };
        rotate_right<const BITS: i32>(a) = _mm512_ror_epi64::<BITS>(a);
        turn<const BY: usize>(a) = match BY {
            1 => _mm512_permutex_epi64::<0b00_11_10_01>(a),
            2 => _mm512_permutex_epi64::<0b01_00_11_10>(a),
            _ => _mm512_permutex_epi64::<0b10_01_00_11>(a),
        };
        turn_columns<const BY: usize>(a) = match BY {
            1 => _mm512_permutexvar_epi64(_mm512_setr_epi64(1, 4, 3, 6, 5, 0, 7, 2), a),
            2 => _mm512_shuffle_i64x2::<0x4e>(a, a),
            _ => _mm512_permutexvar_epi64(_mm512_setr_epi64(5, 0, 7, 2, 1, 4, 3, 6), a),
        };
    }
}
