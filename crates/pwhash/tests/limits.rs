//! What stored strings may ask for, what new ones must have, and how that is said.

use std::error::Error as _;

use base64ct::Encoding as _;
use lanesmith_pwhash::argon2::Params as Argon2;
use lanesmith_pwhash::crypt::{Limits, Setting, Stored, StoredTwoCats};
use lanesmith_pwhash::mem::{Arena, MemoryError};
use lanesmith_pwhash::password::{PasswordHash, Policy, Scheme, calibrate, calibrate_below_floor};
use lanesmith_pwhash::twocats::{self, Edition, Hash};
use lanesmith_pwhash::yescrypt::{Mode, Params};
use lanesmith_pwhash::{Error, argon2, lyra2, scrypt};

const CATS: &str = "$twocats$v=2015$h=blake2s,s=4,m=4,x=2,l=8,p=1,b=256,u=64,o=0,r=0$c2FsdHNhbHQ$b4ZGt5CsUPbjxEXAw5P5q4AuaBQXq4Mdg6ZtTp+Cq7Y";

#[test]
fn new_strings_of_twocats_that_fill_no_memory_are_refused_and_those_that_exist_verify() {
    let mut arena = Arena::new();
    let mut hash = |params| StoredTwoCats::hash(&params, b"password", b"salt", b"", &mut arena);
    let empty = twocats::Params::new(Edition::Final2015, Hash::Blake2s, 4).overwrite_cost(0);
    assert_eq!((empty.memory(), empty.traffic()), (0, 0));
    let refused = hash(empty).expect_err("no memory");
    assert!(refused.to_string().starts_with("memory is 16384: it must be at least"), "{refused}");
    assert!(hash(empty.block_size(4096, 64)).is_ok());
    for edition in [Edition::Final2015, Edition::Phc2014] {
        // As the reference, or we of old, made it.
        let params = twocats::Params::new(edition, Hash::Blake2s, 4).overwrite_cost(0);
        let mut digest = [0; 32];
        let twocats = twocats::TwoCats::new(params).expect("parameters");
        twocats.hash(b"password", b"salt", b"", &mut digest, &mut Arena::new()).expect("a digest");
        let rest = format!("{}${}", "c2FsdA", base64ct::Base64Unpadded::encode_string(&digest));
        let text = match edition {
            Edition::Phc2014 => format!("v=2014$h=blake2s,s=4,m=4,t=0,x=2,l=8,p=1,b=16384,u=64,o=0${rest}"),
            _ => format!("v=2015$h=blake2s,s=4,m=4,x=2,l=8,p=1,b=16384,u=64,o=0,r=0${rest}"),
        };
        let stored: StoredTwoCats = format!("$twocats${text}").parse().expect("a string");
        assert_eq!(stored.verify(b"password", b"", &Limits::default(), &mut Arena::new()), Ok(()));
        let raised = stored.raised(5, &mut Arena::new());
        assert!(matches!(raised, Err(Error::Parameter { name: "memory", .. })), "{raised:?}");
        assert!(stored.raised(6, &mut Arena::new()).is_ok());
    }
}

#[test]
fn twocats_with_blocks_shorter_than_a_digest_is_refused() {
    for edition in [Edition::Final2015, Edition::Phc2014] {
        for (hash, block, right) in [
            (Hash::Sha512, 32, false),
            (Hash::Blake2b, 32, false),
            (Hash::Blake2b, 64, true),
            (Hash::Blake2s, 32, true),
            (Hash::Sha256, 16, false),
        ] {
            let params = twocats::Params::new(edition, hash, 8).lanes(1).block_size(block, block.min(32));
            let made = twocats::TwoCats::new(params);
            assert_eq!(made.is_ok(), right, "{hash:?} {block}");
            if let Err(error) = made {
                assert!(error.to_string().contains("at least a digest"), "{error}");
            }
        }
    }
    let text = CATS.replace("blake2s", "sha512");
    let text = text.replace("b=256,u=64", "b=32,u=32").replace("Cq7Y", &"Cq7Y".repeat(2));
    let error = text.parse::<StoredTwoCats>().expect_err("undefined");
    assert!(error.to_string().starts_with("blockSize is 32: it must be at least a digest"), "{error}");
}

