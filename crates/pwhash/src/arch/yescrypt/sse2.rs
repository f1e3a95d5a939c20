//! yescrypt on SSE2, which every x86-64 has. The three-operand forms of AVX, its wider vectors and the rotation of AVX-512
//! gain nothing (`docs/kernels/pwhash-yescrypt.md`).

use core::arch::asm;
use core::arch::x86_64::*;

use lanesmith_isa::lanes::Line;
use lanesmith_isa::token::Sse2;

use crate::kernel::yescrypt::lane::{Lane, Table};

/// A vector.
#[derive(Clone, Copy)]
pub(crate) struct X(__m128i);

impl Lane for X {
    type Token = Sse2;

    #[inline(always)]
    fn load(_: Sse2, line: &Line) -> [Self; 4] {
        let start = core::ptr::from_ref(line).cast::<__m128i>();
        // SAFETY: the token proves the instruction set; a line has four vectors and is aligned to 64.
        core::array::from_fn(|i| X(unsafe { _mm_load_si128(start.add(i)) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        let start = core::ptr::from_mut(line).cast::<__m128i>();
        for (i, X(lane)) in lanes.into_iter().enumerate() {
            // SAFETY: a value implies the instruction set; a line has four vectors and is aligned to 64.
            unsafe { _mm_store_si128(start.add(i), lane) }
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        X(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: a value implies the instruction set.
        X(unsafe {
            let sum = _mm_add_epi32(a.0, b.0);
            _mm_xor_si128(_mm_xor_si128(self.0, _mm_slli_epi32(sum, L)), _mm_srli_epi32(sum, R))
        })
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        // SAFETY: a value implies the instruction set.
        X(unsafe {
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
        X(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        // SAFETY: a value implies the instruction set. The masks leave multiples of 16 below 4096, and a table has more
        // bytes than that and is aligned to 64.
        X(unsafe {
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

engine!(sse2, Sse2, X);
