//! Strings of stored passwords: those that every library writes, hostile ones, and policies.

use std::time::{Duration, Instant};

use lanesmith_pwhash::argon2::{Input, Params, Variant, hash};
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::password::{
    Context, Costs, PasswordHash, Pepper, Policy, Scheme, StoredArgon2, StoredLyra2, calibrate_below_floor,
};
use lanesmith_pwhash::{Error, lyra2, scrypt, twocats, yescrypt};
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
        // Some have short tags.
        let limits = Limits { short_hashes: true, ..Limits::default() };
        let result = stored.verify(&case.password, &Context::new(), &limits, &mut arena);
        if case.note.contains("tag 4 bytes") {
            assert!(matches!(result, Err(Error::Length { what: "tag", bytes: 4, .. })), "{}", case.note);
        } else {
            assert_eq!(result, Ok(()), "{}", case.note);
            let wrong = [&case.password[..], b"x"].concat();
            let result = stored.verify(&wrong, &Context::new(), &limits, &mut arena);
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
fn keyid_and_data_without_bytes_are_refused() {
    // Found by fuzzing: they were read, and not written back.
    for empty in ["keyid=", "data=", "keyid=Zm9v,data="] {
        let text =
            format!("$argon2i$m=64,t=2,p=1,{empty}$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI");
        assert!(matches!(parse(&text), Err(Error::Malformed { .. })), "{text}");
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
        "$scrypt$ln=32,r=8,p=1",
        "$scrypt$ln=10,r=8,p=134217727",
        "$scrypt$ln=1,r=1073741823,p=1",
        "$scrypt$ln=20,r=8,p=1000",
    ] {
        let stored = parse(&format!("{parameters}${salt}${tag}")).expect("a well-formed string");
        let mut arena = Arena::new();
        let result = stored.verify(b"password", &Limits::generous(), &mut arena);
        assert!(matches!(result, Err(Error::OverLimit { .. })), "{parameters}: {result:?}");
        assert_eq!(arena.capacity(), 0, "{parameters}");
    }
}

#[test]
fn memory_for_more_lanes_than_there_can_be_is_an_error() {
    for lanes in [1 << 24, 1 << 30, u32::MAX] {
        let policy = Policy::Argon2(Params::default().lanes(lanes));
        let error = policy.with_memory(1 << 30).expect_err("too many lanes");
        assert!(matches!(error, Error::Parameter { .. }), "{lanes}: {error}");
    }
}

/// A cheap policy of each scheme.
fn cheap() -> Vec<Policy> {
    let cheap = |scheme| {
        let policy = Policy::new(scheme);
        let policy =
            if scheme == Scheme::Yescrypt { policy } else { policy.with_parallelism(2).expect("two parts") };
        policy.with_memory(256 << 10).expect("memory")
    };
    let small = twocats::Params::new(twocats::Edition::Final2015, twocats::Hash::Blake2s, 8)
        .overwrite_cost(0)
        .block_size(1024, 64);
    let mut all: Vec<Policy> =
        Scheme::ALL.into_iter().filter(|scheme| *scheme != Scheme::TwoCats).map(cheap).collect();
    all.push(Policy::TwoCats(small));
    all.push(Policy::Lyra2(
        lyra2::Params::default()
            .edition(lyra2::Edition::April2014)
            .sponge(lyra2::Sponge::Blake2b)
            .columns(64)
            .rows(20),
    ));
    all.push(Policy::Argon2(Params::default().memory_kib(64).passes(2).lanes(2).variant(Variant::I)));
    all.push(Policy::Scrypt(scrypt::Params::new(16, 8, 2)));
    all.push(Policy::Yescrypt(yescrypt::Params::new(yescrypt::Mode::ReadWrite, 64, 8).expect("parameters")));
    all
}

#[test]
fn secret_and_data_are_needed_to_verify_in_every_scheme() {
    let mut arena = Arena::new();
    let limits = Limits::default();
    let context = Context::new().secret(b"pepper").data(b"user 4711");
    for policy in cheap() {
        let stored = policy.hash_in(&context, b"password", b"16 random bytes!", &mut arena).expect("a hash");
        assert_eq!(stored.verify_in(&context, b"password", &limits, &mut arena), Ok(()), "{policy:?}");
        for other in [
            Context::new(),
            Context::new().secret(b"pepper"),
            Context::new().data(b"user 4711"),
            Context::new().secret(b"user 4711").data(b"pepper"),
            Context::new().secret(b"pepper").data(b"user 471"),
        ] {
            let result = stored.verify_in(&other, b"password", &limits, &mut arena);
            assert_eq!(result, Err(Error::WrongPassword), "{policy:?} {other:?}");
        }
        let result = stored.verify_in(&context, b"passwore", &limits, &mut arena);
        assert_eq!(result, Err(Error::WrongPassword), "{policy:?}");
    }
}

#[test]
fn a_secret_of_argon2_is_its_own_input() {
    let mut arena = Arena::new();
    let params = Params::default().memory_kib(64).lanes(1);
    let context = Context::new().secret(b"pepper").data(b"data");
    let stored = StoredArgon2::hash(&params, b"password", b"somesaltsomesalt", &context, &mut arena);
    let stored = stored.expect("a hash").to_string();
    let mut tag = [0; 32];
    let input = Input { password: b"password", salt: b"somesaltsomesalt", secret: b"pepper", data: b"data" };
    hash(&params, &input, &mut tag, &mut arena).expect("a hash");
    let read = parse(&stored).expect("its own string");
    let again = Policy::Argon2(params).hash_in(&context, b"password", b"somesaltsomesalt", &mut arena);
    assert_eq!(read, again.expect("a hash"));
    assert!(!format!("{read:?}").contains(&format!("{}, {}", tag[0], tag[1])));
}

#[test]
fn data_beside_a_string_that_has_its_own_is_an_error() {
    let text =
        "$argon2id$v=19$m=64,t=2,p=1,data=YWJj$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    let result = parse(text).expect("a string").verify_in(
        &Context::new().data(b"x"),
        b"",
        &Limits::default(),
        &mut Arena::new(),
    );
    assert!(matches!(result, Err(Error::Length { what: "associated data", .. })), "{result:?}");
}