#[test]
fn a_pair_counts_both_matrices() {
    let params = Params::new(Mode::ReadWrite, 1024, 8).expect("parameters");
    let mut arena = Arena::new();
    let stored = |salt: &[u8], arena: &mut Arena<'_>| {
        Stored::hash(Setting::new(params, salt).expect("a setting"), b"password", arena).expect("a hash")
    };
    let (a, b) = (stored(b"one", &mut arena), stored(b"two", &mut arena));
    let memory = |limit| {
        let limits = Limits { memory: limit, ..Limits::default() };
        let mut arena = Arena::new();
        let pair = [(&a, &b"password"[..]), (&b, &b"password"[..])];
        assert_eq!(Stored::verify_pair(pair, &limits, &mut arena), [Ok(()), Ok(())]);
        arena.capacity() as u64
    };
    // Pages that are huge round it up.
    let each = params.memory();
    assert!(memory(2 * each) > 2 * (1 << 20));
    assert!(memory(2 * each - 1) < 2 * (1 << 20));
}

#[test]
fn a_number_that_is_cut_off_is_named_in_words() {
    for (text, named) in [
        ("$7$C6..", "r is cut off"),
        ("$7$C6...!", "r is cut off"),
        ("$7$C6...../", "p is cut off"),
        ("$7$", "log2 N is cut off"),
        ("$y$", "the flavour is cut off"),
        ("$y$j9", "r is cut off"),
        ("$y$j9T.", "p is cut off"),
    ] {
        let error = text.parse::<Setting>().expect_err("cut off").to_string();
        assert!(error.contains(named) && error.contains("no "), "{text}: {error}");
    }
}

#[test]
fn a_policy_that_fills_no_memory_cannot_be_had() {
    let twocats = Policy::new(Scheme::TwoCats);
    for (memory, parts) in [(8 << 20, 129), (8 << 20, 255), (1 << 20, 17), (32 << 10, 1), (1 << 10, 1)] {
        let made = twocats.with_parallelism(parts).and_then(|policy| policy.with_memory(memory));
        assert!(matches!(made, Err(Error::Parameter { name: "memory", .. })), "{memory} {parts}: {made:?}");
    }
    // What it says that it takes gives the same policy again, however many parts there are.
    for parts in [1, 3, 100] {
        let policy = twocats.with_parallelism(parts).expect("parts");
        assert_eq!(policy.with_memory(policy.memory()), Ok(policy));
    }
    let small = twocats.with_memory(8 << 20).expect("memory");
    assert_eq!(small.with_parallelism(128).map(|policy| policy.memory()), Ok(8 << 20));
    assert!(small.with_parallelism(129).is_err());
    // One that was put together by hand.
    let params = twocats::Params::new(Edition::Final2015, Hash::Blake2s, 13).parallelism(255);
    let by_hand = Policy::TwoCats(params);
    assert_eq!((by_hand.memory(), by_hand.traffic(), by_hand.work()), (0, 0, 0));
    let made = by_hand.hash(b"password", b"16 random bytes!", &mut Arena::new());
    assert!(matches!(made, Err(Error::Parameter { name: "memory", .. })), "{made:?}");
    let time = std::time::Duration::from_millis(1);
    assert!(calibrate_below_floor(&by_hand, time, 8 << 20, &mut Arena::new()).is_err());
}

