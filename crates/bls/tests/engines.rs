//! Every engine of every operation gives what is published and what the portable one gives, and is the one that ran.

use std::process::ExitCode;

use lanesmith_bls::curve::Affine;
use lanesmith_bls::hazmat::many::{Laned, OneByOne, Together};
use lanesmith_bls::hazmat::*;
use lanesmith_bls::signature::{Scheme, SecretKey};
use lanesmith_bls::{FP, FP2, FP6, FP12, G1_POINTS, G2_POINTS, HASH, MSM, PAIRING, SIGNATURE};
use lanesmith_bls::{Fr, G1 as Group1, G2 as Group2, HashToCurve, Msm, Pairing};
use lanesmith_isa::{Handle, hit};
use lanesmith_suite::{add_tests, bls as family};
use lanesmith_testkit::driver::Suite;

const TAG: &[u8] = b"tag";

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &family::Bls, &FP);
    suite.engines(&FP, &[("kernels_equal_the_portable_ones", fp)]);
    suite.hit(&FP, |engine| {
        (engine.kernel().mul)(&Fp::ONE, &Fp::ONE);
    });
    add_tests(&mut suite, &family::Bls, &FP2);
    suite.engines(&FP2, &[("kernels_equal_the_portable_ones", fp2)]);
    suite.hit(&FP2, |engine| {
        (engine.kernel().mul)(&Fp2::ONE, &Fp2::ONE);
    });
    add_tests(&mut suite, &family::Bls, &FP6);
    suite.engines(&FP6, &[("kernels_equal_the_portable_ones", fp6)]);
    suite.hit(&FP6, |engine| {
        (engine.kernel().mul)(&Fp6::ONE, &Fp6::ONE);
    });
    add_tests(&mut suite, &family::Bls, &FP12);
    suite.engines(&FP12, &[("kernels_equal_the_portable_ones", fp12)]);
    suite.hit(&FP12, |engine| {
        (engine.kernel().mul)(&Fp12::ONE, &Fp12::ONE);
    });
    add_tests(&mut suite, &family::Bls, &G1_POINTS);
    suite.engines(&G1_POINTS, &[("functions_agree_with_the_portable_engine", g1)]);
    suite.hit(&G1_POINTS, |engine| {
        Group1::with_engine(engine).to_compressed(&Group1::GENERATOR);
    });
    add_tests(&mut suite, &family::Bls, &G2_POINTS);
    suite.engines(&G2_POINTS, &[("functions_agree_with_the_portable_engine", g2)]);
    suite.hit(&G2_POINTS, |engine| {
        Group2::with_engine(engine).to_compressed(&Group2::GENERATOR);
    });
    add_tests(&mut suite, &family::Bls, &PAIRING);
    suite.engines(&PAIRING, &[("pairings_are_bilinear", pairing)]);
    suite.hit(&PAIRING, |engine| {
        Pairing::with_engine(engine).product_is_one(&[]);
    });
    add_tests(&mut suite, &family::Bls, &HASH);
    suite.engines(&HASH, &[("hashes_agree_with_the_portable_engine", hash)]);
    suite.hit(&HASH, |engine| {
        let _ = HashToCurve::with_engine(engine).to_g1(b"", TAG);
    });
    add_tests(&mut suite, &family::Bls, &MSM);
    suite.engines(&MSM, &[("sums_agree_with_single_products", msm)]);
    suite.hit(&MSM, |engine| {
        let _ = Msm::with_engine(engine).g1(&[], &[]);
    });
    add_tests(&mut suite, &family::Bls, &SIGNATURE);
    suite.engines(&SIGNATURE, &[("signatures_agree_with_the_portable_engine", signature)]);
    if hit::RECORDS {
        suite.each(&SIGNATURE, "hit", composed);
    }
    suite.run()
}

type Outcome = Result<(), String>;

