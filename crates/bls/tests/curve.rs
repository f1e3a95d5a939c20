//! The groups against blst, for every backend; published multiples and encodings are compared in the suite.

mod common;

use common::ffi::Peer;
use common::*;
use lanesmith_bls::curve::{self, Affine, Curve, DecodeError, Encoded, Projective};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2, Fr};

const CASES: usize = 200;

/// A point of the curve, almost never in the group.
fn on_curve<F: Peer, B: Backend>(rng: &mut fastrand::Rng) -> Affine<F> {
    loop {
        let x = F::random(rng);
        let right = x.sqr::<B>().mul::<B>(&x).add::<B>(&F::CURVE_B);
        if let Some(y) = right.sqrt::<B>() {
            return Affine { x, y, infinity: false };
        }
    }
}

/// A point of the group.
fn in_group<F: Peer, B: Backend>(rng: &mut fastrand::Rng) -> Affine<F> {
    let scalar = Fr::from_limbs(&scalar(rng)).unwrap();
    curve::mul_vartime::<F, B>(&F::GENERATOR.to_projective(), &scalar).to_affine::<B>()
}

fn compress<F: Encoded, B: Backend>(point: &Projective<F>) -> Vec<u8> {
    point.to_affine::<B>().to_compressed::<B>().as_ref().to_vec()
}

/// The same point with a random Z.
fn rescale<F: Peer, B: Backend>(point: &Projective<F>, rng: &mut fastrand::Rng) -> Projective<F> {
    let mut z = F::random(rng);
    if z.is_zero() {
        z = F::ONE;
    }
    let zz = z.sqr::<B>();
    Projective { x: point.x.mul::<B>(&zz), y: point.y.mul::<B>(&zz.mul::<B>(&z)), z: point.z.mul::<B>(&z) }
}

fn sums<F: Peer, B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(1);
    for case in 0..CASES {
        let p = on_curve::<F, B>(&mut rng);
        let q = match case % 5 {
            0 => p,
            1 => p.neg::<B>(),
            2 => Affine::INFINITY,
            _ => on_curve::<F, B>(&mut rng),
        };
        let (a, b) =
            (rescale::<F, B>(&p.to_projective(), &mut rng), rescale::<F, B>(&q.to_projective(), &mut rng));
        let expected = F::peer_add(&a, &b);
        assert_eq!(compress::<F, B>(&a.add::<B>(&b)), expected);
        assert_eq!(compress::<F, B>(&b.add::<B>(&a)), expected);
        assert_eq!(compress::<F, B>(&a.add_affine::<B>(&q)), expected);
        assert_eq!(compress::<F, B>(&b.add_affine::<B>(&p)), expected);
        assert_eq!(compress::<F, B>(&a.sub::<B>(&b.neg::<B>())), expected);
        assert!(a.add::<B>(&b).equals::<B>(&b.add::<B>(&a)));
        assert_eq!(compress::<F, B>(&a.dbl::<B>()), F::peer_add(&a, &a));
        assert_eq!(a.equals::<B>(&b), p.equals::<B>(&q));
    }
    assert!(Projective::<F>::INFINITY.dbl::<B>().is_infinity());
    assert!(Projective::<F>::INFINITY.add::<B>(&Projective::INFINITY).is_infinity());
}
fn g1_sums<B: Backend>() {
    sums::<Fp, B>();
}
fn g2_sums<B: Backend>() {
    sums::<Fp2, B>();
}

