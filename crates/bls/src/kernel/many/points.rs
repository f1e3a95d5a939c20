//! What is done with many points: membership, hashing, random factors, sums, decoding.

use alloc::vec::Vec;

use super::radix::P52;
use super::{FEW, Fp2x8, Fp8, Lanes, Limbs, gather};
use crate::curve::{Affine, Encoded, Endomorphic, Projective, TABLE, batch_to_affine_vartime, signed_digit};
use crate::error::DecodeError;
use crate::field::{Backend, Field, Fp};
use crate::hash_to_curve::{Isogenous, MapToCurve, map_pair_to_group};
use crate::tower::Fp2;

/// Elements of a field in lanes.
pub trait Octet: Isogenous + Endomorphic {
    /// One of them.
    type One: Field;
    /// How many numbers one of them is.
    const ROWS: usize;

    /// Elements, one a lane.
    fn of(elements: [&Self::One; 8]) -> Self;
    /// The elements.
    fn elements(&self) -> [Self::One; 8];
    /// Puts the value of a lane of another into a lane.
    fn put(&mut self, lane: usize, from: &Self, from_lane: usize);
    /// Elements whose numbers lie one after another, from each of these places on.
    fn unpack(rows: &[Limbs], places: &[usize; 8]) -> Self;
    /// Writes elements so; where two places are the same, the last.
    fn pack(&self, rows: &mut [Limbs], places: &[usize; 8]);
    /// For each lane the entry of a table that its number names, counted from 1; `self` for 0. Every entry is read.
    fn pick(&self, table: &[&Self; TABLE], numbers: &[u64; 8]) -> Self;
    /// `a - b` of elements that lie at these places.
    fn delta(rows: &[Limbs], a: &[usize; 8], b: &[usize; 8]) -> Self;
    /// Asks for a number that is needed soon.
    fn prefetch(row: &Limbs);
    /// Whether a difference may be zero in a lane: false only if it is in none.
    fn may_be_zero(&self) -> bool;
    /// `(self - b)*c`.
    fn delta_mul(&self, b: &Self, c: &Self) -> Self;
    /// `self^2 - 2*b - c`.
    fn sqr_minus(&self, b: &Self, c: &Self) -> Self;
    /// `(self - b)*c - d`.
    fn delta_mul_minus(&self, b: &Self, c: &Self, d: &Self) -> Self;
}

impl<M: Lanes> Octet for Fp8<M> {
    type One = Fp;
    const ROWS: usize = 1;

    fn of(elements: [&Fp; 8]) -> Self {
        Self::of(elements)
    }
    fn elements(&self) -> [Fp; 8] {
        Self::elements(self)
    }
    fn put(&mut self, lane: usize, from: &Self, from_lane: usize) {
        Self::put(self, lane, from, from_lane);
    }
    fn unpack(rows: &[Limbs], places: &[usize; 8]) -> Self {
        M::unpack(rows, places)
    }
    fn pack(&self, rows: &mut [Limbs], places: &[usize; 8]) {
        M::pack(self, rows, places);
    }
    fn delta(rows: &[Limbs], a: &[usize; 8], b: &[usize; 8]) -> Self {
        M::delta(rows, a, b)
    }
    fn prefetch(row: &Limbs) {
        M::prefetch(row);
    }
    fn pick(&self, table: &[&Self; TABLE], numbers: &[u64; 8]) -> Self {
        M::pick(self, table, numbers)
    }
    fn may_be_zero(&self) -> bool {
        // A difference is below 1.02p: zero or p.
        self.limbs[0].iter().any(|limb| *limb == 0 || *limb == P52[0])
    }
    fn delta_mul(&self, b: &Self, c: &Self) -> Self {
        M::delta_mul(self, b, c)
    }
    fn sqr_minus(&self, b: &Self, c: &Self) -> Self {
        M::sqr_minus(self, b, c)
    }
    fn delta_mul_minus(&self, b: &Self, c: &Self, d: &Self) -> Self {
        M::delta_mul_minus(self, b, c, d)
    }
}

impl<M: Lanes> Octet for Fp2x8<M> {
    type One = Fp2;
    const ROWS: usize = 2;

