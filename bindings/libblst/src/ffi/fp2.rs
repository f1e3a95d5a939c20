//! The quadratic extension.

use core::ffi::c_int;

use lanesmith_bls::hazmat::{Field as _, Fp2};
use lanesmith_bls::tower::Quadratic as _;

use super::memory::{get, put};
use super::values::{Canonical as _, mask, truth};

exported! {
    fn blst_fp2_add(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, B::fp2_add(&get(a), &get(b)).canonical()) }
    fn blst_fp2_sub(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, B::fp2_sub(&get(a), &get(b)).canonical()) }
    fn blst_fp2_mul_by_3(ret: *mut Fp2, a: *const Fp2) {
        let a = get(a);
        put(ret, a.dbl::<B>().add::<B>(&a).canonical())
    }
    fn blst_fp2_mul_by_8(ret: *mut Fp2, a: *const Fp2) { put(ret, get(a).dbl::<B>().dbl::<B>().dbl::<B>().canonical()) }
    fn blst_fp2_lshift(ret: *mut Fp2, a: *const Fp2, count: usize) {
        put(ret, (0..count).fold(get(a), |a, _| a.dbl::<B>()).canonical())
    }
    fn blst_fp2_mul(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, B::fp2_mul(&get(a), &get(b)).canonical()) }
    fn blst_fp2_sqr(ret: *mut Fp2, a: *const Fp2) { put(ret, B::fp2_sqr(&get(a)).canonical()) }
    fn blst_fp2_cneg(ret: *mut Fp2, a: *const Fp2, flag: c_int) {
        let a = get(a);
        put(ret, a.select(&a.neg::<B>(), mask(flag)).canonical())
    }
    fn blst_fp2_eucl_inverse(ret: *mut Fp2, a: *const Fp2) { put(ret, get(a).inv::<B>().canonical()) }
    fn blst_fp2_inverse(ret: *mut Fp2, a: *const Fp2) { put(ret, get(a).inv::<B>().canonical()) }
    fn blst_fp2_sqrt(ret: *mut Fp2, a: *const Fp2) -> c_int {
        let (root, is) = get(a).root::<B>();
        put(ret, root.canonical());
        truth(is != 0)
    }
    // Squares are those whose norm is one.
    fn blst_fp2_is_square(a: *const Fp2) -> c_int { truth(get(a).norm::<B>().root::<B>().1 != 0) }
}