fn products<F: Peer, B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(2);
    for case in 0..CASES / 2 {
        let p = in_group::<F, B>(&mut rng);
        let limbs = scalar(&mut rng);
        let k = Fr::from_limbs(&limbs).unwrap();
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let projective = rescale::<F, B>(&p.to_projective(), &mut rng);
        let expected =
            if p.infinity { compress::<F, B>(&Projective::INFINITY) } else { F::peer_mul(&p, &bytes, 255) };
        assert_eq!(compress::<F, B>(&curve::mul::<F, B>(&p, &k)), expected, "case {case}, {limbs:x?}");
        assert_eq!(compress::<F, B>(&curve::mul_vartime::<F, B>(&projective, &k)), expected);
        let any = on_curve::<F, B>(&mut rng);
        let wide: Vec<u8> = (0..rng.usize(1..40)).map(|_| rng.u8(..)).collect();
        let little: Vec<u8> = wide.iter().rev().copied().collect();
        // blst splits long scalars, which is right in the group only.
        let point = if wide.len() > 8 || any.x.is_zero() { p } else { any };
        let product = curve::mul_wide_vartime::<F, B>(&point.to_projective(), &wide);
        if !point.infinity {
            assert_eq!(compress::<F, B>(&product), F::peer_mul(&point, &little, wide.len() * 8));
        }
        let small = if case == 0 { 0 } else { rng.u64(..) };
        let product = curve::mul_u64_vartime::<F, B>(&any.to_projective(), small);
        // blst has no right answer for points of order 3.
        if any.x.is_zero() {
            let expected = curve::mul_wide_vartime::<F, B>(&any.to_projective(), &small.to_be_bytes());
            assert!(product.equals::<B>(&expected));
        } else {
            assert_eq!(compress::<F, B>(&product), F::peer_mul(&any, &small.to_le_bytes(), 64));
        }
    }
}
fn g1_products<B: Backend>() {
    products::<Fp, B>();
}
fn g2_products<B: Backend>() {
    products::<Fp2, B>();
}

fn membership<F: Peer, B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(3);
    let cofactor = F::cofactor();
    let cofactor =
        hex::decode(format!("{}{cofactor}", if cofactor.len() % 2 == 1 { "0" } else { "" })).unwrap();
    let order: Vec<u8> = Fr::MODULUS.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
    for _ in 0..CASES / 4 {
        let p = on_curve::<F, B>(&mut rng);
        assert!(p.is_on_curve::<B>());
        assert_eq!(<F as Curve>::in_subgroup::<B>(&p), <F as Peer>::in_subgroup(&p));
        assert!(!<F as Curve>::in_subgroup::<B>(&p));
        let cleared = F::clear_cofactor::<B>(&p.to_projective());
        assert!(<F as Curve>::in_subgroup::<B>(&cleared.to_affine::<B>()));
        assert!(cleared.equals::<B>(&curve::mul_wide_vartime::<F, B>(&p.to_projective(), &cofactor)));
        assert!(<F as Curve>::in_subgroup::<B>(&in_group::<F, B>(&mut rng)));
        // A point whose order divides the cofactor: what is left of p after the multiplication by r.
        let small = curve::mul_wide_vartime::<F, B>(&p.to_projective(), &order).to_affine::<B>();
        assert!(small.infinity || !<F as Curve>::in_subgroup::<B>(&small));
        let mixed = small.to_projective().add_affine::<B>(&F::GENERATOR).to_affine::<B>();
        assert!(small.infinity || !<F as Curve>::in_subgroup::<B>(&mixed));
    }
    assert!(<F as Curve>::in_subgroup::<B>(&Affine::INFINITY));
    assert!(<F as Curve>::in_subgroup::<B>(&F::GENERATOR));
}
fn g1_membership<B: Backend>() {
    membership::<Fp, B>();
}
fn g2_membership<B: Backend>() {
    membership::<Fp2, B>();
}

