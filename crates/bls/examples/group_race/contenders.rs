//! What a backend does, on the same inputs as blst.

use std::hint::black_box;

use lanesmith_bls::curve::{self, Affine, Curve, G1Affine, G2Affine};
use lanesmith_bls::hash_to_curve::hash_to_curve;
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2, Fp12, Fr, Scalar};
use lanesmith_bls::pairing;

use crate::Race;

pub const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
pub const K: [u64; 4] =
    [0x1234_5678_9abc_def1, 0xfedc_ba98_7654_3211, 0x0f1e_2d3c_4b5a_6978, 0x2468_ace0_1357_9bdf];

pub struct Inputs {
    pub p1: G1Affine,
    pub q1: G1Affine,
    pub p2: G2Affine,
    pub q2: G2Affine,
    pub k: Fr,
    pub f: Fp12,
}

pub fn inputs() -> Inputs {
    let k = Fr::from_limbs(&K).unwrap();
    let p1 = <Fp as Curve>::GENERATOR;
    let p2 = <Fp2 as Curve>::GENERATOR;
    let q1 = curve::mul::<Fp, Scalar>(&p1, &k).to_affine::<Scalar>();
    let q2 = curve::mul::<Fp2, Scalar>(&p2, &k).to_affine::<Scalar>();
    let f = pairing::miller_loop::<Scalar>(&[(q1, q2)]);
    Inputs { p1, q1, p2, q2, k, f }
}

/// Adds a backend to every race.
#[allow(clippy::too_many_lines)]
pub fn add<B: Backend>(engine: &'static str, races: &mut [Race]) {
    for race in races {
        let Inputs { p1, q1, p2, q2, k, f } = inputs();
        let (j1, j2) = (q1.to_projective().dbl::<B>(), q2.to_projective().dbl::<B>());
        let (g1, g2) = (p1.to_projective(), p2.to_projective());
        let x = q1.x;
        let (c1, c2) = (q1.to_compressed::<B>(), q2.to_compressed::<B>());
        let message: [u8; 32] = {
            let bytes: Vec<u8> = K.iter().flat_map(|limb| limb.to_le_bytes()).collect();
            bytes.try_into().unwrap_or([1; 32])
        };
        macro_rules! ours {
            ($e:expr) => {
                Box::new(move || {
                    black_box($e);
                })
            };
        }
        let run: Box<dyn FnMut()> = match race.name {
            "fp.inv_vartime" => ours!(black_box(&x).inv_vartime::<B>()),
            "fp.inv" => ours!(black_box(&x).inv::<B>()),
            "fp.sqrt" => ours!(black_box(&x).sqrt::<B>()),
            "fp2.sqrt" => ours!(black_box(&q2.x).sqrt::<B>()),
            "fp12.mul" => ours!(B::fp12_mul(black_box(&f), &f)),
            "fp12.sqr" => ours!(B::fp12_sqr(black_box(&f))),
            "fp12.cyclotomic_sqr" => ours!(B::fp12_cyclotomic_sqr(black_box(&f))),
            "fp12.inv" => ours!(black_box(&f).inv_vartime::<B>()),
            "g1.dbl" => ours!(black_box(&j1).dbl::<B>()),
            "g1.add" => ours!(black_box(&j1).add::<B>(&g1)),
            "g1.add_affine" => ours!(black_box(&j1).add_affine::<B>(&p1)),
            "g2.dbl" => ours!(black_box(&j2).dbl::<B>()),
            "g2.add" => ours!(black_box(&j2).add::<B>(&g2)),
            "g2.add_affine" => ours!(black_box(&j2).add_affine::<B>(&p2)),
            "g1.mul" => ours!(curve::mul::<Fp, B>(black_box(&q1), &k)),
            "g2.mul" => ours!(curve::mul::<Fp2, B>(black_box(&q2), &k)),
            "g1.mul_64" => ours!(curve::mul_u64_vartime::<Fp, B>(black_box(&j1), K[0])),
            "g2.mul_64" => ours!(curve::mul_u64_vartime::<Fp2, B>(black_box(&j2), K[0])),
            "g1.in_subgroup" => ours!(Fp::in_subgroup::<B>(black_box(&q1))),
            "g2.in_subgroup" => ours!(Fp2::in_subgroup::<B>(black_box(&q2))),
            "g1.decompress" => ours!(G1Affine::from_compressed_unchecked::<B>(black_box(&c1)).is_ok()),
            "g2.decompress" => ours!(G2Affine::from_compressed_unchecked::<B>(black_box(&c2)).is_ok()),
            "g1.decompress_checked" => ours!(G1Affine::from_compressed::<B>(black_box(&c1)).is_ok()),
            "g2.decompress_checked" => ours!(G2Affine::from_compressed::<B>(black_box(&c2)).is_ok()),
            "hash.g1" => ours!(hash_to_curve::<Fp, B>(black_box(&message), DST).is_ok()),
            "hash.g2" => ours!(hash_to_curve::<Fp2, B>(black_box(&message), DST).is_ok()),
            "miller.1" => ours!(pairing::miller_loop::<B>(black_box(&[(q1, q2)]))),
            "miller.2 (two loops)" | "miller.2 (shared)" => {
                ours!(pairing::miller_loop::<B>(black_box(&[(q1, q2), (p1, p2)])))
            }
            "miller.8 (shared)" => ours!(pairing::miller_loop::<B>(black_box(&[(q1, q2); 8]))),
            "final_exp" => ours!(pairing::final_exponentiation::<B>(black_box(&f))),
            "sign" => ours!(
                hash_to_curve::<Fp2, B>(black_box(&message), DST)
                    .map(|h| { curve::mul::<Fp2, B>(&h.to_affine::<B>(), &k).to_affine::<B>() })
                    .is_ok()
            ),
            "verify" => ours!(
                hash_to_curve::<Fp2, B>(black_box(&message), DST)
                    .map(|h| {
                        let checked = Fp::in_subgroup::<B>(&q1) && Fp2::in_subgroup::<B>(&q2);
                        let pairs = [(q1, h.to_affine_vartime::<B>()), (p1.neg::<B>(), q2)];
                        checked && pairing::product_is_one::<B>(&pairs)
                    })
                    .is_ok()
            ),
            _ => msm::run::<B>(race.name),
        };
        race.contenders.push((engine, run));
    }
}

