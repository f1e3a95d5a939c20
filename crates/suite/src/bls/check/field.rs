//! The fields: the equation of the curves, and the tower against the schoolbook.

use lanesmith_bls::curve::Encoded;
use lanesmith_bls::hazmat::{Field, Fp, Fp2, Fp2Kernel, Fp6, Fp6Kernel, Fp12, Fp12Kernel, FpKernel, Scalar};
use lanesmith_bls::pairing;
use lanesmith_isa::Choice;
use lanesmith_testkit::vectors::bls::{self as vectors, HashSuite};

use super::{Outcome, holds, refused};
use crate::{CheckFailure, Tally};

/// The coordinates of the points of suites.
fn points<F: Encoded>(suites: [&HashSuite; 2]) -> Result<Vec<(String, F, F)>, CheckFailure> {
    let mut out = Vec::new();
    for suite in suites {
        for (i, point) in suite.vectors.iter().flat_map(|v| v.points()).enumerate() {
            let id = format!("{} point {i}", suite.ciphersuite);
            let read = |bytes: &[u8]| {
                F::read::<Scalar>(bytes)
                    .map_err(|at| refused(&id, format!("coordinate {at} is not canonical")))
            };
            out.push((id.clone(), read(&point.x.0)?, read(&point.y.0)?));
        }
    }
    Ok(out)
}

fn bytes<F: Encoded>(x: &F) -> Vec<u8> {
    let mut out = vec![0; F::COORDINATE_BYTES];
    x.write::<Scalar>(&mut out);
    out
}

/// What both base fields of curves are asked.
struct Functions<F> {
    mul: fn(&F, &F) -> F,
    sqr: fn(&F) -> F,
    sqrt: fn(&F) -> Option<F>,
    inverses: Vec<fn(&F) -> F>,
}

/// `y^2 = x^3 + b`, its root, and inverses. `nonresidue` is no square.
fn equation<F: Encoded>(
    tally: &mut Tally<'_>,
    functions: &Functions<F>,
    nonresidue: &F,
    points: &[(String, F, F)],
) -> Outcome {
    for (id, x, y) in points {
        let square = (functions.sqr)(y);
        let right = (functions.mul)(&(functions.sqr)(x), x).add::<Scalar>(&F::CURVE_B);
        tally.bytes(|| format!("{id}, the equation"), &bytes(&right), &bytes(&square))?;
        tally.bytes(|| format!("{id}, the square"), &bytes(&square), &bytes(&(functions.mul)(y, y)))?;
        let root = (functions.sqrt)(&right).unwrap_or(F::ZERO);
        let root = if root.equals::<Scalar>(y) { root } else { root.neg::<Scalar>() };
        tally.bytes(|| format!("{id}, the root"), &bytes(y), &bytes(&root))?;
        let none = (functions.sqrt)(&(functions.mul)(&right, nonresidue)).is_none();
        holds(tally, || format!("{id}, no root"), true, none)?;
        for inverse in &functions.inverses {
            let one = (functions.mul)(&inverse(x), x);
            tally.bytes(|| format!("{id}, the inverse"), &bytes(&F::ONE), &bytes(&one))?;
        }
    }
    for inverse in &functions.inverses {
        tally.bytes(|| "the inverse of zero".into(), &bytes(&F::ZERO), &bytes(&inverse(&F::ZERO)))?;
    }
    Ok(())
}

pub fn fp(engine: Choice<FpKernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    let points = points::<Fp>([vectors::hash_to_g1(), vectors::encode_to_g1()])?;
    let functions = Functions {
        mul: kernel.mul,
        sqr: kernel.sqr,
        sqrt: kernel.sqrt,
        inverses: vec![kernel.inv, kernel.inv_vartime],
    };
    equation(tally, &functions, &Fp::ONE.neg::<Scalar>(), &points)?;
    for (id, x, y) in &points {
        let cube = (kernel.mul)(&(kernel.reduce)(&(kernel.mul_wide)(x, x)), x);
        let square = (kernel.reduce)(&(kernel.mul_wide)(y, y));
        let sum = (kernel.add)(&cube, &Fp::CURVE_B);
        tally.bytes(|| format!("{id}, by wide products"), &bytes(&sum), &bytes(&square))?;
        let difference = (kernel.sub)(&square, &cube);
        tally.bytes(|| format!("{id}, the difference"), &bytes(&Fp::CURVE_B), &bytes(&difference))?;
    }
    Ok(())
}

/// `1 + u`, neither a square nor a cube.
fn xi() -> Fp2 {
    Fp2 { c0: Fp::ONE, c1: Fp::ONE }
}

