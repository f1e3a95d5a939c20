//! What blst does and what a backend does, on the same inputs.

use std::hint::black_box;

use blst::*;
use lanesmith_bls::curve::{self, Affine, Curve, G1Affine, G2Affine};
use lanesmith_bls::hash_to_curve::hash_to_curve;
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2, Fp12, Fr, Scalar};
use lanesmith_bls::pairing;

use crate::Race;

const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const K: [u64; 4] =
    [0x1234_5678_9abc_def1, 0xfedc_ba98_7654_3211, 0x0f1e_2d3c_4b5a_6978, 0x2468_ace0_1357_9bdf];

struct Inputs {
    p1: G1Affine,
    q1: G1Affine,
    p2: G2Affine,
    q2: G2Affine,
    k: Fr,
    f: Fp12,
}

fn inputs() -> Inputs {
    let k = Fr::from_limbs(&K).unwrap();
    let p1 = <Fp as Curve>::GENERATOR;
    let p2 = <Fp2 as Curve>::GENERATOR;
    let q1 = curve::mul::<Fp, Scalar>(&p1, &k).to_affine::<Scalar>();
    let q2 = curve::mul::<Fp2, Scalar>(&p2, &k).to_affine::<Scalar>();
    let f = pairing::miller_loop::<Scalar>(&[(q1, q2)]);
    Inputs { p1, q1, p2, q2, k, f }
}

fn canonical(x: &Fp) -> blst_fp {
    let mut out = blst_fp::default();
    unsafe {
        blst_fp_from_lendian(
            &mut out,
            x.to_bytes::<Scalar>().iter().rev().copied().collect::<Vec<_>>().as_ptr(),
        )
    };
    out
}

fn fp2(x: &Fp2) -> blst_fp2 {
    blst_fp2 { fp: [canonical(&x.c0), canonical(&x.c1)] }
}

fn fp12(x: &Fp12) -> blst_fp12 {
    let six = |x: &lanesmith_bls::hazmat::Fp6| blst_fp6 { fp2: [fp2(&x.c0), fp2(&x.c1), fp2(&x.c2)] };
    blst_fp12 { fp6: [six(&x.c0), six(&x.c1)] }
}

fn race(name: &'static str, run: impl FnMut() + 'static) -> Race {
    Race { name, contenders: vec![("blst", Box::new(run))] }
}

macro_rules! call {
    ($function:ident, $out:ty, $($arg:expr),*) => {{
        let mut out = <$out>::default();
        unsafe { $function(&mut out, $($arg),*) };
        black_box(&out);
    }};
}

