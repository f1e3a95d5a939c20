//! 128-bit vectors of NEON.

use core::arch::aarch64::*;

use crate::arch::transpose::{Quads, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Plain, RowLanes, WordLanes};
use crate::token::{ArmSha3, Neon};

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
            Self(unsafe { $e(this $(, $arg)?) })
        }
    )*};
}

/// Independent bits in a 128-bit vector; what is given beside type and token replaces a default.
macro_rules! bit_lanes {
    ($v:ident, $token:ty $(, $more:item)*) => {
        impl BitLanes for $v {
            const BITS: usize = 128;
            const REGISTERS: usize = 32;

            #[inline(always)]
            fn splat(_token: $token, bit: bool) -> Self {
                // SAFETY: the token proves the instruction set.
                $v(unsafe { vdupq_n_u8(if bit { 0xff } else { 0 }) })
            }
            ops! {
                and(other) = |a: Self, b: Self| vandq_u8(a.0, b.0);
                or(other) = |a: Self, b: Self| vorrq_u8(a.0, b.0);
                xor(other) = |a: Self, b: Self| veorq_u8(a.0, b.0);
                and_not(mask) = |a: Self, b: Self| vbicq_u8(a.0, b.0);
                or_not(mask) = |a: Self, b: Self| vornq_u8(a.0, b.0);
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
                $v(unsafe { vbslq_u8(mask.0, yes.0, no.0) })
            }
            $($more)*
        }
    };
}

bit_lanes!(N128, Neon);

/// A 128-bit vector on CPUs with the SHA-3 extension, whose BCAX is of use to others too.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct N128Sha3(uint8x16_t);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for N128Sha3 {
    type Token = ArmSha3;
}

/// The compiler inlines intrinsics of Arm at once, and refuses that in a function without their features such as a
/// method of a lane trait; this it inlines when that has become part of an engine's wrapper.
#[inline]
#[target_feature(enable = "neon,sha3")]
fn bcax(a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
    vbcaxq_u8(a, b, c)
}

bit_lanes!(
    N128Sha3,
    ArmSha3,
    const BCAX: bool = true;,
    #[inline(always)]
    fn bcax(self, other: Self, mask: Self) -> Self {
        // SAFETY: a value implies its token.
        N128Sha3(unsafe { bcax(self.0, other.0, mask.0) })
    }
);

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

impl N128 {
    #[inline(always)]
    fn words(self) -> uint32x4_t {
        // SAFETY: a value implies its token.
        unsafe { vreinterpretq_u32_u8(self.0) }
    }

    #[inline(always)]
    fn of_words(words: uint32x4_t) -> Self {
        // SAFETY: a vector in hand implies NEON.
        N128(unsafe { vreinterpretq_u8_u32(words) })
    }
}

impl Quads for N128 {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the address and, through the type's token, for the instructions.
        N128(unsafe { vld1q_u8(at(0)) })
    }
    #[inline(always)]
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8) {
        // SAFETY: the caller vouches for the address; a value implies its token.
        unsafe { vst1q_u8(at(0), self.0) };
    }
    ops! {
        zip_low(other) = |a: Self, b: Self| vreinterpretq_u8_u32(vzip1q_u32(a.words(), b.words()));
        zip_high(other) = |a: Self, b: Self| vreinterpretq_u8_u32(vzip2q_u32(a.words(), b.words()));
        swap_bytes() = |a: Self| vrev32q_u8(a.0);
    }
}

impl WordLanes for N128 {
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(_token: Neon, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        Self::of_words(unsafe { vdupq_n_u32(word) })
    }
    ops! {
        add(other) = |a: Self, b: Self| vreinterpretq_u8_u32(vaddq_u32(a.words(), b.words()));
        xor(other) = |a: Self, b: Self| veorq_u8(a.0, b.0);
        and(other) = |a: Self, b: Self| vandq_u8(a.0, b.0);
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        // SAFETY: a value implies its token. Shift left, then insert what a right shift brings: two instructions.
        Self::of_words(unsafe { vsriq_n_u32::<R>(vshlq_n_u32::<L>(self.words()), self.words()) })
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value implies its token.
        Self::of_words(unsafe { vshrq_n_u32::<R>(self.words()) })
    }
    #[inline(always)]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        BitLanes::select(e, f, g)
    }
    #[inline(always)]
    fn maj(a: Self, b: Self, c: Self) -> Self {
        BitLanes::select(WordLanes::xor(a, b), c, b)
    }
    word_rows!(Neon);
}

impl RowLanes for N128 {
    const ROWS: usize = 1;

    #[inline(always)]
    fn load_rows<'a>(_token: Neon, row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        // SAFETY: the row is 16 readable bytes.
        unsafe { Self::gather(|p| row(p).as_ptr()) }.swap_bytes()
    }
    #[inline(always)]
    fn splat_row(_token: Neon, words: &[u32; 4]) -> Self {
        // SAFETY: the row is 16 readable bytes.
        unsafe { Self::gather(|_| words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_rows(self, rows: &mut [[u32; 4]]) {
        let row = rows[0].as_mut_ptr();
        // SAFETY: the row is 16 bytes to write.
        unsafe { self.scatter(|_| row.cast()) };
    }
    ops! {
        advance(after) = |a: Self, b: Self| vextq_u8::<4>(a.0, b.0);
        high_pair() = |a: Self| vextq_u8::<8>(a.0, vdupq_n_u8(0));
        low_pair() = |a: Self| vextq_u8::<8>(vdupq_n_u8(0), a.0);
    }
}
