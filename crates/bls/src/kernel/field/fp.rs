//! Elements of the base field, single and double width, and the portable form of their linear arithmetic.
//!
//! Bounds (loose, tight, raw) are those of [`backend`](super::backend).

use super::arch::opaque;
use crate::generated::field::{P, P_TOP_INVERSE, P2};

/// An element of the base field: six limbs in Montgomery form, bounds as [`backend`](super::backend) says.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp(pub [u64; 6]);

/// An unreduced product: twelve limbs, two's complement modulo `2^768`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FpDbl(pub [u64; 12]);

/// All ones if every limb is zero.
#[inline(always)]
pub fn zero_mask(limbs: &[u64]) -> u64 {
    let any = limbs.iter().fold(0, |any, limb| any | limb);
    ((any | any.wrapping_neg()) >> 63).wrapping_sub(1)
}

impl Fp {
    /// Zero.
    pub const ZERO: Self = Self([0; 6]);
}

impl FpDbl {
    /// Zero.
    pub const ZERO: Self = Self([0; 12]);
}

/// `a + b + carry`: the sum and the carry out.
#[inline(always)]
pub const fn adc(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (s, c1) = a.overflowing_add(b);
    let (s, c2) = s.overflowing_add(carry as u64);
    (s, c1 | c2)
}

/// `a - b - borrow`: the difference and the borrow out.
#[inline(always)]
pub const fn sbb(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (d, b1) = a.overflowing_sub(b);
    let (d, b2) = d.overflowing_sub(borrow as u64);
    (d, b1 | b2)
}

/// `acc + a * b + carry`: low and high word; it cannot overflow.
#[inline(always)]
pub const fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let t = acc as u128 + a as u128 * b as u128 + carry as u128;
    (t as u64, (t >> 64) as u64)
}

/// `a + b` modulo `2^(64 N)` and the carry out.
#[inline(always)]
pub const fn limbs_add<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
    let mut out = [0; N];
    let mut carry = false;
    let mut i = 0;
    while i < N {
        (out[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    (out, carry)
}

/// `a - b` modulo `2^(64 N)` and the borrow out.
#[inline(always)]
pub const fn limbs_sub<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
    let mut out = [0; N];
    let mut borrow = false;
    let mut i = 0;
    while i < N {
        (out[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    (out, borrow)
}

/// `a` if `a < m`, else `a - m`; `a < 2^(64 N)`.
#[inline(always)]
pub fn limbs_sub_if_not_less<const N: usize>(a: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let (d, borrow) = limbs_sub(a, m);
    limbs_mask_select(&d, a, borrow)
}

/// `x` if `flag` is false, `y` if it is true, by masks.
#[inline(always)]
fn limbs_mask_select<const N: usize>(x: &[u64; N], y: &[u64; N], flag: bool) -> [u64; N] {
    // A barrier that costs nothing, as in `sub`.
    let mask = opaque((flag as u64).wrapping_neg());
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = (x[i] & !mask) | (y[i] & mask);
        i += 1;
    }
    out
}

/// Sum of loose values: loose.
#[inline(always)]
pub fn add(a: &Fp, b: &Fp) -> Fp {
    let (s, _) = limbs_add(&a.0, &b.0);
    Fp(limbs_sub_if_not_less(&s, &P2))
}

/// Sum without correction.
#[inline(always)]
pub fn add_raw(a: &Fp, b: &Fp) -> Fp {
    Fp(limbs_add(&a.0, &b.0).0)
}

/// Difference of loose values: loose.
#[inline(always)]
pub fn sub(a: &Fp, b: &Fp) -> Fp {
    let (d, borrow) = limbs_sub(&a.0, &b.0);
    // The barrier keeps the mask from becoming a branch: seen in object code without it.
    let mask = opaque((borrow as u64).wrapping_neg());
    let mut back = P2;
    for limb in &mut back {
        *limb &= mask;
    }
    Fp(limbs_add(&d, &back).0)
}

/// Sum modulo `2^768`.
#[inline(always)]
pub fn wide_add(a: &FpDbl, b: &FpDbl) -> FpDbl {
    FpDbl(limbs_add(&a.0, &b.0).0)
}

/// Difference modulo `2^768`.
#[inline(always)]
pub fn wide_sub(a: &FpDbl, b: &FpDbl) -> FpDbl {
    FpDbl(limbs_sub(&a.0, &b.0).0)
}

/// The tight value congruent to `v`, any unsigned 384-bit integer.
///
/// `k = floor(top limb * 2^124 / (p's top limb + 1)) / 2^124` is `floor(v/p)` or one less than that when `v` is within
/// `2^330` above a multiple of `p`; so `v - k*p` is in `[0, p + 2^330)`.
#[inline(always)]
pub fn tighten(v: &[u64; 6]) -> Fp {
    let k = ((v[5] as u128 * P_TOP_INVERSE as u128) >> 124) as u64;
    let mut out = [0; 6];
    let (mut carry, mut borrow) = (0, false);
    for i in 0..6 {
        let low;
        (low, carry) = mac(0, k, P[i], carry);
        (out[i], borrow) = sbb(v[i], low, borrow);
    }
    Fp(out)
}