    fn of(elements: [&Fp2; 8]) -> Self {
        Self::of(elements)
    }
    fn elements(&self) -> [Fp2; 8] {
        Self::elements(self)
    }
    fn put(&mut self, lane: usize, from: &Self, from_lane: usize) {
        self.c0.put(lane, &from.c0, from_lane);
        self.c1.put(lane, &from.c1, from_lane);
    }
    fn unpack(rows: &[Limbs], places: &[usize; 8]) -> Self {
        Self { c0: M::unpack(rows, places), c1: M::unpack(rows, &after(places, 1)) }
    }
    fn pack(&self, rows: &mut [Limbs], places: &[usize; 8]) {
        M::pack(&self.c0, rows, places);
        M::pack(&self.c1, rows, &after(places, 1));
    }
    fn delta(rows: &[Limbs], a: &[usize; 8], b: &[usize; 8]) -> Self {
        Self { c0: M::delta(rows, a, b), c1: M::delta(rows, &after(a, 1), &after(b, 1)) }
    }
    fn prefetch(row: &Limbs) {
        M::prefetch(row);
    }
    fn pick(&self, table: &[&Self; TABLE], numbers: &[u64; 8]) -> Self {
        Self {
            c0: M::pick(&self.c0, &table.map(|entry| &entry.c0), numbers),
            c1: M::pick(&self.c1, &table.map(|entry| &entry.c1), numbers),
        }
    }
    fn may_be_zero(&self) -> bool {
        self.c0.may_be_zero()
    }
    fn delta_mul(&self, b: &Self, c: &Self) -> Self {
        M::delta_mul2(self, b, c)
    }
    fn sqr_minus(&self, b: &Self, c: &Self) -> Self {
        M::sqr2_minus(self, b, c)
    }
    fn delta_mul_minus(&self, b: &Self, c: &Self, d: &Self) -> Self {
        M::delta_mul2_minus(self, b, c, d)
    }
}

/// A field of coordinates that has lanes.
pub trait Laned: Encoded + MapToCurve {
    /// Eight of it.
    type In<M: Lanes>: Octet<One = Self>;
}

impl Laned for Fp {
    type In<M: Lanes> = Fp8<M>;
}

impl Laned for Fp2 {
    type In<M: Lanes> = Fp2x8<M>;
}

/// Eight places, so many rows after these.
#[inline(always)]
pub(super) fn after(places: &[usize; 8], rows: usize) -> [usize; 8] {
    let mut after = *places;
    for place in &mut after {
        *place += rows;
    }
    after
}

/// What `of` makes of each of one to eight items; what it makes of the last one stands in empty lanes.
#[inline(always)]
pub(super) fn lanes_of<'a, T, U: Copy>(items: &'a [T], of: impl Fn(&'a T) -> U) -> [U; 8] {
    let last = items.len() - 1;
    let mut all = [of(&items[last]); 8];
    for (lane, slot) in all.iter_mut().enumerate() {
        *slot = of(&items[lane.min(last)]);
    }
    all
}

/// Points in lanes, none of which is at infinity; the generator stands in empty lanes and for points at infinity.
pub(super) fn in_lanes<'a, F: Laned, M: Lanes>(
    points: impl Iterator<Item = &'a Affine<F>>,
) -> Affine<F::In<M>> {
    let generator = F::GENERATOR;
    let (mut x, mut y) = ([&generator.x; 8], [&generator.y; 8]);
    for ((x, y), point) in x.iter_mut().zip(&mut y).zip(points) {
        if !point.infinity {
            (*x, *y) = (&point.x, &point.y);
        }
    }
    Affine { x: F::In::of(x), y: F::In::of(y), infinity: false }
}

/// [`in_lanes`], with those that are at infinity.
fn projective_in_lanes<F: Laned, M: Lanes>(points: &[Affine<F>]) -> Projective<F::In<M>> {
    let Affine { x, y, .. } = in_lanes::<F, M>(points.iter());
    let (zero, one) = (F::ZERO, F::ONE);
    let mut z = [&one; 8];
    for (z, point) in z.iter_mut().zip(points) {
        if point.infinity {
            *z = &zero;
        }
    }
    Projective { x, y, z: F::In::of(z) }
}