#[test]
fn the_report_of_a_string_that_fills_no_memory_says_so() {
    let text = CATS.replace("p=1,b=256", "p=129,b=256");
    let report = text.parse::<PasswordHash>().expect("a string").report();
    assert_eq!((report.memory, report.traffic, report.work), (0, 0, 0));
    assert!(report.remarks.iter().any(|remark| remark.contains("fills no memory")), "{report:?}");
}

/// A string with a hash of that many bytes, which is that of the password.
fn with_hash_of(scheme: Scheme, bytes: usize, arena: &mut Arena<'_>) -> String {
    let text = |hash: &[u8]| base64ct::Base64Unpadded::encode_string(hash);
    let (password, salt) = (&b"password"[..], &b"16 random bytes!"[..]);
    let mut hash = vec![0; bytes];
    let head = match scheme {
        Scheme::Scrypt => {
            let params = scrypt::Params::new(16, 8, 1);
            scrypt::derive(&params, password, salt, &mut hash, arena).expect("a hash");
            "$scrypt$ln=4,r=8,p=1"
        }
        Scheme::Lyra2 => {
            let params = lyra2::Params::default().rows(64);
            lyra2::hash(&params, password, salt, &mut hash, arena).expect("a hash");
            "$lyra2$v=3$h=blamka,t=1,r=64,c=256,b=12,f=1,p=1"
        }
        _ => {
            let params = Argon2::default().memory_kib(64).passes(1).lanes(1);
            argon2::hash(&params, &argon2::Input::new(password, salt), &mut hash, arena).expect("a tag");
            "$argon2id$v=19$m=64,t=1,p=1"
        }
    };
    format!("{head}${}${}", text(salt), text(&hash))
}

#[test]
fn a_hash_that_may_have_been_cut_off_is_refused_unless_asked_for() {
    let mut arena = Arena::new();
    let strict = Limits::default();
    let lax = Limits { short_hashes: true, ..strict };
    for scheme in [Scheme::Argon2id, Scheme::Scrypt, Scheme::Lyra2] {
        for bytes in [16, 17, 24, 31, 32, 33, 64] {
            let text = with_hash_of(scheme, bytes, &mut arena);
            let stored: PasswordHash = text.parse().expect("a string");
            // Programs wrote tags of Argon2 of 16 bytes for years.
            let usual = bytes >= 32 || bytes == 16 && scheme == Scheme::Argon2id;
            let verified = stored.verify(b"password", &strict, &mut arena);
            match verified {
                Ok(()) => assert!(usual, "{text}"),
                Err(error @ Error::Length { .. }) => {
                    assert!(!usual && error.to_string().contains("cut off"), "{text}: {error}");
                    assert_eq!(stored.admit(&strict), Err(error));
                }
                Err(error) => panic!("{text}: {error}"),
            }
            assert_eq!(stored.verify(b"password", &lax, &mut arena), Ok(()), "{text}");
            assert_eq!(stored.verify(b"passwore", &lax, &mut arena), Err(Error::WrongPassword), "{text}");
            let said = stored.report().remarks.iter().any(|remark| remark.contains("cut off"));
            assert_eq!(said, !usual, "{text}");
        }
    }
    // Cut by characters, as a column does it.
    let text = with_hash_of(Scheme::Scrypt, 32, &mut arena);
    let cut: PasswordHash = text[..text.len() - 11].parse().expect("a string");
    assert!(matches!(cut.verify(b"password", &strict, &mut arena), Err(Error::Length { bytes: 24, .. })));
}

