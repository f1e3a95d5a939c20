//! `Fp12 = Fp6[w]/(w^2 - v)`: products, squares and the arithmetic of the cyclotomic subgroup. All of constant time; costs in
//! `Fp`: products M, squares S, reductions R.

use super::fp2::{self, Fp2, Fp2Dbl};
use super::fp6::{self, Fp6, Fp6Dbl};
use crate::field::fp::tighten;
use crate::field::limbs::{limbs_add, limbs_sub, limbs_sub_if_not_less};
use crate::field::{Backend, Fp, FpDbl};
use crate::generated::field::{P, P4};

/// `c0 + c1*w`, all twelve coefficients tight.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp12 {
    /// The coefficient of 1.
    pub c0: Fp6,
    /// The coefficient of `w`.
    pub c1: Fp6,
}

/// Karatsuba's product, `c0 = a0*b0 + v*a1*b1`, `c1 = (a0 + a1)(b0 + b1) - a0*b0 - a1*b1`: three products in `Fp6`,
/// 54M + 12R.
#[inline(always)]
pub fn mul<B: Backend>(a: &Fp12, b: &Fp12) -> Fp12 {
    let aa = B::fp6_mul_wide(&a.c0, &b.c0);
    let bb = B::fp6_mul_wide(&a.c1, &b.c1);
    let m = B::fp6_mul_wide(&add_raw::<B>(&a.c0, &a.c1), &add_raw::<B>(&b.c0, &b.c1));
    B::fp12_post(&aa, &bb, &m)
}

/// The complex square, `c0 = (a0 + a1)(a0 + v*a1) - a0*a1 - v*a0*a1`, `c1 = 2*a0*a1`: two products in `Fp6`, 36M + 12R.
#[inline(always)]
pub fn sqr<B: Backend>(a: &Fp12) -> Fp12 {
    let ab = B::fp6_mul_wide(&a.c0, &a.c1);
    let va1 = Fp6 { c0: mul_xi_tight::<B>(&a.c1.c2), c1: a.c1.c0, c2: a.c1.c1 };
    let m = B::fp6_mul_wide(&add_raw::<B>(&a.c0, &a.c1), &add_raw::<B>(&a.c0, &va1));
    B::fp12_sqr_post(&ab, &m)
}

/// `xi*a`, tight for tight `a`.
#[inline(always)]
fn mul_xi_tight<B: Backend>(a: &Fp2) -> Fp2 {
    let Fp2 { c0, c1 } = B::fp2_mul_xi(a);
    Fp2 { c0: Fp(limbs_sub_if_not_less(&c0.0, &P)), c1: Fp(limbs_sub_if_not_less(&c1.0, &P)) }
}

/// Sum of coefficients without correction.
#[inline(always)]
fn add_raw<B: Backend>(a: &Fp6, b: &Fp6) -> Fp6 {
    Fp6 {
        c0: B::fp2_add_raw(&a.c0, &b.c0),
        c1: B::fp2_add_raw(&a.c1, &b.c1),
        c2: B::fp2_add_raw(&a.c2, &b.c2),
    }
}

