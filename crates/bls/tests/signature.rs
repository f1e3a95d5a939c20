//! Signatures on every engine: published vectors, forgeries, batches, and blst.

use std::sync::atomic::{AtomicUsize, Ordering};

use blst::min_pk as peer;
use lanesmith_bls::Workers;
use lanesmith_bls::curve::DecodeError;
use lanesmith_bls::signature::{
    Accumulator, Entry, Given, MinPk, MinSig, Mode, Proof, PublicKey, Row, SIGNATURE, Scheme, SecretKey,
    Signature, SignatureError, SignatureErrorKind, Variant, ethereum, expand_seed,
};
use lanesmith_testkit::mem::{bytes_after_drop, shows};
use lanesmith_testkit::vectors::bls as vectors;

fn engines() -> Vec<&'static str> {
    SIGNATURE.available().map(|engine| engine.name()).collect()
}

fn secret(n: u8) -> SecretKey {
    SecretKey::generate(&[n; 32], b"").unwrap()
}

/// Signed messages by different keys.
struct Signed<V: Variant> {
    scheme: Scheme<'static, V>,
    keys: Vec<PublicKey<V>>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Signature<V>>,
}

impl<V: Variant> Signed<V> {
    fn new(mode: Mode, count: u8) -> Self {
        let scheme = Scheme::new(mode);
        let secrets: Vec<_> = (1..=count).map(secret).collect();
        let messages: Vec<_> = (1..=count).map(|n| vec![n; usize::from(n)]).collect();
        let signatures = secrets.iter().zip(&messages).map(|(s, m)| scheme.sign(s, m).unwrap()).collect();
        Self { scheme, keys: secrets.iter().map(|s| scheme.public_key(s)).collect(), messages, signatures }
    }

    fn entries(&self) -> Vec<Entry<'_, V>> {
        let all = self.keys.iter().zip(&self.messages).zip(&self.signatures);
        all.map(|((key, message), signature)| Entry { key: *key, message, signature: *signature }).collect()
    }
}

#[test]
fn ethereum_signs_as_published() {
    for case in vectors::sign() {
        let secret = case.input.privkey.0[..].try_into().unwrap();
        let found = ethereum::sign(secret, &case.input.message.0).ok().map(|bytes| bytes.to_vec());
        assert_eq!(found, case.output.as_ref().map(|o| o.0.clone()), "{}", case.name);
    }
    assert_eq!(ethereum::sign(&[0; 32], b""), Err(SignatureError::SecretRange));
    assert_eq!(ethereum::sign(&[0xff; 32], b""), Err(SignatureError::SecretRange));
}

#[test]
fn ethereum_verifies_as_published() {
    for case in vectors::verify() {
        let input = &case.input;
        let found = ethereum::verify(&input.pubkey.0, &input.message.0, &input.signature.0);
        assert_eq!(found, case.output, "{}", case.name);
    }
    for case in vectors::aggregate_verify() {
        let input = &case.input;
        let found = ethereum::aggregate_verify(&input.pubkeys, &input.messages, &input.signature.0);
        assert_eq!(found, case.output, "{}", case.name);
    }
    for case in vectors::fast_aggregate_verify() {
        let input = &case.input;
        let found = ethereum::fast_aggregate_verify(&input.pubkeys, &input.message.0, &input.signature.0);
        assert_eq!(found, case.output, "{}", case.name);
    }
}

#[test]
fn ethereum_aggregates_as_published() {
    for case in vectors::aggregate() {
        let found = ethereum::aggregate(&case.input).ok().map(|bytes| bytes.to_vec());
        assert_eq!(found, case.output.as_ref().map(|o| o.0.clone()), "{}", case.name);
    }
}

#[test]
fn nobody_signed_only_in_altair_and_only_at_infinity() {
    let none: &[[u8; 48]] = &[];
    assert!(ethereum::eth_fast_aggregate_verify(none, b"m", &ethereum::INFINITY_SIGNATURE));
    assert!(!ethereum::fast_aggregate_verify(none, b"m", &ethereum::INFINITY_SIGNATURE));
    let some = ethereum::sign(&[1; 32], b"m").unwrap();
    assert!(!ethereum::eth_fast_aggregate_verify(none, b"m", &some));
    assert_eq!(ethereum::eth_aggregate_pubkeys(none), Err(SignatureError::Empty { what: "public keys" }));
    assert!(!ethereum::aggregate_verify(none, none, &ethereum::INFINITY_SIGNATURE));
}

