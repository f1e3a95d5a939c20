//! A 128-bit vector beside the general registers of BMI.

use core::arch::asm;
use core::arch::x86_64::*;

use super::sse2::X128;
use crate::lanes::{Line, Plain, PwxLanes, PwxTable};
use crate::token::Bmi2;

/// A vector whose low word is in a general register too: addresses come from there, and are known four cycles sooner than by way
/// of the vector. It takes more instructions, so it is for one hash alone.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    vector: X128<Bmi2>,
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
    fn new(vector: X128<Bmi2>) -> Self {
        // SAFETY: a value implies its token.
        Dual { vector, low: unsafe { _mm_cvtsi128_si64(vector.0) } as u64 }
    }
}

impl PwxLanes for Dual {
    type Token = Bmi2;

    #[inline(always)]
    fn load(token: Bmi2, line: &Line) -> [Self; 4] {
        let vectors = X128::load(token, line);
        core::array::from_fn(|i| Dual { vector: vectors[i], low: line.0[2 * i] })
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        X128::store(lanes.map(|lane| lane.vector), line);
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
    fn turn<const BY: usize>(self) -> Self {
        Self::new(self.vector.turn::<BY>())
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.vector.add(other.vector))
    }
    #[inline(always)]
    fn pwx(self, s0: &PwxTable, s1: &PwxTable) -> Self {
        let (low, high) = (self.low & 0xffff_ffff, self.low >> 32);
        let x = self.vector.0;
        // SAFETY: as in `X128::pwx`; a table's entries are two words of 64 bits.
        unsafe {
            let p = core::ptr::from_ref(s0).cast::<u8>().add(address(low));
            let q = core::ptr::from_ref(s1).cast::<u8>().add(address(high));
            let product = _mm_mul_epu32(_mm_shuffle_epi32(x, 0xb1), x);
            let sum = _mm_add_epi64(product, _mm_load_si128(p.cast()));
            Dual {
                vector: X128::of(_mm_xor_si128(sum, _mm_load_si128(q.cast()))),
                low: (low * high).wrapping_add(p.cast::<u64>().read()) ^ q.cast::<u64>().read(),
            }
        }
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        <X128<Bmi2> as Plain>::prefetch(line);
    }
}
