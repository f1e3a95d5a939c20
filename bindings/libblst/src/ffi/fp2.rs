//! The quadratic extension.

use core::ffi::c_int;

use lanesmith_bls::hazmat::{Field as _, Fp2};
use lanesmith_bls::tower::Quadratic as _;

use super::memory::{at, get, put};
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
    fn blst_fp2_is_square(a: *const Fp2) -> c_int { truth(at(a).norm::<B>().root::<B>().1 != 0) }
}

/// The sum; canonical.
fn sum(a: &Fp2, b: &Fp2) -> Fp2 {
    Fp2 { c0: a.c0.add_canonical(&b.c0), c1: a.c1.add_canonical(&b.c1) }
}

/// The difference; canonical.
fn difference(a: &Fp2, b: &Fp2) -> Fp2 {
    Fp2 { c0: a.c0.sub_canonical(&b.c0), c1: a.c1.sub_canonical(&b.c1) }
}

/// Doubled; canonical.
fn double(a: &Fp2) -> Fp2 {
    Fp2 { c0: a.c0.double_canonical(), c1: a.c1.double_canonical() }
}

/// Doubled so many times; canonical.
fn doubled(a: Fp2, count: usize) -> Fp2 {
    (0..count).fold(a, |a, _| double(&a))
}

plain! {
    fn blst_fp2_add(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, sum(at(a), at(b))) }
    fn blst_fp2_sub(ret: *mut Fp2, a: *const Fp2, b: *const Fp2) { put(ret, difference(at(a), at(b))) }
    fn blst_fp2_mul_by_3(ret: *mut Fp2, a: *const Fp2) {
        let a = at(a);
        put(ret, sum(&double(a), a))
    }
    fn blst_fp2_mul_by_8(ret: *mut Fp2, a: *const Fp2) { put(ret, doubled(get(a), 3)) }
    fn blst_fp2_lshift(ret: *mut Fp2, a: *const Fp2, count: usize) { put(ret, doubled(get(a), count)) }
    fn blst_fp2_cneg(ret: *mut Fp2, a: *const Fp2, flag: c_int) {
        let a = at(a);
        put(ret, a.select(&difference(&Fp2::ZERO, a), mask(flag)))
    }
}
