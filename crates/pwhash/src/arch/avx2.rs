//! AVX2.

use core::arch::x86_64::*;

use lanesmith_isa::token::{Avx2, Sse2, Token};

use super::sse2::X32;
use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::Rows;
use crate::kernel::lyra2::{Job, Shape, run};
use crate::kernel::row64::Row64;
use crate::kernel::salsa::{Mix, Quad32, romix};
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel};

/// Four words in a 256-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Y64(__m256i);

// SAFETY of all methods: a value implies its token, and `load` is given it; loads and stores are of whole arrays, unaligned
// allowed.
impl Row64 for Y64 {
    type Token = Avx2;

    #[inline(always)]
    fn load(_token: Avx2, words: &[u64; 4]) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        // SAFETY: see the head of this block.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe {
            let product = _mm256_mul_epu32(self.0, other.0);
            let sum = _mm256_add_epi64(self.0, other.0);
            _mm256_add_epi64(sum, _mm256_add_epi64(product, product))
        })
    }
    #[inline(always)]
    fn ror<const BITS: u32>(self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe {
            match BITS {
                32 => _mm256_shuffle_epi32::<0xb1>(self.0),
                24 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_broadcastsi128_si256(_mm_setr_epi8(
                        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
                    )),
                ),
                16 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_broadcastsi128_si256(_mm_setr_epi8(
                        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
                    )),
                ),
                _ => {
                    const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                    _mm256_xor_si256(_mm256_srli_epi64::<63>(self.0), _mm256_add_epi64(self.0, self.0))
                }
            }
        })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe {
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
        Y64(unsafe { _mm256_alignr_epi8::<8>(next.0, self.0) })
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        // SAFETY: see the head of this block.
        Y64(unsafe {
            let middle = _mm256_permute2x128_si256::<0x21>(self.0, next.0);
            match BY {
                2 => middle,
                _ => {
                    const { assert!(BY == 2 || BY == 3) };
                    _mm256_alignr_epi8::<8>(next.0, middle)
                }
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
        // SAFETY: a prefetch does not fault; SSE is there wherever AVX2 is.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) }
    }
}

/// Four 32-bit words of two inputs in a 256-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Y32(__m256i);

// SAFETY of all methods: as above.
impl Quad32 for Y32 {
    type Token = Avx2;
    const LANES: usize = 2;

    #[inline(always)]
    fn load(_token: Avx2, words: &[u32]) -> Self {
        let words = &words[..8];
        // SAFETY: see the head of this block.
        Y32(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        let words = &mut words[..8];
        // SAFETY: see the head of this block.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn gather(_token: Avx2, rows: [&[u32; 4]; 4]) -> Self {
        // SAFETY: see the head of this block.
        Y32(unsafe { _mm256_loadu2_m128i(rows[1].as_ptr().cast(), rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        // SAFETY: see the head of this block.
        unsafe {
            let words = match LANE {
                0 => _mm256_castsi256_si128(self.0),
                _ => _mm256_extracti128_si256::<1>(self.0),
            };
            _mm_storeu_si128(row.as_mut_ptr().cast(), words);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Y32(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        Y32(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        const { assert!(LEFT + RIGHT == 32) };
        // SAFETY: see the head of this block.
        Y32(unsafe { _mm256_or_si256(_mm256_slli_epi32::<LEFT>(self.0), _mm256_srli_epi32::<RIGHT>(self.0)) })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        Y32(unsafe {
            match BY {
                1 => _mm256_shuffle_epi32::<0x39>(self.0),
                2 => _mm256_shuffle_epi32::<0x4e>(self.0),
                _ => _mm256_shuffle_epi32::<0x93>(self.0),
            }
        })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        Y64::prefetch(line);
    }
}

lanesmith_isa::entries! {
    engine avx2 with Avx2;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Rows::<Y64>(token), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<Y64, true>(token, shape, jobs);
    }
    ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut Mix<'_>) {
        let mut from = 0;
        while from < mix.lanes() {
            from += match mix.lanes() - from {
                4.. => {
                    romix::<Y32, 2>(token, &mut mix.take(from, 4));
                    4
                }
                2.. => {
                    romix::<Y32, 1>(token, &mut mix.take(from, 2));
                    2
                }
                _ => {
                    romix::<X32, 1>(Sse2::admitted(), &mut mix.take(from, 1));
                    1
                }
            };
        }
    }
}
