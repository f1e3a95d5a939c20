//! The kernels for 64-bit Arm against big integers: every pair of edge values and many random ones, results and bounds. Elsewhere there is
//! nothing to test.
#![cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]

mod common;

use common::*;
use lanesmith_bls::hazmat::{Armv8, Armv8Adk, Backend, Fp, Fp2, FpDbl};
use num_bigint::{BigInt, BigUint, Sign};

/// The modulus and what is computed of it once.
struct Numbers {
    p: BigInt,
    p2: BigUint,
    tight: BigUint,
    wide: BigInt,
}

impl Numbers {
    fn new() -> Self {
        Numbers {
            p: BigInt::from(p()),
            p2: p() * 2u32,
            tight: p() + (BigUint::from(1u32) << 330u32),
            wide: BigInt::from(1) << 768u32,
        }
    }

    /// `x` is `t / 2^384` modulo `p`.
    fn reduced(&self, what: &str, x: &Fp, t: &BigInt) {
        let rest: BigInt = (BigInt::from(big(&x.0)) << 384u32) - t;
        assert_eq!((rest % &self.p).sign(), Sign::NoSign, "{what} of {t:x}");
    }

    fn loose(&self, what: &str, x: &Fp, t: &BigInt) {
        self.reduced(what, x, t);
        assert!(big(&x.0) < self.p2, "{what} of {t:x} is not below 2p");
    }

    fn tight(&self, what: &str, x: &Fp, t: &BigInt) {
        self.reduced(what, x, t);
        assert!(big(&x.0) < self.tight, "{what} of {t:x} is not tight");
    }

    /// `t` modulo `2^768`.
    fn exact(&self, what: &str, x: &FpDbl, t: &BigInt) {
        let rest: BigInt = BigInt::from(big(&x.0)) - t;
        assert_eq!((rest % &self.wide).sign(), Sign::NoSign, "{what}: {t:x}");
    }
}

fn int(x: &Fp) -> BigInt {
    BigInt::from(big(&x.0))
}

fn wide(t: &BigInt) -> FpDbl {
    let modulus = BigInt::from(1) << 768u32;
    FpDbl(limbs(&(((t % &modulus) + &modulus) % &modulus).to_biguint().unwrap()))
}

/// All kernels on `(a, b)`, loose, and `(c, d)`, raw.
fn kernels<B: Backend>(n: &Numbers, [a, b]: [Fp; 2], [c, d]: [Fp; 2]) {
    let [x, y] = [&a, &b].map(int);
    n.loose("product", &B::fp_mul(&a, &b), &(&x * &y));
    n.loose("product with itself", &B::fp_mul(&a, &a), &(&x * &x));
    n.loose("square", &B::fp_sqr(&a), &(&x * &x));
    // Two squares in a row are a square of a square.
    let once = B::fp_sqr_n(&a, 1);
    n.loose("square", &once, &(&x * &x));
    n.loose("squares", &B::fp_sqr_n(&a, 2), &int(&once).pow(2));
    n.loose("sum", &B::fp_add(&a, &b), &((&x + &y) << 384u32));
    n.loose("difference", &B::fp_sub(&a, &b), &((&x - &y) << 384u32));
    assert_eq!(int(&B::fp_add_raw(&a, &b)), &x + &y, "sum without correction");
    // (a0 + a1) with a loose factor: as large as an operand may be.
    let sum = B::fp_add_raw(&a, &b);
    n.loose("product of a sum", &B::fp_mul(&sum, &b), &((&x + &y) * &y));

    let (v, w) = (int(&c), int(&d));
    let product = B::fp_mul_wide(&c, &d);
    n.exact("wide product", &product, &(&v * &w));
    let square = B::fp_sqr_wide(&c);
    n.exact("wide square", &square, &(&v * &v));
    n.exact("wide sum", &B::wide_add(&product, &square), &(&v * &w + &v * &v));
    n.exact("wide difference", &B::wide_sub(&product, &square), &(&v * &w - &v * &v));
    let limit: BigInt = &n.p * &n.p;
    let (t, signed) = ((&v * &w) % (&limit * 98 / 10), (&v * &w) % (&limit * 20));
    n.loose("reduction", &B::fp_reduce(&wide(&t)), &t);
    n.tight("tight reduction", &B::fp_reduce_tight(&wide(&signed)), &signed);
    n.tight("tight reduction", &B::fp_reduce_tight(&wide(&-&signed)), &-signed);

    let (e, f) = (Fp2 { c0: a, c1: b }, Fp2 { c0: b, c1: B::fp_add(&a, &b) });
    for (f, what) in [(&f, "product in Fp2"), (&e, "product in Fp2 with itself")] {
        let [y0, y1] = [&f.c0, &f.c1].map(int);
        let (t0, t1) = (&x * &y0 - &y * &y1, &x * &y1 + &y * &y0);
        let product = B::fp2_mul(&e, f);
        n.loose(what, &product.c0, &t0);
        n.loose(what, &product.c1, &t1);
        let product = B::fp2_mul_wide(&e, f);
        n.exact(what, &product.c0, &t0);
        n.exact(what, &product.c1, &t1);
    }
    let (t0, t1) = (&x * &x - &y * &y, BigInt::from(2) * &x * &y);
    let square = B::fp2_sqr(&e);
    n.loose("square in Fp2", &square.c0, &t0);
    n.loose("square in Fp2", &square.c1, &t1);
    let square = B::fp2_sqr_wide(&e);
    n.exact("wide square in Fp2", &square.c0, &t0);
    n.exact("wide square in Fp2", &square.c1, &t1);
}

