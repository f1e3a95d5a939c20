//! Scalars: bytes, and what is done with secret keys as numbers.

use core::ffi::c_int;

use lanesmith_bls::Fr;
use zeroize::optimization_barrier;

#[cfg(target_endian = "big")]
use super::memory::get;
use super::memory::{array, bytes, put, put_bytes};
use super::values::{Scalar, limbs, of_limbs, truth};

/// Hands a secret of plain words to a function and wipes it, as wide as the machine stores.
#[inline(always)]
pub fn wiped<T: Copy + Default, R>(mut secret: T, with: impl FnOnce(&T) -> R) -> R {
    let result = with(&secret);
    secret = T::default();
    optimization_barrier(&secret);
    result
}

/// The limbs of a scalar.
pub fn limbs_of(scalar: &Scalar) -> [u64; 4] {
    core::array::from_fn(|i| (0..8).rev().fold(0, |limb, j| limb << 8 | u64::from(scalar[8 * i + j])))
}

/// The limbs of 32 bytes, most significant first.
pub fn limbs_of_be(bytes: &[u8; 32]) -> [u64; 4] {
    core::array::from_fn(|i| (0..8).fold(0, |limb, j| limb << 8 | u64::from(bytes[8 * (3 - i) + j])))
}

/// The scalar of limbs.
pub fn bytes_of(limbs: &[u64; 4]) -> Scalar {
    core::array::from_fn(|i| (limbs[i / 8] >> (8 * (i % 8))) as u8)
}

/// The limbs of the scalar at a place.
///
/// # Safety
/// As `ffi` asks.
pub unsafe fn limbs_at(at: *const u8) -> [u64; 4] {
    // SAFETY: the caller's promise; no alignment is asked of a scalar.
    unsafe { at.cast::<[u64; 4]>().read_unaligned() }.map(u64::from_le)
}

/// The element of the field for the scalar at a place, modulo the order.
///
/// # Safety
/// As `ffi` asks.
pub unsafe fn field_at(at: *const u8) -> Fr {
    // SAFETY: the caller's promise is passed on.
    wiped(unsafe { limbs_at(at) }, Fr::from_limbs_reduced)
}

/// Whether limbs are below the order, in constant time.
pub fn below_order(limbs: &[u64; 4]) -> bool {
    let mut borrow = false;
    for (limb, order) in limbs.iter().zip(Fr::MODULUS) {
        let (difference, first) = limb.overflowing_sub(order);
        let (_, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
    }
    borrow
}

fn any(limbs: &[u64; 4]) -> bool {
    limbs.iter().fold(0, |any, limb| any | limb) != 0
}

/// Writes an element as a scalar; whether it is not zero.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_field(ret: *mut u8, mut value: Fr) -> c_int {
    let any = wiped(value.to_limbs(), |limbs| {
        // SAFETY: the caller's promise is passed on.
        wiped(bytes_of(limbs), |bytes| unsafe { put_bytes(ret, bytes) });
        any(limbs)
    });
    value.wipe();
    truth(any)
}

/// Writes what comes of the limbs of two scalars below the order; whether it is not zero.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_of_two(out: *mut u8, a: *const u8, b: *const u8, of: impl FnOnce(&Fr, &Fr) -> Fr) -> c_int {
    // SAFETY: the caller's promise is passed on.
    let (a, b) = unsafe { (limbs_at(a), limbs_at(b)) };
    let result = wiped(a, |a| wiped(b, |b| limbs(&of(&of_limbs(*a), &of_limbs(*b)))));
    wiped(result, |limbs| {
        // SAFETY: likewise; no alignment is asked of a scalar.
        unsafe { out.cast::<[u64; 4]>().write_unaligned(limbs.map(u64::to_le)) };
        truth(any(limbs))
    })
}

/// The number of hexadecimal digits at a place, `0x` before them allowed, as `N` bytes, most significant first. It ends with the first
/// character that is no digit.
///
/// # Safety
/// As `ffi` asks.
pub unsafe fn hex_digits<const N: usize>(text: *const u8) -> [u8; N] {
    // SAFETY: the text ends with a character that is no digit, or has as many digits as fit.
    let at = |i: usize| unsafe { *text.add(i) };
    let digit = |c: u8| char::from(c).to_digit(16);
    let start = if at(0) == b'0' && at(1) | 0x20 == b'x' { 2 } else { 0 };
    let mut length = 0;
    while length < 2 * N && digit(at(start + length)).is_some() {
        length += 1;
    }
    let mut out = [0; N];
    for i in 0..length {
        let place = 2 * N - length + i;
        out[place / 2] = out[place / 2] << 4 | digit(at(start + i)).unwrap_or(0) as u8;
    }
    out
}

