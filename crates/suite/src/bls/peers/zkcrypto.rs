//! zkcrypto's `bls12_381`; its fields are private.

use std::hint::black_box;

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, Scalar, multi_miller_loop};
use lanesmith_race::Contender;

use crate::bls::race::inputs::{self, TAG, multiples};
use crate::bls::race::repeat::{Times, Who, once, repeated, verdict};
use crate::bls::race::{Task, names};

const WHO: Who = Who::peer("bls12_381");

pub fn contender(task: Task) -> Option<Contender> {
    match task.race {
        names::G1 => g1(task),
        names::G2 => g2(task),
        names::PAIRING => pairing(task),
        names::HASH => hash(task),
        _ => None,
    }
}

fn scalar() -> Option<Scalar> {
    let mut bytes = inputs::scalar(0);
    bytes.reverse();
    Scalar::from_bytes(&bytes).into_option()
}

macro_rules! group {
    ($name:ident, $n:literal, $affine:ident, $projective:ident) => {
        fn $name(task: Task) -> Option<Contender> {
            let encoded = multiples(task.n, |b: &[u8; $n]| *b);
            let decode = |b: &[u8; $n]| $affine::from_compressed_unchecked(b).into_option();
            let other = decode(&encoded.other)?;
            let values = multiples(task.n, |b: &[u8; $n]| {
                decode(b).map_or($projective::identity(), |p| $projective::from(p).double())
            });
            let scalar = scalar()?;
            let bytes = |p: &$projective| $affine::from(p).to_compressed().to_vec();
            Some(match task.what {
                "add" => repeated(WHO, Times::Many, &values, |a, b| a + b, bytes),
                "mixed" => repeated(WHO, Times::Many, &values, move |a, _| a + black_box(&other), bytes),
                "double" => repeated(WHO, Times::Many, &values, |a, _| a.double(), bytes),
                "mul" => once(WHO, move || black_box(&other) * scalar, move |p| bytes(&p)),
                "subgroup" => verdict(WHO, move || bool::from(black_box(&other).is_torsion_free())),
                "decompress" => {
                    let encoded = encoded.other;
                    let point = move || $affine::from_compressed(black_box(&encoded)).into_option();
                    once(WHO, point, |p| p.map_or(vec![], |p| p.to_compressed().to_vec()))
                }
                _ => return None,
            })
        }
    };
}

group!(g1, 48, G1Affine, G1Projective);
group!(g2, 96, G2Affine, G2Projective);

/// The loop takes prepared points only: a verification prepares them each time.
fn pairing(task: Task) -> Option<Contender> {
    let pairs = |n: usize| -> Option<Vec<(G1Affine, G2Affine)>> {
        let pairs = inputs::pairs(n);
        let decode = |(a, b): &([u8; 48], [u8; 96])| {
            let p = G1Affine::from_compressed_unchecked(a).into_option()?;
            Some((p, G2Affine::from_compressed_unchecked(b).into_option()?))
        };
        pairs.iter().map(decode).collect()
    };
    fn miller(pairs: &[(G1Affine, G2Affine)]) -> bls12_381::MillerLoopResult {
        let prepared: Vec<G2Prepared> = pairs.iter().map(|(_, q)| G2Prepared::from(*q)).collect();
        let terms: Vec<_> = pairs.iter().zip(&prepared).map(|((p, _), q)| (p, q)).collect();
        multi_miller_loop(&terms)
    }
    Some(match task.what {
        "miller" => {
            let (these, all) = (pairs(task.n)?, pairs(task.n.next_multiple_of(2))?);
            let one = move |_| vec![u8::from(miller(&all).final_exponentiation() == Gt::identity())];
            once(WHO, move || miller(black_box(&these)), one)
        }
        "final" => {
            let f = miller(&pairs(2)?);
            verdict(WHO, move || black_box(&f).final_exponentiation() == Gt::identity())
        }
        _ => return None,
    })
}

type Xmd = ExpandMsgXmd<sha2_10::Sha256>;

fn hash(task: Task) -> Option<Contender> {
    let message = inputs::message(0);
    Some(match task.what {
        "g1" => {
            let hash = move || <G1Projective as HashToCurve<Xmd>>::hash_to_curve([black_box(message)], TAG);
            once(WHO, hash, |p| G1Affine::from(p).to_compressed().into())
        }
        "g2" => {
            let hash = move || <G2Projective as HashToCurve<Xmd>>::hash_to_curve([black_box(message)], TAG);
            once(WHO, hash, |p| G2Affine::from(p).to_compressed().into())
        }
        _ => return None,
    })
}
