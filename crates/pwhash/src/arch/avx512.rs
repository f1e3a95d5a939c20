//! AVX-512: 512-bit vectors, and 256-bit ones with rotations.

use core::arch::x86_64::*;

use lanesmith_isa::token::Avx512;

use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::{Pairs, Wide64};
use crate::kernel::lyra2::{Job, Shape, run};
use crate::kernel::row64::Row64;
use crate::kernel::salsa::{Mix, Quad32, romix};
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel};

/// Eight words in a 512-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Z64(__m512i);

// SAFETY of all methods: a value implies its token, and `load` is given it; loads and stores are of whole arrays, unaligned
// allowed.
impl Wide64 for Z64 {
    type Token = Avx512;

    #[inline(always)]
    fn load(_token: Avx512, words: &[u64; 8]) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        // SAFETY: see the head of this block.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe {
            let product = _mm512_mul_epu32(self.0, other.0);
            let sum = _mm512_add_epi64(self.0, other.0);
            _mm512_add_epi64(sum, _mm512_add_epi64(product, product))
        })
    }
    #[inline(always)]
    fn ror<const BITS: i32>(self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe { _mm512_ror_epi64::<BITS>(self.0) })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe {
            match BY {
                1 => _mm512_permutex_epi64::<0b00_11_10_01>(self.0),
                2 => _mm512_permutex_epi64::<0b01_00_11_10>(self.0),
                _ => {
                    const { assert!(BY >= 1 && BY <= 3) };
                    _mm512_permutex_epi64::<0b10_01_00_11>(self.0)
                }
            }
        })
    }
    #[inline(always)]
    fn turn_columns<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        Z64(unsafe {
            match BY {
                1 => _mm512_permutexvar_epi64(_mm512_setr_epi64(1, 4, 3, 6, 5, 0, 7, 2), self.0),
                2 => _mm512_shuffle_i64x2::<0x4e>(self.0, self.0),
                _ => {
                    const { assert!(BY >= 1 && BY <= 3) };
                    _mm512_permutexvar_epi64(_mm512_setr_epi64(5, 0, 7, 2, 1, 4, 3, 6), self.0)
                }
            }
        })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        // SAFETY: a prefetch does not fault; SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) }
    }
}

/// Four words in a 256-bit vector, with rotations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct V64(__m256i);

// SAFETY of all methods: as above.
impl Row64 for V64 {
    type Token = Avx512;
    sums!(V64, _mm256_add_epi64, _mm256_xor_si256);

    #[inline(always)]
    fn load(_token: Avx512, words: &[u64; 4]) -> Self {
        // SAFETY: see the head of this block.
        V64(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        // SAFETY: see the head of this block.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        V64(unsafe {
            let product = _mm256_mul_epu32(self.0, other.0);
            let sum = _mm256_add_epi64(self.0, other.0);
            _mm256_add_epi64(sum, _mm256_add_epi64(product, product))
        })
    }
    #[inline(always)]
    fn blamka_late(self, other: Self) -> Self {
        // The product is taken of twice `self`, so that it need not be doubled. What 32 bits of that lack, `other` times 2^32
        // where bit 31 of `self` is set, is added while the product is on its way.
        // SAFETY: see the head of this block.
        V64(unsafe {
            let lacks = _mm256_test_epi64_mask(self.0, _mm256_set1_epi64x(1 << 31));
            let product = _mm256_mul_epu32(_mm256_add_epi64(self.0, self.0), other.0);
            let sum = _mm256_add_epi64(self.0, other.0);
            let sum = _mm256_mask_add_epi64(sum, lacks, sum, _mm256_slli_epi64::<32>(other.0));
            _mm256_add_epi64(sum, product)
        })
    }
    #[inline(always)]
    fn ror<const BITS: u32>(self) -> Self {
        // SAFETY: see the head of this block.
        V64(unsafe {
            match BITS {
                32 => _mm256_ror_epi64::<32>(self.0),
                24 => _mm256_ror_epi64::<24>(self.0),
                16 => _mm256_ror_epi64::<16>(self.0),
                _ => {
                    const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                    _mm256_ror_epi64::<63>(self.0)
                }
            }
        })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        V64(unsafe {
            match BY {
                1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
                2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
                _ => {
                    const { assert!(BY >= 1 && BY <= 3) };
                    _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0)
                }
            }
        })
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        // SAFETY: see the head of this block.
        V64(unsafe { _mm256_alignr_epi8::<8>(next.0, self.0) })
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        const { assert!(BY >= 1 && BY <= 3) };
        // SAFETY: see the head of this block.
        V64(unsafe {
            match BY {
                1 => _mm256_alignr_epi64::<1>(next.0, self.0),
                2 => _mm256_alignr_epi64::<2>(next.0, self.0),
                _ => _mm256_alignr_epi64::<3>(next.0, self.0),
            }
        })
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        // SAFETY: see the head of this block.
        unsafe {
            let high = _mm256_extracti128_si256::<1>(self.0);
            let low = _mm256_castsi256_si128(self.0);
            (_mm_cvtsi128_si64(low) as u64, _mm_cvtsi128_si64(high) as u64)
        }
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        Z64::prefetch(line);
    }
}

