//! Eight lanes against one element: the field, points, hashing, decoding and Miller loops, at every count around a vector and with every
//! exceptional value in every lane.

mod arch;
#[path = "../common/mod.rs"]
mod common;

use common::ffi::Peer;
use lanesmith_bls::curve::{self, Affine, Curve, Projective};
use lanesmith_bls::hash_to_curve::{MapToCurve, hash_to_curve_affine};
use lanesmith_bls::hazmat::many::{self, Fp2x8, Fp8, Laned, Lanes, Octet, Summed, Together, gather, spread};
use lanesmith_bls::hazmat::{Field, Fp, Fp2, Scalar as B};
use lanesmith_bls::tower::Quadratic;
use lanesmith_bls::{Fr, pairing};

const P: [u64; 6] = [
    0xb9feffffffffaaab,
    0x1eabfffeb153ffff,
    0x6730d2a0f6b0f624,
    0x64774b84f38512bf,
    0x4b1ba7b6434bacd7,
    0x1a0111ea397fe69a,
];

/// Counts around one and two vectors.
fn counts() -> impl Iterator<Item = usize> {
    if cfg!(miri) { 4..=4 } else { 0..=17 }
}

fn element(rng: &mut fastrand::Rng) -> Fp {
    Fp::from_bytes_wide::<B>(&core::array::from_fn(|_| rng.u8(..)))
}

/// Eight elements: edges of value and of representation first, in all rotations, then random ones.
fn octets(count: usize) -> Vec<[Fp; 8]> {
    let mut rng = fastrand::Rng::with_seed(0x1f3a);
    let mut minus_one = P;
    minus_one[0] -= 1;
    let mut twice = [0; 6];
    for i in (0..6).rev() {
        twice[i] = P[i] << 1 | if i > 0 { P[i - 1] >> 63 } else { 0 };
    }
    twice[0] -= 1;
    let edges = [
        Fp::ZERO,
        Fp(P),
        Fp::ONE,
        Fp::ONE.neg::<B>(),
        Fp([1, 0, 0, 0, 0, 0]),
        Fp(minus_one),
        Fp(twice),
        Fp([u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX, (1 << 61) - 1]),
        Fp([0, 0, 0, 0, 0, 1 << 44]),
        Fp([(1 << 52) - 1, 0, 0, 0, 0, 0]),
        Fp([1 << 52, 0, 0, 0, 0, 0]),
    ];
    let edges = (0..11).map(|turn| core::array::from_fn(|i| edges[(i + turn) % 11]));
    let random = core::iter::repeat_with(|| core::array::from_fn(|_| element(&mut rng)));
    edges.chain(random).take(count).collect()
}

fn bytes(x: &[Fp; 8]) -> [[u8; 48]; 8] {
    x.map(|x| x.to_bytes::<B>())
}

/// Asserts that a function of lanes is that function of each.
fn same(what: &str, lanes: [Fp; 8], each: impl Fn(usize) -> Fp) {
    assert_eq!(bytes(&lanes), bytes(&core::array::from_fn(each)), "{what}");
}

fn same2(what: &str, lanes: [Fp2; 8], each: impl Fn(usize) -> Fp2) {
    same(what, lanes.map(|x| x.c0), |i| each(i).c0);
    same(what, lanes.map(|x| x.c1), |i| each(i).c1);
}

const CASES: usize = if cfg!(miri) { 12 } else { 300 };

fn elements_survive_their_way_through_lanes<M: Lanes>() {
    for x in octets(CASES) {
        let lanes = Fp8::<M>::of(x.each_ref());
        assert!(lanes.is_normal());
        same("element", lanes.elements(), |i| x[i]);
        same("constant", Fp8::<M>::constant(&x[0]).elements(), |_| x[0]);
    }
    for lanes in 0..=255 {
        assert_eq!(gather(spread(lanes)), lanes);
        assert_eq!(spread(lanes) == !0, lanes == 0xff);
    }
}

fn linear_operations_equal_those_of_one_element<M: Lanes>() {
    let all = octets(CASES);
    for (x, y) in all.iter().zip(all.iter().rev().chain(all.iter().cycle())) {
        let (a, b) = (Fp8::<M>::of(x.each_ref()), Fp8::of(y.each_ref()));
        same("sum", M::add(&a, &b).elements(), |i| x[i].add::<B>(&y[i]));
        same("difference", M::sub(&a, &b).elements(), |i| x[i].sub::<B>(&y[i]));
        same("half", M::half(&a).elements(), |i| x[i].half());
        same("negative", a.neg::<B>().elements(), |i| x[i].neg::<B>());
        same("product with 3b", a.mul_b3::<B>().elements(), |i| x[i].mul_b3::<B>());
        for lanes in [0, 1, 0x80, 0x35, 0xff] {
            let chosen = M::select(&a, &b, lanes);
            same("choice", chosen.elements(), |i| if lanes >> i & 1 == 1 { y[i] } else { x[i] });
        }
        assert!([M::add(&a, &b), M::sub(&a, &b), M::half(&a)].iter().all(Fp8::is_normal));
    }
}