fn signature(engine: Handle<SignatureKernel>) -> Outcome {
    let portable = SIGNATURE.by_name("scalar").map_err(|e| e.to_string())?;
    let secret = SecretKey::generate(&[1; 32], b"").map_err(|e| e.to_string())?;
    let (ours, plain) = (Scheme::min_sig().with_engine(engine), Scheme::min_sig().with_engine(portable));
    same("the public key", ours.public_key(&secret), plain.public_key(&secret))?;
    same("the signature", ours.sign(&secret, b"m"), plain.sign(&secret, b"m"))
}

/// Signatures are composed of other operations: what runs is theirs, of the engine that was named and no other.
fn composed(engine: Handle<SignatureKernel>) -> Outcome {
    let scheme = Scheme::min_pk().with_engine(engine);
    let secret = SecretKey::generate(&[2; 32], b"").map_err(|e| e.to_string())?;
    drop(hit::take());
    let key = scheme.public_key(&secret);
    let signature = scheme.sign(&secret, b"m").map_err(|e| e.to_string())?;
    let keys = scheme.aggregate_keys(&[key, key]).map_err(|e| e.to_string())?;
    same("verification", scheme.verify(&keys, b"m", &signature).is_err(), true)?;
    let mut marks = hit::take();
    marks.retain(|(op, _)| op.starts_with("bls."));
    marks.sort_unstable();
    let of = ["bls.g1", "bls.g2", "bls.hash", "bls.msm", "bls.pairing"];
    if marks == of.map(|op| (op, engine.name())) { Ok(()) } else { Err(format!("{marks:?} ran")) }
}

fn same<T: PartialEq>(what: &str, ours: T, expected: T) -> Outcome {
    if ours == expected { Ok(()) } else { Err(format!("{what} differs")) }
}

fn element(rng: &mut fastrand::Rng) -> Fp {
    Fp::from_bytes_wide::<Scalar>(&core::array::from_fn(|_| rng.u8(..)))
}

fn element2(rng: &mut fastrand::Rng) -> Fp2 {
    Fp2 { c0: element(rng), c1: element(rng) }
}

fn element6(rng: &mut fastrand::Rng) -> Fp6 {
    Fp6 { c0: element2(rng), c1: element2(rng), c2: element2(rng) }.mul::<Scalar>(&Fp6::ONE)
}

fn element12(rng: &mut fastrand::Rng) -> Fp12 {
    Fp12 { c0: element6(rng), c1: element6(rng) }
}

fn fp(engine: Handle<FpKernel>) -> Outcome {
    let (kernel, plain) = (engine.kernel(), FP.by_name("scalar").map_err(|e| e.to_string())?.kernel());
    let bytes = |x: &Fp| x.to_bytes::<Scalar>();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let (a, b) = (element(&mut rng), element(&mut rng));
        same("sum", bytes(&(kernel.add)(&a, &b)), bytes(&(plain.add)(&a, &b)))?;
        same("difference", bytes(&(kernel.sub)(&a, &b)), bytes(&(plain.sub)(&a, &b)))?;
        same("product", bytes(&(kernel.mul)(&a, &b)), bytes(&(plain.mul)(&a, &b)))?;
        same("square", bytes(&(kernel.sqr)(&a)), bytes(&(plain.sqr)(&a)))?;
        same("wide product", (kernel.mul_wide)(&a, &b).0, (plain.mul_wide)(&a, &b).0)?;
        let wide = (kernel.mul_wide)(&a, &b);
        same("reduction", bytes(&(kernel.reduce)(&wide)), bytes(&(plain.mul)(&a, &b)))?;
        same("inverse", bytes(&(kernel.inv)(&a)), bytes(&(plain.inv)(&a)))?;
        same("inverse", bytes(&(kernel.inv_vartime)(&a)), bytes(&(plain.inv)(&a)))?;
        same("root", (kernel.sqrt)(&a).map(|x| bytes(&x)), (plain.sqrt)(&a).map(|x| bytes(&x)))?;
    }
    Ok(())
}

