//! Fields.

use blst::*;
use fastrand::Rng;

use crate::values::*;

const ROUNDS: usize = 60;

/// Operations that the fields have in common.
macro_rules! field {
    ($rng:expr, $random:ident, $type:ty, $add:ident $sub:ident $mul:ident $sqr:ident $mul_by_3:ident $lshift:ident $cneg:ident
        $eucl_inverse:ident $inverse:ident) => {
        let (a, b) = ($random($rng), $random($rng));
        operation!($add(a, b));
        operation!($sub(a, b));
        operation!($mul(a, b));
        operation!($sqr(a));
        operation!($mul_by_3(a));
        operation!($eucl_inverse(a));
        operation!($inverse(a));
        // blst shifts by nothing for a minute, and then not by nothing.
        let count = $rng.usize(1..70);
        same!($lshift 3, |f| { let mut out = a; let p = &raw mut out; f(p, p, count); out });
        for flag in [false, true] {
            same!($cneg 3, |f| { let mut out: $type = b; f(&mut out, &a, flag); out });
        }
    };
}

#[test]
fn the_base_field() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..ROUNDS {
        field!(rng, fp, blst_fp, blst_fp_add blst_fp_sub blst_fp_mul blst_fp_sqr blst_fp_mul_by_3 blst_fp_lshift blst_fp_cneg
            blst_fp_eucl_inverse blst_fp_inverse);
        let a = fp(rng);
        operation!(blst_fp_mul_by_8(a));
        operation!(blst_fp_to(a));
        operation!(blst_fp_from(a));
        let mut square = a;
        unsafe { blst_fp_sqr(&mut square, &a) };
        for value in [a, square, Zero::zero()] {
            same!(blst_fp_is_square 1, |f| f(&value));
            same!(blst_fp_sqrt 2, |f| {
                let mut out = value;
                let p = &raw mut out;
                // Only a root is defined.
                if f(p, p) { Some(out) } else { None }.map_or((false, a), |root| (true, root))
            });
        }
    }
}

#[test]
fn integers_of_any_size_into_the_base_field_and_back() {
    let rng = &mut Rng::with_seed(2);
    for round in 0..ROUNDS {
        let a = fp(rng);
        let any: [u8; 48] = if round == 0 { [0xff; 48] } else { bytes(rng) };
        let words = core::array::from_fn::<u32, 12, _>(|i| {
            u32::from_le_bytes(any[4 * i..4 * i + 4].try_into().unwrap())
        });
        let limbs = core::array::from_fn::<u64, 6, _>(|i| {
            u64::from_le_bytes(any[8 * i..8 * i + 8].try_into().unwrap())
        });
        same!(blst_fp_from_uint32 2, |f| { let mut out = a; f(&mut out, words.as_ptr()); out });
        same!(blst_fp_from_uint64 2, |f| { let mut out = a; f(&mut out, limbs.as_ptr()); out });
        same!(blst_fp_from_uint64 2, |f| { let mut out = blst_fp { l: limbs }; let p = &raw mut out; f(p, p.cast()); out });
        same!(blst_fp_from_bendian 2, |f| { let mut out = a; f(&mut out, any.as_ptr()); out });
        same!(blst_fp_from_lendian 2, |f| { let mut out = a; f(&mut out, any.as_ptr()); out });
        same!(blst_uint32_from_fp 2, |f| { let mut out = [0; 12]; f(out.as_mut_ptr(), &a); out });
        same!(blst_uint64_from_fp 2, |f| { let mut out = [0; 6]; f(out.as_mut_ptr(), &a); out });
        same!(blst_bendian_from_fp 2, |f| { let mut out = [0; 48]; f(out.as_mut_ptr(), &a); out });
        same!(blst_lendian_from_fp 2, |f| { let mut out = [0; 48]; f(out.as_mut_ptr(), &a); out });
        let long: Vec<u8> = (0..200).map(|_| rng.u8(..)).collect();
        for len in [0, 1, 31, 47, 48, 49, 95, 96, 97, 200, rng.usize(0..200)] {
            same!(blst_fp_from_be_bytes 3, |f| { let mut out = a; f(&mut out, long.as_ptr(), len); out });
            same!(blst_fp_from_le_bytes 3, |f| { let mut out = a; f(&mut out, long.as_ptr(), len); out });
        }
    }
}

#[test]
fn the_quadratic_extension() {
    let rng = &mut Rng::with_seed(3);
    for _ in 0..ROUNDS {
        field!(rng, fp2, blst_fp2, blst_fp2_add blst_fp2_sub blst_fp2_mul blst_fp2_sqr blst_fp2_mul_by_3 blst_fp2_lshift
            blst_fp2_cneg blst_fp2_eucl_inverse blst_fp2_inverse);
        let a = fp2(rng);
        operation!(blst_fp2_mul_by_8(a));
        let mut square = a;
        unsafe { blst_fp2_sqr(&mut square, &a) };
        let real = blst_fp2 { fp: [a.fp[0], Zero::zero()] };
        let imaginary = blst_fp2 { fp: [Zero::zero(), a.fp[0]] };
        for value in [a, square, real, imaginary, Zero::zero()] {
            same!(blst_fp2_is_square 1, |f| f(&value));
            // Either root will do.
            same!(blst_fp2_sqrt 2, |f| {
                let mut out = value;
                let p = &raw mut out;
                let is = f(p, p);
                blst_fp2_sqr(p, p);
                if is { (true, out) } else { (false, value) }
            });
        }
    }
}

