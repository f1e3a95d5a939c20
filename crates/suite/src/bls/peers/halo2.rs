//! halo2curves. Its encodings of points are other ones and its hashing takes no whole tag: where it takes part, points come
//! as coordinates.

use std::hint::black_box;
use std::rc::Rc;

use halo2curves::bls12381::{Bls12381, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G2Affine, multi_miller_loop};
use halo2curves::ff::{Field, PrimeField};
use halo2curves::group::{Curve, Group};
use halo2curves::pairing::{Engine, MillerLoopResult};
use halo2curves::{CurveAffine, msm::msm_serial};
use lanesmith_bls::curve::{Affine, Encoded};
use lanesmith_bls::hazmat::{Fp, Fp2, Scalar};
use lanesmith_race::Contender;

use crate::bls::race::inputs::{self, multiples, values};
use crate::bls::race::repeat::{Times, Who, once, repeated, verdict};
use crate::bls::race::{Task, cyclotomic, names};

const WHO: Who = Who::peer("halo2curves");

pub fn contender(task: Task) -> Option<Contender> {
    match task.race {
        names::FP => fp(task),
        names::FP2 => fp2(task),
        names::FP6 => fp6(task),
        names::FP12 => fp12(task),
        names::G1 => group::<48, Fp, G1Affine>(task),
        names::G2 => group::<96, Fp2, G2Affine>(task),
        names::PAIRING => pairing(task),
        names::MSM if task.what == "g1" => msm::<Fp, G1Affine>(task),
        names::MSM => msm::<Fp2, G2Affine>(task),
        _ => None,
    }
}

/// An element from its bytes, most significant first. Which end the library has first is its own affair: its one says.
fn from_bytes<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(bytes);
    if F::ONE.to_repr().as_ref().first() == Some(&1) {
        repr.as_mut().reverse();
    }
    F::from_repr(repr).into_option()
}

fn make(bytes: &[u8; 48]) -> Fq {
    from_bytes(bytes).unwrap_or(Fq::ONE)
}

fn bytes(a: &Fq) -> Vec<u8> {
    let mut bytes = a.to_repr().as_ref().to_vec();
    if Fq::ONE.to_repr().as_ref().first() == Some(&1) {
        bytes.reverse();
    }
    bytes
}

fn make2(e: &[[u8; 48]]) -> Fq2 {
    Fq2::new(make(&e[0]), make(&e[1]))
}

fn bytes2(a: &Fq2) -> Vec<u8> {
    [bytes(a.c0()), bytes(a.c1())].concat()
}

fn make6(e: &[[u8; 48]]) -> Fq6 {
    Fq6::new(make2(e), make2(&e[2..]), make2(&e[4..]))
}

fn bytes6(a: &Fq6) -> Vec<u8> {
    [bytes2(a.c0()), bytes2(a.c1()), bytes2(a.c2())].concat()
}

fn make12(e: &[[u8; 48]]) -> Fq12 {
    Fq12::new(make6(e), make6(&e[6..]))
}

fn bytes12(a: &Fq12) -> Vec<u8> {
    [bytes6(a.c0()), bytes6(a.c1())].concat()
}

fn inverse<F: Field>(a: &F, b: &F) -> F {
    a.invert().unwrap_or(*b)
}

fn fp(task: Task) -> Option<Contender> {
    let values = values(task.n, 1, |e| make(&e[0]));
    let many = Times::Many;
    Some(match task.what {
        "add" => repeated(WHO, many, &values, |a, b| a + b, bytes),
        "sub" => repeated(WHO, many, &values, |a, b| a - b, bytes),
        "mul" => repeated(WHO, many, &values, |a, b| a * b, bytes),
        "sqr" => repeated(WHO, many, &values, |a, _| Field::square(a), bytes),
        "inv-vartime" => repeated(WHO, Times::Few, &values, inverse, bytes),
        _ => return None,
    })
}

fn fp2(task: Task) -> Option<Contender> {
    let values = values(task.n, 2, make2);
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, |a, b| a * b, bytes2),
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| Field::square(a), bytes2),
        "inv-vartime" => repeated(WHO, Times::Few, &values, inverse, bytes2),
        _ => return None,
    })
}

fn fp6(task: Task) -> Option<Contender> {
    let values = values(task.n, 6, make6);
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, |a, b| a * b, bytes6),
        "inv-vartime" => repeated(WHO, Times::Few, &values, inverse, bytes6),
        _ => return None,
    })
}

fn fp12(task: Task) -> Option<Contender> {
    let values =
        values(
            task.n,
            12,
            |e| if task.what == "cyclotomic-sqr" { make12(&cyclotomic(e)) } else { make12(e) },
        );
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, |a, b| a * b, bytes12),
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| Field::square(a), bytes12),
        "cyclotomic-sqr" => {
            let square = |a: &Fq12, _: &Fq12| {
                let mut a = *a;
                a.cyclotomic_square();
                a
            };
            repeated(WHO, Times::Many, &values, square, bytes12)
        }
        "inv-vartime" => repeated(WHO, Times::Few, &values, inverse, bytes12),
        _ => return None,
    })
}

