//! `Fp2 = Fp[u]/(u^2 + 1)`. Costs are in `Fp`: products M, squares S, reductions R of values of double width; M and S have none
//! of their own here. All is of constant time but what carries `_vartime` and [`Field::sqrt`]'s answer whether there is a root.

use crate::field::{Backend, Base, Field, Fp, FpDbl};
use crate::generated::curve::B2;
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

/// Karatsuba's product with one reduction for each coefficient: `c0 + 4p^2` and `c1` are in `[0, 8p^2)`. 3M + 2R (Aranha et al.,
/// ePrint 2010/526).
#[inline(always)]
pub fn mul<B: Backend>(a: &Fp2, b: &Fp2) -> Fp2 {
    let t = B::fp2_mul_wide(a, b);
    Fp2 { c0: B::fp_reduce(&B::wide_add(&t.c0, &P_SQUARED_4)), c1: B::fp_reduce(&t.c1) }
}

/// `(a0 + a1)(a0 - a1)` and `2*a0*a1`, two Montgomery products: 2M + 2R.
#[inline(always)]
pub fn sqr<B: Backend>(a: &Fp2) -> Fp2 {
    let sum = B::fp_add_raw(&a.c0, &a.c1);
    let difference = B::fp_sub(&a.c0, &a.c1);
    let double = B::fp_add_raw(&a.c0, &a.c0);
    Fp2 { c0: B::fp_mul(&sum, &difference), c1: B::fp_mul(&double, &a.c1) }
}

/// Karatsuba's product without reduction: `a0*b0 - a1*b1`, `(a0 + a1)(b0 + b1) - a0*b0 - a1*b1`. 3M.
#[inline(always)]
pub fn mul_wide<B: Backend>(a: &Fp2, b: &Fp2) -> Fp2Dbl {
    let v0 = B::fp_mul_wide(&a.c0, &b.c0);
    let v1 = B::fp_mul_wide(&a.c1, &b.c1);
    let v2 = B::fp_mul_wide(&B::fp_add_raw(&a.c0, &a.c1), &B::fp_add_raw(&b.c0, &b.c1));
    Fp2Dbl { c0: B::wide_sub(&v0, &v1), c1: B::wide_sub(&B::wide_sub(&v2, &v0), &v1) }
}

/// Square without reduction, the exact integers `a0^2 - a1^2` and `2*a0*a1`. 1M + 2S.
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

impl Fp2 {
    /// One.
    pub const ONE: Self = Self { c0: Fp::ONE, c1: Fp::ZERO };
}

/// A field `c0 + c1*u` with `u^2 = -1`, of one element or of elements in lanes: what its roots and maps are made of.
pub trait Quadratic: Field {
    /// The field of the coefficients.
    type Base: Base;

    /// `c0 + c1*u`.
    fn new(c0: Self::Base, c1: Self::Base) -> Self;
    /// `c0` and `c1`.
    fn parts(&self) -> [&Self::Base; 2];
    /// `c0^2 + c1^2`.
    fn norm<B: Backend>(&self) -> Self::Base;

    /// The conjugate, which is the Frobenius map.
    #[inline(always)]
    fn conjugate<B: Backend>(&self) -> Self {
        let [c0, c1] = self.parts();
        Self::new(*c0, c1.neg::<B>())
    }

    /// Product with an element of the base field: 2M + 2R.
    #[inline(always)]
    fn mul_fp<B: Backend>(&self, k: &Self::Base) -> Self {
        let [c0, c1] = self.parts();
        Self::new(c0.mul::<B>(k), c1.mul::<B>(k))
    }

    /// A root of `self` given a root `n` of its norm, if there is one: the second half of the complex method.
    ///
    /// With `d = (c0 + n)/2` and `t = d^((p-3)/4)`, either `d` is a square and the root is `(t*d, c1*t/2)`, or `-d` is
    /// and, because `(c0 + n)/2 * (c0 - n)/2 = -c1^2/4`, the root is `(-c1*t/2, t*d)`. No inversion, no second try: one
    /// [power](Base::inverse_root) and 3M + 3R.
    fn root_from_norm<B: Backend>(&self, n: &Self::Base) -> Self {
        let [c0, c1] = self.parts();
        let d = c0.add::<B>(n).half();
        // Only for c1 = 0 can d vanish; c0 takes its place.
        let d = d.select(c0, d.zero_mask());
        let t = d.inverse_root::<B>();
        let x = t.mul::<B>(&d);
        let y = c1.mul::<B>(&t).half();
        let square = x.mul::<B>(&x).sub::<B>(&d).zero_mask();
        Self::new(y.neg::<B>().select(&x, square), x.select(&y, square))
    }