fn products_equal_those_of_one_element<M: Lanes>() {
    let all = octets(CASES);
    for (x, y) in all.iter().zip(all.iter().rev()) {
        let (a, b) = (Fp8::<M>::of(x.each_ref()), Fp8::of(y.each_ref()));
        same("product", M::mul(&a, &b).elements(), |i| x[i].mul::<B>(&y[i]));
        same("square", M::sqr_n(&a, 1).elements(), |i| x[i].sqr::<B>());
        same("five squares", M::sqr_n(&a, 5).elements(), |i| (0..5).fold(x[i], |x, _| x.sqr::<B>()));
    }
}

/// The largest values that may stand in memory: `511p` and all limbs full.
fn products_hold_at_their_bounds<M: Lanes>() {
    for x in octets(12) {
        let a = Fp8::<M>::of(x.each_ref());
        // 256a, by sums without correction, and what is left to 511a.
        let large = (0..8).fold(a, |a, _| M::add(&a, &a));
        let times = |x: &Fp, n: u32| (0..n).fold(Fp::ZERO, |sum, _| sum.add::<B>(x));
        same("256", large.elements(), |i| times(&x[i], 256));
        let largest = (0..8).fold(a, |sum, _| M::add(&M::add(&sum, &sum), &a));
        if largest.is_normal() {
            same("511", largest.elements(), |i| times(&x[i], 511));
            same("minus 511", M::sub(&Fp8::ZERO, &largest).elements(), |i| times(&x[i], 511).neg::<B>());
        }
        same("square", M::mul(&large, &large).elements(), |i| times(&x[i], 256).sqr::<B>());
        same("square", M::sqr_n(&large, 1).elements(), |i| times(&x[i], 256).sqr::<B>());
        same("half", M::half(&large).elements(), |i| times(&x[i], 128));
        assert_eq!(M::zero_lanes(&large), M::zero_lanes(&a));
        let pair = Fp2x8 { c0: large, c1: large };
        same2("square in Fp2", M::sqr2(&pair).elements(), |i| {
            let x = times(&x[i], 256);
            Fp2 { c0: x, c1: x }.sqr::<B>()
        });
    }
}

fn pairs_of(all: &[[Fp; 8]]) -> Vec<[Fp2; 8]> {
    let pairs = all.iter().zip(all.iter().rev());
    pairs.map(|(x, y)| core::array::from_fn(|i| Fp2 { c0: x[i], c1: y[i] })).collect()
}

fn products_in_fp2_equal_those_of_one_element<M: Lanes>() {
    let all = pairs_of(&octets(CASES));
    for (x, y) in all.iter().zip(all.iter().rev().skip(3).chain(&all)) {
        let (a, b) = (Fp2x8::<M>::of(x.each_ref()), Fp2x8::of(y.each_ref()));
        same2("element", a.elements(), |i| x[i]);
        same2("product", M::mul2(&a, &b).elements(), |i| x[i].mul::<B>(&y[i]));
        same2("square", M::sqr2(&a).elements(), |i| x[i].sqr::<B>());
        same("norm", M::norm(&a).elements(), |i| x[i].norm::<B>());
        same2("inverse", a.inv::<B>().elements(), |i| x[i].inv::<B>());
        same2("conjugate", a.conjugate::<B>().elements(), |i| x[i].conjugate::<B>());
    }
}

fn sums_of_products_equal_their_terms<M: Lanes>() {
    let all = pairs_of(&octets(if cfg!(miri) { 12 } else { 60 }));
    let lanes: Vec<_> = all.iter().map(|x| Summed::<M>::new(Fp2x8::of(x.each_ref()))).collect();
    for start in 0..all.len() {
        let at = |i: usize| (start * 7 + i * 5) % all.len();
        for n in 1..=8 {
            let terms: Vec<_> = (0..n).map(|k| (&lanes[at(2 * k)], &lanes[at(2 * k + 1)])).collect();
            let sum = M::dot(&terms);
            let expected = |i: usize| {
                let products = (0..n).map(|k| all[at(2 * k)][i].mul::<B>(&all[at(2 * k + 1)][i]));
                products.fold(Fp2::ZERO, |sum, product| sum.add::<B>(&product))
            };
            same2("sum of products", sum.element().elements(), expected);
            same("sum of coefficients", sum.sum.elements(), |i| expected(i).c0.add::<B>(&expected(i).c1));
        }
        let xi = lanes[start].mul_xi();
        same2("product with xi", xi.element().elements(), |i| {
            let x = all[start][i];
            Fp2 { c0: x.c0.sub::<B>(&x.c1), c1: x.c0.add::<B>(&x.c1) }
        });
        let parts = xi.element().elements().map(|x| x.c0.add::<B>(&x.c1));
        same("its sum", xi.sum.elements(), |i| parts[i]);
    }
}

