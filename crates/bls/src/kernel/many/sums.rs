//! Sums of many products in lanes, by the method of [one](crate::curve::msm_vartime): digits sort the points into buckets, and buckets
//! are summed in affine coordinates, pair by pair with shared inversions. Eight pairs at a time here, so that every lane has an inversion's
//! product of its own, and pairs of all windows together, so that few points fill a level too. Then eight windows at a time are
//! summed up.
//!
//! No two lanes meet in a bucket: sorting gives each pair a place of its own. Between levels points lie one after another ([`Points`]);
//! eight are brought into lanes by a transposition.
//!
//! Long because sorting, levels and windows walk over the same arrays.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::points::{after, lanes_of};
use super::{Laned, Lanes, Limbs, Octet, gather, points, spread};
use crate::curve::{Affine, Endomorphic as _, Part, Projective, Sorted, bits, digits_base_x};
use crate::field::{Backend, Field as _, Fr};

/// Affine points that lie one after another: the numbers of the abscissa, then those of the ordinate.
struct Points<F> {
    rows: Vec<Limbs>,
    field: PhantomData<F>,
}

impl<F: Octet> Points<F> {
    /// The numbers of a point.
    const ROWS: usize = 2 * F::ROWS;

    fn new() -> Self {
        Self { rows: Vec::new(), field: PhantomData }
    }

    /// Room for so many, whatever stands there.
    fn reserve(&mut self, count: usize) {
        if self.rows.len() < count * Self::ROWS {
            self.rows.resize(count * Self::ROWS, Limbs([0; 8]));
        }
    }

    fn get(&self, place: usize) -> &[Limbs] {
        &self.rows[place * Self::ROWS..][..Self::ROWS]
    }

    fn get_mut(&mut self, place: usize) -> &mut [Limbs] {
        &mut self.rows[place * Self::ROWS..][..Self::ROWS]
    }

    /// Where the numbers of abscissas begin.
    #[inline(always)]
    fn x_rows(places: &[usize; 8]) -> [usize; 8] {
        let mut rows = *places;
        for row in &mut rows {
            *row *= Self::ROWS;
        }
        rows
    }

    /// Where the numbers of ordinates begin.
    #[inline(always)]
    fn y_rows(places: &[usize; 8]) -> [usize; 8] {
        after(&Self::x_rows(places), F::ROWS)
    }

    fn x(&self, places: &[usize; 8]) -> F {
        F::unpack(&self.rows, &Self::x_rows(places))
    }

    fn y(&self, places: &[usize; 8]) -> F {
        F::unpack(&self.rows, &Self::y_rows(places))
    }

    /// Differences of abscissas.
    fn delta(&self, a: &[usize; 8], b: &[usize; 8]) -> F {
        F::delta(&self.rows, &Self::x_rows(a), &Self::x_rows(b))
    }

    /// Writes eight; where two places are the same, the last.
    fn put(&mut self, places: &[usize; 8], x: &F, y: &F) {
        x.pack(&mut self.rows, &Self::x_rows(places));
        y.pack(&mut self.rows, &Self::y_rows(places));
    }
}

/// Bytes of points that are summed at once, at least and at most: a quarter of all. With what they become they fit the second-level
/// cache; of few, memory that is touched for the first time costs more than an inversion.
const CHUNK: [usize; 2] = [1 << 18, 1 << 19];

/// Entries that are asked for before they are needed: they lie anywhere in the table.
const AHEAD: usize = 16;

/// Entries of one table: 100 MB in G1, twice that in G2.
const MOST: usize = 1 << 19;

/// Which lanes of a pair of points are not a sum of two different abscissas.
#[derive(Clone, Copy, Default)]
struct Exceptions {
    equal: u8,
    opposite: u8,
    /// Where the left point is at infinity.
    left: u8,
    right: u8,
}

impl Exceptions {
    fn any(self) -> bool {
        self.equal | self.opposite | self.left | self.right != 0
    }
}

