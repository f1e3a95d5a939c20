//! Pairings against blst and against themselves, for every backend.

mod common;

use common::*;
use lanesmith_bls::curve::{self, Affine, Curve, G1Affine, G2Affine};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2, Fp12, Fr};
use lanesmith_bls::pairing::{self, G2Prepared};

fn g1<B: Backend>(k: &Fr) -> G1Affine {
    curve::mul_vartime::<Fp, B>(&<Fp as Curve>::GENERATOR.to_projective(), k).to_affine::<B>()
}

fn g2<B: Backend>(k: &Fr) -> G2Affine {
    curve::mul_vartime::<Fp2, B>(&<Fp2 as Curve>::GENERATOR.to_projective(), k).to_affine::<B>()
}

fn random(rng: &mut fastrand::Rng) -> Fr {
    Fr::from_limbs(&scalar(rng)).unwrap()
}

fn pairings_are_those_of_blst<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(1);
    for count in [1, 2, 3, 4, 7, 32, 33, 70, 1, 2, 3, 1, 2] {
        let mut pairs: Vec<_> =
            (0..count).map(|_| (g1::<B>(&random(&mut rng)), g2::<B>(&random(&mut rng)))).collect();
        if count == 4 {
            pairs[1].0 = Affine::INFINITY;
            pairs[2].1 = Affine::INFINITY;
        }
        let expected = ffi::pairing(&pairs);
        let f = pairing::miller_loop::<B>(&pairs);
        let ours = pairing::final_exponentiation::<B>(&f);
        assert_eq!(blst_fp12(&ours.0), expected, "{count} pairs");
        let prepared: Vec<_> = pairs.iter().map(|(_, q)| G2Prepared::new::<B>(q)).collect();
        let pairs: Vec<_> = pairs.iter().zip(&prepared).map(|((p, _), q)| (*p, q)).collect();
        let ours = pairing::final_exponentiation::<B>(&pairing::miller_loop_prepared::<B>(&pairs));
        assert_eq!(blst_fp12(&ours.0), expected);
    }
    assert!(pairing::product_is_one::<B>(&[]));
}

fn the_pairing_is_bilinear<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..5 {
        let (a, b) = (random(&mut rng), random(&mut rng));
        let both = pairing::pairing::<B>(&g1::<B>(&a), &g2::<B>(&b));
        assert!(both.equals::<B>(&pairing::pairing::<B>(&g1::<B>(&a.mul(&b)), &g2::<B>(&Fr::ONE))));
        assert!(both.equals::<B>(&pairing::pairing::<B>(&g1::<B>(&Fr::ONE), &g2::<B>(&a.mul(&b)))));
        let (p, q) = (g1::<B>(&a), g2::<B>(&b));
        assert!(pairing::product_is_one::<B>(&[(p, q), (p.neg::<B>(), q)]));
        let wrong = a.is_zero() || b.is_zero();
        assert_eq!(pairing::product_is_one::<B>(&[(p, q), (p, q)]), wrong);
    }
    assert!(!pairing::pairing::<B>(&g1::<B>(&Fr::ONE), &g2::<B>(&Fr::ONE)).is_one::<B>());
}

fn final_exponentiation_of_anything<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(3);
    for case in 0..60 {
        let f = if case == 0 { Fp12::ONE } else { residue12(&mut rng) };
        let expected = ffi::final_exp(&blst_fp12(&f));
        assert_eq!(blst_fp12(&pairing::final_exponentiation::<B>(&f).0), expected);
        let expected = ffi::fp12_inverse(&blst_fp12(&f));
        assert_eq!(blst_fp12(&f.inv_vartime::<B>()), expected);
        for (power, ours) in [(1, f.frobenius::<B>()), (2, f.frobenius_2::<B>())] {
            let expected = ffi::fp12_frobenius(&blst_fp12(&f), power);
            assert_eq!(blst_fp12(&ours), expected);
        }
    }
}

for_backends! { pairings_are_those_of_blst, the_pairing_is_bilinear, final_exponentiation_of_anything }