#[test]
fn committees_of_512_verify_and_sum_to_the_published_key() {
    for update in vectors::sync_aggregates() {
        let keys = &update.sync_committee_pubkeys;
        let sum = ethereum::eth_aggregate_pubkeys(keys).unwrap();
        assert_eq!(sum[..], update.sync_committee_aggregate_pubkey.0);
        let bits = &update.sync_committee_bits.0;
        let signers: Vec<_> = keys
            .iter()
            .enumerate()
            .filter(|(i, _)| bits[i / 8] >> (i % 8) & 1 == 1)
            .map(|(_, k)| k)
            .collect();
        assert_eq!(signers.len(), update.participants);
        let (root, signature) = (&update.signing_root.0, &update.sync_committee_signature.0);
        assert!(ethereum::fast_aggregate_verify(&signers, root, signature));
        assert!(!ethereum::fast_aggregate_verify(&signers[1..], root, signature));
    }
}

fn every_mode_on_every_engine<V: Variant>() {
    for mode in [Mode::Basic, Mode::Augmented, Mode::Possession] {
        for engine in engines() {
            let scheme = Scheme::<V>::new(mode).by_name(engine).unwrap();
            let signed = Signed::<V>::new(mode, 3);
            for entry in signed.entries() {
                assert_eq!(scheme.verify(&entry.key, entry.message, &entry.signature), Ok(()));
            }
            let aggregate = scheme.aggregate(&signed.signatures).unwrap();
            assert_eq!(scheme.aggregate_verify(&signed.keys, &signed.messages, &aggregate), Ok(()));
            let swapped: Vec<_> = signed.messages.iter().rev().collect();
            let wrong = scheme.aggregate_verify(&signed.keys, &swapped, &aggregate);
            assert_eq!(wrong, Err(SignatureError::Mismatch), "{engine} {mode:?}");
            assert_eq!(scheme.sign(&secret(2), &signed.messages[1]), Ok(signed.signatures[1]));
            let with_key = |key| scheme.sign_with_key(&secret(2), key, &signed.messages[1]);
            assert_eq!(with_key(&signed.keys[1]), Ok(signed.signatures[1]));
            // Only augmentation signs the key too.
            let other = with_key(&signed.keys[0]) == Ok(signed.signatures[1]);
            assert_eq!(other, mode != Mode::Augmented, "{engine} {mode:?}");
        }
    }
}

#[test]
fn small_keys_in_every_mode() {
    every_mode_on_every_engine::<MinPk>();
}

#[test]
fn small_signatures_in_every_mode() {
    every_mode_on_every_engine::<MinSig>();
}

/// Keys and signatures of many secrets are those of each, on every engine.
fn many_secrets_do_what_each_does<V: Variant>() {
    let secrets: Vec<_> = (1..=17).map(secret).collect();
    let messages: Vec<Vec<u8>> = (1..=17).map(|n| vec![n; usize::from(n)]).collect();
    for mode in [Mode::Basic, Mode::Augmented, Mode::Possession] {
        let plain = Scheme::<V>::new(mode);
        let keys: Vec<_> = secrets.iter().map(|secret| plain.public_key(secret)).collect();
        let pairs = || secrets.iter().zip(&messages);
        let signatures: Vec<_> = pairs().map(|(s, m)| plain.sign(s, m).unwrap()).collect();
        let jobs: Vec<(&SecretKey, &[u8])> = pairs().map(|(s, m)| (s, &m[..])).collect();
        for engine in engines() {
            let scheme = plain.by_name(engine).unwrap();
            let counts = if engine == "avx512ifma" { 0..=17 } else { 16..=17 };
            for (count, workers) in counts.flat_map(|n| [(n, Workers::HERE), (n, Workers::threads(3))]) {
                assert_eq!(scheme.public_keys(workers, &secrets[..count]), keys[..count], "{engine} {count}");
                let signed = scheme.sign_many(workers, &jobs[..count]).unwrap();
                assert_eq!(signed, signatures[..count], "{engine} {count} {mode:?}");
            }
        }
    }
    let tag = V::PROOF_TAG;
    let refused = Scheme::<V>::with_tag(Mode::Basic, tag).sign_many(Workers::HERE, &[(&secrets[0], b"")]);
    assert_eq!(refused, Err(SignatureError::ProofTag));
}