fn zeros_and_parities_are_found_in_each_lane<M: Lanes>() {
    for x in octets(CASES) {
        let lanes = Fp8::<M>::of(x.each_ref());
        let each = |f: &dyn Fn(&Fp) -> bool| (0..8).fold(0u8, |lanes, i| lanes | u8::from(f(&x[i])) << i);
        assert_eq!(M::zero_lanes(&lanes), each(&|x| x.is_zero()));
        assert_eq!(lanes.zero_mask(), spread(each(&|x| x.is_zero())));
        assert_eq!(gather(lanes.odd_mask::<B>()), each(&|x| x.sgn0::<B>()));
        assert_eq!(gather(lanes.larger_mask::<B>()), each(&|x| x.is_larger::<B>()));
    }
    for x in pairs_of(&octets(CASES)) {
        let lanes = Fp2x8::<M>::of(x.each_ref());
        let each = |f: &dyn Fn(&Fp2) -> bool| (0..8).fold(0u8, |lanes, i| lanes | u8::from(f(&x[i])) << i);
        assert_eq!(gather(lanes.zero_mask()), each(&|x| x.is_zero()));
        assert_eq!(gather(lanes.odd_mask::<B>()), each(&|x| x.sgn0::<B>()));
        assert_eq!(gather(lanes.larger_mask::<B>()), each(&|x| x.is_larger::<B>()));
    }
}

fn roots_equal_those_of_one_element<M: Lanes>() {
    let all = octets(if cfg!(miri) { 1 } else { 40 });
    for x in &all {
        let (root, is) = Fp8::<M>::of(x.each_ref()).root::<B>();
        let expected = x.map(|x| x.root::<B>());
        same("root", root.elements(), |i| expected[i].0);
        assert_eq!(is, spread((0..8).fold(0, |lanes, i| lanes | (expected[i].1 as u8 & 1) << i)));
    }
    for x in pairs_of(&all).iter().take(if cfg!(miri) { 0 } else { 40 }) {
        let (root, is) = Fp2x8::<M>::of(x.each_ref()).root::<B>();
        let expected = x.map(|x| x.root::<B>());
        same2("root", root.elements(), |i| expected[i].0);
        assert_eq!(is, spread((0..8).fold(0, |lanes, i| lanes | (expected[i].1 as u8 & 1) << i)));
    }
}

/// A multiple of the generator.
fn multiple<F: Curve>(rng: &mut fastrand::Rng) -> Projective<F> {
    curve::mul_vartime::<F, B>(&F::GENERATOR.to_projective(), &Fr::from_u64(rng.u64(1..)))
}

/// A point of the curve that is hardly in the group.
fn outside<F: MapToCurve>(rng: &mut fastrand::Rng) -> Projective<F> {
    let [u] = F::hash_to_field::<B, 1>(&rng.u64(..).to_le_bytes(), b"tag").unwrap();
    lanesmith_bls::hash_to_curve::map_to_curve::<F, B>(&u)
}

fn points_in_lanes<F: Laned, M: Lanes>(points: &[Projective<F>; 8]) -> Projective<F::In<M>> {
    Projective {
        x: F::In::of(points.each_ref().map(|p| &p.x)),
        y: F::In::of(points.each_ref().map(|p| &p.y)),
        z: F::In::of(points.each_ref().map(|p| &p.z)),
    }
}

fn out_of_lanes<F: Octet>(p: &Projective<F>) -> [Projective<F::One>; 8] {
    let (x, y, z) = (p.x.elements(), p.y.elements(), p.z.elements());
    core::array::from_fn(|i| Projective { x: x[i], y: y[i], z: z[i] })
}

