//! Words of 64 bits without any instruction set: rows of BlaMka, the vector of pwxform, limbs of long integers.

use core::array::from_fn;

use super::scalar::Words;
use crate::lanes::{Half64, Limbs52, Line, PwxLanes, PwxTable, Row64, Wide64};
use crate::token::Portable;

/// `a + b + 2 * low(a) * low(b)`.
#[inline(always)]
fn blamka(a: u64, b: u64) -> u64 {
    let product = u64::from(a as u32) * u64::from(b as u32);
    a.wrapping_add(b).wrapping_add(product << 1)
}

/// Sums, exclusive ors, BlaMka's sums and rotations of words of 64 bits.
macro_rules! words64 {
    ($($name:ident: $f:expr;)*) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            Words(from_fn(|i| $f(self.0[i], other.0[i])))
        })*
        #[inline(always)]
        fn rotate_right<const BITS: i32>(self) -> Self {
            Words(self.0.map(|word| word.rotate_right(BITS as u32)))
        }
    };
}

impl Row64 for Words<4> {
    words64! { add: u64::wrapping_add; xor: |a, b| a ^ b; blamka: blamka; }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        Words(from_fn(|i| self.0[(i + BY) % 4]))
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        Words([self.0[1], next.0[0], self.0[3], next.0[2]])
    }
    #[inline(always)]
    fn shift_in<const BY: usize>(self, next: Self) -> Self {
        Words(from_fn(|i| if i + BY < 4 { self.0[i + BY] } else { next.0[i + BY - 4] }))
    }
    #[inline(always)]
    fn even(self) -> (u64, u64) {
        (self.0[0], self.0[2])
    }
}

impl Half64 for Words<2> {
    words64! { add: u64::wrapping_add; xor: |a, b| a ^ b; blamka: blamka; }
    #[inline(always)]
    fn between(self, next: Self) -> Self {
        Words([self.0[1], next.0[0]])
    }
    #[inline(always)]
    fn first(self) -> u64 {
        self.0[0]
    }
}

impl Wide64 for Words<8> {
    words64! { xor: |a, b| a ^ b; blamka: blamka; }
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        Words(from_fn(|i| a.0[i] ^ b.0[i] ^ c.0[i]))
    }
    fn turn<const BY: usize>(self) -> Self {
        Words(from_fn(|i| self.0[i / 4 * 4 + (i + BY) % 4]))
    }
    fn turn_columns<const BY: usize>(self) -> Self {
        const COLUMNS: [[usize; 4]; 2] = [[0, 1, 4, 5], [2, 3, 6, 7]];
        let mut turned = self;
        for column in COLUMNS {
            for (i, place) in column.into_iter().enumerate() {
                turned.0[place] = self.0[column[(i + BY) % 4]];
            }
        }
        turned
    }
}

/// The low 52 bits.
const LIMB: u64 = (1 << 52) - 1;

/// The 104 bits of a product of limbs.
#[inline(always)]
fn product52(a: u64, b: u64) -> u128 {
    u128::from(a & LIMB) * u128::from(b & LIMB)
}

impl Limbs52 for Words<8> {
    #[inline(always)]
    fn splat(_token: Portable, word: u64) -> Self {
        Words([word; 8])
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Words(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Words(from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Words(from_fn(|i| self.0[i] & other.0[i]))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Words(from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    fn carry(self) -> Self {
        Words(self.0.map(|word| ((word as i64) >> 52) as u64))
    }
    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        Words(from_fn(|i| self.0[i].wrapping_add(product52(a.0[i], b.0[i]) as u64 & LIMB)))
    }
    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        Words(from_fn(|i| self.0[i].wrapping_add((product52(a.0[i], b.0[i]) >> 52) as u64)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u8 {
        (0..8).fold(0, |lanes, i| lanes | u8::from(self.0[i] == other.0[i]) << i)
    }
    #[inline(always)]
    fn select(self, other: Self, lanes: u8) -> Self {
        // The barrier keeps the mask, which may be a secret, from becoming a branch, which it did.
        let masks: [u64; 8] = core::hint::black_box(from_fn(|i| u64::from(lanes >> i & 1).wrapping_neg()));
        Words(from_fn(|i| (self.0[i] & !masks[i]) | (other.0[i] & masks[i])))
    }
    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        from_fn(|i| Words(from_fn(|j| rows[j].0[i])))
    }
}

impl Words<2> {
    #[inline(always)]
    fn halves(self) -> [u32; 4] {
        let [a, b] = self.0;
        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
    }

    #[inline(always)]
    fn of_halves([a, b, c, d]: [u32; 4]) -> Self {
        Words([u64::from(a) | u64::from(b) << 32, u64::from(c) | u64::from(d) << 32])
    }
}

#[inline(always)]
fn entry(table: &PwxTable, address: u32) -> [u64; 2] {
    let at = (address >> 4) as usize & 255;
    let line = &table[at / 4].0;
    [line[at % 4 * 2], line[at % 4 * 2 + 1]]
}

impl PwxLanes for Words<2> {
    type Token = Portable;

    #[inline(always)]
    fn load(_token: Portable, line: &Line) -> [Self; 4] {
        from_fn(|i| Words([line.0[2 * i], line.0[2 * i + 1]]))
    }
    #[inline(always)]
    fn store(lanes: [Self; 4], line: &mut Line) {
        for (i, lane) in lanes.into_iter().enumerate() {
            [line.0[2 * i], line.0[2 * i + 1]] = lane.0;
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Words([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
    #[inline(always)]
    fn add_rotate_xor<const L: i32, const R: i32>(self, a: Self, b: Self) -> Self {
        let turned = PwxLanes::add(a, b).halves().map(|word| word.rotate_left(L as u32));
        PwxLanes::xor(self, Self::of_halves(turned))
    }
    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        let words = self.halves();
        Self::of_halves(from_fn(|i| words[(i + BY) % 4]))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (a, b) = (self.halves(), other.halves());
        Self::of_halves(from_fn(|i| a[i].wrapping_add(b[i])))
    }
    #[inline(always)]
    fn pwx(self, s0: &PwxTable, s1: &PwxTable) -> Self {
        let x = self.0;
        let (p, q) = (entry(s0, x[0] as u32), entry(s1, (x[0] >> 32) as u32));
        let step = |i: usize| ((x[i] >> 32) * (x[i] & 0xffff_ffff)).wrapping_add(p[i]) ^ q[i];
        Words([step(0), step(1)])
    }
    #[inline(always)]
    fn prefetch(_line: &Line) {}
}
