//! blst in its default build, on one thread: its own functions for batches and aggregates would start others.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use blst::{BLST_ERROR, Pairing, blst_fp, blst_fp2, blst_fp6, blst_fp12, blst_p1_affine, blst_p2_affine};
use blst::{min_pk, min_sig};
use lanesmith_race::Contender;

use crate::bls::race::inputs::{self, Signed, TAG, multiples, values};
use crate::bls::race::repeat::{Times, Who, once, repeated, verdict};
use crate::bls::race::{Task, cyclotomic, names};
use crate::ffi::blst as c;

const WHO: Who = Who::peer("blst");

/// The bits of factors of batches, as many as ours have.
const FACTOR_BITS: usize = 64;

pub fn contenders(task: Task) -> Vec<Contender> {
    let one = match task.race {
        names::FP => fp(task),
        names::FP2 => fp2(task),
        names::FP12 => fp12(task),
        names::G1 => g1(task),
        names::G2 => g2(task),
        names::PAIRING => pairing(task),
        names::HASH => hash(task),
        names::MSM => msm(task),
        names::DECODE => decoded(task),
        names::SIGN => sign(task),
        names::SIGN_MANY => sign_many(task),
        names::FP6 => None,
        _ => return verification(task),
    };
    one.into_iter().collect()
}

fn bytes(a: &blst_fp) -> Vec<u8> {
    c::fp_bytes(a).into()
}

fn bytes2(a: &blst_fp2) -> Vec<u8> {
    a.fp.iter().flat_map(bytes).collect()
}

fn bytes12(a: &blst_fp12) -> Vec<u8> {
    a.fp6.iter().flat_map(|a| a.fp2.iter().flat_map(bytes2)).collect()
}

fn make2(e: &[[u8; 48]]) -> blst_fp2 {
    blst_fp2 { fp: [c::fp(&e[0]), c::fp(&e[1])] }
}

fn make12(e: &[[u8; 48]]) -> blst_fp12 {
    let six = |e: &[[u8; 48]]| blst_fp6 { fp2: [make2(e), make2(&e[2..]), make2(&e[4..])] };
    blst_fp12 { fp6: [six(e), six(&e[6..])] }
}

fn fp(task: Task) -> Option<Contender> {
    let values = values(task.n, 1, |e| c::fp(&e[0]));
    let many = Times::Many;
    Some(match task.what {
        "add" => repeated(WHO, many, &values, c::fp_add, bytes),
        "sub" => repeated(WHO, many, &values, c::fp_sub, bytes),
        "mul" => repeated(WHO, many, &values, c::fp_mul, bytes),
        "sqr" => repeated(WHO, many, &values, |a, _| c::fp_sqr(a), bytes),
        "inv" => repeated(WHO, Times::Few, &values, |a, _| c::fp_inv(a), bytes),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, _| c::fp_inv_vartime(a), bytes),
        "sqrt" => {
            let root = |a: &blst_fp, b: &blst_fp| c::fp_sqrt(a).unwrap_or(*b);
            repeated(WHO, Times::Few, &values, root, |a| bytes(&c::fp_sqr(a)))
        }
        _ => return None,
    })
}

fn fp2(task: Task) -> Option<Contender> {
    let values = values(task.n, 2, make2);
    Some(match task.what {
        "mul" => repeated(WHO, Times::Many, &values, c::fp2_mul, bytes2),
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| c::fp2_sqr(a), bytes2),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, _| c::fp2_inv(a), bytes2),
        "sqrt" => {
            let root = |a: &blst_fp2, b: &blst_fp2| c::fp2_sqrt(a).unwrap_or(*b);
            repeated(WHO, Times::Few, &values, root, |a| bytes2(&c::fp2_sqr(a)))
        }
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
        "mul" => repeated(WHO, Times::Many, &values, c::fp12_mul, bytes12),
        "sqr" => repeated(WHO, Times::Many, &values, |a, _| c::fp12_sqr(a), bytes12),
        "cyclotomic-sqr" => repeated(WHO, Times::Many, &values, |a, _| c::fp12_cyclotomic_sqr(a), bytes12),
        "inv-vartime" => repeated(WHO, Times::Few, &values, |a, _| c::fp12_inv(a), bytes12),
        _ => return None,
    })
}

