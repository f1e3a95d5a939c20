//! Lines through points of G2, evaluated at points of G1, and products with them.
//!
//! A point `(x, y)` of the twist stands for `(x/w^2, y/w^3)`. The line with slope `s` through it, times `w^3`, is
//! `(s*x - y) - s*xp*v + yp*v*w` at `(xp, yp)`. Factors in `Fp2` do not matter: the final exponentiation removes them.
//!
//! Costs are in `Fp2`: products M, squares S, products with elements of `Fp` `m`. No branch depends on a value.

use crate::curve::{Affine, G2Affine};
use crate::field::Backend;
use crate::generated::curve::X_ABS;
use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp12, Quadratic, fp2};

/// The number of lines in a Miller loop: 63 doublings and 5 sums.
pub const LINES: usize = 68;

/// `a + b*xp*v + c*yp*v*w`.
#[derive(Clone, Copy, Debug)]
pub struct Line<F = Fp2> {
    a: F,
    b: F,
    c: F,
}

/// A running multiple of a point of G2 in homogeneous coordinates; of one point, or of points in lanes.
#[derive(Clone, Copy)]
pub struct Running<F = Fp2> {
    x: F,
    y: F,
    z: F,
}

impl<F: Quadratic> Running<F> {
    /// The point itself, which must not be infinity.
    pub fn new(q: &Affine<F>) -> Self {
        Self { x: q.x, y: q.y, z: F::ONE }
    }

    /// Doubles, and gives the tangent: `A = XY/2`, `B = Y^2`, `E = 3b*Z^2`, `F = 3E`, `G = (B + F)/2`, `H = 2YZ`;
    /// `X' = A(B - F)`, `Y' = G^2 - 3E^2`, `Z' = B*H`, and the line `E - B`, `3X^2`, `-H`.
    ///
    /// 3M + 6S and a product with `3b`, which is sums (Costello, Lange, Naehrig, ePrint 2009/615, in the form of Aranha et
    /// al., ePrint 2013/722).
    pub fn double<B: Backend>(&mut self) -> Line<F> {
        let a = self.x.mul::<B>(&self.y).half();
        let b = self.y.sqr::<B>();
        let c = self.z.sqr::<B>();
        let e = c.mul_b3::<B>();
        let f = e.dbl::<B>().add::<B>(&e);
        let g = b.add::<B>(&f).half();
        let h = self.y.add::<B>(&self.z).sqr::<B>().sub::<B>(&b.add::<B>(&c));
        let j = self.x.sqr::<B>();
        let ee = e.sqr::<B>();
        *self = Self {
            x: a.mul::<B>(&b.sub::<B>(&f)),
            y: g.sqr::<B>().sub::<B>(&ee.dbl::<B>().add::<B>(&ee)),
            z: b.mul::<B>(&h),
        };
        Line { a: e.sub::<B>(&b), b: j.dbl::<B>().add::<B>(&j), c: h.neg::<B>() }
    }

    /// Adds the point, and gives the chord: `t = Y - y*Z`, `l = X - x*Z`, `E = l^3`, `G = X*l^2`, `H = E + Z*t^2 - 2G`;
    /// `X' = l*H`, `Y' = t(G - H) - E*Y`, `Z' = Z*E`, and the line `t*x - l*y`, `-t`, `l`. 11M + 2S.
    pub fn add<B: Backend>(&mut self, q: &Affine<F>) -> Line<F> {
        let theta = self.y.sub::<B>(&q.y.mul::<B>(&self.z));
        let lambda = self.x.sub::<B>(&q.x.mul::<B>(&self.z));
        let c = theta.sqr::<B>();
        let d = lambda.sqr::<B>();
        let e = lambda.mul::<B>(&d);
        let f = self.z.mul::<B>(&c);
        let g = self.x.mul::<B>(&d);
        let h = e.add::<B>(&f).sub::<B>(&g.dbl::<B>());
        let line = Line { a: theta.mul_sub_mul::<B>(&q.x, &lambda, &q.y), b: theta.neg::<B>(), c: lambda };
        *self = Self {
            x: lambda.mul::<B>(&h),
            y: theta.mul_sub_mul::<B>(&g.sub::<B>(&h), &e, &self.y),
            z: self.z.mul::<B>(&e),
        };
        line
    }
}

impl<F: Quadratic> Line<F> {
    /// The coefficients at a point of G1: 2m.
    pub fn at<B: Backend>(&self, p: &Affine<F::Base>) -> [F; 3] {
        [self.a, self.b.mul_fp::<B>(&p.x), self.c.mul_fp::<B>(&p.y)]
    }
}