#[test]
fn many_secrets_of_small_keys_do_what_each_does() {
    many_secrets_do_what_each_does::<MinPk>();
}

#[test]
fn many_secrets_of_small_signatures_do_what_each_does() {
    many_secrets_do_what_each_does::<MinSig>();
}

#[test]
fn modes_and_proofs_do_not_stand_for_each_other() {
    let (s, message) = (secret(9), b"message");
    let schemes = [Mode::Basic, Mode::Augmented, Mode::Possession].map(Scheme::<MinPk>::new);
    let key = schemes[0].public_key(&s);
    for a in &schemes {
        let signature = a.sign(&s, message).unwrap();
        for b in &schemes {
            assert_eq!(b.verify(&key, message, &signature).is_ok(), a.mode() == b.mode());
        }
    }
    let proof = schemes[2].prove_possession(&s).unwrap();
    assert_eq!(schemes[2].verify_possession(&key, &proof), Ok(()));
    let other = schemes[2].public_key(&secret(10));
    assert_eq!(schemes[2].verify_possession(&other, &proof), Err(SignatureError::Mismatch));
    // A signature of the key's bytes is no proof.
    let forged = Proof(schemes[2].sign(&s, &key.to_bytes()).unwrap());
    assert_eq!(schemes[2].verify_possession(&key, &forged), Err(SignatureError::Mismatch));
}

#[test]
fn a_rogue_key_forges_an_aggregate_only_where_nothing_was_proved() {
    // The forger knows only the victim's public key, and takes k*G - victim as its own.
    let scheme = Scheme::min_pk();
    let (victim, forger) = (secret(1), secret(2));
    let victim_key = scheme.public_key(&victim);
    let mut negative = victim_key.to_bytes();
    negative[0] ^= 0x20;
    let negative = PublicKey::from_bytes(&negative).unwrap();
    let rogue = scheme.aggregate_keys(&[scheme.public_key(&forger), negative]).unwrap();
    let forged = scheme.sign(&forger, b"m").unwrap();
    // That is why proofs are needed, and the forger has none.
    assert_eq!(scheme.fast_aggregate_verify(&[victim_key, rogue], b"m", &forged), Ok(()));
    let proof = scheme.prove_possession(&forger).unwrap();
    assert_eq!(scheme.verify_possession(&rogue, &proof), Err(SignatureError::Mismatch));
    // Other modes refuse sums of keys, and repeated messages.
    for mode in [Mode::Basic, Mode::Augmented] {
        let found = Scheme::<MinPk>::new(mode).fast_aggregate_verify(&[victim_key, rogue], b"m", &forged);
        assert_eq!(found, Err(SignatureError::NeedsProofs));
    }
    let basic = Scheme::<MinPk>::new(Mode::Basic);
    let forged = basic.sign(&forger, b"m").unwrap();
    let repeated = Err(SignatureError::RepeatedMessage { first: 0, second: 1 });
    assert_eq!(basic.aggregate_verify(&[victim_key, rogue], &[b"m", b"m"], &forged), repeated);
}

#[test]
fn keys_that_cancel_are_refused() {
    let scheme = Scheme::min_pk();
    let key = scheme.public_key(&secret(1));
    let mut negative = key.to_bytes();
    negative[0] ^= 0x20;
    let negative = PublicKey::from_bytes(&negative).unwrap();
    let infinity = Signature::from_bytes(&ethereum::INFINITY_SIGNATURE).unwrap();
    let found = scheme.fast_aggregate_verify(&[key, negative], b"m", &infinity);
    assert_eq!(found, Err(SignatureError::InfinityKey));
    assert_eq!(scheme.verify(&key, b"m", &infinity), Err(SignatureError::Mismatch));
}

#[test]
fn what_is_wrong_with_bytes_is_named() {
    let mut infinity = [0; 48];
    infinity[0] = 0xc0;
    assert_eq!(PublicKey::<MinPk>::from_bytes(&infinity), Err(SignatureError::InfinityKey));
    let point = |error| Err(SignatureError::Point { what: "public key", error });
    let short = DecodeError::Length { found: 47, expected: 48 };
    assert_eq!(PublicKey::<MinPk>::from_bytes(&infinity[1..]), point(short));
    // x = 4 is a point of the curve outside the group.
    let mut outside = [0; 48];
    (outside[0], outside[47]) = (0x80, 4);
    assert_eq!(PublicKey::<MinPk>::from_bytes(&outside), point(DecodeError::NotInSubgroup));
    outside[47] = 1;
    assert_eq!(PublicKey::<MinPk>::from_bytes(&outside), point(DecodeError::NotOnCurve));
    let key = Scheme::min_sig().public_key(&secret(3));
    assert_eq!(PublicKey::<MinSig>::from_bytes(&key.to_uncompressed()), Ok(key));
    assert_eq!(PublicKey::<MinSig>::from_bytes(&key.to_bytes()), Ok(key));
}

