//! Points in affine and Jacobian coordinates.

use crate::field::{Backend, Field};

/// A point `(x, y)`, or the point at infinity.
///
/// ```
/// use lanesmith_bls::{G1, G1Affine};
/// let twice = G1::auto().dbl(&G1::GENERATOR.to_projective());
/// assert!(G1::auto().is_on_curve(&G1::auto().to_affine(&twice)));
/// assert!(G1Affine::INFINITY.infinity);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Affine<F> {
    /// The first coordinate; 0 at infinity.
    pub x: F,
    /// The second coordinate; 0 at infinity.
    pub y: F,
    /// Whether it is the point at infinity.
    pub infinity: bool,
}

/// A point `(X/Z^2, Y/Z^3)`; `Z = 0` is the point at infinity. Doubles, sums and negatives are those of points in lanes too.
///
/// ```
/// use lanesmith_bls::{G2, G2Projective};
/// let (g2, point) = (G2::auto(), G2::GENERATOR.to_projective());
/// assert!(g2.equals(&g2.add(&point, &point), &g2.dbl(&point)));
/// assert!(g2.equals(&g2.add(&point, &G2Projective::INFINITY), &point));
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Projective<F> {
    /// `X`.
    pub x: F,
    /// `Y`.
    pub y: F,
    /// `Z`.
    pub z: F,
}

impl<F: Field> Affine<F> {
    /// The point at infinity.
    pub const INFINITY: Self = Self { x: F::ZERO, y: F::ZERO, infinity: true };

    /// Whether the coordinates satisfy the equation of the curve, `y^2 = x^3 + b`; the point at infinity is on it. 1M + 2S.
    pub fn is_on_curve<B: Backend>(&self) -> bool {
        let right = self.x.sqr::<B>().mul::<B>(&self.x).add::<B>(&F::CURVE_B);
        self.infinity || self.y.sqr::<B>().equals::<B>(&right)
    }

    /// The negative.
    pub fn neg<B: Backend>(&self) -> Self {
        Self { y: self.y.neg::<B>(), ..*self }
    }

    /// In Jacobian coordinates.
    pub fn to_projective(&self) -> Projective<F> {
        if self.infinity { Projective::INFINITY } else { Projective { x: self.x, y: self.y, z: F::ONE } }
    }

    /// Whether it is the same point as another.
    pub fn equals<B: Backend>(&self, other: &Self) -> bool {
        match (self.infinity, other.infinity) {
            (false, false) => self.x.equals::<B>(&other.x) && self.y.equals::<B>(&other.y),
            (a, b) => a == b,
        }
    }
}

impl<F: Field> Projective<F> {
    /// The point at infinity.
    pub const INFINITY: Self = Self { x: F::ONE, y: F::ONE, z: F::ZERO };

    /// Whether it is the point at infinity.
    pub fn is_infinity(&self) -> bool {
        self.z.is_zero()
    }

    /// The negative.
    pub fn neg<B: Backend>(&self) -> Self {
        Self { y: self.y.neg::<B>(), ..*self }
    }

    /// The double: `E = 3X^2`, `D = 4XY^2`, `X' = E^2 - 2D`, `Y' = E(D - X') - 8Y^4`, `Z' = 2YZ`.
    ///
    /// 3M + 4S, in constant time: no branch, and right for every point (infinity doubles to infinity, and no point has
    /// `y = 0`). EFD, shortw/jacobian-0: `dbl-2009-l` with `D` as a product, where a square would need two more sums.
    pub fn dbl<B: Backend>(&self) -> Self {
        let a = self.x.sqr::<B>();
        let b = self.y.sqr::<B>().dbl::<B>();
        let d = self.x.mul::<B>(&b).dbl::<B>();
        let e = a.dbl::<B>().add::<B>(&a);
        let x = e.sqr::<B>().sub::<B>(&d.dbl::<B>());
        // 8*y^4, from b = 2*y^2.
        let c = b.sqr::<B>().dbl::<B>();
        let y = e.mul::<B>(&d.sub::<B>(&x)).sub::<B>(&c);
        let z = self.y.mul::<B>(&self.z).dbl::<B>();
        Self { x, y, z }
    }