/// The points of the lanes.
pub(super) fn out_of_lanes<F: Octet>(points: &Projective<F>) -> [Projective<F::One>; 8] {
    let (x, y, z) = (points.x.elements(), points.y.elements(), points.z.elements());
    let mut out = [Projective::INFINITY; 8];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = Projective { x: x[lane], y: y[lane], z: z[lane] };
    }
    out
}

/// Whether each point of the curve is in the group of prime order.
pub fn in_subgroup<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>]) -> Vec<bool> {
    let mut out = Vec::with_capacity(points.len());
    for chunk in points.chunks(8) {
        if chunk.len() < FEW {
            for point in chunk {
                out.push(F::in_subgroup::<B>(point));
            }
            continue;
        }
        let members = gather(F::In::<M>::member_mask::<B>(&in_lanes::<F, M>(chunk.iter())));
        for (lane, point) in chunk.iter().enumerate() {
            out.push(point.infinity || members >> lane & 1 == 1);
        }
    }
    out
}

/// The second half of hashing to the curve, for the two field elements of each message.
pub fn map_pairs<F: Laned, M: Lanes, B: Backend>(pairs: &[[F; 2]]) -> Vec<Affine<F>> {
    let mut points = Vec::with_capacity(pairs.len());
    for chunk in pairs.chunks(8) {
        if chunk.len() < FEW {
            for [u0, u1] in chunk {
                points.push(map_pair_to_group::<F, B>(u0, u1));
            }
            continue;
        }
        let (u0, u1) = (lanes_of(chunk, |pair| &pair[0]), lanes_of(chunk, |pair| &pair[1]));
        let hashed = map_pair_to_group::<F::In<M>, B>(&F::In::of(u0), &F::In::of(u1));
        points.extend_from_slice(&out_of_lanes(&hashed)[..chunk.len()]);
    }
    to_affine::<F, B>(&points)
}

/// Points in affine coordinates, with one inversion for all.
pub(super) fn to_affine<F: Field, B: Backend>(points: &[Projective<F>]) -> Vec<Affine<F>> {
    let mut out = alloc::vec![Affine::INFINITY; points.len()];
    batch_to_affine_vartime::<F, B>(points, &mut out);
    out
}

/// Bits of a digit of a factor.
const WIDTH: usize = 4;
/// Digits of each half of a factor: one more bit for the last carry.
const DIGITS: usize = 32 / WIDTH + 1;

/// `P, 2P, ..., 8P`.
fn multiples<F: Field, B: Backend>(point: &Projective<F>) -> [Projective<F>; 8] {
    let mut out = [*point; 8];
    for i in 1..8 {
        out[i] = if i % 2 == 1 { out[i / 2].dbl::<B>() } else { out[i - 1].add::<B>(point) };
    }
    out
}

/// Points with their multiples, and a factor `a + b*X^2` for each lane, `a` and `b` of 32 bits.
struct Multiples<F> {
    table: [Projective<F>; 8],
    factors: [u64; 8],
}

impl<F: Octet> Multiples<F> {
    fn new<B: Backend>(points: &Projective<F>, factors: &[u64]) -> Self {
        let mut all = [0; 8];
        all[..factors.len()].copy_from_slice(factors);
        Self { table: multiples::<F, B>(points), factors: all }
    }

    /// For each lane the multiple by its digit of one half of its factor.
    fn digit<B: Backend>(&self, half: u32, index: usize) -> Projective<F> {
        let mut entry = Projective::<F>::INFINITY;
        let mut negative = 0u8;
        for (lane, factor) in self.factors.iter().enumerate() {
            let part = [u64::from((factor >> (32 * half)) as u32), 0, 0, 0];
            let (magnitude, minus) = signed_digit(&part, index * WIDTH, WIDTH);
            if let Some(multiple) = magnitude.checked_sub(1).and_then(|i| self.table.get(i)) {
                entry.x.put(lane, &multiple.x, lane);
                entry.y.put(lane, &multiple.y, lane);
                entry.z.put(lane, &multiple.z, lane);
                negative |= u8::from(minus) << lane;
            }
        }
        let y = entry.y.select(&entry.y.neg::<B>(), super::spread(negative));
        let entry = Projective { y, ..entry };
        if half == 1 { F::map_square::<B>(&entry) } else { entry }
    }