fn bad_entries_are_named<V: Variant>() {
    let signed = Signed::<V>::new(Mode::Basic, 70);
    let scheme = signed.scheme;
    let mut random = expand_seed([5; 32]);
    for count in [1, 2, 31, 32, 33, 64, 70] {
        let entries = &signed.entries()[..count];
        assert_eq!(scheme.verify_batch(entries, &mut random), Ok(()), "{count}");
        assert_eq!(scheme.find_bad(entries, &mut random), Ok(vec![]));
    }
    for bad in [&[0][..], &[69], &[3, 4], &[0, 1, 31, 32, 33, 68, 69]] {
        let mut entries = signed.entries();
        for &i in bad {
            // Another's signature, so that the sum of all stays right where two are swapped.
            entries[i].signature =
                signed.signatures[bad[(bad.iter().position(|b| *b == i).unwrap() + 1) % bad.len()]];
        }
        if bad.len() == 1 {
            entries[bad[0]].message = b"changed";
        }
        assert_eq!(scheme.verify_batch(&entries, &mut random), Err(SignatureError::Mismatch));
        assert_eq!(scheme.find_bad(&entries, &mut random).unwrap(), bad);
    }
}

#[test]
fn bad_entries_of_small_keys_are_named() {
    bad_entries_are_named::<MinPk>();
}

#[test]
fn bad_entries_of_small_signatures_are_named() {
    bad_entries_are_named::<MinSig>();
}

#[test]
fn all_bad_entries_are_named() {
    let signed = Signed::<MinPk>::new(Mode::Augmented, 9);
    let mut entries = signed.entries();
    entries.iter_mut().for_each(|entry| entry.message = b"none of these");
    let bad = signed.scheme.find_bad(&entries, &mut expand_seed([6; 32])).unwrap();
    assert_eq!(bad, (0..9).collect::<Vec<_>>());
}

/// 258 rows, more than share a product: forged where a slice begins or ends, and some that cannot be read.
fn each_row_gets_its_own_verdict<V: Variant>() {
    let signed = Signed::<V>::new(Mode::Possession, 3);
    let entries = signed.entries();
    let (forged, unread) = ([0, 100, 255, 256], [1, 254, 257]);
    let row = |at: usize| {
        let entry = entries[at % 3];
        match (forged.contains(&at), unread.contains(&at)) {
            (true, _) => Ok(Entry { message: b"another", ..entry }),
            (_, true) => Err(at),
            _ => Ok(entry),
        }
    };
    let verdicts = signed.scheme.verify_each((0..258).map(row), &mut expand_seed([9; 32])).unwrap();
    let expected = |at: usize| if unread.contains(&at) { Err(at) } else { Ok(!forged.contains(&at)) };
    assert_eq!(verdicts, (0..258).map(expected).collect::<Vec<_>>());
}

#[test]
fn each_row_of_small_keys_gets_its_own_verdict() {
    each_row_gets_its_own_verdict::<MinPk>();
}

#[test]
fn each_row_of_small_signatures_gets_its_own_verdict() {
    each_row_gets_its_own_verdict::<MinSig>();
}

#[test]
fn no_rows_and_rows_without_entries_need_no_pairing() {
    let scheme = Scheme::min_pk();
    let mut none = |_: &mut [u8]| {
        panic!("nothing to blind");
    };
    assert_eq!(scheme.verify_each(std::iter::empty::<Result<_, ()>>(), &mut none), Ok(vec![]));
    assert_eq!(scheme.verify_each([Err("a"), Err("b")], &mut none), Ok(vec![Err("a"), Err("b")]));
}

