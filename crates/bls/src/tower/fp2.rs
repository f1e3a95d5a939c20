//! `Fp2 = Fp[u]/(u^2 + 1)`.

use crate::field::{Backend, Fp, FpDbl};
use crate::generated::field::P_SQUARED_4;

/// `c0 + c1*u`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp2 {
    /// The coefficient of 1.
    pub c0: Fp,
    /// The coefficient of `u`.
    pub c1: Fp,
}

/// An unreduced element of `Fp2`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp2Dbl {
    /// The coefficient of 1.
    pub c0: FpDbl,
    /// The coefficient of `u`.
    pub c1: FpDbl,
}

impl Fp2 {
    /// Zero.
    pub const ZERO: Self = Self { c0: Fp::ZERO, c1: Fp::ZERO };
}

/// Karatsuba's product with one reduction for each coefficient: `c0 + 4p^2` and `c1` are in `[0, 8p^2)`.
#[inline(always)]
pub fn mul<B: Backend>(a: &Fp2, b: &Fp2) -> Fp2 {
    let t = B::fp2_mul_wide(a, b);
    Fp2 { c0: B::fp_reduce(&B::wide_add(&t.c0, &P_SQUARED_4)), c1: B::fp_reduce(&t.c1) }
}

/// `(a0 + a1)(a0 - a1)` and `2*a0*a1`, two Montgomery products.
#[inline(always)]
pub fn sqr<B: Backend>(a: &Fp2) -> Fp2 {
    let sum = B::fp_add_raw(&a.c0, &a.c1);
    let difference = B::fp_sub(&a.c0, &a.c1);
    let double = B::fp_add_raw(&a.c0, &a.c0);
    Fp2 { c0: B::fp_mul(&sum, &difference), c1: B::fp_mul(&double, &a.c1) }
}

/// Karatsuba's product without reduction.
#[inline(always)]
pub fn mul_wide<B: Backend>(a: &Fp2, b: &Fp2) -> Fp2Dbl {
    let v0 = B::fp_mul_wide(&a.c0, &b.c0);
    let v1 = B::fp_mul_wide(&a.c1, &b.c1);
    let v2 = B::fp_mul_wide(&B::fp_add_raw(&a.c0, &a.c1), &B::fp_add_raw(&b.c0, &b.c1));
    Fp2Dbl { c0: B::wide_sub(&v0, &v1), c1: B::wide_sub(&B::wide_sub(&v2, &v0), &v1) }
}

/// Square without reduction. The difference is taken in loose form, which changes `c0` by a multiple of `2p` times the
/// sum; so `a0^2 - a1^2` is computed from two squares where the exact integer matters: it is, in the ranges of `Fp12`.
#[inline(always)]
pub fn sqr_wide<B: Backend>(a: &Fp2) -> Fp2Dbl {
    let s0 = B::fp_sqr_wide(&a.c0);
    let s1 = B::fp_sqr_wide(&a.c1);
    let double = B::fp_add_raw(&a.c0, &a.c0);
    Fp2Dbl { c0: B::wide_sub(&s0, &s1), c1: B::fp_mul_wide(&double, &a.c1) }
}

/// Sum modulo `2^768`.
#[inline(always)]
pub fn wide_add<B: Backend>(a: &Fp2Dbl, b: &Fp2Dbl) -> Fp2Dbl {
    Fp2Dbl { c0: B::wide_add(&a.c0, &b.c0), c1: B::wide_add(&a.c1, &b.c1) }
}

/// Difference modulo `2^768`.
#[inline(always)]
pub fn wide_sub<B: Backend>(a: &Fp2Dbl, b: &Fp2Dbl) -> Fp2Dbl {
    Fp2Dbl { c0: B::wide_sub(&a.c0, &b.c0), c1: B::wide_sub(&a.c1, &b.c1) }
}

/// Product with `xi = 1 + u` modulo `2^768`.
#[inline(always)]
pub fn wide_mul_xi<B: Backend>(a: &Fp2Dbl) -> Fp2Dbl {
    Fp2Dbl { c0: B::wide_sub(&a.c0, &a.c1), c1: B::wide_add(&a.c0, &a.c1) }
}

/// Both coefficients reduced to tight values.
#[inline(always)]
pub fn reduce_tight<B: Backend>(a: &Fp2Dbl) -> Fp2 {
    Fp2 { c0: B::fp_reduce_tight(&a.c0), c1: B::fp_reduce_tight(&a.c1) }
}