fn fp2(engine: Handle<Fp2Kernel>) -> Outcome {
    let (kernel, plain) = (engine.kernel(), FP2.by_name("scalar").map_err(|e| e.to_string())?.kernel());
    let bytes = |x: &Fp2| [x.c0.to_bytes::<Scalar>(), x.c1.to_bytes::<Scalar>()];
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let (a, b) = (element2(&mut rng), element2(&mut rng));
        same("product", bytes(&(kernel.mul)(&a, &b)), bytes(&(plain.mul)(&a, &b)))?;
        same("square", bytes(&(kernel.sqr)(&a)), bytes(&(plain.sqr)(&a)))?;
        same("inverse", bytes(&(kernel.inv_vartime)(&a)), bytes(&(plain.inv_vartime)(&a)))?;
        same("root", (kernel.sqrt)(&a).map(|x| bytes(&x)), (plain.sqrt)(&a).map(|x| bytes(&x)))?;
    }
    Ok(())
}

fn fp6(engine: Handle<Fp6Kernel>) -> Outcome {
    let (kernel, plain) = (engine.kernel(), FP6.by_name("scalar").map_err(|e| e.to_string())?.kernel());
    let whole = |x: Fp6| Fp12 { c0: x, c1: Fp6::ONE };
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let (a, b) = (element6(&mut rng), element6(&mut rng));
        let equal = whole((kernel.mul)(&a, &b)).equals::<Scalar>(&whole((plain.mul)(&a, &b)));
        same("product", equal, true)?;
        let equal = whole((kernel.inv_vartime)(&a)).equals::<Scalar>(&whole((plain.inv_vartime)(&a)));
        same("inverse", equal, true)?;
    }
    Ok(())
}

fn fp12(engine: Handle<Fp12Kernel>) -> Outcome {
    let (kernel, plain) = (engine.kernel(), FP12.by_name("scalar").map_err(|e| e.to_string())?.kernel());
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..100 {
        let (a, b) = (element12(&mut rng), element12(&mut rng));
        let equal = |x: Fp12, y: Fp12, what| same(what, x.equals::<Scalar>(&y), true);
        equal((kernel.mul)(&a, &b), (plain.mul)(&a, &b), "product")?;
        equal((kernel.sqr)(&a), (plain.sqr)(&a), "square")?;
        equal((kernel.cyclotomic_sqr)(&a), (plain.cyclotomic_sqr)(&a), "cyclotomic square")?;
        equal((kernel.inv_vartime)(&a), (plain.inv_vartime)(&a), "inverse")?;
    }
    Ok(())
}

macro_rules! group {
    ($name:ident, $group:ident, $kernel:ty) => {
        fn $name(engine: Handle<$kernel>) -> Outcome {
            let ours = $group::with_engine(engine);
            let plain = $group::by_name("scalar").map_err(|e| e.to_string())?;
            let mut rng = fastrand::Rng::with_seed(5);
            let mut point = $group::GENERATOR;
            for _ in 0..20 {
                let k = Fr::from_bytes_reduced(&core::array::from_fn::<u8, 40, _>(|_| rng.u8(..)));
                let start = point.to_projective();
                let product = ours.mul(&point, &k);
                let results = [
                    (ours.mul_vartime(&start, &k), plain.mul_vartime(&start, &k)),
                    (product, plain.mul(&point, &k)),
                    (ours.add(&product, &start), plain.add_affine(&product, &point)),
                    (ours.add_affine(&product, &point), plain.add(&product, &start)),
                    (ours.dbl(&product), plain.dbl(&product)),
                    (ours.mul_u64_vartime(&start, 77), plain.mul_u64_vartime(&start, 77)),
                    (ours.mul_wide_vartime(&start, &[1; 40]), plain.mul_wide_vartime(&start, &[1; 40])),
                ];
                for (ours_is, expected) in &results {
                    same("result", ours.equals(ours_is, expected) && plain.equals(ours_is, expected), true)?;
                }
                point = ours.to_affine(&product);
                let mut batch = [point];
                ours.batch_to_affine(&[product], &mut batch);
                same("compressed", ours.to_compressed(&batch[0]), plain.to_compressed(&point))?;
                same("uncompressed", ours.to_uncompressed(&point), plain.to_uncompressed(&point))?;
                same("membership", ours.in_subgroup(&point) && ours.is_on_curve(&point), true)?;
                let (short, long) = (ours.to_compressed(&point), ours.to_uncompressed(&point));
                many_points(engine, point)?;
                for decoded in [
                    ours.from_compressed(&short),
                    ours.from_compressed_unchecked(&short),
                    ours.from_uncompressed(&long),
                    ours.from_uncompressed_unchecked(&long),
                ] {
                    let decoded = decoded.map_err(|e| e.to_string())?;
                    same("decoded", plain.to_compressed(&decoded), short)?;
                }
            }
            Ok(())
        }
    };
}