/// Against the sum of single products, with repeated, opposite and infinite points and equal and edge scalars.
fn sums_of_products<F: Peer, B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(6);
    for count in [0usize, 1, 2, 3, 4, 5, 8, 31, 64, 200, 700, 3000] {
        let distinct = count.clamp(1, 40);
        let pool: Vec<Affine<F>> = (0..distinct).map(|_| in_group::<F, B>(&mut rng)).collect();
        let equal = scalar(&mut rng);
        let mut expected = [Fr::ZERO; 40];
        let (mut points, mut scalars, mut wide) = (Vec::new(), Vec::new(), Vec::new());
        let mut wide_sum = Projective::<F>::INFINITY;
        for i in 0..count {
            let which = rng.usize(..distinct);
            let k = match rng.u32(0..8) {
                0..=2 => Fr::from_limbs(&equal).unwrap(),
                _ => Fr::from_limbs(&scalar(&mut rng)).unwrap(),
            };
            // Few bits in every second count, and 256 of them in the others.
            let limbs = [(); 4].map(|()| if i % 7 == 0 { u64::MAX } else { rng.u64(..) });
            let any = if count % 2 == 0 { limbs } else { [limbs[0] >> (count % 64), 0, 0, 0] };
            match rng.u32(0..10) {
                0 => points.push(Affine::INFINITY),
                1 | 2 => {
                    expected[which] = expected[which].sub(&k);
                    points.push(pool[which].neg::<B>());
                }
                _ => {
                    expected[which] = expected[which].add(&k);
                    points.push(pool[which]);
                }
            }
            scalars.push(k);
            wide.push(any);
            let bytes: Vec<u8> = any.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
            wide_sum =
                wide_sum.add::<B>(&curve::mul_wide_vartime::<F, B>(&points[i].to_projective(), &bytes));
        }
        let mut sum = Projective::<F>::INFINITY;
        for (point, k) in pool.iter().zip(&expected) {
            sum = sum.add::<B>(&curve::mul_vartime::<F, B>(&point.to_projective(), k));
        }
        assert!(curve::msm_vartime::<F, B>(&points, &scalars).unwrap().equals::<B>(&sum), "{count}");
        assert!(curve::msm_any_vartime::<F, B>(&points, &wide).unwrap().equals::<B>(&wide_sum), "{count}");
        let plain = points.iter().fold(Projective::<F>::INFINITY, |sum, point| sum.add_affine::<B>(point));
        assert!(curve::sum_vartime::<F, B>(&points).equals::<B>(&plain));
    }
    let same = vec![F::GENERATOR; 300];
    let k = Fr::from_limbs(&Fr::MODULUS.map(|limb| limb >> 1)).unwrap();
    let sum = curve::msm_vartime::<F, B>(&same, &[k; 300]).unwrap();
    let k = k.mul(&Fr::from_u64(300));
    assert!(sum.equals::<B>(&curve::mul_vartime::<F, B>(&F::GENERATOR.to_projective(), &k)));
    let error = curve::msm_vartime::<F, B>(&same, &[]).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "300 points, but 0 scalars");
}
fn g1_sums_of_products<B: Backend>() {
    sums_of_products::<Fp, B>();
}
fn g2_sums_of_products<B: Backend>() {
    sums_of_products::<Fp2, B>();
}

fn bad_encodings_are_named<F: Peer, B: Backend>() {
    let size = F::COORDINATE_BYTES;
    let good = F::GENERATOR.to_compressed::<B>().as_ref().to_vec();
    let plain = F::GENERATOR.to_uncompressed::<B>().as_ref().to_vec();
    let compressed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Affine::<F>::from_compressed::<B>(&bytes).map(|_| ()).unwrap_err()
    };
    let uncompressed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = plain.clone();
        change(&mut bytes);
        Affine::<F>::from_uncompressed::<B>(&bytes).map(|_| ()).unwrap_err()
    };
    assert_eq!(compressed(&|b| b.clear()), DecodeError::Length { found: 0, expected: size });
    assert_eq!(compressed(&|b| b.push(0)), DecodeError::Length { found: size + 1, expected: size });
    assert_eq!(uncompressed(&|b| b.truncate(size)), DecodeError::Length { found: size, expected: 2 * size });
    assert_eq!(compressed(&|b| b[0] &= 0x7f), DecodeError::CompressionFlag { found: false });
    assert_eq!(uncompressed(&|b| b[0] |= 0x80), DecodeError::CompressionFlag { found: true });
    assert_eq!(compressed(&|b| b[0] |= 0x40), DecodeError::InfinityNotZero);
    assert_eq!(uncompressed(&|b| b[0] |= 0x40), DecodeError::InfinityNotZero);
    for (first, last) in [(0xe0, 0), (0xc0, 1), (0xc1, 0)] {
        let error = compressed(&|b| {
            b.fill(0);
            b[0] = first;
            b[size - 1] = last;
        });
        assert_eq!(error, DecodeError::InfinityNotZero);
    }
    assert_eq!(uncompressed(&|b| b[0] |= 0x20), DecodeError::SignFlag);
    let p = p().to_bytes_be();
    for index in 0..size / 48 {
        let put = |b: &mut Vec<u8>, at: usize, flags: u8| {
            b[at * 48..at * 48 + 48].copy_from_slice(&p);
            b[0] |= flags;
        };
        assert_eq!(compressed(&|b| put(b, index, 0x80)), DecodeError::NotCanonical { index });
        assert_eq!(uncompressed(&|b| put(b, index, 0)), DecodeError::NotCanonical { index });
        let index = index + size / 48;
        assert_eq!(uncompressed(&|b| put(b, index, 0)), DecodeError::NotCanonical { index });
    }
    assert_eq!(uncompressed(&|b| b[2 * size - 1] ^= 1), DecodeError::NotOnCurve);
    let mut rng = fastrand::Rng::with_seed(4);
    let mut off = 0;
    for _ in 0..20 {
        let mut bytes = good.clone();
        bytes[size - 8..].copy_from_slice(&rng.u64(..).to_be_bytes());
        match Affine::<F>::from_compressed::<B>(&bytes).map(|_| ()).unwrap_err() {
            DecodeError::NotOnCurve => off += 1,
            error => {
                assert_eq!(error, DecodeError::NotInSubgroup);
                let point = Affine::<F>::from_compressed_unchecked::<B>(&bytes).unwrap();
                assert!(point.is_on_curve::<B>());
                assert_eq!(point.to_compressed::<B>().as_ref(), bytes);
            }
        }
    }
    assert!((3..18).contains(&off));
    let infinity = Affine::<F>::INFINITY;
    let decoded = Affine::<F>::from_compressed::<B>(infinity.to_compressed::<B>().as_ref()).unwrap();
    assert!(decoded.infinity);
    assert!(Affine::<F>::from_uncompressed::<B>(infinity.to_uncompressed::<B>().as_ref()).unwrap().infinity);
}
fn g1_bad_encodings_are_named<B: Backend>() {
    bad_encodings_are_named::<Fp, B>();
}
fn g2_bad_encodings_are_named<B: Backend>() {
    bad_encodings_are_named::<Fp2, B>();
}

