//! Sums of many products, `sum of [k_i]P_i`, for public points and scalars: Pippenger's method.
//!
//! The endomorphism splits each scalar into parts of 128 (G1) or 64 (G2) bits. Each window of signed digits sorts the
//! points by the magnitude of their digit; equal digits are summed in affine coordinates, pair by pair, with one
//! inversion for all pairs of a level; six products a sum instead of eleven. Every pair is compared first, so that equal
//! and opposite points, which an adversary may send, get right results.

use alloc::vec::Vec;

use super::buckets::Buckets;
use super::digits::{Part, Sorted, bits};
use super::endomorphism::Curve;
use super::multiply::{digits_base_x, mul_factor_vartime, mul_vartime};
use super::point::{Affine, Projective};
use crate::error::CountError;
use crate::field::{Backend, Fr};

/// With fewer points than this, products are summed one by one.
const FEW: usize = 3;

fn same_count(points: usize, scalars: usize) -> Result<(), CountError> {
    if points == scalars { Ok(()) } else { Err(CountError { points, scalars }) }
}

/// `sum of [k_i]P_i` for points of the group, in variable time. Scalars above the order go through
/// [`Fr::from_bytes_reduced`], which changes nothing in the group.
///
/// # Errors
/// If there are not as many scalars as points.
pub fn msm_vartime<F: Curve, B: Backend>(
    points: &[Affine<F>],
    scalars: &[Fr],
) -> Result<Projective<F>, CountError> {
    same_count(points.len(), scalars.len())?;
    if points.len() < FEW {
        let mut sum = Projective::INFINITY;
        for (point, scalar) in points.iter().zip(scalars) {
            sum = sum.add::<B>(&mul_vartime::<F, B>(&point.to_projective(), scalar));
        }
        return Ok(sum);
    }
    let mut all = Vec::with_capacity(points.len() * F::PARTS);
    let mut parts = Vec::with_capacity(points.len() * F::PARTS);
    for (point, scalar) in points.iter().zip(scalars) {
        let mut image = point.to_projective();
        for part in F::split(&digits_base_x(&scalar.to_limbs())).iter().take(F::PARTS) {
            all.push(Affine { x: image.x, y: image.y, infinity: point.infinity });
            parts.push([part[0], part[1], 0, 0]);
            // The map keeps Z = 1.
            image = F::map::<B>(&image);
        }
    }
    Ok(pippenger::<F, B>(&all, &parts))
}

/// `sum of [k_i]P_i` for any points of the curve and scalars of up to 256 bits, least significant limb first, in variable time: the fewer
/// bits the largest has, the sooner it ends.
///
/// # Errors
/// If there are not as many scalars as points.
pub fn msm_any_vartime<F: Curve, B: Backend>(
    points: &[Affine<F>],
    scalars: &[[u64; 4]],
) -> Result<Projective<F>, CountError> {
    same_count(points.len(), scalars.len())?;
    Ok(pippenger::<F, B>(points, scalars))
}

/// `sum of [a_i + b_i*X^2]P_i` for points of the group and factors `a_i + b_i*2^32`, as many as the shorter slice holds: what blinded
/// batches need ([`mul_factor_vartime`]).
pub fn msm_factor_vartime<F: Curve, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F> {
    let pairs = points.iter().zip(factors);
    let count = pairs.len();
    if count < FEW {
        let mut sum = Projective::INFINITY;
        for (point, factor) in pairs {
            sum = sum.add::<B>(&mul_factor_vartime::<F, B>(&point.to_projective(), *factor));
        }
        return sum;
    }
    let mut all = Vec::with_capacity(2 * count);
    let mut parts = Vec::with_capacity(2 * count);
    for (point, factor) in pairs {
        // The map keeps Z = 1.
        let image = F::map_square::<B>(&point.to_projective());
        all.push(*point);
        all.push(Affine { x: image.x, y: image.y, infinity: point.infinity });
        parts.push([factor & 0xffff_ffff, 0, 0, 0]);
        parts.push([factor >> 32, 0, 0, 0]);
    }
    pippenger::<F, B>(&all, &parts)
}

/// The width of windows that costs least, by the counts of entries and buckets: in sums of pairs a bucket costs one and a half more than its last
/// entry, and what a window costs by itself is three.
fn window(entries: usize, bits: usize) -> usize {
    let cost = |width: usize| {
        let window = entries.saturating_mul(2).saturating_add((3 << (width - 1)) + 6);
        window.saturating_mul((bits + 1).div_ceil(width))
    };
    (2..=16).min_by_key(|width| cost(*width)).unwrap_or(2)
}

/// Entries that are sorted together: what fits a sort index beside the sign.
const MOST: usize = 1 << 31;

/// Buckets of windows that are filled together, unless one window has more: a few MiB of points.
const BUCKETS: usize = 1 << 15;

fn pippenger<F: Curve, B: Backend>(points: &[Affine<F>], parts: &[Part]) -> Projective<F> {
    by_chunks::<F, B>(points, parts, MOST)
}

