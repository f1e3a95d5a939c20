//! Signatures: from points that were checked when they were decoded, or from bytes.

use std::hint::black_box;
use std::rc::Rc;

use lanesmith_bls::Workers;
use lanesmith_bls::signature::{
    Entry, MinPk, PublicKey, Scheme, SecretKey, Signature, SignatureError, SignatureKernel, Variant,
    expand_seed,
};
use lanesmith_isa::Choice;
use lanesmith_race::Contender;

use super::inputs::{self, Signed, TAG};
use super::repeat::{Who, once, verdict};
use super::{Task, engines, names};

/// The seed of the factors of batches: a race needs no secret.
const SEED: [u8; 32] = [7; 32];

/// Keys and signatures in hand.
struct Points {
    keys: Vec<PublicKey<MinPk>>,
    signatures: Vec<Signature<MinPk>>,
}

fn decode(engine: Choice<SignatureKernel>, signed: &Signed) -> Result<Points, SignatureError> {
    Ok(Points {
        keys: PublicKey::from_bytes_many_with(engine, &all(&signed.keys))
            .into_iter()
            .collect::<Result<_, _>>()?,
        signatures: Signature::from_bytes_many_with(engine, &all(&signed.signatures))
            .into_iter()
            .collect::<Result<_, _>>()?,
    })
}

fn all<T: AsRef<[u8]>>(encodings: &[T]) -> Vec<&[u8]> {
    encodings.iter().map(AsRef::as_ref).collect()
}

pub fn contenders(task: Task) -> Vec<Contender> {
    let one_message = task.race == names::FAST_AGGREGATE;
    let signed = Rc::new(inputs::signed(task.n, one_message));
    engines::<SignatureKernel>(|who, engine| {
        let scheme = Scheme::min_pk().with_engine(engine);
        let signed = signed.clone();
        Some(match (task.race, task.what) {
            (names::SIGN, "min-sig") => {
                let scheme = Scheme::min_sig().with_engine(engine);
                let secret = SecretKey::from_bytes(signed.secrets.first()?).ok()?;
                let sign = move || scheme.sign(&secret, black_box(&signed.messages[0])).ok();
                once(who, sign, |s| s.map_or(vec![], |s| s.to_bytes().to_vec()))
            }
            (names::SIGN, _) => {
                let secret = SecretKey::from_bytes(signed.secrets.first()?).ok()?;
                let sign = move || scheme.sign(&secret, black_box(&signed.messages[0])).ok();
                once(who, sign, |s| s.map_or(vec![], |s| s.to_bytes().to_vec()))
            }
            (_, "bytes") => from_bytes(who, scheme, engine, signed),
            (race, _) => {
                let points = Rc::new(decode(engine, &signed).ok()?);
                match race {
                    names::VERIFY => verdict(who, move || {
                        let (key, signature) = (&points.keys[0], &points.signatures[0]);
                        scheme.verify(key, black_box(&signed.messages[0]), signature).is_ok()
                    }),
                    names::FAST_AGGREGATE => {
                        let sum = scheme.aggregate(&points.signatures).ok()?;
                        verdict(who, move || {
                            scheme
                                .fast_aggregate_verify(&points.keys, black_box(&signed.messages[0]), &sum)
                                .is_ok()
                        })
                    }
                    names::AGGREGATE => {
                        let sum = scheme.aggregate(&points.signatures).ok()?;
                        verdict(who, move || {
                            scheme.aggregate_verify(&points.keys, black_box(&signed.messages), &sum).is_ok()
                        })
                    }
                    _ => verdict(who, move || batch(scheme, &points, &signed)),
                }
            }
        })
    })
}

/// Many compressed keys or signatures, with every check.
pub fn decoded(task: Task) -> Vec<Contender> {
    let signed = Rc::new(inputs::signed(task.n, false));
    engines::<SignatureKernel>(|who, engine| {
        let signed = signed.clone();
        Some(if task.what == "keys" {
            let decode =
                move || PublicKey::<MinPk>::from_bytes_many_with(engine, &all(black_box(&signed.keys)));
            once(who, decode, |keys| keys.iter().flatten().flat_map(|key| key.to_bytes()).collect())
        } else {
            let decode =
                move || Signature::<MinPk>::from_bytes_many_with(engine, &all(black_box(&signed.signatures)));
            once(who, decode, |all| all.iter().flatten().flat_map(|s| s.to_bytes()).collect())
        })
    })
}

/// What many secret keys do together: signatures of a message each, or public keys.
pub fn many(task: Task) -> Vec<Contender> {
    fn keys<V: Variant>(who: Who, scheme: Scheme<'static, V>, secrets: Vec<SecretKey>) -> Contender {
        let keys = move || scheme.public_keys(Workers::HERE, black_box(&secrets));
        once(who, keys, |keys| keys.iter().flat_map(|key| key.to_bytes().as_ref().to_vec()).collect())
    }
    let signed = inputs::signed(task.n, false);
    engines::<SignatureKernel>(|who, engine| {
        let read = signed.secrets.iter().map(|secret| SecretKey::from_bytes(secret));
        let secrets = read.collect::<Result<Vec<_>, _>>().ok()?;
        Some(match task.what {
            "public-keys" => keys(who, Scheme::min_pk().with_engine(engine), secrets),
            "public-keys-min-sig" => keys(who, Scheme::min_sig().with_engine(engine), secrets),
            _ => {
                let (scheme, messages) = (Scheme::min_pk().with_engine(engine), signed.messages.clone());
                let sign = move || {
                    let jobs: Vec<_> =
                        secrets.iter().zip(black_box(&messages).iter().map(|m| &m[..])).collect();
                    scheme.sign_many(Workers::HERE, &jobs).unwrap_or_default()
                };
                once(who, sign, |all| all.iter().flat_map(|s| s.to_bytes()).collect())
            }
        })
    })
}

fn batch(scheme: Scheme<'_, MinPk>, points: &Points, signed: &Signed) -> bool {
    let all = points.keys.iter().zip(&points.signatures).zip(&signed.messages);
    let entries: Vec<Entry<'_, MinPk>> = all
        .map(|((key, signature), message)| Entry {
            key: *key,
            message: black_box(message),
            signature: *signature,
        })
        .collect();
    scheme.verify_batch(&entries, &mut expand_seed(SEED)).is_ok()
}

/// Keys and signatures are decoded and checked each time.
fn from_bytes(
    who: Who,
    scheme: Scheme<'static, MinPk>,
    engine: Choice<SignatureKernel>,
    signed: Rc<Signed>,
) -> Contender {
    debug_assert_eq!(scheme.tag(), TAG);
    verdict(who, move || {
        let Ok(points) = decode(engine, black_box(&signed)) else { return false };
        match points.keys.as_slice() {
            [key] => scheme.verify(key, &signed.messages[0], &points.signatures[0]).is_ok(),
            _ => batch(scheme, &points, &signed),
        }
    })
}
