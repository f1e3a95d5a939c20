//! Elements of the base field, single and double width, and their linear arithmetic on every CPU.
//!
//! Bounds (loose, tight, raw) are those of [`backend`](super::backend).

use super::arch::{Modular, add6, sub6};
use super::limbs::{limbs_add, limbs_sub, mac, sbb};
use crate::generated::field::{P, P_TOP_INVERSE, P2};

/// An element of the base field: six limbs in Montgomery form, bounds as [`backend`](super::backend) says.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp(pub [u64; 6]);

/// An unreduced product: twelve limbs, two's complement modulo `2^768`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FpDbl(pub [u64; 12]);

/// What loose values are taken by.
const LOOSE: Modular<6> = Modular::new(P2);

impl Fp {
    /// Zero.
    pub const ZERO: Self = Self([0; 6]);
}

impl FpDbl {
    /// Zero.
    pub const ZERO: Self = Self([0; 12]);
}

/// Sum of loose values: loose.
#[inline(always)]
pub fn add(a: &Fp, b: &Fp) -> Fp {
    Fp(add6(&a.0, &b.0, &LOOSE))
}

/// Sum without correction.
#[inline(always)]
pub fn add_raw(a: &Fp, b: &Fp) -> Fp {
    Fp(limbs_add(&a.0, &b.0).0)
}

/// Difference of loose values: loose.
#[inline(always)]
pub fn sub(a: &Fp, b: &Fp) -> Fp {
    Fp(sub6(&a.0, &b.0, &LOOSE))
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
