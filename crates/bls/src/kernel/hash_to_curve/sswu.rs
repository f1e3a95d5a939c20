//! The simplified map of Shallue, van de Woestijne and Ulas to the isogenous curves, without inversions: RFC 9380, sections 6.6.2
//! and 6.6.3, in the straight line of appendix F.2 (Wahby and Boneh, ePrint 2019/403). In constant time.

use super::expand::expand_message_xmd;
use crate::curve::{Curve, Projective};
use crate::error::ExpandError;
use crate::field::{Backend, Base, Field, Fp};
use crate::generated::hash as constants;
use crate::kernel::many::{Fp2x8, Fp8, Lanes};
use crate::tower::{Fp2, Quadratic};

/// A field of coordinates with a map to the curve that is isogenous to its own; of one element, or of elements in lanes.
pub trait Isogenous: Field {
    /// `A` of the isogenous curve `y^2 = x^3 + A*x + B`.
    const ISO_A: Self;
    /// `B`.
    const ISO_B: Self;
    /// The parameter of the map, not a square.
    const Z: Self;
    /// The isogeny: numerator and denominator of `x`, numerator and denominator of `y`, from the constant upwards.
    const ISOGENY: [&'static [Self]; 4];

    /// `(y, false)` with `y^2 = u/v` if that is a square, else `(y, true)` with `y^2 = Z^3 * u/v`; `v` is not zero.
    fn sqrt_ratio<B: Backend>(u: &Self, v: &Self) -> (Self, u64);

    /// The point of the isogenous curve for `u`, in Jacobian coordinates: with `t = Z*u^2`, `x1 = -(B/A)(1 + 1/(t^2 + t))` or,
    /// where that is no abscissa, `x2 = t*x1`; the sign of `y` is that of `u`.
    ///
    /// 7M + 5S + 5m and a [`Isogenous::sqrt_ratio`]; both cases are computed.
    fn map_to_isogenous<B: Backend>(u: &Self) -> Projective<Self> {
        let tv1 = u.sqr::<B>().mul::<B>(&Self::Z);
        let tv2 = tv1.sqr::<B>().add::<B>(&tv1);
        let n = tv2.add::<B>(&Self::ONE).mul::<B>(&Self::ISO_B);
        let d = tv2.neg::<B>().select(&Self::Z, tv2.zero_mask()).mul::<B>(&Self::ISO_A);
        // g(n/d) = (n^3 + A*n*d^2 + B*d^3)/d^3.
        let dd = d.sqr::<B>();
        let ddd = dd.mul::<B>(&d);
        let inner = n.sqr::<B>().add::<B>(&Self::ISO_A.mul::<B>(&dd));
        let g = inner.mul::<B>(&n).add::<B>(&Self::ISO_B.mul::<B>(&ddd));
        let (root, second) = Self::sqrt_ratio::<B>(&g, &ddd);
        // If g(n/d) is no square: x = Z*u^2*n/d, g(x) = Z^3*u^6*g(n/d).
        let other = root.mul::<B>(&u.sqr::<B>().mul::<B>(u));
        let y = root.select(&other, second);
        let n = n.select(&tv1.mul::<B>(&n), second);
        let wrong_sign = u.odd_mask::<B>() ^ y.odd_mask::<B>();
        let y = y.select(&y.neg::<B>(), wrong_sign);
        Projective { x: n.mul::<B>(&d), y: y.mul::<B>(&ddd), z: d }
    }
}

/// A field of coordinates with a map to its curve.
pub trait MapToCurve: Curve + Isogenous {
    /// `N` elements from a message (RFC 9380, section 5.2).
    ///
    /// # Errors
    /// If the tag is empty.
    fn hash_to_field<B: Backend, const N: usize>(
        message: &[u8],
        dst: &[u8],
    ) -> Result<[Self; N], ExpandError>;
}

impl MapToCurve for Fp {
    fn hash_to_field<B: Backend, const N: usize>(
        message: &[u8],
        dst: &[u8],
    ) -> Result<[Self; N], ExpandError> {
        let mut bytes = [[0u8; 64]; N];
        expand_message_xmd(message, dst, bytes.as_flattened_mut())?;
        let mut elements = [Self::ZERO; N];
        for (element, bytes) in elements.iter_mut().zip(&bytes) {
            *element = Self::from_bytes_wide::<B>(bytes);
        }
        Ok(elements)
    }
}

impl MapToCurve for Fp2 {
    fn hash_to_field<B: Backend, const N: usize>(
        message: &[u8],
        dst: &[u8],
    ) -> Result<[Self; N], ExpandError> {
        let mut bytes = [[[0u8; 64]; 2]; N];
        expand_message_xmd(message, dst, bytes.as_flattened_mut().as_flattened_mut())?;
        let mut elements = [Self::ZERO; N];
        for (element, [c0, c1]) in elements.iter_mut().zip(&bytes) {
            *element = Self { c0: Fp::from_bytes_wide::<B>(c0), c1: Fp::from_bytes_wide::<B>(c1) };
        }
        Ok(elements)
    }
}

/// `t = (u*v)^((p-3)/4)`: `y = u*t` squares to `u/v` or `-u/v`; the last argument is a root of `-Z^3`. One power, 3M + 1S + 1m. Appendix
/// F.2.1.2.
fn sqrt_ratio_base<F: Base, B: Backend>(u: &F, v: &F, sqrt_minus_z3: &F) -> (F, u64) {
    let y = u.mul::<B>(&u.mul::<B>(v).inverse_root::<B>());
    let square = y.sqr::<B>().mul::<B>(v).sub::<B>(u).zero_mask();
    (y.mul::<B>(sqrt_minus_z3).select(&y, square), !square)
}

/// Constants of [`sqrt_ratio_quadratic`].
struct RatioConstants<F: Quadratic> {
    sqrt_minus_norm: F::Base,
    sqrt_over_norm: F::Base,
    z3: F,
}

/// Two powers in `Fp` in all: one for the root `n` of the norm and its inverse, one for the root `r` of `u*v`; then
/// `sqrt(u/v) = u/r = u*conj(r)/N(r)`, where `N(r)` is `n` or `-n`. If the norm is no square, `Z^3*u` takes the place
/// of `u`; the root of the new norm is a constant times what is there already. Both cases are computed.
fn sqrt_ratio_quadratic<F: Quadratic, B: Backend>(u: &F, v: &F, constants: &RatioConstants<F>) -> (F, u64) {
    let w = u.mul::<B>(v);
    let norm = w.norm::<B>();
    let inverse = norm.inverse_root::<B>();
    let n = inverse.mul::<B>(&norm);
    let second = !n.sqr::<B>().sub::<B>(&norm).zero_mask();
    let n = n.select(&n.mul::<B>(&constants.sqrt_minus_norm), second);
    let inverse = inverse.select(&inverse.mul::<B>(&constants.sqrt_over_norm), second);
    let w = w.select(&w.mul::<B>(&constants.z3), second);
    let u = u.select(&u.mul::<B>(&constants.z3), second);
    let root = w.root_from_norm::<B>(&n);
    let sign = root.norm::<B>().sub::<B>(&n).zero_mask();
    let inverse = inverse.neg::<B>().select(&inverse, sign);
    (u.mul::<B>(&root.conjugate::<B>().mul_fp::<B>(&inverse)), second)
}

impl Isogenous for Fp {
    const ISO_A: Self = constants::G1_A;
    const ISO_B: Self = constants::G1_B;
    const Z: Self = constants::G1_Z;
    const ISOGENY: [&'static [Self]; 4] =
        [&constants::G1_X_NUM, &constants::G1_X_DEN, &constants::G1_Y_NUM, &constants::G1_Y_DEN];

    fn sqrt_ratio<B: Backend>(u: &Self, v: &Self) -> (Self, u64) {
        sqrt_ratio_base::<Self, B>(u, v, &constants::G1_SQRT_MINUS_Z3)
    }
}

impl Isogenous for Fp2 {
    const ISO_A: Self = constants::G2_A;
    const ISO_B: Self = constants::G2_B;
    const Z: Self = constants::G2_Z;
    const ISOGENY: [&'static [Self]; 4] =
        [&constants::G2_X_NUM, &constants::G2_X_DEN, &constants::G2_Y_NUM, &constants::G2_Y_DEN];

    fn sqrt_ratio<B: Backend>(u: &Self, v: &Self) -> (Self, u64) {
        const CONSTANTS: RatioConstants<Fp2> = RatioConstants {
            sqrt_minus_norm: constants::G2_SQRT_MINUS_NORM,
            sqrt_over_norm: constants::G2_SQRT_OVER_NORM,
            z3: constants::G2_Z3,
        };
        sqrt_ratio_quadratic::<Self, B>(u, v, &CONSTANTS)
    }
}

/// Each of an array of constants in all lanes.
macro_rules! in_lanes {
    ($name:ident, $lanes:ident) => {
        &const {
            let mut out = [$lanes::<M>::constant(&constants::$name[0]); constants::$name.len()];
            let mut i = 0;
            while i < out.len() {
                out[i] = $lanes::<M>::constant(&constants::$name[i]);
                i += 1;
            }
            out
        }
    };
}

impl<M: Lanes> Isogenous for Fp8<M> {
    const ISO_A: Self = Self::constant(&constants::G1_A);
    const ISO_B: Self = Self::constant(&constants::G1_B);
    const Z: Self = Self::constant(&constants::G1_Z);
    const ISOGENY: [&'static [Self]; 4] = [
        in_lanes!(G1_X_NUM, Fp8),
        in_lanes!(G1_X_DEN, Fp8),
        in_lanes!(G1_Y_NUM, Fp8),
        in_lanes!(G1_Y_DEN, Fp8),
    ];