#[test]
fn an_entry_of_bytes_is_decoded_with_every_check() {
    let signed = Signed::<MinSig>::new(Mode::Basic, 1);
    let (key, signature) = (signed.keys[0].to_bytes(), signed.signatures[0].to_bytes());
    let read = |key: &[u8], signature: &[u8]| Entry::<MinSig>::from_bytes(key, b"m", signature);
    let entry = read(&key, &signature).unwrap();
    assert_eq!(
        (entry.key, entry.message, entry.signature),
        (signed.keys[0], &b"m"[..], signed.signatures[0])
    );
    let kind = |key, signature| read(key, signature).unwrap_err().kind();
    assert_eq!(kind(&key[1..], &signature), SignatureErrorKind::Key);
    assert_eq!(kind(&key, &signature[1..]), SignatureErrorKind::Signature);
    assert_eq!(kind(&key[1..], &signature[1..]), SignatureErrorKind::Key, "the key comes first");
}

#[test]
fn errors_that_cancel_without_blinding_do_not_pass() {
    // Two signatures, one too large by a point and the other too small by it: their sum is right.
    let signed = Signed::<MinPk>::new(Mode::Basic, 2);
    let scheme = signed.scheme;
    let delta = scheme.sign(&secret(99), b"delta").unwrap();
    let mut minus = delta.to_bytes();
    minus[0] ^= 0x20;
    let minus = Signature::from_bytes(&minus).unwrap();
    let mut entries = signed.entries();
    entries[0].signature = scheme.aggregate(&[entries[0].signature, delta]).unwrap();
    entries[1].signature = scheme.aggregate(&[entries[1].signature, minus]).unwrap();
    let sum = scheme.aggregate(&[entries[0].signature, entries[1].signature]).unwrap();
    assert_eq!(scheme.aggregate_verify(&signed.keys, &signed.messages, &sum), Ok(()), "the attack is real");
    let found = scheme.verify_batch(&entries, &mut expand_seed([7; 32]));
    assert_eq!(found, Err(SignatureError::Mismatch));
    assert_eq!(scheme.find_bad(&entries, &mut expand_seed([8; 32])), Ok(vec![0, 1]));
}

#[test]
fn a_broken_generator_is_refused() {
    let signed = Signed::<MinPk>::new(Mode::Basic, 2);
    let mut zeros = |bytes: &mut [u8]| bytes.fill(0);
    let entries = signed.entries();
    assert_eq!(signed.scheme.verify_batch(&entries, &mut zeros), Err(SignatureError::Randomness));
    assert_eq!(signed.scheme.find_bad(&entries, &mut zeros), Err(SignatureError::Randomness));
    let rows = entries.iter().map(|entry| Ok::<_, ()>(*entry));
    assert_eq!(signed.scheme.verify_each(rows, &mut zeros), Err(SignatureError::Randomness));
    let same: Vec<_> = signed.keys.iter().copied().zip(signed.signatures.iter().copied()).collect();
    assert_eq!(signed.scheme.verify_same_message(b"m", &same, &mut zeros), Err(SignatureError::Randomness));
    // One zero among others is drawn again.
    let mut calls = 0;
    let mut once = |bytes: &mut [u8]| {
        calls += 1;
        bytes.fill(u8::from(calls != 1));
    };
    assert_eq!(signed.scheme.verify_batch(&entries, &mut once), Ok(()));
}

#[test]
fn empty_batches_are_refused() {
    let scheme = Scheme::min_pk();
    let empty = Err(SignatureError::Empty { what: "entries of a batch" });
    assert_eq!(scheme.verify_batch(&[], &mut expand_seed([0; 32])), empty);
    assert_eq!(Accumulator::new(scheme).verify(), empty);
    assert_eq!(scheme.verify_same_message(b"m", &[], &mut expand_seed([0; 32])), empty);
}

#[test]
fn many_signatures_of_one_message() {
    let scheme = Scheme::min_pk();
    let mut all: Vec<_> =
        (1..=20).map(secret).map(|s| (scheme.public_key(&s), scheme.sign(&s, b"m").unwrap())).collect();
    let mut random = expand_seed([9; 32]);
    assert_eq!(scheme.verify_same_message(b"m", &all, &mut random), Ok(()));
    assert_eq!(scheme.verify_same_message(b"n", &all, &mut random), Err(SignatureError::Mismatch));
    // Swapped signatures sum to the same.
    let first = all[0].1;
    all[0].1 = all[1].1;
    all[1].1 = first;
    assert_eq!(scheme.verify_same_message(b"m", &all, &mut random), Err(SignatureError::Mismatch));
}

