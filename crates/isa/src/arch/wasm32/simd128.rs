//! 128-bit vectors of WebAssembly. Compiled in only where the module is built with `simd128`: an engine would refuse
//! the whole module otherwise.
#![cfg(target_feature = "simd128")]

use core::arch::wasm32::*;

use crate::arch::transpose::{Quads, row_lanes, word_rows};
use crate::lanes::{BitLanes, ByteLanes, Plain, RowLanes, Vector32, WordLanes};
use crate::token::Simd128;

/// A 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct W128(v128);

// SAFETY: a vendor vector is plain bits and divides a line.
unsafe impl Plain for W128 {
    type Token = Simd128;
}

macro_rules! ops {
    ($($name:ident($($arg:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $arg: Self)?) -> Self {
            W128($e(self $(, $arg)?))
        }
    )*};
}

impl BitLanes for W128 {
    const BITS: usize = 128;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn splat(_token: Simd128, bit: bool) -> Self {
        W128(i32x4_splat(-i32::from(bit)))
    }
    ops! {
        and(other) = |a: Self, b: Self| v128_and(a.0, b.0);
        or(other) = |a: Self, b: Self| v128_or(a.0, b.0);
        xor(other) = |a: Self, b: Self| v128_xor(a.0, b.0);
        and_not(mask) = |a: Self, b: Self| v128_andnot(a.0, b.0);
        not() = |a: Self| v128_not(a.0);
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        !v128_any_true(self.0)
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        W128(v128_bitselect(yes.0, no.0, mask.0))
    }
}

impl ByteLanes for W128 {
    const WIDTH: usize = 16;

    #[inline(always)]
    fn splat(_token: Simd128, byte: i8) -> Self {
        W128(i8x16_splat(byte))
    }
    #[inline(always)]
    fn gather_rows(_token: Simd128, rows: &[&[u8; 16]]) -> Self {
        // SAFETY: a row is 16 readable bytes, unaligned allowed.
        W128(unsafe { v128_load(rows[0].as_ptr().cast()) })
    }
    #[inline(always)]
    fn load(_token: Simd128, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: 16 bytes are readable, unaligned allowed.
        W128(unsafe { v128_load(bytes.as_ptr().cast()) })
    }
    ops! {
        and(other) = |a: Self, b: Self| v128_and(a.0, b.0);
        add(other) = |a: Self, b: Self| i8x16_add(a.0, b.0);
        sub(other) = |a: Self, b: Self| i8x16_sub(a.0, b.0);
        greater(other) = |a: Self, b: Self| i8x16_gt(a.0, b.0);
        unpack_low(other) = |a: Self, b: Self| {
            i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a.0, b.0)
        };
        unpack_high(other) = |a: Self, b: Self| {
            i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a.0, b.0)
        };
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> u64 {
        u64::from(i8x16_bitmask(i8x16_gt(self.0, other.0)))
    }
}

impl Quads for W128 {
    #[inline(always)]
    unsafe fn gather(at: impl Fn(usize) -> *const u8) -> Self {
        // SAFETY: the caller vouches for the address.
        W128(unsafe { v128_load(at(0).cast()) })
    }
    #[inline(always)]
    unsafe fn scatter(self, at: impl Fn(usize) -> *mut u8) {
        // SAFETY: the caller vouches for the address.
        unsafe { v128_store(at(0).cast(), self.0) };
    }
    ops! {
        zip_low(other) = |a: Self, b: Self| i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0);
        zip_high(other) = |a: Self, b: Self| i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0);
        swap_bytes() = |a: Self| {
            i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(a.0, a.0)
        };
    }
}

impl Vector32 for W128 {
    const WORDS: usize = 4;

    #[inline(always)]
    fn splat(_token: Simd128, word: u32) -> Self {
        W128(u32x4_splat(word))
    }
    ops! {
        add(other) = |a: Self, b: Self| i32x4_add(a.0, b.0);
        xor(other) = |a: Self, b: Self| v128_xor(a.0, b.0);
        and(other) = |a: Self, b: Self| v128_and(a.0, b.0);
    }
    #[inline(always)]
    fn rotate_right<const R: i32, const L: i32>(self) -> Self {
        const { assert!(R + L == 32) };
        W128(v128_or(u32x4_shr(self.0, R as u32), u32x4_shl(self.0, L as u32)))
    }
    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        W128(u32x4_shr(self.0, R as u32))
    }
}

impl WordLanes for W128 {
    // `ch` and `maj` stay as they are: the compiler makes bit selections of them, and written so by hand they took 10 to 20 % longer
    // in V8, for what it then had to spill.
    word_rows!(Simd128);
}

impl RowLanes for W128 {
    row_lanes!(Simd128, 1);
    ops! {
        advance(after) = |a: Self, b: Self| i32x4_shuffle::<1, 2, 3, 4>(a.0, b.0);
        high_pair() = |a: Self| i32x4_shuffle::<2, 3, 4, 4>(a.0, i32x4_splat(0));
        low_pair() = |a: Self| i32x4_shuffle::<4, 4, 0, 1>(a.0, i32x4_splat(0));
    }
}
