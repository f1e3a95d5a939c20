//! Sums of many products of points whose multiples stand in a table: one sum of affine points for each window of the scalars.

use lanesmith_bls::curve::{Affine, Projective, batch_to_affine_vartime, sum_vartime};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};

use super::lists::gather;
use super::memory::{get, put};
use super::point::Group;
use super::scalars::Scalars;
use super::values::{Canonical as _, Flat};

/// Points of which a caller may have scratch memory; this library needs none.
const SCRATCH_G1: usize = 8192;
const SCRATCH_G2: usize = 4096;

/// Fewer points than this are added one by one.
const FEW: usize = 16;

/// The multiples of a point by 1 to as many as the row has.
fn row<F: Group, B: Backend>(point: &Affine<F>, multiples: &mut [Projective<F>], row: &mut [Affine<F>]) {
    let mut sum = Projective::INFINITY;
    for multiple in multiples.iter_mut() {
        sum = sum.add_affine::<B>(point);
        *multiple = sum;
    }
    batch_to_affine_vartime::<F, B>(multiples, row);
}

/// `sum of [k_i]P_i` over the rows of a table, each of `2^(width - 1)` multiples: `entry` reads one of a row.
fn sum_of_rows<F: Group, B: Backend>(
    entry: impl Fn(usize, usize) -> Affine<F>,
    width: usize,
    scalars: &Scalars<'_>,
) -> Projective<F> {
    let mut chosen = Vec::with_capacity(scalars.len());
    let mut sum = Projective::INFINITY;
    // One window more than bits fill, for the carry of the highest digit.
    for window in (0..=scalars.bits() / width).rev() {
        for _ in 0..width {
            sum = sum.dbl::<B>();
        }
        chosen.clear();
        for i in 0..scalars.len() {
            let (magnitude, negative) = scalars.digit(i, window * width, width);
            if magnitude != 0 {
                let entry = entry(i, magnitude - 1);
                chosen.push(if negative { entry.neg::<B>() } else { entry });
            }
        }
        if chosen.len() < FEW {
            sum = chosen.iter().fold(sum, |sum, point| sum.add_affine::<B>(point));
        } else {
            sum = sum.add::<B>(&sum_vartime::<F, B>(&chosen));
        }
    }
    sum
}

/// The sum for a few points, over a table that is made for it.
pub fn sum_of_few<F: Group, B: Backend>(points: &[Affine<F>], scalars: &Scalars<'_>) -> Projective<F> {
    const WIDTH: usize = 4;
    const LENGTH: usize = 1 << (WIDTH - 1);
    let mut multiples = Vec::with_capacity(points.len() * LENGTH);
    for point in points {
        let mut sum = Projective::INFINITY;
        multiples.extend((0..LENGTH).map(|_| {
            sum = sum.add_affine::<B>(point);
            sum
        }));
    }
    let mut table = vec![Affine::INFINITY; multiples.len()];
    batch_to_affine_vartime::<F, B>(&multiples, &mut table);
    sum_of_rows::<F, B>(|i, j| table[i * LENGTH + j], WIDTH, scalars)
}

/// The functions of one group.
macro_rules! tables {
    ($field:ty, $scratch:ident, $table_sizeof:ident $precompute:ident $scratch_sizeof:ident $mult:ident) => {
        exported! {
            fn $table_sizeof(wbits: usize, npoints: usize) -> usize { (size_of::<Flat<$field>>() * npoints) << (wbits - 1) }
            fn $precompute(table: *mut Flat<$field>, wbits: usize, points: *const *const Flat<$field>, npoints: usize) {
                let length = 1 << (wbits - 1);
                // They may stand at the end of the table.
                let points = gather(points, npoints);
                let mut multiples = vec![Projective::INFINITY; length];
                let mut of_point = vec![Affine::INFINITY; length];
                for (i, point) in points.iter().enumerate() {
                    row::<$field, B>(point, &mut multiples, &mut of_point);
                    for (j, multiple) in of_point.iter().enumerate() {
                        put(table.add(i * length + j), Flat::of(multiple));
                    }
                }
            }
            fn $scratch_sizeof(npoints: usize) -> usize { size_of::<Projective<$field>>() * npoints.min($scratch) }
            fn $mult(
                ret: *mut Projective<$field>,
                table: *const Flat<$field>, wbits: usize, npoints: usize,
                scalars: *const *const u8, nbits: usize,
                _scratch: *mut u64,
            ) {
                let length = 1usize << (wbits - 1);
                let scalars = Scalars::gather(scalars, npoints, nbits);
                let entry = |i: usize, j: usize| get(table.add(i * length + j)).affine();
                put(ret, sum_of_rows::<$field, B>(entry, wbits, &scalars).canonical())
            }
        }
    };
}

tables! { Fp, SCRATCH_G1,
blst_p1s_mult_wbits_precompute_sizeof blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits_scratch_sizeof blst_p1s_mult_wbits }
tables! { Fp2, SCRATCH_G2,
blst_p2s_mult_wbits_precompute_sizeof blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits_scratch_sizeof blst_p2s_mult_wbits }