/// What an engine does with many points, at counts with and without whole vectors.
fn many_points<F: Laned>(engine: Handle<PointKernel<F>>, point: Affine<F>) -> Outcome {
    let kernel = engine.kernel();
    let bytes = |point: &Affine<F>| point.to_compressed::<Scalar>().as_ref().to_vec();
    for count in [0, 1, 3, 4, 9] {
        let points = vec![point; count];
        same("members", (kernel.in_subgroup_many)(&points), vec![true; count])?;
        let short: Vec<Vec<u8>> = points.iter().map(bytes).collect();
        let slices: Vec<&[u8]> = short.iter().map(Vec::as_slice).collect();
        let decoded = (kernel.from_compressed_many)(&slices).into_iter().collect::<Result<Vec<_>, _>>();
        let decoded = decoded.map_err(|e| e.to_string())?;
        same("decoded", decoded.iter().map(bytes).collect::<Vec<_>>(), short)?;
        let factors: Vec<u64> = (1..=count as u64).map(|i| i << 32 | i).collect();
        let (mut scaled, mut expected) = (points.clone(), points);
        (kernel.scale_vartime)(&mut scaled, &factors);
        OneByOne::scale::<F, Scalar>(&mut expected, &factors);
        let all = |points: &[Affine<F>]| points.iter().map(bytes).collect::<Vec<_>>();
        same("scaled", all(&scaled), all(&expected))?;
    }
    Ok(())
}

group!(g1, Group1, PointKernel<Fp>);
group!(g2, Group2, PointKernel<Fp2>);

fn pairing(engine: Handle<PairingKernel>) -> Outcome {
    let pairing = Pairing::with_engine(engine);
    let (one, two) = (Group1::auto(), Group2::auto());
    let p = one.to_affine(&one.mul(&Group1::GENERATOR, &Fr::from_u64(5)));
    let q = two.to_affine(&two.mul(&Group2::GENERATOR, &Fr::from_u64(5).neg()));
    let pairs = [(p, Group2::GENERATOR), (Group1::GENERATOR, q)];
    same("product", pairing.product_is_one(&pairs), true)?;
    same("one pair", pairing.product_is_one(&pairs[..1]), false)?;
    let prepared = [pairing.prepare(&Group2::GENERATOR), pairing.prepare(&q)];
    let f = pairing.miller_loop_prepared(&[(p, &prepared[0]), (Group1::GENERATOR, &prepared[1])]);
    same("prepared", pairing.final_exponentiation(&f).is_one::<Scalar>(), true)?;
    same("product", pairing.product(&pairs).is_one::<Scalar>(), true)
}

