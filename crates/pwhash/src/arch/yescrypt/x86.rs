//! yescrypt on SSE2, which every x86-64 has, and with addresses in general registers where BMI is there too. The three-operand
//! forms of AVX, its wider vectors and the rotation of AVX-512 gain nothing (`docs/kernels/pwhash-yescrypt.md`).

use core::arch::asm;
use core::arch::x86_64::*;
use core::marker::PhantomData;

use lanesmith_isa::Token;
use lanesmith_isa::lanes::Line;
use lanesmith_isa::token::{Bmi2, Sse2};

use crate::kernel::yescrypt::lane::{Lane, Table};

/// A vector, on the instruction set of an engine.
#[derive(Clone, Copy)]
pub(crate) struct X<T>(__m128i, PhantomData<T>);

/// What an engine computes one hash with.
pub(crate) trait Engine: Token {
    type Alone: Lane<Token = Self>;
}

impl Engine for Sse2 {
    type Alone = X<Sse2>;
}

impl Engine for Bmi2 {
    type Alone = Dual;
}

impl<T: Token> X<T> {
    #[inline(always)]
    fn new(vector: __m128i) -> Self {
        X(vector, PhantomData)
    }
}

impl<T: Engine> Lane for X<T> {
    type Token = T;
    type Alone = T::Alone;

    #[inline(always)]
    fn load(_: T, line: &Line) -> [Self; 4] {
        let start = core::ptr::from_ref(line).cast::<__m128i>();
        // SAFETY: SSE2 is part of every x86-64; a line has four vectors and is aligned to 64.
        core::array::from_fn(|i| Self::new(unsafe { _mm_load_si128(start.add(i)) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        let start = core::ptr::from_mut(line).cast::<__m128i>();
        for (i, X(lane, _)) in lanes.into_iter().enumerate() {
            // SAFETY: SSE2 is part of every x86-64; a line has four vectors and is aligned to 64.
            unsafe { _mm_store_si128(start.add(i), lane) }
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of every x86-64.
        Self::new(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: SSE2 is part of every x86-64.
        Self::new(unsafe {
            let sum = _mm_add_epi32(a.0, b.0);
            _mm_xor_si128(_mm_xor_si128(self.0, _mm_slli_epi32(sum, L)), _mm_srli_epi32(sum, R))
        })
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        // SAFETY: SSE2 is part of every x86-64.
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
        // SAFETY: SSE2 is part of every x86-64.
        Self::new(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        // SAFETY: SSE2 is part of every x86-64. The masks leave multiples of 16 below 4096, and a table has more
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

/// A vector whose low word is in a general register too: addresses come from there, and are known four cycles sooner than by way
/// of the vector. It takes more instructions, so it is for one hash alone.
#[derive(Clone, Copy)]
pub(crate) struct Dual {
    vector: X<Bmi2>,
    low: u64,
}

/// The bits of half a word that address an entry. Without a copy first, as ANDN has three operands.
#[inline(always)]
fn address(half: u64) -> usize {
    let address: u64;
    // SAFETY: a value of `Dual`, which alone asks this, implies BMI.
    unsafe {
        asm!(
            "andn {address:e}, {others:e}, {half:e}",
            address = lateout(reg) address,
            others = in(reg) !0xff0_u32,
            half = in(reg) half,
            options(pure, nomem, nostack),
        );
    }
    address as usize
}

impl Dual {
    #[inline(always)]
    fn new(vector: X<Bmi2>) -> Self {
        // SAFETY: SSE2 is part of every x86-64.
        Dual { vector, low: unsafe { _mm_cvtsi128_si64(vector.0) } as u64 }
    }
}

impl Lane for Dual {
    type Token = Bmi2;
    type Alone = Self;

    #[inline(always)]
    fn load(t: Bmi2, line: &Line) -> [Self; 4] {
        let vectors = X::load(t, line);
        core::array::from_fn(|i| Dual { vector: vectors[i], low: line.0[2 * i] })
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        X::store(lanes.map(|lane| lane.vector), line);
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Dual { vector: self.vector.xor(other.vector), low: self.low ^ other.low }
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        Self::new(self.vector.add_rotate_xor::<L, R>(a.vector, b.vector))
    }
    #[inline(always)]
    fn turn<const BY: i32>(self) -> Self {
        Self::new(self.vector.turn::<BY>())
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.vector.add(other.vector))
    }
    #[inline(always)]
    fn pwx(self, s0: &Table, s1: &Table) -> Self {
        let (low, high) = (self.low & 0xffff_ffff, self.low >> 32);
        let x = self.vector.0;
        // SAFETY: as in `X::pwx`; a table's entries are two words of 64 bits.
        unsafe {
            let p = core::ptr::from_ref(s0).cast::<u8>().add(address(low));
            let q = core::ptr::from_ref(s1).cast::<u8>().add(address(high));
            let product = _mm_mul_epu32(_mm_shuffle_epi32(x, 0xb1), x);
            let sum = _mm_add_epi64(product, _mm_load_si128(p.cast()));
            Dual {
                vector: X::new(_mm_xor_si128(sum, _mm_load_si128(q.cast()))),
                low: (low * high).wrapping_add(p.cast::<u64>().read()) ^ q.cast::<u64>().read(),
            }
        }
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        X::<Bmi2>::prefetch(line);
    }
}

/// In vectors alone.
pub(crate) mod sse2 {
    use super::*;
    engine!(sse2, Sse2, X<Sse2>);
}

/// One hash in general registers too.
pub(crate) mod bmi2 {
    use super::*;
    engine!(bmi2, Bmi2, X<Bmi2>);
}
