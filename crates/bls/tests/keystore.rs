//! Keystores: the published ones open, whatever is wrong with one is named, hostile ones cost nothing.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lanesmith_bls::keys::KeyPath;
use lanesmith_bls::keys::keystore::{Kdf, Keystore, KeystoreError, Limits, NewKeystore, Password};
use lanesmith_bls::signature::{Scheme, SecretKey};
use lanesmith_pwhash::scrypt;
use lanesmith_testkit::vectors::bls::keystores;
use serde_json::{Value, json};

const CHEAP: Kdf = Kdf::Scrypt { n: 16, r: 8, p: 1 };

fn key() -> SecretKey {
    SecretKey::generate(&[7; 32], b"").unwrap()
}

fn read(file: &Value) -> Result<Keystore, KeystoreError> {
    Keystore::from_json(file.to_string().as_bytes())
}

fn new(kdf: Kdf, password: &str) -> Keystore {
    let path = KeyPath::signing(3);
    let new = NewKeystore { kdf, path: Some(&path), description: "a test", random: &[42; 64] };
    new.encrypt(&key(), password).unwrap()
}

fn open(keystore: &Keystore, password: &str) -> Result<SecretKey, KeystoreError> {
    keystore.decrypt_key(password, &Limits::default())
}

#[test]
fn published_keystores_open_with_their_password() {
    assert_eq!(keystores().len(), 2);
    for v in keystores() {
        let keystore = read(&v.keystore).unwrap();
        assert_eq!(open(&keystore, &v.password).unwrap().to_bytes()[..], v.secret.0);
        let normal = String::from_utf8(v.password_nfkd_utf8_hex.0.clone()).unwrap();
        assert_eq!(open(&keystore, &normal).unwrap().to_bytes()[..], v.secret.0);
        assert_eq!(open(&keystore, "testpassword").map(drop), Err(KeystoreError::WrongPassword));
    }
}

#[test]
fn what_is_written_is_what_was_published() {
    // Same fields, same layout; only what stands in them differs.
    for (v, kdf) in keystores().iter().zip([Kdf::SCRYPT, Kdf::PBKDF2]) {
        assert_eq!(read(&v.keystore).unwrap().kdf(), kdf);
        let again: Value = read(&v.keystore).unwrap().to_json().parse().unwrap();
        assert_eq!(again, v.keystore);
    }
}

#[test]
fn new_keystore_opens_with_its_password_only() {
    for kdf in [CHEAP, Kdf::Pbkdf2 { iterations: NonZeroU32::new(3).unwrap() }] {
        let written = new(kdf, "correct horse").to_json();
        let keystore = Keystore::from_json(written.as_bytes()).unwrap();
        assert_eq!(keystore, new(kdf, "correct horse"));
        assert_eq!(*open(&keystore, "correct horse").unwrap().to_bytes(), *key().to_bytes());
        assert_eq!(open(&keystore, "correct horsf").map(drop), Err(KeystoreError::WrongPassword));
        assert_eq!(open(&keystore, "").map(drop), Err(KeystoreError::WrongPassword));
        assert_eq!(keystore.path(), "m/12381/3600/3/0/0");
        assert_eq!(keystore.description(), "a test");
        assert_eq!(keystore.pubkey(), Scheme::min_pk().public_key(&key()).to_string());
        // A random UUID of RFC 9562.
        assert_eq!(keystore.uuid(), "2a2a2a2a-2a2a-4a2a-aa2a-2a2a2a2a2a2a");
    }
}

#[test]
fn equivalent_passwords_are_the_same_and_control_characters_do_not_count() {
    let keystore = new(CHEAP, "\u{212b}ngstr\u{f6}m \u{fb01}");
    for same in
        ["\u{c5}ngstr\u{f6}m fi", "A\u{30a}ngstro\u{308}m fi", "\u{7}A\u{30a}ng\u{7f}str\u{9f}o\u{308}m\n fi"]
    {
        assert!(open(&keystore, same).is_ok(), "{same:?}");
    }
    for other in ["Angstrom fi", "\u{c5}ngstr\u{f6}m  fi", "\u{c5}ngstr\u{f6}m\u{a0}f"] {
        assert_eq!(open(&keystore, other).map(drop), Err(KeystoreError::WrongPassword), "{other:?}");
    }
}

