//! Homogeneous coordinates `(X/Z, Y/Z)` with complete formulas for `a = 0` (Renes, Costello, Batina, ePrint 2015/1060,
//! algorithms 7 and 9): the same operations for every pair of points, infinity `(0 : 1 : 0)` included. For secret scalars:
//! everything here but [`Complete::from_affine`] takes the same time for all values.

use super::point::{Affine, Projective};
use crate::field::{Backend, Field};

/// A point in homogeneous coordinates.
#[derive(Clone, Copy)]
pub struct Complete<F> {
    /// `X`.
    pub x: F,
    /// `Y`.
    pub y: F,
    /// `Z`.
    pub z: F,
}

impl<F: Field> Complete<F> {
    /// The point at infinity.
    pub const INFINITY: Self = Self { x: F::ZERO, y: F::ONE, z: F::ZERO };

    /// From affine coordinates. Whether it is the point at infinity is not hidden.
    pub fn from_affine(point: &Affine<F>) -> Self {
        if point.infinity { Self::INFINITY } else { Self { x: point.x, y: point.y, z: F::ONE } }
    }

    /// From Jacobian coordinates: `(X Z : Y : Z^3)`. 2M + 1S.
    pub fn from_projective<B: Backend>(point: &Projective<F>) -> Self {
        let zz = point.z.sqr::<B>();
        Self { x: point.x.mul::<B>(&point.z), y: point.y, z: zz.mul::<B>(&point.z) }
    }

    /// To Jacobian coordinates: `(X Z, Y Z^2, Z)`. 2M + 1S.
    pub fn to_projective<B: Backend>(&self) -> Projective<F> {
        let zz = self.z.sqr::<B>();
        Projective { x: self.x.mul::<B>(&self.z), y: self.y.mul::<B>(&zz), z: self.z }
    }

    /// The sum: with `xy = X1*Y2 + X2*Y1`, `yz` and `xz` alike (Karatsuba), `t0 = X1*X2`, `t1 = Y1*Y2`, `t2 = Z1*Z2`,
    /// `X3 = xy(t1 - 3b*t2) - yz*3b*xz`, `Y3 = (t1 - 3b*t2)(t1 + 3b*t2) + 3b*xz*3t0`, `Z3 = yz(t1 + 3b*t2) + 3t0*xy`.
    ///
    /// 12M + 2m by `3b`, which are sums. Algorithm 7.
    pub fn add<B: Backend>(&self, other: &Self) -> Self {
        let t0 = self.x.mul::<B>(&other.x);
        let t1 = self.y.mul::<B>(&other.y);
        let t2 = self.z.mul::<B>(&other.z);
        let cross = |a1: &F, b1: &F, a2: &F, b2: &F, u: &F, v: &F| {
            a1.add::<B>(b1).mul::<B>(&a2.add::<B>(b2)).sub::<B>(&u.add::<B>(v))
        };
        let xy = cross(&self.x, &self.y, &other.x, &other.y, &t0, &t1);
        let yz = cross(&self.y, &self.z, &other.y, &other.z, &t1, &t2);
        let xz = cross(&self.x, &self.z, &other.x, &other.z, &t0, &t2);
        let x3 = t0.dbl::<B>().add::<B>(&t0);
        let b3z = t2.mul_b3::<B>();
        let sum = t1.add::<B>(&b3z);
        let difference = t1.sub::<B>(&b3z);
        let b3xz = xz.mul_b3::<B>();
        Self {
            x: xy.mul_sub_mul::<B>(&difference, &yz, &b3xz),
            y: difference.mul::<B>(&sum).add::<B>(&b3xz.mul::<B>(&x3)),
            z: sum.mul::<B>(&yz).add::<B>(&x3.mul::<B>(&xy)),
        }
    }

    /// The double: `X' = 2XY(Y^2 - 9b*Z^2)`, `Y' = (Y^2 - 9b*Z^2)(Y^2 + 3b*Z^2) + 24b*Y^2*Z^2`, `Z' = 8Y^3*Z`.
    ///
    /// 6M + 2S + 1m by `3b`. Algorithm 9.
    pub fn dbl<B: Backend>(&self) -> Self {
        let t0 = self.y.sqr::<B>();
        let y8 = t0.dbl::<B>().dbl::<B>().dbl::<B>();
        let yz = self.y.mul::<B>(&self.z);
        let b3z = self.z.sqr::<B>().mul_b3::<B>();
        let xy = self.x.mul::<B>(&self.y);
        let sum = t0.add::<B>(&b3z);
        let difference = t0.sub::<B>(&b3z.dbl::<B>().add::<B>(&b3z));
        Self {
            x: difference.mul::<B>(&xy).dbl::<B>(),
            y: difference.mul::<B>(&sum).add::<B>(&b3z.mul::<B>(&y8)),
            z: yz.mul::<B>(&y8),
        }
    }

    /// The negative where `mask` is all ones.
    #[inline(always)]
    pub fn negate_if<B: Backend>(&self, mask: u64) -> Self {
        Self { y: self.y.select(&self.y.neg::<B>(), mask), ..*self }
    }

    /// `self` where `mask` is zero, `other` where it is all ones. Inlined: a table is read so, and each result of a call would be copied,
    /// a tenth of the time of a product in G1.
    #[inline(always)]
    pub fn select(&self, other: &Self, mask: u64) -> Self {
        Self {
            x: self.x.select(&other.x, mask),
            y: self.y.select(&other.y, mask),
            z: self.z.select(&other.z, mask),
        }
    }
}
