//! Libraries with blst's interface that the user has named, called as programs that link them do, on one thread.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use lanesmith_bls::hazmat;
use lanesmith_bls::signature::{MinSig, Variant, expand_seed};
use lanesmith_race::Contender;

use crate::bls::race::inputs::{self, Signed, TAG, multiples, values};
use crate::bls::race::repeat::{Times, Who, once, repeated, verdict};
use crate::bls::race::{Task, cyclotomic, names};
use crate::ffi::loaded::blst::{Blst, Fp, Fp2, P1Affine, P2Affine};

/// The factors of batches, of as many bits as ours have.
type Factor = [u8; 8];

/// What every library has of a task.
pub fn contenders(task: Task) -> impl Iterator<Item = Contender> {
    crate::loaded::blst().filter_map(move |(name, library)| contender(Who::peer(name), library, task))
}

fn contender(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    match task.race {
        names::FP => fp(who, c, task),
        names::FP2 => fp2(who, c, task),
        names::FP12 => fp12(who, c, task),
        names::G1 => g1(who, c, task),
        names::G2 => g2(who, c, task),
        names::PAIRING => pairing(who, c, task),
        names::HASH => hash(who, c, task),
        names::MSM => msm(who, c, task),
        names::DECODE => decoded(who, c, task),
        names::SIGN => sign(who, c, task),
        names::SIGN_MANY => sign_many(who, c, task),
        names::FP6 => None,
        _ => verification(who, c, task),
    }
}

fn fp(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let values = values(task.n, 1, |e| c.fp(&e[0]));
    let (many, few, bytes) = (Times::Many, Times::Few, move |a: &Fp| c.fp_bytes(a));
    Some(match task.what {
        "add" => repeated(who, many, &values, move |a, b| c.fp_add(a, b), bytes),
        "sub" => repeated(who, many, &values, move |a, b| c.fp_sub(a, b), bytes),
        "mul" => repeated(who, many, &values, move |a, b| c.fp_mul(a, b), bytes),
        "sqr" => repeated(who, many, &values, move |a, _| c.fp_sqr(a), bytes),
        "inv" => repeated(who, few, &values, move |a, _| c.fp_inv(a), bytes),
        "inv-vartime" => repeated(who, few, &values, move |a, _| c.fp_inv_vartime(a), bytes),
        "sqrt" => {
            let root = move |a: &Fp, b: &Fp| c.fp_sqrt(a).unwrap_or(*b);
            repeated(who, few, &values, root, move |a| c.fp_bytes(&c.fp_sqr(a)))
        }
        _ => return None,
    })
}

fn fp2(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let values = values(task.n, 2, |e| c.fp2(e));
    let (many, few, bytes) = (Times::Many, Times::Few, move |a: &Fp2| c.fp2_bytes(a));
    Some(match task.what {
        "mul" => repeated(who, many, &values, move |a, b| c.fp2_mul(a, b), bytes),
        "sqr" => repeated(who, many, &values, move |a, _| c.fp2_sqr(a), bytes),
        "inv-vartime" => repeated(who, few, &values, move |a, _| c.fp2_inv(a), bytes),
        "sqrt" => {
            let root = move |a: &Fp2, b: &Fp2| c.fp2_sqrt(a).unwrap_or(*b);
            repeated(who, few, &values, root, move |a| c.fp2_bytes(&c.fp2_sqr(a)))
        }
        _ => return None,
    })
}

fn fp12(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let of_torus = task.what == "cyclotomic-sqr";
    let values = values(task.n, 12, |e| if of_torus { c.fp12(&cyclotomic(e)) } else { c.fp12(e) });
    let bytes = move |a: &_| c.fp12_bytes(a);
    Some(match task.what {
        "mul" => repeated(who, Times::Many, &values, move |a, b| c.fp12_mul(a, b), bytes),
        "sqr" => repeated(who, Times::Many, &values, move |a, _| c.fp12_sqr(a), bytes),
        "cyclotomic-sqr" => repeated(who, Times::Many, &values, move |a, _| c.fp12_cyclotomic_sqr(a), bytes),
        "inv-vartime" => repeated(who, Times::Few, &values, move |a, _| c.fp12_inv(a), bytes),
        _ => return None,
    })
}

