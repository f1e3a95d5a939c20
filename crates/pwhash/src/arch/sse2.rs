//! SSE2, and SSSE3's byte shuffles where the token proves them.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use lanesmith_isa::token::{Sse2, Ssse3, Token};

use crate::kernel::argon2::{Segment, fill};
use crate::kernel::blamka::Rows;
use crate::kernel::lyra2::{Job, Shape, run};
use crate::kernel::row64::Row64;
use crate::kernel::salsa::{Mix, Quad32, romix};
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel};

/// A token of 128-bit vectors.
pub(crate) trait Vectors128: Token {
    /// Whether bytes can be shuffled.
    const SHUFFLES: bool;
}

impl Vectors128 for Sse2 {
    const SHUFFLES: bool = false;
}

impl Vectors128 for Ssse3 {
    const SHUFFLES: bool = true;
}

/// Four words in two 128-bit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct X64<T>(__m128i, __m128i, PhantomData<T>);

impl<T> X64<T> {
    #[inline(always)]
    fn new(low: __m128i, high: __m128i) -> Self {
        X64(low, high, PhantomData)
    }
    #[inline(always)]
    fn map(self, f: impl Fn(__m128i) -> __m128i) -> Self {
        Self::new(f(self.0), f(self.1))
    }
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(__m128i, __m128i) -> __m128i) -> Self {
        Self::new(f(self.0, other.0), f(self.1, other.1))
    }
}

/// The second word of `a` and the first of `b`.
#[inline(always)]
fn between(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of every x86-64.
    unsafe { _mm_castpd_si128(_mm_shuffle_pd::<1>(_mm_castsi128_pd(a), _mm_castsi128_pd(b))) }
}

// SAFETY of all methods: SSE2 is part of every x86-64, byte shuffles are used only with a token that proves them; loads and
// stores are of whole arrays, unaligned allowed.
impl<T: Vectors128> Row64 for X64<T> {
    type Token = T;

    #[inline(always)]
    fn load(_token: T, words: &[u64; 4]) -> Self {
        let (low, high) = (words[..2].as_ptr(), words[2..].as_ptr());
        // SAFETY: see the head of this block.
        unsafe { Self::new(_mm_loadu_si128(low.cast()), _mm_loadu_si128(high.cast())) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        let (low, high) = words.split_at_mut(2);
        // SAFETY: see the head of this block.
        unsafe {
            _mm_storeu_si128(low.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(high.as_mut_ptr().cast(), self.1);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe { _mm_add_epi64(a, b) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe { _mm_xor_si128(a, b) })
    }
    #[inline(always)]
    fn blamka(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        self.with(other, |a, b| unsafe {
            let product = _mm_mul_epu32(a, b);
            _mm_add_epi64(_mm_add_epi64(a, b), _mm_add_epi64(product, product))
        })
    }
    #[inline(always)]
    fn ror<const BITS: u32>(self) -> Self {
        // SAFETY: see the head of this block.
        self.map(|x| unsafe {
            match BITS {
                32 => _mm_shuffle_epi32::<0xb1>(x),
                24 if T::SHUFFLES => {
                    _mm_shuffle_epi8(x, _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10))
                }
                24 => _mm_xor_si128(_mm_srli_epi64::<24>(x), _mm_slli_epi64::<40>(x)),
                16 if T::SHUFFLES => {
                    _mm_shuffle_epi8(x, _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9))
                }
                16 => _mm_shufflehi_epi16::<0x39>(_mm_shufflelo_epi16::<0x39>(x)),
                _ => {
                    const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                    _mm_xor_si128(_mm_srli_epi64::<63>(x), _mm_add_epi64(x, x))
                }
            }
        })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        match BY {
            1 => Self::new(between(self.0, self.1), between(self.1, self.0)),
            2 => Self::new(self.1, self.0),
            _ => {
                const { assert!(BY >= 1 && BY <= 3) };
                Self::new(between(self.1, self.0), between(self.0, self.1))
            }
        }
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        self.with(next, between)
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        match BY {
            2 => Self::new(self.1, next.0),
            _ => {
                const { assert!(BY == 2 || BY == 3) };
                Self::new(between(self.1, next.0), between(next.0, next.1))
            }
        }
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        // SAFETY: see the head of this block.
        unsafe { (_mm_cvtsi128_si64(self.0) as u64, _mm_cvtsi128_si64(self.1) as u64) }
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        // SAFETY: a prefetch does not fault; SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) }
    }
}

/// Four 32-bit words in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct X32(__m128i);

// SAFETY of all methods: SSE2 is part of every x86-64; loads and stores are of four words, unaligned allowed.
impl Quad32 for X32 {
    type Token = Sse2;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(_token: Sse2, words: &[u32]) -> Self {
        let words = &words[..4];
        // SAFETY: see the head of this block.
        X32(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        let words = &mut words[..4];
        // SAFETY: see the head of this block.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn gather(token: Sse2, rows: [&[u32; 4]; 4]) -> Self {
        Self::load(token, rows[0])
    }
    #[inline(always)]
    fn scatter<const LANE: usize>(self, row: &mut [u32; 4]) {
        self.store(row);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        X32(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the head of this block.
        X32(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn rol<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        const { assert!(LEFT + RIGHT == 32) };
        // SAFETY: see the head of this block.
        X32(unsafe { _mm_or_si128(_mm_slli_epi32::<LEFT>(self.0), _mm_srli_epi32::<RIGHT>(self.0)) })
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        // SAFETY: see the head of this block.
        X32(unsafe {
            match BY {
                1 => _mm_shuffle_epi32::<0x39>(self.0),
                2 => _mm_shuffle_epi32::<0x4e>(self.0),
                _ => _mm_shuffle_epi32::<0x93>(self.0),
            }
        })
    }
    #[inline(always)]
    fn prefetch(line: *const u8) {
        // SAFETY: a prefetch does not fault; SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) }
    }
}

lanesmith_isa::entries! {
    engine sse2 with Sse2;

    Argon2Kernel => pub(crate) fn argon2_fill(token, segments: &mut [Segment<'_>]) {
        fill(Rows::<X64<Sse2>>(token), segments);
    }
    Lyra2Kernel => pub(crate) fn lyra2_run(token, shape: &Shape<'_>, jobs: &mut [Job<'_>]) {
        run::<X64<Sse2>, false>(token, shape, jobs);
    }
    ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut Mix<'_>) {
        let mut from = 0;
        while from < mix.lanes() {
            from += match mix.lanes() - from {
                2.. => {
                    romix::<X32, 2>(token, &mut mix.take(from, 2));
                    2
                }
                _ => {
                    romix::<X32, 1>(token, &mut mix.take(from, 1));
                    1
                }
            };
        }
    }
}
