//! TwoCats on the vectors of x86-64.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use lanesmith_isa::Token;
use lanesmith_isa::token::{Avx2, Avx512, Sse2, Ssse3};

use crate::kernel::twocats::Words;

/// How words are turned left by 8 bits.
trait Turn: Token {
    /// # Safety
    /// The token's instruction set must be there.
    unsafe fn turn(x: __m128i) -> __m128i;
}

impl Turn for Sse2 {
    #[inline(always)]
    unsafe fn turn(x: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe { _mm_or_si128(_mm_slli_epi32::<8>(x), _mm_srli_epi32::<24>(x)) }
    }
}

impl Turn for Ssse3 {
    #[inline(always)]
    unsafe fn turn(x: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe { _mm_shuffle_epi8(x, _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)) }
    }
}

impl Turn for Avx2 {
    #[inline(always)]
    unsafe fn turn(x: __m128i) -> __m128i {
        // SAFETY: the caller's; AVX2 implies SSSE3.
        unsafe { Ssse3::turn(x) }
    }
}

impl Turn for Avx512 {
    #[inline(always)]
    unsafe fn turn(x: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe { _mm_rol_epi32::<8>(x) }
    }
}

/// Four words.
#[derive(Clone, Copy)]
struct Four<T>(__m128i, PhantomData<T>);

impl<T: Turn> Words for Four<T> {
    type Token = T;
    const COUNT: usize = 4;

    #[inline(always)]
    fn load(_: T, words: &[u32]) -> Self {
        // SAFETY: SSE2 is part of every x86-64; the slice has four words, unaligned allowed.
        Four(unsafe { _mm_loadu_si128(words[..4].as_ptr().cast()) }, PhantomData)
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        // SAFETY: as in `load`.
        unsafe { _mm_storeu_si128(words[..4].as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        // SAFETY: a value implies its token.
        Four(unsafe { T::turn(_mm_xor_si128(_mm_add_epi32(self.0, b.0), d.0)) }, PhantomData)
    }
    #[inline(always)]
    fn prefetch(word: *const u32) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) }
    }
}

/// Eight words on AVX2.
#[derive(Clone, Copy)]
struct Eight(__m256i);

impl Words for Eight {
    type Token = Avx2;
    const COUNT: usize = 8;

    #[inline(always)]
    fn load(_: Avx2, words: &[u32]) -> Self {
        // SAFETY: the token proves the instruction set; the slice has eight words, unaligned allowed.
        Eight(unsafe { _mm256_loadu_si256(words[..8].as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        // SAFETY: a value implies its token; as in `load`.
        unsafe { _mm256_storeu_si256(words[..8].as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        // SAFETY: a value implies its token.
        Eight(unsafe {
            let bytes = _mm256_setr_epi8(
                3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10,
                15, 12, 13, 14,
            );
            _mm256_shuffle_epi8(_mm256_xor_si256(_mm256_add_epi32(self.0, b.0), d.0), bytes)
        })
    }
    #[inline(always)]
    fn prefetch(word: *const u32) {
        Four::<Sse2>::prefetch(word);
    }
}

/// Eight words on AVX-512VL, which turns them in one instruction.
#[derive(Clone, Copy)]
struct EightTurned(__m256i);

impl Words for EightTurned {
    type Token = Avx512;
    const COUNT: usize = 8;

    #[inline(always)]
    fn load(_: Avx512, words: &[u32]) -> Self {
        // SAFETY: the token proves the instruction set; the slice has eight words, unaligned allowed.
        EightTurned(unsafe { _mm256_loadu_si256(words[..8].as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        // SAFETY: a value implies its token; as in `load`.
        unsafe { _mm256_storeu_si256(words[..8].as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        // SAFETY: a value implies its token.
        EightTurned(unsafe { _mm256_rol_epi32::<8>(_mm256_xor_si256(_mm256_add_epi32(self.0, b.0), d.0)) })
    }
    #[inline(always)]
    fn prefetch(word: *const u32) {
        Four::<Sse2>::prefetch(word);
    }
}

/// Sixteen words.
#[derive(Clone, Copy)]
struct Sixteen(__m512i);

impl Words for Sixteen {
    type Token = Avx512;
    const COUNT: usize = 16;

    #[inline(always)]
    fn load(_: Avx512, words: &[u32]) -> Self {
        // SAFETY: the token proves the instruction set; the slice has sixteen words, unaligned allowed.
        Sixteen(unsafe { _mm512_loadu_si512(words[..16].as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        // SAFETY: a value implies its token; as in `load`.
        unsafe { _mm512_storeu_si512(words[..16].as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn step(self, b: Self, d: Self) -> Self {
        // SAFETY: a value implies its token.
        Sixteen(unsafe { _mm512_rol_epi32::<8>(_mm512_xor_si512(_mm512_add_epi32(self.0, b.0), d.0)) })
    }
    #[inline(always)]
    fn prefetch(word: *const u32) {
        Four::<Sse2>::prefetch(word);
    }
}

/// Vectors of 128 bits.
pub(crate) mod sse2 {
    use super::*;
    engine!(sse2, Sse2, 4: Four<Sse2>, 1; 8: Four<Sse2>, 2; 16: Four<Sse2>, 4;);
}

/// Vectors of 128 bits, turned by a byte shuffle.
pub(crate) mod ssse3 {
    use super::*;
    engine!(ssse3, Ssse3, 4: Four<Ssse3>, 1; 8: Four<Ssse3>, 2; 16: Four<Ssse3>, 4;);
}

/// Vectors of 256 bits.
pub(crate) mod avx2 {
    use super::*;
    engine!(avx2, Avx2, 4: Four<Avx2>, 1; 8: Eight, 1; 16: Eight, 2;);
}

/// Vectors as wide as the lanes.
pub(crate) mod avx512 {
    use super::*;
    engine!(
        avx512, Avx512,
        4: Four<Avx512>, 1; 8: EightTurned, 1; 16: Sixteen, 1;
    );
}
