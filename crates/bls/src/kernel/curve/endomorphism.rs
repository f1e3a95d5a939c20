//! What differs between the groups: generators, endomorphisms, and the membership tests that rest on them.

use super::complete::Complete;
use super::point::{Affine, Projective};
use crate::field::{Backend, Field, Fp};
use crate::generated::curve::{BETA, G1_X, G1_Y, G2_X, G2_Y, PSI_X, PSI_Y, PSI2_X, X_ABS};
use crate::kernel::many::{Fp2x8, Fp8, Lanes};
use crate::tower::{Fp2, Quadratic};

/// A field over which one of the two groups is defined, with the group's own constants and maps.
///
/// `X` is the absolute value of the parameter of the curve, the parameter is `-X`. Scalars are written in base `X`,
/// `k = d0 + d1*X + d2*X^2 + d3*X^3`, and the endomorphism turns powers of `X` into cheap maps.
pub trait Curve: Endomorphic {
    /// The generator of the group.
    const GENERATOR: Affine<Self>;
    /// Bytes of a coordinate.
    const COORDINATE_BYTES: usize;
    /// How many scalars a scalar is split into.
    const PARTS: usize;
    /// Bits of each.
    const PART_BITS: usize;

    /// The parts of a scalar below the order, each with two limbs: `k = sum of part_i * (X^s)^i`, where `s = 4/PARTS`.
    fn split(digits: &[u64; 4]) -> [[u64; 2]; 4];

    /// Whether a point of the curve is in the group of prime order.
    fn in_subgroup<B: Backend>(point: &Affine<Self>) -> bool {
        point.infinity || Self::member_mask::<B>(point) == !0
    }
}

/// The maps of one of the two groups; of one point, or of points in lanes.
pub trait Endomorphic: Field {
    /// `[X^s]P` for a point of the group, where `s` is 2 in G1 and 1 in G2.
    fn map<B: Backend>(point: &Projective<Self>) -> Projective<Self>;

    /// [`Endomorphic::map`] in homogeneous coordinates.
    fn map_complete<B: Backend>(point: &Complete<Self>) -> Complete<Self>;

    /// `[X^2]P` for a point of the group.
    fn map_square<B: Backend>(point: &Projective<Self>) -> Projective<Self>;

    /// Where a point of the curve, which is not at infinity, is in the group of prime order.
    fn member_mask<B: Backend>(point: &Affine<Self>) -> u64;

    /// Multiplies a point of the curve by the cofactor of the standard, into the group (RFC 9380's `clear_cofactor`).
    fn clear_cofactor<B: Backend>(point: &Projective<Self>) -> Projective<Self>;
}

/// `[X]P` for any point of the curve: 63 doublings and 5 sums, 249M + 272S. In constant time for points that meet no
/// exceptional case of a sum.
pub fn mul_x<F: Field, B: Backend>(point: &Projective<F>) -> Projective<F> {
    let mut sum = *point;
    for bit in (0..63).rev() {
        sum = sum.dbl::<B>();
        if X_ABS >> bit & 1 == 1 {
            sum = sum.add::<B>(point);
        }
    }
    sum
}

/// [`mul_x`] for an affine point: 229M + 267S.
pub fn mul_x_affine<F: Field, B: Backend>(point: &Affine<F>) -> Projective<F> {
    let mut sum = point.to_projective();
    for bit in (0..63).rev() {
        sum = sum.dbl::<B>();
        if X_ABS >> bit & 1 == 1 {
            sum = sum.add_affine::<B>(point);
        }
    }
    sum
}

/// Where Jacobian `a` is the affine point `(x, y)`: `X = x*Z^2`, `Y = y*Z^3`. 3M + 1S where the first is so.
fn affine_mask<F: Field, B: Backend>(a: &Projective<F>, x: &F, y: &F) -> u64 {
    let zz = a.z.sqr::<B>();
    let mask = a.x.sub::<B>(&x.mul::<B>(&zz)).zero_mask() & !a.z.zero_mask();
    if mask == 0 {
        return 0;
    }
    mask & a.y.sub::<B>(&y.mul::<B>(&zz.mul::<B>(&a.z))).zero_mask()
}

/// What [`Endomorphic`] is in G1, where `phi(x, y) = (beta*x, y)` is multiplication by `-X^2`; so `X^2` is its negative (Gallant,
/// Lambert, Vanstone, CRYPTO 2001).
macro_rules! endomorphic_g1 {
    ($($lanes:ident)?, $field:ty, $beta:expr) => {
        impl $(<M: $lanes>)? Endomorphic for $field {
            /// 1m, in constant time.
            fn map<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
                let beta = const { &$beta };
                Projective { x: point.x.mul::<B>(beta), y: point.y.neg::<B>(), z: point.z }
            }

            fn map_complete<B: Backend>(point: &Complete<Self>) -> Complete<Self> {
                let beta = const { &$beta };
                Complete { x: point.x.mul::<B>(beta), y: point.y.neg::<B>(), z: point.z }
            }

            fn map_square<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
                Self::map::<B>(point)
            }

            /// `[X^2]P = -phi(P)` (Scott, ePrint 2021/1130; proven sufficient for this curve). 481M + 540S + 1m.
            fn member_mask<B: Backend>(point: &Affine<Self>) -> u64 {
                let multiple = mul_x::<Self, B>(&mul_x_affine::<Self, B>(point));
                let beta = const { &$beta };
                affine_mask::<Self, B>(&multiple, &point.x.mul::<B>(beta), &point.y.neg::<B>())
            }

            /// `[1 + X]P`: the effective cofactor of RFC 9380, section 8.8.1, is `1 - x`. 261M + 276S.
            fn clear_cofactor<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
                mul_x::<Self, B>(point).add::<B>(point)
            }
        }
    };
}
endomorphic_g1!(, Fp, BETA);
endomorphic_g1!(Lanes, Fp8<M>, Fp8::<M>::constant(&BETA));

