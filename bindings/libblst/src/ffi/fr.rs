//! The scalar field.

use core::ffi::c_int;

use lanesmith_bls::Fr;

use super::memory::{get, put, put_bytes};
use super::scalar::{hex_digits, limbs_at, limbs_of_be, wiped};
use super::values::mask;

/// `a`, or its negative where the mask is set.
fn negated(a: &Fr, mask: u64) -> Fr {
    let (plain, negative) = (limbs(a), limbs(&a.neg()));
    let mask = core::hint::black_box(mask);
    of_limbs(core::array::from_fn(|i| plain[i] & !mask | negative[i] & mask))
}

/// The limbs in memory, in Montgomery form.
fn limbs(a: &Fr) -> [u64; 4] {
    // SAFETY: an element is four limbs, `repr(C)`.
    unsafe { get((&raw const *a).cast()) }
}

fn of_limbs(limbs: [u64; 4]) -> Fr {
    // SAFETY: as above, and every value of limbs is one of an element.
    unsafe { get((&raw const limbs).cast()) }
}

plain! {
    fn blst_fr_add(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, get(a).add(&get(b))) }
    fn blst_fr_sub(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, get(a).sub(&get(b))) }
    fn blst_fr_mul_by_3(ret: *mut Fr, a: *const Fr) {
        let a = get(a);
        put(ret, a.add(&a).add(&a))
    }
    fn blst_fr_lshift(ret: *mut Fr, a: *const Fr, count: usize) {
        put(ret, (0..count).fold(get(a), |a, _| a.add(&a)))
    }
    fn blst_fr_rshift(ret: *mut Fr, a: *const Fr, count: usize) { put(ret, (0..count).fold(get(a), |a, _| a.half())) }
    fn blst_fr_mul(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, get(a).mul(&get(b))) }
    fn blst_fr_sqr(ret: *mut Fr, a: *const Fr) { put(ret, get(a).sqr()) }
    fn blst_fr_cneg(ret: *mut Fr, a: *const Fr, flag: c_int) { put(ret, negated(&get(a), mask(flag))) }
    fn blst_fr_eucl_inverse(ret: *mut Fr, a: *const Fr) { put(ret, get(a).inv()) }
    fn blst_fr_inverse(ret: *mut Fr, a: *const Fr) { put(ret, get(a).inv()) }
    fn blst_fr_ct_bfly(x0: *mut Fr, x1: *mut Fr, twiddle: *const Fr) {
        let (a, t) = (get(x0), get(x1).mul(&get(twiddle)));
        put(x1, a.sub(&t));
        put(x0, a.add(&t))
    }
    fn blst_fr_gs_bfly(x0: *mut Fr, x1: *mut Fr, twiddle: *const Fr) {
        let (a, b, twiddle) = (get(x0), get(x1), get(twiddle));
        put(x0, a.add(&b));
        put(x1, a.sub(&b).mul(&twiddle))
    }
    fn blst_fr_to(ret: *mut Fr, a: *const Fr) { put(ret, Fr::from_limbs_reduced(&limbs(&get(a)))) }
    fn blst_fr_from(ret: *mut Fr, a: *const Fr) { put(ret, of_limbs(get(a).to_limbs())) }
    fn blst_fr_from_uint64(ret: *mut Fr, a: *const u64) { put(ret, Fr::from_limbs_reduced(&get(a.cast::<[u64; 4]>()))) }
    fn blst_uint64_from_fr(ret: *mut u64, a: *const Fr) { put(ret.cast::<[u64; 4]>(), get(a).to_limbs()) }
    fn blst_fr_from_scalar(ret: *mut Fr, a: *const u8) {
        wiped(limbs_at(a), |limbs| put(ret, Fr::from_limbs_reduced(limbs)))
    }
    fn blst_scalar_from_fr(ret: *mut u8, a: *const Fr) {
        wiped(get(a).to_limbs(), |limbs| wiped(super::scalar::bytes_of(limbs), |bytes| put_bytes(ret, bytes)))
    }
    fn blst_fr_from_hexascii(ret: *mut Fr, hex: *const u8) {
        put(ret, Fr::from_limbs_reduced(&limbs_of_be(&hex_digits(hex))))
    }
}