    /// The sum: `U1 = X1*Z2^2`, `U2 = X2*Z1^2`, `S1 = Y1*Z2^3`, `S2 = Y2*Z1^3`, `H = U2 - U1`, `r = S2 - S1`;
    /// `X3 = r^2 - H^3 - 2*U1*H^2`, `Y3 = r(U1*H^2 - X3) - S1*H^3`, `Z3 = Z1*Z2*H`.
    ///
    /// 12M + 4S, and a double where points are equal; the time tells of that, and of points at infinity. EFD,
    /// shortw/jacobian-0: `add-1998-cmo-2`.
    pub fn add<B: Backend>(&self, other: &Self) -> Self {
        let infinite = [self.z.zero_mask(), other.z.zero_mask()];
        match infinite {
            [u64::MAX, _] => return *other,
            [_, u64::MAX] => return *self,
            _ => {}
        }
        let z1 = self.z.sqr::<B>();
        let z2 = other.z.sqr::<B>();
        let u1 = self.x.mul::<B>(&z2);
        let u2 = other.x.mul::<B>(&z1);
        let s1 = self.y.mul::<B>(&other.z).mul::<B>(&z2);
        let s2 = other.y.mul::<B>(&self.z).mul::<B>(&z1);
        let h = u2.sub::<B>(&u1);
        let r = s2.sub::<B>(&s1);
        let hh = h.sqr::<B>();
        let hhh = hh.mul::<B>(&h);
        let v = u1.mul::<B>(&hh);
        let x = r.sqr::<B>().sub::<B>(&hhh).sub::<B>(&v.dbl::<B>());
        let y = r.mul_sub_mul::<B>(&v.sub::<B>(&x), &s1, &hhh);
        let z = self.z.mul::<B>(&other.z).mul::<B>(&h);
        Self { x, y, z }.or_exception::<B>(self, other, infinite, &h, &r)
    }

    /// The sum of two points by the formulas, where they hold: not where one is at infinity (`infinite` says where which is) nor where both
    /// have the same abscissa (`h` is zero). The sum of opposite points needs nothing: its `Z` is zero.
    #[inline]
    fn or_exception<B: Backend>(self, a: &Self, b: &Self, infinite: [u64; 2], h: &F, r: &F) -> Self {
        let same = h.zero_mask();
        if same | infinite[0] | infinite[1] == 0 {
            return self;
        }
        let equal = same & r.zero_mask() & !infinite[0] & !infinite[1];
        let sum = if equal == 0 { self } else { self.select(&a.dbl::<B>(), equal) };
        sum.select(b, infinite[0]).select(a, infinite[1])
    }

    /// `self` where `mask` is zero, `other` where it is set.
    pub fn select(&self, other: &Self, mask: u64) -> Self {
        Self {
            x: self.x.select(&other.x, mask),
            y: self.y.select(&other.y, mask),
            z: self.z.select(&other.z, mask),
        }
    }

    /// The sum with an affine point: [`Projective::add`] with `Z2 = 1`, so that `U1 = X1`, `S1 = Y1`.
    ///
    /// 8M + 3S; the time tells what that of the sum tells. EFD, shortw/jacobian-0: `madd-2004-hmv`.
    pub fn add_affine<B: Backend>(&self, other: &Affine<F>) -> Self {
        if other.infinity {
            return *self;
        }
        let infinite = self.z.zero_mask();
        if infinite == !0 {
            return other.to_projective();
        }
        let z1 = self.z.sqr::<B>();
        let u2 = other.x.mul::<B>(&z1);
        let s2 = other.y.mul::<B>(&self.z).mul::<B>(&z1);
        let h = u2.sub::<B>(&self.x);
        let r = s2.sub::<B>(&self.y);
        let hh = h.sqr::<B>();
        let hhh = hh.mul::<B>(&h);
        let v = self.x.mul::<B>(&hh);
        let x = r.sqr::<B>().sub::<B>(&hhh).sub::<B>(&v.dbl::<B>());
        let y = r.mul_sub_mul::<B>(&v.sub::<B>(&x), &self.y, &hhh);
        let z = self.z.mul::<B>(&h);
        let sum = Self { x, y, z };
        if infinite | h.zero_mask() == 0 {
            return sum;
        }
        sum.or_exception::<B>(self, &other.to_projective(), [infinite, 0], &h, &r)
    }