/// blst's side.
pub fn blst_races() -> Vec<Race> {
    let i = inputs();
    let a1 = blst_p1_affine { x: canonical(&i.q1.x), y: canonical(&i.q1.y) };
    let a2 = blst_p2_affine { x: fp2(&i.q2.x), y: fp2(&i.q2.y) };
    let (mut j1, mut j2, mut g1, mut g2) =
        (blst_p1::default(), blst_p2::default(), blst_p1::default(), blst_p2::default());
    unsafe {
        g1 = *blst_p1_generator().as_ref().unwrap_or(&g1);
        g2 = *blst_p2_generator().as_ref().unwrap_or(&g2);
        blst_p1_from_affine(&mut j1, &a1);
        blst_p2_from_affine(&mut j2, &a2);
        let (h1, h2) = (j1, j2);
        blst_p1_double(&mut j1, &h1);
        blst_p2_double(&mut j2, &h2);
    }
    let gen1 = blst_p1_affine { x: g1.x, y: g1.y };
    let gen2 = blst_p2_affine { x: g2.x, y: g2.y };
    let bytes: Vec<u8> = K.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let scalar: [u8; 32] = bytes.try_into().unwrap_or([1; 32]);
    let f = fp12(&i.f);
    let x = a1.x;
    let (c1, c2) = (i.q1.to_compressed::<Scalar>(), i.q2.to_compressed::<Scalar>());
    let sk = blst_scalar { b: scalar };
    let mut races = vec![
        race("fp.inv_vartime", move || call!(blst_fp_eucl_inverse, blst_fp, black_box(&x))),
        race("fp.inv", move || call!(blst_fp_inverse, blst_fp, black_box(&x))),
        race("fp.sqrt", move || call!(blst_fp_sqrt, blst_fp, black_box(&x))),
        race("fp2.sqrt", move || call!(blst_fp2_sqrt, blst_fp2, black_box(&a2.x))),
        race("fp12.mul", move || call!(blst_fp12_mul, blst_fp12, black_box(&f), &f)),
        race("fp12.sqr", move || call!(blst_fp12_sqr, blst_fp12, black_box(&f))),
        race("fp12.cyclotomic_sqr", move || call!(blst_fp12_cyclotomic_sqr, blst_fp12, black_box(&f))),
        race("fp12.inv", move || call!(blst_fp12_inverse, blst_fp12, black_box(&f))),
        race("g1.dbl", move || call!(blst_p1_double, blst_p1, black_box(&j1))),
        race("g1.add", move || call!(blst_p1_add, blst_p1, black_box(&j1), &g1)),
        race("g1.add_affine", move || call!(blst_p1_add_affine, blst_p1, black_box(&j1), &gen1)),
        race("g2.dbl", move || call!(blst_p2_double, blst_p2, black_box(&j2))),
        race("g2.add", move || call!(blst_p2_add, blst_p2, black_box(&j2), &g2)),
        race("g2.add_affine", move || call!(blst_p2_add_affine, blst_p2, black_box(&j2), &gen2)),
        race("g1.mul", move || call!(blst_p1_mult, blst_p1, black_box(&j1), scalar.as_ptr(), 255)),
        race("g2.mul", move || call!(blst_p2_mult, blst_p2, black_box(&j2), scalar.as_ptr(), 255)),
        race("g1.mul_64", move || call!(blst_p1_mult, blst_p1, black_box(&j1), scalar.as_ptr(), 64)),
        race("g2.mul_64", move || call!(blst_p2_mult, blst_p2, black_box(&j2), scalar.as_ptr(), 64)),
        race("g1.in_subgroup", move || unsafe {
            black_box(blst_p1_affine_in_g1(black_box(&a1)));
        }),
        race("g2.in_subgroup", move || unsafe {
            black_box(blst_p2_affine_in_g2(black_box(&a2)));
        }),
        race("g1.decompress", move || call!(blst_p1_uncompress, blst_p1_affine, black_box(&c1).as_ptr())),
        race("g2.decompress", move || call!(blst_p2_uncompress, blst_p2_affine, black_box(&c2).as_ptr())),
        race("g1.decompress_checked", move || {
            let mut out = blst_p1_affine::default();
            unsafe {
                blst_p1_uncompress(&mut out, black_box(&c1).as_ptr());
                black_box(blst_p1_affine_in_g1(&out));
            }
        }),
        race("g2.decompress_checked", move || {
            let mut out = blst_p2_affine::default();
            unsafe {
                blst_p2_uncompress(&mut out, black_box(&c2).as_ptr());
                black_box(blst_p2_affine_in_g2(&out));
            }
        }),
        race("hash.g1", move || {
            let none = core::ptr::null();
            call!(
                blst_hash_to_g1,
                blst_p1,
                black_box(&K).as_ptr().cast(),
                32,
                DST.as_ptr(),
                DST.len(),
                none,
                0
            )
        }),
        race("hash.g2", move || {
            let none = core::ptr::null();
            call!(
                blst_hash_to_g2,
                blst_p2,
                black_box(&K).as_ptr().cast(),
                32,
                DST.as_ptr(),
                DST.len(),
                none,
                0
            )
        }),
        race("miller.1", move || call!(blst_miller_loop, blst_fp12, black_box(&a2), &a1)),
        race("miller.2 (two loops)", move || {
            let (mut one, mut two, mut out) =
                (blst_fp12::default(), blst_fp12::default(), blst_fp12::default());
            unsafe {
                blst_miller_loop(&mut one, black_box(&a2), &a1);
                blst_miller_loop(&mut two, black_box(&gen2), &gen1);
                blst_fp12_mul(&mut out, &one, &two);
            }
            black_box(&out);
        }),
        race("miller.2 (shared)", move || {
            let mut out = blst_fp12::default();
            let (qs, ps) = ([a2, gen2], [a1, gen1]);
            let (q, p) = ([&qs[0] as *const _, core::ptr::null()], [&ps[0] as *const _, core::ptr::null()]);
            unsafe { blst_miller_loop_n(&mut out, q.as_ptr(), p.as_ptr(), 2) };
            black_box(&out);
        }),
        race("miller.8 (shared)", move || {
            let mut out = blst_fp12::default();
            let (qs, ps) = ([a2; 8], [a1; 8]);
            let (q, p) = ([&qs[0] as *const _, core::ptr::null()], [&ps[0] as *const _, core::ptr::null()]);
            unsafe { blst_miller_loop_n(&mut out, q.as_ptr(), p.as_ptr(), 8) };
            black_box(&out);
        }),
        race("final_exp", move || call!(blst_final_exp, blst_fp12, black_box(&f))),
        race("sign", move || {
            let none = core::ptr::null();
            let (mut hash, mut out) = (blst_p2::default(), blst_p2_affine::default());
            unsafe {
                blst_hash_to_g2(
                    &mut hash,
                    black_box(&K).as_ptr().cast(),
                    32,
                    DST.as_ptr(),
                    DST.len(),
                    none,
                    0,
                );
                blst_sign_pk2_in_g1(core::ptr::null_mut(), &mut out, &hash, &sk);
            }
            black_box(&out);
        }),
        race("verify", move || unsafe {
            let none = core::ptr::null();
            let (m, d) = (black_box(&K).as_ptr().cast(), DST.as_ptr());
            black_box(blst_core_verify_pk_in_g1(&a1, &a2, true, m, 32, d, DST.len(), none, 0));
        }),
    ];
    for log in [7, 10, 14] {
        races.push(msm::blst_race(log));
    }
    races
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

mod msm {
    use super::*;

    pub fn blst_race(log: u32) -> Race {
        let name = ["msm.g1 2^7", "msm.g1 2^10", "msm.g1 2^14"][match log {
            7 => 0,
            10 => 1,
            _ => 2,
        }];
        let (points, scalars) = inputs(log);
        let points: Vec<blst_p1_affine> =
            points.iter().map(|p| blst_p1_affine { x: canonical(&p.x), y: canonical(&p.y) }).collect();
        let bytes: Vec<u8> =
            scalars.iter().flat_map(|s| s.iter().flat_map(|limb| limb.to_le_bytes())).collect();
        let mut scratch = vec![0u64; unsafe { blst_p1s_mult_pippenger_scratch_sizeof(points.len()) } / 8];
        super::race(name, move || {
            let mut out = blst_p1::default();
            let p = [points.as_ptr(), core::ptr::null()];
            let s = [bytes.as_ptr(), core::ptr::null()];
            unsafe {
                blst_p1s_mult_pippenger(
                    &mut out,
                    p.as_ptr(),
                    points.len(),
                    s.as_ptr(),
                    255,
                    scratch.as_mut_ptr(),
                )
            };
            black_box(&out);
        })
    }

    fn inputs(log: u32) -> (Vec<G1Affine>, Vec<[u64; 4]>) {
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
