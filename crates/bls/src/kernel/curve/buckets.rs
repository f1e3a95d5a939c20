//! Sums of affine points that share inversions, and the buckets of Pippenger's method, which are made of them.

use alloc::vec::Vec;

use super::digits::Sorted;
use super::endomorphism::Curve;
use super::point::{Affine, Projective};
use crate::field::Backend;

/// Entries that are summed together: their points stay in the second-level cache.
const CHUNK: usize = 2048;

/// Pairs of a level from which on their sums in affine coordinates, five products less each, are worth an inversion.
const PAYS: usize = 24;

/// The sum of points, in affine coordinates for as long as that pays.
pub fn sum_vartime<F: Curve, B: Backend>(points: &[Affine<F>]) -> Projective<F> {
    let mut adder = Adder::<F>::new();
    let mut sum = Projective::INFINITY;
    for chunk in points.chunks(CHUNK) {
        adder.points.clear();
        adder.points.extend_from_slice(chunk);
        adder.segments.clear();
        adder.segments.push((0, chunk.len()));
        while adder.points.len() >= 2 * PAYS {
            adder.level::<B>();
        }
        sum = adder.points.iter().fold(sum, |sum, point| sum.add_affine::<B>(point));
    }
    sum
}

/// The buckets of several windows, which are filled and summed up together, so that few points share an inversion too.
pub struct Buckets<F> {
    /// Those of a window one after another, the largest magnitude first.
    sums: Vec<Affine<F>>,
    /// How many a window has: a power of two.
    count: usize,
    pub windows: usize,
    adder: Adder<F>,
    /// The buckets of the adder's segments.
    names: Vec<usize>,
}

impl<F: Curve> Buckets<F> {
    pub fn new(width: usize) -> Self {
        Self { sums: Vec::new(), count: 1 << (width - 1), windows: 0, adder: Adder::new(), names: Vec::new() }
    }

    /// Empties them, for so many windows.
    pub fn clear(&mut self, windows: usize) {
        self.windows = windows;
        self.sums.clear();
        self.sums.resize(windows * self.count, Affine::INFINITY);
    }

    /// Puts the entries of a window into its buckets.
    pub fn fill<B: Backend>(&mut self, window: usize, points: &[Affine<F>], sorted: &Sorted) {
        for (bucket, bounds) in (window * self.count..).zip(sorted.ends[..=self.count].windows(2)) {
            let mut order = &sorted.order[bounds[0]..bounds[1]];
            while !order.is_empty() {
                let room = CHUNK.saturating_sub(self.adder.points.len());
                if room < 2 {
                    self.flush::<B>();
                    continue;
                }
                let (now, later) = order.split_at(order.len().min(room - 1));
                order = later;
                let start = self.adder.points.len();
                if !self.sums[bucket].infinity {
                    self.adder.points.push(self.sums[bucket]);
                }
                for entry in now {
                    let point = &points[(entry >> 1) as usize];
                    self.adder.points.push(if entry & 1 == 1 { point.neg::<B>() } else { *point });
                }
                self.adder.segments.push((start, self.adder.points.len() - start));
                self.names.push(bucket);
                // A bucket is in the adder once.
                if !order.is_empty() {
                    self.flush::<B>();
                }
            }
        }
    }

    // Called in three places: it is compiled once.
    #[inline(never)]
    fn flush<B: Backend>(&mut self) {
        self.adder.reduce::<B>();
        for (bucket, point) in self.names.drain(..).zip(&self.adder.points) {
            self.sums[bucket] = *point;
        }
        self.adder.points.clear();
        self.adder.segments.clear();
    }

    /// For each window `sum of m * (bucket of magnitude m)`.
    ///
    /// A bucket is added once for itself and once for each larger magnitude that came before: `running += bucket, sum += running`, in all windows at
    /// once, and where these are few in several ranges of a window, each as if the smallest of its magnitudes were one.
    pub fn weighted<B: Backend>(&mut self) -> Vec<Projective<F>> {
        self.flush::<B>();
        let mut ranges = 1;
        while self.windows * ranges < 32 && self.count / ranges > 8 {
            ranges *= 2;
        }
        let length = self.count / ranges;
        let chains = self.windows * ranges;
        let Adder { points, pairs, .. } = &mut self.adder;
        // Of each chain: the sum, what is added to it, what ran up, what is added to that.
        points.resize(4 * chains, Affine::INFINITY);
        pairs.clear();
        push_pairs(pairs, 0, 2 * chains);
        for (chain, sums) in points.chunks_exact_mut(4).zip(self.sums.chunks_exact(length)) {
            chain[2] = sums[0];
        }
        for i in 1..=length {
            let chains = self.adder.points.chunks_exact_mut(4).zip(self.sums.chunks_exact(length));
            for (chain, sums) in chains {
                chain[1] = chain[2];
                chain[3] = sums.get(i).copied().unwrap_or(Affine::INFINITY);
            }
            self.adder.add_pairs::<B>();
        }
        let mut sums = Vec::with_capacity(self.windows);
        for chains in self.adder.points.chunks_exact(4 * ranges) {
            let (mut sum, mut running, mut more) =
                (Projective::INFINITY, Projective::INFINITY, Projective::INFINITY);
            for chain in chains.chunks_exact(4) {
                sum = sum.add_affine::<B>(&chain[0]);
                // The weights of a range lie above those that it was summed with by its length for each range after it.
                more = more.add::<B>(&running);
                running = running.add_affine::<B>(&chain[2]);
            }
            for _ in 0..length.ilog2() {
                more = more.dbl::<B>();
            }
            sums.push(sum.add::<B>(&more));
        }
        self.adder.points.clear();
        sums
    }
}

