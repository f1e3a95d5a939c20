//! Miller loops: of a pair, of many, with lines that were computed before. What they give is the same, bit by bit.

use lanesmith_bls::curve::Curve;
use lanesmith_bls::hazmat::{Backend, Fp, Fp2, Fp6, Fp12};
use lanesmith_bls::pairing::{LINES, miller_loop, miller_loop_prepared};
use lanesmith_bls::{G1Affine, G2Affine, G2Prepared, Pairing};

use super::memory::{List, get, get_if, put};
use super::values::{Canonical as _, Flat};

/// The generators.
pub const G1: G1Affine = <Fp as Curve>::GENERATOR;
pub const G2: G2Affine = <Fp2 as Curve>::GENERATOR;

/// The loop of one pair; one where a point is at infinity.
pub fn of_one<B: Backend>(p: &G1Affine, q: &G2Affine) -> Fp12 {
    miller_loop::<B>(&[(*p, *q)]).canonical()
}

/// The product of the loops of pairs, on the engine that costs least for so many.
pub fn of_many(pairs: &[(G1Affine, G2Affine)]) -> Fp12 {
    Pairing::auto().miller_loop(pairs).canonical()
}

exported! {
    fn blst_miller_loop(ret: *mut Fp12, q: *const Flat<Fp2>, p: *const Flat<Fp>) {
        let q = get_if(q).map_or(G2, |q| q.affine());
        let p = get_if(p).map_or(G1, |p| p.affine());
        put(ret, of_one::<B>(&p, &q))
    }
    fn blst_miller_loop_n(ret: *mut Fp12, qs: *const *const Flat<Fp2>, ps: *const *const Flat<Fp>, n: usize) {
        if n > 0 {
            let (mut qs, mut ps) = (List::new(qs), List::new(ps));
            let pairs: Vec<_> = (0..n).map(|_| (get(ps.next()).affine(), get(qs.next()).affine())).collect();
            put(ret, of_many(&pairs))
        }
    }
    fn blst_precompute_lines(lines: *mut Fp6, q: *const Flat<Fp2>) {
        let of = G2Prepared::new::<B>(&get(q).affine()).coefficients();
        put(lines.cast::<[Fp6; LINES]>(), of.map(|[c0, c1, c2]| Fp6 { c0, c1, c2 }.canonical()))
    }
    fn blst_miller_loop_lines(ret: *mut Fp12, lines: *const Fp6, p: *const Flat<Fp>) {
        let lines = get(lines.cast::<[Fp6; LINES]>()).map(|Fp6 { c0, c1, c2 }| [c0, c1, c2]);
        let p = get(p).affine();
        put(ret, miller_loop_prepared::<B>(&[(p, &G2Prepared::from_coefficients(&lines))]).canonical())
    }
    fn blst_aggregated_in_g1(ret: *mut Fp12, signature: *const Flat<Fp>) {
        put(ret, of_one::<B>(&get(signature).affine(), &G2))
    }
    fn blst_aggregated_in_g2(ret: *mut Fp12, signature: *const Flat<Fp2>) {
        put(ret, of_one::<B>(&G1, &get(signature).affine()))
    }
}
