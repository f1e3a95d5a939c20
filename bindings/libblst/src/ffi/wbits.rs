//! Sums of many products of points whose multiples stand in a table: one sum of affine points for each window of the scalars.

use lanesmith_bls::curve::{Affine, Projective, batch_to_affine_vartime, sum_vartime};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};

use super::lists::gather;
use super::memory::{get, put};
use super::point::Group;
use super::sums::Scalars;
use super::values::{Canonical as _, Flat};

/// Points of which a caller may have scratch memory; this library needs none.
const SCRATCH_G1: usize = 8192;
const SCRATCH_G2: usize = 4096;

/// The multiples of a point by 1 to as many as the row has.
fn row<F: Group, B: Backend>(point: &Affine<F>, multiples: &mut [Projective<F>], row: &mut [Affine<F>]) {
    let mut sum = Projective::INFINITY;
    for multiple in multiples.iter_mut() {
        sum = sum.add_affine::<B>(point);
        *multiple = sum;
    }
    batch_to_affine_vartime::<F, B>(multiples, row);
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
                let mut chosen = Vec::with_capacity(npoints);
                let mut sum = Projective::INFINITY;
                // One window more than bits fill, for the carry of the highest digit.
                for window in (0..=nbits / wbits).rev() {
                    if window != nbits / wbits {
                        for _ in 0..wbits {
                            sum = sum.dbl::<B>();
                        }
                    }
                    chosen.clear();
                    for i in 0..npoints {
                        let (magnitude, negative) = scalars.digit(i, window * wbits, wbits);
                        if magnitude != 0 {
                            let entry = get(table.add(i * length + magnitude - 1)).affine();
                            chosen.push(if negative { entry.neg::<B>() } else { entry });
                        }
                    }
                    sum = sum.add::<B>(&sum_vartime::<$field, B>(&chosen));
                }
                put(ret, sum.canonical())
            }
        }
    };
}

tables! { Fp, SCRATCH_G1,
blst_p1s_mult_wbits_precompute_sizeof blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits_scratch_sizeof blst_p1s_mult_wbits }
tables! { Fp2, SCRATCH_G2,
blst_p2s_mult_wbits_precompute_sizeof blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits_scratch_sizeof blst_p2s_mult_wbits }