#[test]
fn more_parts_than_256_are_neither_verified_nor_made() {
    let (salt, tag) = ("c29tZXNhbHQ", "FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI");
    for parameters in [
        "$argon2id$v=19$m=8192,t=1,p=257",
        "$scrypt$ln=4,r=1,p=257",
        "$lyra2$v=3$h=blamka,t=1,r=2056,c=1,b=12,f=1,p=257",
    ] {
        let stored: PasswordHash = format!("{parameters}${salt}${tag}").parse().expect("a string");
        let mut arena = Arena::new();
        let refused = stored.verify(b"password", &Limits::generous(), &mut arena);
        // No limits of the caller's raise it: it is no `OverLimit`.
        assert!(matches!(refused, Err(Error::Parameter { value: 257, .. })), "{parameters}: {refused:?}");
        assert_eq!(arena.capacity(), 0);
        let remarks = stored.report().remarks;
        assert!(remarks.contains(&"refused by verify: more than 256 parts"), "{remarks:?}");
    }
    let params = Params::new(Mode::ReadWrite, 2048, 1).and_then(|params| params.parallelism(257));
    let setting = Setting::new(params.expect("parameters"), b"16 random bytes!").expect("a setting");
    let text = format!("{setting}$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.");
    let refused = text.parse::<Stored>().expect("a string").admitted();
    assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    for scheme in [Scheme::Argon2id, Scheme::Scrypt, Scheme::Lyra2] {
        let policy = Policy::new(scheme).with_memory(64 << 20).expect("memory");
        assert!(policy.with_parallelism(256).is_ok(), "{scheme}");
        let many = policy.with_parallelism(257).expect_err("too many parts").to_string();
        assert!(many.contains("at most 256"), "{scheme}: {many}");
    }
}

trait Admitted {
    fn admitted(self) -> Result<(), Error>;
}

impl Admitted for Stored {
    fn admitted(self) -> Result<(), Error> {
        PasswordHash::Crypt(self).admit(&Limits::generous())
    }
}

#[test]
fn strings_of_every_usual_policy_and_the_dearest_of_libraries_are_within_the_limits() {
    let argon2 = |mib: u64, passes| {
        Policy::new(Scheme::Argon2id)
            .with_memory(mib << 20)
            .and_then(|policy| policy.with_time_cost(passes))
            .expect("costs")
    };
    let within =
        |policy: Policy, limits: Limits| policy.memory() <= limits.memory && policy.work() <= limits.work;
    for scheme in Scheme::ALL {
        assert!(within(Policy::new(scheme), Limits::default()), "{scheme}");
        assert_eq!(Policy::new(scheme).limits(), Limits::default());
    }
    // libsodium's "moderate" and "sensitive", the keystores of EIP-2335, the dearest of crypt_gensalt(3).
    assert!(within(argon2(256, 3), Limits::default()));
    assert!(within(Policy::Scrypt(scrypt::Params::new(1 << 18, 8, 1)), Limits::default()));
    assert!(within(argon2(1024, 4), Limits::generous()));
    assert!(within(Policy::Scrypt(scrypt::Params::new(1 << 20, 8, 1)), Limits::generous()));
    let gensalt = Params::new(Mode::ReadWrite, 1 << 18, 32).expect("parameters");
    assert!(within(Policy::Yescrypt(gensalt), Limits::generous()));
    // Ten at once.
    assert!(10 * Limits::default().memory < 3 << 30);
}

