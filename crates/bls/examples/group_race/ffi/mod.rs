//! blst's side: its functions are foreign.
#![allow(clippy::undocumented_unsafe_blocks, reason = "each reads its operands and writes its results")]

use std::hint::black_box;

use blst::*;
use lanesmith_bls::hazmat::{Fp, Fp2, Fp12, Scalar};

use crate::Race;
use crate::contenders::{DST, K, inputs, msm};

fn canonical(x: &Fp) -> blst_fp {
    let mut out = blst_fp::default();
    unsafe {
        blst_fp_from_lendian(
            &mut out,
            x.to_bytes::<Scalar>().iter().rev().copied().collect::<Vec<_>>().as_ptr(),
        )
    };
    out
}

fn fp2(x: &Fp2) -> blst_fp2 {
    blst_fp2 { fp: [canonical(&x.c0), canonical(&x.c1)] }
}

fn fp12(x: &Fp12) -> blst_fp12 {
    let six = |x: &lanesmith_bls::hazmat::Fp6| blst_fp6 { fp2: [fp2(&x.c0), fp2(&x.c1), fp2(&x.c2)] };
    blst_fp12 { fp6: [six(&x.c0), six(&x.c1)] }
}

fn race(name: &'static str, run: impl FnMut() + 'static) -> Race {
    Race { name, contenders: vec![("blst", Box::new(run))] }
}

macro_rules! call {
    ($function:ident, $out:ty, $($arg:expr),*) => {{
        let mut out = <$out>::default();
        unsafe { $function(&mut out, $($arg),*) };
        black_box(&out);
    }};
}