/// The lanes in which a point is at infinity.
fn infinite_lanes(infinite: &[bool], places: &[usize; 8]) -> u8 {
    let mut lanes = 0;
    for (lane, place) in places.iter().enumerate() {
        lanes |= u8::from(infinite[*place]) << lane;
    }
    lanes
}

/// Two points that are summed, or one that stays: its place, and where the result goes.
#[derive(Clone, Copy)]
struct Pair {
    left: u32,
    to: u32,
}

/// Sums of segments of points.
struct Adder<F: Octet> {
    /// The first `count` of these, which are never fewer than there were before.
    points: Points<F>,
    count: usize,
    /// Which points are at infinity, if any is.
    infinite: Vec<bool>,
    any_infinite: bool,
    next: Points<F>,
    next_infinite: Vec<bool>,
    /// The lengths of the segments, one after another.
    segments: Vec<u32>,
    pairs: Vec<Pair>,
    /// Of eight pairs each.
    denominators: Vec<F>,
    products: Vec<F>,
    exceptions: Vec<Exceptions>,
}

impl<F: Octet> Adder<F> {
    fn new() -> Self {
        Self {
            points: Points::new(),
            count: 0,
            infinite: Vec::new(),
            any_infinite: false,
            next: Points::new(),
            next_infinite: Vec::new(),
            segments: Vec::new(),
            pairs: Vec::new(),
            denominators: Vec::new(),
            products: Vec::new(),
            exceptions: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.count = 0;
        self.infinite.clear();
        self.segments.clear();
        self.any_infinite = false;
    }

    /// Adds a finite point, or its negative where `minus` is all ones.
    fn push(&mut self, point: &[Limbs], minus: u64) {
        self.points.reserve(self.count + 1);
        let (x, y) = point.split_at(F::ROWS);
        let (to_x, to_y) = self.points.get_mut(self.count).split_at_mut(F::ROWS);
        to_x.copy_from_slice(x);
        for (to, limbs) in to_y.iter_mut().zip(y) {
            *to = limbs.signed(minus);
        }
        self.count += 1;
        self.infinite.push(false);
    }

    /// Sums up every segment: one point each is left.
    fn reduce<B: Backend>(&mut self) {
        while self.segments.iter().any(|length| *length > 1) {
            self.level::<B>();
        }
    }

    /// Halves every segment.
    fn level<B: Backend>(&mut self) {
        let total: usize = self.segments.iter().map(|length| length.div_ceil(2) as usize).sum();
        self.next.reserve(total);
        self.next_infinite.clear();
        self.next_infinite.resize(total, false);
        self.pairs.clear();
        let (mut from, mut to) = (0, 0);
        for length in &mut self.segments {
            for _ in 0..*length / 2 {
                self.pairs.push(Pair { left: from, to });
                (from, to) = (from + 2, to + 1);
            }
            if *length % 2 == 1 {
                self.next.get_mut(to as usize).copy_from_slice(self.points.get(from as usize));
                self.next_infinite[to as usize] = self.infinite[from as usize];
                (from, to) = (from + 1, to + 1);
            }
            *length = length.div_ceil(2);
        }
        self.add_pairs::<B>();
        core::mem::swap(&mut self.points, &mut self.next);
        self.count = total;
        core::mem::swap(&mut self.infinite, &mut self.next_infinite);
        self.any_infinite = self.infinite.contains(&true);
    }

    /// The left and the right points of eight pairs; the last pair stands in empty lanes.
    fn sides(pairs: &[Pair]) -> [[usize; 8]; 2] {
        let left = lanes_of(pairs, |pair| pair.left as usize);
        [left, after(&left, 1)]
    }

    /// Where a chord does not exist: the tangent, or nothing.
    #[cold]
    fn exceptions<B: Backend>(&self, sides: &[[usize; 8]; 2], denominator: &mut F) -> Exceptions {
        let left = infinite_lanes(&self.infinite, &sides[0]);
        let right = infinite_lanes(&self.infinite, &sides[1]);
        let (y1, y2) = (self.points.y(&sides[0]), self.points.y(&sides[1]));
        let finite = !(left | right);
        let same = gather(denominator.zero_mask()) & finite;
        let equal = gather(y1.sub::<B>(&y2).zero_mask()) & same;
        let tangent = denominator.select(&y1.dbl::<B>(), spread(equal));
        *denominator = tangent.select(&F::ONE, spread(same & !equal | !finite));
        Exceptions { equal, opposite: same & !equal, left, right }
    }

    /// Adds the point after each left one to it. A sum is the chord or the tangent, `s = (y2 - y1)/(x2 - x1)` or `3x^2/2y`,
    /// `x3 = s^2 - x1 - x2`, `y3 = s(x1 - x3) - y1`: 2M + 1S, and 3M of its share of the inversion.
    fn add_pairs<B: Backend>(&mut self) {
        self.denominators.clear();
        self.products.clear();
        self.exceptions.clear();
        let mut product = F::ONE;
        for pairs in self.pairs.chunks(8) {
            let sides = Self::sides(pairs);
            let mut denominator = self.points.delta(&sides[1], &sides[0]);
            let mut exceptions = Exceptions::default();
            if self.any_infinite || denominator.may_be_zero() {
                exceptions = self.exceptions::<B>(&sides, &mut denominator);
            }
            self.products.push(product);
            product = product.mul::<B>(&denominator);
            self.denominators.push(denominator);
            self.exceptions.push(exceptions);
        }
        let mut inverse = product.inv_vartime::<B>();
        for (i, pairs) in self.pairs.chunks(8).enumerate().rev() {
            let sides = Self::sides(pairs);
            let (x1, y1, y2) = (self.points.x(&sides[0]), self.points.y(&sides[0]), self.points.y(&sides[1]));
            let slope_inverse = inverse.mul::<B>(&self.products[i]);
            let denominator = &self.denominators[i];
            inverse = inverse.mul::<B>(denominator);
            let exceptions = self.exceptions[i];
            let (mut x, mut y);
            if exceptions.any() {
                let x2 = self.points.x(&sides[1]);
                let square = x1.sqr::<B>();
                let tangent = square.dbl::<B>().add::<B>(&square);
                let numerator = y2.sub::<B>(&y1).select(&tangent, spread(exceptions.equal));
                let slope = numerator.mul::<B>(&slope_inverse);
                x = slope.sqr_minus(&x1, &x2.sub::<B>(&x1));
                y = x1.delta_mul_minus(&x, &slope, &y1);
                let (left, right) = (spread(exceptions.left), spread(exceptions.right));
                (x, y) = (x.select(&x2, left), y.select(&y2, left));
                (x, y) = (x.select(&x1, right), y.select(&y1, right));
                let infinite = exceptions.opposite | exceptions.left & exceptions.right;
                for (lane, pair) in pairs.iter().enumerate() {
                    self.next_infinite[pair.to as usize] = infinite >> lane & 1 == 1;
                }
            } else {
                let slope = y2.delta_mul(&y1, &slope_inverse);
                // The denominator is x2 - x1.
                x = slope.sqr_minus(&x1, denominator);
                y = x1.delta_mul_minus(&x, &slope, &y1);
            }
            let places = lanes_of(pairs, |pair| pair.to as usize);
            self.next.put(&places, &x, &y);
        }
    }
}

/// The sums of all buckets of all windows, while they are computed.
struct Buckets<F: Octet> {
    /// Those of a window one after another, the largest magnitude first.
    sums: Points<F>,
    empty: Vec<bool>,
    adder: Adder<F>,
    /// The buckets of the adder's segments.
    names: Vec<u32>,
    /// The points that the adder takes.
    chunk: usize,
}

impl<F: Octet> Buckets<F> {
    /// So many, for so many entries.
    fn new(count: usize, entries: usize) -> Self {
        let mut sums = Points::new();
        sums.reserve(count);
        let point = size_of::<Limbs>() * Points::<F>::ROWS;
        let chunk = (entries.saturating_mul(point) / 4).clamp(CHUNK[0], CHUNK[1]) / point;
        Self { sums, empty: vec![true; count], adder: Adder::new(), names: Vec::new(), chunk }
    }