/// The last layer of [`mul`].
#[inline(always)]
pub fn post<B: Backend>(aa: &Fp6Dbl, bb: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 {
    Fp12 {
        c0: fp6::reduce_tight::<B>(&fp6::wide_add::<B>(aa, &fp6::wide_mul_v::<B>(bb))),
        c1: fp6::reduce_tight::<B>(&fp6::wide_sub::<B>(&fp6::wide_sub::<B>(m, aa), bb)),
    }
}

/// The last layer of [`sqr`].
#[inline(always)]
pub fn sqr_post<B: Backend>(ab: &Fp6Dbl, m: &Fp6Dbl) -> Fp12 {
    let c0 = fp6::wide_sub::<B>(&fp6::wide_sub::<B>(m, ab), &fp6::wide_mul_v::<B>(ab));
    Fp12 { c0: fp6::reduce_tight::<B>(&c0), c1: fp6::reduce_tight::<B>(&fp6::wide_add::<B>(ab, ab)) }
}

/// The last layer of a square in `Fp4`.
#[inline(always)]
pub fn fp4_sqr_post<B: Backend>(aa: &Fp2Dbl, bb: &Fp2Dbl, m: &Fp2Dbl) -> [Fp2Dbl; 2] {
    [fp2::wide_add::<B>(aa, &fp2::wide_mul_xi::<B>(bb)), fp2::wide_sub::<B>(&fp2::wide_sub::<B>(m, aa), bb)]
}

/// `3*t/R`, below `3p + 2^332`.
#[inline(always)]
fn triple<B: Backend>(t: &FpDbl) -> [u64; 6] {
    let x = B::fp_reduce_tight(t);
    let (double, _) = limbs_add(&x.0, &x.0);
    limbs_add(&double, &x.0).0
}

/// `3*t - 2*z`: `3t + 4p` bounds `2z` from above.
#[inline(always)]
pub fn triple_minus<B: Backend>(t: &Fp2Dbl, z: &Fp2) -> Fp2 {
    let one = |t: &FpDbl, z: &Fp| {
        let (biased, _) = limbs_add(&triple::<B>(t), &P4);
        let (once, _) = limbs_sub(&biased, &z.0);
        tighten(&limbs_sub(&once, &z.0).0)
    };
    Fp2 { c0: one(&t.c0, &z.c0), c1: one(&t.c1, &z.c1) }
}

/// `3*t + 2*z`.
#[inline(always)]
pub fn triple_plus<B: Backend>(t: &Fp2Dbl, z: &Fp2) -> Fp2 {
    let one = |t: &FpDbl, z: &Fp| {
        let (once, _) = limbs_add(&triple::<B>(t), &z.0);
        tighten(&limbs_add(&once, &z.0).0)
    };
    Fp2 { c0: one(&t.c0, &z.c0), c1: one(&t.c1, &z.c1) }
}

/// Square in `Fp4` of `a + b*s`, wide: `a^2 + xi*b^2`, `(a + b)^2 - a^2 - b^2`. Three squares in `Fp2`, 3M + 6S.
#[inline(always)]
pub(super) fn fp4_sqr<B: Backend>(a: &Fp2, b: &Fp2) -> [Fp2Dbl; 2] {
    let aa = B::fp2_sqr_wide(a);
    let bb = B::fp2_sqr_wide(b);
    let m = B::fp2_sqr_wide(&B::fp2_add_raw(a, b));
    B::fp4_sqr_post(&aa, &bb, &m)
}

/// Granger and Scott's square in the cyclotomic subgroup (ePrint 2009/565): three squares in `Fp4`, each output `3t - 2z` or
/// `3t + 2z`. Nine squares in `Fp2`, 9M + 18S + 12R.
#[inline(always)]
pub fn cyclotomic_sqr<B: Backend>(x: &Fp12) -> Fp12 {
    let [a0, a1] = fp4_sqr::<B>(&x.c0.c0, &x.c1.c1);
    let [b0, b1] = fp4_sqr::<B>(&x.c1.c0, &x.c0.c2);
    let [c0, c1] = fp4_sqr::<B>(&x.c0.c1, &x.c1.c2);
    Fp12 {
        c0: Fp6 {
            c0: B::fp2_triple_minus(&a0, &x.c0.c0),
            c1: B::fp2_triple_minus(&b0, &x.c0.c1),
            c2: B::fp2_triple_minus(&c0, &x.c0.c2),
        },
        c1: Fp6 {
            c0: B::fp2_triple_plus(&fp2::wide_mul_xi::<B>(&c1), &x.c1.c0),
            c1: B::fp2_triple_plus(&a1, &x.c1.c1),
            c2: B::fp2_triple_plus(&b1, &x.c1.c2),
        },
    }
}
