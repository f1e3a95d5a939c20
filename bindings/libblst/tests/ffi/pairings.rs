//! Pairings without a context. Miller loops of ours are equal to each other bit by bit, to blst's after the final exponentiation.

use std::ptr::null;

use blst::*;
use fastrand::Rng;

use crate::values::*;

fn pair(rng: &mut Rng) -> (blst_p2_affine, blst_p1_affine) {
    (g2::affine(&g2::point(rng)), g1::affine(&g1::point(rng)))
}

fn exponentiated(f: &blst_fp12) -> blst_fp12 {
    let mut out = Zero::zero();
    unsafe { blst_final_exp(&mut out, f) };
    out
}

/// Ours, as it is; both, exponentiated, are the same.
macro_rules! loops {
    ($name:ident $count:tt, |$f:ident| $body:expr) => {{
        same!($name $count, |$f| exponentiated(&$body));
        let [_, $f] = both!($name $count);
        unsafe { $body }
    }};
}

#[test]
fn all_loops_are_the_same() {
    let rng = &mut Rng::with_seed(61);
    let (infinite1, infinite2) = (blst_p1_affine::default(), blst_p2_affine::default());
    for round in 0..10 {
        let (q, p) = match round {
            0 => unsafe { (BLS12_381_G2, BLS12_381_G1) },
            1 => (pair(rng).0, infinite1),
            2 => (infinite2, pair(rng).1),
            3 => (infinite2, infinite1),
            _ => pair(rng),
        };
        let loop_of_one =
            loops!(blst_miller_loop 3, |f| { let mut out = Zero::zero(); f(&mut out, &q, &p); out });
        let lines = |f: unsafe extern "C" fn(*mut blst_fp6, *const blst_p2_affine)| {
            let mut lines = [blst_fp6::default(); 68];
            unsafe { f(lines.as_mut_ptr(), &q) };
            lines
        };
        let lines = both!(blst_precompute_lines 2).map(lines);
        // Lines are each library's own.
        let [peer, ours] = both!(blst_miller_loop_lines 3);
        let [peer, ours] = [(peer, &lines[0]), (ours, &lines[1])].map(|(f, lines)| {
            let mut out = Zero::zero();
            unsafe { f(&mut out, lines.as_ptr(), &p) };
            out
        });
        // blst's lines of an infinite point give zero.
        if !matches!(round, 2 | 3) {
            assert_eq!(exponentiated(&peer).view(), exponentiated(&ours).view());
        }
        assert_eq!(ours.view(), loop_of_one.view());
        // blst's product over an infinite point of G2 is zero.
        let [_, n] = both!(blst_miller_loop_n 4);
        let mut many: blst_fp12 = Zero::zero();
        unsafe { n(&mut many, [&raw const q].as_ptr(), [&raw const p].as_ptr(), 1) };
        assert_eq!(many.view(), loop_of_one.view());
        if round == 0 || round > 3 {
            let generators = unsafe { (BLS12_381_G2, BLS12_381_G1) };
            let a = loops!(blst_aggregated_in_g1 2, |f| { let mut out = Zero::zero(); f(&mut out, &p); out });
            let b =
                loops!(blst_miller_loop 3, |f| { let mut out = Zero::zero(); f(&mut out, null(), &p); out });
            let c = loops!(blst_miller_loop 3, |f| { let mut out = Zero::zero(); f(&mut out, &generators.0, &p); out });
            assert_eq!([a.view(), b.view()], [c.view(), c.view()]);
            let a = loops!(blst_aggregated_in_g2 2, |f| { let mut out = Zero::zero(); f(&mut out, &q); out });
            let b =
                loops!(blst_miller_loop 3, |f| { let mut out = Zero::zero(); f(&mut out, &q, null()); out });
            let c = loops!(blst_miller_loop 3, |f| { let mut out = Zero::zero(); f(&mut out, &q, &generators.1); out });
            assert_eq!([a.view(), b.view()], [c.view(), c.view()]);
        }
    }
}

#[test]
fn a_loop_of_many_is_the_product_of_loops() {
    let rng = &mut Rng::with_seed(62);
    let (qs, mut ps): (Vec<_>, Vec<_>) = (0..40).map(|_| pair(rng)).unzip();
    ps[3] = Zero::zero();
    let [_, one] = both!(blst_miller_loop 3);
    let [_, mul] = both!(blst_fp12_mul 3);
    let mut product = unsafe { *blst_fp12_one() };
    for count in 1..=qs.len() {
        unsafe {
            let mut factor = Zero::zero();
            one(&mut factor, &qs[count - 1], &ps[count - 1]);
            mul(&mut product, &product, &factor);
        }
        if [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40].contains(&count) {
            let each: Vec<_> = ps[..count].iter().map(|p| &raw const *p).collect();
            let many = loops!(blst_miller_loop_n 4, |f| {
                let mut out = Zero::zero();
                f(&mut out, [qs.as_ptr(), null()].as_ptr(), each.as_ptr(), count);
                out
            });
            assert_eq!(many.view(), product.view(), "{count}");
        }
    }
    same!(blst_miller_loop_n 4, |f| { let mut out = qs[0].x; f((&raw mut out).cast(), null(), null(), 0); out });
}
