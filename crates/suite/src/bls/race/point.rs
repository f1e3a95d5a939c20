//! Groups, pairings, hashing and sums of many products.

use std::hint::black_box;
use std::rc::Rc;

use lanesmith_bls::curve::{Affine, Encoded, G1Affine, G2Affine, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2, HashKernel, MsmKernel, PairingKernel, PointKernel, Scalar};
use lanesmith_bls::{Fr, HashToCurve, Msm, Pairing};
use lanesmith_isa::Tabled;
use lanesmith_race::Contender;

use super::inputs::{self, TAG, multiples};
use super::repeat::{Times, Values, once, repeated, verdict};
use super::{Task, engines, many};

fn bytes<F: Encoded>(point: &Projective<F>) -> Vec<u8> {
    point.to_affine::<Scalar>().to_compressed::<Scalar>().as_ref().to_vec()
}

fn decode<F: Encoded>(bytes: &[u8]) -> Affine<F> {
    Affine::from_compressed_unchecked::<Scalar>(bytes).unwrap_or(F::GENERATOR)
}

pub fn g1(task: Task) -> Vec<Contender> {
    group::<Fp>(task, &multiples(task.n, |b: &[u8; 48]| b.to_vec()))
}

pub fn g2(task: Task) -> Vec<Contender> {
    group::<Fp2>(task, &multiples(task.n, |b: &[u8; 96]| b.to_vec()))
}

fn group<F: Encoded>(task: Task, encoded: &Values<Vec<u8>>) -> Vec<Contender>
where
    PointKernel<F>: Tabled,
{
    // Doubled, so that denominators are not one.
    let double = |b: &Vec<u8>| decode::<F>(b).to_projective().dbl::<Scalar>();
    let values = Values { start: encoded.start.iter().map(double).collect(), other: double(&encoded.other) };
    let compressed = Rc::new(encoded.other.clone());
    let other = decode::<F>(&compressed);
    let scalar = Fr::from_bytes_reduced(&inputs::scalar(0));
    engines::<PointKernel<F>>(|who, choice| {
        let k = choice.one().kernel();
        Some(match task.what {
            "add" => repeated(who, Times::Many, &values, k.add, bytes),
            "mixed" => {
                let f = k.add_affine;
                repeated(who, Times::Many, &values, move |a, _| f(a, black_box(&other)), bytes)
            }
            "double" => {
                let f = k.dbl;
                repeated(who, Times::Many, &values, move |a, _| f(a), bytes)
            }
            "mul" => once(who, move || (k.mul)(black_box(&other), &scalar), |p| bytes(&p)),
            "mul-vartime" => {
                let point = other.to_projective();
                once(who, move || (k.mul_vartime)(black_box(&point), &scalar), |p| bytes(&p))
            }
            "subgroup" => verdict(who, move || (k.in_subgroup)(black_box(&other))),
            "decompress" => {
                let compressed = compressed.clone();
                let point = move || (k.from_compressed)(black_box(&compressed)).unwrap_or(Affine::INFINITY);
                once(who, point, |p| p.to_compressed::<Scalar>().as_ref().to_vec())
            }
            _ => return None,
        })
    })
}

pub fn pairing(task: Task) -> Vec<Contender> {
    let pairs = |n: usize| -> Rc<Vec<(G1Affine, G2Affine)>> {
        Rc::new(inputs::pairs(n).iter().map(|(a, b)| (decode(a), decode(b))).collect())
    };
    engines::<PairingKernel>(|who, choice| {
        let (pairing, k) = (Pairing::with_engine(choice), choice.one().kernel());
        Some(match task.what {
            "miller" => {
                let (these, all) = (pairs(task.n), pairs(task.n.next_multiple_of(2)));
                // Two of the pairs, or all of them, multiply to one.
                let one = move |_| vec![u8::from(pairing.product_is_one(&all))];
                once(who, move || pairing.miller_loop(black_box(&these)), one)
            }
            "final" => {
                let f = (k.miller_loop)(&pairs(2));
                verdict(who, move || (k.final_exponentiation)(black_box(&f)).is_one::<Scalar>())
            }
            _ => return None,
        })
    })
}

/// Points of the group, one after the other.
fn encoded<F: Encoded>(points: Vec<Affine<F>>) -> Vec<u8> {
    points.iter().flat_map(|p| p.to_compressed::<Scalar>().as_ref().to_vec()).collect()
}

pub fn hash(task: Task) -> Vec<Contender> {
    let message = inputs::message(0);
    let messages: Rc<Vec<_>> = Rc::new((0..task.n).map(inputs::message).collect());
    engines::<HashKernel>(|who, choice| {
        let (k, messages) = (choice.step(many::units(task.n)).engine.kernel(), messages.clone());
        let hash = HashToCurve::with_engine(choice);
        // The tag is not empty; infinity would be thrown out.
        Some(match task.what {
            "g1" => {
                let point = move || hash.to_g1(black_box(&message), TAG).unwrap_or(Projective::INFINITY);
                once(who, point, |p| bytes(&p))
            }
            "g2" => {
                let point = move || hash.to_g2(black_box(&message), TAG).unwrap_or(Projective::INFINITY);
                once(who, point, |p| bytes(&p))
            }
            "g1-many" => {
                let fields = move || {
                    black_box(&messages)
                        .iter()
                        .map(|m| (k.fields_of_g1)(m, TAG))
                        .collect::<Result<Vec<_>, _>>()
                };
                once(who, move || (k.fields_to_g1)(&fields().unwrap_or_default()), encoded)
            }
            "g2-many" => {
                let fields = move || {
                    black_box(&messages)
                        .iter()
                        .map(|m| (k.fields_of_g2)(m, TAG))
                        .collect::<Result<Vec<_>, _>>()
                };
                once(who, move || (k.fields_to_g2)(&fields().unwrap_or_default()), encoded)
            }
            _ => return None,
        })
    })
}

pub fn msm(task: Task) -> Vec<Contender> {
    let scalars: Rc<Vec<Fr>> =
        Rc::new((0..task.n).map(|i| Fr::from_bytes_reduced(&inputs::scalar(i))).collect());
    match task.what {
        "g1" => {
            let points = Rc::new(inputs::points::<Fp>(task.n));
            engines::<MsmKernel>(|who, choice| {
                let (msm, points, scalars) = (Msm::with_engine(choice), points.clone(), scalars.clone());
                let sum = move || msm.g1(&points, &scalars).unwrap_or(Projective::INFINITY);
                Some(once(who, sum, |p| bytes(&p)))
            })
        }
        _ => {
            let points = Rc::new(inputs::points::<Fp2>(task.n));
            engines::<MsmKernel>(|who, choice| {
                let (msm, points, scalars) = (Msm::with_engine(choice), points.clone(), scalars.clone());
                let sum = move || msm.g2(&points, &scalars).unwrap_or(Projective::INFINITY);
                Some(once(who, sum, |p| bytes(&p)))
            })
        }
    }
}