/// The constants of [`psi`].
trait Twisted: Quadratic {
    const PSI: &'static [Self; 2];
    const PSI2_X: &'static Self::Base;

    /// `psi(x, y)`, the untwisted Frobenius map: multiplication by `-X` in G2. 2m in `Fp2`, in constant time (Galbraith, Lin,
    /// Scott, ePrint 2008/194).
    fn psi<B: Backend>(x: &Self, y: &Self) -> (Self, Self) {
        let [of_x, of_y] = Self::PSI;
        (x.conjugate::<B>().mul::<B>(of_x), y.conjugate::<B>().mul::<B>(of_y))
    }

    /// [`Twisted::psi`] in Jacobian coordinates.
    fn psi_projective<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
        let (x, y) = Self::psi::<B>(&point.x, &point.y);
        Projective { x, y, z: point.z.conjugate::<B>() }
    }
}

impl Twisted for Fp2 {
    const PSI: &'static [Self; 2] = &[PSI_X, PSI_Y];
    const PSI2_X: &'static Fp = &PSI2_X;
}

impl<M: Lanes> Twisted for Fp2x8<M> {
    const PSI: &'static [Self; 2] = &[Self::constant(&PSI_X), Self::constant(&PSI_Y)];
    const PSI2_X: &'static Fp8<M> = &Fp8::constant(&PSI2_X);
}

/// What [`Endomorphic`] is in G2, where `psi` is multiplication by `-X`.
macro_rules! endomorphic_g2 {
($($lanes:ident)?, $field:ty) => {
impl $(<M: $lanes>)? Endomorphic for $field {
    /// `psi` is multiplication by `-X`. 2m, in constant time.
    fn map<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
        Self::psi_projective::<B>(point).neg::<B>()
    }

    fn map_complete<B: Backend>(point: &Complete<Self>) -> Complete<Self> {
        let (x, y) = Self::psi::<B>(&point.x, &point.y);
        Complete { x, y: y.neg::<B>(), z: point.z.conjugate::<B>() }
    }

    /// `psi^2`: one product with an element of `Fp`.
    fn map_square<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
        let x = point.x.mul_fp::<B>(Self::PSI2_X);
        Projective { x, y: point.y.neg::<B>(), z: point.z }
    }

    /// `psi(P) = -[X]P` (Scott, ePrint 2021/1130). 232M + 268S + 2m.
    fn member_mask<B: Backend>(point: &Affine<Self>) -> u64 {
        let (x, y) = Self::psi::<B>(&point.x, &point.y);
        affine_mask::<Self, B>(&mul_x_affine::<Self, B>(point), &x, &y.neg::<B>())
    }

    /// `[x^2 - x - 1]P + [x - 1]psi(P) + psi^2(2P)`, with `x = -X` (Budroni and Pintore, ePrint 2017/419; RFC 9380, appendix
    /// G.3). 561M + 568S + 2m, and 1m with an element of `Fp`.
    fn clear_cofactor<B: Backend>(point: &Projective<Self>) -> Projective<Self> {
        let image = Self::psi_projective::<B>(point);
        // t = [X]P - psi(P); [X](t + P) = [X^2 + X]P - [X]psi(P).
        let t = mul_x::<Self, B>(point).add::<B>(point).sub::<B>(&image);
        let sum = mul_x::<Self, B>(&t).sub::<B>(point).sub::<B>(&image);
        sum.add::<B>(&Self::map_square::<B>(&point.dbl::<B>()))
    }
}
};
}
endomorphic_g2!(, Fp2);
endomorphic_g2!(Lanes, Fp2x8<M>);

impl Curve for Fp {
    const GENERATOR: Affine<Self> = Affine { x: G1_X, y: G1_Y, infinity: false };
    const COORDINATE_BYTES: usize = 48;
    const PARTS: usize = 2;
    const PART_BITS: usize = 128;

    fn split(digits: &[u64; 4]) -> [[u64; 2]; 4] {
        let join = |low: u64, high: u64| {
            // Below X^2 < 2^128.
            let value = u128::from(low) + u128::from(high) * u128::from(X_ABS);
            [value as u64, (value >> 64) as u64]
        };
        [join(digits[0], digits[1]), join(digits[2], digits[3]), [0; 2], [0; 2]]
    }
}

impl Curve for Fp2 {
    const GENERATOR: Affine<Self> = Affine { x: G2_X, y: G2_Y, infinity: false };
    const COORDINATE_BYTES: usize = 96;
    const PARTS: usize = 4;
    const PART_BITS: usize = 64;

    fn split(digits: &[u64; 4]) -> [[u64; 2]; 4] {
        digits.map(|digit| [digit, 0])
    }
}
