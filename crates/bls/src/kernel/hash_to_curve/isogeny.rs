//! From the isogenous curve to ours: RFC 9380, appendix E. Isogenies of degree 11 (G1) and 3 (G2).

use super::sswu::Isogenous;
use crate::curve::Projective;
use crate::field::Backend;

/// One more than the highest degree of a polynomial of an isogeny.
const TERMS: usize = 16;

/// The polynomial at `X/zz`, times `zz` to its degree, by Horner's rule: 1M + 1m for each coefficient but the first.
fn evaluate<F: Isogenous, B: Backend>(polynomial: &[F], x: &F, zz_powers: &[F; TERMS]) -> F {
    let mut sum = F::ZERO;
    for (index, coefficient) in polynomial.iter().rev().enumerate() {
        let term = if index == 0 { *coefficient } else { coefficient.mul::<B>(&zz_powers[index]) };
        sum = if index == 0 { term } else { sum.mul::<B>(x).add::<B>(&term) };
    }
    sum
}

/// The image of a point, Jacobian to Jacobian: powers of `Z^2`, four polynomials, and the common denominator. G1:
/// 72M + 2S + 51m; G2: 20M + 2S + 11m. In constant time.
pub fn apply<F: Isogenous, B: Backend>(point: &Projective<F>) -> Projective<F> {
    let zz = point.z.sqr::<B>();
    let mut powers = [F::ONE; TERMS];
    let terms = F::ISOGENY[2].len();
    for i in 1..terms {
        powers[i] = if i == 1 { zz } else { powers[i - 1].mul::<B>(&zz) };
    }
    let part = |i: usize| evaluate::<F, B>(F::ISOGENY[i], &point.x, &powers);
    let (x_num, x_den, y_num, y_den) = (part(0), part(1), part(2), part(3));
    // x = x_num/(x_den*zz), y = y_num*Y/(y_den*Z^3): the degrees of numerator and denominator differ by one for x only.
    let both = x_den.mul::<B>(&y_den);
    let x = x_num.mul::<B>(&both).mul::<B>(&y_den);
    let y = y_num.mul::<B>(&point.y).mul::<B>(&both.sqr::<B>()).mul::<B>(&x_den);
    Projective { x, y, z: point.z.mul::<B>(&both) }
}

/// The image of the sum of two points: their sum on the isogenous curve, mapped once.
///
/// The formulas for a sum do not contain the curve's `A`; a double would. Equal points are mapped one by one.
pub fn sum<F: Isogenous, B: Backend>(a: &Projective<F>, b: &Projective<F>) -> Projective<F> {
    let (z1, z2) = (a.z.sqr::<B>(), b.z.sqr::<B>());
    let same = a.x.mul::<B>(&z2).sub::<B>(&b.x.mul::<B>(&z1)).zero_mask();
    let sum = apply::<F, B>(&a.add::<B>(b));
    if same == 0 {
        return sum;
    }
    sum.select(&apply::<F, B>(a).add::<B>(&apply::<F, B>(b)), same)
}
