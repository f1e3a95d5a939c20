//! Hashing to the groups.

use std::ptr::null;

use blst::*;
use fastrand::Rng;

use crate::values::*;

/// The tests of one group.
macro_rules! group {
    ($rng:expr, $field:ident, $map:ident $encode:ident $hash:ident) => {
        for _ in 0..6 {
            let (u, v) = ($field($rng), $field($rng));
            let mut negative = u;
            unsafe { group!(@ $field, &mut negative, &u) };
            same!($map 3, |f| { let mut out = Zero::zero(); f(&mut out, &u, null()); out });
            for v in [v, u, negative] {
                same!($map 3, |f| { let mut out = Zero::zero(); f(&mut out, &u, &v); out });
            }
        }
        let long: Vec<u8> = (0..400).map(|_| $rng.u8(..)).collect();
        for (msg, dst, aug) in [(0, 0, 0), (1, 1, 0), (64, 43, 48), (400, 255, 1), (13, 256, 96), (0, 400, 400)] {
            for (aug, dst) in [(long[..aug].as_ptr(), long[..dst].as_ptr()), (null(), null())].map(|p| ((p.0, aug), (p.1, dst))) {
                same!($encode 7, |f| {
                    let mut out = Zero::zero();
                    f(&mut out, long.as_ptr(), msg, dst.0, dst.1, aug.0, aug.1 * usize::from(!aug.0.is_null()));
                    out
                });
                same!($hash 7, |f| {
                    let mut out = Zero::zero();
                    f(&mut out, long.as_ptr(), msg, dst.0, dst.1, aug.0, aug.1);
                    out
                });
            }
        }
    };
    (@ fp, $out:expr, $a:expr) => { blst_fp_cneg($out, $a, true) };
    (@ fp2, $out:expr, $a:expr) => { blst_fp2_cneg($out, $a, true) };
}

#[test]
fn to_g1() {
    let rng = &mut Rng::with_seed(31);
    group!(rng, fp, blst_map_to_g1 blst_encode_to_g1 blst_hash_to_g1);
}

#[test]
fn to_g2() {
    let rng = &mut Rng::with_seed(32);
    group!(rng, fp2, blst_map_to_g2 blst_encode_to_g2 blst_hash_to_g2);
}

#[test]
fn uniform_bytes() {
    let rng = &mut Rng::with_seed(33);
    let long: Vec<u8> = (0..1000).map(|_| rng.u8(..)).collect();
    for len in [1, 31, 32, 33, 64, 255, 256, 1000, 8128, 8159, 8160, 8161, 9000] {
        for (msg, dst) in [(0, 0), (1, 1), (1000, 255), (63, 256), (64, 1000)] {
            same!(blst_expand_message_xmd 6, |f| {
                let mut out = vec![7u8; len + 1];
                f(out.as_mut_ptr(), len, long.as_ptr(), msg, long.as_ptr(), dst);
                out
            });
        }
    }
}

#[test]
fn sha256() {
    let rng = &mut Rng::with_seed(34);
    let long: Vec<u8> = (0..1 << 20).map(|_| rng.u8(..)).collect();
    for len in (0..130).chain([1000, 1 << 20]) {
        same!(blst_sha256 3, |f| { let mut out = [0; 32]; f(out.as_mut_ptr(), long.as_ptr(), len); out });
    }
    same!(blst_sha256 3, |f| { let mut out = [0; 32]; f(out.as_mut_ptr(), null(), 0); out });
}
