//! The fields.

use lanesmith_bls::hazmat::{Fp, Fp2, Fp2Kernel, Fp6, Fp6Kernel, Fp12, Fp12Kernel, FpDbl, FpKernel, Scalar};
use lanesmith_bls::pairing;
use lanesmith_race::Contender;

use super::inputs::{self, values};
use super::repeat::{Times, Values, Who, repeated};
use super::{Task, engines};

fn bytes(x: &Fp) -> Vec<u8> {
    x.to_bytes::<Scalar>().into()
}

fn bytes2(x: &Fp2) -> Vec<u8> {
    [bytes(&x.c0), bytes(&x.c1)].concat()
}

fn bytes6(x: &Fp6) -> Vec<u8> {
    [bytes2(&x.c0), bytes2(&x.c1), bytes2(&x.c2)].concat()
}

fn bytes12(x: &Fp12) -> Vec<u8> {
    [bytes6(&x.c0), bytes6(&x.c1)].concat()
}

/// The low half of a product, exact; any six limbs may be multiplied again.
fn low(t: &FpDbl) -> Fp {
    let mut out = Fp::ZERO;
    out.0.copy_from_slice(&t.0[..6]);
    out
}

pub fn fp(task: Task) -> Vec<Contender> {
    let values = values(task.n, 1, |e| inputs::fp(&e[0]));
    engines::<FpKernel>(|who, choice| {
        let k = choice.one().kernel();
        let run = |times, f: fn(&Fp, &Fp) -> Fp| Some(repeated(who, times, &values, f, bytes));
        let one = |times, f: fn(&Fp) -> Fp| Some(repeated(who, times, &values, move |a, _| f(a), bytes));
        match task.what {
            "add" => run(Times::Many, k.add),
            "sub" => run(Times::Many, k.sub),
            "mul" => run(Times::Many, k.mul),
            "sqr" => one(Times::Many, k.sqr),
            "inv" => one(Times::Few, k.inv),
            "inv-vartime" => one(Times::Few, k.inv_vartime),
            "sqrt" => {
                let f = k.sqrt;
                let root = move |a: &Fp, b: &Fp| f(a).unwrap_or(*b);
                // Which of the two roots it is may differ.
                let square = k.sqr;
                Some(repeated(who, Times::Few, &values, root, move |a| bytes(&square(a))))
            }
            "wide" => {
                let f = k.mul_wide;
                let limbs = |a: &Fp| a.0.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                Some(repeated(who, Times::Many, &values, move |a, b| low(&f(a, b)), limbs))
            }
            "reduce" => Some(reduce(who, k.reduce, &values)),
            _ => None,
        }
    })
}

/// Reductions of values whose low half is the last result.
fn reduce(who: Who, f: fn(&FpDbl) -> Fp, values: &Values<Fp>) -> Contender {
    let double = |a: &Fp| {
        let mut out = FpDbl([0; 12]);
        out.0[..6].copy_from_slice(&a.0);
        // Below what reductions take.
        out.0[6..].copy_from_slice(&Fp::ONE.0);
        out
    };
    let values = Values { start: values.start.iter().map(double).collect(), other: double(&values.other) };
    let step = move |a: &FpDbl, other: &FpDbl| {
        let mut out = *other;
        out.0[..6].copy_from_slice(&f(a).0);
        out
    };
    repeated(who, Times::Many, &values, step, |a| bytes(&low(a)))
}

pub fn fp2(task: Task) -> Vec<Contender> {
    let values = values(task.n, 2, inputs::fp2);
    engines::<Fp2Kernel>(|who, choice| {
        let k = choice.one().kernel();
        let one = |times, f: fn(&Fp2) -> Fp2| Some(repeated(who, times, &values, move |a, _| f(a), bytes2));
        match task.what {
            "mul" => Some(repeated(who, Times::Many, &values, k.mul, bytes2)),
            "sqr" => one(Times::Many, k.sqr),
            "inv-vartime" => one(Times::Few, k.inv_vartime),
            "sqrt" => {
                let f = k.sqrt;
                let root = move |a: &Fp2, b: &Fp2| f(a).unwrap_or(*b);
                let square = k.sqr;
                Some(repeated(who, Times::Few, &values, root, move |a| bytes2(&square(a))))
            }
            _ => None,
        }
    })
}

/// As small as the kernels want it.
fn small6(elements: &[[u8; 48]]) -> Fp6 {
    let [c0, c1, c2] = [0, 2, 4].map(|at| inputs::fp2(&elements[at..]));
    Fp6 { c0, c1, c2 }.mul::<Scalar>(&Fp6::ONE)
}

fn small12(elements: &[[u8; 48]]) -> Fp12 {
    Fp12 { c0: small6(&elements[..6]), c1: small6(&elements[6..]) }
}

pub fn fp6(task: Task) -> Vec<Contender> {
    let values = values(task.n, 6, small6);
    engines::<Fp6Kernel>(|who, choice| {
        let k = choice.one().kernel();
        match task.what {
            "mul" => Some(repeated(who, Times::Many, &values, k.mul, bytes6)),
            "inv-vartime" => {
                let f = k.inv_vartime;
                Some(repeated(who, Times::Few, &values, move |a, _| f(a), bytes6))
            }
            _ => None,
        }
    })
}

pub fn fp12(task: Task) -> Vec<Contender> {
    let values = values(task.n, 12, |e| {
        let x = small12(e);
        if task.what == "cyclotomic-sqr" { pairing::final_exponentiation::<Scalar>(&x).0 } else { x }
    });
    engines::<Fp12Kernel>(|who, choice| {
        let k = choice.one().kernel();
        let one =
            |times, f: fn(&Fp12) -> Fp12| Some(repeated(who, times, &values, move |a, _| f(a), bytes12));
        match task.what {
            "mul" => Some(repeated(who, Times::Many, &values, k.mul, bytes12)),
            "sqr" => one(Times::Many, k.sqr),
            "cyclotomic-sqr" => one(Times::Many, k.cyclotomic_sqr),
            "inv-vartime" => one(Times::Few, k.inv_vartime),
            _ => None,
        }
    })
}

/// The canonical coefficients of an element of the cyclotomic subgroup, so that peers square the same.
pub fn cyclotomic(elements: &[[u8; 48]]) -> Vec<[u8; 48]> {
    let x = pairing::final_exponentiation::<Scalar>(&small12(elements)).0;
    bytes12(&x).as_chunks::<48>().0.to_vec()
}