    /// Puts sorted entries into buckets, the first of which has this number.
    fn fill<B: Backend>(&mut self, entries: &Points<F>, sorted: &Sorted, first: usize) {
        let mut coming = sorted.order[..sorted.ends[sorted.ends.len() - 1]].iter().skip(AHEAD);
        for (bucket, bounds) in (first..).zip(sorted.ends.windows(2)) {
            let mut order = &sorted.order[bounds[0]..bounds[1]];
            while !order.is_empty() {
                let room = self.chunk.saturating_sub(self.adder.count);
                if room < 2 {
                    self.flush::<B>();
                    continue;
                }
                let (now, later) = order.split_at(order.len().min(room - 1));
                order = later;
                let mut length = now.len() as u32;
                if !self.empty[bucket] {
                    self.adder.push(self.sums.get(bucket), 0);
                    self.empty[bucket] = true;
                    length += 1;
                }
                for entry in now {
                    if let Some(entry) = coming.next() {
                        entries.get((entry >> 1) as usize).iter().for_each(F::prefetch);
                    }
                    let minus = u64::from(entry & 1).wrapping_neg();
                    self.adder.push(entries.get((entry >> 1) as usize), minus);
                }
                self.adder.segments.push(length);
                self.names.push(bucket as u32);
                // A bucket is in the adder once.
                if !order.is_empty() {
                    self.flush::<B>();
                }
            }
        }
    }

