//! Sums of many products by windows: whole, and in tiles that callers compute in threads of their own. Any points of the curve, so
//! that no endomorphism helps. In variable time.

use lanesmith_bls::curve::{Affine, CountError, Projective, digits_sum_vartime, mul_bits};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};
use lanesmith_bls::{G1Affine, G1Projective, G2Affine, G2Projective, Msm};

use super::lists::gather;
use super::memory::{bytes, put};

use super::point::Group;
use super::scalars::Scalars;
use super::values::{Canonical as _, Flat};
use super::wbits::sum_of_few;

/// Up to so many points, one chain of doublings for all is less than sums in buckets.
const FEW: usize = 12;

/// A field over which there are sums of any points of the curve.
pub trait Summed: Group {
    /// `sum of [k_i]P_i`, on the engine that costs least for so many.
    fn sum(points: &[Affine<Self>], scalars: &[[u64; 4]]) -> Result<Projective<Self>, CountError>;
}

impl Summed for Fp {
    fn sum(points: &[G1Affine], scalars: &[[u64; 4]]) -> Result<G1Projective, CountError> {
        Msm::auto().g1_any(points, scalars)
    }
}

impl Summed for Fp2 {
    fn sum(points: &[G2Affine], scalars: &[[u64; 4]]) -> Result<G2Projective, CountError> {
        Msm::auto().g2_any(points, scalars)
    }
}

/// `sum of [k_i]P_i`: by parts of 256 bits, of which scalars of the group have one.
fn whole<F: Summed, B: Backend>(points: &[Affine<F>], scalars: &Scalars<'_>) -> Projective<F> {
    let mut sum = Projective::INFINITY;
    for part in (0..scalars.bits().div_ceil(256)).rev() {
        if !sum.is_infinity() {
            for _ in 0..256 {
                sum = sum.dbl::<B>();
            }
        }
        let limbs = |i: usize| core::array::from_fn(|limb| scalars.cut(i, 256 * part + 64 * limb, 64));
        let parts: Vec<[u64; 4]> = (0..points.len()).map(limbs).collect();
        // There are as many scalars as points.
        if let Ok(part) = F::sum(points, &parts) {
            sum = sum.add::<B>(&part);
        }
    }
    sum
}

/// How many bits a bucket's number has for so many points: the interface tells its callers by the size of scratch memory, and they divide
/// work by what they were told.
fn window(points: usize) -> usize {
    match points.checked_ilog2().unwrap_or(0) as usize {
        0 => 1,
        1..=4 => 2,
        bits @ 5..=8 => bits - 1,
        bits @ 9..=12 => bits - 2,
        bits => bits - 3,
    }
}

/// The functions of one group.
macro_rules! sums {
    ($field:ty, $sizeof:ident $mult:ident $tile:ident) => {
        exported! {
            fn $sizeof(npoints: usize) -> usize { (4 * size_of::<$field>()) << (window(npoints) - 1) }
            fn $mult(
                ret: *mut Projective<$field>,
                points: *const *const Flat<$field>, npoints: usize,
                scalars: *const *const u8, nbits: usize,
                _scratch: *mut u64,
            ) {
                let points = gather(points, npoints);
                let sum = if let [point] = &points[..] {
                    mul_bits::<$field, B>(&point.to_projective(), bytes(scalars.read(), nbits.div_ceil(8)), nbits)
                } else if npoints <= FEW {
                    sum_of_few::<$field, B>(&points, &Scalars::gather(scalars, npoints, nbits))
                } else {
                    whole::<$field, B>(&points, &Scalars::gather(scalars, npoints, nbits))
                };
                put(ret, sum.canonical())
            }
            fn $tile(
                ret: *mut Projective<$field>,
                points: *const *const Flat<$field>, npoints: usize,
                scalars: *const *const u8, nbits: usize,
                _scratch: *mut u64,
                bit0: usize, window: usize,
            ) {
                let points = gather(points, npoints);
                let scalars = Scalars::gather(scalars, npoints, nbits);
                // The highest digit has room for the carry of the one below.
                let width = if bit0 + window > nbits { nbits.saturating_sub(bit0) + 1 } else { window };
                let sum = digits_sum_vartime::<$field, B>(&points, |i| scalars.digit(i, bit0, width), width);
                put(ret, sum.canonical())
            }
        }
    };
}

sums! { Fp, blst_p1s_mult_pippenger_scratch_sizeof blst_p1s_mult_pippenger blst_p1s_tile_pippenger }
sums! { Fp2, blst_p2s_mult_pippenger_scratch_sizeof blst_p2s_mult_pippenger blst_p2s_tile_pippenger }