/// Scalars are read from their least significant byte on.
fn little(scalar: &[u8; 32]) -> [u8; 32] {
    core::array::from_fn(|i| scalar[31 - i])
}

macro_rules! group {
    ($name:ident, $n:literal, $decode:ident, $from_affine:ident, $add:ident, $mixed:ident, $double:ident, $mul:ident,
     $compress:ident, $in_group:ident) => {
        fn $name(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
            let encoded = multiples(task.n, |b: &[u8; $n]| *b);
            let other = c.$decode(&encoded.other)?;
            let point = c.$from_affine(&other);
            let double = |b: &[u8; $n]| c.$decode(b).map_or(point, |p| c.$double(&c.$from_affine(&p)));
            let values = multiples(task.n, double);
            let scalar = little(&inputs::scalar(0));
            let bytes = move |p: &_| c.$compress(p);
            Some(match task.what {
                "add" => repeated(who, Times::Many, &values, move |a, b| c.$add(a, b), bytes),
                "mixed" => {
                    repeated(who, Times::Many, &values, move |a, _| c.$mixed(a, black_box(&other)), bytes)
                }
                "double" => repeated(who, Times::Many, &values, move |a, _| c.$double(a), bytes),
                "mul" | "mul-vartime" => {
                    once(who, move || c.$mul(black_box(&point), &scalar), move |p| c.$compress(&p))
                }
                "subgroup" => verdict(who, move || c.$in_group(black_box(&other))),
                "decompress" => {
                    let bytes = encoded.other;
                    let decode = move || c.$decode(black_box(&bytes)).filter(|p| c.$in_group(p));
                    once(who, decode, move |p| p.map_or(vec![], |p| c.$compress(&c.$from_affine(&p))))
                }
                _ => return None,
            })
        }
    };
}

group!(g1, 48, p1_decode, p1_from_affine, p1_add, p1_add_affine, p1_double, p1_mul, p1_compress, p1_in_group);
group!(g2, 96, p2_decode, p2_from_affine, p2_add, p2_add_affine, p2_double, p2_mul, p2_compress, p2_in_group);

fn pairs(c: &Blst, n: usize) -> (Vec<P1Affine>, Vec<P2Affine>) {
    inputs::pairs(n).iter().filter_map(|(a, b)| Some((c.p1_decode(a)?, c.p2_decode(b)?))).unzip()
}

fn pairing(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    Some(match task.what {
        "miller" => {
            let ((p, q), (all_p, all_q)) = (pairs(c, task.n), pairs(c, task.n.next_multiple_of(2)));
            let one = move |_| vec![u8::from(c.is_one(&c.final_exp(&c.miller_loop_n(&all_q, &all_p))))];
            match task.n {
                1 => once(who, move || c.miller_loop(black_box(&q[0]), &p[0]), one),
                _ => once(who, move || c.miller_loop_n(black_box(&q), &p), one),
            }
        }
        "final" => {
            let (p, q) = pairs(c, 2);
            let f = c.miller_loop_n(&q, &p);
            verdict(who, move || c.is_one(&c.final_exp(black_box(&f))))
        }
        _ => return None,
    })
}