#[test]
fn threads_fill_accumulators_that_are_merged() {
    let signed = Signed::<MinPk>::new(Mode::Basic, 50);
    for wrong in [None, Some(17)] {
        let mut entries = signed.entries();
        if let Some(i) = wrong {
            entries[i].message = b"wrong";
        }
        let total = std::thread::scope(|scope| {
            let parts: Vec<_> = entries
                .chunks(13)
                .enumerate()
                .map(|(n, part)| {
                    scope.spawn(move || {
                        let mut random = expand_seed([n as u8; 32]);
                        let mut filled = Accumulator::new(Scheme::<MinPk>::new(Mode::Basic));
                        part.iter().for_each(|entry| filled.push(entry, &mut random).unwrap());
                        filled
                    })
                })
                .collect();
            let mut total = Accumulator::new(signed.scheme);
            parts.into_iter().for_each(|part| total.merge(part.join().unwrap()).unwrap());
            total
        });
        assert_eq!(total.len(), 50);
        assert_eq!(total.verify().is_ok(), wrong.is_none());
    }
}

#[test]
fn accumulators_of_different_schemes_do_not_merge() {
    let filled = |scheme: Scheme<'static, MinPk>| {
        let secret = SecretKey::generate(&[7; 32], b"").unwrap();
        let (key, signature) = (scheme.public_key(&secret), scheme.sign(&secret, b"m").unwrap());
        let mut one = Accumulator::new(scheme);
        one.push(&Entry { key, message: b"m", signature }, &mut expand_seed([1; 32])).unwrap();
        one
    };
    let basic = Scheme::new(Mode::Basic);
    for other in [Scheme::new(Mode::Augmented), Scheme::with_tag(Mode::Basic, b"MY-TAG")] {
        let mut sum = filled(basic);
        assert_eq!(sum.merge(filled(other)), Err(SignatureError::OtherScheme));
        // What was there stays as it was.
        assert_eq!((sum.len(), sum.verify()), (1, Ok(())));
    }
    let mut sum = filled(basic);
    assert_eq!(sum.merge(filled(basic.by_name("scalar").unwrap())), Ok(()));
    assert_eq!((sum.len(), sum.verify()), (2, Ok(())));
}

fn refuses_the_tag_of_proofs<V: Variant>() {
    let secret = SecretKey::generate(&[7; 32], b"").unwrap();
    for mode in [Mode::Basic, Mode::Augmented, Mode::Possession] {
        let scheme = Scheme::<V>::with_tag(mode, V::PROOF_TAG);
        let key = scheme.public_key(&secret);
        let bytes = key.to_bytes();
        assert_eq!(scheme.sign(&secret, bytes.as_ref()), Err(SignatureError::ProofTag));
        assert_eq!(scheme.sign_with_key(&secret, &key, b"m"), Err(SignatureError::ProofTag));
        let proof = scheme.prove_possession(&secret).unwrap();
        assert_eq!(scheme.verify(&key, bytes.as_ref(), &proof.0), Err(SignatureError::ProofTag));
        assert_eq!(scheme.verify_possession(&key, &proof), Ok(()));
    }
}

#[test]
fn no_signature_is_a_proof_of_possession() {
    refuses_the_tag_of_proofs::<MinPk>();
    refuses_the_tag_of_proofs::<MinSig>();
}

#[test]
fn batches_have_the_same_verdict_whoever_computes() {
    let mut random = expand_seed([4; 32]);
    for count in [1, 2, 31, 32, 33, 65, 100] {
        let signed = Signed::<MinSig>::new(Mode::Basic, u8::try_from(count).unwrap());
        for workers in [Workers::HERE, Workers::threads(2), Workers::threads(7)] {
            assert_eq!(signed.scheme.verify_batch_on(workers, &signed.entries(), &mut random), Ok(()));
            for wrong in [0, count / 2, count - 1] {
                let mut entries = signed.entries();
                entries[wrong].message = b"wrong";
                let found = signed.scheme.verify_batch_on(workers, &entries, &mut random);
                assert_eq!(found, Err(SignatureError::Mismatch), "{wrong} of {count}");
            }
        }
    }
    let scheme = Scheme::min_sig();
    let empty = scheme.verify_batch_on(Workers::threads(2), &[], &mut random);
    assert!(matches!(empty, Err(SignatureError::Empty { .. })));
    let zeros = Signed::<MinSig>::new(Mode::Basic, 3);
    let broken = scheme.verify_batch_on(Workers::threads(2), &zeros.entries(), &mut |bytes| bytes.fill(0));
    assert_eq!(broken, Err(SignatureError::Randomness));
}