/// Values at which carries, borrows and signs of differences change, modulo `bound`.
fn edges(bound: &BigUint) -> Vec<Fp> {
    let one = BigUint::from(1u32);
    let bit = |n: u32| &one << n;
    let mut values = vec![BigUint::ZERO, one.clone(), BigUint::from(2u32)];
    for p in [p(), p() * 2u32, bit(64), bit(192), bit(320), bit(381), bit(384)] {
        values.extend([&p - 1u32, p.clone(), &p + 1u32]);
    }
    // Equal halves; one half all ones; every other word all ones.
    values.push((bit(192) + 1u32) * 3u32);
    values.push((bit(192) - 1u32) << 192u32);
    values.push((bit(64) - 1u32) * (bit(64) + bit(192) + bit(320)));
    values.push((bit(64) - 1u32) * (&one + bit(128) + bit(256)));
    values.push(bound - 1u32);
    let mut values: Vec<BigUint> = values.into_iter().map(|value| value % bound).collect();
    values.sort();
    values.dedup();
    values.iter().map(|value| Fp(limbs(value))).collect()
}

fn edge_pairs<B: Backend>() {
    let n = Numbers::new();
    let loose = edges(&(p() * 2u32));
    let raw = edges(&(BigUint::from(1u32) << 384u32));
    assert!(loose.len() > 20 && raw.len() >= loose.len());
    for (i, a) in loose.iter().enumerate() {
        for (j, b) in loose.iter().enumerate() {
            kernels::<B>(&n, [*a, *b], [raw[i], raw[j]]);
        }
    }
    for c in &raw {
        for d in &raw {
            n.exact("wide product", &B::fp_mul_wide(c, d), &(int(c) * int(d)));
        }
    }
}

fn random_values<B: Backend>(count: usize) {
    let n = Numbers::new();
    let mut rng = fastrand::Rng::with_seed(25);
    for _ in 0..count {
        let mut two = |bound| core::array::from_fn(|_| residue(&mut rng, bound));
        kernels::<B>(&n, two(2), two(9));
    }
}

#[test]
fn armv8_is_right_on_all_pairs_of_edge_values() {
    edge_pairs::<Armv8>();
}

#[test]
fn armv8_adk_is_right_on_all_pairs_of_edge_values() {
    edge_pairs::<Armv8Adk>();
}

#[test]
fn armv8_is_right_on_random_values() {
    random_values::<Armv8>(20_000);
}

#[test]
fn armv8_adk_is_right_on_random_values() {
    random_values::<Armv8Adk>(20_000);
}

#[test]
#[ignore = "slow: a million of each kernel"]
fn armv8_is_right_on_a_million_random_values() {
    random_values::<Armv8>(1_000_000);
}

#[test]
#[ignore = "slow: a million of each kernel"]
fn armv8_adk_is_right_on_a_million_random_values() {
    random_values::<Armv8Adk>(1_000_000);
}
