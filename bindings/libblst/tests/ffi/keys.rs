//! Keys: from key material, their public keys, signatures.

use std::ptr::{null, null_mut};

use blst::*;
use fastrand::Rng;

use crate::values::*;

#[test]
fn keys_from_material() {
    let rng = &mut Rng::with_seed(41);
    let long: Vec<u8> = (0..300).map(|_| rng.u8(..)).collect();
    for ikm in [0, 1, 31, 32, 33, 64, 300] {
        let material = long.as_ptr();
        for (info, info_len) in
            [(null(), 0), (null(), 9), (long.as_ptr(), 0), (long.as_ptr(), 1), (long.as_ptr(), 200)]
        {
            // A null that is as long as nothing is read by neither; blst reads no other null.
            let info_len = if info.is_null() { 0 } else { info_len };
            same!(blst_keygen 5, |f| { let mut out = any(); f(&mut out, material, ikm, info, info_len); out });
            same!(blst_keygen_v3 5, |f| { let mut out = any(); f(&mut out, material, ikm, info, info_len); out });
            for (salt, len) in [(null(), 0), (long.as_ptr(), 0), (long.as_ptr(), 5), (long.as_ptr(), 100)] {
                same!(blst_keygen_v4_5 7, |f| { let mut out = any(); f(&mut out, material, ikm, salt, len, info, info_len); out });
                same!(blst_keygen_v5 7, |f| { let mut out = any(); f(&mut out, material, ikm, salt, len, info, info_len); out });
            }
        }
        same!(blst_derive_master_eip2333 3, |f| { let mut out = any(); f(&mut out, material, ikm); out });
    }
}

/// What must be overwritten.
fn any() -> blst_scalar {
    blst_scalar { b: [7; 32] }
}

#[test]
fn children_of_keys() {
    let rng = &mut Rng::with_seed(42);
    for index in [0, 1, 12381, u32::MAX] {
        for parent in [scalar(rng), any_scalar(rng), Zero::zero()] {
            same!(blst_derive_child_eip2333 3, |f| { let mut out = parent.clone(); let p = &raw mut out; f(p, p, index); out });
        }
    }
}

/// The tests of one group of results.
macro_rules! group {
    ($rng:expr, $module:ident, $affine:ident, $plain:literal, $to_pk:ident $to_pk2:ident $sign:ident $sign2:ident) => {
        for round in 0..12 {
            let key = if round == 0 { Zero::zero() } else { scalar($rng) };
            let hash = $module::point($rng);
            same!($to_pk 2, |f| { let mut out = $module::point(&mut Rng::with_seed(1)); f(&mut out, &key); [out.x, out.y, out.z] });
            same!($sign 3, |f| { let mut out = hash; let p = &raw mut out; f(p, p, &key); [out.x, out.y, out.z] });
            let flat = $module::jacobian(&$module::affine(&hash));
            same!($sign 3, |f| { let mut out = flat; let p = &raw mut out; f(p, p, &key); [out.x, out.y, out.z] });
            same!($to_pk2 3, |f| {
                let (mut bytes, mut point) = ([7; $plain], Zero::zero());
                f(bytes.as_mut_ptr(), &mut point, &key);
                (bytes, point)
            });
            same!($to_pk2 3, |f| { let mut bytes = [7; $plain]; f(bytes.as_mut_ptr(), null_mut(), &key); bytes });
            same!($to_pk2 3, |f| { let mut point: $affine = Zero::zero(); f(null_mut(), &mut point, &key); point });
            same!($sign2 4, |f| {
                let (mut bytes, mut point) = ([7; $plain], Zero::zero());
                f(bytes.as_mut_ptr(), &mut point, &hash, &key);
                (bytes, point)
            });
            same!($sign2 4, |f| { let mut bytes = [7; $plain]; f(bytes.as_mut_ptr(), null_mut(), &hash, &key); bytes });
            same!($sign2 4, |f| { let mut point: $affine = Zero::zero(); f(null_mut(), &mut point, &hash, &key); point });
        }
    };
}

#[test]
fn public_keys_and_signatures() {
    let rng = &mut Rng::with_seed(43);
    group!(rng, g1, blst_p1_affine, 96, blst_sk_to_pk_in_g1 blst_sk_to_pk2_in_g1 blst_sign_pk_in_g2 blst_sign_pk2_in_g2);
    group!(rng, g2, blst_p2_affine, 192, blst_sk_to_pk_in_g2 blst_sk_to_pk2_in_g2 blst_sign_pk_in_g1 blst_sign_pk2_in_g1);
}