#[test]
fn rows_have_the_same_verdicts_whoever_computes_and_every_wrong_one_is_named() {
    let mut random = expand_seed([4; 32]);
    for count in [0, 1, 3, 4, 5, 64, 257, 300] {
        let signed = Signed::<MinPk>::new(Mode::Basic, count.min(64) as u8);
        let entries = signed.entries();
        // Every seventh has no signature to verify, every eleventh a wrong one.
        let row = |number: usize| match number {
            _ if number % 7 == 3 => Err(number),
            _ if number % 11 == 5 => Ok(Entry { message: b"wrong", ..entries[number % 64] }),
            _ => Ok(entries[number % 64]),
        };
        let expected: Vec<Result<bool, usize>> = (0..count)
            .map(|number| match number {
                _ if number % 7 == 3 => Err(number),
                _ => Ok(number % 11 != 5),
            })
            .collect();
        for threads in [1, 2, 3, 16] {
            let found = signed.scheme.verify_rows(Workers::threads(threads), count, row, &mut random);
            assert_eq!(found.as_ref(), Ok(&expected), "{count} rows, {threads} threads");
        }
        let each = signed.scheme.verify_each((0..count).map(row), &mut random);
        assert_eq!(each.as_ref(), Ok(&expected), "{count} rows");
    }
}

#[test]
fn rows_that_are_bytes_in_part_have_the_verdicts_of_rows_that_are_decoded() {
    fn compare<V: Variant>() {
        let (signed, mut random) = (Signed::<V>::new(Mode::Basic, 64), expand_seed([5; 32]));
        let entries = signed.entries();
        // Encodings of every kind: compressed, uncompressed, broken; a message of another; a caller's own reason.
        let encoded = |number: usize| {
            let entry = &entries[number % 64];
            let mut key = entry.key.to_bytes().as_ref().to_vec();
            let mut signature = match number % 3 {
                0 => entry.signature.to_uncompressed().as_ref().to_vec(),
                _ => entry.signature.to_bytes().as_ref().to_vec(),
            };
            match number % 13 {
                2 => key[0] &= 0x7f,
                4 => signature.truncate(20),
                6 => (key[0], signature[0]) = (0, 0),
                _ => {}
            }
            (key, if number % 11 == 5 { &b"wrong"[..] } else { entry.message }, signature)
        };
        let wanted = |number: usize| {
            let (key, message, signature) = encoded(number);
            if number % 17 == 3 {
                Err(None)
            } else {
                Entry::from_bytes(&key, message, &signature).map_err(Some)
            }
        };
        let row = |number: usize| {
            if number % 17 == 3 {
                return Err(None);
            }
            let (key, message, signature) = encoded(number);
            let mut row = Row::from_bytes(key, message, signature);
            if let (1 | 2, Ok(key)) = (number % 5, PublicKey::from_bytes(&encoded(number).0)) {
                row.key = Given::Decoded(key);
            }
            if let (2 | 3, Ok(signature)) = (number % 5, Signature::from_bytes(&encoded(number).2)) {
                row.signature = Given::Decoded(signature);
            }
            Ok(row)
        };
        for count in [0, 1, 3, 4, 9, 300] {
            let expected = signed.scheme.verify_each((0..count).map(wanted), &mut random).unwrap();
            for threads in [1, 3] {
                let workers = Workers::threads(threads);
                let found = signed.scheme.verify_encoded_rows(workers, count, row, &mut random);
                assert_eq!(found.as_ref(), Ok(&expected), "{count} rows, {threads} threads");
            }
        }
    }
    compare::<MinPk>();
    compare::<MinSig>();
}

#[test]
fn from_sixty_four_rows_on_there_is_work_for_every_one_of_sixteen_threads() {
    struct Sixteen(AtomicUsize);
    impl lanesmith_bls::Executor for Sixteen {
        fn count(&self) -> usize {
            16
        }
        fn run(&self, helpers: usize, _: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
            self.0.fetch_max(helpers + 1, Ordering::Relaxed);
            own();
        }
    }
    let (signed, asked) = (Signed::<MinPk>::new(Mode::Basic, 64), Sixteen(AtomicUsize::new(0)));
    let (entries, mut random) = (signed.entries(), expand_seed([4; 32]));
    let row = |number: usize| Ok::<_, ()>(entries[number]);
    let verdicts = signed.scheme.verify_rows(Workers::of(&asked), 64, row, &mut random);
    assert_eq!(verdicts, Ok(vec![Ok(true); 64]));
    assert_eq!(asked.0.into_inner(), 16);
}