macro_rules! group {
    ($name:ident, $n:literal, $decode:ident, $from_affine:ident, $add:ident, $mixed:ident, $double:ident, $mul:ident,
     $compress:ident, $in_group:ident) => {
        fn $name(task: Task) -> Option<Contender> {
            let encoded = multiples(task.n, |b: &[u8; $n]| *b);
            let other = c::$decode(&encoded.other)?;
            let point = c::$from_affine(&other);
            let values = multiples(task.n, |b: &[u8; $n]| {
                c::$double(&c::$from_affine(&c::$decode(b).unwrap_or_default()))
            });
            let mut scalar = inputs::scalar(0);
            scalar.reverse();
            Some(match task.what {
                "add" => repeated(WHO, Times::Many, &values, c::$add, c::$compress),
                "mixed" => repeated(
                    WHO,
                    Times::Many,
                    &values,
                    move |a, _| c::$mixed(a, black_box(&other)),
                    c::$compress,
                ),
                "double" => repeated(WHO, Times::Many, &values, |a, _| c::$double(a), c::$compress),
                "mul" | "mul-vartime" => {
                    once(WHO, move || c::$mul(black_box(&point), &scalar), |p| c::$compress(&p))
                }
                "subgroup" => verdict(WHO, move || c::$in_group(black_box(&other))),
                "decompress" => {
                    let bytes = encoded.other;
                    let decode = move || c::$decode(black_box(&bytes)).filter(c::$in_group);
                    once(WHO, decode, |p| p.map_or(vec![], |p| c::$compress(&c::$from_affine(&p))))
                }
                _ => return None,
            })
        }
    };
}

group!(g1, 48, p1_decode, p1_from_affine, p1_add, p1_add_affine, p1_double, p1_mul, p1_compress, p1_in_group);
group!(g2, 96, p2_decode, p2_from_affine, p2_add, p2_add_affine, p2_double, p2_mul, p2_compress, p2_in_group);

fn pairs(n: usize) -> (Vec<blst_p1_affine>, Vec<blst_p2_affine>) {
    inputs::pairs(n).iter().filter_map(|(a, b)| Some((c::p1_decode(a)?, c::p2_decode(b)?))).unzip()
}

fn pairing(task: Task) -> Option<Contender> {
    Some(match task.what {
        "miller" => {
            let ((p, q), (all_p, all_q)) = (pairs(task.n), pairs(task.n.next_multiple_of(2)));
            let one = move |_| vec![u8::from(c::is_one(&c::final_exp(&c::miller_loop_n(&all_q, &all_p))))];
            match task.n {
                1 => once(WHO, move || c::miller_loop(black_box(&q[0]), &p[0]), one),
                _ => once(WHO, move || c::miller_loop_n(black_box(&q), &p), one),
            }
        }
        "final" => {
            let (p, q) = pairs(2);
            let f = c::miller_loop_n(&q, &p);
            verdict(WHO, move || c::is_one(&c::final_exp(black_box(&f))))
        }
        _ => return None,
    })
}

fn hash(task: Task) -> Option<Contender> {
    let message = inputs::message(0);
    Some(match task.what {
        "g1" => once(WHO, move || c::hash_to_g1(black_box(&message), TAG), |p| c::p1_compress(&p)),
        "g2" => once(WHO, move || c::hash_to_g2(black_box(&message), TAG), |p| c::p2_compress(&p)),
        "g1-many" => {
            let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
            let hash = move || black_box(&messages).iter().map(|m| c::hash_to_g1(m, TAG)).collect::<Vec<_>>();
            once(WHO, hash, |all| all.iter().flat_map(c::p1_compress).collect())
        }
        "g2-many" => {
            let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
            let hash = move || black_box(&messages).iter().map(|m| c::hash_to_g2(m, TAG)).collect::<Vec<_>>();
            once(WHO, hash, |all| all.iter().flat_map(c::p2_compress).collect())
        }
        _ => return None,
    })
}

