//! Strings of stored passwords: those that every library writes, hostile ones, and policies.

use lanesmith_pwhash::argon2::{Input, Params, Variant, hash};
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::password::{PasswordHash, Policy, StoredArgon2};
use lanesmith_pwhash::{Error, scrypt, yescrypt};
use lanesmith_testkit::vectors::memhard;
use proptest::prelude::*;

fn parse(text: &str) -> Result<PasswordHash, Error> {
    text.parse()
}

#[test]
fn strings_of_libargon2_verify_and_are_written_back() {
    let mut arena = Arena::new();
    for case in memhard::argon2::valid_strings() {
        let stored: StoredArgon2 = case.string.parse().unwrap_or_else(|e| panic!("{}: {e}", case.note));
        assert_eq!(stored.to_string(), case.string);
        let result = stored.verify(&case.password, &[], &Limits::default(), &mut arena);
        if case.note.contains("tag 4 bytes") {
            assert!(matches!(result, Err(Error::Length { what: "tag", bytes: 4, .. })), "{}", case.note);
        } else {
            assert_eq!(result, Ok(()), "{}", case.note);
            let wrong = [&case.password[..], b"x"].concat();
            let result = stored.verify(&wrong, &[], &Limits::default(), &mut arena);
            assert_eq!(result, Err(Error::WrongPassword), "{}", case.note);
        }
    }
}

#[test]
fn malformed_strings_of_argon2_are_refused() {
    for case in memhard::argon2::invalid_strings() {
        assert!(parse(&case.string).is_err(), "{}: {}", case.reason, case.string);
    }
}

#[test]
fn strings_of_passlib_verify_and_are_written_back() {
    let mut arena = Arena::new();
    for case in memhard::scrypt::valid_strings() {
        let stored = parse(&case.string).expect("a string of passlib");
        assert_eq!(stored.to_string(), case.string);
        assert_eq!(stored.verify(&case.password, &Limits::default(), &mut arena), Ok(()));
        let result = stored.verify(b"not this", &Limits::default(), &mut arena);
        assert_eq!(result, Err(Error::WrongPassword));
    }
    for case in memhard::scrypt::invalid_strings() {
        assert!(parse(&case.string).is_err(), "{}: {}", case.reason, case.string);
    }
}

#[test]
fn strings_that_ask_for_too_much_are_refused_before_anything_is_computed() {
    let (salt, tag) = ("c29tZXNhbHQ", "FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI");
    for parameters in [
        "$argon2id$v=19$m=1073741824,t=1,p=1",
        "$argon2id$v=19$m=4294967295,t=4294967295,p=1",
        "$argon2id$v=19$m=64,t=4294967295,p=1",
        "$argon2id$v=19$m=134217720,t=1,p=16777215",
        "$argon2id$v=19$m=8192,t=1,p=1024",
        "$scrypt$ln=32,r=8,p=1",
        "$scrypt$ln=10,r=8,p=134217727",
        "$scrypt$ln=1,r=1073741823,p=1",
        "$scrypt$ln=20,r=8,p=1000",
    ] {
        let stored = parse(&format!("{parameters}${salt}${tag}")).expect("a well-formed string");
        let mut arena = Arena::new();
        let result = stored.verify(b"password", &Limits::default(), &mut arena);
        assert!(matches!(result, Err(Error::OverLimit { .. })), "{parameters}: {result:?}");
        assert_eq!(arena.capacity(), 0, "{parameters}");
    }
}

#[test]
fn a_secret_of_the_service_is_needed_to_verify() {
    let mut arena = Arena::new();
    let params = Params::default().memory_kib(64).lanes(1);
    let stored = StoredArgon2::hash(&params, b"password", b"pepper", b"somesaltsomesalt", &mut arena);
    let stored = stored.expect("a hash");
    let limits = Limits::default();
    assert_eq!(stored.verify(b"password", b"pepper", &limits, &mut arena), Ok(()));
    assert_eq!(stored.verify(b"password", b"", &limits, &mut arena), Err(Error::WrongPassword));
    let mut tag = [0; 32];
    let input = Input::new(b"password", b"somesaltsomesalt").secret(b"pepper");
    hash(&params, &input, &mut tag, &mut arena).expect("a hash");
    assert!(!format!("{stored:?}").contains(&format!("{}, {}", tag[0], tag[1])));
}

#[test]
fn new_strings_are_read_back_and_need_no_rehash() {
    let mut arena = Arena::new();
    let policies = [
        Policy::Argon2(Params::default().memory_kib(64).passes(2).lanes(2)),
        Policy::Argon2(Params::default().memory_kib(64).passes(2).lanes(2).variant(Variant::I)),
        Policy::Scrypt(scrypt::Params::new(16, 8, 2)),
        Policy::Yescrypt(yescrypt::Params::new(yescrypt::Mode::ReadWrite, 64, 8).expect("parameters")),
    ];
    for (i, policy) in policies.iter().enumerate() {
        for password in [&b""[..], b"\xff\0\xfe", b"password"] {
            let stored = policy.hash(password, b"16 random bytes!", &mut arena).expect("a hash");
            let read = parse(&stored.to_string()).expect("its own string");
            assert_eq!(read, stored);
            assert_eq!(read.verify(password, &Limits::default(), &mut arena), Ok(()));
            for (j, other) in policies.iter().enumerate() {
                assert_eq!(read.needs_rehash(other), i != j);
            }
        }
    }
}

#[test]
fn the_peers_verify_what_we_write() {
    let mut arena = Arena::new();
    let params = Params::default().memory_kib(256).passes(2).lanes(3);
    let ours = Policy::Argon2(params).hash(b"password", b"16 random bytes!", &mut arena).expect("a hash");
    let ours = ours.to_string();
    let mut tag = [0; 32];
    let peer = argon2::Params::new(256, 2, 3, None).expect("parameters");
    argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, peer)
        .hash_password_into(b"password", b"16 random bytes!", &mut tag)
        .expect("a hash");
    let salt = "MTYgcmFuZG9tIGJ5dGVzIQ";
    assert!(ours.starts_with(&format!("$argon2id$v=19$m=256,t=2,p=3${salt}$")), "{ours}");
    let stored: StoredArgon2 = ours.parse().expect("its own string");
    assert_eq!(stored.salt(), b"16 random bytes!");
    let mut again = [0; 32];
    hash(&params, &Input::new(b"password", b"16 random bytes!"), &mut again, &mut arena).expect("a hash");
    assert_eq!(again, tag);
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}") {
        let _ = parse(&text);
    }

    #[test]
    fn a_damaged_string_is_refused_or_reads_as_what_it_says(at in 0usize..83, byte in 0x20u8..0x7f) {
        let good = "$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
        let mut bytes = good.as_bytes().to_vec();
        bytes[at] = byte;
        let text = String::from_utf8(bytes).expect("ASCII");
        if let Ok(stored) = parse(&text) {
            prop_assert_eq!(stored.to_string(), text);
        }
    }
}