/// The integer of blocks, most significant first, modulo the order.
fn reduced<'a>(blocks: impl Iterator<Item = &'a [u8]>, read: impl Fn(&'a [u8]) -> [u64; 4]) -> Fr {
    let values = blocks.map(|block| wiped(read(block), Fr::from_limbs_reduced));
    values.reduce(|sum, value| sum.shifted().add(&value)).unwrap_or(Fr::ZERO)
}

/// The limbs of up to 32 bytes, least significant first.
fn padded(block: &[u8]) -> [u64; 4] {
    let mut whole: Scalar = [0; 32];
    whole[..block.len()].copy_from_slice(block);
    wiped(whole, limbs_of)
}

/// The same, most significant first.
fn padded_be(block: &[u8]) -> [u64; 4] {
    let mut whole = [0; 32];
    whole[32 - block.len()..].copy_from_slice(block);
    wiped(whole, limbs_of_be)
}

/// Copies bytes that may overlap, or be the same.
macro_rules! moves {
    ($($name:ident: $to:ty, $from:ty;)*) => {
        plain! {$(
            fn $name(out: *mut $to, a: *const $from) { put(out.cast::<Scalar>(), array::<32>(a.cast())) }
        )*}
    };
}

// On machines that store the least significant byte first, a scalar is its words.
#[cfg(target_endian = "little")]
moves! {
    blst_scalar_from_uint32: u8, u32;
    blst_uint32_from_scalar: u32, u8;
    blst_scalar_from_uint64: u8, u64;
    blst_uint64_from_scalar: u64, u8;
    blst_scalar_from_lendian: u8, u8;
    blst_lendian_from_scalar: u8, u8;
}

exported! {
    fn blst_sk_mul_n_check(out: *mut u8, a: *const u8, b: *const u8) -> c_int {
        // The one factor has Montgomery form, so that the product is the integer.
        put_of_two(out, a, b, |a, b| B::fr_mul(&a.entered::<B>(), b))
    }
}

plain! {
    fn blst_scalar_from_bendian(out: *mut u8, a: *const u8) {
        let mut bytes: Scalar = array(a);
        bytes.reverse();
        wiped(bytes, |bytes| put_bytes(out, bytes))
    }
    fn blst_bendian_from_scalar(out: *mut u8, a: *const u8) {
        let mut bytes: Scalar = array(a);
        bytes.reverse();
        wiped(bytes, |bytes| put_bytes(out, bytes))
    }
    // Four words that never leave their registers.
    fn blst_scalar_fr_check(a: *const u8) -> c_int { truth(below_order(&limbs_at(a))) }
    fn blst_sk_check(a: *const u8) -> c_int {
        let limbs = limbs_at(a);
        truth(below_order(&limbs) & any(&limbs))
    }
    fn blst_sk_add_n_check(out: *mut u8, a: *const u8, b: *const u8) -> c_int { put_of_two(out, a, b, Fr::add) }
    fn blst_sk_sub_n_check(out: *mut u8, a: *const u8, b: *const u8) -> c_int { put_of_two(out, a, b, Fr::sub) }
    fn blst_sk_inverse(out: *mut u8, a: *const u8) { put_field(out, field_at(a).inv()); }
    fn blst_scalar_from_le_bytes(out: *mut u8, input: *const u8, len: usize) -> c_int {
        put_field(out, reduced(bytes(input, len).chunks(32).rev(), padded))
    }
    fn blst_scalar_from_be_bytes(out: *mut u8, input: *const u8, len: usize) -> c_int {
        put_field(out, reduced(bytes(input, len).rchunks(32).rev(), padded_be))
    }
    fn blst_scalar_from_hexascii(out: *mut u8, hex: *const u8) {
        let mut bytes: Scalar = hex_digits(hex);
        bytes.reverse();
        put_bytes(out, &bytes)
    }
}

/// Whole words of a scalar.
#[cfg(target_endian = "big")]
plain! {
    fn blst_scalar_from_uint32(out: *mut u8, a: *const u32) {
        put_bytes(out, get(a.cast::<[u32; 8]>()).map(u32::to_le_bytes).as_flattened())
    }
    fn blst_uint32_from_scalar(out: *mut u32, a: *const u8) {
        let bytes: Scalar = array(a);
        put(out.cast::<[u32; 8]>(), core::array::from_fn(|i| (0..4).rev().fold(0, |w, j| w << 8 | u32::from(bytes[4 * i + j]))))
    }
    fn blst_scalar_from_uint64(out: *mut u8, a: *const u64) { put_bytes(out, &bytes_of(&get(a.cast::<[u64; 4]>()))) }
    fn blst_uint64_from_scalar(out: *mut u64, a: *const u8) { put(out.cast::<[u64; 4]>(), limbs_of(&array(a))) }
    fn blst_scalar_from_lendian(out: *mut u8, a: *const u8) { put(out.cast::<Scalar>(), array(a)) }
    fn blst_lendian_from_scalar(out: *mut u8, a: *const u8) { put(out.cast::<Scalar>(), array(a)) }
}