fn hash(engine: Handle<HashKernel>) -> Outcome {
    let (ours, plain) =
        (HashToCurve::with_engine(engine), HashToCurve::by_name("scalar").map_err(|e| e.to_string())?);
    let (one, two) = (Group1::auto(), Group2::auto());
    let mut rng = fastrand::Rng::with_seed(6);
    let text = |e: lanesmith_bls::ExpandError| e.to_string();
    for length in 0..20 {
        let message: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
        let m = &message[..];
        same(
            "G1",
            one.equals(&ours.to_g1(m, TAG).map_err(text)?, &plain.to_g1(m, TAG).map_err(text)?),
            true,
        )?;
        same(
            "G2",
            two.equals(&ours.to_g2(m, TAG).map_err(text)?, &plain.to_g2(m, TAG).map_err(text)?),
            true,
        )?;
        let pair = (ours.encode_to_g1(m, TAG).map_err(text)?, plain.encode_to_g1(m, TAG).map_err(text)?);
        same("G1, non-uniform", one.equals(&pair.0, &pair.1), true)?;
        let pair = (ours.encode_to_g2(m, TAG).map_err(text)?, plain.encode_to_g2(m, TAG).map_err(text)?);
        same("G2, non-uniform", two.equals(&pair.0, &pair.1), true)?;
        let u = element2(&mut rng);
        same("map to G1", one.equals(&ours.map_to_g1(&u.c0), &plain.map_to_g1(&u.c0)), true)?;
        same("map to G2", two.equals(&ours.map_to_g2(&u), &plain.map_to_g2(&u)), true)?;
    }
    let kernel = engine.kernel();
    for count in [0, 1, 3, 4, 9] {
        let messages: Vec<[u8; 1]> = (0..count).map(|i| [i]).collect();
        let fields = messages.iter().map(|m| (kernel.fields_of_g2)(m, TAG)).collect::<Result<Vec<_>, _>>();
        let points = (kernel.fields_to_g2)(&fields.map_err(text)?);
        let fields = messages.iter().map(|m| (kernel.fields_of_g1)(m, TAG)).collect::<Result<Vec<_>, _>>();
        let others = (kernel.fields_to_g1)(&fields.map_err(text)?);
        same("count", (points.len(), others.len()), (messages.len(), messages.len()))?;
        for ((message, point), other) in messages.iter().zip(&points).zip(&others) {
            let expected = plain.to_g2(message, TAG).map_err(text)?;
            same("many to G2", two.equals(&point.to_projective(), &expected), true)?;
            let expected = plain.to_g1(message, TAG).map_err(text)?;
            same("many to G1", one.equals(&other.to_projective(), &expected), true)?;
        }
    }
    same("empty tag", ours.to_g1(b"", b"").is_err() && ours.encode_to_g2(b"", b"").is_err(), true)
}

fn msm(engine: Handle<MsmKernel>) -> Outcome {
    let msm = Msm::with_engine(engine);
    let (one, two) = (Group1::auto(), Group2::auto());
    let text = |e: lanesmith_bls::CountError| e.to_string();
    for count in [1u64, 5, 40] {
        let numbers: Vec<u64> = (1..=count).collect();
        let scalars: Vec<Fr> = numbers.iter().map(|n| Fr::from_u64(*n)).collect();
        let n = count as usize;
        let (points1, points2) = (vec![Group1::GENERATOR; n], vec![Group2::GENERATOR; n]);
        let total = count * (count + 1) / 2;
        let expected1 = one.mul_u64_vartime(&Group1::GENERATOR.to_projective(), total);
        let expected2 = two.mul_u64_vartime(&Group2::GENERATOR.to_projective(), total);
        same("G1", one.equals(&msm.g1(&points1, &scalars).map_err(text)?, &expected1), true)?;
        same("G2", two.equals(&msm.g2(&points2, &scalars).map_err(text)?, &expected2), true)?;
        same("G1, short", one.equals(&msm.g1_u64(&points1, &numbers).map_err(text)?, &expected1), true)?;
        same("G2, short", two.equals(&msm.g2_u64(&points2, &numbers).map_err(text)?, &expected2), true)?;
        let kernel = engine.kernel();
        same("G1, scaled", one.equals(&(kernel.g1_scaled)(&points1, &numbers), &expected1), true)?;
        same("G2, scaled", two.equals(&(kernel.g2_scaled)(&points2, &numbers), &expected2), true)?;
        let expected1 = one.mul_u64_vartime(&Group1::GENERATOR.to_projective(), count);
        let expected2 = two.mul_u64_vartime(&Group2::GENERATOR.to_projective(), count);
        same("sum in G1", one.equals(&msm.g1_sum(&points1), &expected1), true)?;
        same("sum in G2", two.equals(&msm.g2_sum(&points2), &expected2), true)?;
    }
    Ok(())
}