    fn sqrt_ratio<B: Backend>(u: &Self, v: &Self) -> (Self, u64) {
        sqrt_ratio_base::<Self, B>(u, v, &const { Self::constant(&constants::G1_SQRT_MINUS_Z3) })
    }
}

impl<M: Lanes> Isogenous for Fp2x8<M> {
    const ISO_A: Self = Self::constant(&constants::G2_A);
    const ISO_B: Self = Self::constant(&constants::G2_B);
    const Z: Self = Self::constant(&constants::G2_Z);
    const ISOGENY: [&'static [Self]; 4] = [
        in_lanes!(G2_X_NUM, Fp2x8),
        in_lanes!(G2_X_DEN, Fp2x8),
        in_lanes!(G2_Y_NUM, Fp2x8),
        in_lanes!(G2_Y_DEN, Fp2x8),
    ];

    fn sqrt_ratio<B: Backend>(u: &Self, v: &Self) -> (Self, u64) {
        let constants = const {
            &RatioConstants::<Self> {
                sqrt_minus_norm: Fp8::constant(&constants::G2_SQRT_MINUS_NORM),
                sqrt_over_norm: Fp8::constant(&constants::G2_SQRT_OVER_NORM),
                z3: Self::constant(&constants::G2_Z3),
            }
        };
        sqrt_ratio_quadratic::<Self, B>(u, v, constants)
    }
}
