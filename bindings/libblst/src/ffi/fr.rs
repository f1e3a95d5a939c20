//! The scalar field.

use core::ffi::c_int;

use lanesmith_bls::Fr;

use super::memory::{at, get, put, put_bytes};
use super::scalar::{hex_digits, limbs_at, limbs_of_be, wiped};
use super::values::{limbs, mask, of_limbs};

exported! {
    fn blst_fr_mul(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, B::fr_mul(at(a), at(b))) }
    fn blst_fr_sqr(ret: *mut Fr, a: *const Fr) { put(ret, B::fr_mul(at(a), at(a))) }
    fn blst_fr_ct_bfly(x0: *mut Fr, x1: *mut Fr, twiddle: *const Fr) {
        let (a, t) = (at(x0), B::fr_mul(at(x1), at(twiddle)));
        let (sum, difference) = (a.add(&t), a.sub(&t));
        put(x1, difference);
        put(x0, sum)
    }
    fn blst_fr_gs_bfly(x0: *mut Fr, x1: *mut Fr, twiddle: *const Fr) {
        let (a, b) = (at(x0), at(x1));
        let (sum, product) = (a.add(b), B::fr_mul(&a.sub(b), at(twiddle)));
        put(x0, sum);
        put(x1, product)
    }
    fn blst_fr_to(ret: *mut Fr, a: *const Fr) { put(ret, at(a).entered::<B>()) }
    fn blst_fr_from(ret: *mut Fr, a: *const Fr) { put(ret, at(a).left::<B>()) }
    fn blst_fr_from_uint64(ret: *mut Fr, a: *const u64) { put(ret, at(a.cast::<Fr>()).entered::<B>()) }
    fn blst_uint64_from_fr(ret: *mut u64, a: *const Fr) { put(ret.cast::<Fr>(), at(a).left::<B>()) }
    fn blst_fr_from_scalar(ret: *mut Fr, a: *const u8) {
        wiped(limbs_at(a), |words| put(ret, of_limbs(*words).entered::<B>()))
    }
    fn blst_scalar_from_fr(ret: *mut u8, a: *const Fr) {
        wiped(limbs(&at(a).left::<B>()), |limbs| wiped(super::scalar::bytes_of(limbs), |bytes| put_bytes(ret, bytes)))
    }
}

plain! {
    fn blst_fr_add(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, at(a).add(at(b))) }
    fn blst_fr_sub(ret: *mut Fr, a: *const Fr, b: *const Fr) { put(ret, at(a).sub(at(b))) }
    fn blst_fr_mul_by_3(ret: *mut Fr, a: *const Fr) {
        let a = at(a);
        put(ret, a.double().add(a))
    }
    fn blst_fr_lshift(ret: *mut Fr, a: *const Fr, count: usize) {
        put(ret, (0..count).fold(get(a), |a, _| a.double()))
    }
    fn blst_fr_rshift(ret: *mut Fr, a: *const Fr, count: usize) {
        let (mut a, mut left) = (get(a), count);
        while left > 0 {
            let some = left.min(63);
            a = a.halved(some as u32);
            left -= some;
        }
        put(ret, a)
    }
    fn blst_fr_cneg(ret: *mut Fr, a: *const Fr, flag: c_int) { put(ret, at(a).negate_if(mask(flag))) }
    fn blst_fr_eucl_inverse(ret: *mut Fr, a: *const Fr) { put(ret, at(a).inv()) }
    fn blst_fr_inverse(ret: *mut Fr, a: *const Fr) { put(ret, at(a).inv()) }
    fn blst_fr_from_hexascii(ret: *mut Fr, hex: *const u8) {
        put(ret, Fr::from_limbs_reduced(&limbs_of_be(&hex_digits(hex))))
    }
}