fn sums_of_points_are_right_in_every_exceptional_lane<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(77);
        let p: [_; 8] = core::array::from_fn(|_| multiple::<F>(&mut rng));
        for round in 0..if cfg!(miri) { 2 } else { 64 } {
            // In each lane one of: another point, the same, its opposite, infinity on either side, both.
            let kind = |i: usize| if round == 0 { i % 6 } else { (round * 5 + i * i * round / 3 + i) % 9 };
            let a: [_; 8] = core::array::from_fn(|i| match kind(i) {
                3 | 5 => Projective::INFINITY,
                _ => p[i],
            });
            let b: [_; 8] = core::array::from_fn(|i| match kind(i) {
                1 => Projective { x: p[i].x, y: p[i].y, z: p[i].z },
                2 => p[i].neg::<B>(),
                4 | 5 => Projective::INFINITY,
                _ => p[(i + 3) % 8],
            });
            let sum = points_in_lanes::<F, M>(&a).add::<B>(&points_in_lanes::<F, M>(&b));
            for (i, sum) in out_of_lanes(&sum).iter().enumerate() {
                assert!(sum.equals::<B>(&a[i].add::<B>(&b[i])), "lane {i} of kind {}", kind(i));
            }
            let double = points_in_lanes::<F, M>(&a).dbl::<B>();
            for (i, double) in out_of_lanes(&double).iter().enumerate() {
                assert!(double.equals::<B>(&a[i].dbl::<B>()), "the double of lane {i}");
            }
            // With affine points, which are finite.
            let finite = b.map(|b| if b.is_infinity() { p[0] } else { b }.to_affine::<B>());
            let affine = Affine {
                x: F::In::<M>::of(finite.each_ref().map(|p| &p.x)),
                y: F::In::<M>::of(finite.each_ref().map(|p| &p.y)),
                infinity: false,
            };
            let sum = points_in_lanes::<F, M>(&a).add_affine::<B>(&affine);
            for (i, sum) in out_of_lanes(&sum).iter().enumerate() {
                assert!(
                    sum.equals::<B>(&a[i].add_affine::<B>(&finite[i])),
                    "mixed, lane {i} of kind {}",
                    kind(i)
                );
            }
        }
    }
    check::<Fp, M>();
    check::<Fp2, M>();
}

fn members_are_told_from_other_points<M: Lanes>() {
    fn check<F: Laned, M: Lanes>(small_order: Affine<F>) {
        let mut rng = fastrand::Rng::with_seed(78);
        for count in counts() {
            let points: Vec<Affine<F>> = (0..count)
                .map(|_| match rng.u8(..6) {
                    0 => Affine::INFINITY,
                    1 => outside::<F>(&mut rng).to_affine::<B>(),
                    2 => small_order,
                    // A member and a point of small order.
                    3 => multiple::<F>(&mut rng).add_affine::<B>(&small_order).to_affine::<B>(),
                    _ => multiple::<F>(&mut rng).to_affine::<B>(),
                })
                .collect();
            let expected: Vec<bool> = points.iter().map(|point| F::in_subgroup::<B>(point)).collect();
            assert_eq!(many::in_subgroup::<F, M, B>(&points), expected);
        }
    }
    let mut rng = fastrand::Rng::with_seed(79);
    check::<Fp, M>(of_small_order::<Fp>(&mut rng, G1_REST));
    check::<Fp2, M>(of_small_order::<Fp2>(&mut rng, G2_REST));
}

/// The order of the curve over `Fp` divided by 3, that of the twist divided by `13^2`.
const G1_REST: &str =
    "08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaad955555555558e39";
const G2_REST: &str = "04005449cda731a7136c440a0c65b728ba1c1fa6b6708356f3b9bdc84396cab33907d71557a7d33677f5d45f7cedb8cfdac10ff1fc5b48d6461e907737d78e96568f2d18c750b4b3ca5c33c3fd8ff8a70629888281914529f4e3380941cfdd";

/// A point of small order: what is left of one when the rest of the order is multiplied away.
fn of_small_order<F: MapToCurve>(rng: &mut fastrand::Rng, rest: &str) -> Affine<F> {
    let rest = hex::decode(rest).unwrap();
    loop {
        let point = curve::mul_wide_vartime::<F, B>(&outside::<F>(rng), &rest);
        if !point.is_infinity() {
            return point.to_affine::<B>();
        }
    }
}

fn messages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| vec![i as u8; i * 7 % 70]).collect()
}

fn hashes_equal_those_of_one_message<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        for count in counts() {
            let messages = messages(count);
            let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let fields: Vec<_> =
                slices.iter().map(|message| F::hash_to_field::<B, 2>(message, b"a tag").unwrap()).collect();
            let points = many::map_pairs::<F, M, B>(&fields);
            assert_eq!(points.len(), count);
            for (point, message) in points.iter().zip(&slices) {
                assert!(point.equals::<B>(&hash_to_curve_affine::<F, B>(message, b"a tag").unwrap()));
            }
        }
        // Two elements that meet in one point of the isogenous curve, in one lane of a vector.
        let mut fields: Vec<_> =
            (0..8u8).map(|i| F::hash_to_field::<B, 2>(&[i], b"a tag").unwrap()).collect();
        fields[5][1] = fields[5][0];
        fields[6][1] = fields[6][0].neg::<B>();
        let one = many::OneByOne::map_pairs::<F, B>(&fields);
        for (i, (ours, expected)) in many::map_pairs::<F, M, B>(&fields).iter().zip(&one).enumerate() {
            assert!(ours.equals::<B>(expected), "{i}");
        }
    }
    check::<Fp, M>();
    check::<Fp2, M>();
}

