//! The base field.

use core::ffi::c_int;

use lanesmith_bls::hazmat::{Backend, Field as _, Fp};

use super::memory::{array, at, bytes, get, put, put_bytes};
use super::scalar::hex_digits;
use super::values::{mask, truth};

/// Bytes of an integer below `2^384`, most significant first.
fn to_be<B: Backend>(a: &Fp) -> [u8; 48] {
    a.to_bytes::<B>()
}

/// The element for 48 bytes, most significant first, modulo `p`.
fn from_be<B: Backend>(bytes: &[u8; 48]) -> Fp {
    Fp::from_limbs_reduced::<B>(&lanesmith_bls::field::limbs_from_be(bytes)).canonical()
}

/// Three times a canonical value; canonical.
#[inline(always)]
pub fn tripled(a: &Fp) -> Fp {
    a.double_canonical().add_canonical(a)
}

/// Doubled so many times; canonical.
#[inline(always)]
pub fn doubled(a: Fp, count: usize) -> Fp {
    (0..count).fold(a, |a, _| a.double_canonical())
}

fn reversed(mut bytes: [u8; 48]) -> [u8; 48] {
    bytes.reverse();
    bytes
}

exported! {
    fn blst_fp_mul(ret: *mut Fp, a: *const Fp, b: *const Fp) { put(ret, B::fp_mul(at(a), at(b)).canonical()) }
    fn blst_fp_sqr(ret: *mut Fp, a: *const Fp) { put(ret, B::fp_sqr(at(a)).canonical()) }
    fn blst_fp_eucl_inverse(ret: *mut Fp, a: *const Fp) { put(ret, at(a).inv::<B>().canonical()) }
    fn blst_fp_inverse(ret: *mut Fp, a: *const Fp) { put(ret, at(a).inv::<B>().canonical()) }
    fn blst_fp_sqrt(ret: *mut Fp, a: *const Fp) -> c_int {
        let (root, is) = at(a).root::<B>();
        put(ret, root.canonical());
        truth(is != 0)
    }

    fn blst_fp_to(ret: *mut Fp, a: *const Fp) { put(ret, Fp::from_limbs_reduced::<B>(&at(a).0).canonical()) }
    fn blst_fp_from(ret: *mut Fp, a: *const Fp) { put(ret, Fp(at(a).to_canonical::<B>())) }
    fn blst_fp_from_uint32(ret: *mut Fp, a: *const u32) {
        let words = get(a.cast::<[u32; 12]>());
        let limbs = core::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32);
        put(ret, Fp::from_limbs_reduced::<B>(&limbs).canonical())
    }
    fn blst_uint32_from_fp(ret: *mut u32, a: *const Fp) {
        let limbs = at(a).to_canonical::<B>();
        put(ret.cast::<[u32; 12]>(), core::array::from_fn(|i| (limbs[i / 2] >> (32 * (i % 2))) as u32))
    }
    fn blst_fp_from_uint64(ret: *mut Fp, a: *const u64) {
        put(ret, Fp::from_limbs_reduced::<B>(at(a.cast::<[u64; 6]>())).canonical())
    }
    fn blst_uint64_from_fp(ret: *mut u64, a: *const Fp) { put(ret.cast::<[u64; 6]>(), at(a).to_canonical::<B>()) }
    fn blst_fp_from_bendian(ret: *mut Fp, a: *const u8) { put(ret, from_be::<B>(&array(a))) }
    fn blst_bendian_from_fp(ret: *mut u8, a: *const Fp) { put_bytes(ret, &to_be::<B>(at(a))) }
    fn blst_fp_from_lendian(ret: *mut Fp, a: *const u8) { put(ret, from_be::<B>(&reversed(array(a)))) }
    fn blst_lendian_from_fp(ret: *mut u8, a: *const Fp) { put_bytes(ret, &reversed(to_be::<B>(at(a)))) }
    fn blst_fp_from_be_bytes(ret: *mut Fp, input: *const u8, len: usize) {
        put(ret, Fp::from_bytes_reduced::<B>(bytes(input, len).iter().copied()).canonical())
    }
    fn blst_fp_from_le_bytes(ret: *mut Fp, input: *const u8, len: usize) {
        put(ret, Fp::from_bytes_reduced::<B>(bytes(input, len).iter().rev().copied()).canonical())
    }
    fn blst_fp_from_hexascii(ret: *mut Fp, hex: *const u8) { put(ret, from_be::<B>(&hex_digits(hex))) }
}

plain! {
    fn blst_fp_is_square(a: *const Fp) -> c_int { truth(at(a).is_square()) }
    fn blst_fp_add(ret: *mut Fp, a: *const Fp, b: *const Fp) { put(ret, at(a).add_canonical(at(b))) }
    fn blst_fp_sub(ret: *mut Fp, a: *const Fp, b: *const Fp) { put(ret, at(a).sub_canonical(at(b))) }
    fn blst_fp_mul_by_3(ret: *mut Fp, a: *const Fp) { put(ret, tripled(at(a))) }
    fn blst_fp_mul_by_8(ret: *mut Fp, a: *const Fp) { put(ret, doubled(get(a), 3)) }
    fn blst_fp_lshift(ret: *mut Fp, a: *const Fp, count: usize) { put(ret, doubled(get(a), count)) }
    fn blst_fp_cneg(ret: *mut Fp, a: *const Fp, flag: c_int) { put(ret, at(a).negate_canonical(mask(flag))) }
}
