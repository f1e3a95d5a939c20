//! Scalars, and secret keys as numbers.

use blst::*;
use fastrand::Rng;

use crate::values::*;

#[test]
fn words_and_bytes() {
    let rng = &mut Rng::with_seed(11);
    for _ in 0..20 {
        let any = blst_scalar { b: bytes(rng) };
        let words: [u32; 8] = core::array::from_fn(|_| rng.u32(..));
        let limbs: [u64; 4] = core::array::from_fn(|_| rng.u64(..));
        // At any address.
        let mut room = [0u8; 33];
        room[1..].copy_from_slice(&any.b);
        let unaligned: *const blst_scalar = room[1..].as_ptr().cast();
        same!(blst_scalar_from_uint32 2, |f| { let mut out = any.clone(); f(&mut out, words.as_ptr()); out });
        same!(blst_scalar_from_uint64 2, |f| { let mut out = any.clone(); f(&mut out, limbs.as_ptr()); out });
        same!(blst_scalar_from_bendian 2, |f| { let mut out = any.clone(); let p = &raw mut out; f(p, p.cast()); out });
        same!(blst_scalar_from_lendian 2, |f| { let mut out = any.clone(); f(&mut out, any.b.as_ptr()); out });
        same!(blst_uint32_from_scalar 2, |f| { let mut out = [0; 8]; f(out.as_mut_ptr(), unaligned); out });
        same!(blst_uint64_from_scalar 2, |f| { let mut out = [0; 4]; f(out.as_mut_ptr(), unaligned); out });
        same!(blst_bendian_from_scalar 2, |f| { let mut out = [0; 32]; f(out.as_mut_ptr(), unaligned); out });
        same!(blst_lendian_from_scalar 2, |f| { let mut out = [0; 32]; f(out.as_mut_ptr(), unaligned); out });
        same!(blst_sk_inverse 2, |f| {
            let mut out = [0u8; 33];
            f(out[1..].as_mut_ptr().cast(), unaligned);
            out
        });
        same!(blst_fr_from_scalar 2, |f| { let mut out = Zero::zero(); f(&mut out, unaligned); out });
    }
}

#[test]
fn checks_and_sums_of_secret_keys() {
    let rng = &mut Rng::with_seed(12);
    for _ in 0..60 {
        let any = any_scalar(rng);
        same!(blst_scalar_fr_check 1, |f| f(&any));
        same!(blst_sk_check 1, |f| f(&any));
        let (a, b) = (scalar(rng), scalar(rng));
        for (a, b) in [(a.clone(), b), (a.clone(), a.clone()), (a, Zero::zero())] {
            same!(blst_sk_add_n_check 3, |f| { let mut out = a.clone(); let p = &raw mut out; let is = f(p, p, &b); (is, out) });
            same!(blst_sk_sub_n_check 3, |f| { let mut out = a.clone(); let p = &raw mut out; let is = f(p, p, &b); (is, out) });
            same!(blst_sk_mul_n_check 3, |f| { let mut out = a.clone(); let p = &raw mut out; let is = f(p, p, &b); (is, out) });
            operation!(blst_sk_inverse(a));
        }
    }
}

#[test]
fn integers_of_any_length() {
    let rng = &mut Rng::with_seed(13);
    let long: Vec<u8> = (0..300).map(|_| rng.u8(..)).collect();
    for len in (0..100).chain([127, 128, 129, 299, 300]) {
        for bytes in [&long, &vec![0; 300], &vec![0xff; 300]] {
            same!(blst_scalar_from_le_bytes 3, |f| { let mut out = Zero::zero(); let is = f(&mut out, bytes.as_ptr(), len); (is, out) });
            same!(blst_scalar_from_be_bytes 3, |f| { let mut out = Zero::zero(); let is = f(&mut out, bytes.as_ptr(), len); (is, out) });
        }
    }
}

#[test]
fn hexadecimal_digits() {
    let texts = [
        "0x",
        "",
        "0",
        "f",
        "0X1",
        "abcDEF",
        "123 45",
        "g",
        "0xfedcba9876543210",
        &"f".repeat(64),
        &"f".repeat(96),
        &"9e".repeat(60),
    ];
    for text in texts {
        let text = [text.as_bytes(), b"\0"].concat();
        same!(blst_scalar_from_hexascii 2, |f| { let mut out = Zero::zero(); f(&mut out, text.as_ptr()); out });
        same!(blst_fr_from_hexascii 2, |f| { let mut out = Zero::zero(); f(&mut out, text.as_ptr()); out });
        same!(blst_fp_from_hexascii 2, |f| { let mut out = Zero::zero(); f(&mut out, text.as_ptr()); out });
    }
}
