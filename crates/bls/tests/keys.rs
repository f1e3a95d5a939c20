//! Keys: KeyGen, trees, shares, beacons, against published vectors and against what must not work.

use std::num::NonZeroU32;

use lanesmith_bls::drand::{BeaconScheme, Network};
use lanesmith_bls::keys::{self, Commitments, Draft, KeyPath, PathError, Share, SharingError};
use lanesmith_bls::signature::{MinPk, MinSig, Scheme, SecretKey, SignatureError, expand_seed};
use lanesmith_testkit::mem::bytes_after_drop;
use lanesmith_testkit::reference::sha256::{digest, hmac};
use lanesmith_testkit::vectors::bls as vectors;
use num_bigint::BigUint;

#[test]
fn keys_from_material_are_as_published() {
    for v in vectors::keygen() {
        let draft = match v.draft.as_str() {
            "v3" => Draft::V3,
            "v4" => Draft::V4,
            _ => Draft::V5 { salt: v.salt.as_bytes() },
        };
        let key = SecretKey::generate_by(draft, &v.ikm.0, &v.key_info.0).unwrap();
        assert_eq!(key.to_bytes()[..], v.sk.0, "{}", v.draft);
    }
}

/// The standard's KeyGen, step by step: the salt that is used first, material and context.
fn key_by_the_text(salt: &[u8], material: &[u8], info: &[u8]) -> BigUint {
    let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    let order = BigUint::parse_bytes(order.as_bytes(), 16).unwrap();
    let extracted = hmac(salt, &[material, &[0]].concat());
    let info = [info, &[0, 48]].concat();
    let first = hmac(&extracted, &[&info[..], &[1]].concat());
    let second = hmac(&extracted, &[&first[..], &info, &[2]].concat());
    BigUint::from_bytes_be(&[&first[..], &second[..16]].concat()) % order
}

#[test]
fn keys_are_those_of_the_standards_text_for_every_length_of_material_and_context() {
    let bytes: Vec<u8> = (0..300).map(|i| (i * 7) as u8).collect();
    for length in (32..=200).chain([300]) {
        let (material, info) = (&bytes[..length], &bytes[..length - 32]);
        let fixed = b"BLS-SIG-KEYGEN-SALT-".as_slice();
        let drafts = [
            (Draft::V3, fixed.to_vec()),
            (Draft::V4, digest(fixed).to_vec()),
            (Draft::V4Salted { salt: b"salt" }, digest(b"salt").to_vec()),
            (Draft::V5 { salt: b"salt" }, b"salt".to_vec()),
        ];
        for (draft, salt) in drafts {
            let key = SecretKey::generate_by(draft, material, info).unwrap();
            let expected = key_by_the_text(&salt, material, info);
            assert_eq!(BigUint::from_bytes_be(&key.to_bytes()[..]), expected, "{draft:?}, {length} bytes");
        }
    }
}

#[test]
fn short_material_is_refused() {
    let error = SignatureError::Material { found: 31, least: 32 };
    assert_eq!(SecretKey::generate(&[1; 31], b"").map(drop), Err(error));
    assert_eq!(SecretKey::derive_master(&[1; 31]).map(drop), Err(error));
}

#[test]
fn trees_are_as_published() {
    for v in vectors::derive() {
        let master = SecretKey::derive_master(&v.seed.0).unwrap();
        let child = master.derive_child(v.child_index).unwrap();
        let decimal = |key: &SecretKey| BigUint::from_bytes_be(&key.to_bytes()[..]).to_string();
        assert_eq!(decimal(&master), v.master_SK);
        assert_eq!(decimal(&child), v.child_SK);
        let by_path = master.derive_path(&KeyPath::parse(&format!("m/{}", v.child_index)).unwrap()).unwrap();
        assert_eq!(*by_path.to_bytes(), *child.to_bytes());
    }
}

