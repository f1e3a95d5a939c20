//! The fields and the tower against big integers and blst, for every backend.

mod common;

use common::*;
use lanesmith_bls::hazmat::{Backend, Field, Fp, Fp2, FpDbl, Fr};
use num_bigint::{BigInt, BigUint};

const CASES: usize = 2000;

fn r_inverse() -> BigUint {
    (BigUint::from(1u32) << 384u32).modpow(&(p() - 2u32), &p())
}

fn modulo(x: &BigInt) -> BigUint {
    let p = BigInt::from(p());
    (((x % &p) + &p) % &p).to_biguint().unwrap()
}

/// `t` as a two's complement integer.
fn signed(t: &FpDbl) -> BigInt {
    let value = BigInt::from(big(&t.0));
    if t.0[11] >> 63 == 1 { value - (BigInt::from(1) << 768u32) } else { value }
}

fn wide(value: &BigInt) -> FpDbl {
    let modulus = BigInt::from(1) << 768u32;
    FpDbl(limbs(&(((value % &modulus) + &modulus) % &modulus).to_biguint().unwrap()))
}

fn loose(x: &Fp) {
    assert!(big(&x.0) < p() * 2u32, "not below 2p: {x:x?}");
}

fn tight(x: &Fp) {
    assert!(big(&x.0) < p() + (BigUint::from(1u32) << 330u32), "not tight: {x:x?}");
}

fn products_are_those_of_integers<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(1);
    let inverse = r_inverse();
    for _ in 0..CASES {
        let (a, b) = (residue(&mut rng, 2), residue(&mut rng, 2));
        let product = B::fp_mul(&a, &b);
        loose(&product);
        assert_eq!(big(&product.0) % p(), big(&a.0) * big(&b.0) * &inverse % p());
        let square = B::fp_sqr(&a);
        loose(&square);
        assert_eq!(big(&square.0) % p(), big(&a.0) * big(&a.0) * &inverse % p());
        let (c, d) = (residue(&mut rng, 4), residue(&mut rng, 2));
        let product = B::fp_mul(&c, &d);
        loose(&product);
        assert_eq!(big(&product.0) % p(), big(&c.0) * big(&d.0) * &inverse % p());
    }
}

fn sums_are_those_of_integers<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..CASES {
        let (a, b) = (residue(&mut rng, 2), residue(&mut rng, 2));
        for (x, expected) in [
            (B::fp_add(&a, &b), big(&a.0) + big(&b.0)),
            (B::fp_sub(&a, &b), big(&a.0) + p() * 2u32 - big(&b.0)),
            (B::fp_neg(&a), p() * 2u32 - big(&a.0)),
            (B::fp_dbl(&a), big(&a.0) * 2u32),
            (a.half(), big(&a.0) * ((p() + 1u32) / 2u32)),
        ] {
            loose(&x);
            assert_eq!(big(&x.0) % p(), expected % p());
        }
        assert_eq!(big(&B::fp_add_raw(&a, &b).0), big(&a.0) + big(&b.0));
    }
}

fn wide_values_are_integers_modulo_2_to_768<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(3);
    let modulus = BigUint::from(1u32) << 768u32;
    for _ in 0..CASES {
        let (a, b) = (residue(&mut rng, 9), residue(&mut rng, 9));
        let t = B::fp_mul_wide(&a, &b);
        assert_eq!(big(&t.0), big(&a.0) * big(&b.0));
        let s = B::fp_sqr_wide(&a);
        assert_eq!(big(&s.0), big(&a.0) * big(&a.0));
        assert_eq!(big(&B::wide_add(&t, &s).0), (big(&t.0) + big(&s.0)) % &modulus);
        assert_eq!(big(&B::wide_sub(&t, &s).0), (&modulus + big(&t.0) - big(&s.0)) % &modulus);
    }
}

fn reductions_keep_their_bounds<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(4);
    let inverse = r_inverse();
    let square = BigInt::from(p() * p());
    for case in 0..CASES {
        let random = BigInt::from(big(&core::array::from_fn::<u64, 12, _>(|_| rng.u64(..))));
        let t: BigInt = match case % 4 {
            0 => &square * 20 - 1 - rng.u64(..),
            1 => &square * -20 + 1 + rng.u64(..),
            2 => BigInt::from(rng.u64(..)) - rng.u64(..),
            _ => &random % (&square * 20),
        };
        let t = if case & 8 == 0 { -t } else { t };
        let x = B::fp_reduce_tight(&wide(&t));
        tight(&x);
        assert_eq!(big(&x.0) % p(), modulo(&t) * &inverse % p());
        let t = match case % 3 {
            0 => &square * 98 / 10 - 1 - rng.u64(..),
            1 => BigInt::from(rng.u64(..)),
            _ => &random % (&square * 98 / 10),
        };
        let x = B::fp_reduce(&wide(&t));
        loose(&x);
        assert_eq!(big(&x.0) % p(), modulo(&t) * &inverse % p());
    }
}

