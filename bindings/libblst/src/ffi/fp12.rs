//! The field that pairings lead to.

use core::ffi::c_int;

use lanesmith_bls::hazmat::{Fp6, Fp12};
use lanesmith_bls::pairing::{self, mul_by_line};

use super::memory::{at, get, put, put_bytes};
use super::values::{Canonical as _, Limbs as _, truth};

/// One, for whoever asks for its address.
static ONE: Fp12 = Fp12::ONE;

/// The limbs.
///
/// # Safety
/// As `ffi` asks.
unsafe fn limbs<'a>(a: *const Fp12) -> &'a [u64; 72] {
    // SAFETY: the caller's promise; an element is its limbs.
    unsafe { at(a.cast()) }
}

/// Limbs of both are canonical: what is compared is bytes.
///
/// # Safety
/// As `ffi` asks.
unsafe fn same(a: *const Fp12, b: *const Fp12) -> bool {
    // SAFETY: the caller's promise is passed on.
    let (a, b) = unsafe { (limbs(a), limbs(b)) };
    a.iter().zip(b).fold(0, |any, (a, b)| any | (a ^ b)) == 0
}

exported! {
    fn blst_fp12_sqr(ret: *mut Fp12, a: *const Fp12) { put(ret, B::fp12_sqr(at(a)).canonical()) }
    fn blst_fp12_cyclotomic_sqr(ret: *mut Fp12, a: *const Fp12) {
        put(ret, B::fp12_cyclotomic_sqr(at(a)).canonical())
    }
    fn blst_fp12_mul(ret: *mut Fp12, a: *const Fp12, b: *const Fp12) {
        put(ret, B::fp12_mul(at(a), at(b)).canonical())
    }
    fn blst_fp12_mul_by_xy00z0(ret: *mut Fp12, a: *const Fp12, xy00z0: *const Fp6) {
        let Fp6 { c0, c1, c2 } = get(xy00z0);
        put(ret, mul_by_line::<B>(at(a), &[c0, c1, c2]).canonical())
    }
    fn blst_fp12_conjugate(a: *mut Fp12) {
        let half = &raw mut (*a).c1;
        let a = at(half);
        put(half, Fp6 { c0: a.c0.negated(!0), c1: a.c1.negated(!0), c2: a.c2.negated(!0) })
    }
    fn blst_fp12_inverse(ret: *mut Fp12, a: *const Fp12) { put(ret, at(a).inv::<B>().canonical()) }
    fn blst_fp12_frobenius_map(ret: *mut Fp12, a: *const Fp12, n: usize) {
        let mut a = get(a);
        if n / 2 % 2 == 1 {
            a = a.frobenius_2::<B>();
        }
        if n % 2 == 1 {
            a = a.frobenius::<B>();
        }
        put(ret, a.canonical())
    }
    fn blst_fp12_is_equal(a: *const Fp12, b: *const Fp12) -> c_int { truth(same(a, b)) }
    fn blst_fp12_is_one(a: *const Fp12) -> c_int { truth(same(a, &ONE)) }
    fn blst_fp12_in_group(a: *const Fp12) -> c_int { truth(pairing::in_group::<B>(at(a))) }
    fn blst_fp12_one() -> *const Fp12 { &raw const ONE }
    fn blst_fp12_sizeof() -> usize { size_of::<Fp12>() }
    fn blst_bendian_from_fp12(ret: *mut u8, a: *const Fp12) {
        let Fp12 { c0, c1 } = get(a);
        let order = [c0.c0, c1.c0, c0.c1, c1.c1, c0.c2, c1.c2];
        let bytes = order.map(|a| [a.c0.to_bytes::<B>(), a.c1.to_bytes::<B>()]);
        put_bytes(ret, bytes.as_flattened().as_flattened())
    }
    fn blst_final_exp(ret: *mut Fp12, f: *const Fp12) {
        put(ret, pairing::final_exponentiation::<B>(at(f)).0.canonical())
    }
    fn blst_fp12_finalverify(gt1: *const Fp12, gt2: *const Fp12) -> c_int {
        let ratio = B::fp12_mul(&at(gt1).conjugate::<B>(), at(gt2));
        truth(pairing::final_exponentiation::<B>(&ratio).is_one::<B>())
    }
}