fn hash(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let message = inputs::message(0);
    Some(match task.what {
        "g1" => once(who, move || c.hash_to_g1(black_box(&message), TAG), move |p| c.p1_compress(&p)),
        "g2" => once(who, move || c.hash_to_g2(black_box(&message), TAG), move |p| c.p2_compress(&p)),
        "g1-many" => {
            let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
            let hash = move || black_box(&messages).iter().map(|m| c.hash_to_g1(m, TAG)).collect::<Vec<_>>();
            once(who, hash, move |all| all.iter().flat_map(|p| c.p1_compress(p)).collect())
        }
        "g2-many" => {
            let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
            let hash = move || black_box(&messages).iter().map(|m| c.hash_to_g2(m, TAG)).collect::<Vec<_>>();
            once(who, hash, move |all| all.iter().flat_map(|p| c.p2_compress(p)).collect())
        }
        _ => return None,
    })
}

/// Many compressed points, looked for in their groups.
fn decoded(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let signed = inputs::signed(task.n, false);
    if task.what == "keys" {
        let decode = move || {
            let one = |bytes| c.p1_decode(bytes).filter(|p| c.p1_in_group(p));
            black_box(&signed.keys).iter().map(one).collect::<Option<Vec<_>>>().unwrap_or_default()
        };
        return Some(once(who, decode, move |all| {
            all.iter().flat_map(|p| c.p1_affine_compress(p)).collect()
        }));
    }
    let decode = move || {
        let one = |bytes| c.p2_decode(bytes).filter(|p| c.p2_in_group(p));
        black_box(&signed.signatures).iter().map(one).collect::<Option<Vec<_>>>().unwrap_or_default()
    };
    Some(once(who, decode, move |all| all.iter().flat_map(|p| c.p2_affine_compress(p)).collect()))
}

fn msm(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let scratch = Rc::new(RefCell::new(Vec::new()));
    let littles = |all: &[[u8; 32]]| Rc::new(all.iter().map(little).collect::<Vec<_>>());
    if task.what == "g1" {
        let terms = inputs::terms::<hazmat::Fp>(task.n);
        let decode = |b: &Vec<u8>| c.p1_deserialize(b.first_chunk()?);
        let points: Rc<Vec<_>> = Rc::new(terms.points.iter().map(decode).collect::<Option<_>>()?);
        let scalars = littles(&terms.scalars);
        let sum = move || c.p1_msm(black_box(&points), &scalars, &mut scratch.borrow_mut());
        return Some(once(who, sum, move |p| c.p1_compress(&p)));
    }
    let terms = inputs::terms::<hazmat::Fp2>(task.n);
    let decode = |b: &Vec<u8>| c.p2_deserialize(b.first_chunk()?);
    let points: Rc<Vec<_>> = Rc::new(terms.points.iter().map(decode).collect::<Option<_>>()?);
    let scalars = littles(&terms.scalars);
    let sum = move || c.p2_msm(black_box(&points), &scalars, &mut scratch.borrow_mut());
    Some(once(who, sum, move |p| c.p2_compress(&p)))
}

fn sign(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let (secret, message) = (little(&inputs::scalar(0)), inputs::message(0));
    Some(match task.what {
        "min-sig" => {
            let tag = MinSig::TAGS[0];
            let sign = move || c.sign_to_g1(&c.hash_to_g1(black_box(&message), tag), &secret);
            once(who, sign, move |s| c.p1_affine_compress(&s))
        }
        _ => {
            let sign = move || c.sign_to_g2(&c.hash_to_g2(black_box(&message), TAG), &secret);
            once(who, sign, move |s| c.p2_affine_compress(&s))
        }
    })
}

fn sign_many(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let secrets: Vec<[u8; 32]> = (0..task.n).map(|i| little(&inputs::scalar(i))).collect();
    Some(match task.what {
        "public-keys-min-sig" => {
            let keys = move || black_box(&secrets).iter().map(|s| c.public_key_in_g2(s)).collect::<Vec<_>>();
            once(who, keys, move |keys| keys.iter().flat_map(|key| c.p2_affine_compress(key)).collect())
        }
        "public-keys" => {
            let keys = move || black_box(&secrets).iter().map(|s| c.public_key_in_g1(s)).collect::<Vec<_>>();
            once(who, keys, move |keys| keys.iter().flat_map(|key| c.p1_affine_compress(key)).collect())
        }
        _ => {
            let messages: Vec<_> = (0..task.n).map(inputs::message).collect();
            let sign = move || {
                let pairs = secrets.iter().zip(black_box(&messages));
                pairs.map(|(secret, m)| c.sign_to_g2(&c.hash_to_g2(m, TAG), secret)).collect::<Vec<_>>()
            };
            once(who, sign, move |all| all.iter().flat_map(|s| c.p2_affine_compress(s)).collect())
        }
    })
}

