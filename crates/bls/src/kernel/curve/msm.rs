//! Sums of many products, `sum of [k_i]P_i`, for public points and scalars: Pippenger's method.
//!
//! The endomorphism splits each scalar into parts of 128 (G1) or 64 (G2) bits. Each window of signed digits sorts the
//! points by the magnitude of their digit; equal digits are summed in affine coordinates, pair by pair, with one
//! inversion for all pairs of a level; six products a sum instead of eleven. Every pair is compared first, so that equal
//! and opposite points, which an adversary may send, get right results.

use alloc::vec;
use alloc::vec::Vec;

use super::endomorphism::Curve;
use super::multiply::{digits_base_x, mul_factor_vartime, mul_u64_vartime, mul_vartime};
use super::point::{Affine, Projective};
use crate::error::CountError;
use crate::field::{Backend, Fr};

/// Entries that are summed together: their points stay in the second-level cache.
const CHUNK: usize = 2048;

/// With fewer points than this, products are summed one by one.
const FEW: usize = 4;

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
        let products = points.iter().zip(scalars).map(|(p, k)| mul_vartime::<F, B>(&p.to_projective(), k));
        return Ok(products.fold(Projective::INFINITY, |sum, product| sum.add::<B>(&product)));
    }
    let mut all = Vec::with_capacity(points.len() * F::PARTS);
    let mut parts = Vec::with_capacity(points.len() * F::PARTS);
    for (point, scalar) in points.iter().zip(scalars) {
        let mut image = point.to_projective();
        for part in F::split(&digits_base_x(&scalar.to_limbs())).iter().take(F::PARTS) {
            all.push(Affine { x: image.x, y: image.y, infinity: point.infinity });
            parts.push(u128::from(part[0]) | u128::from(part[1]) << 64);
            // The map keeps Z = 1.
            image = F::map::<B>(&image);
        }
    }
    Ok(pippenger::<F, B>(&all, &parts, F::PART_BITS))
}

/// `sum of [k_i]P_i` for any points of the curve and 64-bit scalars.
///
/// # Errors
/// If there are not as many scalars as points.
pub fn msm_u64_vartime<F: Curve, B: Backend>(
    points: &[Affine<F>],
    scalars: &[u64],
) -> Result<Projective<F>, CountError> {
    same_count(points.len(), scalars.len())?;
    if points.len() < FEW {
        let products =
            points.iter().zip(scalars).map(|(p, k)| mul_u64_vartime::<F, B>(&p.to_projective(), *k));
        return Ok(products.fold(Projective::INFINITY, |sum, product| sum.add::<B>(&product)));
    }
    let parts: Vec<u128> = scalars.iter().map(|k| u128::from(*k)).collect();
    Ok(pippenger::<F, B>(points, &parts, 64))
}

/// `sum of [a_i + b_i*X^2]P_i` for points of the group and factors `a_i + b_i*2^32`, as many as the shorter slice holds: what blinded
/// batches need ([`mul_factor_vartime`]).
pub fn msm_factor_vartime<F: Curve, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F> {
    let pairs = points.iter().zip(factors);
    let count = pairs.len();
    if count < FEW {
        let products = pairs.map(|(p, k)| mul_factor_vartime::<F, B>(&p.to_projective(), *k));
        return products.fold(Projective::INFINITY, |sum, product| sum.add::<B>(&product));
    }
    let mut all = Vec::with_capacity(2 * count);
    let mut parts = Vec::with_capacity(2 * count);
    for (point, factor) in pairs {
        // The map keeps Z = 1.
        let image = F::map_square::<B>(&point.to_projective());
        all.extend([*point, Affine { x: image.x, y: image.y, infinity: point.infinity }]);
        parts.extend([*factor as u32, (*factor >> 32) as u32].map(u128::from));
    }
    pippenger::<F, B>(&all, &parts, 32)
}

/// The sum of points, in affine coordinates for as long as that pays.
pub fn sum_vartime<F: Curve, B: Backend>(points: &[Affine<F>]) -> Projective<F> {
    let mut adder = Adder::<F>::new();
    let mut sum = Projective::INFINITY;
    for chunk in points.chunks(CHUNK) {
        adder.points.clear();
        adder.points.extend_from_slice(chunk);
        adder.segments.clear();
        adder.segments.push((0, chunk.len()));
        adder.reduce::<B>();
        for point in &adder.points {
            sum = sum.add_affine::<B>(point);
        }
    }
    sum
}

/// The window for a count of points: the sums of buckets cost about four sums of entries each.
fn window(count: usize) -> usize {
    (count.ilog2() as usize).saturating_sub(4).clamp(3, 14)
}

/// Entries that are sorted together: what fits a sort index beside the sign.
const MOST: usize = 1 << 31;

fn pippenger<F: Curve, B: Backend>(points: &[Affine<F>], parts: &[u128], bits: usize) -> Projective<F> {
    by_chunks::<F, B>(points, parts, bits, MOST)
}

