//! The contenders: our backends and blst, whose functions are foreign.

use std::hint::black_box;
use std::mem::{MaybeUninit, transmute};

use blst::*;
use lanesmith_bls::field::{Backend, Fp, FpDbl};
use lanesmith_bls::hazmat::Scalar;
#[cfg(target_arch = "x86_64")]
use lanesmith_bls::hazmat::{Adx, Bmi2};
#[cfg(target_arch = "aarch64")]
use lanesmith_bls::hazmat::{Armv8, Armv8Adk};
use lanesmith_bls::tower::{Fp2, Fp12};
#[cfg(target_arch = "x86_64")]
use lanesmith_isa::token::{self, Token};

use crate::{Contender, Race};

const P: [u64; 6] = [
    0xb9feffffffffaaab,
    0x1eabfffeb153ffff,
    0x6730d2a0f6b0f624,
    0x64774b84f38512bf,
    0x4b1ba7b6434bacd7,
    0x1a0111ea397fe69a,
];

fn fp(seed: u64) -> Fp {
    let mut rng = fastrand::Rng::with_seed(seed);
    Fp(std::array::from_fn(|i| if i == 5 { rng.u64(..P[5]) } else { rng.u64(..) }))
}

fn fp2(seed: u64) -> Fp2 {
    Fp2 { c0: fp(seed), c1: fp(seed + 1) }
}

fn fp12(seed: u64) -> Fp12 {
    let six = |s| lanesmith_bls::tower::Fp6 { c0: fp2(s), c1: fp2(s + 2), c2: fp2(s + 4) };
    Fp12 { c0: six(seed), c1: six(seed + 6) }
}

/// `x = f(x, y)`, as a chain or on eight values in turn.
fn blocks<T: Copy + 'static>(
    chain: bool,
    make: fn(u64) -> T,
    f: impl Fn(&T, &T) -> T + 'static,
) -> Box<dyn FnMut(u32)> {
    let mut x: [T; 8] = std::array::from_fn(|i| make(100 * i as u64));
    let y = make(999);
    Box::new(move |n| {
        if chain {
            let mut a = x[0];
            for _ in 0..n {
                a = f(&a, &y);
            }
            x[0] = black_box(a);
        } else {
            for _ in 0..n / 8 {
                for a in &mut x {
                    *a = f(a, &y);
                }
            }
            black_box(&x);
        }
    })
}

macro_rules! foreign {
    ($function:ident($type:ty, $theirs:ty)) => {
        |a: &$type, b: &$type| {
            let mut out = MaybeUninit::<$type>::uninit();
            // SAFETY: both types are the same limbs, and the function writes all of the result.
            unsafe {
                $function(
                    out.as_mut_ptr().cast::<$theirs>(),
                    transmute::<&$type, &$theirs>(a),
                    transmute::<&$type, &$theirs>(b),
                );
                out.assume_init()
            }
        }
    };
    ($function:ident($type:ty, $theirs:ty), one) => {
        |a: &$type, _: &$type| {
            let mut out = MaybeUninit::<$type>::uninit();
            // SAFETY: both types are the same limbs, and the function writes all of the result.
            unsafe {
                $function(out.as_mut_ptr().cast::<$theirs>(), transmute::<&$type, &$theirs>(a));
                out.assume_init()
            }
        }
    };
}

/// Our parts that blst does not export; they are timed against its product in `Fp`.
fn wide_as_fp(t: FpDbl) -> Fp {
    Fp(std::array::from_fn(|i| t.0[i]))
}

