//! Sums, differences and products of words and of rows of them.

use super::arch::opaque;

/// All ones if every limb is zero.
#[inline(always)]
pub fn zero_mask(limbs: &[u64]) -> u64 {
    let any = limbs.iter().fold(0, |any, limb| any | limb);
    ((any | any.wrapping_neg()) >> 63).wrapping_sub(1)
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