fn by_chunks<F: Curve, B: Backend>(
    points: &[Affine<F>],
    parts: &[u128],
    bits: usize,
    most: usize,
) -> Projective<F> {
    let chunks = points.chunks(most).zip(parts.chunks(most));
    let sums = chunks.map(|(points, parts)| chunk_sum::<F, B>(points, parts, bits));
    sums.reduce(|sum, chunk| sum.add::<B>(&chunk)).unwrap_or(Projective::INFINITY)
}

/// Of at least one and at most [`MOST`] entries.
fn chunk_sum<F: Curve, B: Backend>(points: &[Affine<F>], parts: &[u128], bits: usize) -> Projective<F> {
    let width = window(points.len());
    let mut sorted = Sorted::new(points.len(), width);
    let mut adder = Adder::<F>::new();
    let mut total = Projective::INFINITY;
    for index in (0..(bits + 1).div_ceil(width)).rev() {
        for _ in 0..width {
            total = total.dbl::<B>();
        }
        sorted.sort(parts, index, |i| !points[i].infinity);
        total = total.add::<B>(&buckets_sum::<F, B>(points, &sorted.order, &sorted.ends, &mut adder));
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
    let mut adder = Adder::<F>::new();
    let mut sorted = Sorted::new(points.len().min(MOST), width);
    let mut total = Projective::INFINITY;
    for (index, chunk) in points.chunks(MOST).enumerate() {
        sorted.sort_by(chunk.len(), |i| digit(index * MOST + i), |i| !chunk[i].infinity);
        total = total.add::<B>(&buckets_sum::<F, B>(chunk, &sorted.order, &sorted.ends, &mut adder));
    }
    total
}

/// Entries in the order of falling magnitude of their digit; those without one are left out.
pub(crate) struct Sorted {
    width: usize,
    /// Each the number of an entry, times two, and one more where the digit is negative.
    pub order: Vec<u32>,
    /// Where the entries of each magnitude begin, and at last where the last ones end.
    pub ends: Vec<usize>,
    starts: Vec<usize>,
}

impl Sorted {
    /// For so many entries, at most [`MOST`], and digits of so many bits.
    pub fn new(entries: usize, width: usize) -> Self {
        let starts = vec![0; (1 << (width - 1)) + 2];
        Self { width, order: vec![0; entries], ends: starts.clone(), starts }
    }

    /// Counting sort by the magnitude of one digit of each part, of the entries that count.
    pub fn sort(&mut self, parts: &[u128], index: usize, counts: impl Fn(usize) -> bool) {
        let width = self.width;
        self.sort_by(parts.len(), |i| signed_digit(parts[i], index * width, width), counts);
    }

    /// The same for digits that are cut elsewhere.
    fn sort_by(
        &mut self,
        count: usize,
        digit: impl Fn(usize) -> (usize, bool),
        counts: impl Fn(usize) -> bool,
    ) {
        let Self { width, order, ends, starts } = self;
        let buckets = 1 << (*width - 1);
        starts.fill(0);
        for i in 0..count {
            let (magnitude, _) = digit(i);
            if magnitude != 0 && counts(i) {
                starts[buckets - magnitude + 1] += 1;
            }
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        ends.clone_from(starts);
        for i in 0..count {
            let (magnitude, negative) = digit(i);
            if magnitude != 0 && counts(i) {
                let slot = &mut starts[buckets - magnitude];
                order[*slot] = (i as u32) << 1 | u32::from(negative);
                *slot += 1;
            }
        }
    }
}

/// The signed digit of `width` bits at `position` (Booth): magnitude and sign.
pub(crate) fn signed_digit(part: u128, position: usize, width: usize) -> (usize, bool) {
    let bits = if position == 0 { part << 1 } else { part.checked_shr(position as u32 - 1).unwrap_or(0) };
    let bits = bits as usize & ((2 << width) - 1);
    let negative = bits >> width == 1;
    let digit = (bits + 1) >> 1;
    if negative { ((1 << width) - digit, true) } else { (digit, false) }
}

/// `sum of m * (entries of magnitude m)`: entries stand in the order of falling magnitude, `ends[i]` to `ends[i + 1]` for
/// the `i`-th.
fn buckets_sum<F: Curve, B: Backend>(
    points: &[Affine<F>],
    order: &[u32],
    ends: &[usize],
    adder: &mut Adder<F>,
) -> Projective<F> {
    let buckets = ends.len() - 2;
    let (mut running, mut sum) = (Projective::INFINITY, Projective::INFINITY);
    let mut bucket = 0;
    let mut next = 0;
    // The bucket whose entries are all in `running`, but which is not yet in `sum`.
    let mut finished = 0;
    let count = ends[buckets];
    while next < count {
        let end = count.min(next + CHUNK);
        adder.points.clear();
        adder.segments.clear();
        let mut names = Vec::with_capacity(64);
        while next < end {
            while ends[bucket + 1] <= next {
                bucket += 1;
            }
            let stop = ends[bucket + 1].min(end);
            adder.segments.push((adder.points.len(), stop - next));
            names.push(bucket);
            for entry in &order[next..stop] {
                let point = &points[(entry >> 1) as usize];
                adder.points.push(if entry & 1 == 1 { point.neg::<B>() } else { *point });
            }
            next = stop;
        }
        adder.reduce::<B>();
        for (point, bucket) in adder.points.iter().zip(names) {
            // Every bucket is added once for itself and once for each larger magnitude that came before.
            while finished < bucket {
                sum = sum.add::<B>(&running);
                finished += 1;
            }
            running = running.add_affine::<B>(point);
        }
    }
    while finished < buckets {
        sum = sum.add::<B>(&running);
        finished += 1;
    }
    sum
}

/// Sums of segments of affine points with shared inversions. A sum is the chord or the tangent, `s = (y2 - y1)/(x2 - x1)` or
/// `3x^2/2y`, `x3 = s^2 - x1 - x2`, `y3 = s(x1 - x3) - y1`: 2M + 1S (a tangent 2M + 2S), and 3M of its share of the inversion.
struct Adder<F> {
    points: Vec<Affine<F>>,
    /// Start and length of each.
    segments: Vec<(usize, usize)>,
    /// The left places of the pairs of a level.
    pairs: Vec<u32>,
    denominators: Vec<F>,
    products: Vec<F>,
}

impl<F: Curve> Adder<F> {
    fn new() -> Self {
        Self {
            points: Vec::with_capacity(CHUNK),
            segments: Vec::new(),
            pairs: Vec::with_capacity(CHUNK / 2),
            denominators: Vec::with_capacity(CHUNK / 2),
            products: Vec::with_capacity(CHUNK / 2),
        }
    }

    /// Reduces every segment to one point, which may be infinity; `points` holds one a segment afterwards.
    fn reduce<B: Backend>(&mut self) {
        while self.segments.iter().any(|(_, length)| *length > 1) {
            self.pairs.clear();
            for (start, length) in &self.segments {
                self.pairs.extend((0..length / 2).map(|i| (start + 2 * i) as u32));
            }
            self.add_pairs::<B>();
            // Left places move down to where they are dense again.
            let mut to = 0;
            for (start, length) in &mut self.segments {
                let new_start = to;
                for i in 0..length.div_ceil(2) {
                    self.points[to] = self.points[*start + 2 * i];
                    to += 1;
                }
                (*start, *length) = (new_start, to - new_start);
            }
            self.points.truncate(to);
        }
    }

    /// Adds to each left place of `pairs` the point after it.
    fn add_pairs<B: Backend>(&mut self) {
        self.denominators.clear();
        self.products.clear();
        let mut product = F::ONE;
        for left in &self.pairs {
            let (p, q) = (&self.points[*left as usize], &self.points[*left as usize + 1]);
            // Equal points take the tangent. Where there is no slope, one, and the case is found again below.
            let mut denominator = q.x.sub::<B>(&p.x);
            if p.infinity || q.infinity {
                denominator = F::ONE;
            } else if denominator.is_zero() {
                denominator = if p.y.equals::<B>(&q.y) { p.y.dbl::<B>() } else { F::ONE };
            }
            self.products.push(product);
            product = product.mul::<B>(&denominator);
            self.denominators.push(denominator);
        }
        let mut inverse = product.inv_vartime::<B>();
        for (i, left) in self.pairs.iter().enumerate().rev() {
            let slope_inverse = inverse.mul::<B>(&self.products[i]);
            inverse = inverse.mul::<B>(&self.denominators[i]);
            let (p, q) = (&self.points[*left as usize], &self.points[*left as usize + 1]);
            let sum = if p.infinity {
                *q
            } else if q.infinity {
                *p
            } else {
                let numerator = if !p.x.equals::<B>(&q.x) {
                    Some(q.y.sub::<B>(&p.y))
                } else if p.y.equals::<B>(&q.y) {
                    let square = p.x.sqr::<B>();
                    Some(square.dbl::<B>().add::<B>(&square))
                } else {
                    None
                };
                numerator.map_or(Affine::INFINITY, |numerator| {
                    let slope = numerator.mul::<B>(&slope_inverse);
                    let x = slope.sqr::<B>().sub::<B>(&p.x).sub::<B>(&q.x);
                    let y = slope.mul::<B>(&p.x.sub::<B>(&x)).sub::<B>(&p.y);
                    Affine { x, y, infinity: false }
                })
            };
            self.points[*left as usize] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn sums_in_chunks_are_the_sum() {
        let mut point = Fp::GENERATOR.to_projective();
        let doubles = core::iter::repeat_with(|| {
            point = point.dbl::<Scalar>();
            point.to_affine::<Scalar>()
        });
        let points: Vec<Affine<Fp>> = doubles.take(40).collect();
        let parts: Vec<u128> = (1..=40).map(|i| i * 0x1234_5678_9abc_def1).collect();
        let whole = by_chunks::<Fp, Scalar>(&points, &parts, 128, MOST);
        for most in [1, 7, 39, 40] {
            assert!(by_chunks::<Fp, Scalar>(&points, &parts, 128, most).equals::<Scalar>(&whole), "{most}");
        }
    }
}