#[test]
fn new_strings_are_read_back_and_need_no_rehash() {
    let mut arena = Arena::new();
    let policies = cheap();
    for (i, policy) in policies.iter().enumerate() {
        for password in [&b""[..], b"\xff\0\xfe", b"password"] {
            let stored = policy.hash(password, b"16 random bytes!", &mut arena).expect("a hash");
            let read = parse(&stored.to_string()).expect("its own string");
            assert_eq!(read, stored);
            assert_eq!(read.policy(), Some(*policy));
            assert_eq!(read.verify(password, &Limits::default(), &mut arena), Ok(()));
            let wrong = [password, b"x"].concat();
            let result = read.verify(&wrong, &Limits::default(), &mut arena);
            assert_eq!(result, Err(Error::WrongPassword), "{policy:?}");
            for (j, other) in policies.iter().enumerate() {
                assert_eq!(read.differs(other), i != j);
            }
        }
        let short = policy.hash(b"password", b"8 bytes!", &mut arena).expect("a hash");
        assert!(short.needs_rehash(policy), "a short salt: {policy:?}");
        assert!(policy.hash(b"password", b"7 bytes", &mut arena).is_err());
    }
}

#[test]
fn a_string_that_costs_more_than_the_policy_is_not_made_cheaper() {
    let mut arena = Arena::new();
    for policy in cheap() {
        let dearer = policy.with_memory(2 * policy.memory()).expect("memory");
        let [usual, more] = [policy, dearer]
            .map(|policy| policy.hash(b"password", b"16 random bytes!", &mut arena).expect("a hash"));
        assert!(!more.needs_rehash(&policy) && more.differs(&policy), "{policy:?}");
        assert!(usual.needs_rehash(&dearer), "{policy:?}");
        assert!(!usual.needs_rehash(&policy) && !usual.differs(&policy), "{policy:?}");
        // More memory for less time is another choice, and no better.
        if let Ok(slower) = policy.with_time_cost(policy.time_cost().unwrap_or(0) + 2)
            && slower != policy
        {
            assert!(more.needs_rehash(&slower), "{policy:?}");
        }
        let other =
            Policy::new(if policy.scheme() == Scheme::Lyra2 { Scheme::Argon2id } else { Scheme::Lyra2 });
        assert!(more.needs_rehash(&other), "{policy:?}");
    }
}