/// A point, to and from ours.
trait Point: CurveAffine<ScalarExt = Fr> {
    type Ours: Encoded;
    fn base(bytes: &[u8]) -> Self::Base;
    fn bytes(base: &Self::Base) -> Vec<u8>;
}

impl Point for G1Affine {
    type Ours = Fp;
    fn base(bytes: &[u8]) -> Fq {
        bytes.first_chunk().map_or(Fq::ZERO, make)
    }
    fn bytes(base: &Fq) -> Vec<u8> {
        bytes(base)
    }
}

impl Point for G2Affine {
    type Ours = Fp2;
    fn base(bytes: &[u8]) -> Fq2 {
        let all = bytes.as_chunks::<48>().0;
        if all.len() < 2 { Fq2::ZERO } else { make2(&[all[1], all[0]]) }
    }
    fn bytes(base: &Fq2) -> Vec<u8> {
        [bytes(base.c1()), bytes(base.c0())].concat()
    }
}

/// The point of an uncompressed encoding.
fn read<A: Point>(uncompressed: &[u8]) -> Option<A> {
    let (x, y) = uncompressed.split_at(uncompressed.len() / 2);
    A::from_xy(A::base(x), A::base(y)).into_option()
}

fn decode<A: Point>(compressed: &[u8]) -> Option<A> {
    let point = Affine::<A::Ours>::from_compressed_unchecked::<Scalar>(compressed).ok()?;
    read(point.to_uncompressed::<Scalar>().as_ref())
}

fn compress<A: Point>(point: &A) -> Vec<u8> {
    let Some(at) = point.coordinates().into_option() else { return vec![] };
    let uncompressed = [A::bytes(at.x()), A::bytes(at.y())].concat();
    let point = Affine::<A::Ours>::from_uncompressed_unchecked::<Scalar>(&uncompressed);
    point.map_or(vec![], |p| p.to_compressed::<Scalar>().as_ref().to_vec())
}

fn group<const N: usize, F: Encoded, A: Point<Ours = F>>(task: Task) -> Option<Contender> {
    let encoded = multiples(task.n, |b: &[u8; N]| *b);
    let other: A = decode(&encoded.other)?;
    let values = multiples(task.n, |b: &[u8; N]| {
        decode::<A>(b).map_or(A::Curve::identity(), |p| p.to_curve().double())
    });
    let scalar: Fr = from_bytes(&inputs::scalar(0))?;
    let bytes = |p: &A::Curve| compress::<A>(&p.to_affine());
    Some(match task.what {
        "add" => repeated(WHO, Times::Many, &values, |a, b| *a + b, bytes),
        "mixed" => repeated(WHO, Times::Many, &values, move |a, _| *a + black_box(other), bytes),
        "double" => repeated(WHO, Times::Many, &values, |a, _| a.double(), bytes),
        "mul-vartime" => {
            let point = other.to_curve();
            once(WHO, move || *black_box(&point) * scalar, move |p| bytes(&p))
        }
        _ => return None,
    })
}

fn pairing(task: Task) -> Option<Contender> {
    let pairs = |n: usize| -> Option<Vec<(G1Affine, G2Affine)>> {
        inputs::pairs(n).iter().map(|(a, b)| Some((decode(a)?, decode(b)?))).collect()
    };
    fn miller(pairs: &[(G1Affine, G2Affine)]) -> Fq12 {
        let terms: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
        multi_miller_loop(&terms)
    }
    fn is_one(f: &Fq12) -> bool {
        bool::from(<Bls12381 as Engine>::Gt::is_identity(&f.final_exponentiation()))
    }
    Some(match task.what {
        "miller" => {
            let (these, all) = (pairs(task.n)?, pairs(task.n.next_multiple_of(2))?);
            once(WHO, move || miller(black_box(&these)), move |_| vec![u8::from(is_one(&miller(&all)))])
        }
        "final" => {
            let f = miller(&pairs(2)?);
            verdict(WHO, move || is_one(black_box(&f)))
        }
        _ => return None,
    })
}

fn msm<F: Encoded, A: Point<Ours = F>>(task: Task) -> Option<Contender> {
    let terms = inputs::terms::<F>(task.n);
    let points: Rc<Vec<A>> = Rc::new(terms.points.iter().map(|b| read(b)).collect::<Option<_>>()?);
    let scalars: Rc<Vec<Fr>> = Rc::new(terms.scalars.iter().map(|s| from_bytes(s)).collect::<Option<_>>()?);
    let sum = move || {
        let mut sum = A::Curve::identity();
        msm_serial(&scalars, black_box(points.as_slice()), &mut sum);
        sum
    };
    Some(once(WHO, sum, |p| compress::<A>(&p.to_affine())))
}
