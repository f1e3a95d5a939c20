//! Conjugation, Frobenius, inversion and comparison in `Fp6` and `Fp12`, and compressed squarings in the cyclotomic
//! subgroup.

use super::fp2::{self, Fp2, Quadratic as _};
use super::fp6::{self, Fp6};
use super::fp12::Fp12;
use crate::field::{Backend, Field, Fp};
use crate::generated::tower::{FROBENIUS, FROBENIUS_2};

impl Fp6 {
    /// One.
    pub const ONE: Self = Self { c0: Fp2::ONE, c1: Fp2::ZERO, c2: Fp2::ZERO };

    /// Product; operands and result tight. Six products in `Fp2`, 18M + 6R in `Fp`; in constant time.
    pub fn mul<B: Backend>(&self, other: &Self) -> Self {
        fp6::reduce_tight::<B>(&B::fp6_mul_wide(self, other))
    }

    /// Inverse of a public value; zero for zero. Operand and result tight. `t0 = a^2 - xi*b*c`, `t1 = xi*c^2 - a*b`,
    /// `t2 = b^2 - a*c`, all over `a*t0 + xi(c*t1 + b*t2)`: I + 9M + 3S in `Fp2`.
    pub fn inv_vartime<B: Backend>(&self) -> Self {
        self.inverse::<B>(Fp2::inv_vartime::<B>)
    }

    /// [`Fp6::inv_vartime`] in constant time.
    pub fn inv<B: Backend>(&self) -> Self {
        self.inverse::<B>(Fp2::inv::<B>)
    }

    fn inverse<B: Backend>(&self, inv: fn(&Fp2) -> Fp2) -> Self {
        let Self { c0: a, c1: b, c2: c } = self;
        let t0 = a.sqr::<B>().sub::<B>(&B::fp2_mul_xi(&b.mul::<B>(c)));
        let t1 = B::fp2_mul_xi(&c.sqr::<B>()).sub::<B>(&a.mul::<B>(b));
        let t2 = b.sqr::<B>().sub::<B>(&a.mul::<B>(c));
        let cross = c.mul::<B>(&t1).add::<B>(&b.mul::<B>(&t2));
        let norm = a.mul::<B>(&t0).add::<B>(&B::fp2_mul_xi(&cross));
        let k = inv(&norm);
        let times_k = |t: &Fp2| fp2::reduce_tight::<B>(&B::fp2_mul_wide(t, &k));
        Self { c0: times_k(&t0), c1: times_k(&t1), c2: times_k(&t2) }
    }
}

/// The negative of a tight value, tight.
fn neg_tight<B: Backend>(a: &Fp2) -> Fp2 {
    let one = |x: &Fp| crate::field::fp::tighten(&B::fp_neg(x).0);
    Fp2 { c0: one(&a.c0), c1: one(&a.c1) }
}

/// Both coefficients made tight.
fn tighten(a: &Fp2) -> Fp2 {
    Fp2 { c0: crate::field::fp::tighten(&a.c0.0), c1: crate::field::fp::tighten(&a.c1.0) }
}

impl Fp12 {
    /// One.
    pub const ONE: Self = Self { c0: Fp6::ONE, c1: Fp6::ZERO };

    /// The coefficients of `1, w, w^2, ...`.
    fn coefficients(&self) -> [&Fp2; 6] {
        [&self.c0.c0, &self.c1.c0, &self.c0.c1, &self.c1.c1, &self.c0.c2, &self.c1.c2]
    }

    pub(crate) fn from_coefficients([a, b, c, d, e, f]: [Fp2; 6]) -> Self {
        Self { c0: Fp6 { c0: a, c1: c, c2: e }, c1: Fp6 { c0: b, c1: d, c2: f } }
    }

    /// The conjugate over `Fp6`: the inverse in the cyclotomic subgroup, and Frobenius six times.
    pub fn conjugate<B: Backend>(&self) -> Self {
        let Fp6 { c0, c1, c2 } = &self.c1;
        let c1 = Fp6 { c0: neg_tight::<B>(c0), c1: neg_tight::<B>(c1), c2: neg_tight::<B>(c2) };
        Self { c0: self.c0, c1 }
    }

    /// The Frobenius map, `self^p`: conjugates and five products with constants in `Fp2`. In constant time.
    pub fn frobenius<B: Backend>(&self) -> Self {
        let mut out = self.coefficients().map(|c| c.conjugate::<B>());
        for (c, factor) in out[1..].iter_mut().zip(&FROBENIUS) {
            *c = c.mul::<B>(factor);
        }
        Self::from_coefficients(out.map(|c| tighten(&c)))
    }

    /// The Frobenius map twice, `self^(p^2)`: five products of `Fp2` with constants of `Fp`, 10M + 10R. In constant time.
    pub fn frobenius_2<B: Backend>(&self) -> Self {
        let mut out = self.coefficients().map(|c| *c);
        for (c, factor) in out[1..].iter_mut().zip(&FROBENIUS_2) {
            *c = tighten(&c.mul_fp::<B>(factor));
        }
        Self::from_coefficients(out)
    }

    /// Inverse of a public value; zero for zero. `(c0 - c1*w)/(c0^2 - v*c1^2)`: four products and an inversion in `Fp6`,
    /// I + 33M + 3S in `Fp2`.
    pub fn inv_vartime<B: Backend>(&self) -> Self {
        self.inverse::<B>(Fp6::inv_vartime::<B>)
    }