fn fp2_agrees_with_blst<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..CASES {
        let (a, b) = (residue2(&mut rng), residue2(&mut rng));
        let (x, y) = (blst_fp2(&a), blst_fp2(&b));
        let mut expected;
        let check = |ours: &Fp2, expected: &blst::blst_fp2| {
            loose(&ours.c0);
            loose(&ours.c1);
            assert_eq!(blst_fp2(ours), *expected);
        };
        expected = ffi::fp2_mul(&x, &y);
        check(&B::fp2_mul(&a, &b), &expected);
        let wide = B::fp2_mul_wide(&a, &b);
        let ours = Fp2 { c0: B::fp_reduce_tight(&wide.c0), c1: B::fp_reduce_tight(&wide.c1) };
        check(&ours, &expected);
        expected = ffi::fp2_sqr(&x);
        check(&B::fp2_sqr(&a), &expected);
        let wide = B::fp2_sqr_wide(&a);
        let exact = BigInt::from(big(&a.c0.0)).pow(2) - BigInt::from(big(&a.c1.0)).pow(2);
        assert_eq!(signed(&wide.c0), exact);
        let ours = Fp2 { c0: B::fp_reduce_tight(&wide.c0), c1: B::fp_reduce_tight(&wide.c1) };
        check(&ours, &expected);
        expected = ffi::fp2_add(&x, &y);
        check(&B::fp2_add(&a, &b), &expected);
        expected = ffi::fp2_sub(&x, &y);
        check(&B::fp2_sub(&a, &b), &expected);
    }
}

fn fp12_agrees_with_blst<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..CASES {
        let (a, b) = (residue12(&mut rng), residue12(&mut rng));
        let (x, y) = (blst_fp12(&a), blst_fp12(&b));
        let mut expected;
        expected = ffi::fp12_mul(&x, &y);
        assert_eq!(blst_fp12(&B::fp12_mul(&a, &b)), expected);
        expected = ffi::fp12_sqr(&x);
        let square = B::fp12_sqr(&a);
        assert_eq!(blst_fp12(&square), expected);
        for six in [square.c0, square.c1] {
            for two in [six.c0, six.c1, six.c2] {
                tight(&two.c0);
                tight(&two.c1);
            }
        }
        // The formula holds as a polynomial map whatever the operand is.
        expected = ffi::fp12_cyclotomic_sqr(&x);
        assert_eq!(blst_fp12(&B::fp12_cyclotomic_sqr(&a)), expected);
    }
}

fn inverses_and_roots<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(7);
    let one = BigUint::from(1u32);
    let mut squares = [0; 2];
    for _ in 0..CASES / 4 {
        let a = residue(&mut rng, 2);
        for inverse in [a.inv::<B>(), a.inv_vartime::<B>()] {
            let expected = if a.is_zero() { BigUint::ZERO } else { one.clone() };
            assert_eq!(value(&B::fp_mul(&a, &inverse)), expected);
        }
        let is_square = value(&a).modpow(&((p() - 1u32) / 2u32), &p()) != p() - 1u32;
        squares[usize::from(is_square)] += 1;
        match a.sqrt::<B>() {
            Some(root) => assert!(is_square && root.sqr::<B>().equals::<B>(&a)),
            None => assert!(!is_square),
        }
        let a = if rng.bool() { Fp2 { c0: a, c1: Fp::ZERO } } else { residue2(&mut rng) };
        for inverse in [a.inv::<B>(), a.inv_vartime::<B>()] {
            assert!(a.is_zero() || a.mul::<B>(&inverse).equals::<B>(&Fp2::ONE));
        }
        let is_square = ffi::fp2_is_square(&blst_fp2(&a));
        match a.sqrt::<B>() {
            Some(root) => assert!(is_square && root.sqr::<B>().equals::<B>(&a)),
            None => assert!(!is_square, "{a:x?}"),
        }
        assert!(a.sqr::<B>().sqrt::<B>().is_some());
    }
    assert!(squares[0] > 100 && squares[1] > 100);
}

