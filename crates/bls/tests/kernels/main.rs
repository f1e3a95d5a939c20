//! Every backend of the field against integers: exact values or congruence, and the bounds that `field::backend` states.
//!
//! Operands are random values and, in all combinations, the values at the bounds.

mod arch;

use std::cell::Cell;
use std::collections::HashMap;

use lanesmith_bls::field::{Backend, Fp, FpDbl, Fr};
use lanesmith_bls::hazmat::Scalar;
use lanesmith_bls::tower::{Compressed, Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};
use num_bigint::{BigInt, BigUint, Sign};

thread_local! {
    /// How many cases each test has, of what is quick.
    static CASES: Cell<usize> = Cell::new(fewer().unwrap_or(20_000));
}

/// How many there are instead, where an emulator takes long for them.
const FEWER: &str = "LANESMITH_CASES";

fn fewer() -> Option<usize> {
    std::env::var(FEWER).ok().map(|count| count.parse().expect("a number of cases"))
}

fn cases() -> usize {
    CASES.get()
}

/// `n` words, least significant first, as an integer.
fn int(words: &[u64]) -> BigInt {
    let digits: Vec<u32> = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
    BigInt::from_slice(Sign::Plus, &digits)
}

/// The low `N` words of an integer in two's complement.
fn words<const N: usize>(x: &BigInt) -> [u64; N] {
    // The complement of the magnitude less one, which is the negative number.
    let digits = if x.sign() == Sign::Minus { x + 1 } else { x.clone() };
    let mut digits = digits.iter_u64_digits();
    let out = core::array::from_fn(|_| digits.next().unwrap_or(0));
    if x.sign() == Sign::Minus { out.map(|word: u64| !word) } else { out }
}

/// Twelve words in two's complement.
fn signed(t: &FpDbl) -> BigInt {
    let x = int(&t.0);
    if t.0[11] >> 63 == 1 { x - (BigInt::from(1) << 768) } else { x }
}

fn p() -> BigInt {
    let hex =
        b"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
    BigInt::parse_bytes(hex, 16).unwrap()
}

fn below(rng: &mut fastrand::Rng, bound: &BigInt) -> BigInt {
    // 64 bits more than there are in the bound: as good as uniform.
    let mut bytes = vec![0; bound.bits() as usize / 8 + 9];
    rng.fill(&mut bytes);
    BigInt::from_biguint(Sign::Plus, BigUint::from_bytes_le(&bytes)) % bound
}

/// Integers for the tests, and what is expected of them.
struct Numbers {
    rng: fastrand::Rng,
    p: BigInt,
    /// What is below it is tight.
    tight: BigInt,
    /// The edges below bounds that were asked for.
    edges: HashMap<BigInt, Vec<BigInt>>,
}

impl Numbers {
    fn new() -> Self {
        let p = p();
        let tight = &p + (BigInt::from(1) << 330);
        Self { rng: fastrand::Rng::with_seed(0xb15), p, tight, edges: HashMap::new() }
    }

    /// Values in `[0, bound)` at the edges.
    fn edges(&mut self, bound: &BigInt) -> &[BigInt] {
        if !self.edges.contains_key(bound) {
            let edges = self.make_edges(bound);
            self.edges.insert(bound.clone(), edges);
        }
        &self.edges[bound]
    }

    fn make_edges(&self, bound: &BigInt) -> Vec<BigInt> {
        let one = BigInt::from(1);
        let edges = [
            BigInt::ZERO,
            one.clone(),
            &self.p - 1,
            self.p.clone(),
            &self.p + 1,
            2 * &self.p - 1,
            2 * &self.p - (&one << 64),
            (&one << 381) - 1,
            one.clone() << 320,
            (&one << 320) - 1,
            one.clone() << 64,
            (&one << 64) - 1,
            bound - 1,
            bound - (&one << 64),
            // Halves that are equal, and halves of zeros or ones: differences of halves vanish or change their sign.
            (&one << 192) + 1,
            one.clone() << 192,
            (&one << 192) - 1,
            ((&one << 183) - 1) << 192,
            // Every other word.
            ((&one << 64) - 1) * ((&one << 64) + (&one << 192) + (&one << 312)),
        ];
        edges.into_iter().filter(|x| x < bound && x.sign() != Sign::Minus).collect()
    }