#[test]
fn every_field_that_is_wrong_is_named() {
    let good = keystores()[0].keystore.clone();
    let pbkdf2 = keystores()[1].keystore.clone();
    let places: [(&Value, &'static str, Value); 18] = [
        (&good, "/version", json!("4")),
        (&good, "/crypto/kdf/function", json!(1)),
        (&good, "/crypto/kdf/params/n", json!(-1)),
        (&good, "/crypto/kdf/params/n", json!(1.5)),
        (&good, "/crypto/kdf/params/r", json!(1u64 << 32)),
        (&good, "/crypto/kdf/params/p", Value::Null),
        (&good, "/crypto/kdf/params/dklen", json!(31)),
        (&good, "/crypto/kdf/params/dklen", json!(1u64 << 63)),
        (&good, "/crypto/kdf/params/salt", json!("0")),
        (&good, "/crypto/kdf/params/salt", json!("zz")),
        (&good, "/crypto/checksum/message", json!("00")),
        (&good, "/crypto/cipher/params/iv", json!("00".repeat(15))),
        (&good, "/crypto/cipher/message", json!("00".repeat(33))),
        (&good, "/path", json!(7)),
        (&good, "/pubkey", json!({})),
        (&pbkdf2, "/crypto/kdf/params/c", json!(0)),
        (&pbkdf2, "/crypto/kdf/params/c", json!("many")),
        (&pbkdf2, "/crypto/kdf/params/dklen", json!(null)),
    ];
    for (file, place, wrong) in places {
        let mut file = file.clone();
        *file.pointer_mut(place).unwrap() = wrong;
        match read(&file) {
            Err(KeystoreError::Field { at, .. }) => assert_eq!(at, place),
            other => panic!("{place}: {other:?}"),
        }
    }
    for (place, wrong) in [
        ("/version", json!(3)),
        ("/crypto/kdf/function", json!("argon2id")),
        ("/crypto/checksum/function", json!("sha512")),
        ("/crypto/cipher/function", json!("aes-256-ctr")),
    ] {
        let mut file = good.clone();
        *file.pointer_mut(place).unwrap() = wrong;
        assert!(matches!(read(&file), Err(KeystoreError::Unknown { at, .. }) if at == place), "{place}");
    }
    let mut file = pbkdf2;
    file["crypto"]["kdf"]["params"]["prf"] = json!("hmac-sha512");
    assert!(matches!(read(&file), Err(KeystoreError::Unknown { .. })));
}

#[test]
fn a_name_that_stands_twice_is_refused_wherever_it_is() {
    let text = new(CHEAP, "x").to_json();
    for field in ["version", "dklen", "function", "path"] {
        let name = format!("\"{field}\":");
        let twice = text.replacen(&name, &format!("{name} 7, {name}"), 1);
        let found = Keystore::from_json(twice.as_bytes());
        assert_eq!(found, Err(KeystoreError::Twice { name: field.into() }));
    }
    assert!(matches!(Keystore::from_json(b"{} {}"), Err(KeystoreError::Json { .. })));
}

#[test]
fn a_new_keystore_needs_a_password_and_an_old_one_without_opens() {
    let make = NewKeystore { kdf: CHEAP, path: None, description: "", random: &[42; 64] };
    for empty in ["", "\n", "\u{0}\u{7f}\u{9f}\r"] {
        assert_eq!(make.encrypt(&key(), empty), Err(KeystoreError::EmptyPassword), "{empty:?}");
        let normal = make.encrypt_with(&key(), &Password::of_nfkd(empty));
        assert_eq!(normal, Err(KeystoreError::EmptyPassword), "{empty:?}");
    }
    assert!(make.encrypt(&key(), " ").is_ok());
    // Made elsewhere: PBKDF2 of the empty password.
    let mut derived = [0; 32];
    lanesmith_sha256::pbkdf2(b"", &[0; 32], NonZeroU32::MIN, &mut derived).unwrap();
    let message = [7; 32];
    let checksum = lanesmith_sha256::sha256(&[&derived[16..], &message[..]].concat());
    let mut file: Value = new(CHEAP, "x").to_json().parse().unwrap();
    let params = json!({ "dklen": 32, "c": 1, "prf": "hmac-sha256", "salt": hex::encode([0; 32]) });
    file["crypto"]["kdf"] = json!({ "function": "pbkdf2", "params": params, "message": "" });
    file["crypto"]["checksum"]["message"] = hex::encode(checksum).into();
    file["crypto"]["cipher"]["message"] = hex::encode(message).into();
    file["pubkey"] = "".into();
    let opened = open(&read(&file).unwrap(), "");
    assert!(
        !matches!(opened, Err(KeystoreError::WrongPassword | KeystoreError::EmptyPassword)),
        "{opened:?}"
    );
}

#[test]
fn no_text_makes_the_reader_panic() {
    for text in
        ["", "{", "[]", "null", "\"\"", "{}", "{\"version\":4}", "\u{0}", "[[[[[[[[", "{\"crypto\":[]}"]
    {
        assert!(Keystore::from_json(text.as_bytes()).is_err(), "{text:?}");
    }
    assert!(Keystore::from_json(&[0xff; 9]).is_err());
    let deep = "[".repeat(1 << 20);
    assert!(matches!(Keystore::from_json(deep.as_bytes()), Err(KeystoreError::Json { .. })));
    // Every truncation and every changed byte of a good one is read or refused, and nothing else.
    let good = new(CHEAP, "x").to_json().into_bytes();
    for i in 0..good.len() {
        assert!(Keystore::from_json(&good[..i]).is_err());
        let mut changed = good.clone();
        changed[i] ^= 0x15;
        let _ = Keystore::from_json(&changed);
    }
}

#[test]
fn hostile_costs_are_refused_before_any_work() {
    let started = Instant::now();
    let refused = |function: &str, params: Value| {
        let mut file = keystores()[0].keystore.clone();
        let salt = file["crypto"]["kdf"]["params"]["salt"].clone();
        file["crypto"]["kdf"] = json!({ "function": function, "params": params, "message": "" });
        file["crypto"]["kdf"]["params"]["salt"] = salt;
        file["crypto"]["kdf"]["params"]["dklen"] = 32.into();
        match open(&read(&file).unwrap(), "x") {
            Err(error @ (KeystoreError::OverLimit { .. } | KeystoreError::Derivation(_))) => {
                error.to_string()
            }
            other => panic!("{params}: {other:?}", params = file["crypto"]["kdf"]),
        }
    };
    for (n, r, p, why) in [
        (1u64 << 40, 8u32, 1u32, "memory"),
        (1 << 18, 1 << 20, 1, "memory"),
        (u64::MAX, u32::MAX, u32::MAX, "memory"),
        (1 << 18, 8, 1000, "work"),
        (2, 1, u32::MAX, "work"),
        // PBKDF2 makes a gigabyte for tables of two entries.
        (2, 1, 8_388_607, "work"),
        (2, 1 << 21, 4, "work"),
        (2, 1, 257, "257 tables (p), more than the limit of 256"),
        (0, 8, 1, "it must be"),
        (1000, 8, 1, "it must be"),
        (16, 0, 1, "it must be"),
        (16, 8, 0, "it must be"),
    ] {
        let message = refused("scrypt", json!({ "n": n, "r": r, "p": p }));
        assert!(message.contains(why), "{n} {r} {p}: {message}");
    }
    let message = refused("pbkdf2", json!({ "c": u32::MAX, "prf": "hmac-sha256" }));
    assert!(message.contains("4294967295 iterations, more than the limit of 4194304"), "{message}");
    // Work of that kind takes hours.
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_derivation_ends_where_it_is_told_to_stop() {
    // What takes hours otherwise.
    let costs = [Kdf::Scrypt { n: 1 << 20, r: 1, p: 10_000 }, Kdf::Pbkdf2 { iterations: NonZeroU32::MAX }];
    for kdf in costs {
        for questions in [0, 1, 20] {
            let new = NewKeystore { kdf, path: None, description: "", random: &[42; 64] };
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
            let stopped = new.encrypt_until(&key(), &Password::new("x"), stop);
            assert_eq!(stopped.map(drop), Err(KeystoreError::Interrupted), "{kdf}");
        }
    }
    let mut file = keystores()[1].keystore.clone();
    file["crypto"]["kdf"]["params"]["c"] = u32::MAX.into();
    let limits = Limits { iterations: u32::MAX, ..Limits::default() };
    let stopped = read(&file).unwrap().decrypt_key_until(&Password::new("x"), &limits, || true);
    assert_eq!(stopped.map(drop), Err(KeystoreError::Interrupted));
}

#[test]
fn the_default_limits_allow_16_times_the_work_of_the_standard() {
    let work = |n, p| scrypt::Params::new(n, 8, p).work();
    assert!(work(1 << 18, 16) <= Limits::default().work && work(1 << 20, 4) <= Limits::default().work);
    assert!(work(1 << 18, 17) > Limits::default().work);
}

#[test]
fn limits_are_the_callers() {
    let keystore = new(CHEAP, "x");
    let tight = Limits { memory: 16 * 8 * 128 - 1, ..Limits::default() };
    let error = keystore.decrypt_key("x", &tight).map(drop);
    assert_eq!(
        error,
        Err(KeystoreError::OverLimit { what: "bytes of memory", value: 16_384, limit: 16_383 })
    );
}

#[test]
fn what_further_tables_are_made_from_counts_as_memory() {
    let keystore = new(Kdf::Scrypt { n: 2, r: 1, p: 1 << 8 }, "x");
    // Tables of 256 bytes, one after the other, from 32 KiB that are there at once.
    let most = 256 + (255 << 7);
    let allowed = |memory| Limits { memory, ..Limits::default() };
    assert_eq!(
        keystore.decrypt_key("x", &allowed(most - 1)).map(drop),
        Err(KeystoreError::OverLimit { what: "bytes of memory", value: most, limit: most - 1 })
    );
    assert!(keystore.decrypt_key("x", &allowed(most)).is_ok());
}

#[test]
fn debug_shows_what_is_public_and_nothing_that_helps_to_try_passwords() {
    for kdf in [Kdf::Scrypt { n: 16, r: 8, p: 1 }, Kdf::Pbkdf2 { iterations: NonZeroU32::MIN }] {
        // No part of it stands in another.
        let random = std::array::from_fn(|i| (i * 37 + 5) as u8);
        let path = KeyPath::signing(3);
        let new = NewKeystore { kdf, path: Some(&path), description: "a test", random: &random };
        let keystore = new.encrypt(&key(), "correct horse").unwrap();
        let text = format!("{keystore:?} {keystore:#?}");
        let file: Value = serde_json::from_str(&keystore.to_json()).unwrap();
        let at =
            |place: &str| file.pointer(place).and_then(Value::as_str).unwrap_or_else(|| panic!("{place}"));
        for place in [
            "/crypto/cipher/message",
            "/crypto/checksum/message",
            "/crypto/kdf/params/salt",
            "/crypto/cipher/params/iv",
        ] {
            let bytes = hex::decode(at(place)).unwrap();
            // In hexadecimal, and as Rust shows bytes; a part is too much too.
            let lines: String = bytes[..4].iter().map(|byte| format!("{byte},")).collect();
            let shown: String = text.split_whitespace().collect();
            assert!(!shown.contains(&at(place)[..8]) && !shown.contains(&lines), "{place}: {text}");
        }
        for place in ["/uuid", "/path", "/pubkey", "/crypto/kdf/function"] {
            assert!(text.contains(at(place)), "{place}: {text}");
        }
        assert!(text.contains("version: 4") && text.contains(".."), "{text}");
    }
}

#[test]
fn damage_and_a_public_key_of_another_are_caught() {
    let good: Value = new(CHEAP, "x").to_json().parse().unwrap();
    for place in ["/crypto/cipher/message", "/crypto/checksum/message", "/crypto/kdf/params/salt"] {
        let mut file = good.clone();
        let text = file.pointer(place).unwrap().as_str().unwrap().to_owned();
        let flipped = if text.starts_with('0') { "1" } else { "0" };
        *file.pointer_mut(place).unwrap() = json!(format!("{flipped}{}", &text[1..]));
        assert_eq!(open(&read(&file).unwrap(), "x").map(drop), Err(KeystoreError::WrongPassword), "{place}");
    }
    let mut file = good.clone();
    // The checksum does not cover the iv.
    file["crypto"]["cipher"]["params"]["iv"] = json!("00".repeat(16));
    assert!(matches!(
        open(&read(&file).unwrap(), "x"),
        Err(KeystoreError::OtherKey | KeystoreError::Secret(_))
    ));
    let mut file = good.clone();
    file["pubkey"] = keystores()[0].keystore["pubkey"].clone();
    assert_eq!(open(&read(&file).unwrap(), "x").map(drop), Err(KeystoreError::OtherKey));
    let mut file = good;
    file.as_object_mut().unwrap().remove("pubkey");
    assert!(open(&read(&file).unwrap(), "x").is_ok());
}
