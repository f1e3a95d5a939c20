//! The quadratic extension.

use core::ffi::c_int;

use lanesmith_bls::hazmat::{Field as _, Fp, Fp2};
use lanesmith_bls::tower::Quadratic as _;

use super::fp::{doubled, tripled};
use super::memory::{at, put};
use super::values::{Canonical as _, mask, truth};

exported! {
    fn blst_fp2_mul(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, B::fp2_mul(at(a), at(b)).canonical()) }
    fn blst_fp2_sqr(ret: *mut Fp2, a: *const Fp2) { put(ret, B::fp2_sqr(at(a)).canonical()) }
    fn blst_fp2_eucl_inverse(ret: *mut Fp2, a: *const Fp2) { put(ret, at(a).inv::<B>().canonical()) }
    fn blst_fp2_inverse(ret: *mut Fp2, a: *const Fp2) { put(ret, at(a).inv::<B>().canonical()) }
    fn blst_fp2_sqrt(ret: *mut Fp2, a: *const Fp2) -> c_int {
        let (root, is) = at(a).root::<B>();
        put(ret, root.canonical());
        truth(is != 0)
    }
    // Squares are those whose norm is one.
    fn blst_fp2_is_square(a: *const Fp2) -> c_int { truth(at(a).norm::<B>().is_square()) }
}

/// Both coefficients of a result, each written before the next is read: twelve words do not stay in registers, and what is left on the
/// stack would be copied by pairs of words, which wait for the cache.
///
/// # Safety
/// As `ffi` asks; `ret` is `a` or apart from it.
#[inline(always)]
unsafe fn each(ret: *mut Fp2, a: *const Fp2, of: impl Fn(&Fp) -> Fp) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        put(&raw mut (*ret).c0, of(at(&raw const (*a).c0)));
        put(&raw mut (*ret).c1, of(at(&raw const (*a).c1)))
    }
}

/// The same of two operands.
///
/// # Safety
/// As `ffi` asks; `ret` is each of the others or apart from it.
#[inline(always)]
unsafe fn each_of_two(ret: *mut Fp2, a: *const Fp2, b: *const Fp2, of: impl Fn(&Fp, &Fp) -> Fp) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        put(&raw mut (*ret).c0, of(at(&raw const (*a).c0), at(&raw const (*b).c0)));
        put(&raw mut (*ret).c1, of(at(&raw const (*a).c1), at(&raw const (*b).c1)))
    }
}

plain! {
    fn blst_fp2_add(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { each_of_two(ret, a, b, Fp::add_canonical) }
    fn blst_fp2_sub(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { each_of_two(ret, a, b, Fp::sub_canonical) }
    fn blst_fp2_mul_by_3(ret: *mut Fp2, a: *const Fp2) { each(ret, a, tripled) }
    fn blst_fp2_mul_by_8(ret: *mut Fp2, a: *const Fp2) { each(ret, a, |a| doubled(*a, 3)) }
    fn blst_fp2_lshift(ret: *mut Fp2, a: *const Fp2, count: usize) { each(ret, a, |a| doubled(*a, count)) }
    fn blst_fp2_cneg(ret: *mut Fp2, a: *const Fp2, flag: c_int) { each(ret, a, |a| a.negate_canonical(mask(flag))) }
}