    /// Values in `[0, bound)`: all edges, then random ones.
    fn values(&mut self, bound: &BigInt) -> Vec<BigInt> {
        let mut out = self.edges(bound).to_vec();
        for _ in 0..4 {
            out.push(below(&mut self.rng, bound));
        }
        out
    }

    /// Pairs: all pairs of edges, then random ones.
    fn pairs(&mut self, a: &BigInt, b: &BigInt) -> Vec<(BigInt, BigInt)> {
        let (left, right) = (self.values(a), self.values(b));
        let mut out: Vec<_> =
            left.iter().flat_map(|x| right.iter().map(move |y| (x.clone(), y.clone()))).collect();
        while out.len() < cases() {
            out.push((below(&mut self.rng, a), below(&mut self.rng, b)));
        }
        out
    }

    /// One value below `bound`, an edge in one case of three.
    fn one(&mut self, bound: &BigInt) -> BigInt {
        if self.rng.u8(..).is_multiple_of(3) {
            let choice = self.rng.usize(..);
            let edges = self.edges(bound);
            edges[choice % edges.len()].clone()
        } else {
            below(&mut self.rng, bound)
        }
    }

    fn fp(&mut self, bound: &BigInt) -> Fp {
        Fp(words(&self.one(bound)))
    }

    fn fp2(&mut self, bound: &BigInt) -> Fp2 {
        Fp2 { c0: self.fp(bound), c1: self.fp(bound) }
    }

    fn fp6(&mut self, bound: &BigInt) -> Fp6 {
        Fp6 { c0: self.fp2(bound), c1: self.fp2(bound), c2: self.fp2(bound) }
    }

    fn fp12(&mut self, bound: &BigInt) -> Fp12 {
        Fp12 { c0: self.fp6(bound), c1: self.fp6(bound) }
    }

    /// A wide value with absolute value below `bound`.
    fn wide(&mut self, bound: &BigInt) -> FpDbl {
        let x = self.one(bound);
        FpDbl(words(&if self.rng.bool() { -x } else { x }))
    }

    fn wide2(&mut self, bound: &BigInt) -> Fp2Dbl {
        Fp2Dbl { c0: self.wide(bound), c1: self.wide(bound) }
    }

    fn wide6(&mut self, bound: &BigInt) -> Fp6Dbl {
        Fp6Dbl { c0: self.wide2(bound), c1: self.wide2(bound), c2: self.wide2(bound) }
    }

    /// Checks a reduced result: congruent to `t / 2^384` and below `bound`.
    #[track_caller]
    fn reduced(&self, got: &Fp, t: &BigInt, bound: &BigInt) {
        let got = int(&got.0);
        assert!(&got < bound, "{got:x} is not below {bound:x}");
        assert_eq!(((got << 384) - t) % &self.p, BigInt::ZERO);
    }

    #[track_caller]
    fn reduced2(&self, got: &Fp2, t: &[BigInt; 2], bound: &BigInt) {
        self.reduced(&got.c0, &t[0], bound);
        self.reduced(&got.c1, &t[1], bound);
    }

    #[track_caller]
    fn reduced6(&self, got: &Fp6, t: &Int6, bound: &BigInt) {
        for (got, t) in [(&got.c0, &t[0]), (&got.c1, &t[1]), (&got.c2, &t[2])] {
            self.reduced2(got, t, bound);
        }
    }
}

type Int2 = [BigInt; 2];
type Int6 = [Int2; 3];

fn int2(a: &Fp2) -> Int2 {
    [int(&a.c0.0), int(&a.c1.0)]
}

fn int6(a: &Fp6) -> Int6 {
    [int2(&a.c0), int2(&a.c1), int2(&a.c2)]
}

fn signed2(a: &Fp2Dbl) -> Int2 {
    [signed(&a.c0), signed(&a.c1)]
}

fn signed6(a: &Fp6Dbl) -> Int6 {
    [signed2(&a.c0), signed2(&a.c1), signed2(&a.c2)]
}