/// Many compressed points, looked for in their groups.
fn decoded(task: Task) -> Option<Contender> {
    let signed = inputs::signed(task.n, false);
    if task.what == "keys" {
        let decode = move || {
            let one = |bytes| c::p1_decode(bytes).filter(c::p1_in_group);
            black_box(&signed.keys).iter().map(one).collect::<Option<Vec<_>>>().unwrap_or_default()
        };
        let bytes = |p: &blst_p1_affine| c::p1_compress(&c::p1_from_affine(p));
        return Some(once(WHO, decode, move |all| all.iter().flat_map(bytes).collect()));
    }
    let decode = move || {
        let one = |bytes| c::p2_decode(bytes).filter(c::p2_in_group);
        black_box(&signed.signatures).iter().map(one).collect::<Option<Vec<_>>>().unwrap_or_default()
    };
    let bytes = |p: &blst_p2_affine| c::p2_compress(&c::p2_from_affine(p));
    Some(once(WHO, decode, move |all| all.iter().flat_map(bytes).collect()))
}

fn msm(task: Task) -> Option<Contender> {
    use lanesmith_bls::hazmat::{Fp, Fp2};
    fn scalars(terms: &inputs::Terms) -> Vec<[u8; 32]> {
        let little = |s: &[u8; 32]| core::array::from_fn(|i| s[31 - i]);
        terms.scalars.iter().map(little).collect()
    }
    let scratch = Rc::new(RefCell::new(Vec::new()));
    if task.what == "g1" {
        let terms = inputs::terms::<Fp>(task.n);
        let decode = |b: &Vec<u8>| c::p1_deserialize(b.first_chunk()?);
        let points: Rc<Vec<_>> = Rc::new(terms.points.iter().map(decode).collect::<Option<_>>()?);
        let scalars = Rc::new(scalars(&terms));
        let sum = move || c::p1_msm(black_box(&points), &scalars, &mut scratch.borrow_mut());
        return Some(once(WHO, sum, |p| c::p1_compress(&p)));
    }
    let terms = inputs::terms::<Fp2>(task.n);
    let decode = |b: &Vec<u8>| c::p2_deserialize(b.first_chunk()?);
    let points: Rc<Vec<_>> = Rc::new(terms.points.iter().map(decode).collect::<Option<_>>()?);
    let scalars = Rc::new(scalars(&terms));
    let sum = move || c::p2_msm(black_box(&points), &scalars, &mut scratch.borrow_mut());
    Some(once(WHO, sum, |p| c::p2_compress(&p)))
}

fn sign(task: Task) -> Option<Contender> {
    let (secret, message) = (inputs::scalar(0), inputs::message(0));
    if task.what == "min-sig" {
        let tag = <lanesmith_bls::signature::MinSig as lanesmith_bls::signature::Variant>::TAGS[0];
        let secret = min_sig::SecretKey::from_bytes(&secret).ok()?;
        return Some(once(WHO, move || secret.sign(black_box(&message), tag, &[]), |s| s.to_bytes().into()));
    }
    let secret = min_pk::SecretKey::from_bytes(&secret).ok()?;
    Some(once(WHO, move || secret.sign(black_box(&message), TAG, &[]), |s| s.to_bytes().into()))
}

fn sign_many(task: Task) -> Option<Contender> {
    let secrets: Vec<_> = (0..task.n).map(inputs::scalar).collect();
    if task.what == "public-keys-min-sig" {
        let read = secrets.iter().map(|secret| min_sig::SecretKey::from_bytes(secret));
        let secrets = read.collect::<Result<Vec<_>, _>>().ok()?;
        let keys = move || black_box(&secrets).iter().map(min_sig::SecretKey::sk_to_pk).collect::<Vec<_>>();
        return Some(once(WHO, keys, |keys| keys.iter().flat_map(min_sig::PublicKey::to_bytes).collect()));
    }
    let read = secrets.iter().map(|secret| min_pk::SecretKey::from_bytes(secret));
    let secrets = read.collect::<Result<Vec<_>, _>>().ok()?;
    if task.what == "public-keys" {
        let keys = move || black_box(&secrets).iter().map(min_pk::SecretKey::sk_to_pk).collect::<Vec<_>>();
        return Some(once(WHO, keys, |keys| keys.iter().flat_map(min_pk::PublicKey::to_bytes).collect()));
    }
    let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
    let sign = move || {
        let pairs = secrets.iter().zip(black_box(&messages));
        pairs.map(|(secret, message)| secret.sign(message, TAG, &[])).collect::<Vec<_>>()
    };
    Some(once(WHO, sign, |all| all.iter().flat_map(min_pk::Signature::to_bytes).collect()))
}

/// Keys and signatures in hand.
struct Points {
    keys: Vec<blst_p1_affine>,
    signatures: Vec<blst_p2_affine>,
}

