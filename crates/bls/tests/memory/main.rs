//! No secret is left in memory that is given back: key material, seeds, keys, shares and passwords are looked for in every
//! block of the heap when it is freed.

#[allow(unsafe_code)]
mod mem;

use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::num::NonZeroU32;

use lanesmith_bls::Workers;
use lanesmith_bls::keys::keystore::{Kdf, Limits, NewKeystore};
use lanesmith_bls::keys::{self, KeyPath};
use lanesmith_bls::signature::{MinPk, Scheme, SecretKey, expand_seed};
use lanesmith_testkit::mem::bytes_after_drop;
use mem::{alone, freed_with};

const SEED: [u8; 32] = *b"a seed that nobody can ever know";

fn key() -> SecretKey {
    SecretKey::generate(&SEED, b"").unwrap()
}

/// A key as it is in memory: its limbs in Montgomery form.
fn inside(key: &SecretKey) -> [u8; 32] {
    bytes_after_drop(ManuallyDrop::new(key.clone())).try_into().unwrap()
}

#[test]
fn secret_that_is_freed_unwiped_is_found() {
    let alone = alone();
    assert_eq!(freed_with(&alone, &[&SEED], || drop(black_box(SEED.to_vec()))), 2);
    // Also the shorter copy that a vector leaves behind when it grows.
    let grown = || {
        let mut bytes = Vec::with_capacity(32);
        bytes.extend_from_slice(&SEED);
        bytes.reserve_exact(4096);
        bytes.fill(0);
    };
    assert_eq!(freed_with(&alone, &[&SEED], grown), 2);
    assert!(
        freed_with(&alone, &[&inside(&key())], || drop(black_box(Box::new(ManuallyDrop::new(key()))))) > 0
    );
}

#[test]
fn boxed_key_is_wiped_before_it_is_freed() {
    let alone = alone();
    let secrets = [inside(&key()), *key().to_bytes()];
    let boxed = || drop(black_box((Box::new(key()), Box::new(key().to_bytes()), vec![key(), key()])));
    assert_eq!(freed_with(&alone, &[&secrets[0], &secrets[1]], boxed), 0);
}

#[test]
fn key_generation_and_derivation_leave_nothing() {
    let alone = alone();
    let path = KeyPath::signing(7);
    let (master, child) = (key(), key().derive_path(&path).unwrap());
    let secrets = [SEED, inside(&master), *master.to_bytes(), inside(&child)];
    let derive = || {
        let again = SecretKey::derive_master(&SEED).unwrap().derive_path(&path).unwrap();
        drop(black_box(Box::new(again)));
    };
    assert_eq!(freed_with(&alone, &secrets.each_ref().map(|secret| &secret[..]), derive), 0);
}

#[test]
fn signing_leaves_nothing() {
    let alone = alone();
    let secrets = [inside(&key()), *key().to_bytes()];
    let sign = || {
        let scheme = Scheme::min_pk();
        let signed = (scheme.public_key(&key()), scheme.sign(&key(), b"message"));
        let _ = black_box((signed, scheme.prove_possession(&key())));
        let jobs: [(SecretKey, &[u8]); 9] = std::array::from_fn(|_| (key(), &b"message"[..]));
        let jobs = jobs.each_ref().map(|(key, message)| (key, *message));
        black_box((
            scheme.public_keys(Workers::HERE, &[key()]),
            scheme.sign_many(Workers::HERE, &jobs).is_ok(),
        ));
    };
    assert_eq!(freed_with(&alone, &[&secrets[0], &secrets[1]], sign), 0);
}

#[test]
fn sharing_and_recovery_leave_nothing() {
    let alone = alone();
    let deal = || keys::split::<MinPk>(&key(), 2, 3, &mut expand_seed([3; 32])).unwrap();
    let share = inside(&deal().0[1].key);
    // The first coefficient that is not the key.
    let secrets = [inside(&key()), share, *key().to_bytes()];
    let split = || {
        let (shares, commitments) = deal();
        drop(black_box(Box::new(keys::recover_key(&shares[..2]).unwrap())));
        drop(commitments);
    };
    assert_eq!(freed_with(&alone, &secrets.each_ref().map(|secret| &secret[..]), split), 0);
}

#[test]
fn keystores_leave_neither_key_nor_password() {
    let alone = alone();
    const PASSWORD: &str = "correct horse battery staple";
    for kdf in [Kdf::Scrypt { n: 16, r: 8, p: 1 }, Kdf::Pbkdf2 { iterations: NonZeroU32::MIN }] {
        let secrets = [PASSWORD.as_bytes(), &inside(&key()), &key().to_bytes()[..]];
        let store = || {
            let new = NewKeystore { kdf, path: None, description: "", random: &[42; 64] };
            let keystore = new.encrypt(&key(), PASSWORD).unwrap();
            drop(black_box(Box::new(keystore.decrypt_key(PASSWORD, &Limits::default()).unwrap())));
            assert!(keystore.decrypt_key("another", &Limits::default()).is_err());
        };
        assert_eq!(freed_with(&alone, &secrets, store), 0, "{kdf}");
    }
}