fn add2(a: &Int2, b: &Int2) -> Int2 {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

fn scale2(a: &Int2, k: i32) -> Int2 {
    [&a[0] * k, &a[1] * k]
}

fn mul2(a: &Int2, b: &Int2) -> Int2 {
    [&a[0] * &b[0] - &a[1] * &b[1], &a[0] * &b[1] + &a[1] * &b[0]]
}

fn xi2(a: &Int2) -> Int2 {
    [&a[0] - &a[1], &a[0] + &a[1]]
}

fn add6(a: &Int6, b: &Int6) -> Int6 {
    core::array::from_fn(|i| add2(&a[i], &b[i]))
}

fn scale6(a: &Int6, k: i32) -> Int6 {
    core::array::from_fn(|i| scale2(&a[i], k))
}

/// Schoolbook product modulo `v^3 - xi`.
fn mul6(a: &Int6, b: &Int6) -> Int6 {
    let mut out: Int6 = Default::default();
    for i in 0..3 {
        for j in 0..3 {
            let t = mul2(&a[i], &b[j]);
            let t = if i + j >= 3 { xi2(&t) } else { t };
            out[(i + j) % 3] = add2(&out[(i + j) % 3], &t);
        }
    }
    out
}

fn times_v(a: &Int6) -> Int6 {
    [xi2(&a[2]), a[0].clone(), a[1].clone()]
}

/// The double-width value is the integer, modulo `2^768`.
#[track_caller]
fn exact(got: &FpDbl, want: &BigInt) {
    assert_eq!(got.0, words::<12>(want));
}

#[track_caller]
fn exact2(got: &Fp2Dbl, want: &Int2) {
    exact(&got.c0, &want[0]);
    exact(&got.c1, &want[1]);
}

#[track_caller]
fn exact6(got: &Fp6Dbl, want: &Int6) {
    for (got, want) in [(&got.c0, &want[0]), (&got.c1, &want[1]), (&got.c2, &want[2])] {
        exact2(got, want);
    }
}

fn fp_products_are_loose_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let loose = 2 * &n.p;
    for (x, y) in n.pairs(&loose, &loose).into_iter().chain(n.pairs(&(2 * &loose - 1), &loose)) {
        let (a, b) = (Fp(words(&x)), Fp(words(&y)));
        n.reduced(&B::fp_mul(&a, &b), &(&x * &y), &loose);
        n.reduced(&B::fp_mul(&b, &a), &(&x * &y), &loose);
    }
}

fn fp_squares_are_loose_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let loose = 2 * &n.p;
    for (x, y) in n.pairs(&(29 * &n.p / 10), &loose) {
        n.reduced(&B::fp_sqr(&Fp(words(&x))), &(&x * &x), &loose);
        let a = Fp(words(&y));
        n.reduced(&B::fp_mul(&a, &a), &(&y * &y), &loose);
    }
}

fn chains_of_squares_equal_single_ones<B: Backend>() {
    let mut n = Numbers::new();
    let loose = 2 * &n.p;
    for _ in 0..cases() {
        let a = n.fp(&loose);
        let count = n.rng.u32(1..6);
        let mut x = a;
        for _ in 0..count {
            x = B::fp_sqr(&x);
        }
        let got = int(&B::fp_sqr_n(&a, count).0);
        assert!(got < loose);
        assert_eq!((got - int(&x.0)) % &n.p, BigInt::ZERO);
    }
}

fn fp_linear_operations_are_loose_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let loose = 2 * &n.p;
    for (x, y) in n.pairs(&loose, &loose) {
        let (a, b) = (Fp(words(&x)), Fp(words(&y)));
        let cases = [
            (B::fp_add(&a, &b), &x + &y),
            (B::fp_sub(&a, &b), &x - &y),
            (B::fp_dbl(&a), &x + &x),
            (B::fp_neg(&a), -&x),
            (B::fp_add(&a, &a), &x + &x),
            (B::fp_sub(&a, &a), BigInt::ZERO),
        ];
        for (got, want) in cases {
            let got = int(&got.0);
            assert!(got < loose);
            assert_eq!((got - want) % &n.p, BigInt::ZERO);
        }
    }
}