fn decode(signed: &Signed) -> Option<Points> {
    Some(Points {
        keys: signed.keys.iter().map(c::p1_decode).collect::<Option<_>>()?,
        signatures: signed.signatures.iter().map(c::p2_decode).collect::<Option<_>>()?,
    })
}

/// The sum of signatures.
fn aggregate(signatures: &[blst_p2_affine]) -> Option<blst_p2_affine> {
    let all: Vec<min_pk::Signature> = signatures.iter().map(|s| (*s).into()).collect();
    let all: Vec<&min_pk::Signature> = all.iter().collect();
    Some(min_pk::AggregateSignature::aggregate(&all, false).ok()?.to_signature().into())
}

/// Verifies the aggregate of signatures of a message each, on this thread.
fn verify(keys: &[blst_p1_affine], messages: &[[u8; 32]], sum: &blst_p2_affine, checked: bool) -> bool {
    let mut pairing = Pairing::new(true, TAG);
    for (i, (key, message)) in keys.iter().zip(messages).enumerate() {
        // A signature of another type than a point is none.
        let error = match i {
            0 => pairing.aggregate(key, !checked, sum, !checked, message, &[]),
            _ => pairing.aggregate(key, !checked, &(), false, message, &[]),
        };
        if error != BLST_ERROR::BLST_SUCCESS {
            return false;
        }
    }
    pairing.commit();
    pairing.finalverify(None)
}

/// Verifies a batch on this thread, blinded as ours is.
fn batch(points: &Points, messages: &[[u8; 32]], checked: bool) -> bool {
    let mut random = lanesmith_bls::signature::expand_seed([7; 32]);
    let mut pairing = Pairing::new(true, TAG);
    for ((key, signature), message) in points.keys.iter().zip(&points.signatures).zip(messages) {
        let mut factor = [0; FACTOR_BITS / 8];
        random(&mut factor);
        let error =
            pairing.mul_n_aggregate(key, !checked, signature, !checked, &factor, FACTOR_BITS, message, &[]);
        if error != BLST_ERROR::BLST_SUCCESS {
            return false;
        }
    }
    pairing.commit();
    pairing.finalverify(None)
}

fn verification(task: Task) -> Vec<Contender> {
    let signed = Rc::new(inputs::signed(task.n, task.race == names::FAST_AGGREGATE));
    let Some(points) = decode(&signed) else { return Vec::new() };
    let (points, messages) = (Rc::new(points), signed.clone());
    let messages = move || black_box(messages.messages.as_slice()).to_vec();
    match (task.race, task.what) {
        (names::VERIFY, "points") => {
            let (key, signature, message) = (points.keys[0], points.signatures[0], signed.messages[0]);
            vec![
                verdict(WHO, move || verify(black_box(&[key]), &[message], &signature, true)),
                // What its users call looks for both points in their groups again.
                verdict(Who::peer("blst core_verify"), move || {
                    c::core_verify(black_box(&key), &signature, &message, TAG)
                }),
            ]
        }
        (names::VERIFY, _) => vec![verdict(WHO, move || {
            decode(black_box(&signed))
                .is_some_and(|p| verify(&p.keys, &signed.messages, &p.signatures[0], false))
        })],
        (names::FAST_AGGREGATE, _) => {
            let Some(sum) = aggregate(&points.signatures) else { return Vec::new() };
            let keys: Rc<Vec<min_pk::PublicKey>> = Rc::new(points.keys.iter().map(|k| (*k).into()).collect());
            vec![verdict(WHO, move || {
                let all: Vec<&min_pk::PublicKey> = keys.iter().collect();
                min_pk::AggregatePublicKey::aggregate(black_box(&all), false)
                    .is_ok_and(|key| verify(&[key.to_public_key().into()], &signed.messages[..1], &sum, true))
            })]
        }
        (names::AGGREGATE, _) => {
            let Some(sum) = aggregate(&points.signatures) else { return Vec::new() };
            vec![verdict(WHO, move || verify(&points.keys, &messages(), &sum, true))]
        }
        (names::BATCH, "points") => vec![verdict(WHO, move || batch(&points, &messages(), true))],
        _ => vec![verdict(WHO, move || {
            decode(black_box(&signed)).is_some_and(|points| batch(&points, &signed.messages, false))
        })],
    }
}
