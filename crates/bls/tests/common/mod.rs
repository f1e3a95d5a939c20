//! What the tests of the arithmetic share: random elements in every bound, and blst's view of them.
#![allow(dead_code)]

mod arch;
#[allow(unsafe_code)]
pub mod ffi;

use lanesmith_bls::hazmat::{Fp, Fp2, Fp6, Fp12, Scalar as Portable};
use num_bigint::BigUint;

/// The backend for conversions.
pub type S = Portable;

/// The modulus.
pub fn p() -> BigUint {
    BigUint::parse_bytes(
        b"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        16,
    )
    .unwrap()
}

/// Limbs as an integer.
pub fn big(limbs: &[u64]) -> BigUint {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// An integer as limbs.
pub fn limbs<const N: usize>(value: &BigUint) -> [u64; N] {
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(value.to_u64_digits()) {
        *to = from;
    }
    out
}

/// Random limbs of a Montgomery form below `k*p`, edges included.
pub fn residue(rng: &mut fastrand::Rng, k: u32) -> Fp {
    let bound = p() * k;
    let value = match rng.u32(0..12) {
        0 => BigUint::ZERO,
        1 => BigUint::from(1u32),
        2 => p(),
        3 => p() - 1u32,
        4 => &bound - 1u32,
        5 => p() - 2u32,
        6 => (BigUint::from(1u32) << 381u32) - 1u32,
        _ => big(&core::array::from_fn::<u64, 6, _>(|_| rng.u64(..))),
    };
    Fp(limbs(&(value % bound)))
}

/// A random loose element of `Fp2`.
pub fn residue2(rng: &mut fastrand::Rng) -> Fp2 {
    Fp2 { c0: residue(rng, 2), c1: residue(rng, 2) }
}

/// A random tight element of `Fp6`.
pub fn residue6(rng: &mut fastrand::Rng) -> Fp6 {
    let mut two = || Fp2 { c0: residue(rng, 1), c1: residue(rng, 1) };
    Fp6 { c0: two(), c1: two(), c2: two() }
}

/// A random tight element of `Fp12`.
pub fn residue12(rng: &mut fastrand::Rng) -> Fp12 {
    Fp12 { c0: residue6(rng), c1: residue6(rng) }
}

/// The canonical integer of an element.
pub fn value(x: &Fp) -> BigUint {
    big(&x.to_canonical::<S>())
}

/// blst's element: the same Montgomery form, canonical.
pub fn blst_fp(x: &Fp) -> blst::blst_fp {
    blst::blst_fp { l: limbs(&(big(&x.0) % p())) }
}

/// blst's `Fp2`.
pub fn blst_fp2(x: &Fp2) -> blst::blst_fp2 {
    blst::blst_fp2 { fp: [blst_fp(&x.c0), blst_fp(&x.c1)] }
}

/// blst's `Fp6`.
pub fn blst_fp6(x: &Fp6) -> blst::blst_fp6 {
    blst::blst_fp6 { fp2: [blst_fp2(&x.c0), blst_fp2(&x.c1), blst_fp2(&x.c2)] }
}

/// blst's `Fp12`.
pub fn blst_fp12(x: &Fp12) -> blst::blst_fp12 {
    blst::blst_fp12 { fp6: [blst_fp6(&x.c0), blst_fp6(&x.c1)] }
}

/// From blst's element.
pub fn from_blst(x: &blst::blst_fp) -> Fp {
    Fp(x.l)
}

/// From blst's `Fp2`.
pub fn from_blst2(x: &blst::blst_fp2) -> Fp2 {
    Fp2 { c0: from_blst(&x.fp[0]), c1: from_blst(&x.fp[1]) }
}

/// From blst's `Fp12`.
pub fn from_blst12(x: &blst::blst_fp12) -> Fp12 {
    let six = |x: &blst::blst_fp6| Fp6 {
        c0: from_blst2(&x.fp2[0]),
        c1: from_blst2(&x.fp2[1]),
        c2: from_blst2(&x.fp2[2]),
    };
    Fp12 { c0: six(&x.fp6[0]), c1: six(&x.fp6[1]) }
}

/// A random canonical scalar.
pub fn scalar(rng: &mut fastrand::Rng) -> [u64; 4] {
    let order = BigUint::parse_bytes(b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16)
        .unwrap();
    let value = match rng.u32(0..16) {
        0 => BigUint::ZERO,
        1 => BigUint::from(1u32),
        2 => &order - 1u32,
        3 => BigUint::from(rng.u64(..)),
        4 => BigUint::from(0xd201_0000_0001_0000u64),
        5 => BigUint::from(rng.u128(..)),
        _ => big(&core::array::from_fn::<u64, 4, _>(|_| rng.u64(..))),
    };
    limbs(&(value % order))
}
