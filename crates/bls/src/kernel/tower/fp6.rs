//! `Fp6 = Fp2[v]/(v^3 - xi)`, with reductions left to the caller (Aranha et al., ePrint 2010/526). All of constant time.

use super::fp2::{self, Fp2, Fp2Dbl};
use crate::field::Backend;

/// `c0 + c1*v + c2*v^2`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp6 {
    /// The coefficient of 1.
    pub c0: Fp2,
    /// The coefficient of `v`.
    pub c1: Fp2,
    /// The coefficient of `v^2`.
    pub c2: Fp2,
}

/// An unreduced element of `Fp6`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fp6Dbl {
    /// The coefficient of 1.
    pub c0: Fp2Dbl,
    /// The coefficient of `v`.
    pub c1: Fp2Dbl,
    /// The coefficient of `v^2`.
    pub c2: Fp2Dbl,
}

impl Fp6 {
    /// Zero.
    pub const ZERO: Self = Self { c0: Fp2::ZERO, c1: Fp2::ZERO, c2: Fp2::ZERO };
}

/// The operand sums of Karatsuba's product, without correction.
#[inline(always)]
pub fn pre<B: Backend>(a: &Fp6) -> [Fp2; 3] {
    [B::fp2_add_raw(&a.c1, &a.c2), B::fp2_add_raw(&a.c0, &a.c1), B::fp2_add_raw(&a.c0, &a.c2)]
}

/// From the six products to the product in `Fp6`.
#[inline(always)]
pub fn post<B: Backend>(v: &[Fp2Dbl; 3], m: &[Fp2Dbl; 3]) -> Fp6Dbl {
    let [v0, v1, v2] = v;
    let sub2 = |m: &Fp2Dbl, x: &Fp2Dbl, y: &Fp2Dbl| fp2::wide_sub::<B>(&fp2::wide_sub::<B>(m, x), y);
    Fp6Dbl {
        c0: fp2::wide_add::<B>(v0, &fp2::wide_mul_xi::<B>(&sub2(&m[0], v1, v2))),
        c1: fp2::wide_add::<B>(&sub2(&m[1], v0, v1), &fp2::wide_mul_xi::<B>(v2)),
        c2: fp2::wide_add::<B>(&sub2(&m[2], v0, v2), v1),
    }
}

/// Karatsuba's product without reduction: six products in `Fp2`, 18M in `Fp`. The formula stands at
/// [`Backend::fp6_post`].
#[inline(always)]
pub fn mul_wide<B: Backend>(a: &Fp6, b: &Fp6) -> Fp6Dbl {
    let sa = B::fp6_pre(a);
    let sb = B::fp6_pre(b);
    let v = [B::fp2_mul_wide(&a.c0, &b.c0), B::fp2_mul_wide(&a.c1, &b.c1), B::fp2_mul_wide(&a.c2, &b.c2)];
    let m =
        [B::fp2_mul_wide(&sa[0], &sb[0]), B::fp2_mul_wide(&sa[1], &sb[1]), B::fp2_mul_wide(&sa[2], &sb[2])];
    B::fp6_post(&v, &m)
}

/// Product with `v` modulo `2^768`.
#[inline(always)]
pub fn wide_mul_v<B: Backend>(a: &Fp6Dbl) -> Fp6Dbl {
    Fp6Dbl { c0: fp2::wide_mul_xi::<B>(&a.c2), c1: a.c0, c2: a.c1 }
}

/// Sum modulo `2^768`.
#[inline(always)]
pub fn wide_add<B: Backend>(a: &Fp6Dbl, b: &Fp6Dbl) -> Fp6Dbl {
    Fp6Dbl {
        c0: fp2::wide_add::<B>(&a.c0, &b.c0),
        c1: fp2::wide_add::<B>(&a.c1, &b.c1),
        c2: fp2::wide_add::<B>(&a.c2, &b.c2),
    }
}