fn scalar_products_and_sums_are_canonical_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let order = int(&Fr::MODULUS);
    let to_the_256 = BigInt::from(1) << 256;
    // An element with these limbs, and back.
    let element = |x: &BigInt| Fr::from_limbs(&words(x)).unwrap().left::<Scalar>();
    let limbs = |a: &Fr| int(&a.entered::<Scalar>().to_limbs());
    let near = |k: u32| &order - k;
    let edges =
        [(near(1), near(1)), (near(1), near(2)), (near(1), BigInt::from(1)), (near(2), BigInt::from(2))];
    for (x, y) in n.pairs(&order, &order).into_iter().chain(edges) {
        let (a, b) = (element(&x), element(&y));
        for (got, factor, want) in [
            (B::fr_mul(&a, &b), &to_the_256, &x * &y),
            (B::fr_mul(&a, &a), &to_the_256, &x * &x),
            (a.add(&b), &BigInt::from(1), &x + &y),
            (a.sub(&b), &BigInt::from(1), &x - &y),
            (b.sub(&a), &BigInt::from(1), &y - &x),
        ] {
            let value = limbs(&got);
            // What is equal has the same limbs.
            assert!(got == element(&value), "the limbs are not below the order");
            assert_eq!((value * factor - want) % &order, BigInt::ZERO);
        }
    }
}

/// Sums of canonical values, and the canonical form of loose ones.
#[test]
fn canonical_forms_are_canonical_and_congruent() {
    let mut n = Numbers::new();
    let (p, loose) = (n.p.clone(), 2 * &n.p);
    let canonical = |got: Fp, want: &BigInt| {
        let got = int(&got.0);
        assert!(got < p);
        assert_eq!((got - want) % &p, BigInt::ZERO);
    };
    for (x, y) in n.pairs(&p, &p) {
        let (a, b) = (Fp(words(&x)), Fp(words(&y)));
        canonical(a.add_canonical(&b), &(&x + &y));
        canonical(a.sub_canonical(&b), &(&x - &y));
    }
    for (x, _) in n.pairs(&loose, &p) {
        canonical(Fp(words(&x)).canonical(), &x);
    }
}

fn wide_products_and_squares_are_exact<B: Backend>() {
    let mut n = Numbers::new();
    let raw = BigInt::from(1) << 384;
    for (x, y) in n.pairs(&raw, &raw) {
        let (a, b) = (Fp(words(&x)), Fp(words(&y)));
        exact(&B::fp_mul_wide(&a, &b), &(&x * &y));
        exact(&B::fp_mul_wide(&a, &a), &(&x * &x));
        exact(&B::fp_sqr_wide(&a), &(&x * &x));
    }
}

fn reductions_are_loose_or_tight_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let (loose, square) = (2 * &n.p, &n.p * &n.p);
    let bound = &square * 98 / 10;
    for x in n.values(&bound) {
        n.reduced(&B::fp_reduce(&FpDbl(words(&x))), &x, &loose);
    }
    for _ in 0..cases() {
        let x = n.one(&bound);
        n.reduced(&B::fp_reduce(&FpDbl(words(&x))), &x, &loose);
        let t = n.wide(&(20 * &square));
        n.reduced(&B::fp_reduce_tight(&t), &signed(&t), &n.tight);
    }
}

fn fp2_products_and_squares_are_loose_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let loose = 2 * &n.p;
    for _ in 0..cases() {
        let (a, b) = (n.fp2(&loose), n.fp2(&loose));
        let (x, y) = (int2(&a), int2(&b));
        n.reduced2(&B::fp2_mul(&a, &b), &mul2(&x, &y), &loose);
        n.reduced2(&B::fp2_mul(&a, &a), &mul2(&x, &x), &loose);
        n.reduced2(&B::fp2_sqr(&a), &mul2(&x, &x), &loose);
    }
}