#[test]
fn what_is_below_owasps_floor_says_so() {
    let policy = |scheme, mib: u64, time: Option<u32>| {
        let policy = Policy::new(scheme).with_memory(mib << 20).expect("memory");
        time.map_or(policy, |time| policy.with_time_cost(time).expect("a time cost"))
    };
    for scheme in [Scheme::Argon2id, Scheme::Argon2i, Scheme::Argon2d] {
        for (mib, time, below) in [
            (46, 1, false),
            (45, 1, true),
            (19, 2, false),
            (18, 2, true),
            (12, 3, false),
            (9, 4, false),
            (7, 5, false),
            (7, 4, true),
            (6, 100, true),
        ] {
            assert_eq!(policy(scheme, mib, Some(time)).is_below_floor(), below, "{scheme} {mib} {time}");
        }
    }
    for (mib, p, below) in
        [(128, 1, false), (64, 1, true), (64, 2, false), (16, 5, false), (8, 10, false), (8, 9, true)]
    {
        assert_eq!(policy(Scheme::Scrypt, mib, Some(p)).is_below_floor(), below, "scrypt {mib} {p}");
    }
    for (scheme, mib) in [(Scheme::Yescrypt, 16), (Scheme::Lyra2, 16), (Scheme::TwoCats, 32)] {
        assert!(!policy(scheme, mib, None).is_below_floor(), "{scheme}");
        assert!(policy(scheme, mib / 2, None).is_below_floor(), "{scheme}");
    }
    for scheme in Scheme::ALL {
        assert!(!Policy::new(scheme).is_below_floor(), "{scheme}");
        assert!(Policy::new(scheme).remarks().is_empty(), "{scheme}");
        // However many parts the memory is rounded down to.
        for parts in [3, 7] {
            let odd = Policy::new(scheme).with_parallelism(parts).expect("parts");
            assert!(!odd.is_below_floor(), "{scheme} {parts}");
        }
    }
    let stored = policy(Scheme::Argon2id, 1, None).hash(b"password", b"16 random bytes!", &mut Arena::new());
    let remarks = stored.expect("a hash").report().remarks;
    assert_eq!(remarks, ["below OWASP's floor for new hashes: cheap to attack"]);
}

#[test]
fn calibration_does_not_go_below_the_floor_unless_told() {
    let mut arena = Arena::new();
    let soon = std::time::Duration::from_nanos(1);
    for scheme in [Scheme::Argon2id, Scheme::Yescrypt, Scheme::Scrypt, Scheme::Lyra2, Scheme::TwoCats] {
        let like = Policy::new(scheme);
        for memory in [32 << 20, 1 << 30] {
            let found = calibrate(&like, soon, memory, &mut arena).expect("costs");
            assert!(
                !found.policy.is_below_floor() && found.policy.memory() <= memory + (1 << 20),
                "{found:?}"
            );
            assert!(found.expected > soon, "{found:?}");
        }
        let cheap = calibrate_below_floor(&like, soon, 32 << 20, &mut arena).expect("costs");
        assert!(cheap.policy.is_below_floor(), "{cheap:?}");
        let refused = calibrate(&like, soon, 6 << 20, &mut arena);
        assert!(matches!(refused, Err(Error::Parameter { name: "memory", .. })), "{refused:?}");
    }
}

#[test]
fn messages_say_each_thing_once_and_in_units_that_people_read() {
    let said = |error: Error| {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            text = format!("{text}: {error}");
            source = error.source();
        }
        text
    };
    let refused = MemoryError::Refused { bytes: 1 << 30 };
    assert_eq!(said(Error::Memory(refused)), "the system refused 1073741824 bytes of memory");
    assert_eq!(said(Error::Memory(MemoryError::Refused { bytes: 1 })), "the system refused 1 byte of memory");
    let over = |what, value, limit| said(Error::OverLimit { what, value, limit });
    assert_eq!(
        over("memory", 4_398_046_507_008, 1025 << 20),
        "the string asks for 4 TiB of memory, more than the limit of 1025 MiB"
    );
    assert_eq!(over("work", 1, 0), "the string asks for 1 byte of work, more than the limit of 0 bytes");
    // Two numbers that look the same in a unit.
    assert_eq!(
        over("work", 1025 << 10, (1 << 20) + 1),
        "the string asks for 1025 KiB of work, more than the limit of 1 MiB"
    );
    assert_eq!(
        over("work", (1 << 20) + 2, (1 << 20) + 1),
        "the string asks for 1048578 bytes of work, more than the limit of 1048577 bytes"
    );
    assert_eq!(
        over("work", u64::MAX, 8 << 30),
        "the string asks for 16 EiB of work, more than the limit of 8 GiB"
    );
    let length = Error::Length { what: "tag", bytes: 1, need: "at least 16" };
    assert_eq!(said(length), "the tag has 1 byte: it must have at least 16");
}