fn contenders<B: Backend>(name: &'static str, operation: &str, chain: bool) -> Contender {
    let run = match operation {
        "fp_mul" => blocks(chain, fp, |a, b| B::fp_mul(a, b)),
        "fp_sqr" => blocks(chain, fp, |a, _| B::fp_sqr(a)),
        "fp_sqr_n" => blocks(chain, fp, |a, _| B::fp_sqr_n(a, 64)),
        "fp_add" => blocks(chain, fp, |a, b| B::fp_add(a, b)),
        "fp_sub" => blocks(chain, fp, |a, b| B::fp_sub(a, b)),
        "fp_mul_wide" => blocks(chain, fp, |a, b| wide_as_fp(B::fp_mul_wide(a, b))),
        "fp_sqr_wide" => blocks(chain, fp, |a, _| wide_as_fp(B::fp_sqr_wide(a))),
        "fp_reduce" => blocks(chain, fp, |a, b| {
            let mut t = [0; 12];
            t[..6].copy_from_slice(&a.0);
            t[6..].copy_from_slice(&b.0);
            B::fp_reduce(&FpDbl(t))
        }),
        "fp2_mul" => blocks(chain, fp2, |a, b| B::fp2_mul(a, b)),
        "fp2_sqr" => blocks(chain, fp2, |a, _| B::fp2_sqr(a)),
        "fp2_mul_wide" => blocks(chain, fp2, |a, b| {
            let t = B::fp2_mul_wide(a, b);
            Fp2 { c0: wide_as_fp(t.c0), c1: *a.c1_ref() }
        }),
        "fp2_sqr_wide" => blocks(chain, fp2, |a, _| {
            let t = B::fp2_sqr_wide(a);
            Fp2 { c0: wide_as_fp(t.c0), c1: *a.c1_ref() }
        }),
        "fp12_mul" => blocks(chain, fp12, |a, b| B::fp12_mul(a, b)),
        "fp12_sqr" => blocks(chain, fp12, |a, _| B::fp12_sqr(a)),
        "fp12_cyclotomic_sqr" => blocks(chain, fp12, |a, _| B::fp12_cyclotomic_sqr(a)),
        _ => unreachable!("{operation}"),
    };
    let calls = if operation == "fp_sqr_n" { 64 } else { 1 };
    Contender { name, run, calls }
}

trait C1 {
    fn c1_ref(&self) -> &Fp;
}

impl C1 for Fp2 {
    fn c1_ref(&self) -> &Fp {
        &self.c1
    }
}

fn theirs(operation: &str, chain: bool) -> Contender {
    let run = match operation {
        "fp_sqr" | "fp_sqr_n" | "fp_sqr_wide" => blocks(chain, fp, foreign!(blst_fp_sqr(Fp, blst_fp), one)),
        "fp_add" => blocks(chain, fp, foreign!(blst_fp_add(Fp, blst_fp))),
        "fp_sub" => blocks(chain, fp, foreign!(blst_fp_sub(Fp, blst_fp))),
        "fp2_mul" | "fp2_mul_wide" => blocks(chain, fp2, foreign!(blst_fp2_mul(Fp2, blst_fp2))),
        "fp2_sqr" | "fp2_sqr_wide" => blocks(chain, fp2, foreign!(blst_fp2_sqr(Fp2, blst_fp2), one)),
        "fp12_mul" => blocks(chain, fp12, foreign!(blst_fp12_mul(Fp12, blst_fp12))),
        "fp12_sqr" => blocks(chain, fp12, foreign!(blst_fp12_sqr(Fp12, blst_fp12), one)),
        "fp12_cyclotomic_sqr" => {
            blocks(chain, fp12, foreign!(blst_fp12_cyclotomic_sqr(Fp12, blst_fp12), one))
        }
        _ => blocks(chain, fp, foreign!(blst_fp_mul(Fp, blst_fp))),
    };
    Contender { name: "blst", run, calls: 1 }
}

/// Our engines of this architecture.
#[cfg(target_arch = "x86_64")]
fn ours(operation: &str, chain: bool) -> Vec<Contender> {
    let mut list = Vec::new();
    if token::Bmi2::detect().is_some() {
        list.push(contenders::<Bmi2>("bmi2", operation, chain));
    }
    if token::Adx::detect().is_some() {
        list.push(contenders::<Adx>("adx", operation, chain));
    }
    list
}

/// Our engines of this architecture.
#[cfg(target_arch = "aarch64")]
fn ours(operation: &str, chain: bool) -> Vec<Contender> {
    vec![
        contenders::<Armv8>("armv8", operation, chain),
        contenders::<Armv8Adk>("armv8_adk", operation, chain),
    ]
}

/// Our engines of this architecture.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn ours(_: &str, _: bool) -> Vec<Contender> {
    Vec::new()
}

/// The races whose names contain `filter`.
pub fn races(filter: &str) -> Vec<Race> {
    let operations = [
        "fp_mul",
        "fp_sqr",
        "fp_sqr_n",
        "fp_add",
        "fp_sub",
        "fp_mul_wide",
        "fp_sqr_wide",
        "fp_reduce",
        "fp2_mul",
        "fp2_sqr",
        "fp2_mul_wide",
        "fp2_sqr_wide",
        "fp12_mul",
        "fp12_sqr",
        "fp12_cyclotomic_sqr",
    ];
    let mut out = Vec::new();
    for operation in operations.into_iter().filter(|name| name.contains(filter)) {
        for chain in [false, true] {
            let mut list = vec![theirs(operation, chain), contenders::<Scalar>("scalar", operation, chain)];
            list.extend(ours(operation, chain));
            out.push(Race { name: operation, chain, contenders: list });
        }
    }
    out
}