#[test]
fn the_field_of_pairings() {
    let rng = &mut Rng::with_seed(4);
    let one = unsafe { *blst_fp12_one() };
    for round in 0..ROUNDS / 2 {
        let (a, b) = if round == 0 { (Zero::zero(), one) } else { (fp12(rng), fp12(rng)) };
        operation!(blst_fp12_mul(a, b));
        operation!(blst_fp12_sqr(a));
        operation!(blst_fp12_inverse(a));
        let line = fp6(rng);
        same!(blst_fp12_mul_by_xy00z0 3, |f| { let mut out = a; let p = &raw mut out; f(p, p, &line); out });
        same!(blst_fp12_conjugate 1, |f| { let mut out = a; f(&mut out); out });
        for n in 1..4 {
            same!(blst_fp12_frobenius_map 3, |f| { let mut out = a; let p = &raw mut out; f(p, p, n); out });
        }
        same!(blst_bendian_from_fp12 2, |f| { let mut out = [0; 576]; f(out.as_mut_ptr(), &a); out });
        let member = operation!(blst_final_exp(a));
        operation!(blst_fp12_cyclotomic_sqr(member));
        // In the cyclotomic subgroup, most likely not in the group.
        let mut cyclotomic = a;
        unsafe {
            let mut conjugate = a;
            blst_fp12_conjugate(&mut conjugate);
            blst_fp12_inverse(&mut cyclotomic, &a);
            blst_fp12_mul(&mut cyclotomic, &cyclotomic, &conjugate);
            let mut twice = cyclotomic;
            blst_fp12_frobenius_map(&mut twice, &cyclotomic, 2);
            blst_fp12_mul(&mut cyclotomic, &cyclotomic, &twice);
        }
        operation!(blst_fp12_cyclotomic_sqr(cyclotomic));
        for x in [a, b, one, member, cyclotomic, Zero::zero()] {
            same!(blst_fp12_in_group 1, |f| f(&x));
            same!(blst_fp12_is_one 1, |f| f(&x));
            same!(blst_fp12_is_equal 2, |f| f(&x, &a));
            same!(blst_fp12_finalverify 2, |f| f(&x, &a));
        }
    }
    same!(blst_fp12_one 0, |f| *f());
    same!(blst_fp12_sizeof 0, |f| f());
}

#[test]
fn the_scalar_field() {
    let rng = &mut Rng::with_seed(5);
    for _ in 0..ROUNDS {
        field!(rng, fr, blst_fr, blst_fr_add blst_fr_sub blst_fr_mul blst_fr_sqr blst_fr_mul_by_3 blst_fr_lshift blst_fr_cneg
            blst_fr_eucl_inverse blst_fr_inverse);
        let (a, b, t) = (fr(rng), fr(rng), fr(rng));
        let count = rng.usize(1..70);
        same!(blst_fr_rshift 3, |f| { let mut out = a; let p = &raw mut out; f(p, p, count); out });
        same!(blst_fr_ct_bfly 3, |f| { let (mut x, mut y) = (a, b); f(&mut x, &mut y, &t); (x, y) });
        same!(blst_fr_gs_bfly 3, |f| { let (mut x, mut y) = (a, b); f(&mut x, &mut y, &t); (x, y) });
        operation!(blst_fr_to(a));
        operation!(blst_fr_from(a));
        same!(blst_uint64_from_fr 2, |f| { let mut out = [0; 4]; f(out.as_mut_ptr(), &a); out });
        same!(blst_scalar_from_fr 2, |f| { let mut out = Zero::zero(); f(&mut out, &a); out });
        same!(blst_scalar_from_fr 2, |f| { let mut out = a; let p = &raw mut out; f(p.cast(), p); out.l });
        let any = any_scalar(rng);
        let limbs = core::array::from_fn::<u64, 4, _>(|i| {
            u64::from_le_bytes(any.b[8 * i..8 * i + 8].try_into().unwrap())
        });
        same!(blst_fr_from_uint64 2, |f| { let mut out = a; f(&mut out, limbs.as_ptr()); out });
        same!(blst_fr_from_scalar 2, |f| { let mut out = a; f(&mut out, &any); out });
        same!(blst_fr_from_scalar 2, |f| { let mut out = blst_fr { l: limbs }; let p = &raw mut out; f(p, p.cast()); out });
    }
}
