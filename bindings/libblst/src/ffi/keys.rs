//! Secret keys: where they come from, their public keys, signatures.

use lanesmith_bls::Fr;
use lanesmith_bls::curve::{Complete, Projective, mul_complete};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2};
use lanesmith_bls::keys::Draft;
use lanesmith_bls::signature::{SecretKey, SignatureError};

use super::memory::{array, bytes, get, put, put_bytes};
use super::point::{Group, plain_bytes};
use super::scalar::{field_at, wiped};
use super::values::{Canonical as _, Flat, Scalar, normal};

/// Writes a key, or zero where there is none.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_key(out: *mut u8, key: Result<SecretKey, SignatureError>) {
    let mut bytes: Scalar = key.map_or([0; 32], |key| *key.to_bytes());
    bytes.reverse();
    // SAFETY: the caller's promise is passed on.
    wiped(bytes, |bytes| unsafe { put_bytes(out, bytes) });
}

/// `[k]P` with `Z` one, or zero at infinity, so that no coordinate tells of the scalar.
///
/// # Safety
/// As `ffi` asks.
unsafe fn multiple<F: Group, B: Backend>(point: &Projective<F>, secret: *const u8) -> Projective<F> {
    // SAFETY: the caller's promise is passed on.
    let mut k: Fr = unsafe { field_at(secret) };
    let product = mul_complete::<F, B>(&Complete::from_projective::<B>(point), &k);
    k.wipe();
    normal::<F, B>(&product).canonical()
}

/// Writes a point as it is, as bytes with the flags of a compressed one, or both.
///
/// # Safety
/// As `ffi` asks.
unsafe fn put_both<F: Group, B: Backend>(out: *mut u8, affine: *mut Flat<F>, point: &Projective<F>) {
    let flat = Flat { x: point.x, y: point.y };
    // SAFETY: the caller's promise is passed on.
    unsafe {
        if !affine.is_null() {
            put(affine, flat);
        }
        if !out.is_null() {
            let (mut encoded, larger) = plain_bytes::<F, B>(&flat);
            encoded.as_mut()[0] |= u8::from(larger) << 5 | u8::from(point.z.zero_mask() != 0) << 6;
            put_bytes(out, encoded.as_ref());
        }
    }
}

/// The functions of one group of results.
macro_rules! signs {
    ($field:ty, $generator:path, $to_pk:ident $to_pk2:ident $sign:ident $sign2:ident) => {
        exported! {
            fn $to_pk(out: *mut Projective<$field>, sk: *const u8) { put(out, multiple::<$field, B>(&$generator, sk)) }
            fn $to_pk2(out: *mut u8, pk: *mut Flat<$field>, sk: *const u8) {
                put_both::<$field, B>(out, pk, &multiple::<$field, B>(&$generator, sk))
            }
            fn $sign(out: *mut Projective<$field>, hash: *const Projective<$field>, sk: *const u8) {
                put(out, multiple::<$field, B>(&get(hash), sk))
            }
            fn $sign2(out: *mut u8, sig: *mut Flat<$field>, hash: *const Projective<$field>, sk: *const u8) {
                put_both::<$field, B>(out, sig, &multiple::<$field, B>(&get(hash), sk))
            }
        }
    };
}

signs! { Fp, super::point::BLS12_381_G1,
blst_sk_to_pk_in_g1 blst_sk_to_pk2_in_g1 blst_sign_pk_in_g2 blst_sign_pk2_in_g2 }
signs! { Fp2, super::point::BLS12_381_G2,
blst_sk_to_pk_in_g2 blst_sk_to_pk2_in_g2 blst_sign_pk_in_g1 blst_sign_pk2_in_g1 }

exported! {
    fn blst_keygen(out: *mut u8, ikm: *const u8, ikm_len: usize, info: *const u8, info_len: usize) {
        put_key(out, SecretKey::generate_by(Draft::V4, bytes(ikm, ikm_len), bytes(info, info_len)))
    }
    fn blst_keygen_v3(out: *mut u8, ikm: *const u8, ikm_len: usize, info: *const u8, info_len: usize) {
        put_key(out, SecretKey::generate_by(Draft::V3, bytes(ikm, ikm_len), bytes(info, info_len)))
    }
    fn blst_keygen_v4_5(
        out: *mut u8,
        ikm: *const u8, ikm_len: usize,
        salt: *const u8, salt_len: usize,
        info: *const u8, info_len: usize,
    ) {
        let draft = if salt.is_null() { Draft::V4 } else { Draft::V4Salted { salt: bytes(salt, salt_len) } };
        put_key(out, SecretKey::generate_by(draft, bytes(ikm, ikm_len), bytes(info, info_len)))
    }
    fn blst_keygen_v5(
        out: *mut u8,
        ikm: *const u8, ikm_len: usize,
        salt: *const u8, salt_len: usize,
        info: *const u8, info_len: usize,
    ) {
        if salt.is_null() {
            put_bytes(out, &[0; 32]);
        } else {
            let draft = Draft::V5 { salt: bytes(salt, salt_len) };
            put_key(out, SecretKey::generate_by(draft, bytes(ikm, ikm_len), bytes(info, info_len)))
        }
    }
    fn blst_derive_master_eip2333(out: *mut u8, ikm: *const u8, ikm_len: usize) {
        put_key(out, SecretKey::derive_master(bytes(ikm, ikm_len)))
    }
    fn blst_derive_child_eip2333(out: *mut u8, sk: *const u8, child_index: u32) {
        let mut parent: Scalar = array(sk);
        parent.reverse();
        put_key(out, wiped(parent, |parent| SecretKey::derive_child_of(parent, child_index)))
    }
}