/// Factors of which some have a half of zero or of all ones.
fn factors(rng: &mut fastrand::Rng, count: usize) -> Vec<u64> {
    const EDGES: [u64; 8] = [
        1,
        1 << 32,
        u64::MAX,
        0xffff_ffff,
        0xffff_ffff_0000_0000,
        8,
        0x8888_8888_8888_8888,
        0x8000_0000_8000_0000,
    ];
    (0..count).map(|_| if rng.bool() { rng.u64(1..) } else { EDGES[rng.usize(..8)] }).collect()
}

/// Points of the group, some equal, opposite or at infinity.
fn members<F: Curve>(rng: &mut fastrand::Rng, count: usize) -> Vec<Affine<F>> {
    let point = multiple::<F>(rng).to_affine::<B>();
    (0..count)
        .map(|_| match rng.u8(..8) {
            0 => Affine::INFINITY,
            1 => point,
            2 => point.neg::<B>(),
            _ => multiple::<F>(rng).to_affine::<B>(),
        })
        .collect()
}

/// `a + b*X^2`.
fn scalar_of(factor: u64) -> Fr {
    let x = Fr::from_u64(0xd201_0000_0001_0000);
    Fr::from_u64(factor & 0xffff_ffff).add(&Fr::from_u64(factor >> 32).mul(&x.mul(&x)))
}

fn factors_multiply_as_those_of_one_point<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(80);
        for count in counts() {
            let (mut points, factors) = (members::<F>(&mut rng, count), factors(&mut rng, count));
            let expected: Vec<_> = points
                .iter()
                .zip(&factors)
                .map(|(p, k)| curve::mul_vartime::<F, B>(&p.to_projective(), &scalar_of(*k)).to_affine::<B>())
                .collect();
            for ((p, k), expected) in points.iter().zip(&factors).zip(&expected) {
                let product = curve::mul_factor_vartime::<F, B>(&p.to_projective(), *k);
                assert!(product.to_affine::<B>().equals::<B>(expected), "one by one");
            }
            many::scale::<F, M, B>(&mut points, &factors);
            for (i, (point, expected)) in points.iter().zip(&expected).enumerate() {
                assert!(point.equals::<B>(expected), "{i} of {count}, factor {:#x}", factors[i]);
            }
        }
    }
    check::<Fp, M>();
    check::<Fp2, M>();
}

fn sums_of_factors_equal_those_of_one_point<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(81);
        for count in counts().chain(if cfg!(miri) { 0..0 } else { 300..301 }) {
            let (points, factors) = (members::<F>(&mut rng, count), factors(&mut rng, count));
            let expected = points.iter().zip(&factors).fold(Projective::INFINITY, |sum, (p, k)| {
                sum.add::<B>(&curve::mul_vartime::<F, B>(&p.to_projective(), &scalar_of(*k)))
            });
            assert!(curve::msm_factor_vartime::<F, B>(&points, &factors).equals::<B>(&expected));
            assert!(many::msm_factor::<F, M, B>(&points, &factors).equals::<B>(&expected), "{count}");
        }
        // Entries that cancel, in one lane and in different ones.
        let p = multiple::<F>(&mut rng).to_affine::<B>();
        for (i, j) in [(0, 8), (0, 1), (7, 9), (3, 11)] {
            let mut points = vec![Affine::INFINITY; 16];
            (points[i], points[j]) = (p, p.neg::<B>());
            assert!(many::msm_factor::<F, M, B>(&points, &[0x1234_5678_9abc_def0; 16]).is_infinity());
        }
    }
    check::<Fp, M>();
    check::<Fp2, M>();
}

/// A scalar: of few values, so that digits meet, or any.
fn scalar(rng: &mut fastrand::Rng) -> Fr {
    match rng.u8(..8) {
        0 => Fr::from_u64(0),
        1 => Fr::from_u64(1),
        2 => Fr::from_u64(1).neg(),
        3 => Fr::from_u64(rng.u64(..4)).neg(),
        4 => scalar_of(rng.u64(..)),
        _ => Fr::from_bytes_reduced(&core::array::from_fn::<u8, 48, _>(|_| rng.u8(..))),
    }
}