#[test]
fn secrets_are_gone_after_drop_and_never_shown() {
    let key = secret(77);
    let bytes = key.to_bytes();
    let plain = *bytes;
    assert_eq!(format!("{key:?} {bytes:?}"), "SecretKey(..) SecretBytes(..)");
    // In memory the key is in Montgomery form: 32 bytes that a clone still has.
    let clone = key.clone();
    let held = unmoved(&clone);
    assert!(shows(&held, &held) && held.iter().any(|byte| *byte != 0));
    let left = bytes_after_drop(key);
    assert!(left.iter().all(|byte| *byte == 0));
    assert!(!shows(&bytes_after_drop(bytes), &plain));
}

/// The bytes of a key that stays: what a forgotten wipe would leave.
fn unmoved(key: &SecretKey) -> Vec<u8> {
    bytes_after_drop(std::mem::ManuallyDrop::new(key.clone()))
}

/// Keys, signatures, aggregates and verdicts of blst and ours.
fn agrees_with_blst(count: usize, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let engines = engines();
    let dst = <MinPk as Variant>::TAGS[2];
    for round in 0..count {
        let scheme = Scheme::min_pk().by_name(engines[round % engines.len()]).unwrap();
        let material: [u8; 32] = core::array::from_fn(|_| rng.u8(..));
        let message: Vec<u8> = (0..rng.usize(0..100)).map(|_| rng.u8(..)).collect();
        let theirs = peer::SecretKey::key_gen(&material, b"info").unwrap();
        let ours = SecretKey::generate(&material, b"info").unwrap();
        assert_eq!(*ours.to_bytes(), theirs.to_bytes());
        let key = scheme.public_key(&ours);
        assert_eq!(key.to_bytes(), theirs.sk_to_pk().to_bytes());
        assert_eq!(key.to_uncompressed(), theirs.sk_to_pk().serialize());
        let signature = scheme.sign(&ours, &message).unwrap();
        let their_signature = theirs.sign(&message, dst, &[]);
        assert_eq!(signature.to_bytes(), their_signature.to_bytes());
        assert_eq!(scheme.verify(&key, &message, &signature), Ok(()));
        let small = Scheme::<MinSig>::new(Mode::Basic).by_name(engines[round % engines.len()]).unwrap();
        let their_small = blst::min_sig::SecretKey::from_bytes(&theirs.to_bytes()).unwrap();
        assert_eq!(small.public_key(&ours).to_bytes(), their_small.sk_to_pk().to_bytes());
        let tag = <MinSig as Variant>::TAGS[0];
        assert_eq!(
            small.sign(&ours, &message).unwrap().to_bytes(),
            their_small.sign(&message, tag, &[]).to_bytes()
        );
        // A bit of a signature or a key is flipped: both refuse, or both take it for the same point.
        let mut bytes = signature.to_bytes();
        bytes[rng.usize(0..96)] ^= 1 << rng.u8(0..8);
        let found = Signature::<MinPk>::from_bytes(&bytes);
        let expected = peer::Signature::sig_validate(&bytes, false);
        assert_eq!(found.is_ok(), expected.is_ok(), "{bytes:02x?}");
        let mut bytes = key.to_bytes();
        bytes[rng.usize(0..48)] ^= 1 << rng.u8(0..8);
        let expected = peer::PublicKey::key_validate(&bytes);
        assert_eq!(PublicKey::<MinPk>::from_bytes(&bytes).is_ok(), expected.is_ok(), "{bytes:02x?}");
    }
}

#[test]
fn keys_and_signatures_are_those_of_blst() {
    agrees_with_blst(30, 1);
}

#[test]
#[ignore = "slow: a fifth of what takes a minute and a half"]
fn two_thousand_keys_and_signatures_are_those_of_blst() {
    agrees_with_blst(2_000, 2);
}

#[test]
#[ignore = "deep: a minute and a half"]
fn ten_thousand_keys_and_signatures_are_those_of_blst() {
    agrees_with_blst(10_000, 2);
}