/// Four 32-bit words in a 128-bit vector, with rotations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct V32(__m128i);

// SAFETY of all methods: as above.
impl Quad32 for V32 {
    type Token = Avx512;
    const LANES: usize = 1;
    quarters!(V32, _mm_add_epi32, _mm_xor_si128, _mm_shuffle_epi32);

    #[inline(always)]
    fn load(_token: Avx512, words: &[u32]) -> Self {
        let words = &words[..4];
        // SAFETY: see the head of this block.
        V32(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        let words = &mut words[..4];
        // SAFETY: see the head of this block.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn gather(token: Avx512, rows: [&[u32; 4]; 4]) -> Self {
        Self::load(token, rows[0])
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        self.store(row);
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        // SAFETY: see the head of this block.
        V32(unsafe { _mm_rol_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        Z64::prefetch(line);
    }
}

/// Four 32-bit words of four inputs in a 512-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Z32(__m512i);

// SAFETY of all methods: as above.
impl Quad32 for Z32 {
    type Token = Avx512;
    const LANES: usize = 4;
    quarters!(Z32, _mm512_add_epi32, _mm512_xor_si512, _mm512_shuffle_epi32);

    #[inline(always)]
    fn load(_token: Avx512, words: &[u32]) -> Self {
        let words = &words[..16];
        // SAFETY: see the head of this block.
        Z32(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        let words = &mut words[..16];
        // SAFETY: see the head of this block.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn gather(_token: Avx512, rows: [&[u32; 4]; 4]) -> Self {
        // SAFETY: see the head of this block.
        Z32(unsafe {
            let low = _mm256_loadu2_m128i(rows[1].as_ptr().cast(), rows[0].as_ptr().cast());
            let high = _mm256_loadu2_m128i(rows[3].as_ptr().cast(), rows[2].as_ptr().cast());
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        // SAFETY: see the head of this block.
        unsafe {
            let words = match LANE {
                0 => _mm512_castsi512_si128(self.0),
                1 => _mm512_extracti32x4_epi32::<1>(self.0),
                2 => _mm512_extracti32x4_epi32::<2>(self.0),
                _ => _mm512_extracti32x4_epi32::<3>(self.0),
            };
            _mm_storeu_si128(row.as_mut_ptr().cast(), words);
        }
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        // SAFETY: see the head of this block.
        Z32(unsafe { _mm512_rol_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        Z64::prefetch(line);
    }
}

lanesmith_isa::entries! {
    engine avx512 with Avx512;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Pairs::<Z64>(token), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<V64, true>(token, shape, jobs);
    }
    ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut Mix<'_>) {
        let mut from = 0;
        while from < mix.lanes() {
            from += match mix.lanes() - from {
                8.. => {
                    romix::<Z32, 2>(token, &mut mix.take(from, 8));
                    8
                }
                4.. => {
                    romix::<Z32, 1>(token, &mut mix.take(from, 4));
                    4
                }
                2.. => {
                    romix::<V32, 2>(token, &mut mix.take(from, 2));
                    2
                }
                _ => {
                    romix::<V32, 1>(token, &mut mix.take(from, 1));
                    1
                }
            };
        }
    }
}