pub mod msm {
    use super::*;

    pub fn inputs(log: u32) -> (Vec<G1Affine>, Vec<[u64; 4]>) {
        let mut rng = fastrand::Rng::with_seed(1);
        let count = 1usize << log;
        let step =
            curve::mul_u64_vartime::<Fp, Scalar>(&<Fp as Curve>::GENERATOR.to_projective(), rng.u64(..));
        let mut point = step;
        let mut projective = Vec::with_capacity(count);
        for _ in 0..count {
            point = point.dbl::<Scalar>().add::<Scalar>(&step);
            projective.push(point);
        }
        let mut points = vec![Affine::INFINITY; count];
        curve::batch_to_affine::<Fp, Scalar>(&projective, &mut points);
        let scalars = (0..count)
            .map(|_| {
                let bytes: [u8; 32] = core::array::from_fn(|_| rng.u8(..));
                Fr::from_bytes_reduced(&bytes).to_limbs()
            })
            .collect();
        (points, scalars)
    }

    pub fn run<B: Backend>(name: &str) -> Box<dyn FnMut()> {
        let log = match name {
            "msm.g1 2^7" => 7,
            "msm.g1 2^10" => 10,
            _ => 14,
        };
        let (points, scalars) = inputs(log);
        let scalars: Vec<Fr> = scalars.iter().filter_map(Fr::from_limbs).collect();
        Box::new(move || {
            black_box(curve::msm_vartime::<Fp, B>(&points, &scalars).is_ok());
        })
    }
}