/// blst's side.
pub fn blst_races() -> Vec<Race> {
    let i = inputs();
    let a1 = blst_p1_affine { x: canonical(&i.q1.x), y: canonical(&i.q1.y) };
    let a2 = blst_p2_affine { x: fp2(&i.q2.x), y: fp2(&i.q2.y) };
    let (mut j1, mut j2, mut g1, mut g2) =
        (blst_p1::default(), blst_p2::default(), blst_p1::default(), blst_p2::default());
    unsafe {
        g1 = *blst_p1_generator().as_ref().unwrap_or(&g1);
        g2 = *blst_p2_generator().as_ref().unwrap_or(&g2);
        blst_p1_from_affine(&mut j1, &a1);
        blst_p2_from_affine(&mut j2, &a2);
        let (h1, h2) = (j1, j2);
        blst_p1_double(&mut j1, &h1);
        blst_p2_double(&mut j2, &h2);
    }
    let gen1 = blst_p1_affine { x: g1.x, y: g1.y };
    let gen2 = blst_p2_affine { x: g2.x, y: g2.y };
    let bytes: Vec<u8> = K.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let scalar: [u8; 32] = bytes.try_into().unwrap_or([1; 32]);
    let f = fp12(&i.f);
    let x = a1.x;
    let (c1, c2) = (i.q1.to_compressed::<Scalar>(), i.q2.to_compressed::<Scalar>());
    let sk = blst_scalar { b: scalar };
    let mut races = vec![
        race("fp.inv_vartime", move || call!(blst_fp_eucl_inverse, blst_fp, black_box(&x))),
        race("fp.inv", move || call!(blst_fp_inverse, blst_fp, black_box(&x))),
        race("fp.sqrt", move || call!(blst_fp_sqrt, blst_fp, black_box(&x))),
        race("fp2.sqrt", move || call!(blst_fp2_sqrt, blst_fp2, black_box(&a2.x))),
        race("fp12.mul", move || call!(blst_fp12_mul, blst_fp12, black_box(&f), &f)),
        race("fp12.sqr", move || call!(blst_fp12_sqr, blst_fp12, black_box(&f))),
        race("fp12.cyclotomic_sqr", move || call!(blst_fp12_cyclotomic_sqr, blst_fp12, black_box(&f))),
        race("fp12.inv", move || call!(blst_fp12_inverse, blst_fp12, black_box(&f))),
        race("g1.dbl", move || call!(blst_p1_double, blst_p1, black_box(&j1))),
        race("g1.add", move || call!(blst_p1_add, blst_p1, black_box(&j1), &g1)),
        race("g1.add_affine", move || call!(blst_p1_add_affine, blst_p1, black_box(&j1), &gen1)),
        race("g2.dbl", move || call!(blst_p2_double, blst_p2, black_box(&j2))),
        race("g2.add", move || call!(blst_p2_add, blst_p2, black_box(&j2), &g2)),
        race("g2.add_affine", move || call!(blst_p2_add_affine, blst_p2, black_box(&j2), &gen2)),
        race("g1.mul", move || call!(blst_p1_mult, blst_p1, black_box(&j1), scalar.as_ptr(), 255)),
        race("g2.mul", move || call!(blst_p2_mult, blst_p2, black_box(&j2), scalar.as_ptr(), 255)),
        race("g1.mul_64", move || call!(blst_p1_mult, blst_p1, black_box(&j1), scalar.as_ptr(), 64)),
        race("g2.mul_64", move || call!(blst_p2_mult, blst_p2, black_box(&j2), scalar.as_ptr(), 64)),
        race("g1.in_subgroup", move || unsafe {
            black_box(blst_p1_affine_in_g1(black_box(&a1)));
        }),
        race("g2.in_subgroup", move || unsafe {
            black_box(blst_p2_affine_in_g2(black_box(&a2)));
        }),
        race("g1.decompress", move || call!(blst_p1_uncompress, blst_p1_affine, black_box(&c1).as_ptr())),
        race("g2.decompress", move || call!(blst_p2_uncompress, blst_p2_affine, black_box(&c2).as_ptr())),
        race("g1.decompress_checked", move || {
            let mut out = blst_p1_affine::default();
            unsafe {
                blst_p1_uncompress(&mut out, black_box(&c1).as_ptr());
                black_box(blst_p1_affine_in_g1(&out));
            }
        }),
        race("g2.decompress_checked", move || {
            let mut out = blst_p2_affine::default();
            unsafe {
                blst_p2_uncompress(&mut out, black_box(&c2).as_ptr());
                black_box(blst_p2_affine_in_g2(&out));
            }
        }),
        race("hash.g1", move || {
            let none = core::ptr::null();
            call!(
                blst_hash_to_g1,
                blst_p1,
                black_box(&K).as_ptr().cast(),
                32,
                DST.as_ptr(),
                DST.len(),
                none,
                0
            )
        }),
        race("hash.g2", move || {
            let none = core::ptr::null();
            call!(
                blst_hash_to_g2,
                blst_p2,
                black_box(&K).as_ptr().cast(),
                32,
                DST.as_ptr(),
                DST.len(),
                none,
                0
            )
        }),
        race("miller.1", move || call!(blst_miller_loop, blst_fp12, black_box(&a2), &a1)),
        race("miller.2 (two loops)", move || {
            let (mut one, mut two, mut out) =
                (blst_fp12::default(), blst_fp12::default(), blst_fp12::default());
            unsafe {
                blst_miller_loop(&mut one, black_box(&a2), &a1);
                blst_miller_loop(&mut two, black_box(&gen2), &gen1);
                blst_fp12_mul(&mut out, &one, &two);
            }
            black_box(&out);
        }),
        race("miller.2 (shared)", move || {
            let mut out = blst_fp12::default();
            let (qs, ps) = ([a2, gen2], [a1, gen1]);
            let (q, p) = ([&qs[0] as *const _, core::ptr::null()], [&ps[0] as *const _, core::ptr::null()]);
            unsafe { blst_miller_loop_n(&mut out, q.as_ptr(), p.as_ptr(), 2) };
            black_box(&out);
        }),
        race("miller.8 (shared)", move || {
            let mut out = blst_fp12::default();
            let (qs, ps) = ([a2; 8], [a1; 8]);
            let (q, p) = ([&qs[0] as *const _, core::ptr::null()], [&ps[0] as *const _, core::ptr::null()]);
            unsafe { blst_miller_loop_n(&mut out, q.as_ptr(), p.as_ptr(), 8) };
            black_box(&out);
        }),
        race("final_exp", move || call!(blst_final_exp, blst_fp12, black_box(&f))),
        race("sign", move || {
            let none = core::ptr::null();
            let (mut hash, mut out) = (blst_p2::default(), blst_p2_affine::default());
            unsafe {
                blst_hash_to_g2(
                    &mut hash,
                    black_box(&K).as_ptr().cast(),
                    32,
                    DST.as_ptr(),
                    DST.len(),
                    none,
                    0,
                );
                blst_sign_pk2_in_g1(core::ptr::null_mut(), &mut out, &hash, &sk);
            }
            black_box(&out);
        }),
        race("verify", move || unsafe {
            let none = core::ptr::null();
            let (m, d) = (black_box(&K).as_ptr().cast(), DST.as_ptr());
            black_box(blst_core_verify_pk_in_g1(&a1, &a2, true, m, 32, d, DST.len(), none, 0));
        }),
    ];
    for log in [7, 10, 14] {
        races.push(msm_race(log));
    }
    races
}

fn msm_race(log: u32) -> Race {
    let name = ["msm.g1 2^7", "msm.g1 2^10", "msm.g1 2^14"][match log {
        7 => 0,
        10 => 1,
        _ => 2,
    }];
    let (points, scalars) = msm::inputs(log);
    let points: Vec<blst_p1_affine> =
        points.iter().map(|p| blst_p1_affine { x: canonical(&p.x), y: canonical(&p.y) }).collect();
    let bytes: Vec<u8> = scalars.iter().flat_map(|s| s.iter().flat_map(|limb| limb.to_le_bytes())).collect();
    let mut scratch = vec![0u64; unsafe { blst_p1s_mult_pippenger_scratch_sizeof(points.len()) } / 8];
    race(name, move || {
        let mut out = blst_p1::default();
        let p = [points.as_ptr(), core::ptr::null()];
        let s = [bytes.as_ptr(), core::ptr::null()];
        unsafe {
            blst_p1s_mult_pippenger(&mut out, p.as_ptr(), points.len(), s.as_ptr(), 255, scratch.as_mut_ptr())
        };
        black_box(&out);
    })
}
