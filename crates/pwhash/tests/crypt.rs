//! `$y$` and `$7$` strings: published ones, real ones of Debian, hostile ones, and the system's libcrypt.

#[allow(unsafe_code)]
mod ffi;

use ffi::LibCrypt;
use lanesmith_isa::Choice;
use lanesmith_isa::lanes::Line;
use lanesmith_pwhash::Error;
use lanesmith_pwhash::crypt::{HashKey, Limits, Setting, Stored, StoredTwoCats};
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::twocats::{self, Edition, Hash};
use lanesmith_pwhash::yescrypt::{Mode, Params, Rom};
use proptest::prelude::*;
use serde_json::Value;

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object"))
}

fn bytes(value: &Value, key: &str) -> Vec<u8> {
    hex::decode(value[key].as_str().expect("text")).expect("hexadecimal")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().expect("text")
}

fn check(string: &str, password: &[u8], arena: &mut Arena<'_>) {
    let stored: Stored = string.parse().unwrap_or_else(|error| panic!("{string}: {error}"));
    assert_eq!(stored.to_string(), string);
    let limits = Limits::default();
    assert_eq!(stored.verify(password, &limits, arena), Ok(()), "{string}");
    let hashed = Stored::hash(*stored.setting(), password, arena).expect("a hash");
    assert_eq!(hashed.to_string(), string);
    let wrong = [password, b"x"].concat();
    assert_eq!(stored.verify(&wrong, &limits, arena), Err(Error::WrongPassword), "{string}");
}

#[test]
fn strings_of_mkpasswd_verify() {
    let mut arena = Arena::new();
    let all = lines(include_str!("../../../testkit/vectors/memhard/crypt_debian12_generated.jsonl"));
    let mut count = 0;
    for v in all.filter(|v| !text(v, "crypt").starts_with("$gy$")) {
        check(text(&v, "crypt"), &bytes(&v, "password"), &mut arena);
        count += 1;
    }
    assert_eq!(count, 27);
}

#[test]
fn strings_of_libxcrypts_table_verify() {
    let mut arena = Arena::new();
    let all = lines(include_str!("../../../testkit/vectors/memhard/crypt_libxcrypt_published.jsonl"));
    let mut count = 0;
    for v in all.filter(|v| !text(v, "crypt").starts_with("$gy$")) {
        check(text(&v, "crypt"), &bytes(&v, "password"), &mut arena);
        count += 1;
    }
    assert_eq!(count, 242);
}

#[test]
fn strings_of_the_generated_kdf_vectors_verify() {
    let mut arena = Arena::new();
    let all = lines(include_str!("../../../testkit/vectors/memhard/yescrypt_kdf_generated.jsonl"));
    for v in all.filter(|v| v["crypt"].is_string()) {
        check(text(&v, "crypt"), &bytes(&v, "password"), &mut arena);
    }
}

#[test]
fn encrypted_strings_agree_with_the_published_ones() {
    let mut arena = Arena::new();
    let limits = Limits::default();
    let all: Vec<Value> =
        lines(include_str!("../../../testkit/vectors/memhard/yescrypt_crypt_published.jsonl")).collect();
    assert_eq!(all.len(), 32);
    let mut plain: Option<Stored> = None;
    let mut encrypted = 0;
    for v in &all {
        let stored: Stored = text(v, "crypt").parse().expect("a string");
        assert_eq!(stored.to_string(), text(v, "crypt"));
        let password = bytes(v, "password");
        if v["encryption_key"].is_null() {
            assert_eq!(stored.verify(&password, &limits, &mut arena), Ok(()), "{v}");
            plain = Some(stored);
            continue;
        }
        let key = HashKey::new(bytes(v, "encryption_key").try_into().expect("32 bytes"));
        let open = stored.decrypted(&key).expect("$y$");
        assert_eq!(Some(open), plain, "{v}");
        assert_eq!(open.encrypted(&key), Ok(stored));
        assert_eq!(open.verify(&password, &limits, &mut arena), Ok(()), "{v}");
        assert!(stored.verify(&password, &limits, &mut arena).is_err());
        encrypted += 1;
    }
    assert_eq!(encrypted, 15);
}