fn sums_by_buckets_equal_those_of_one_point<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(85);
        let many = 100..101;
        for count in counts().chain(many.clone()) {
            let points = members::<F>(&mut rng, count);
            let scalars: Vec<Fr> = (0..count).map(|_| scalar(&mut rng)).collect();
            let expected = points.iter().zip(&scalars).fold(Projective::INFINITY, |sum, (p, k)| {
                sum.add::<B>(&curve::mul_vartime::<F, B>(&p.to_projective(), k))
            });
            assert!(many::msm::<F, M, B>(&points, &scalars).equals::<B>(&expected), "{count}");
            // Any points of the curve.
            let factors = factors(&mut rng, count);
            let any = |_| outside::<F>(&mut rng).to_affine::<B>();
            let points: Vec<Affine<F>> = points.iter().copied().chain((0..count).map(any)).collect();
            let factors = [factors.clone(), factors].concat();
            // Short ones, and such as have all their bits.
            for place in [0, 3] {
                let mut wide = vec![[0; 4]; factors.len()];
                wide.iter_mut().zip(&factors).for_each(|(wide, k)| wide[place] = *k);
                let expected = points.iter().zip(&wide).fold(Projective::INFINITY, |sum, (p, k)| {
                    let bytes: Vec<u8> = k.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
                    sum.add::<B>(&curve::mul_wide_vartime::<F, B>(&p.to_projective(), &bytes))
                });
                assert!(many::msm_any::<F, M, B>(&points, &wide).equals::<B>(&expected), "{count}");
            }
        }
        // One point again and again, with its opposite, in one bucket: every lane of every level is an exception.
        let p = multiple::<F>(&mut rng).to_affine::<B>();
        for count in many.chain(3..18) {
            for opposites in 0..4 {
                let of = |i: usize| if i % 4 < opposites { p.neg::<B>() } else { p };
                let points: Vec<_> = (0..count).map(of).collect();
                let scalars = vec![Fr::from_u64(0x1234_5678_9abc_def1); count];
                let expected = curve::msm_vartime::<F, B>(&points, &scalars).unwrap();
                assert!(
                    many::msm::<F, M, B>(&points, &scalars).equals::<B>(&expected),
                    "{opposites} of {count}"
                );
            }
        }
    }
    // Miri runs the same text with factors, which are shorter.
    if !cfg!(miri) {
        check::<Fp, M>();
        check::<Fp2, M>();
    }
}

fn secret_products_equal_those_of_one_point<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(86);
        for count in counts() {
            let points = members::<F>(&mut rng, count);
            let scalars: Vec<Fr> = (0..count).map(|_| scalar(&mut rng)).collect();
            let scalars: Vec<&Fr> = scalars.iter().collect();
            let products = many::mul::<F, M, B>(&points, &scalars);
            assert_eq!(products.len(), count);
            for (i, ((point, k), product)) in points.iter().zip(&scalars).zip(&products).enumerate() {
                let expected = curve::mul_vartime::<F, B>(&point.to_projective(), k);
                assert!(product.equals::<B>(&expected), "{i} of {count}");
            }
        }
    }
    // Minutes of Miri, of the texts of points and of `pick`, which others have it run.
    if !cfg!(miri) {
        check::<Fp, M>();
        check::<Fp2, M>();
    }
}

