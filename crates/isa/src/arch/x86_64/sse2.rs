//! 128-bit vectors, on SSE2 and on what has more operations for them.

use core::arch::x86_64::*;

use super::ops::{ops, splat, vector};
use crate::lanes::{BitLanes, ByteLanes, Half64, Line, PwxLanes, PwxTable, Quad32, Vector32};
use crate::token::{Avx2, Avx512, Bmi2, Sse2, Ssse3, Token};

/// A token of 128-bit vectors. Private, as code relies on what it says; SSE2 itself is there wherever this is compiled.
pub(crate) trait Vectors128: Token {
    /// Whether bytes can be shuffled.
    const SHUFFLES: bool;
    /// Whether words can be rotated.
    const ROTATES: bool;
}

macro_rules! tokens {
    ($($token:ident: $shuffles:literal, $rotates:literal;)*) => {$(
        impl Vectors128 for $token {
            const SHUFFLES: bool = $shuffles;
            const ROTATES: bool = $rotates;
        }
    )*};
}
tokens! {
    Sse2: false, false;
    Bmi2: false, false;
    Ssse3: true, false;
    Avx2: true, false;
    Avx512: true, true;
}

vector! {
    /// A 128-bit vector.
    X128<T: Vectors128 = Sse2>(__m128i)
}

impl BitLanes for X128 {
    const BITS: usize = 128;
    const REGISTERS: usize = 16;

    splat!(Sse2, bit: bool = _mm_set1_epi32(-i32::from(bit)));
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

    splat!(Sse2, byte: i8 = _mm_set1_epi8(byte));
    #[inline(always)]
    fn gather_rows(_token: Sse2, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: the token proves the instruction set; each row is 16 readable bytes, unaligned allowed.
        Self::of(unsafe { _mm_loadu_si128(rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn load(_token: Sse2, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves the instruction set; 16 bytes are readable, unaligned allowed.
        Self::of(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
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

// SAFETY of what SSE2 lacks: it is used only with a token that proves it.
impl<T: Vectors128> Vector32 for X128<T> {
    const WORDS: usize = 4;

    splat!(T, word: u32 = _mm_set1_epi32(word as i32));
    ops! {
        add(a, other) = _mm_add_epi32(a, other);
        xor(a, other) = _mm_xor_si128(a, other);
        and(a, other) = _mm_and_si128(a, other);
        shift_right<const R: i32>(a) = _mm_srli_epi32::<R>(a);
        rotate_right<const R: i32, const L: i32>(a) = {
            const { assert!(R + L == 32) };
            match R {
                _ if T::ROTATES => _mm_ror_epi32::<R>(a),
                24 if T::SHUFFLES => _mm_shuffle_epi8(a, _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)),
                _ => _mm_or_si128(_mm_srli_epi32::<R>(a), _mm_slli_epi32::<L>(a)),
            }
        };
    }
}

impl<T: Vectors128> Quad32 for X128<T> {
    ops! {
        turn<const BY: usize>(a) = match BY {
            1 => _mm_shuffle_epi32::<0x39>(a),
            2 => _mm_shuffle_epi32::<0x4e>(a),
            _ => _mm_shuffle_epi32::<0x93>(a),
        };
    }
}

// SAFETY of what SSE2 lacks: as above.
impl<T: Vectors128> Half64 for X128<T> {
    ops! {
        add(a, other) = _mm_add_epi64(a, other);
        xor(a, other) = _mm_xor_si128(a, other);
        blamka(a, other) = {
            let product = _mm_mul_epu32(a, other);
            _mm_add_epi64(_mm_add_epi64(a, other), _mm_add_epi64(product, product))
        };
        rotate_right<const BITS: i32>(a) = match BITS {
            32 => _mm_shuffle_epi32::<0xb1>(a),
            24 if T::SHUFFLES => _mm_shuffle_epi8(a, _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10)),
            24 => _mm_xor_si128(_mm_srli_epi64::<24>(a), _mm_slli_epi64::<40>(a)),
            16 if T::SHUFFLES => _mm_shuffle_epi8(a, _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9)),
            16 => _mm_shufflehi_epi16::<0x39>(_mm_shufflelo_epi16::<0x39>(a)),
            _ => {
                const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                _mm_xor_si128(_mm_srli_epi64::<63>(a), _mm_add_epi64(a, a))
            }
        };
        between(a, next) = _mm_castpd_si128(_mm_shuffle_pd::<1>(_mm_castsi128_pd(a), _mm_castsi128_pd(next)));
    }
    #[inline(always)]
    fn first(self) -> u64 {
        // SAFETY: a value implies its token.
        unsafe { _mm_cvtsi128_si64(self.0) as u64 }
    }
}

impl<T: Vectors128> PwxLanes for X128<T> {
    type Token = T;

    #[inline(always)]
    fn load(_token: T, line: &Line) -> [Self; 4] {
        let start = core::ptr::from_ref(line).cast::<__m128i>();
        // SAFETY: the token proves the instruction set; a line has four vectors and is aligned to 64.
        core::array::from_fn(|i| Self::of(unsafe { _mm_load_si128(start.add(i)) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        let start = core::ptr::from_mut(line).cast::<__m128i>();
        for (i, lane) in lanes.into_iter().enumerate() {
            // SAFETY: a value implies its token; a line has four vectors and is aligned to 64.
            unsafe { _mm_store_si128(start.add(i), lane.0) }
        }
    }
    ops! {
        xor(a, other) = _mm_xor_si128(a, other);
        add(a, other) = _mm_add_epi32(a, other);
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies its token.
        Self::of(unsafe {
            let sum = _mm_add_epi32(a.0, b.0);
            _mm_xor_si128(_mm_xor_si128(self.0, _mm_slli_epi32(sum, L)), _mm_srli_epi32(sum, R))
        })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Quad32::turn::<BY>(self)
    }
    #[inline(always)]
    fn pwx(self, s0: &PwxTable, s1: &PwxTable) -> Self {
        // SAFETY: a value implies its token. The masks leave multiples of 16 below 4096, and a table has more bytes than
        // that and is aligned to 64.
        Self::of(unsafe {
            let mut addresses = _mm_cvtsi128_si64(self.0) as u64 & 0x0000_0ff0_0000_0ff0;
            // Keeps the compiler from masking the halves one by one.
            core::arch::asm!("/* {0} */", inout(reg) addresses, options(pure, nomem, nostack, preserves_flags));
            let p = core::ptr::from_ref(s0).cast::<u8>().add((addresses as u32) as usize).cast::<__m128i>();
            let q = core::ptr::from_ref(s1).cast::<u8>().add((addresses >> 32) as usize).cast::<__m128i>();
            let product = _mm_mul_epu32(_mm_shuffle_epi32(self.0, 0xb1), self.0);
            _mm_xor_si128(_mm_add_epi64(product, _mm_load_si128(p)), _mm_load_si128(q))
        })
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        <Self as crate::lanes::Plain>::prefetch(line);
    }
}