    /// [`Field::root`], by the norm: two powers.
    fn root_by_norm<B: Backend>(&self) -> (Self, u64) {
        let (n, norm_is) = self.norm::<B>().root::<B>();
        let root = self.root_from_norm::<B>(&n);
        let is = root.sqr::<B>().sub::<B>(self).zero_mask();
        (root, norm_is & is)
    }
}

impl Quadratic for Fp2 {
    type Base = Fp;

    #[inline(always)]
    fn new(c0: Fp, c1: Fp) -> Self {
        Self { c0, c1 }
    }
    #[inline(always)]
    fn parts(&self) -> [&Fp; 2] {
        [&self.c0, &self.c1]
    }
    // 2S + 1R.
    fn norm<B: Backend>(&self) -> Fp {
        let sum = B::wide_add(&B::fp_sqr_wide(&self.c0), &B::fp_sqr_wide(&self.c1));
        B::fp_reduce(&sum)
    }
}

impl Field for Fp2 {
    const ZERO: Self = Self { c0: Fp::ZERO, c1: Fp::ZERO };
    const ONE: Self = Self { c0: Fp::ONE, c1: Fp::ZERO };
    const CURVE_B: Self = B2;

    #[inline(always)]
    fn add<B: Backend>(&self, other: &Self) -> Self {
        B::fp2_add(self, other)
    }
    #[inline(always)]
    fn sub<B: Backend>(&self, other: &Self) -> Self {
        B::fp2_sub(self, other)
    }
    #[inline(always)]
    fn dbl<B: Backend>(&self) -> Self {
        Self { c0: B::fp_dbl(&self.c0), c1: B::fp_dbl(&self.c1) }
    }
    #[inline(always)]
    fn neg<B: Backend>(&self) -> Self {
        Self { c0: B::fp_neg(&self.c0), c1: B::fp_neg(&self.c1) }
    }
    #[inline(always)]
    fn mul<B: Backend>(&self, other: &Self) -> Self {
        B::fp2_mul(self, other)
    }
    #[inline(always)]
    fn sqr<B: Backend>(&self) -> Self {
        B::fp2_sqr(self)
    }
    #[inline(always)]
    fn mul_b3<B: Backend>(&self) -> Self {
        B::fp2_mul_xi(&Self { c0: self.c0.mul_b3::<B>(), c1: self.c1.mul_b3::<B>() })
    }
    #[inline(always)]
    // 6M + 2R: one reduction for both products.
    fn mul_sub_mul<B: Backend>(&self, a: &Self, b: &Self, c: &Self) -> Self {
        let t = wide_sub::<B>(&B::fp2_mul_wide(self, a), &B::fp2_mul_wide(b, c));
        // Both differences are in (-8p^2, 8p^2).
        reduce_tight::<B>(&t)
    }
    #[inline(always)]
    fn zero_mask(&self) -> u64 {
        self.c0.zero_mask() & self.c1.zero_mask()
    }
    #[inline(always)]
    fn select(&self, other: &Self, mask: u64) -> Self {
        Self { c0: self.c0.select(&other.c0, mask), c1: self.c1.select(&other.c1, mask) }
    }
    // 1/(c0 + c1*u) = (c0 - c1*u)/(c0^2 + c1^2): an inversion in Fp, 2M + 2S + 3R.
    fn inv<B: Backend>(&self) -> Self {
        self.conjugate::<B>().mul_fp::<B>(&self.norm::<B>().inv::<B>())
    }
    fn inv_vartime<B: Backend>(&self) -> Self {
        self.conjugate::<B>().mul_fp::<B>(&self.norm::<B>().inv_vartime::<B>())
    }
    fn root<B: Backend>(&self) -> (Self, u64) {
        self.root_by_norm::<B>()
    }
    fn larger_mask<B: Backend>(&self) -> u64 {
        let zero = self.c1.zero_mask();
        self.c1.larger_mask::<B>() & !zero | self.c0.larger_mask::<B>() & zero
    }
    fn odd_mask<B: Backend>(&self) -> u64 {
        self.c0.odd_mask::<B>() | self.c0.zero_mask() & self.c1.odd_mask::<B>()
    }
    fn half(&self) -> Self {
        Self { c0: self.c0.half(), c1: self.c1.half() }
    }
}