/// What sums of affine points are made of, at the largest operands that they meet.
fn chords_equal_those_of_one_element<M: Lanes>() {
    let mut rng = fastrand::Rng::with_seed(87);
    let largest = [P[0] - 1, P[1], P[2], P[3], P[4], P[5]];
    for round in 0..if cfg!(miri) { 1 } else { 50 } {
        let eight = |rng: &mut fastrand::Rng| {
            core::array::from_fn(|_| match rng.u8(..4) {
                _ if round == 0 => Fp(largest),
                0 => Fp::ZERO,
                1 => Fp(largest),
                _ => element(rng),
            })
        };
        let [a, b, c, d]: [[Fp; 8]; 4] = core::array::from_fn(|_| eight(&mut rng));
        let [la, lb, lc, ld] = [a, b, c, d].map(|x| Fp8::<M>::of(x.each_ref()));
        let same = |what: &str, ours: [Fp; 8], expected: &dyn Fn(usize) -> Fp| {
            (0..8).for_each(|i| assert!(ours[i].equals::<B>(&expected(i)), "{what}, lane {i}"));
        };
        let mut rows = [many::Limbs([0; 8]); 16];
        let places = [[3, 14, 0, 7, 1, 15, 9, 4], [2, 5, 6, 8, 10, 11, 12, 13]];
        la.pack(&mut rows, &places[0]);
        lb.pack(&mut rows, &places[1]);
        same("pack", M::unpack(&rows, &places[0]).elements(), &|i| a[i]);
        same("delta", M::delta(&rows, &places[0], &places[1]).elements(), &|i| a[i].sub::<B>(&b[i]));
        let negative = rows.map(|x| x.signed(!0));
        same("negative", M::unpack(&negative, &places[0]).elements(), &|i| a[i].neg::<B>());
        same("no negative", M::unpack(&rows.map(|x| x.signed(0)), &places[1]).elements(), &|i| b[i]);
        let of = |i: usize| a[i].sub::<B>(&b[i]).mul::<B>(&c[i]);
        same("delta_mul", la.delta_mul(&lb, &lc).elements(), &of);
        same("delta_mul_minus", la.delta_mul_minus(&lb, &lc, &ld).elements(), &|i| of(i).sub::<B>(&d[i]));
        let of = |i: usize| a[i].sqr::<B>().sub::<B>(&b[i].dbl::<B>()).sub::<B>(&c[i]);
        same("sqr_minus", la.sqr_minus(&lb, &lc).elements(), &of);
        let numbers = core::array::from_fn(|i| i as u64 % 4);
        let picked = M::pick(&la, &[&lb, &lc, &ld], &numbers).elements();
        same("pick", picked, &|i| [a, b, c, d][i % 4][i]);
        // The same in Fp2, with the sums of many as operands.
        let both =
            |x: &[Fp; 8], y: &[Fp; 8]| -> [Fp2; 8] { core::array::from_fn(|i| Fp2 { c0: x[i], c1: y[i] }) };
        let [x, y, z, w] = [both(&a, &b), both(&b, &c), both(&c, &d), both(&d, &a)];
        let [lx, ly, lz, lw] = [&x, &y, &z, &w].map(|x| Fp2x8::<M>::of(x.each_ref()));
        let same = |what: &str, ours: [Fp2; 8], expected: &dyn Fn(usize) -> Fp2| {
            (0..8).for_each(|i| assert!(ours[i].equals::<B>(&expected(i)), "{what} in Fp2, lane {i}"));
        };
        let of = |i: usize| x[i].sub::<B>(&y[i]).mul::<B>(&z[i]);
        same("delta_mul", lx.delta_mul(&ly, &lz).elements(), &of);
        same("delta_mul_minus", lx.delta_mul_minus(&ly, &lz, &lw).elements(), &|i| of(i).sub::<B>(&w[i]));
        let of = |i: usize| x[i].sqr::<B>().sub::<B>(&y[i].dbl::<B>()).sub::<B>(&z[i]);
        same("sqr_minus", lx.sqr_minus(&ly, &lz).elements(), &of);
        let wide = (0..6).fold(la, |x, _| x.dbl::<B>());
        let times = |x: &Fp| (0..6).fold(*x, |x, _| x.dbl::<B>());
        let ours = wide.delta_mul_minus(&wide, &wide, &wide).elements();
        (0..8).for_each(|i| assert!(ours[i].equals::<B>(&times(&a[i]).neg::<B>()), "wide, lane {i}"));
        let of = |i: usize| {
            times(&a[i]).sqr::<B>().sub::<B>(&times(&a[i]).mul::<B>(&Fp::ONE.dbl::<B>().add::<B>(&Fp::ONE)))
        };
        let ours = wide.sqr_minus(&wide, &wide).elements();
        (0..8).for_each(|i| assert!(ours[i].equals::<B>(&of(i)), "wide square, lane {i}"));
    }
}

fn miller_loops_equal_those_of_one_pair<M: Lanes>() {
    let mut rng = fastrand::Rng::with_seed(82);
    for count in counts().chain(if cfg!(miri) { 0..0 } else { 260..261 }) {
        let pairs: Vec<_> =
            members::<Fp>(&mut rng, count).into_iter().zip(members::<Fp2>(&mut rng, count)).collect();
        let [ours, expected] = [many::miller_loop::<M, B>(&pairs), pairing::miller_loop::<B>(&pairs)]
            .map(|f| pairing::final_exponentiation::<B>(&f));
        assert!(ours.equals::<B>(&expected), "{count} pairs");
    }
}

fn encodings_decode_as_one_by_one<M: Lanes>() {
    fn check<F: Laned, M: Lanes>() {
        let mut rng = fastrand::Rng::with_seed(83);
        for count in counts() {
            let encodings: Vec<Vec<u8>> = (0..count)
                .map(|_| {
                    let point = match rng.u8(..4) {
                        0 => Affine::INFINITY,
                        1 => outside::<F>(&mut rng).to_affine::<B>(),
                        _ => multiple::<F>(&mut rng).to_affine::<B>(),
                    };
                    let mut bytes = point.to_compressed::<B>().as_ref().to_vec();
                    match rng.u8(..12) {
                        0 => bytes[0] ^= 0x80,
                        1 => bytes[0] ^= 0x40,
                        2 => bytes[5] ^= 1,
                        3 => bytes.truncate(rng.usize(..bytes.len())),
                        4 => bytes[1..].fill(0xff),
                        5 => bytes[0] |= 0x1f,
                        6 => bytes[0] ^= 0x20,
                        _ => {}
                    }
                    bytes
                })
                .collect();
            let slices: Vec<&[u8]> = encodings.iter().map(Vec::as_slice).collect();
            let decoded = many::from_compressed::<F, M, B>(&slices);
            assert_eq!(decoded.len(), count);
            for (decoded, bytes) in decoded.iter().zip(&slices) {
                match (decoded, Affine::<F>::from_compressed::<B>(bytes)) {
                    (Ok(ours), Ok(expected)) => assert!(ours.equals::<B>(&expected)),
                    (Err(ours), Err(expected)) => assert_eq!(*ours, expected),
                    (ours, expected) => panic!("{:?} for {:?}", ours.as_ref().err(), expected.err()),
                }
            }
        }
    }
    check::<Fp, M>();
    check::<Fp2, M>();
}

