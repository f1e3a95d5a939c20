//! arkworks.

use std::hint::black_box;
use std::rc::Rc;

use ark_bls12_381::{Bls12_381, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::hashing::HashToCurve;
use ark_ec::hashing::curve_maps::wb::WBMap;
use ark_ec::hashing::map_to_curve_hasher::MapToCurveBasedHasher;
use ark_ec::pairing::Pairing;
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::field_hashers::DefaultFieldHasher;
use ark_ff::{BigInteger, CyclotomicMultSubgroup, Field, One, PrimeField};
use ark_serialize::CanonicalDeserialize;
use lanesmith_race::Contender;

use crate::bls::race::inputs::{self, TAG, multiples, values};
use crate::bls::race::repeat::{Times, Who, once, repeated, verdict};
use crate::bls::race::{Task, cyclotomic, names};

const WHO: Who = Who::peer("ark-bls12-381");

pub fn contender(task: Task) -> Option<Contender> {
    match task.race {
        names::FP => fp(task),
        names::FP2 => fp2(task),
        names::FP6 => fp6(task),
        names::FP12 => fp12(task),
        names::G1 => group::<48, G1Affine>(task),
        names::G2 => group::<96, G2Affine>(task),
        names::PAIRING => pairing(task),
        names::HASH => hash(task),
        names::MSM if task.what == "g1" => msm::<lanesmith_bls::hazmat::Fp, G1Affine>(task),
        names::MSM => msm::<lanesmith_bls::hazmat::Fp2, G2Affine>(task),
        _ => None,
    }
}

fn make(bytes: &[u8; 48]) -> Fq {
    Fq::from_be_bytes_mod_order(bytes)
}

fn bytes(a: &Fq) -> Vec<u8> {
    a.into_bigint().to_bytes_be()
}

fn make2(e: &[[u8; 48]]) -> Fq2 {
    Fq2::new(make(&e[0]), make(&e[1]))
}

fn bytes2(a: &Fq2) -> Vec<u8> {
    [bytes(&a.c0), bytes(&a.c1)].concat()
}

fn make6(e: &[[u8; 48]]) -> Fq6 {
    Fq6::new(make2(e), make2(&e[2..]), make2(&e[4..]))
}

fn bytes6(a: &Fq6) -> Vec<u8> {
    [bytes2(&a.c0), bytes2(&a.c1), bytes2(&a.c2)].concat()
}

fn make12(e: &[[u8; 48]]) -> Fq12 {
    Fq12::new(make6(e), make6(&e[6..]))
}

fn bytes12(a: &Fq12) -> Vec<u8> {
    [bytes6(&a.c0), bytes6(&a.c1)].concat()
}

fn fp(task: Task) -> Option<Contender> {
    let values = values(task.n, 1, |e| make(&e[0]));
    let many = Times::Many;
    Some(match task.what {
        "add" => repeated(WHO, many, &values, |a, b| a + b, bytes),
        "sub" => repeated(WHO, many, &values, |a, b| a - b, bytes),
        "mul" => repeated(WHO, many, &values, |a, b| a * b, bytes),
        "sqr" => repeated(WHO, many, &values, |a, _| a.square(), bytes),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, b| a.inverse().unwrap_or(*b), bytes),
        "sqrt" => repeated(WHO, Times::Few, &values, |a, b| a.sqrt().unwrap_or(*b), |a| bytes(&a.square())),
        _ => return None,
    })
}

fn fp2(task: Task) -> Option<Contender> {
    let values = values(task.n, 2, make2);
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, |a, b| a * b, bytes2),
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| a.square(), bytes2),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, b| a.inverse().unwrap_or(*b), bytes2),
        "sqrt" => repeated(WHO, Times::Few, &values, |a, b| a.sqrt().unwrap_or(*b), |a| bytes2(&a.square())),
        _ => return None,
    })
}

fn fp6(task: Task) -> Option<Contender> {
    let values = values(task.n, 6, make6);
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, |a, b| a * b, bytes6),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, b| a.inverse().unwrap_or(*b), bytes6),
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
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| a.square(), bytes12),
        "cyclotomic-sqr" => repeated(WHO, Times::Many, &values, |a, _| a.cyclotomic_square(), bytes12),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, b| a.inverse().unwrap_or(*b), bytes12),
        _ => return None,
    })
}

fn compress<A: AffineRepr>(point: impl Into<A>) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory does not fail; an empty output would be thrown out.
    let _ = point.into().serialize_compressed(&mut out);
    out
}