#[test]
fn settings_at_the_edge_of_the_grammar_are_taken_and_refused_as_debian_does() {
    let mut arena = Arena::new();
    let all = lines(include_str!("../../../testkit/vectors/memhard/crypt_edge_generated.jsonl"));
    for v in all.filter(|v| !text(v, "setting").starts_with("$gy$")) {
        let found = text(&v, "setting")
            .parse::<Setting>()
            .and_then(|setting| Stored::hash(setting, &bytes(&v, "password"), &mut arena));
        match (text(&v, "result"), found) {
            ("reject", Err(_)) => {}
            (expected, Ok(stored)) => assert_eq!(stored.to_string(), expected, "{v}"),
            (expected, Err(error)) => panic!("{v}: {error}, not {expected}"),
        }
    }
}

#[test]
fn strings_of_scrypt_are_taken_and_refused_as_libxcrypt_does() {
    let file: Value =
        serde_json::from_str(include_str!("../../../testkit/vectors/memhard/scrypt.json")).expect("JSON");
    let mut arena = Arena::new();
    for v in file["crypt_7_valid"].as_array().expect("a list") {
        check(text(v, "string"), &bytes(v, "password"), &mut arena);
    }
    for v in file["crypt_7_invalid"].as_array().expect("a list") {
        assert!(text(v, "string").parse::<Setting>().is_err(), "{v}");
    }
}

const STORED: &str = "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.";

#[test]
fn a_whole_string_cut_anywhere_is_refused() {
    for end in 0..STORED.len() {
        assert!(STORED[..end].parse::<Stored>().is_err(), "{}", &STORED[..end]);
    }
    assert!(STORED.parse::<Stored>().is_ok());
}

#[test]
fn what_follows_a_whole_string_is_refused() {
    for after in [".", "$", "$x", "\n", "\0", "é"] {
        assert!(format!("{STORED}{after}").parse::<Stored>().is_err(), "{after:?}");
    }
}

#[test]
fn a_hash_with_bits_that_belong_to_no_byte_is_refused() {
    let text = format!("{}z", &STORED[..STORED.len() - 1]);
    assert_eq!(
        text.parse::<Stored>(),
        Err(Error::Malformed { at: STORED.len() - 1, what: "bits that belong to no byte" })
    );
}

#[test]
fn strings_that_ask_for_a_tebibyte_or_an_age_are_refused_before_anything_is_allocated() {
    // Memory of nobody: an attempt to hash would fail with another error.
    let mut arena = Arena::borrowed(&mut []);
    let limits = Limits::default();
    let salt = b"0123456789abcdef";
    let huge = |mode, log: u32, r, p, t| {
        Params::new(mode, 1 << log, r)
            .and_then(|x| x.parallelism(p))
            .and_then(|x| x.time(t))
            .expect("parameters")
    };
    for params in [
        huge(Mode::ReadWrite, 28, 32, 1, 0),
        huge(Mode::ReadWrite, 40, 32, 1, 0),
        huge(Mode::ReadWrite, 62, 1, 1, 0),
        huge(Mode::WriteOnce, 30, 8, 1, 0),
        huge(Mode::Scrypt, 63, 1, 1, 0),
        huge(Mode::ReadWrite, 12, 32, 1, 1 << 30),
        huge(Mode::WriteOnce, 12, 32, 1, 1 << 30),
        // Every part takes all steps: days, though they have little memory.
        huge(Mode::ReadWrite, 18, 1, 1 << 16, 1 << 23),
        huge(Mode::Scrypt, 10, 1, (1 << 30) - 1, 0),
        huge(Mode::Scrypt, 2, (1 << 30) - 1, 1, 0),
    ] {
        let setting = Setting::new(params, salt).expect("a setting");
        let text = format!("{setting}{}", &STORED[STORED.len() - 44..]);
        let stored: Stored = text.parse().expect("a string");
        let refused = stored.verify(b"password", &limits, &mut arena);
        assert!(matches!(refused, Err(Error::OverLimit { .. })), "{text}: {refused:?}");
        let pair = Stored::verify_pair([(&stored, b"a"), (&stored, b"b")], &limits, &mut arena);
        assert_eq!(pair, [refused, refused]);
    }
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let mut memory = vec![0; 1 << 20];
    let mut arena = Arena::borrowed(&mut memory);
    let stored: Stored = STORED.parse().expect("a string");
    let found = stored.verify(b"password", &Limits::default(), &mut arena);
    assert!(matches!(found, Err(Error::Memory(_))), "{found:?}");
}