#[test]
fn paths_are_read_as_the_standard_says() {
    for text in ["m", "m/0", "m/12381/3600/0/0/0", "m/4294967295"] {
        assert_eq!(KeyPath::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(KeyPath::withdrawal(5), KeyPath::parse("m/12381/3600/5/0").unwrap());
    assert_eq!(KeyPath::parse(""), Err(PathError::Master));
    assert_eq!(KeyPath::parse("12381/0"), Err(PathError::Master));
    for bad in ["m/", "m/-1", "m/+1", "m/01", "m/4294967296", "m/1'", "m/ 1"] {
        assert_eq!(KeyPath::parse(bad), Err(PathError::Level { level: 1 }), "{bad}");
    }
    assert_eq!(KeyPath::parse("m/1//2"), Err(PathError::Level { level: 2 }));
}

fn dealt(threshold: usize, shares: u32) -> (SecretKey, Vec<Share>, Commitments<MinPk>) {
    let secret = SecretKey::generate(&[3; 32], b"").unwrap();
    let (shares, commitments) =
        keys::split::<MinPk>(&secret, threshold, shares, &mut expand_seed([11; 32])).unwrap();
    (secret, shares, commitments)
}

#[test]
fn any_threshold_of_shares_recovers_key_and_signature() {
    let (secret, shares, commitments) = dealt(3, 6);
    let scheme = Scheme::min_pk();
    let expected = scheme.sign(&secret, b"m").unwrap();
    assert_eq!(commitments.public_key(), Ok(scheme.public_key(&secret)));
    assert_eq!(commitments.threshold(), 3);
    for subset in [[0, 1, 2], [5, 3, 1], [2, 4, 0]] {
        let some: Vec<_> = subset.iter().map(|i| shares[*i].clone()).collect();
        assert_eq!(*keys::recover_key(&some).unwrap().to_bytes(), *secret.to_bytes());
        let signed: Vec<_> = some.iter().map(|s| (s.index, scheme.sign(&s.key, b"m").unwrap())).collect();
        assert_eq!(keys::recover_signature(&signed), Ok(expected));
    }
    let all: Vec<_> = shares.iter().map(|s| (s.index, scheme.sign(&s.key, b"m").unwrap())).collect();
    assert_eq!(keys::recover_signature(&all), Ok(expected));
}

#[test]
fn fewer_shares_recover_another_key() {
    let (secret, shares, _) = dealt(3, 5);
    assert_ne!(*keys::recover_key(&shares[..2]).unwrap().to_bytes(), *secret.to_bytes());
}

#[test]
fn wrong_shares_are_caught_by_the_commitments() {
    let (_, mut shares, commitments) = dealt(2, 3);
    assert!(shares.iter().all(|share| commitments.verify(share)));
    let swapped = Share { index: shares[0].index, key: shares[1].key.clone() };
    assert!(!commitments.verify(&swapped));
    shares[2].key = SecretKey::generate(&[9; 32], b"").unwrap();
    assert!(!commitments.verify(&shares[2]));
    let bytes = commitments.to_bytes();
    let read = Commitments::<MinPk>::from_bytes(bytes.iter().map(|b| &b[..])).unwrap();
    assert!(read.verify(&shares[0]) && read.threshold() == 2);
    assert_eq!(read.share_key(shares[0].index), Ok(Scheme::min_pk().public_key(&shares[0].key)));
}

#[test]
fn impossible_splits_and_repeated_shares_are_refused() {
    let secret = SecretKey::generate(&[3; 32], b"").unwrap();
    for (threshold, shares) in [(0, 3), (4, 3), (1, 0)] {
        let error = SharingError::Threshold { threshold, shares: shares as usize };
        let found = keys::split::<MinSig>(&secret, threshold, shares, &mut expand_seed([0; 32]));
        assert_eq!(found.map(drop).unwrap_err(), error);
    }
    let (_, shares, _) = dealt(2, 3);
    let twice = [shares[1].clone(), shares[1].clone()];
    let index = NonZeroU32::new(2).unwrap();
    assert_eq!(keys::recover_key(&twice).map(drop), Err(SharingError::RepeatedIndex { index }));
    assert_eq!(keys::recover_key(&[]).map(drop), Err(SharingError::NoShare));
}

#[test]
fn a_source_of_zeros_is_no_source() {
    // Every share would be the key itself.
    let secret = SecretKey::generate(&[3; 32], b"").unwrap();
    let split = |random: &mut dyn FnMut(&mut [u8])| keys::split::<MinPk>(&secret, 2, 3, random).map(drop);
    assert_eq!(split(&mut |bytes| bytes.fill(0)), Err(SharingError::Randomness));
    assert_eq!(split(&mut |bytes| bytes.fill(1)), Ok(()));
}

#[cfg(target_pointer_width = "64")]
#[test]
fn more_shares_than_memory_are_an_error() {
    let secret = SecretKey::generate(&[3; 32], b"").unwrap();
    // Where the system has or promises as much, they are not made.
    let random = &mut |_: &mut [u8]| panic!("there is memory for it");
    let split = || keys::split::<MinPk>(&secret, u32::MAX as usize, u32::MAX, random);
    let split = std::panic::catch_unwind(std::panic::AssertUnwindSafe(split));
    if let Ok(found) = split {
        assert_eq!(found.map(drop), Err(SharingError::Memory { shares: u32::MAX as usize }));
    }
}

#[test]
fn shares_are_wiped_and_never_shown() {
    let (_, mut shares, _) = dealt(2, 2);
    assert_eq!(format!("{:?}", shares[0]), "Share { index: 1, .. }");
    let left = bytes_after_drop(shares.remove(0));
    // The index is no secret and may stay, and so may what stood in the padding: 8 bytes.
    assert!(left.iter().filter(|byte| **byte != 0).count() <= 8, "{left:02x?}");
}

#[test]
fn rounds_of_drand_verify_as_published() {
    for v in vectors::rounds() {
        let network = Network::new(BeaconScheme::by_name(&v.scheme).unwrap(), &v.public_key.0).unwrap();
        let previous = v.previous_signature.as_ref().map(|p| &p.0[..]);
        let found = network.verify(v.round, previous, &v.signature.0);
        assert_eq!(found.is_ok(), v.valid, "{}: {found:?}", v.name);
        if let (Ok(found), Some(randomness)) = (found, &v.randomness) {
            assert_eq!(found[..], randomness.0, "{}", v.name);
        }
    }
}

#[test]
fn known_networks_verify_their_rounds() {
    let round = |name: &str| vectors::rounds().iter().find(|v| v.name == name).unwrap();
    let v = round("quicknet-1000");
    assert!(Network::quicknet().unwrap().verify(1000, None, &v.signature.0).is_ok());
    assert_eq!(
        Network::quicknet().unwrap().verify(1001, None, &v.signature.0),
        Err(SignatureError::Mismatch)
    );
    let v = round("default-3366165");
    let network = Network::default_chain().unwrap();
    let previous = v.previous_signature.as_ref().map(|p| &p.0[..]);
    assert!(network.verify(v.round, previous, &v.signature.0).is_ok());
    let missing = Err(SignatureError::Empty { what: "previous signature" });
    assert_eq!(network.verify(v.round, None, &v.signature.0), missing);
}