fn encodings_are_canonical<B: Backend>() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..CASES {
        let a = residue(&mut rng, 2);
        let bytes = a.to_bytes::<B>();
        assert_eq!(BigUint::from_bytes_be(&bytes), value(&a));
        assert!(Fp::from_bytes::<B>(&bytes).unwrap().equals::<B>(&a));
        assert_eq!(a.is_larger::<B>(), value(&a) > (p() - 1u32) / 2u32);
        assert_eq!(a.sgn0::<B>(), value(&a).bit(0));
        let wide: [u8; 64] = core::array::from_fn(|_| rng.u8(..));
        assert_eq!(value(&Fp::from_bytes_wide::<B>(&wide)), BigUint::from_bytes_be(&wide) % p());
    }
    for above in [p(), p() + 1u32, (BigUint::from(1u32) << 384u32) - 1u32] {
        let mut bytes = [0; 48];
        bytes.copy_from_slice(&above.to_bytes_be());
        assert!(Fp::from_bytes::<B>(&bytes).is_none());
    }
}

for_backends! {
    products_are_those_of_integers,
    sums_are_those_of_integers,
    wide_values_are_integers_modulo_2_to_768,
    reductions_keep_their_bounds,
    fp2_agrees_with_blst,
    fp12_agrees_with_blst,
    inverses_and_roots,
    encodings_are_canonical,
}

#[test]
fn fr_is_the_ring_of_integers_modulo_the_order() {
    let order = big(&Fr::MODULUS);
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..CASES {
        let (a, b) = (big(&scalar(&mut rng)), big(&scalar(&mut rng)));
        let (x, y) = (Fr::from_limbs(&limbs(&a)).unwrap(), Fr::from_limbs(&limbs(&b)).unwrap());
        assert_eq!(big(&x.to_limbs()), a);
        assert_eq!(big(&x.add(&y).to_limbs()), (&a + &b) % &order);
        assert_eq!(big(&x.sub(&y).to_limbs()), (&order + &a - &b) % &order);
        assert_eq!(big(&x.mul(&y).to_limbs()), &a * &b % &order);
        let expected = a.modpow(&(&order - 2u32), &order);
        assert_eq!(big(&x.inv().to_limbs()), expected);
        assert_eq!(big(&x.inv_vartime().to_limbs()), expected);
        assert_eq!(Fr::from_bytes(&x.to_bytes()).unwrap(), x);
        let bytes: Vec<u8> = (0..rng.usize(..100)).map(|_| rng.u8(..)).collect();
        let expected = BigUint::from_bytes_be(&bytes) % &order;
        assert_eq!(big(&Fr::from_bytes_reduced(&bytes).to_limbs()), expected);
    }
    assert!(Fr::from_limbs(&Fr::MODULUS).is_none());
}

#[test]
fn squares_are_those_whose_power_is_one() {
    let mut rng = fastrand::Rng::with_seed(11);
    let one = BigUint::from(1u32);
    let mut values: Vec<BigUint> = (0..1000).map(|_| big(&residue(&mut rng, 1).0)).collect();
    // Lengths of every kind, beside powers of two and fractions of the modulus: where what is approximate decides wrongly.
    for bits in 0..381u32 {
        let power = &one << bits;
        values.extend([power.clone(), &power + 1u32, &power - 1u32, p() - (&power % p()), p() >> bits]);
        values.push(big(&residue(&mut rng, 1).0) >> bits);
    }
    for _ in 0..1000 {
        values.push(p() * rng.u32(1..1000) / rng.u32(1..1000) + rng.u32(0..3));
        // Quotients of one and of many bits, one after another.
        let (mut a, mut b) = (one.clone(), BigUint::ZERO);
        while a.bits() < 380 {
            let next = if rng.bool() { a.clone() } else { &a << rng.u32(0..70) };
            (a, b) = (next + b, a);
        }
        values.push(a);
    }
    for value in values.into_iter().map(|value| value % p()) {
        let power = value.modpow(&((p() - 1u32) / 2u32), &p());
        let a = Fp(limbs(&value));
        assert_eq!(a.is_square(), power <= one, "{value}");
        assert_eq!(a.is_square(), Fp(limbs(&(&value + p()))).is_square(), "{value} as a loose value");
    }
}