fn fp2_wide_products_and_squares_are_exact<B: Backend>() {
    let mut n = Numbers::new();
    let (loose, half) = (2 * &n.p, BigInt::from(1) << 383);
    for _ in 0..cases() {
        let (a, b) = (n.fp2(&half), n.fp2(&half));
        let (x, y) = (int2(&a), int2(&b));
        exact2(&B::fp2_mul_wide(&a, &b), &mul2(&x, &y));
        exact2(&B::fp2_mul_wide(&a, &a), &mul2(&x, &x));
        let a = n.fp2(&(&loose + (BigInt::from(1) << 332)));
        exact2(&B::fp2_sqr_wide(&a), &mul2(&int2(&a), &int2(&a)));
    }
}

fn fp6_layers_are_exact<B: Backend>() {
    let mut n = Numbers::new();
    let (tight, square) = (n.tight.clone(), &n.p * &n.p);
    for _ in 0..cases() {
        let a = n.fp6(&(2 * &tight));
        let [a0, a1, a2] = int6(&a);
        let sums = B::fp6_pre(&a);
        assert_eq!(sums.each_ref().map(int2), [add2(&a1, &a2), add2(&a0, &a1), add2(&a0, &a2)]);

        let v = [n.wide2(&square), n.wide2(&square), n.wide2(&square)];
        let m = [n.wide2(&square), n.wide2(&square), n.wide2(&square)];
        let [v0, v1, v2] = v.each_ref().map(signed2);
        let [m0, m1, m2] = m.each_ref().map(signed2);
        let minus = |m: &Int2, x: &Int2, y: &Int2| add2(m, &scale2(&add2(x, y), -1));
        let want = [
            add2(&v0, &xi2(&minus(&m0, &v1, &v2))),
            add2(&minus(&m1, &v0, &v1), &xi2(&v2)),
            add2(&minus(&m2, &v0, &v2), &v1),
        ];
        exact6(&B::fp6_post(&v, &m), &want);
    }
}

fn fp6_wide_products_are_exact<B: Backend>() {
    let mut n = Numbers::new();
    let bound = 2 * &n.tight;
    for _ in 0..cases() / 4 {
        let (a, b) = (n.fp6(&bound), n.fp6(&bound));
        exact6(&B::fp6_mul_wide(&a, &b), &mul6(&int6(&a), &int6(&b)));
        exact6(&B::fp6_mul_wide(&a, &a), &mul6(&int6(&a), &int6(&a)));
    }
}

fn fp6_sparse_products_are_exact<B: Backend>() {
    let mut n = Numbers::new();
    let bound = 2 * &n.tight;
    for _ in 0..cases() / 4 {
        let (x, a, b) = (n.fp6(&bound), n.fp2(&bound), n.fp2(&bound));
        let (y, c, d) = (int6(&x), int2(&a), int2(&b));
        let zero = Int2::default();
        exact6(&B::fp6_mul_by_01_wide(&x, &a, &b), &mul6(&y, &[c.clone(), d.clone(), zero.clone()]));
        exact6(&B::fp6_mul_by_12_wide(&x, &a, &b), &mul6(&y, &[zero.clone(), c.clone(), d.clone()]));
        exact6(&B::fp6_mul_by_1_wide(&x, &a), &mul6(&y, &[zero.clone(), c, zero]));
    }
}

fn fp12_last_layers_are_tight_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let square = &n.p * &n.p;
    for _ in 0..cases() / 4 {
        let (aa, bb, m) = (n.wide6(&(6 * &square)), n.wide6(&(6 * &square)), n.wide6(&(8 * &square)));
        let (x, y, z) = (signed6(&aa), signed6(&bb), signed6(&m));
        let got = B::fp12_post(&aa, &bb, &m);
        n.reduced6(&got.c0, &add6(&x, &times_v(&y)), &n.tight);
        n.reduced6(&got.c1, &add6(&z, &scale6(&add6(&x, &y), -1)), &n.tight);

        let ab = n.wide6(&(4 * &square));
        let x = signed6(&ab);
        let got = B::fp12_sqr_post(&ab, &m);
        n.reduced6(&got.c0, &add6(&z, &scale6(&add6(&x, &times_v(&x)), -1)), &n.tight);
        n.reduced6(&got.c1, &scale6(&x, 2), &n.tight);
    }
}

