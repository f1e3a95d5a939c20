//! yescrypt on the vectors of x86-64.

use core::arch::asm;
use core::arch::x86_64::*;
use core::marker::PhantomData;

use lanesmith_isa::Token;
use lanesmith_isa::lanes::Line;
use lanesmith_isa::token::{Avx2, Avx512, Sse2};

use crate::yescrypt::lane::{Lane, Table};

/// How words of 32 bits are turned left, and taken into an exclusive or.
pub(crate) trait Turn: Token {
    /// # Safety
    /// The token's instruction set must be there.
    #[inline(always)]
    unsafe fn xor_turned<const L: i32, const R: i32>(x: __m128i, y: __m128i) -> __m128i {
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { _mm_xor_si128(_mm_xor_si128(x, _mm_slli_epi32(y, L)), _mm_srli_epi32(y, R)) }
    }
}

impl Turn for Sse2 {}
impl Turn for Avx2 {}
impl Turn for Avx512 {
    #[inline(always)]
    unsafe fn xor_turned<const L: i32, const R: i32>(x: __m128i, y: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe { _mm_xor_si128(x, _mm_rol_epi32::<L>(y)) }
    }
}

/// A vector.
#[derive(Clone, Copy)]
pub(crate) struct X<T>(__m128i, PhantomData<T>);

impl<T> X<T> {
    #[inline(always)]
    fn new(x: __m128i) -> Self {
        X(x, PhantomData)
    }
}

impl<T: Turn> Lane for X<T> {
    type Token = T;

    #[inline(always)]
    fn load(_: T, line: &Line) -> [Self; 4] {
        let start = core::ptr::from_ref(line).cast::<__m128i>();
        // SAFETY: the token proves the instruction set; a line has four vectors and is aligned to 64.
        core::array::from_fn(|i| Self::new(unsafe { _mm_load_si128(start.add(i)) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        let start = core::ptr::from_mut(line).cast::<__m128i>();
        for (i, X(lane, _)) in lanes.into_iter().enumerate() {
            // SAFETY: a value implies the instruction set; a line has four vectors and is aligned to 64.
            unsafe { _mm_store_si128(start.add(i), lane) }
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::new(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::new(unsafe {
            T::xor_turned::<L, R>(self.0, _mm_add_epi32(a.0, b.0))
        })
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::new(unsafe {
            match BY {
                1 => _mm_shuffle_epi32(self.0, 0x39),
                2 => _mm_shuffle_epi32(self.0, 0x4e),
                _ => _mm_shuffle_epi32(self.0, 0x93),
            }
        })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        Self::new(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        // SAFETY: a value implies the instruction set. The masks leave multiples of 16 below 4096, and a table has more
        // bytes than that and is aligned to 64.
        Self::new(unsafe {
            let mut addresses = _mm_cvtsi128_si64(self.0) as u64 & 0x0000_0ff0_0000_0ff0;
            // Keeps the compiler from masking the halves one by one.
            asm!("/* {0} */", inout(reg) addresses, options(pure, nomem, nostack, preserves_flags));
            let p = core::ptr::from_ref(s0).cast::<u8>().add((addresses as u32) as usize).cast::<__m128i>();
            let q = core::ptr::from_ref(s1).cast::<u8>().add((addresses >> 32) as usize).cast::<__m128i>();
            let product = _mm_mul_epu32(_mm_shuffle_epi32(self.0, 0xb1), self.0);
            _mm_xor_si128(_mm_add_epi64(product, _mm_load_si128(p)), _mm_load_si128(q))
        })
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(line).cast()) }
    }
}

/// Two-operand forms: they take operands from memory as they are.
pub(crate) mod sse2 {
    use super::*;
    engine!("sse2", X<Sse2>, Sse2, "sse2");
}

/// Three-operand forms.
pub(crate) mod avx2 {
    use super::*;
    engine!("avx2", X<Avx2>, Avx2, "avx2");
}

/// Three-operand forms, twice as many registers, rotation in one instruction.
pub(crate) mod avx512 {
    use super::*;
    engine!("avx512", X<Avx512>, Avx512, "avx512f,avx512bw,avx512dq,avx512vl");
}