/// Sums of segments of affine points with shared inversions. A sum is the chord or the tangent, `s = (y2 - y1)/(x2 - x1)` or
/// `3x^2/2y`, `x3 = s^2 - x1 - x2`, `y3 = s(x1 - x3) - y1`: 2M + 1S (a tangent 2M + 2S), and 3M of its share of the inversion.
struct Adder<F> {
    points: Vec<Affine<F>>,
    /// Start and length of each.
    segments: Vec<(usize, usize)>,
    /// The left places of the pairs of a level.
    pairs: Vec<u32>,
    slopes: Vec<Slope>,
    denominators: Vec<F>,
    products: Vec<F>,
}

/// The left places of so many pairs that lie one after another.
fn push_pairs(pairs: &mut Vec<u32>, start: usize, count: usize) {
    pairs.extend((0..count).map(|i| (start + 2 * i) as u32));
}

/// What the sum of two points is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slope {
    Chord,
    Tangent,
    /// The points are opposite.
    Vertical,
    /// One of the points is infinity, or both.
    Other,
}

impl<F: Curve> Adder<F> {
    fn new() -> Self {
        Self {
            points: Vec::new(),
            segments: Vec::new(),
            pairs: Vec::new(),
            slopes: Vec::new(),
            denominators: Vec::new(),
            products: Vec::new(),
        }
    }

    /// Reduces every segment to one point, which may be infinity; `points` holds one a segment afterwards.
    fn reduce<B: Backend>(&mut self) {
        while self.segments.iter().any(|(_, length)| *length > 1) {
            self.level::<B>();
        }
    }

    /// Halves every segment.
    // As `flush`.
    #[inline(never)]
    fn level<B: Backend>(&mut self) {
        self.pairs.clear();
        for (start, length) in &self.segments {
            push_pairs(&mut self.pairs, *start, length / 2);
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

    /// Adds to each left place of `pairs` the point after it.
    fn add_pairs<B: Backend>(&mut self) {
        self.slopes.clear();
        self.denominators.clear();
        self.products.clear();
        let mut product = F::ONE;
        for left in &self.pairs {
            let (p, q) = (&self.points[*left as usize], &self.points[*left as usize + 1]);
            let mut denominator = q.x.sub::<B>(&p.x);
            let slope = if p.infinity || q.infinity {
                Slope::Other
            } else if !denominator.is_zero() {
                Slope::Chord
            } else if p.y.equals::<B>(&q.y) {
                denominator = p.y.dbl::<B>();
                Slope::Tangent
            } else {
                Slope::Vertical
            };
            self.slopes.push(slope);
            self.products.push(product);
            if matches!(slope, Slope::Chord | Slope::Tangent) {
                product = product.mul::<B>(&denominator);
            }
            self.denominators.push(denominator);
        }
        let mut inverse = product.inv_vartime::<B>();
        for (i, left) in self.pairs.iter().enumerate().rev() {
            let (p, q) = (&self.points[*left as usize], &self.points[*left as usize + 1]);
            let numerator = match self.slopes[i] {
                Slope::Chord => q.y.sub::<B>(&p.y),
                Slope::Tangent => {
                    let square = p.x.sqr::<B>();
                    square.dbl::<B>().add::<B>(&square)
                }
                Slope::Vertical => {
                    self.points[*left as usize] = Affine::INFINITY;
                    continue;
                }
                Slope::Other => {
                    self.points[*left as usize] = if p.infinity { *q } else { *p };
                    continue;
                }
            };
            let slope_inverse = inverse.mul::<B>(&self.products[i]);
            inverse = inverse.mul::<B>(&self.denominators[i]);
            let slope = numerator.mul::<B>(&slope_inverse);
            let x = slope.sqr::<B>().sub::<B>(&p.x).sub::<B>(&q.x);
            let y = slope.mul::<B>(&p.x.sub::<B>(&x)).sub::<B>(&p.y);
            self.points[*left as usize] = Affine { x, y, infinity: false };
        }
    }
}
