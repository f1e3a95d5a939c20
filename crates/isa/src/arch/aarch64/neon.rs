//! 128-bit vectors of NEON.

use core::arch::aarch64::*;

use crate::lanes::{BitLanes, ByteLanes, Plain};
use crate::token::Neon;

/// A 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct N128(uint8x16_t);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for N128 {
    type Token = Neon;
}

macro_rules! ops {
    ($($name:ident($($arg:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $arg: Self)?) -> Self {
            let this = self;
            // SAFETY: a value implies its token.
            N128(unsafe { $e(this $(, $arg)?) })
        }
    )*};
}

impl BitLanes for N128 {
    const BITS: usize = 128;
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn splat(_token: Neon, bit: bool) -> Self {
        // SAFETY: the token proves the instruction set.
        N128(unsafe { vdupq_n_u8(if bit { 0xff } else { 0 }) })
    }
    ops! {
        and(other) = |a: Self, b: Self| vandq_u8(a.0, b.0);
        or(other) = |a: Self, b: Self| vorrq_u8(a.0, b.0);
        xor(other) = |a: Self, b: Self| veorq_u8(a.0, b.0);
        and_not(mask) = |a: Self, b: Self| vbicq_u8(a.0, b.0);
        not() = |a: Self| vmvnq_u8(a.0);
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: a value implies its token.
        unsafe { vmaxvq_u8(self.0) == 0 }
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        // SAFETY: a value implies its token.
        N128(unsafe { vbslq_u8(mask.0, yes.0, no.0) })
    }
}

impl ByteLanes for N128 {
    const WIDTH: usize = 16;

    #[inline(always)]
    fn splat(_token: Neon, byte: i8) -> Self {
        // SAFETY: the token proves the instruction set.
        N128(unsafe { vdupq_n_u8(byte as u8) })
    }
    #[inline(always)]
    fn gather_rows(_token: Neon, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: the token proves the instruction set; a row is 16 readable bytes, unaligned allowed.
        N128(unsafe { vld1q_u8(rows[0].as_ptr()) })
    }
    #[inline(always)]
    fn load(_token: Neon, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves the instruction set; 16 bytes are readable, unaligned allowed.
        N128(unsafe { vld1q_u8(bytes.as_ptr()) })
    }
    ops! {
        and(other) = |a: Self, b: Self| vandq_u8(a.0, b.0);
        add(other) = |a: Self, b: Self| vaddq_u8(a.0, b.0);
        sub(other) = |a: Self, b: Self| vsubq_u8(a.0, b.0);
        greater(other) = |a: Self, b: Self| vcgtq_s8(vreinterpretq_s8_u8(a.0), vreinterpretq_s8_u8(b.0));
        unpack_low(other) = |a: Self, b: Self| vzip1q_u8(a.0, b.0);
        unpack_high(other) = |a: Self, b: Self| vzip2q_u8(a.0, b.0);
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: a value implies its token; NEON has no movemask, so each half is the sum of its bits.
        unsafe {
            let bits = vandq_u8(ByteLanes::greater(self, other).0, vld1q_u8(BIT.as_ptr()));
            u64::from(vaddv_u8(vget_low_u8(bits))) | u64::from(vaddv_u8(vget_high_u8(bits))) << 8
        }
    }
}