    /// The multiple by the factor, lane by lane.
    fn by_factor<B: Backend>(&self) -> Projective<F> {
        let mut sum = Projective::INFINITY;
        for index in (0..DIGITS).rev() {
            for _ in 0..if index == DIGITS - 1 { 0 } else { WIDTH } {
                sum = sum.dbl::<B>();
            }
            sum = sum.add::<B>(&self.digit::<B>(0, index)).add::<B>(&self.digit::<B>(1, index));
        }
        sum
    }
}

/// Each point of the group times its factor, in place; as many as the shorter slice holds.
pub fn scale<F: Laned, M: Lanes, B: Backend>(points: &mut [Affine<F>], factors: &[u64]) {
    let mut products = Vec::with_capacity(points.len());
    let count = points.len().min(factors.len());
    let (points, factors) = (&mut points[..count], &factors[..count]);
    for (points, factors) in points.chunks(8).zip(factors.chunks(8)) {
        if points.len() < FEW {
            for (point, factor) in points.iter().zip(factors) {
                products.push(crate::curve::mul_factor_vartime::<F, B>(&point.to_projective(), *factor));
            }
            continue;
        }
        let lanes = projective_in_lanes::<F, M>(points);
        let product = Multiples::new::<B>(&lanes, factors).by_factor::<B>();
        products.extend_from_slice(&out_of_lanes(&product)[..points.len()]);
    }
    batch_to_affine_vartime::<F, B>(&products, points);
}

/// Decodes compressed points with every check.
pub fn from_compressed<F: Laned, M: Lanes, B: Backend>(
    encodings: &[&[u8]],
) -> Vec<Result<Affine<F>, DecodeError>> {
    let generator = F::GENERATOR;
    let mut out = Vec::with_capacity(encodings.len());
    for chunk in encodings.chunks(8) {
        if chunk.len() < FEW {
            for bytes in chunk {
                out.push(Affine::from_compressed::<B>(bytes));
            }
            continue;
        }
        // Abscissa and sign; a bad encoding and infinity have the generator's, and what comes of them does not count.
        let mut read = Vec::with_capacity(8);
        let mut larger = 0;
        for (lane, bytes) in chunk.iter().enumerate() {
            read.push(Affine::<F>::read_compressed::<B>(bytes));
            larger |= u8::from(matches!(read[lane], Ok(Some((_, true))))) << lane;
        }
        let mut abscissas = [&generator.x; 8];
        for (slot, read) in abscissas.iter_mut().zip(&read) {
            if let Ok(Some((x, _))) = read {
                *slot = x;
            }
        }
        let x = F::In::<M>::of(abscissas);
        let square = x.sqr::<B>().mul::<B>(&x).add::<B>(&F::In::<M>::CURVE_B);
        let (y, on_curve) = square.root::<B>();
        let wrong_sign = y.larger_mask::<B>() ^ super::spread(larger);
        let points = Affine { y: y.select(&y.neg::<B>(), wrong_sign), x, infinity: false };
        // Where it is no point of the curve, whatever this says does not count.
        let members = gather(F::In::<M>::member_mask::<B>(&points));
        let on_curve = gather(on_curve);
        let ordinates = points.y.elements();
        for (lane, read) in read.into_iter().enumerate() {
            out.push(match read {
                Err(wrong) => Err(wrong),
                Ok(None) => Ok(Affine::INFINITY),
                Ok(_) if on_curve >> lane & 1 == 0 => Err(DecodeError::NotOnCurve),
                Ok(_) if members >> lane & 1 == 0 => Err(DecodeError::NotInSubgroup),
                Ok(Some((x, _))) => Ok(Affine { x, y: ordinates[lane], infinity: false }),
            });
        }
    }
    out
}