    fn flush<B: Backend>(&mut self) {
        self.adder.reduce::<B>();
        for (place, (bucket, infinite)) in self.names.drain(..).zip(&self.adder.infinite).enumerate() {
            self.sums.get_mut(bucket as usize).copy_from_slice(self.adder.points.get(place));
            self.empty[bucket as usize] = *infinite;
        }
        self.adder.clear();
    }

    /// For eight windows, whose buckets begin at these numbers: `sum of m * (bucket of magnitude m)`, a window a lane.
    fn weighted<B: Backend>(&self, starts: [usize; 8], buckets: usize) -> Projective<F> {
        let (mut running, mut sum) = (Projective::<F>::INFINITY, Projective::<F>::INFINITY);
        for i in 0..buckets {
            let places = after(&starts, i);
            let empty = infinite_lanes(&self.empty, &places);
            if empty != 0xff {
                let (x, y) = (self.sums.x(&places), self.sums.y(&places));
                let more = running.add_affine::<B>(&Affine { x, y, infinity: false });
                running = if empty == 0 { more } else { more.select(&running, spread(empty)) };
            }
            sum = sum.add::<B>(&running);
        }
        sum
    }
}

/// The width of windows that costs least, by the counts of entries and buckets: in sums of pairs a bucket costs three, an entry one.
fn window(entries: usize, bits: usize) -> usize {
    let cost = |width: usize| {
        let windows = (bits + 1).div_ceil(width);
        windows * entries + 3 * 8 * (windows.div_ceil(8) << (width - 1))
    };
    (2..=16).min_by_key(|width| cost(*width)).unwrap_or(2)
}

/// `sum of parts_i * entries_i`.
// By itself, so that sorting is inside of it and not called.
#[inline(never)]
fn pippenger<F: Laned, M: Lanes, B: Backend>(entries: &Points<F::In<M>>, parts: &[Part]) -> Projective<F> {
    if parts.is_empty() {
        return Projective::INFINITY;
    }
    let bits = bits(parts);
    let width = window(parts.len(), bits);
    let windows = (bits + 1).div_ceil(width);
    let count = 1 << (width - 1);
    let mut buckets = Buckets::new(windows * count, windows * parts.len());
    let mut sorted = Sorted::new(parts.len(), width);
    for index in 0..windows {
        sorted.sort(parts, index, |_| true);
        buckets.fill::<B>(entries, &sorted, index * count);
    }
    buckets.flush::<B>();
    let mut total = Projective::INFINITY;
    for first in (0..windows).step_by(8).rev() {
        let these = windows.min(first + 8) - first;
        // The last window stands in empty lanes.
        let mut starts = [0; 8];
        for (lane, start) in starts.iter_mut().enumerate() {
            *start = (first + lane.min(these - 1)) * count;
        }
        let sums = points::out_of_lanes(&buckets.weighted::<B>(starts, count));
        for sum in sums[..these].iter().rev() {
            for _ in 0..width {
                total = total.dbl::<B>();
            }
            total = total.add::<B>(sum);
        }
    }
    total
}

/// The entries of finite points and their images under as many maps as a scalar has parts: eight of one part, then of the next.
fn entries<F: Laned, M: Lanes>(
    points: &[&Affine<F>],
    parts: usize,
    map: fn(&Projective<F::In<M>>) -> Projective<F::In<M>>,
) -> Points<F::In<M>> {
    let mut out = Points::new();
    out.reserve(points.len() * parts);
    let mut place = 0;
    for chunk in points.chunks(8) {
        // The last point stands in empty lanes too.
        let Affine { x, y, .. } = points::in_lanes::<F, M>(lanes_of(chunk, |point| *point).into_iter());
        let mut image = Projective { x, y, z: F::In::<M>::ONE };
        for part in 0..parts {
            if part > 0 {
                // The map keeps Z = 1.
                image = map(&image);
            }
            let mut places = [place; 8];
            for (lane, place) in places.iter_mut().enumerate() {
                *place += lane.min(chunk.len() - 1);
            }
            out.put(&places, &image.x, &image.y);
            place += chunk.len();
        }
    }
    out
}

/// `sum of products of points with scalars` of so many parts, of which `parts_of` gives those of the scalar of this number.
fn sum<F: Laned, M: Lanes, B: Backend>(
    points: &[Affine<F>],
    count: usize,
    parts_of: &dyn Fn(usize) -> [Part; 4],
    map: fn(&Projective<F::In<M>>) -> Projective<F::In<M>>,
) -> Projective<F> {
    let mut total = Projective::INFINITY;
    let most = MOST / count;
    for (index, points) in points.chunks(most).enumerate() {
        let mut finite = Vec::with_capacity(points.len());
        let mut parts = Vec::with_capacity(points.len() * count);
        let mut numbers = Vec::with_capacity(points.len());
        for (number, point) in (index * most..).zip(points) {
            if !point.infinity {
                finite.push(point);
                numbers.push(number);
            }
        }
        let mut chunk = Vec::with_capacity(8);
        for numbers in numbers.chunks(8) {
            chunk.clear();
            for number in numbers {
                chunk.push(parts_of(*number));
            }
            for part in 0..count {
                for all in &chunk {
                    parts.push(all[part]);
                }
            }
        }
        let entries = entries::<F, M>(&finite, count, map);
        total = total.add::<B>(&pippenger::<F, M, B>(&entries, &parts));
    }
    total
}

/// [`crate::curve::msm_vartime`] of as many as the shorter slice holds.
pub fn msm<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>], scalars: &[Fr]) -> Projective<F> {
    let points = &points[..points.len().min(scalars.len())];
    let parts_of =
        |i: usize| F::split(&digits_base_x(&scalars[i].to_limbs())).map(|[low, high]| [low, high, 0, 0]);
    sum::<F, M, B>(points, F::PARTS, &parts_of, F::In::<M>::map::<B>)
}

/// [`crate::curve::msm_any_vartime`] of as many as the shorter slice holds.
pub fn msm_any<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>], scalars: &[[u64; 4]]) -> Projective<F> {
    let points = &points[..points.len().min(scalars.len())];
    sum::<F, M, B>(points, 1, &|i| [scalars[i]; 4], |point| *point)
}

/// [`crate::curve::msm_factor_vartime`].
pub fn msm_factor<F: Laned, M: Lanes, B: Backend>(points: &[Affine<F>], factors: &[u64]) -> Projective<F> {
    let points = &points[..points.len().min(factors.len())];
    let parts_of =
        |i: usize| [[factors[i] & 0xffff_ffff, 0, 0, 0], [factors[i] >> 32, 0, 0, 0], [0; 4], [0; 4]];
    sum::<F, M, B>(points, 2, &parts_of, F::In::<M>::map_square::<B>)
}