#[test]
fn the_secret_of_a_string_is_found_by_its_id_and_replaced_at_a_login() {
    let (mut arena, limits) = (Arena::new(), Limits::default());
    let older = [Pepper { id: b"2024", secret: b"of 2024" }, Pepper { id: b"2025", secret: b"of 2025" }];
    let now = Context::new().secret(b"of 2026").key_id(b"2026").older(&older);
    for policy in cheap() {
        let of = |pepper: Pepper<'static>| Context::new().secret(pepper.secret).key_id(pepper.id);
        let stored =
            policy.hash_in(&of(older[1]), b"password", b"16 random bytes!", &mut arena).expect("a hash");
        let text = stored.to_string();
        let argon2 = matches!(policy, Policy::Argon2(_));
        assert_eq!(text.contains(",keyid=MjAyNQ$"), argon2, "{text}");
        assert_eq!(stored.key_id(), if argon2 { &b"2025"[..] } else { b"" });
        let stored = parse(&text).expect("its own string");
        assert_eq!(stored.verify_in(&now, b"password", &limits, &mut arena), Ok(()), "{text}");
        assert_eq!(stored.verify_in(&now, b"passwore", &limits, &mut arena), Err(Error::WrongPassword));
        let mut login = |stored: &PasswordHash, context: &Context<'_>| {
            policy.verify_and_upgrade(stored, context, b"password", b"16 random bytes!", &limits, &mut arena)
        };
        let new = login(&stored, &now).expect("the password").expect("an older secret");
        assert_eq!(login(&new, &now), Ok(None), "{text}");
        assert_eq!(login(&new, &now.older(&[])), Ok(None), "{text}");
        // Without the secret of its id there is nothing to try.
        let gone = login(&stored, &now.older(&older[..1]));
        match argon2 {
            true => assert!(matches!(gone, Err(Error::UnknownKey { .. })), "{gone:?}"),
            false => assert_eq!(gone, Err(Error::WrongPassword), "{text}"),
        }
    }
}

#[test]
fn a_string_that_names_a_key_verifies_with_a_secret_without_a_name() {
    let mut arena = Arena::new();
    let policy = Policy::Argon2(Params::default().memory_kib(64).lanes(1));
    let named = Context::new().secret(b"pepper").key_id(b"2026");
    let stored = policy.hash_in(&named, b"password", b"16 random bytes!", &mut arena).expect("a hash");
    let nameless = Context::new().secret(b"pepper");
    assert_eq!(stored.verify_in(&nameless, b"password", &Limits::default(), &mut arena), Ok(()));
    let long = Context::new().secret(b"pepper").key_id(b"9 bytes!!");
    let result = policy.hash_in(&long, b"password", b"16 random bytes!", &mut arena);
    assert!(matches!(result, Err(Error::Length { bytes: 9, .. })), "{result:?}");
}

#[test]
fn memory_is_what_the_scheme_can_take_of_what_is_given() {
    for scheme in Scheme::ALL {
        for bytes in [1 << 20, (3 << 20) + 12345, 100 << 20, 1 << 30] {
            let policy = Policy::new(scheme).with_memory(bytes).expect("memory");
            // Small tables and states are not counted.
            assert!(policy.memory() <= bytes + (64 << 10), "{policy:?}");
            assert!(policy.memory() > bytes / 2 - 4096, "{policy:?}");
        }
        assert!(Policy::new(scheme).with_memory(100).is_err(), "{scheme}");
        assert!(Policy::new(scheme).with_parallelism(0).is_err(), "{scheme}");
        assert_eq!(scheme.name().parse(), Ok(scheme));
    }
}

#[test]
fn costs_replace_those_of_a_policy_and_zero_replaces_none() {
    for scheme in Scheme::ALL {
        let usual = Policy::new(scheme);
        assert_eq!(usual.with_costs(Costs::default()), Ok(usual), "{scheme}");
        assert_eq!(usual.with_costs(Costs::nonzero(0, 0, 0)), Ok(usual), "{scheme}");
        let asked = Costs { memory: Some(8 << 20), time: None, parallelism: Some(2) };
        assert_eq!(asked, Costs::nonzero(8 << 20, 0, 2));
        assert_eq!(
            usual.with_costs(asked),
            usual.with_parallelism(2).and_then(|policy| policy.with_memory(8 << 20)),
            "{scheme}"
        );
        assert!(usual.with_costs(Costs { parallelism: Some(0), ..Costs::default() }).is_err(), "{scheme}");
    }
    let twice = Policy::new(Scheme::Argon2id).with_costs(Costs { time: Some(2), ..Costs::default() });
    assert_eq!(twice.map(|policy| policy.time_cost()), Ok(Some(2)));
}