/// The lines of a point of G2, for many pairings with it.
///
/// ```
/// use lanesmith_bls::{G1, G2, Pairing};
/// let pairing = Pairing::auto();
/// let prepared = pairing.prepare(&G2::GENERATOR);
/// let minus = G1::GENERATOR.neg::<lanesmith_bls::hazmat::Scalar>();
/// let f = pairing.miller_loop_prepared(&[(G1::GENERATOR, &prepared), (minus, &prepared)]);
/// assert!(pairing.final_exponentiation(&f).is_one::<lanesmith_bls::hazmat::Scalar>());
/// ```
#[derive(Clone, Debug)]
pub struct G2Prepared {
    lines: [Line; LINES],
    infinity: bool,
}

impl G2Prepared {
    /// Computes the lines of a point of G2: 63 doubles and 5 sums, 244M + 388S.
    pub fn new<B: Backend>(q: &G2Affine) -> Self {
        let nothing = Line { a: Fp2::ONE, b: Fp2::ZERO, c: Fp2::ZERO };
        let mut lines = [nothing; LINES];
        if !q.infinity {
            let mut running = Running::new(q);
            let mut slots = lines.iter_mut();
            for bit in (0..63).rev() {
                slots.next().into_iter().for_each(|line| *line = running.double::<B>());
                if X_ABS >> bit & 1 == 1 {
                    slots.next().into_iter().for_each(|line| *line = running.add::<B>(q));
                }
            }
        }
        Self { lines, infinity: q.infinity }
    }

    /// The coefficients of the lines; `1, 0, 0` at infinity.
    pub fn coefficients(&self) -> [[Fp2; 3]; LINES] {
        self.lines.map(|line| [line.a, line.b, line.c])
    }

    /// From the coefficients. Those of infinity have no effect, as they should.
    pub fn from_coefficients(of: &[[Fp2; 3]; LINES]) -> Self {
        Self { lines: of.map(|[a, b, c]| Line { a, b, c }), infinity: false }
    }

    /// The lines in the order of the loop; none at infinity.
    pub fn lines(&self) -> Option<&[Line; LINES]> {
        (!self.infinity).then_some(&self.lines)
    }
}

fn add_raw<B: Backend>(a: &Fp6, b: &Fp6) -> Fp6 {
    Fp6 {
        c0: B::fp2_add_raw(&a.c0, &b.c0),
        c1: B::fp2_add_raw(&a.c1, &b.c1),
        c2: B::fp2_add_raw(&a.c2, &b.c2),
    }
}

/// `f * (a + b*v + c*v*w)`: thirteen products in `Fp2`, twelve reductions. Of the line's coefficients `a` may be loose
/// (below `2p`), the others are tight.
pub fn mul_by_line<B: Backend>(f: &Fp12, [a, b, c]: &[Fp2; 3]) -> Fp12 {
    let aa = B::fp6_mul_by_01_wide(&f.c0, a, b);
    let bb = B::fp6_mul_by_1_wide(&f.c1, c);
    let m = B::fp6_mul_by_01_wide(&add_raw::<B>(&f.c0, &f.c1), a, &B::fp2_add_raw(b, c));
    B::fp12_post(&aa, &bb, &m)
}

/// `f` times two lines: six products for the product of the lines, which has five coefficients, and seventeen.
pub fn mul_by_two_lines<B: Backend>(f: &Fp12, first: &[Fp2; 3], second: &[Fp2; 3]) -> Fp12 {
    let [a1, b1, c1] = first;
    let [a2, b2, c2] = second;
    let aa = B::fp2_mul_wide(a1, a2);
    let bb = B::fp2_mul_wide(b1, b2);
    let cc = B::fp2_mul_wide(c1, c2);
    let cross = |x1: &Fp2, y1: &Fp2, x2: &Fp2, y2: &Fp2, xx: &Fp2Dbl, yy: &Fp2Dbl| {
        let m = B::fp2_mul_wide(&B::fp2_add_raw(x1, y1), &B::fp2_add_raw(x2, y2));
        fp2::reduce_tight::<B>(&fp2::wide_sub::<B>(&fp2::wide_sub::<B>(&m, xx), yy))
    };
    let low = Fp6 {
        c0: fp2::reduce_tight::<B>(&fp2::wide_add::<B>(&aa, &fp2::wide_mul_xi::<B>(&cc))),
        c1: cross(a1, b1, a2, b2, &aa, &bb),
        c2: fp2::reduce_tight::<B>(&bb),
    };
    let h1 = cross(a1, c1, a2, c2, &aa, &cc);
    let h2 = cross(b1, c1, b2, c2, &bb, &cc);
    let aa = B::fp6_mul_wide(&f.c0, &low);
    let bb = B::fp6_mul_by_12_wide(&f.c1, &h1, &h2);
    let sum = Fp6 { c0: low.c0, c1: B::fp2_add_raw(&low.c1, &h1), c2: B::fp2_add_raw(&low.c2, &h2) };
    let m = B::fp6_mul_wide(&add_raw::<B>(&f.c0, &f.c1), &sum);
    B::fp12_post(&aa, &bb, &m)
}