#[test]
fn the_error_names_the_most_that_can_be_written_of_t() {
    let params =
        |t| Params::new(Mode::WriteOnce, 4, 1).and_then(|params| params.time(t)).expect("parameters");
    let most = 1_091_060_272;
    let setting = Setting::new(params(most), b"salt").expect("a setting");
    assert_eq!(setting.to_string().parse::<Setting>(), Ok(setting));
    let error = Setting::new(params(most + 1), b"salt").expect_err("too much");
    assert!(error.to_string().contains(&format!("at most {most} ")), "{error}");
}

#[test]
fn a_rom_of_blocks_without_bytes_or_of_too_many_is_refused() {
    let mut lines = vec![Line::ZERO; 64];
    for r in [0, 1 << 30, 1 << 31, u32::MAX] {
        let made = Rom::make(Choice::AUTO, b"seed", r, 1, &mut lines, &mut Arena::new());
        assert!(matches!(made, Err(Error::Parameter { name: "r", .. })), "{r}: {made:?}");
    }
}

#[test]
fn a_string_of_a_rom_is_refused_without_one() {
    let text = STORED.replace("$j9T$", "$j9T5/$");
    let found = text.parse::<Stored>().expect("a string").verify(b"", &Limits::default(), &mut Arena::new());
    assert!(matches!(found, Err(Error::Parameter { name: "NROM", .. })), "{found:?}");
}

#[test]
fn passwords_may_be_empty_or_no_text() {
    let mut arena = Arena::new();
    let params = Params::new(Mode::ReadWrite, 64, 8).expect("parameters");
    for password in [&b""[..], b"\xff\xfe\x00\x80", &[0; 1000]] {
        let stored = Stored::hash(Setting::new(params, b"salt").expect("a setting"), password, &mut arena)
            .expect("a hash");
        assert_eq!(stored.verify(password, &Limits::default(), &mut arena), Ok(()));
        assert!(stored.verify(b"other", &Limits::default(), &mut arena).is_err());
    }
}

#[test]
fn a_pair_of_logins_is_told_apart() {
    let mut arena = Arena::new();
    let setting = |n, salt: &[u8]| {
        Setting::new(Params::new(Mode::ReadWrite, n, 8).expect("parameters"), salt).expect("a setting")
    };
    let limits = Limits::default();
    for other in [64, 128] {
        let a = Stored::hash(setting(64, b"one"), b"first", &mut arena).expect("a hash");
        let b = Stored::hash(setting(other, b"two"), b"second", &mut arena).expect("a hash");
        let mut verify = |x: &[u8], y: &[u8]| Stored::verify_pair([(&a, x), (&b, y)], &limits, &mut arena);
        assert_eq!(verify(b"first", b"second"), [Ok(()), Ok(())]);
        assert_eq!(verify(b"second", b"second"), [Err(Error::WrongPassword), Ok(())]);
        assert_eq!(verify(b"first", b"first"), [Ok(()), Err(Error::WrongPassword)]);
    }
}