fn fp12_products_and_squares_are_tight_and_congruent<B: Backend>() {
    let mut n = Numbers::new();
    let tight = n.tight.clone();
    for case in 0..cases() / 4 {
        // All coefficients at the bound, then a mixture.
        let full = |_: usize| Fp(words(&(&tight - 1)));
        let at_bound = |f: &dyn Fn(usize) -> Fp| {
            let two = |i| Fp2 { c0: f(i), c1: f(i + 1) };
            let six = |i| Fp6 { c0: two(i), c1: two(i + 2), c2: two(i + 4) };
            Fp12 { c0: six(0), c1: six(6) }
        };
        let alternating = |i: usize| if i.is_multiple_of(2) { full(i) } else { Fp([0; 6]) };
        let a = match case {
            0 => at_bound(&full),
            1 => at_bound(&alternating),
            _ => n.fp12(&tight),
        };
        let b = if case == 0 { a } else { n.fp12(&tight) };
        let ([x0, x1], [y0, y1]) = ([int6(&a.c0), int6(&a.c1)], [int6(&b.c0), int6(&b.c1)]);
        let product = |x0: &Int6, x1: &Int6, y0: &Int6, y1: &Int6| {
            [add6(&mul6(x0, y0), &times_v(&mul6(x1, y1))), add6(&mul6(x0, y1), &mul6(x1, y0))]
        };
        let want = product(&x0, &x1, &y0, &y1);
        let got = B::fp12_mul(&a, &b);
        n.reduced6(&got.c0, &want[0], &tight);
        n.reduced6(&got.c1, &want[1], &tight);
        let want = product(&x0, &x1, &x0, &x1);
        for got in [B::fp12_sqr(&a), B::fp12_mul(&a, &a)] {
            n.reduced6(&got.c0, &want[0], &tight);
            n.reduced6(&got.c1, &want[1], &tight);
        }

        let got = B::fp12_cyclotomic_sqr(&a);
        // `3t -+ 2z`, where `z` has not been divided by `2^384`.
        let r = BigInt::from(1) << 384;
        let z = |z: &Int2, k: i32| [&z[0] * &r * k, &z[1] * &r * k];
        let fp4 = |a: &Int2, b: &Int2| [add2(&mul2(a, a), &xi2(&mul2(b, b))), scale2(&mul2(a, b), 2)];
        let [a0, a1] = fp4(&x0[0], &x1[1]);
        let [b0, b1] = fp4(&x1[0], &x0[2]);
        let [c0, c1] = fp4(&x0[1], &x1[2]);
        let triple = |t: &Int2, old: &Int2, k: i32| add2(&scale2(t, 3), &z(old, k));
        n.reduced6(
            &got.c0,
            &[triple(&a0, &x0[0], -2), triple(&b0, &x0[1], -2), triple(&c0, &x0[2], -2)],
            &tight,
        );
        n.reduced6(
            &got.c1,
            &[triple(&xi2(&c1), &x1[0], 2), triple(&a1, &x1[1], 2), triple(&b1, &x1[2], 2)],
            &tight,
        );

        let got = B::fp12_compressed_sqr(&Compressed::new(&a));
        n.reduced2(&got.z2, &triple(&xi2(&c1), &x1[0], 2), &tight);
        n.reduced2(&got.z3, &triple(&c0, &x0[2], -2), &tight);
        n.reduced2(&got.z4, &triple(&b0, &x0[1], -2), &tight);
        n.reduced2(&got.z5, &triple(&b1, &x1[2], 2), &tight);
    }
}

/// All of the base field and of `Fp2`.
fn a_million_of_each<B: Backend>() {
    CASES.set(fewer().unwrap_or(1_000_000));
    fp_products_are_loose_and_congruent::<B>();
    scalar_products_and_sums_are_canonical_and_congruent::<B>();
    fp_squares_are_loose_and_congruent::<B>();
    chains_of_squares_equal_single_ones::<B>();
    fp_linear_operations_are_loose_and_congruent::<B>();
    wide_products_and_squares_are_exact::<B>();
    reductions_are_loose_or_tight_and_congruent::<B>();
    fp2_products_and_squares_are_loose_and_congruent::<B>();
    fp2_wide_products_and_squares_are_exact::<B>();
}