#[test]
fn only_twocats_is_raised_without_the_password() {
    let mut arena = Arena::new();
    let limits = Limits::default();
    for policy in cheap() {
        let stored = policy.hash(b"password", b"16 random bytes!", &mut arena).expect("a hash");
        let dearer = policy.with_memory(2 * policy.memory()).expect("memory");
        assert_eq!(stored.upgraded(&policy, &mut arena), Ok(None), "nothing to raise: {policy:?}");
        match stored.upgraded(&dearer, &mut arena).expect("memory") {
            Some(raised) => {
                assert_eq!(policy.scheme(), Scheme::TwoCats);
                assert!(stored.needs_rehash(&dearer) && !raised.needs_rehash(&dearer));
                let raised = parse(&raised.to_string()).expect("its own string");
                assert_eq!(raised.verify(b"password", &limits, &mut arena), Ok(()));
                let result = raised.verify(b"passwore", &limits, &mut arena);
                assert_eq!(result, Err(Error::WrongPassword));
            }
            None => assert_ne!(policy.scheme(), Scheme::TwoCats, "{policy:?}"),
        }
    }
}

const LYRA2: &str = "$lyra2$v=3$h=blamka,t=1,r=64,c=256,b=12,f=1,p=1$MTYgcmFuZG9tIGJ5dGVzIQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";

#[test]
fn a_string_of_lyra2_cut_changed_or_continued_is_refused() {
    assert_eq!(LYRA2.parse::<StoredLyra2>().expect("a string").to_string(), LYRA2);
    for end in 0..LYRA2.len() {
        // A hash of 16 to 31 bytes is a hash too, and a string of its own.
        if let Ok(stored) = LYRA2[..end].parse::<StoredLyra2>() {
            assert_eq!(stored.to_string(), LYRA2[..end]);
            assert!(end > LYRA2.len() - 23, "{end}");
        }
    }
    for (from, to) in [
        ("v=3", "v=2"),
        ("v=3", "v=1"),
        ("h=blamka", "h=blake"),
        ("h=blamka,", ""),
        ("t=1", "t=0"),
        ("t=1", "t=01"),
        ("t=1", "t=+1"),
        ("r=64", "r=2"),
        ("r=64", "r=4294967296"),
        ("c=256", "c=0"),
        ("b=12", "b=9"),
        ("f=1", "f=0"),
        ("p=1", "p=0"),
        ("p=1", "p=33"),
        ("p=1", "p=1,q=1"),
        ("IQ$", "IQ=$"),
        ("IQ$", "IR$"),
        ("OSSI", "OSSJ"),
        ("OSSI", "OSSI$"),
    ] {
        let text = LYRA2.replace(from, to);
        assert_ne!(text, LYRA2);
        assert!(text.parse::<StoredLyra2>().is_err(), "{text}");
    }
}