fn decode<A: CanonicalDeserialize>(bytes: &[u8]) -> Option<A> {
    A::deserialize_compressed_unchecked(bytes).ok()
}

fn group<const N: usize, A>(task: Task) -> Option<Contender>
where
    A: AffineRepr<ScalarField = Fr>,
{
    let encoded = multiples(task.n, |b: &[u8; N]| *b);
    let other: A = decode(&encoded.other)?;
    let values = multiples(task.n, |b: &[u8; N]| {
        decode::<A>(b).map_or(A::Group::default(), |p| p.into_group().double())
    });
    let scalar = Fr::from_be_bytes_mod_order(&inputs::scalar(0));
    let bytes = |p: &A::Group| compress::<A>(*p);
    Some(match task.what {
        "add" => repeated(WHO, Times::Many, &values, |a, b| *a + b, bytes),
        "mixed" => repeated(WHO, Times::Many, &values, move |a, _| *a + black_box(other), bytes),
        "double" => repeated(WHO, Times::Many, &values, |a, _| a.double(), bytes),
        // In time that depends on the scalar.
        "mul-vartime" => {
            let point = other.into_group();
            once(WHO, move || *black_box(&point) * scalar, move |p| bytes(&p))
        }
        "decompress" => {
            let encoded = encoded.other;
            once(
                WHO,
                move || A::deserialize_compressed(&black_box(&encoded)[..]).ok(),
                |p| p.map_or(vec![], compress::<A>),
            )
        }
        _ => return None,
    })
}

fn pairs(n: usize) -> Option<(Vec<G1Affine>, Vec<G2Affine>)> {
    let pairs = inputs::pairs(n);
    let both = |(a, b): &([u8; 48], [u8; 96])| Some((decode::<G1Affine>(a)?, decode::<G2Affine>(b)?));
    let pairs: Option<Vec<_>> = pairs.iter().map(both).collect();
    Some(pairs?.into_iter().unzip())
}

fn is_one(f: ark_ec::pairing::MillerLoopOutput<Bls12_381>) -> bool {
    Bls12_381::final_exponentiation(f).is_some_and(|product| product.0.is_one())
}

fn pairing(task: Task) -> Option<Contender> {
    Some(match task.what {
        "miller" => {
            let ((p, q), (all_p, all_q)) = (pairs(task.n)?, pairs(task.n.next_multiple_of(2))?);
            let run = move || Bls12_381::multi_miller_loop(black_box(&p), black_box(&q)).0;
            once(WHO, run, move |_| vec![u8::from(is_one(Bls12_381::multi_miller_loop(&all_p, &all_q)))])
        }
        "final" => {
            let (p, q) = pairs(2)?;
            let f = Bls12_381::multi_miller_loop(&p, &q);
            verdict(WHO, move || is_one(*black_box(&f)))
        }
        _ => return None,
    })
}

type Hasher<G, C> = MapToCurveBasedHasher<G, DefaultFieldHasher<sha2_10::Sha256>, WBMap<C>>;

fn hash(task: Task) -> Option<Contender> {
    let message = inputs::message(0);
    Some(match task.what {
        "g1" => {
            let hasher = Rc::new(Hasher::<G1Projective, ark_bls12_381::g1::Config>::new(TAG).ok()?);
            once(
                WHO,
                move || hasher.hash(black_box(&message)).ok(),
                |p| p.map_or(vec![], compress::<G1Affine>),
            )
        }
        "g2" => {
            let hasher = Rc::new(Hasher::<G2Projective, ark_bls12_381::g2::Config>::new(TAG).ok()?);
            once(
                WHO,
                move || hasher.hash(black_box(&message)).ok(),
                |p| p.map_or(vec![], compress::<G2Affine>),
            )
        }
        _ => return None,
    })
}

fn msm<F, A>(task: Task) -> Option<Contender>
where
    F: lanesmith_bls::curve::Encoded,
    A: AffineRepr<ScalarField = Fr>,
    A::Group: VariableBaseMSM<MulBase = A>,
{
    let terms = inputs::terms::<F>(task.n);
    let decode = |b: &Vec<u8>| A::deserialize_uncompressed_unchecked(&b[..]).ok();
    let points: Rc<Vec<A>> = Rc::new(terms.points.iter().map(decode).collect::<Option<_>>()?);
    let scalars: Rc<Vec<Fr>> =
        Rc::new(terms.scalars.iter().map(|s| Fr::from_be_bytes_mod_order(s)).collect());
    let sum = move || A::Group::msm_unchecked(black_box(&points), &scalars);
    Some(once(WHO, sum, |p| compress::<A>(p.into_affine())))
}
