//! Strings of other libraries and older systems: named in every build, verified with the feature `legacy`.

use lanesmith_pwhash::Error;
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::password::{Context, PasswordHash, Policy, Scheme};
use serde_json::Value;

/// What a string is called, the password, the string.
fn cases() -> Vec<(String, Vec<u8>, String)> {
    let text = |value: &Value, key: &str| value[key].as_str().expect("text").to_owned();
    let all = include_str!("../../../testkit/vectors/memhard/legacy_generated.jsonl");
    all.lines()
        .map(|line| {
            let value: Value = serde_json::from_str(line).expect("JSON");
            let password = hex::decode(text(&value, "password")).expect("hexadecimal");
            (text(&value, "kind"), password, text(&value, "string"))
        })
        .collect()
}

fn parse(text: &str) -> PasswordHash {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cheap() -> Policy {
    Policy::new(Scheme::Argon2id).with_parallelism(1).and_then(|p| p.with_memory(64 << 10)).expect("memory")
}

#[test]
fn each_is_named_for_what_it_is_and_written_back() {
    for (kind, _, text) in cases() {
        let stored = parse(&text);
        assert_eq!(stored.report().scheme.name(), kind, "{text}");
        assert_eq!(stored.to_string(), text);
        assert_eq!(stored.policy(), None);
        let PasswordHash::Legacy(legacy) = &stored else { panic!("{text}") };
        assert_eq!(legacy.name(), kind);
        let shown = format!("{stored:?}");
        assert!(!shown.contains(&text[text.len() - 10..]), "{shown}");
    }
}

#[test]
fn each_needs_to_be_made_anew_whatever_the_policy() {
    for (_, _, text) in cases() {
        for scheme in Scheme::ALL {
            assert!(parse(&text).needs_rehash(&Policy::new(scheme)), "{text}");
        }
    }
}

/// Strings that no build verifies, and their names.
const NAMED: [(&str, &str); 6] = [
    ("$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1", "md5-crypt"),
    ("$2x$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm", "bcrypt-2x"),
    ("$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0", "phpass"),
    ("{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr", "ldap-salted-sha"),
    ("md5$salt$d653ea7ea31e77b41041e7e3d32e3e4a", "django-md5"),
    ("{PBKDF2}$1$salt$5000$hash", "dovecot-pbkdf2"),
];

#[test]
fn what_no_build_verifies_says_its_name_and_needs_a_rehash() {
    for (text, name) in NAMED {
        let stored = parse(text);
        assert!(stored.needs_rehash(&Policy::default()), "{text}");
        match stored.verify(b"password", &Limits::default(), &mut Arena::new()) {
            Err(error @ Error::Unsupported { scheme, .. }) => {
                assert_eq!(scheme, name);
                assert!(error.to_string().contains(name), "{error}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[cfg(not(feature = "legacy"))]
#[test]
fn without_the_feature_nothing_verifies_and_the_error_names_the_feature() {
    for (kind, password, text) in cases() {
        match parse(&text).verify(&password, &Limits::default(), &mut Arena::new()) {
            Err(error @ Error::Unsupported { .. }) => {
                let error = error.to_string();
                assert!(error.contains(&kind) && error.contains("`legacy`"), "{error}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[cfg(feature = "legacy")]
mod verified {
    use lanesmith_pwhash::password::Pepper;

    use super::*;

    #[test]
    fn each_verifies_with_its_password_and_with_no_other() {
        let (mut arena, limits) = (Arena::new(), Limits::default());
        for (kind, password, text) in cases() {
            let stored = parse(&text);
            assert_eq!(stored.verify(&password, &limits, &mut arena), Ok(()), "{text}");
            let mut others = vec![b"other".to_vec(), [b"y", &password[..]].concat()];
            // bcrypt takes 72 bytes, and what is longer is as good.
            if !kind.ends_with("bcrypt") && kind != "ldap-crypt" || password.len() < 72 {
                others.push([&password[..], b"x"].concat());
            }
            // PBKDF2 and scrypt fill up a password with zeros: that is how HMAC is defined.
            if kind.contains("crypt") && !kind.contains("scrypt") {
                others.push([&password[..], b"\0"].concat());
            }
            for other in others {
                assert_eq!(stored.verify(&other, &limits, &mut arena), Err(Error::WrongPassword), "{text}");
            }
        }
    }

    #[test]
    fn strings_of_gost_yescrypt_in_libxcrypts_table_and_of_debian_verify() {
        let (mut arena, limits) = (Arena::new(), Limits::default());
        let tables = [
            include_str!("../../../testkit/vectors/memhard/crypt_libxcrypt_published.jsonl"),
            include_str!("../../../testkit/vectors/memhard/crypt_debian12_generated.jsonl"),
        ];
        let mut count = 0;
        for line in tables.iter().flat_map(|table| table.lines()) {
            let value: Value = serde_json::from_str(line).expect("JSON");
            let text = value["crypt"].as_str().expect("text");
            if !text.starts_with("$gy$") {
                continue;
            }
            let password = hex::decode(value["password"].as_str().expect("text")).expect("hexadecimal");
            let stored = parse(text);
            assert_eq!(stored.verify(&password, &limits, &mut arena), Ok(()), "{text}");
            let other = [&password[..], b"x"].concat();
            assert_eq!(stored.verify(&other, &limits, &mut arena), Err(Error::WrongPassword), "{text}");
            count += 1;
        }
        assert_eq!(count, 122 + 7);
    }

    #[test]
    fn no_string_that_lost_its_end_or_is_continued_is_read() {
        // A tag of Argon2 may have any length.
        for (_, _, text) in cases().into_iter().filter(|(kind, ..)| !kind.contains("argon2")) {
            for end in text.len() - 20..text.len() {
                let result = text[..end].parse::<PasswordHash>();
                assert!(matches!(result, Err(Error::Malformed { .. })), "{}: {result:?}", &text[..end]);
            }
            assert!(format!("{text}$").parse::<PasswordHash>().is_err(), "{text}");
            assert!(format!("{text}A").parse::<PasswordHash>().is_err(), "{text}");
        }
    }

    #[test]
    fn malformed_strings_say_where() {
        let bcrypt = "abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm";
        for (text, at) in [
            (format!("$2b$4${bcrypt}"), 4),
            (format!("$2b$03${bcrypt}"), 4),
            (format!("$2b$32${bcrypt}"), 4),
            (format!("$2b$04$!{}", &bcrypt[1..]), 7),
            (format!("bcrypt$$3b$04${bcrypt}"), 7),
            ("$5$rounds=999$salt$x".into(), 13),
            ("$6$rounds=01000$salt$x".into(), 10),
            ("$5$a salt of too many$x".into(), 21),
            ("$5$salt$short".into(), 8),
            ("$pbkdf2-sha256$0$c2FsdA$c2FsdA".into(), 15),
            ("$pbkdf2-sha256$1000$c2FsdA$c2FsdA".into(), 33),
            ("$pbkdf2-sha256$i=1000,l=15$c2FsdA$c2FsdA".into(), 26),
            ("pbkdf2:md5:1000$salt$00".into(), 7),
            ("pbkdf2:sha256$salt$00".into(), 13),
            ("scrypt:64:8$salt$00".into(), 11),
            ("{CRYPT}{CRYPT}$6$salt$x".into(), 7),
            ("{CRYPT}nothing".into(), 7),
            ("{ARGON2}$argon2id$v=18$".into(), 22),
            ("$gy$j9T$salt".into(), 12),
        ] {
            match text.parse::<PasswordHash>() {
                Err(Error::Malformed { at: found, .. }) => assert_eq!(found, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_phc_form_of_pbkdf2_verifies() {
        // Computed with Python's hashlib.pbkdf2_hmac("sha256", b"password", b"saltsalt", 1000).
        let text = "$pbkdf2-sha256$i=1000,l=32$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY";
        let mut arena = Arena::new();
        let stored = parse(text);
        assert_eq!(stored.verify(b"password", &Limits::default(), &mut arena), Ok(()));
        assert!(text.replace("l=32", "l=31").parse::<PasswordHash>().is_err());
    }

    #[test]
    fn a_string_in_libsodiums_buffer_verifies() {
        let mut arena = Arena::new();
        let inner = cheap().hash(b"password", b"16 random bytes!", &mut arena).expect("a hash").to_string();
        let mut padded = inner.clone();
        while padded.len() < 128 {
            padded.push('\0');
        }
        let stored = parse(&padded);
        assert_eq!(stored.report().scheme.name(), "libsodium");
        assert_eq!(stored.to_string(), padded);
        assert_eq!(stored.verify(b"password", &Limits::default(), &mut arena), Ok(()));
        assert!(stored.needs_rehash(&cheap()));
    }

    #[test]
    fn costs_are_held_against_the_limits_before_anything_is_computed() {
        let mut arena = Arena::new();
        let bcrypt = "abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm";
        let sha = "$5$rounds=999999999$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5";
        let key = "A".repeat(43);
        for text in [
            format!("$2b$31${bcrypt}"),
            format!("bcrypt$$2b$20${bcrypt}"),
            sha.into(),
            format!("{{CRYPT}}{sha}"),
            format!("$pbkdf2-sha256$4294967295$c2FsdA${key}"),
            format!("pbkdf2_sha256$4294967295$salt${key}="),
            format!("scrypt:67108864:8:1$salt${}", "0".repeat(128)),
            format!("argon2$argon2id$v=19$m=1073741824,t=1,p=1$c29tZXNhbHQ${key}"),
            "$gy$jQT$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.".into(),
        ] {
            let result = parse(&text).verify(b"password", &Limits::default(), &mut arena);
            assert!(matches!(result, Err(Error::OverLimit { .. })), "{text}: {result:?}");
            assert_eq!(arena.capacity(), 0, "{text}");
        }
    }

    #[test]
    fn usual_costs_are_within_the_limits() {
        let limits = Limits::default();
        let key = "A".repeat(43);
        for text in [
            "$2b$14$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm".to_owned(),
            format!("$6$rounds=656000$salt${}", "/".repeat(85) + "."),
            format!("pbkdf2_sha256$1200000$salt${key}="),
            format!("$pbkdf2-sha512$210000$c2FsdA${}", "A".repeat(86)),
        ] {
            let stored = parse(&text);
            assert!(stored.admit(&limits).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_password_that_would_take_sha_crypt_minutes_is_refused() {
        let stored = parse("$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5");
        let result = stored.verify(&vec![b'a'; 1 << 20], &Limits::default(), &mut Arena::new());
        assert!(matches!(result, Err(Error::Length { what: "password", .. })), "{result:?}");
    }

    /// Rounds that a login takes within the limits, unless its user types a password of thousands of bytes.
    #[test]
    fn a_long_password_of_sha_crypt_counts_as_what_it_takes() {
        let stored = parse(&format!("$6$rounds=656000$salt${}", "/".repeat(85) + "."));
        let mut arena = Arena::new();
        let long = stored.verify(&[b'a'; 4096], &Limits::default(), &mut arena);
        assert!(matches!(long, Err(Error::OverLimit { .. })), "{long:?}");
        arena.interrupt_when(|| true);
        // Within the limits: it is begun.
        let usual = stored.verify(&[b'a'; 100], &Limits::default(), &mut arena);
        assert_eq!(usual, Err(Error::Interrupted));
    }

    #[test]
    fn each_is_stopped_soon_after_that_is_asked_for() {
        use std::time::{Duration, Instant};
        let key = "A".repeat(86);
        for text in [
            "$2b$17$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm".to_owned(),
            format!("$5$rounds=90000000$salt${}", "/".repeat(42) + "."),
            format!("$6$rounds=90000000$salt${}", "/".repeat(85) + "."),
            format!("$pbkdf2$90000000$c2FsdA${}", "A".repeat(27)),
            format!("pbkdf2_sha256$90000000$salt${}=", "A".repeat(43)),
            format!("$pbkdf2-sha512$90000000$c2FsdA${key}"),
        ] {
            let (stored, begun) = (parse(&text), Instant::now());
            let mut arena = Arena::new();
            arena.interrupt_when(move || begun.elapsed() > Duration::from_millis(50));
            let all = Limits { work: u64::MAX, ..Limits::default() };
            assert_eq!(stored.verify(b"password", &all, &mut arena), Err(Error::Interrupted), "{text}");
            // Each of them takes half a minute or more.
            assert!(begun.elapsed() < Duration::from_secs(10), "{text}: {:?}", begun.elapsed());
        }
    }

    #[test]
    fn bcrypt_with_a_nul_in_the_password_is_wrong_even_where_it_would_repeat_to_the_same() {
        // "a", NUL, "a", NUL is "a", NUL again and again.
        let stored = parse("$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe");
        let (mut arena, limits) = (Arena::new(), Limits::default());
        assert_eq!(stored.verify(b"a", &limits, &mut arena), Ok(()));
        assert_eq!(stored.verify(b"a\0a", &limits, &mut arena), Err(Error::WrongPassword));
    }

    #[test]
    fn each_becomes_a_string_of_the_policy_at_a_login() {
        let (mut arena, limits, policy) = (Arena::new(), Limits::default(), cheap());
        let salt = b"16 random bytes!";
        for (_, password, text) in cases() {
            let context = Context::new().data(b"user 4711");
            let mut login = |stored: &PasswordHash, password: &[u8]| {
                policy.verify_and_upgrade(stored, &context, password, salt, &limits, &mut arena)
            };
            let new = login(&parse(&text), &password).expect("the password").expect("a new string");
            assert_eq!(login(&new, &password), Ok(None), "{text}");
            assert_eq!(login(&parse(&text), b"wrong"), Err(Error::WrongPassword), "{text}");
        }
    }

    #[test]
    fn where_there_is_a_secret_a_string_without_one_is_taken_only_if_that_is_allowed() {
        let (mut arena, limits, policy) = (Arena::new(), Limits::default(), cheap());
        let stored = parse("$2y$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm");
        let secret = Context::new().secret(b"pepper");
        let result = stored.verify_in(&secret, b"password", &limits, &mut arena);
        assert!(matches!(result, Err(Error::UnknownKey { .. })), "{result:?}");
        let allowed = secret.older(&[Pepper::NONE]);
        let mut login = |stored: &PasswordHash, context: &Context<'_>| {
            policy.verify_and_upgrade(stored, context, b"password", b"16 random bytes!", &limits, &mut arena)
        };
        let new = login(&stored, &allowed).expect("allowed").expect("a new string");
        assert_eq!(login(&new, &secret), Ok(None));
        assert_eq!(login(&new, &Context::new()), Err(Error::WrongPassword));
    }
}