/// So many random cases of everything, at every count to seventeen, against one element and against blst.
#[allow(dead_code, reason = "too slow on plain words, so that other architectures do not run it")]
fn lanes_are_those_of_one_and_of_blst<M: Lanes>(checks: usize) {
    fn check<F: Laned + Peer, M: Lanes>(checks: usize, rng: &mut fastrand::Rng) {
        let (mut done, mut round) = (0, 0);
        while done < checks {
            let count = round % 18;
            let (mut points, factors) = (members::<F>(rng, count), factors(rng, count));
            if count > 0 {
                points[rng.usize(..count)] = outside::<F>(rng).to_affine::<B>();
            }
            let expected: Vec<bool> =
                points.iter().map(|point| <F as Curve>::in_subgroup::<B>(point)).collect();
            assert_eq!(many::in_subgroup::<F, M, B>(&points), expected, "round {round}");
            let theirs = points.iter().map(|point| point.infinity || <F as Peer>::in_subgroup(point));
            assert!(theirs.eq(expected.iter().copied()), "round {round}");
            let points: Vec<_> =
                points.into_iter().zip(&expected).filter(|(_, is)| **is).map(|(p, _)| p).collect();
            let (mut ours, mut plain) = (points.clone(), points.clone());
            many::scale::<F, M, B>(&mut ours, &factors);
            many::OneByOne::scale::<F, B>(&mut plain, &factors);
            assert!(ours.iter().zip(&plain).all(|(a, b)| a.equals::<B>(b)), "round {round}");
            let sum = many::msm_factor::<F, M, B>(&points, &factors);
            assert!(sum.equals::<B>(&many::OneByOne::sum_scaled::<F, B>(&points, &factors)), "round {round}");
            let scalars: Vec<Fr> = points.iter().map(|_| scalar(rng)).collect();
            let products = many::mul::<F, M, B>(&points, &scalars.iter().collect::<Vec<_>>());
            for ((point, scalar), product) in points.iter().zip(&scalars).zip(&products) {
                let mut bytes = scalar.to_bytes();
                bytes.reverse();
                let ours = product.to_affine::<B>().to_compressed::<B>();
                // blst's conversion from affine coordinates knows no infinity.
                let theirs = (!point.infinity).then(|| F::peer_mul(point, &bytes, 255));
                assert!(theirs.is_none_or(|theirs| ours.as_ref() == theirs), "round {round}");
                assert!(!point.infinity || product.is_infinity(), "round {round}");
            }
            let added = products.iter().fold(Projective::INFINITY, |sum, product| sum.add::<B>(product));
            assert!(many::msm::<F, M, B>(&points, &scalars).equals::<B>(&added), "round {round}");
            let messages: Vec<_> = (0..count).map(|_| rng.u64(..).to_le_bytes()).collect();
            let fields: Vec<_> =
                messages.iter().map(|m| F::hash_to_field::<B, 2>(m, b"tag").unwrap()).collect();
            for (message, point) in messages.iter().zip(many::map_pairs::<F, M, B>(&fields)) {
                let (in_g1, in_g2) = common::ffi::hash(message, b"tag");
                let ours = point.to_compressed::<B>();
                assert!(ours.as_ref() == in_g1 || ours.as_ref() == in_g2, "round {round}");
            }
            let encodings: Vec<_> = points.iter().map(|point| point.to_compressed::<B>()).collect();
            let encodings: Vec<&[u8]> = encodings.iter().map(AsRef::as_ref).collect();
            let decoded = many::from_compressed::<F, M, B>(&encodings);
            assert!(decoded.iter().zip(&points).all(|(a, b)| a.as_ref().is_ok_and(|a| a.equals::<B>(b))));
            // Members twice, factors, secret scalars and encodings, hashes, and two sums.
            done += 3 * count + 3 * points.len() + 2;
            round += 1;
        }
    }
    let mut rng = fastrand::Rng::with_seed(84);
    check::<Fp, M>(checks / 2, &mut rng);
    check::<Fp2, M>(checks / 2, &mut rng);
}