/// Difference modulo `2^768`.
#[inline(always)]
pub fn wide_sub<B: Backend>(a: &Fp6Dbl, b: &Fp6Dbl) -> Fp6Dbl {
    Fp6Dbl {
        c0: fp2::wide_sub::<B>(&a.c0, &b.c0),
        c1: fp2::wide_sub::<B>(&a.c1, &b.c1),
        c2: fp2::wide_sub::<B>(&a.c2, &b.c2),
    }
}

/// All coefficients reduced to tight values: six reductions.
#[inline(always)]
pub fn reduce_tight<B: Backend>(a: &Fp6Dbl) -> Fp6 {
    Fp6 {
        c0: fp2::reduce_tight::<B>(&a.c0),
        c1: fp2::reduce_tight::<B>(&a.c1),
        c2: fp2::reduce_tight::<B>(&a.c2),
    }
}

/// Product in `Fp6` with `a + b*v`: `c0 = x0*a + xi*x2*b`, `c1 = (x0 + x1)(a + b) - x0*a - x1*b`, `c2 = x1*b + x2*a`. Five
/// products in `Fp2`. The coefficients of `x` below `2p + 2^332`, `a` and `b` and
/// their sum below `4.9p`.
#[inline(always)]
pub fn mul_by_01<B: Backend>(x: &Fp6, a: &Fp2, b: &Fp2) -> Fp6Dbl {
    let v0 = B::fp2_mul_wide(&x.c0, a);
    let v1 = B::fp2_mul_wide(&x.c1, b);
    let m = B::fp2_mul_wide(&B::fp2_add_raw(&x.c0, &x.c1), &B::fp2_add_raw(a, b));
    let last_b = B::fp2_mul_wide(&x.c2, b);
    let last_a = B::fp2_mul_wide(&x.c2, a);
    Fp6Dbl {
        c0: fp2::wide_add::<B>(&v0, &fp2::wide_mul_xi::<B>(&last_b)),
        c1: fp2::wide_sub::<B>(&fp2::wide_sub::<B>(&m, &v0), &v1),
        c2: fp2::wide_add::<B>(&v1, &last_a),
    }
}

/// Product in `Fp6` with `b*v + c*v^2`: `c0 = xi((x1 + x2)(b + c) - x1*b - x2*c)`, `c1 = x0*b + xi*x2*c`, `c2 = x0*c + x1*b`.
/// Five products in `Fp2`. Bounds as for [`mul_by_01`].
#[inline(always)]
pub fn mul_by_12<B: Backend>(x: &Fp6, b: &Fp2, c: &Fp2) -> Fp6Dbl {
    let v1 = B::fp2_mul_wide(&x.c1, b);
    let v2 = B::fp2_mul_wide(&x.c2, c);
    let m = B::fp2_mul_wide(&B::fp2_add_raw(&x.c1, &x.c2), &B::fp2_add_raw(b, c));
    let first_b = B::fp2_mul_wide(&x.c0, b);
    let first_c = B::fp2_mul_wide(&x.c0, c);
    let cross = fp2::wide_sub::<B>(&fp2::wide_sub::<B>(&m, &v1), &v2);
    Fp6Dbl {
        c0: fp2::wide_mul_xi::<B>(&cross),
        c1: fp2::wide_add::<B>(&first_b, &fp2::wide_mul_xi::<B>(&v2)),
        c2: fp2::wide_add::<B>(&first_c, &v1),
    }
}

/// Product in `Fp6` with `c*v`: `xi*x2*c`, `x0*c`, `x1*c`. Three products in `Fp2`.
#[inline(always)]
pub fn mul_by_1<B: Backend>(x: &Fp6, c: &Fp2) -> Fp6Dbl {
    Fp6Dbl {
        c0: fp2::wide_mul_xi::<B>(&B::fp2_mul_wide(&x.c2, c)),
        c1: B::fp2_mul_wide(&x.c0, c),
        c2: B::fp2_mul_wide(&x.c1, c),
    }
}