#[test]
fn the_systems_libcrypt_takes_our_strings_and_we_take_its() {
    let Some(mut libcrypt) = LibCrypt::load() else {
        eprintln!("skipped: there is no libcrypt.so.1 here");
        return;
    };
    let mut arena = Arena::new();
    let mut random = fastrand::Rng::with_seed(13);
    let read_write = |n, r| Params::new(Mode::ReadWrite, n, r).expect("parameters");
    let write_once = |n, r| Params::new(Mode::WriteOnce, n, r).expect("parameters");
    let mut settings = Vec::new();
    for params in [
        Params::DEFAULT,
        read_write(1024, 8),
        read_write(16, 1),
        read_write(256, 3).parallelism(2).expect("p"),
        read_write(1024, 70).time(2).expect("t"),
        read_write(64, 8).parallelism(13).expect("p").time(1).expect("t"),
        write_once(64, 5).parallelism(3).expect("p").time(300).expect("t"),
    ] {
        let salt: Vec<u8> = (0..random.usize(0..=64)).map(|_| random.u8(..)).collect();
        settings.push(Setting::new(params, &salt).expect("a setting"));
    }
    let scrypt =
        Params::new(Mode::Scrypt, 256, 4).and_then(|params| params.parallelism(2)).expect("parameters");
    settings.push(Setting::new(scrypt, b"binary\0salt").expect("a setting"));
    settings.push(Setting::classic(scrypt, "text.salt/09AZaz").expect("a setting"));
    for setting in settings {
        for password in [&b""[..], b"password", b"\xc3\xa9\xff"] {
            let ours = Stored::hash(setting, password, &mut arena).expect("a hash").to_string();
            assert_eq!(libcrypt.crypt(password, &ours).as_ref(), Some(&ours));
            let theirs = libcrypt.crypt(password, &setting.to_string()).expect("a hash");
            assert_eq!(theirs, ours);
        }
    }
}

const CATS: &str = "$twocats$v=2015$h=blake2s,s=4,m=4,x=2,l=8,p=1,b=256,u=64,o=0,r=0$c2FsdHNhbHQ$b4ZGt5CsUPbjxEXAw5P5q4AuaBQXq4Mdg6ZtTp+Cq7Y";

#[test]
fn strings_of_twocats_are_read_as_they_were_written() {
    let mut arena = Arena::new();
    let limits = Limits::default();
    for hash in Hash::ALL {
        for params in [
            twocats::Params::new(Edition::Final2015, hash, 7).side_channel_resistant(true).parallelism(2),
            twocats::Params::new(Edition::Phc2014, hash, 7)
                .time_cost(2)
                .start_mem_cost(5)
                .block_size(512, 128),
        ] {
            let stored = StoredTwoCats::hash(&params, b"password", b"0123456789", b"pepper", &mut arena)
                .expect("a hash");
            let back: StoredTwoCats = stored.to_string().parse().expect("a string");
            assert_eq!(back, stored);
            assert_eq!(back.verify(b"password", b"pepper", &limits, &mut arena), Ok(()));
            for (password, data) in [(&b"Password"[..], &b"pepper"[..]), (b"password", b""), (b"", b"")] {
                assert_eq!(back.verify(password, data, &limits, &mut arena), Err(Error::WrongPassword));
            }
        }
    }
}

#[test]
fn a_string_of_twocats_cut_changed_or_continued_is_refused() {
    assert_eq!(CATS.parse::<StoredTwoCats>().expect("a string").to_string(), CATS);
    for end in 0..CATS.len() {
        assert!(CATS[..end].parse::<StoredTwoCats>().is_err(), "{}", &CATS[..end]);
    }
    for (from, to) in [
        ("v=2015", "v=2016"),
        ("v=2015", "v=2014"),
        ("h=blake2s", "h=blake2b"),
        ("h=blake2s", "h=md5"),
        ("s=4", "s=04"),
        ("s=4", "s=5"),
        ("s=4", "s=+4"),
        ("s=4", "s="),
        ("m=4", "m=31"),
        ("m=4", "m=260"),
        ("x=2", "x=9"),
        ("l=8", "l=6"),
        ("l=8", "l=16"),
        ("p=1", "p=0"),
        ("b=256", "b=255"),
        ("b=256", "b=4294967296"),
        ("u=64", "u=512"),
        ("u=64", "u=16"),
        (",o=0", ""),
        ("r=0", "r=2"),
        ("r=0", "r=0,r=0"),
        ("r=0", "r=0,z=1"),
        ("c2FsdHNhbHQ$", "c2FsdHNhbHQ=$"),
        ("c2FsdHNhbHQ$", "c2FsdHNhbHR$"),
        ("Cq7Y", "Cq7Z"),
        ("Cq7Y", "Cq7Y$"),
        ("Cq7Y", "Cq7YAAAA"),
    ] {
        let text = CATS.replace(from, to);
        assert_ne!(text, CATS);
        assert!(text.parse::<StoredTwoCats>().is_err(), "{text}");
    }
}