/// Keys and signatures in hand.
struct Points {
    keys: Vec<P1Affine>,
    signatures: Vec<P2Affine>,
}

fn decode(c: &Blst, signed: &Signed) -> Option<Points> {
    Some(Points {
        keys: signed.keys.iter().map(|b| c.p1_decode(b)).collect::<Option<_>>()?,
        signatures: signed.signatures.iter().map(|b| c.p2_decode(b)).collect::<Option<_>>()?,
    })
}

/// The sum of keys, one after the other as callers add them.
fn sum_of_keys(c: &Blst, keys: &[P1Affine]) -> Option<P1Affine> {
    let (first, rest) = keys.split_first()?;
    Some(c.p1_to_affine(&rest.iter().fold(c.p1_from_affine(first), |sum, key| c.p1_add_affine(&sum, key))))
}

fn sum_of_signatures(c: &Blst, signatures: &[P2Affine]) -> Option<P2Affine> {
    let (first, rest) = signatures.split_first()?;
    Some(c.p2_to_affine(&rest.iter().fold(c.p2_from_affine(first), |sum, s| c.p2_add_affine(&sum, s))))
}

/// Verifies the aggregate of signatures of a message each.
fn verify(c: &'static Blst, keys: &[P1Affine], messages: &[[u8; 32]], sum: &P2Affine, check: bool) -> bool {
    let mut pairing = c.pairing(TAG);
    let mut signature = Some(sum);
    let mut all = keys.iter().zip(messages);
    all.all(|(key, message)| pairing.aggregate(key, signature.take(), check, message)) && pairing.verify()
}

/// Verifies a batch, blinded as ours is.
fn batch(c: &'static Blst, points: &Points, messages: &[[u8; 32]], check: bool) -> bool {
    let mut random = expand_seed([7; 32]);
    let mut pairing = c.pairing(TAG);
    let mut all = points.keys.iter().zip(&points.signatures).zip(messages);
    all.all(|((key, signature), message)| {
        let mut factor = Factor::default();
        random(&mut factor);
        pairing.mul_n_aggregate(key, signature, check, &factor, message)
    }) && pairing.verify()
}

fn verification(who: Who, c: &'static Blst, task: Task) -> Option<Contender> {
    let signed = Rc::new(inputs::signed(task.n, task.race == names::FAST_AGGREGATE));
    if task.what == "bytes" {
        let one = task.race == names::VERIFY;
        return Some(verdict(who, move || {
            let check = |p: Points| match one {
                true => verify(c, &p.keys, &signed.messages, &p.signatures[0], true),
                false => batch(c, &p, &signed.messages, true),
            };
            decode(c, black_box(&signed)).is_some_and(check)
        }));
    }
    let points = Rc::new(decode(c, &signed)?);
    let messages = move || black_box(signed.messages.as_slice()).to_vec();
    Some(match task.race {
        names::BATCH => verdict(who, move || batch(c, &points, &messages(), false)),
        names::FAST_AGGREGATE => {
            let sum = sum_of_signatures(c, &points.signatures)?;
            verdict(who, move || {
                let key = sum_of_keys(c, black_box(&points.keys));
                key.is_some_and(|key| verify(c, &[key], &messages()[..1], &sum, false))
            })
        }
        _ => {
            let sum = sum_of_signatures(c, &points.signatures)?;
            verdict(who, move || verify(c, &points.keys, &messages(), &sum, false))
        }
    })
}