    /// The difference: the sum with the negative, 12M + 4S.
    pub fn sub<B: Backend>(&self, other: &Self) -> Self {
        self.add::<B>(&other.neg::<B>())
    }

    /// Whether it is the same point as another, without a division: `X1*Z2^2 = X2*Z1^2` and `Y1*Z2^3 = Y2*Z1^3`. 6M + 2S,
    /// or 2M + 2S where the first differs.
    pub fn equals<B: Backend>(&self, other: &Self) -> bool {
        match (self.is_infinity(), other.is_infinity()) {
            (false, false) => {
                let (z1, z2) = (self.z.sqr::<B>(), other.z.sqr::<B>());
                let x = self.x.mul::<B>(&z2).equals::<B>(&other.x.mul::<B>(&z1));
                let s1 = self.y.mul::<B>(&other.z).mul::<B>(&z2);
                x && s1.equals::<B>(&other.y.mul::<B>(&self.z).mul::<B>(&z1))
            }
            (a, b) => a == b,
        }
    }

    /// In affine coordinates, `(X/Z^2, Y/Z^3)`. I + 4M, in constant time but for whether it is the point at infinity.
    pub fn to_affine<B: Backend>(&self) -> Affine<F> {
        self.scale(&self.z.inv::<B>(), |a, b| a.mul::<B>(b))
    }

    /// In affine coordinates; for public points. I + 4M.
    pub fn to_affine_vartime<B: Backend>(&self) -> Affine<F> {
        self.scale(&self.z.inv_vartime::<B>(), |a, b| a.mul::<B>(b))
    }

    fn scale(&self, z: &F, mul: impl Fn(&F, &F) -> F) -> Affine<F> {
        if self.is_infinity() {
            return Affine::INFINITY;
        }
        let square = mul(z, z);
        Affine { x: mul(&self.x, &square), y: mul(&mul(&self.y, &square), z), infinity: false }
    }
}

/// Converts points to affine coordinates with one inversion for all (Montgomery's trick: the inverse of the product of all
/// `Z`, peeled from the end), in constant time but for which of them are at infinity. I + 7M for each.
/// Converts as many as the shorter of the slices holds.
pub fn batch_to_affine<F: Field, B: Backend>(points: &[Projective<F>], out: &mut [Affine<F>]) {
    batch::<F, B>(points, out, F::inv::<B>);
}

/// [`batch_to_affine`] for public points: the inversion takes a time of its own.
pub fn batch_to_affine_vartime<F: Field, B: Backend>(points: &[Projective<F>], out: &mut [Affine<F>]) {
    batch::<F, B>(points, out, F::inv_vartime::<B>);
}

fn batch<F: Field, B: Backend>(points: &[Projective<F>], out: &mut [Affine<F>], inv: fn(&F) -> F) {
    let count = points.len().min(out.len());
    let (points, out) = (&points[..count], &mut out[..count]);
    // What a point contributes: one in place of zero, which would take the inverse from all others.
    let z = |point: &Projective<F>| point.z.select(&F::ONE, point.z.zero_mask());
    // x holds the product of all z before the point.
    let mut product = F::ONE;
    for (point, to) in points.iter().zip(out.iter_mut()) {
        to.x = product;
        product = product.mul::<B>(&z(point));
    }
    let mut inverse = inv(&product);
    for (point, to) in points.iter().zip(out.iter_mut()).rev() {
        let own = inverse.mul::<B>(&to.x);
        inverse = inverse.mul::<B>(&z(point));
        *to = point.scale(&own, |a, b| a.mul::<B>(b));
    }
}