pub fn fp2(engine: Choice<Fp2Kernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    let functions =
        Functions { mul: kernel.mul, sqr: kernel.sqr, sqrt: kernel.sqrt, inverses: vec![kernel.inv_vartime] };
    equation(tally, &functions, &xi(), &points([vectors::hash_to_g2(), vectors::encode_to_g2()])?)
}

type Six = [Fp2; 3];

/// `a*b` modulo `v^3 - xi`.
fn product6(a: &Six, b: &Six) -> Six {
    let mut out = [Fp2::ZERO; 3];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let term = a.mul::<Scalar>(b);
            let term = if i + j < 3 { term } else { term.mul::<Scalar>(&xi()) };
            out[(i + j) % 3] = out[(i + j) % 3].add::<Scalar>(&term);
        }
    }
    out
}

/// `a*b` modulo `w^2 - v`.
fn product12(a: &[Six; 2], b: &[Six; 2]) -> [Six; 2] {
    let sum = |a: Six, b: Six| core::array::from_fn(|i| a[i].add::<Scalar>(&b[i]));
    let [a2, a0, a1] = product6(&a[1], &b[1]);
    // Times v: the coefficients move up, the last one comes round as xi times itself.
    let high = [a1.mul::<Scalar>(&xi()), a2, a0];
    [sum(product6(&a[0], &b[0]), high), sum(product6(&a[0], &b[1]), product6(&a[1], &b[0]))]
}

fn six(x: &Fp6) -> Six {
    [x.c0, x.c1, x.c2]
}

fn twelve(x: &Fp12) -> [Six; 2] {
    [six(&x.c0), six(&x.c1)]
}

fn all(coefficients: &[Six]) -> Vec<u8> {
    coefficients.as_flattened().iter().flat_map(bytes).collect()
}

/// Elements made of the coordinates of points of G2, as small as the kernels want them.
fn elements() -> Result<Vec<Fp6>, CheckFailure> {
    let points = points::<Fp2>([vectors::hash_to_g2(), vectors::encode_to_g2()])?;
    let coordinates: Vec<Fp2> = points.iter().flat_map(|(_, x, y)| [*x, *y]).collect();
    let small = |c: &[Fp2]| Fp6 { c0: c[0], c1: c[1], c2: c[2] }.mul::<Scalar>(&Fp6::ONE);
    let mut out: Vec<Fp6> = coordinates.chunks_exact(3).map(small).collect();
    out.extend([Fp6::ZERO, Fp6::ONE]);
    Ok(out)
}

pub fn fp6(engine: Choice<Fp6Kernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    let elements = elements()?;
    for (i, a) in elements.iter().enumerate() {
        for (j, b) in elements.iter().enumerate() {
            let got = (kernel.mul)(a, b);
            tally.bytes(
                || format!("element {i} * {j}"),
                &all(&[product6(&six(a), &six(b))]),
                &all(&[six(&got)]),
            )?;
        }
        // Zero is its own inverse here.
        let one = product6(&six(a), &six(&(kernel.inv_vartime)(a)));
        let expected = if all(&[six(a)]) == all(&[six(&Fp6::ZERO)]) { Fp6::ZERO } else { Fp6::ONE };
        tally.bytes(|| format!("inverse of element {i}"), &all(&[six(&expected)]), &all(&[one]))?;
    }
    Ok(())
}

pub fn fp12(engine: Choice<Fp12Kernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    let halves = elements()?;
    let elements: Vec<Fp12> = halves.windows(2).map(|h| Fp12 { c0: h[0], c1: h[1] }).collect();
    for (i, a) in elements.iter().enumerate() {
        let plain = twelve(a);
        for (j, b) in elements.iter().enumerate().take(tally.up_to(4)) {
            let expected = product12(&plain, &twelve(b));
            let got = twelve(&(kernel.mul)(a, b));
            tally.bytes(|| format!("element {i} * {j}"), &all(&expected), &all(&got))?;
        }
        let expected = product12(&plain, &plain);
        let got = twelve(&(kernel.sqr)(a));
        tally.bytes(|| format!("square of element {i}"), &all(&expected), &all(&got))?;
        let one = product12(&plain, &twelve(&(kernel.inv_vartime)(a)));
        tally.bytes(|| format!("inverse of element {i}"), &all(&twelve(&Fp12::ONE)), &all(&one))?;
        if i < tally.up_to(2) {
            let root = pairing::final_exponentiation::<Scalar>(a).0;
            let expected = product12(&twelve(&root), &twelve(&root));
            let got = twelve(&(kernel.cyclotomic_sqr)(&root));
            tally.bytes(|| format!("cyclotomic square {i}"), &all(&expected), &all(&got))?;
        }
    }
    Ok(())
}