    /// [`Fp12::inv_vartime`] in constant time.
    pub fn inv<B: Backend>(&self) -> Self {
        self.inverse::<B>(Fp6::inv::<B>)
    }

    fn inverse<B: Backend>(&self, inv: fn(&Fp6) -> Fp6) -> Self {
        let aa = B::fp6_mul_wide(&self.c0, &self.c0);
        let bb = B::fp6_mul_wide(&self.c1, &self.c1);
        let norm = fp6::reduce_tight::<B>(&fp6::wide_sub::<B>(&aa, &fp6::wide_mul_v::<B>(&bb)));
        let k = inv(&norm);
        let conjugate = self.conjugate::<B>();
        Self { c0: conjugate.c0.mul::<B>(&k), c1: conjugate.c1.mul::<B>(&k) }
    }

    /// Whether it is the same as another.
    pub fn equals<B: Backend>(&self, other: &Self) -> bool {
        self.coefficients().iter().zip(other.coefficients()).all(|(a, b)| a.equals::<B>(b))
    }

    /// Whether it is one.
    pub fn is_one<B: Backend>(&self) -> bool {
        self.equals::<B>(&Self::ONE)
    }
}

/// Four of the six coefficients of an element of the cyclotomic subgroup, which suffice for squaring (Karabina,
/// ePrint 2010/542).
/// In the usual numbering of the coefficients the element is `z0 + z4*v + z3*v^2 + (z2 + z1*v + z5*v^2)*w`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Compressed {
    /// The coefficient of `w`.
    pub z2: Fp2,
    /// The coefficient of `v^2`.
    pub z3: Fp2,
    /// The coefficient of `v`.
    pub z4: Fp2,
    /// The coefficient of `v^2*w`.
    pub z5: Fp2,
}

impl Compressed {
    /// Drops two coefficients.
    pub fn new(a: &Fp12) -> Self {
        Self { z2: a.c1.c0, z3: a.c0.c2, z4: a.c0.c1, z5: a.c1.c2 }
    }

    /// The square.
    #[inline(always)]
    pub fn sqr<B: Backend>(&self) -> Self {
        B::fp12_compressed_sqr(self)
    }

    /// Numerator and denominator of `z1`.
    fn fraction<B: Backend>(&self) -> (Fp2, Fp2) {
        if self.z2.is_zero() {
            // z1 = 2*z4*z5/z3
            return (self.z4.mul::<B>(&self.z5).dbl::<B>(), self.z3);
        }
        // z1 = (xi*z5^2 + 3*z4^2 - 2*z3)/(4*z2)
        let square = self.z4.sqr::<B>();
        let sum = B::fp2_mul_xi(&self.z5.sqr::<B>()).add::<B>(&square.dbl::<B>().add::<B>(&square));
        (sum.sub::<B>(&self.z3.dbl::<B>()), self.z2.dbl::<B>().dbl::<B>())
    }

    /// The whole elements, with one inversion of a public value for all: I and, for each, 6M + 3S in `Fp2`.
    pub fn decompress<B: Backend, const N: usize>(of: &[Self; N]) -> [Fp12; N] {
        let fractions = of.map(|c| c.fraction::<B>());
        // before[i]: the product of the denominators before i, where zeros (they belong to the element 1) count as one.
        let denominator = |i: usize| if fractions[i].1.is_zero() { Fp2::ONE } else { fractions[i].1 };
        let mut before = [Fp2::ONE; N];
        let mut product = Fp2::ONE;
        for (i, slot) in before.iter_mut().enumerate() {
            *slot = product;
            product = product.mul::<B>(&denominator(i));
        }
        let mut inverse = product.inv_vartime::<B>();
        let mut out = [Fp12::ONE; N];
        for i in (0..N).rev() {
            let Self { z2, z3, z4, z5 } = &of[i];
            let z1 = fractions[i].0.mul::<B>(&inverse.mul::<B>(&before[i]));
            inverse = inverse.mul::<B>(&denominator(i));
            // z0 = (2*z1^2 + z2*z5 - 3*z3*z4)*xi + 1
            let cross = z3.mul::<B>(z4);
            let sum = z1.sqr::<B>().dbl::<B>().add::<B>(&z2.mul::<B>(z5));
            let sum = sum.sub::<B>(&cross.dbl::<B>().add::<B>(&cross));
            let z0 = B::fp2_mul_xi(&sum).add::<B>(&Fp2::ONE);
            out[i] = Fp12 {
                c0: Fp6 { c0: tighten(&z0), c1: *z4, c2: *z3 },
                c1: Fp6 { c0: *z2, c1: tighten(&z1), c2: *z5 },
            };
        }
        out
    }
}

/// The square: six squares in `Fp2` where the whole element needs nine. 6M + 12S + 8R in `Fp`, in constant time.
#[inline(always)]
pub fn compressed_sqr<B: Backend>(a: &Compressed) -> Compressed {
    let [b0, b1] = super::fp12::fp4_sqr::<B>(&a.z2, &a.z3);
    let [c0, c1] = super::fp12::fp4_sqr::<B>(&a.z4, &a.z5);
    Compressed {
        z2: B::fp2_triple_plus(&fp2::wide_mul_xi::<B>(&c1), &a.z2),
        z3: B::fp2_triple_minus(&c0, &a.z3),
        z4: B::fp2_triple_minus(&b0, &a.z4),
        z5: B::fp2_triple_plus(&b1, &a.z5),
    }
}
