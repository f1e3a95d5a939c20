//! 128-bit vectors of NEON.

use core::arch::aarch64::*;

use crate::arch::transpose::{Quads, row_lanes, word_rows};
use crate::lanes::{
    BitLanes, ByteLanes, Half64, Line, Plain, PwxLanes, PwxTable, Quad32, RowLanes, Vector32, WordLanes,
};
use crate::token::{ArmSha3, Neon};

/// Declares a lane type: its name and the token that a value stands for.
macro_rules! vector {
    ($(#[$attribute:meta])* $name:ident<$token:ident>) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(uint8x16_t);

        // SAFETY: a vendor vector is plain bits and divides a line.
        unsafe impl Plain for $name {
            type Token = $token;

            #[inline(always)]
            fn prefetch<At>(at: *const At) {
                // SAFETY: a prefetch does not fault and touches no register but the address's.
                unsafe {
                    core::arch::asm!("prfm pldl1keep, [{}]", in(reg) at, options(nostack, readonly, preserves_flags));
                }
            }
        }
    };
}

vector! {
    /// A 128-bit vector.
    N128<Neon>
}
vector! {
    /// A 128-bit vector on CPUs with the SHA-3 extension, whose BCAX and XAR are of use to others too.
    N128Sha3<ArmSha3>
}

macro_rules! ops {
    ($($name:ident $(<const $n:ident: $number:ty>)? ($($arg:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $n: $number>)? (self $(, $arg: Self)?) -> Self {
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

/// Operations on a vector as words of 32 bits.
macro_rules! ops32 {
    ($($name:ident $(<$(const $n:ident: $number:ty),+>)? ($a:ident $(, $b:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<$(const $n: $number),+>)? (self $(, $b: Self)?) -> Self {
            let $a = self.words();
            $(let $b = $b.words();)?
            // SAFETY: a value implies its token.
            Self::of_words(unsafe { $e })
        }
    )*};
}

impl Vector32 for N128 {
    const WORDS: usize = 4;

    #[inline(always)]
    fn splat(_token: Neon, word: u32) -> Self {
        // SAFETY: the token proves the instruction set.
        Self::of_words(unsafe { vdupq_n_u32(word) })
    }
    ops! {
        xor(other) = |a: Self, b: Self| veorq_u8(a.0, b.0);
        and(other) = |a: Self, b: Self| vandq_u8(a.0, b.0);
    }
    ops32! {
        add(a, other) = vaddq_u32(a, other);
        shift_right<const R: i32>(a) = vshrq_n_u32::<R>(a);
        // Shift left, then insert what a right shift brings: two instructions.
        rotate_right<const R: i32, const L: i32>(a) = {
            const { assert!(R + L == 32) };
            vsriq_n_u32::<R>(vshlq_n_u32::<L>(a), a)
        };
    }
}

impl WordLanes for N128 {
    #[inline(always)]
    fn ch(e: Self, f: Self, g: Self) -> Self {
        BitLanes::select(e, f, g)
    }
    #[inline(always)]
    fn maj(a: Self, b: Self, c: Self) -> Self {
        BitLanes::select(Vector32::xor(a, b), c, b)
    }
    word_rows!(Neon);
}

impl RowLanes for N128 {
    row_lanes!(Neon, 1);
    ops! {
        advance(after) = |a: Self, b: Self| vextq_u8::<4>(a.0, b.0);
        high_pair() = |a: Self| vextq_u8::<8>(a.0, vdupq_n_u8(0));
        low_pair() = |a: Self| vextq_u8::<8>(vdupq_n_u8(0), a.0);
    }
}

impl Quad32 for N128 {
    ops32! {
        turn<const BY: usize>(a) = match BY {
            1 => vextq_u32::<1>(a, a),
            2 => vextq_u32::<2>(a, a),
            _ => vextq_u32::<3>(a, a),
        };
    }
}

/// Operations on a vector as words of 64 bits.
macro_rules! ops64 {
    ($($name:ident $(<const $n:ident: $number:ty>)? ($a:ident $(, $b:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $n: $number>)? (self $(, $b: Self)?) -> Self {
            // SAFETY: a value implies its token.
            unsafe {
                let $a = vreinterpretq_u64_u8(self.0);
                $(let $b = vreinterpretq_u64_u8($b.0);)?
                Self(vreinterpretq_u8_u64($e))
            }
        }
    )*};
}

/// `a + b + 2 * low(a) * low(b)`: the product is added twice, since the compiler would double it by an instruction of its own, however
/// that is written.
#[inline(always)]
fn blamka(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    // SAFETY: a vector in hand implies NEON.
    unsafe {
        let mut sum = vaddq_u64(a, b);
        core::arch::asm!(
            "umlal {sum:v}.2d, {a:v}.2s, {b:v}.2s",
            "umlal {sum:v}.2d, {a:v}.2s, {b:v}.2s",
            sum = inout(vreg) sum,
            a = in(vreg) vmovn_u64(a),
            b = in(vreg) vmovn_u64(b),
            options(pure, nomem, nostack, preserves_flags),
        );
        sum
    }
}

/// Moves each byte of both words by so many places down, around its word.
const fn places(by: u8) -> [u8; 16] {
    let mut places = [0; 16];
    let mut i = 0;
    while i < 16 {
        places[i as usize] = i / 8 * 8 + (i + by) % 8;
        i += 1;
    }
    places
}

/// Rotates by whole bytes: one instruction, and a register for the places.
#[inline(always)]
fn rotate_bytes(words: uint64x2_t, places: &'static [u8; 16]) -> uint64x2_t {
    // SAFETY: a vector in hand implies NEON; 16 readable bytes.
    unsafe { vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(words), vld1q_u8(places.as_ptr()))) }
}

/// Two words of 64 bits; what is given beside the type replaces a default.
macro_rules! half64 {
    ($v:ident $(, $more:item)*) => {
        impl Half64 for $v {
            ops64! {
                add(a, other) = vaddq_u64(a, other);
                xor(a, other) = veorq_u64(a, other);
                blamka(a, other) = blamka(a, other);
                rotate_right<const BITS: i32>(a) = match BITS {
                    32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(a))),
                    24 => rotate_bytes(a, const { &places(3) }),
                    16 => rotate_bytes(a, const { &places(2) }),
                    _ => {
                        const { assert!(matches!(BITS, 32 | 24 | 16 | 63)) };
                        vsriq_n_u64::<63>(vaddq_u64(a, a), a)
                    }
                };
                between(a, next) = vextq_u64::<1>(a, next);
            }
            #[inline(always)]
            fn first(self) -> u64 {
                // SAFETY: a value implies its token.
                unsafe { vgetq_lane_u64::<0>(vreinterpretq_u64_u8(self.0)) }
            }
            $($more)*
        }
    };
}

half64!(N128);

/// As [`bcax`].
#[inline]
#[target_feature(enable = "neon,sha3")]
fn xar<const BITS: i32>(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    vxarq_u64::<BITS>(a, b)
}

half64!(
    N128Sha3,
    #[inline(always)]
    fn xor_rotate_right<const BITS: i32>(self, other: Self) -> Self {
        // SAFETY: a value implies its token.
        unsafe {
            let (a, b) = (vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(other.0));
            N128Sha3(vreinterpretq_u8_u64(xar::<BITS>(a, b)))
        }
    }
);

impl PwxLanes for N128 {
    type Token = Neon;

    #[inline(always)]
    fn load(_token: Neon, line: &Line) -> [Self; 4] {
        // SAFETY: the token proves the instruction set; a line has four vectors.
        core::array::from_fn(|i| N128(unsafe { vld1q_u8(line.0.as_ptr().add(2 * i).cast()) }))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        for (i, N128(lane)) in lanes.into_iter().enumerate() {
            // SAFETY: a value implies its token; a line has four vectors.
            unsafe { vst1q_u8(line.0.as_mut_ptr().add(2 * i).cast(), lane) }
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Vector32::xor(self, other)
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        Vector32::xor(self, Vector32::add(a, b).rotate_left::<L, R>())
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Quad32::turn::<BY>(self)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Vector32::add(self, other)
    }
    #[inline(always)]
    fn pwx(self, s0: &PwxTable, s1: &PwxTable) -> Self {
        // SAFETY: a value implies its token. The masks leave multiples of 16 below 4096, and a table has more bytes than that.
        N128(unsafe {
            let x = vreinterpretq_u64_u8(self.0);
            let addresses = vgetq_lane_u64::<0>(x) & 0x0000_0ff0_0000_0ff0;
            let p = core::ptr::from_ref(s0).cast::<u8>().add((addresses as u32) as usize);
            let q = core::ptr::from_ref(s1).cast::<u8>().add((addresses >> 32) as usize);
            let (low, high) = (vmovn_u64(x), vshrn_n_u64::<32>(x));
            vreinterpretq_u8_u64(veorq_u64(vmlal_u32(vld1q_u64(p.cast()), low, high), vld1q_u64(q.cast())))
        })
    }
    #[inline(always)]
    fn prefetch(line: &Line) {
        <Self as Plain>::prefetch(line);
    }
}