for_backends! {
    g1_sums, g2_sums, g1_products, g2_products, g1_membership, g2_membership,
    g1_sums_of_products,
    g2_sums_of_products,
    g1_bad_encodings_are_named, g2_bad_encodings_are_named,
}

#[test]
fn digits_in_base_x_add_up() {
    let mut rng = fastrand::Rng::with_seed(5);
    let x = num_bigint::BigUint::from(0xd201_0000_0001_0000u64);
    for _ in 0..20_000 {
        let k = scalar(&mut rng);
        let digits = curve::digits_base_x(&k);
        assert!(digits.iter().all(|digit| *digit < 0xd201_0000_0001_0000));
        let sum = digits.iter().rev().fold(num_bigint::BigUint::ZERO, |sum, digit| sum * &x + digit);
        assert_eq!(sum, big(&k));
    }
}

/// Every function that is exported for points, on the engine that this CPU prefers.
fn many_points<F: Peer>(
    count: usize,
    compress: impl Fn(&Projective<F>) -> Vec<u8>,
    mul: impl Fn(&Affine<F>, &Fr) -> Projective<F>,
) {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut point = F::GENERATOR;
    for _ in 0..count {
        let limbs = scalar(&mut rng);
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let product = mul(&point, &Fr::from_limbs(&limbs).unwrap());
        let encoded = compress(&product);
        assert_eq!(encoded, F::peer_mul(&point, &bytes, 255));
        let sum = product.add_affine::<S>(&point);
        assert_eq!(compress(&sum), F::peer_add(&product, &point.to_projective()));
        point = if sum.is_infinity() { F::GENERATOR } else { sum.to_affine_vartime::<S>() };
    }
}

/// So many points of each group against blst.
fn points_of_both_groups(count: usize) {
    let (g1, g2) = (lanesmith_bls::G1::auto(), lanesmith_bls::G2::auto());
    many_points::<Fp>(count, |p| g1.to_compressed(&g1.to_affine(p)).to_vec(), |p, k| g1.mul(p, k));
    many_points::<Fp2>(count, |p| g2.to_compressed(&g2.to_affine(p)).to_vec(), |p, k| g2.mul(p, k));
}

#[test]
#[ignore = "slow: a fifth of what takes two minutes"]
fn twenty_thousand_points_agree_with_blst() {
    points_of_both_groups(20_000);
}

#[test]
#[ignore = "deep: two minutes"]
fn a_hundred_thousand_points_agree_with_blst() {
    points_of_both_groups(100_000);
}
