//! Homogeneous coordinates `(X/Z, Y/Z)` with complete formulas for `a = 0` (Renes, Costello, Batina 2015, algorithms 7
//! and 9): the same operations for every pair of points, infinity `(0 : 1 : 0)` included. For secret scalars.

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

    /// From Jacobian coordinates: `(X Z : Y : Z^3)`.
    pub fn from_projective<B: Backend>(point: &Projective<F>) -> Self {
        let zz = point.z.sqr::<B>();
        Self { x: point.x.mul::<B>(&point.z), y: point.y, z: zz.mul::<B>(&point.z) }
    }

    /// To Jacobian coordinates: `(X Z, Y Z^2, Z)`.
    pub fn to_projective<B: Backend>(&self) -> Projective<F> {
        let zz = self.z.sqr::<B>();
        Projective { x: self.x.mul::<B>(&self.z), y: self.y.mul::<B>(&zz), z: self.z }
    }

    /// The sum.
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

    /// The double.
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
    pub fn negate_if<B: Backend>(&self, mask: u64) -> Self {
        Self { y: self.y.select(&self.y.neg::<B>(), mask), ..*self }
    }

    /// `self` where `mask` is zero, `other` where it is all ones.
    pub fn select(&self, other: &Self, mask: u64) -> Self {
        Self {
            x: self.x.select(&other.x, mask),
            y: self.y.select(&other.y, mask),
            z: self.z.select(&other.z, mask),
        }
    }
}