#[test]
fn published_hashes_of_lyra2_verify_as_strings() {
    use base64ct::{Base64Unpadded, Encoding};
    let mut arena = Arena::new();
    let mut count = 0;
    let cases = memhard::lyra2::v3_generated().iter().map(|case| (3, case));
    for (version, case) in cases.chain(memhard::lyra2::v1().iter().map(|case| (1, case))) {
        if !(8..=64).contains(&case.salt.len()) || !(16..=64).contains(&case.out.len()) {
            continue;
        }
        let text = format!(
            "$lyra2$v={version}$h={},t={},r={},c={},b={},f={},p={}${}${}",
            case.sponge,
            case.t,
            case.rows,
            case.ncols,
            case.bitrate_words,
            case.rounds,
            case.threads,
            Base64Unpadded::encode_string(&case.salt),
            Base64Unpadded::encode_string(&case.out),
        );
        let stored = parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(stored.to_string(), text);
        let limits = Limits { short_hashes: true, ..Limits::default() };
        assert_eq!(stored.verify(&case.password, &limits, &mut arena), Ok(()), "{text}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn calibrated_costs_take_about_the_time_and_no_more_memory() {
    let mut arena = Arena::new();
    let memory = 8 << 20;
    let time = Duration::from_millis(40);
    for scheme in [Scheme::Argon2id, Scheme::Yescrypt, Scheme::Scrypt, Scheme::Lyra2, Scheme::TwoCats] {
        let found = calibrate_below_floor(&Policy::new(scheme), time, memory, &mut arena).expect("costs");
        assert_eq!(found.policy.scheme(), scheme);
        assert!(found.policy.memory() <= memory + (64 << 10), "{found:?}");
        found.policy.hash(b"password", b"16 random bytes!", &mut arena).expect("a hash");
        let mut took = || {
            let start = Instant::now();
            found.policy.hash(b"password", b"16 random bytes!", &mut arena).expect("a hash");
            start.elapsed()
        };
        // Other tests share the cores.
        assert!((0..20).any(|_| took() < 20 * time), "{found:?}");
        assert!(found.expected <= time.mul_f64(1.5), "{found:?}");
    }
}

#[test]
fn calibration_goes_down_to_the_least_and_refuses_less() {
    let mut arena = Arena::new();
    for scheme in Scheme::ALL {
        let like = Policy::new(scheme);
        let found =
            calibrate_below_floor(&like, Duration::from_nanos(1), 1 << 20, &mut arena).expect("costs");
        assert!(found.policy.memory() < 256 << 10, "{found:?}");
        assert!(calibrate_below_floor(&like, Duration::from_millis(1), 10, &mut arena).is_err());
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

/// A good string of every kind that is read.
const GOOD: [&str; 10] = [
    "$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI",
    "$argon2i$m=64,t=2,p=1,keyid=Zm9v,data=YWJj$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI",
    "$argon2d$v=16$m=64,t=2,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI",
    "$scrypt$ln=10,r=8,p=1$c29tZXNhbHRzb21lc2FsdA$dj05BT7oUTq35qmxXqG/pksYG8IJr8uxtvAzbfGjoic",
    "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.",
    "$y$.55..$Qxzg7NEopKLhi//3FECF/5XPGUcNIOj/LS.OO6D4WG5$yhjv790XjUbt3KLb2CCKLwAr1h5jdAGcgpru9rcZAd2",
    "$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D",
    LYRA2,
    "$twocats$v=2015$h=blake2s,s=16,m=16,x=2,l=8,p=1,b=16384,u=64,o=6,r=0$MTYgcmFuZG9tIGJ5dGVzIQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI",
    "$twocats$v=2014$h=sha256,s=16,m=16,t=0,x=2,l=8,p=1,b=16384,u=64,o=6$MTYgcmFuZG9tIGJ5dGVzIQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI",
];

/// One change to a string.
#[derive(Clone, Debug)]
enum Change {
    Put(prop::sample::Index, char),
    Insert(prop::sample::Index, char),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
    /// A number becomes another one.
    Number(prop::sample::Index, String),
    /// A part goes from one place to another.
    Copy(prop::sample::Index, prop::sample::Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<prop::sample::Index>;
    let letter = prop_oneof![8 => proptest::char::range(' ', '~'), 1 => any::<char>()].boxed();
    let number = prop_oneof![
        Just("0".to_owned()),
        Just("00".to_owned()),
        Just("4294967295".to_owned()),
        Just("4294967296".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("-1".to_owned()),
        any::<u32>().prop_map(|n| n.to_string()),
    ];
    prop_oneof![
        (place(), letter.clone()).prop_map(|(at, c)| Change::Put(at, c)),
        (place(), letter).prop_map(|(at, c)| Change::Insert(at, c)),
        place().prop_map(Change::Remove),
        place().prop_map(Change::Cut),
        (place(), number).prop_map(|(at, number)| Change::Number(at, number)),
        (place(), place(), 1usize..20).prop_map(|(from, to, length)| Change::Copy(from, to, length)),
    ]
}

fn apply(text: &mut Vec<char>, change: &Change) {
    if text.is_empty() {
        return;
    }
    let length = text.len();
    match change {
        Change::Put(at, c) => text[at.index(length)] = *c,
        Change::Insert(at, c) => text.insert(at.index(length), *c),
        Change::Remove(at) => drop(text.remove(at.index(length))),
        Change::Cut(at) => text.truncate(at.index(length)),
        Change::Number(at, number) => {
            let from = at.index(length);
            let Some(start) = (from..length).find(|&i| text[i].is_ascii_digit()) else { return };
            let end = (start..length).find(|&i| !text[i].is_ascii_digit()).unwrap_or(length);
            text.splice(start..end, number.chars());
        }
        Change::Copy(from, to, count) => {
            let from = from.index(length);
            let part = text[from..(from + count).min(length)].to_vec();
            let to = to.index(length);
            text.splice(to..to, part);
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}") {
        let _ = parse(&text);
    }

    #[test]
    fn a_changed_string_is_refused_or_reads_as_what_it_says_and_cannot_cost_much(
        which in 0..GOOD.len(),
        changes in prop::collection::vec(change(), 0..4),
    ) {
        let mut text: Vec<char> = GOOD[which].chars().collect();
        changes.iter().for_each(|change| apply(&mut text, change));
        let text = String::from_iter(text);
        if let Ok(stored) = parse(&text) {
            prop_assert_eq!(stored.to_string(), text);
            prop_assert!(stored.policy().is_none_or(|policy| policy.check().is_ok()));
            let _ = stored.report();
            let limits = Limits { memory: 1 << 20, work: 4 << 20, ..Limits::default() };
            let mut arena = Arena::new();
            let _ = stored.verify(b"password", &limits, &mut arena);
            prop_assert!(arena.capacity() <= 2 << 20);
        }
    }
}