#[test]
fn a_string_of_twocats_over_the_limits_is_refused_before_anything_is_allocated() {
    let mut arena = Arena::borrowed(&mut []);
    for text in [
        CATS.replace("m=4", "m=30").replace("r=0", "r=1"),
        CATS.replace("v=2015", "v=2014").replace("m=4", "m=4,t=30").replace(",r=0", ""),
    ] {
        let stored: StoredTwoCats = text.parse().expect("a string");
        let found = stored.verify(
            b"password",
            b"",
            &Limits { memory: 1 << 30, work: 1 << 20, ..Limits::default() },
            &mut arena,
        );
        assert!(matches!(found, Err(Error::OverLimit { .. })), "{found:?}");
    }
}

#[test]
fn a_string_of_twocats_with_a_digest_for_every_few_bytes_is_over_the_limits() {
    // As much memory as is allowed, in blocks of 32 bytes: minutes.
    let text = CATS.replace("m=4", "m=20").replace("b=256,u=64", "b=32,u=32");
    let stored: StoredTwoCats = text.parse().expect("a string");
    let found = stored.verify(b"password", b"", &Limits::default(), &mut Arena::borrowed(&mut []));
    assert!(matches!(found, Err(Error::OverLimit { .. })), "{found:?}");
}

#[test]
fn the_traffic_of_twocats_is_that_of_the_levels_that_are_filled() {
    let usual = twocats::Params::new(Edition::Final2015, Hash::Sha512, 16);
    // The last level and, to be overwritten, those below 2^10 KiB that have four blocks of 16 KiB.
    assert_eq!(usual.traffic(), 2 * (usual.memory() + ((64 + 128 + 256 + 512) << 10)));
    assert_eq!(usual.overwrite_cost(0).traffic(), 2 * usual.memory());
    assert_eq!(usual.overwrite_cost(0).start_mem_cost(15).traffic(), 3 * usual.memory());
    // Three parts use no more than a multiple of their blocks.
    assert_eq!(usual.parallelism(3).memory(), (64 << 20) / (12 << 14) * (12 << 14));
}

#[test]
fn a_raised_string_of_twocats_is_what_the_password_gives() {
    let mut arena = Arena::new();
    let params = twocats::Params::new(Edition::Final2015, Hash::Sha512, 7).overwrite_cost(0);
    let salt = b"16 random bytes!";
    let stored = StoredTwoCats::hash(&params, b"password", salt, b"", &mut arena).expect("a hash");
    let raised = stored.raised(9, &mut arena).expect("a hash");
    let again = StoredTwoCats::hash(raised.params(), b"password", salt, b"", &mut arena).expect("a hash");
    assert_eq!(raised, again);
    assert!(raised.raised(9, &mut arena).is_err());
    assert!(raised.needs_rehash(&params) && !stored.needs_rehash(&params));
}

proptest! {
    #[test]
    fn any_text_behind_the_name_of_twocats_is_refused_or_written_back(text in "\\$twocats\\$v=201[45]\\$[a-z0-9=,$+/A-Z]{0,120}") {
        if let Ok(stored) = text.parse::<StoredTwoCats>() {
            prop_assert_eq!(stored.to_string(), text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = text.parse::<Stored>();
        let _ = text.parse::<Setting>();
    }

    #[test]
    fn any_text_behind_a_prefix_is_refused_or_written_back(text in "\\$[y7]\\$[./0-9A-Za-z$]{0,120}") {
        if let Ok(stored) = text.parse::<Stored>() {
            prop_assert_eq!(stored.to_string(), text);
        }
    }

    #[test]
    fn what_is_written_is_read(log in 2u32..=63, r in 1u32..=1 << 20, p in 1u32..=1000, t in 0u32..=1_091_060_272, salt in prop::collection::vec(any::<u8>(), 0..=64), rom in 0u32..=63) {
        let params = Params::new(Mode::ReadWrite, 1 << log, r)
            .and_then(|params| params.parallelism(p))
            .and_then(|params| params.time(t));
        if let Ok(params) = params {
            let mut setting = Setting::new(params, &salt).expect("a setting");
            if rom > 0 {
                setting = setting.with_rom(rom).expect("a ROM");
            }
            let text = setting.to_string();
            prop_assert_eq!(text.parse::<Setting>(), Ok(setting));
        }
    }
}