fn by_chunks<F: Curve, B: Backend>(points: &[Affine<F>], parts: &[Part], most: usize) -> Projective<F> {
    let mut sum = Projective::INFINITY;
    for (points, parts) in points.chunks(most).zip(parts.chunks(most)) {
        sum = sum.add::<B>(&chunk_sum::<F, B>(points, parts));
    }
    sum
}

/// Of at least one and at most [`MOST`] entries.
fn chunk_sum<F: Curve, B: Backend>(points: &[Affine<F>], parts: &[Part]) -> Projective<F> {
    let bits = bits(parts);
    let width = window(points.len(), bits);
    let windows = (bits + 1).div_ceil(width);
    let together = (BUCKETS >> (width - 1)).clamp(1, windows);
    let mut sorted = Sorted::new(points.len(), width);
    let mut buckets = Buckets::<F>::new(width);
    let mut total = Projective::INFINITY;
    for first in (0..windows).step_by(together).rev() {
        buckets.clear(together.min(windows - first));
        for index in 0..buckets.windows {
            sorted.sort(parts, first + index, |i| !points[i].infinity);
            buckets.fill::<B>(index, points, &sorted);
        }
        for sum in buckets.weighted::<B>().iter().rev() {
            for _ in 0..width {
                total = total.dbl::<B>();
            }
            total = total.add::<B>(sum);
        }
    }
    total
}

/// `sum of [d_i]P_i` for any points of the curve and signed digits of at most `2^(width - 1)`: magnitude, and whether it is negative. One
/// window of Pippenger's method, for callers that cut scalars into windows of their own.
pub fn digits_sum_vartime<F: Curve, B: Backend>(
    points: &[Affine<F>],
    digit: impl Fn(usize) -> (usize, bool),
    width: usize,
) -> Projective<F> {
    let mut sorted = Sorted::new(points.len().min(MOST), width);
    let mut buckets = Buckets::<F>::new(width);
    let mut total = Projective::INFINITY;
    for (index, chunk) in points.chunks(MOST).enumerate() {
        sorted.sort_by(chunk.len(), |i| digit(index * MOST + i), |i| !chunk[i].infinity);
        buckets.clear(1);
        buckets.fill::<B>(0, chunk, &sorted);
        total = buckets.weighted::<B>().iter().fold(total, |total, sum| total.add::<B>(sum));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::multiply::mul_u64_vartime;
    use super::*;
    use crate::arch::Scalar;
    use crate::field::Fp;

    #[test]
    fn a_sum_by_digits_is_the_sum_of_products() {
        let g = Fp::GENERATOR.to_projective();
        let points: Vec<Affine<Fp>> =
            (0..9).map(|i| mul_u64_vartime::<Fp, Scalar>(&g, i).to_affine::<Scalar>()).collect();
        // Digits 0, -1, 2, -3 ...: the sum is that of i * (-1)^i * (i mod 5).
        let sum = digits_sum_vartime::<Fp, Scalar>(&points, |i| (i % 5, i % 2 == 1), 4);
        let value: i64 = (0..9).map(|i| if i % 2 == 1 { -i * (i % 5) } else { i * (i % 5) }).sum();
        let expected = mul_u64_vartime::<Fp, Scalar>(&g, value.unsigned_abs());
        let expected = if value < 0 { expected.neg::<Scalar>() } else { expected };
        assert!(sum.equals::<Scalar>(&expected));
    }

    #[test]
    fn one_window_of_many_buckets_is_summed_in_ranges() {
        let g = Fp::GENERATOR.to_projective();
        let points = [Fp::GENERATOR; 40];
        // All over the 1024 buckets, the first and the last among them.
        let digit = |i: usize| (1 + i * 1023 / 39, i.is_multiple_of(3));
        let sum = digits_sum_vartime::<Fp, Scalar>(&points, digit, 11);
        let value: i64 =
            (0..40).map(digit).map(|(m, minus)| if minus { -(m as i64) } else { m as i64 }).sum();
        let expected = mul_u64_vartime::<Fp, Scalar>(&g, value.unsigned_abs());
        let expected = if value < 0 { expected.neg::<Scalar>() } else { expected };
        assert!(sum.equals::<Scalar>(&expected));
    }

    #[test]
    fn sums_in_chunks_are_the_sum() {
        let mut point = Fp::GENERATOR.to_projective();
        let doubles = core::iter::repeat_with(|| {
            point = point.dbl::<Scalar>();
            point.to_affine::<Scalar>()
        });
        let points: Vec<Affine<Fp>> = doubles.take(40).collect();
        let parts: Vec<Part> =
            (1..=40).map(|i: u64| [i.wrapping_mul(0x1234_5678_9abc_def1), i, 0, 0]).collect();
        let whole = by_chunks::<Fp, Scalar>(&points, &parts, MOST);
        for most in [1, 7, 39, 40] {
            assert!(by_chunks::<Fp, Scalar>(&points, &parts, most).equals::<Scalar>(&whole), "{most}");
        }
    }
}
