//! `lanesmith passwd` as a user meets it: good and hostile strings, prompts, Ctrl-C, and what is left in memory.

mod program;

use std::io::Write;
use std::process::{Command, Stdio};

use lanesmith_testkit::vectors::memhard;
use program::{lanesmith, run};
use serde_json::Value;

/// Exit status, standard output, standard error.
type Outcome = (Option<i32>, String, String);

fn passwd(args: &[&str], input: &[u8]) -> Outcome {
    let mut child = lanesmith(&[&["passwd"], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    // Costs of tests are below the floor. What is said of that has a test of its own.
    let err = text(output.stderr);
    let err = err.split_inclusive('\n').filter(|line| !line.starts_with(WARNING)).collect();
    (output.status.code(), text(output.stdout), err)
}

/// How the word on costs that are too low begins.
const WARNING: &str = "lanesmith: warning: ";

#[test]
fn new_hashes_below_the_floor_say_so_and_those_above_it_nothing() {
    let said = |args: &[&str]| {
        let output = lanesmith(&[&["passwd", "hash"], args].concat()).stdin(Stdio::piped()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let low = said(&["--memory", "64KiB"]);
    assert!(low.starts_with(WARNING) && low.contains("argon2id: below OWASP's floor"), "{low}");
    assert!(!said(&["--memory", "19MiB", "--time-cost", "2"]).contains(WARNING));
    assert!(!said(&[]).contains(WARNING));
}

#[test]
fn calibrate_stays_above_the_floor_unless_told() {
    let found = |more: &[&str]| -> u64 {
        // So little that no machine fills the floor in it.
        let args = [&["calibrate", "--time", "100us", "--scheme", "argon2id", "--json"][..], more].concat();
        serde_json::from_str::<Value>(&good(&args, b"")).unwrap()["memory"].as_u64().unwrap()
    };
    assert!(found(&[]) >= 7 << 20);
    assert!(found(&["--below-floor"]) < 7 << 20);
}

fn good(args: &[&str], input: &[u8]) -> String {
    let (status, out, err) = passwd(args, input);
    assert_eq!((status, err.as_str()), (Some(0), ""), "{args:?}: {out}");
    out
}

/// Cheap costs of every scheme, and how their strings begin.
const CHEAP: [(&[&str], &str); 7] = [
    (&["--memory", "64KiB", "--parallelism", "1"], "$argon2id$v=19$m=64,t=3,p=1$"),
    (&["--scheme", "argon2i", "--memory", "64KiB", "--time-cost", "1"], "$argon2i$v=19$m=64,t=1,p=4$"),
    (&["--scheme", "argon2d", "--memory", "64KiB", "--time-cost", "1"], "$argon2d$v=19$m=64,t=1,p=4$"),
    (&["--scheme", "scrypt", "--memory", "64KiB"], "$scrypt$ln=6,r=8,p=1$"),
    (&["--scheme", "yescrypt", "--block", "8", "--memory", "1MiB"], "$y$j75$"),
    (&["--scheme", "lyra2", "--memory", "128KiB"], "$lyra2$v=3$h=blamka,t=1,r=5,c=256,b=12,f=1,p=1$"),
    (&["--scheme", "twocats", "--memory", "128KiB"], "$twocats$v=2015$h=blake2s,s=7,m=7,"),
];

#[test]
fn every_scheme_hashes_lines_and_verifies_what_it_made() {
    let passwords: [&[u8]; 4] = [b"correct horse", b"", b"\xff\xfe \x00\t", "pass wörd".as_bytes()];
    let input: Vec<u8> = passwords.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect();
    for (costs, start) in CHEAP {
        let out = good(&[&["hash"], costs].concat(), &input);
        let strings: Vec<&str> = out.lines().collect();
        assert_eq!(strings.len(), passwords.len());
        for (string, password) in strings.iter().zip(passwords) {
            assert!(string.starts_with(start), "{string}");
            assert_eq!(good(&["verify", string], &[password, b"\n"].concat()), "right\n");
            let (status, out, err) = passwd(&["verify", string], &[password, b"x"].concat());
            assert_eq!((status, out.as_str(), err.as_str()), (Some(1), "wrong\n", ""));
        }
        assert_ne!(strings[0].rsplit('$').nth(1), strings[1].rsplit('$').nth(1), "salts are random");
    }
}

#[test]
fn secret_and_data_are_needed_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pepper");
    std::fs::write(&path, b"\x00pepper\n").unwrap();
    let path = path.to_str().unwrap();
    let besides = ["--secret-file", path, "--data", "user 4711"];
    for (costs, _) in CHEAP {
        let string = good(&[&["hash"], costs, &besides].concat(), b"password");
        let string = string.trim_end();
        assert_eq!(good(&[&["verify", string][..], &besides].concat(), b"password"), "right\n");
        assert_eq!(passwd(&["verify", string, "--data", "user 4711"], b"password").0, Some(1));
        assert_eq!(passwd(&["verify", string], b"password").0, Some(1));
    }
    std::fs::write(path, b"").unwrap();
    assert_eq!(passwd(&["hash", "--secret-file", path], b"password").0, Some(2));
    assert_eq!(passwd(&["hash", "--secret-file", "/no/such/file"], b"password").0, Some(2));
}

/// The exit status of a command whose reader has gone away before it is given its input.
#[cfg(unix)]
fn unheard(args: &[&str], input: &[u8]) -> Option<i32> {
    let mut child =
        lanesmith(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait().unwrap().code()
}

#[cfg(unix)]
#[test]
fn answers_that_nobody_reads_are_not_all_right() {
    let string = good(&["hash", "--memory", "64KiB", "--parallelism", "1"], b"right\n");
    let pairs = format!("{0}\twrong\n{0}\tright\n", string.trim_end());
    assert_eq!(unheard(&["passwd", "verify", "--lines"], pairs.as_bytes()), Some(2));
    assert_eq!(unheard(&["bls", "batch-verify", "--quiet"], b"no,signature,here\n"), Some(2));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "text").unwrap();
    let path = folder.path().join("file");
    // More than a buffer of answers.
    let list = format!("{}  {}\n", "00".repeat(32), path.display()).repeat(1000);
    assert_eq!(unheard(&["sha256", "--check"], list.as_bytes()), Some(2));
}

#[test]
fn a_password_without_quotes_is_not_in_the_message() {
    for password in ["31323334", "-31323334", "31323334.5"] {
        let line = format!("{{\"alg\":\"scrypt\",\"N\":16,\"r\":1,\"password\":{password}}}\n");
        let (status, out, err) = passwd(&["kdf"], line.as_bytes());
        assert_eq!((status, out.as_str()), (Some(1), ""));
        assert!(err.contains("line 1") && err.contains("quotes") && !err.contains("3132"), "{err}");
    }
}

#[test]
fn a_carriage_return_that_no_line_feed_follows_belongs_to_the_password() {
    let string = good(&["hash", "--memory", "64KiB"], b"abc\r");
    let string = string.trim_end();
    assert_eq!(good(&["verify", string], b"abc\r"), "right\n");
    assert_eq!(good(&["verify", string], b"abc\r\r\n"), "right\n");
    for other in [&b"abc"[..], b"abc\r\n", b"abc\n"] {
        assert_eq!(passwd(&["verify", string], other).0, Some(1), "{other:?}");
    }
    let pairs = format!("{string}\tabc\r");
    assert_eq!(good(&["verify", "--lines"], pairs.as_bytes()), "right\n");
}

#[test]
fn a_number_without_a_unit_is_no_size_and_the_units_are_named() {
    for args in [&["hash", "--memory", "65536"][..], &["verify", "--max-memory", "65536", "$7$"]] {
        let (status, out, err) = passwd(args, b"password");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains("64KiB") && err.contains("64MiB") && err.contains("65536KiB"), "{err}");
    }
}

/// Strings of other libraries: of the file of vectors, password and string of the first of each kind.
fn foreign() -> Vec<(Vec<u8>, String)> {
    let mut kinds = std::collections::BTreeMap::new();
    for line in String::from_utf8(vectors("legacy_generated.jsonl")).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap().to_owned();
        kinds.entry(text("kind")).or_insert((hex::decode(text("password")).unwrap(), text("string")));
    }
    kinds.into_values().collect()
}

#[test]
fn strings_of_other_libraries_verify_are_named_and_need_a_rehash() {
    let mut pairs = Vec::new();
    for (password, string) in foreign() {
        pairs.extend_from_slice(&[string.as_bytes(), b"\t", &password, b"\n"].concat());
        assert_eq!(good(&["needs-rehash", &string], b""), "yes\n", "{string}");
    }
    let out = good(&["verify", "--lines"], &pairs);
    assert!(out.lines().count() > 15 && out.lines().all(|line| line == "right"), "{out}");
    let bcrypt = "$2y$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm";
    let out = good(&["inspect", bcrypt], b"");
    for part in ["bcrypt\n", "cost", "16 bytes", "another library"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert_eq!(good(&["needs-rehash", "$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1"], b""), "yes\n");
    let err = refused("$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1");
    assert!(err.contains("md5-crypt") && !err.contains("malformed"), "{err}");
}

#[test]
fn verify_and_rehash_prints_the_string_to_store_from_now_on() {
    let costs = ["--rehash", "--memory", "64KiB", "--parallelism", "1"];
    for (password, string) in foreign() {
        let new = good(&[&["verify", &string][..], &costs].concat(), &password);
        assert!(new.starts_with("$argon2id$v=19$m=64,t=3,p=1$"), "{new}");
        assert_eq!(good(&[&["verify", new.trim_end()][..], &costs].concat(), &password), new);
        let (status, out, _) = passwd(&[&["verify", &string][..], &costs].concat(), b"not this");
        assert_eq!((status, out.as_str()), (Some(1), "wrong\n"), "{string}");
    }
    let dearer = good(&["hash", "--memory", "128KiB", "--parallelism", "1"], b"password");
    let dearer = dearer.trim_end();
    assert_eq!(good(&[&["verify", dearer][..], &costs].concat(), b"password").trim_end(), dearer);
    let pairs = format!("{dearer}\tpassword\n{dearer}\tpasswore\n$7$\tpassword\n");
    let (status, out, _) = passwd(&[&["verify", "--lines", "--json"][..], &costs].concat(), pairs.as_bytes());
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(status, Some(2));
    assert_eq!((&answers[0]["string"], &answers[0]["line"]), (&dearer.into(), &1.into()));
    assert_eq!((&answers[1]["string"], &answers[1]["line"]), (&Value::Null, &2.into()));
    assert_eq!(passwd(&["verify", dearer, "--memory", "64KiB"], b"password").0, Some(2));
}

#[test]
fn a_dearer_string_needs_no_rehash_unless_the_same_costs_are_asked_for() {
    let string = good(&["hash", "--memory", "128KiB", "--parallelism", "1"], b"password");
    let ask = ["needs-rehash", string.trim_end(), "--memory", "64KiB", "--parallelism", "1"];
    assert_eq!(passwd(&ask, b""), (Some(1), "no\n".into(), String::new()));
    assert_eq!(good(&[&ask[..], &["--exact"]].concat(), b""), "yes\n");
}

#[test]
fn a_secret_is_replaced_by_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        std::fs::write(folder.path().join(name), name).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let (old, new) = (file("2025"), file("2026"));
    let cheap = ["--memory", "64KiB", "--parallelism", "1"];
    let make = |path: &str, id: &str| {
        good(&[&["hash", "--secret-file", path, "--key-id", id][..], &cheap].concat(), b"password")
    };
    let before = make(&old, "2025");
    let before = before.trim_end();
    assert!(before.contains(",keyid=MjAyNQ$"), "{before}");
    let now = ["--secret-file", &new, "--key-id", "2026"];
    let older = format!("2025={old}");
    let verify =
        |string: &str, more: &[&str]| passwd(&[&["verify", string][..], &now, more].concat(), b"password");
    assert_eq!(verify(before, &["--old-secret", &older]), (Some(0), "right\n".into(), String::new()));
    let (status, _, err) = verify(before, &[]);
    assert!(status == Some(2) || status == Some(1), "{err}");
    let (status, out, err) = verify(before, &[&["--old-secret", &older, "--rehash"], &cheap[..]].concat());
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains(",keyid=MjAyNg$"), "{out}");
    assert_eq!(verify(out.trim_end(), &[]).0, Some(0));
    assert_eq!(good(&[&["needs-rehash", before, "--key-id", "2026"][..], &cheap].concat(), b""), "yes\n");
    let bcrypt = "$2y$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm";
    let (status, _, err) = verify(bcrypt, &[]);
    assert_eq!(status, Some(2));
    assert!(err.contains("--old-secret"), "{err}");
    assert_eq!(verify(bcrypt, &["--old-secret", "none"]).0, Some(0));
    assert_eq!(verify(bcrypt, &["--old-secret", "nothing"]).0, Some(2));
}

#[test]
fn what_could_not_be_looked_at_is_no_answer() {
    let string = good(&["hash", "--memory", "64KiB"], b"password");
    let string = string.trim_end();
    for more in [["--secret-file", "/no/such/file"], ["--old-secret", "1=/no/such/file"]] {
        let (status, out, err) = passwd(&[&["verify", string][..], &more].concat(), b"password");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("/no/such/file"), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_answer() {
    let string = good(&["hash", "--memory", "64KiB"], b"password");
    let string = string.trim_end();
    for (args, input) in [(&["verify", string][..], "password"), (&["needs-rehash", string], "")] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = lanesmith(&[&["passwd"], args].concat())
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{args:?}");
    }
}

#[test]
fn one_password_is_one_line() {
    let string = good(&["hash", "--memory", "64KiB"], b"password");
    let (status, out, err) = passwd(&["verify", string.trim_end()], b"password\npassword\n");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("more than one line"), "{err}");
}

#[test]
fn only_the_first_line_of_a_file_is_read_and_a_dash_is_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stored");
    let string = good(&["hash", "--memory", "64KiB"], b"password");
    let mut bytes = string.replace('\n', "\r\n").into_bytes();
    bytes.extend_from_slice(b"\xff\xfe what follows is nobody's text");
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(good(&["verify", "--file", path.to_str().unwrap()], b"password"), "right\n");
    assert_eq!(
        good(&["inspect", "--file", "-"], string.as_bytes()),
        good(&["inspect", string.trim_end()], b"")
    );
    let (status, _, err) = passwd(&["verify", "--file", "-"], string.as_bytes());
    assert_eq!(status, Some(2));
    assert!(err.contains("--lines"), "{err}");
    #[cfg(target_os = "linux")]
    {
        let (status, _, err) = passwd(&["inspect", "--file", "/dev/zero"], b"");
        assert_eq!(status, Some(2));
        assert!(err.contains("64 KiB"), "{err}");
    }
}

#[test]
fn json_of_many_says_the_line() {
    let out = good(&["hash", "--json", "--memory", "64KiB"], b"one\ntwo\n");
    let lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["line"].clone()).collect();
    assert_eq!(lines, [1, 2]);
    let (_, _, err) = passwd(&["verify", "--lines"], b"$7$\tpassword\n");
    assert!(err.contains("1 of 1 line cannot"), "{err}");
}

#[test]
fn costs_alone_stand_under_their_heading() {
    let help = good(&["hash", "--help"], b"");
    let (options, costs) = help.split_once("Costs:").unwrap();
    for option in ["--secret-file", "--data", "--salt", "--json"] {
        assert!(
            options.contains(option) && !costs.split("Examples").next().unwrap().contains(option),
            "{help}"
        );
    }
}

#[test]
fn a_table_that_has_no_line_has_no_header() {
    let (status, out, err) = passwd(&["calibrate", "--memory", "1KiB", "--scheme", "scrypt"], b"");
    assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
}

#[test]
fn a_password_is_never_an_argument() {
    for args in [["hash", "secret"], ["hash", "--password=secret"], ["kdf", "--password=secret"]] {
        assert_eq!(passwd(&args, b"").0, Some(2), "{args:?}");
    }
}

#[test]
fn a_salt_can_be_given_for_one_password() {
    let args = ["hash", "--memory", "64KiB", "--parallelism", "1", "--salt", "736f6d6573616c74"];
    let one = good(&args, b"password");
    assert_eq!(one, good(&args, b"password\r\n"));
    assert!(one.contains("$c29tZXNhbHQ$"), "{one}");
    let (status, _, err) = passwd(&args, b"password\nother");
    assert_eq!(status, Some(2));
    assert!(err.contains("--salt"), "{err}");
    assert_eq!(passwd(&["hash", "--salt", "xyz"], b"password").0, Some(2));
    assert_eq!(passwd(&["hash", "--salt", "00"], b"password").0, Some(2));
}

#[test]
fn a_hash_is_the_same_on_any_number_of_threads() {
    let hash = |more: &[&str]| {
        let args = ["hash", "--memory", "8MiB", "--time-cost", "2", "--salt", "736f6d6573616c74"];
        good(&[&args[..], more].concat(), b"password")
    };
    let all = hash(&[]);
    for threads in ["1", "2", "3", "64"] {
        assert_eq!(hash(&["--threads", threads]), all, "{threads} threads");
        assert_eq!(good(&["verify", "--threads", threads, all.trim()], b"password"), "right\n");
    }
    for threads in ["0", "1025", "x"] {
        let (status, _, err) = passwd(&["hash", "--threads", threads], b"password");
        assert!(status == Some(2) && err.contains("--threads"), "{threads}: {err}");
    }
    let args =
        ["calibrate", "--time", "1ms", "--memory", "8MiB", "--scheme", "argon2id", "--parallelism", "4"];
    assert!(good(&[&args[..], &["--threads", "2"]].concat(), b"").contains("--parallelism 4"));
    assert_eq!(passwd(&[&args[..], &["--threads", "0"]].concat(), b"").0, Some(2));
}

/// What `verify` says of a string that cannot be used.
fn refused(string: &str) -> String {
    let (status, out, err) = passwd(&["verify", string], b"password");
    assert_eq!((status, out.as_str()), (Some(2), ""), "{string}: {err}");
    assert!(err.starts_with("lanesmith: ") && err.lines().count() == 1, "{err}");
    err
}

#[test]
fn strings_that_ask_for_a_tebibyte_or_an_age_are_refused() {
    let (salt, tag) = ("c29tZXNhbHQ", "FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI");
    let hash = "u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.";
    for (string, what) in [
        (format!("$argon2id$v=19$m=1073741824,t=1,p=1${salt}${tag}"), "memory"),
        (format!("$argon2id$v=19$m=65536,t=4294967295,p=1${salt}${tag}"), "work"),
        (format!("$scrypt$ln=32,r=2,p=1${salt}${tag}"), "memory"),
        (format!("$y$jQT$LdJMENpBABJJ3hIHjB1Bi.${hash}"), "memory"),
        (format!("$y$jbT$LdJMENpBABJJ3hIHjB1Bi.${hash}"), "memory"),
        (format!("$7$c6..../....SodiumChloride${hash}"), "memory"),
        (format!("$lyra2$v=3$h=blamka,t=1,r=4294967295,c=256,b=12,f=1,p=1${salt}${tag}"), "memory"),
        (
            format!("$twocats$v=2015$h=blake2s,s=30,m=30,x=2,l=8,p=1,b=16384,u=64,o=6,r=0${salt}${tag}"),
            "memory",
        ),
    ] {
        let err = refused(&string);
        assert!(err.contains(what) && err.contains("limit") && err.contains("--max-memory"), "{err}");
    }
    // scrypt's table of 2^40 entries is no parameter at all.
    assert!(refused(&format!("$scrypt$ln=40,r=8,p=1${salt}${tag}")).contains("2^32"));
    // N = 2^40 of yescrypt: with the limits raised, the memory cannot be had.
    let string = format!("$y$jbT$LdJMENpBABJJ3hIHjB1Bi.${hash}");
    let args = ["verify", &string, "--max-memory", "1000000TiB", "--max-work", "1000000TiB"];
    let (status, _, err) = passwd(&args, b"password");
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("bytes"), "{err}");
}

#[test]
fn truncated_and_malformed_strings_are_refused_and_say_where() {
    let whole = "$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    let mut input = Vec::new();
    // A tag of 16 bytes and more is a string of its own.
    let cuts = 0..whole.len() - 22;
    for end in cuts.clone() {
        input.extend_from_slice(format!("{}\tpassword\n", &whole[..end]).as_bytes());
    }
    let (status, out, err) = passwd(&["verify", "--lines"], &input);
    assert_eq!(status, Some(2));
    assert_eq!(out.lines().count(), cuts.len());
    assert!(out.lines().all(|line| line.starts_with("unusable: ")), "{out}");
    assert!(err.contains(&format!("{} of {} lines", cuts.len(), cuts.len())), "{err}");
    for (string, what) in [
        ("", "known scheme"),
        ("$2b$12$abcdefghijklmnopqrstuu", "31 characters"),
        ("$9$12$abcdefghijklmnopqrstuu", "inspect --help"),
        ("$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ=$FqGkmHNGCd0BRW2kBt6fPQ", "byte 28"),
        ("$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE", "byte 30"),
        ("$7$", "malformed"),
        ("$twocats$v=2016", "version"),
    ] {
        let err = refused(string);
        assert!(err.contains(what), "{err}");
    }
}

#[test]
fn each_line_of_many_gets_its_verdict_and_the_worst_is_the_status() {
    let string = "$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    let input = format!("{string}\tpassword\n{string}\tpass\tword\n");
    let (status, out, _) = passwd(&["verify", "--lines"], input.as_bytes());
    assert_eq!((status, out.as_str()), (Some(1), "right\nwrong\n"));
    assert_eq!(good(&["verify", "--lines"], format!("{string}\tpassword").as_bytes()), "right\n");
    let mut input = input.into_bytes();
    input.extend_from_slice(b"no tab\n\xff\tpassword\n");
    let (status, out, _) = passwd(&["verify", "--lines", "--json"], &input);
    assert_eq!(status, Some(2));
    let results: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let words: Vec<&str> = results.iter().map(|result| result["result"].as_str().unwrap()).collect();
    assert_eq!(words, ["right", "wrong", "unusable", "unusable"]);
    assert!(results[2]["reason"].as_str().unwrap().contains("tab"));
    let (status, out, _) = passwd(&["verify", "--json", "$7$"], b"password");
    assert_eq!(status, Some(2));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["result"], "unusable");
}

#[test]
fn a_string_may_come_from_a_file_and_must_come_from_somewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stored");
    let string = good(&["hash", "--memory", "64KiB"], b"password");
    std::fs::write(&path, &string).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(good(&["verify", "--file", path], b"password"), "right\n");
    for args in [
        &["verify"][..],
        &["verify", "--file", path, string.trim_end()],
        &["verify", "--lines", string.trim_end()],
        &["verify", "--file", "/no/such/file"],
        &["needs-rehash"],
        &["inspect"],
    ] {
        assert_eq!(passwd(args, b"password").0, Some(2), "{args:?}");
    }
    assert_eq!(passwd(&["verify", "--file", path], b"").0, Some(2));
    assert_eq!(passwd(&["hash"], b"").0, Some(2));
}

#[test]
fn inspect_says_what_a_string_means_and_costs() {
    let string = "$y$j9T$LdJMENpBABJJ3hIHjB1Bi.$u2OTvjfFNnWXgGAOFvgB1vH5NgjtzZuf1aX1t4YvTE.";
    let out = good(&["inspect", string], b"");
    for part in ["yescrypt, read-write", "N             4096", "16 MiB", "16 bytes"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let report: Value =
        serde_json::from_str(&good(&["inspect", "--json", "--measure", string], b"")).unwrap();
    assert_eq!(report["parameters"]["r"], 32);
    assert_eq!(report["within_limits"], true);
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    let huge = "$argon2i$m=1073741824,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI";
    let out = good(&["inspect", huge], b"");
    for part in ["version 16", "1024 GiB", "above the limits", "note: "] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert_eq!(passwd(&["inspect", "--measure", huge], b"").0, Some(2));
}

#[test]
fn needs_rehash_compares_with_the_costs_and_raises_what_can_be_raised() {
    let costs = ["--scheme", "twocats", "--memory"];
    let old = good(&[&["hash"], &costs[..], &["128KiB"]].concat(), b"password");
    let old = old.trim_end();
    let ask = |memory: &str, more: &[&str]| {
        passwd(&[&["needs-rehash", old], &costs[..], &[memory], more].concat(), b"")
    };
    assert_eq!(ask("128KiB", &[]), (Some(1), "no\n".into(), String::new()));
    assert_eq!(ask("1MiB", &[]), (Some(0), "yes\n".into(), String::new()));
    let (status, raised, _) = ask("1MiB", &["--raise"]);
    assert_eq!(status, Some(0));
    let raised = raised.trim_end();
    assert!(raised.contains(",s=7,m=10,"), "{raised}");
    assert_eq!(good(&["verify", raised], b"password"), "right\n");
    assert_eq!(passwd(&["verify", raised], b"passwore").0, Some(1));
    let again = passwd(&[&["needs-rehash", raised], &costs[..], &["1MiB"]].concat(), b"");
    assert_eq!(again.0, Some(1));
    let (status, _, err) = passwd(&["needs-rehash", "--raise", old], b"");
    assert_eq!(status, Some(2));
    assert!(err.contains("password is") || err.contains("without the password"), "{err}");
}

#[test]
fn calibration_keeps_to_the_floor_for_new_hashes_unless_told() {
    let args = ["calibrate", "--time", "1us", "--memory", "19MiB", "--scheme", "argon2id"];
    let table = good(&args, b"");
    // The cheapest of OWASP's rows that fit.
    assert!(table.contains("--time-cost"), "{table}");
    assert!(["7MiB --time-cost 5", "9MiB --time-cost 4"].iter().any(|row| table.contains(row)), "{table}");
    let below = good(&[&args[..], &["--below-floor"]].concat(), b"");
    assert!(below.contains("--memory 8KiB --time-cost 1"), "{below}");
    let (status, _, err) = passwd(&["calibrate", "--memory", "4MiB", "--scheme", "argon2id"], b"");
    assert_eq!(status, Some(2));
    assert!(err.contains("memory is 4194304: it must be as much as new hashes have"), "{err}");
}

#[test]
fn a_hash_that_may_have_been_cut_off_is_verified_only_if_asked_for() {
    let stored = good(&["hash", "--scheme", "scrypt", "--memory", "1MiB"], b"password");
    let cut = &stored.trim()[..stored.trim().len() - 11];
    let err = refused(cut);
    assert!(err.contains("24 bytes") && err.contains("cut off"), "{err}");
    assert_eq!(passwd(&["verify", cut, "--short-hashes"], b"password").0, Some(0));
    assert_eq!(passwd(&["verify", cut, "--short-hashes"], b"passwore").0, Some(1));
}

#[test]
fn calibrated_costs_can_be_given_to_hash() {
    let out = good(&["calibrate", "--below-floor", "--time", "20ms", "--memory", "4MiB", "--json"], b"");
    let mut schemes = Vec::new();
    for line in out.lines() {
        let found: Value = serde_json::from_str(line).unwrap();
        assert!(found["memory"].as_u64().unwrap() <= 4 << 20, "{found}");
        assert!(found["measured_ms"].as_f64().unwrap() > 0.0, "{found}");
        let options: Vec<&str> = found["options"].as_str().unwrap().split(' ').collect();
        let made: Value =
            serde_json::from_str(&good(&[&["hash", "--json"][..], &options].concat(), b"password")).unwrap();
        assert_eq!(made["scheme"], found["scheme"]);
        assert!(made["memory"].as_u64().unwrap().abs_diff(found["memory"].as_u64().unwrap()) < 128 << 10);
        let rehash = ["needs-rehash", made["string"].as_str().unwrap()];
        assert_eq!(passwd(&[&rehash[..], &options].concat(), b"").0, Some(1), "{found}");
        schemes.push(found["scheme"].as_str().unwrap().to_owned());
    }
    assert_eq!(schemes, ["argon2id", "yescrypt", "scrypt", "lyra2", "twocats"]);
    let table =
        good(&["calibrate", "--below-floor", "--time", "5ms", "--memory", "1MiB", "--scheme", "scrypt"], b"");
    assert!(table.contains("--scheme scrypt"), "{table}");
    for wrong in [["--time", "5"], ["--memory", "64MB"], ["--memory", "100"], ["--memory", "100B"]] {
        assert_eq!(passwd(&[&["calibrate"], &wrong[..]].concat(), b"").0, Some(2), "{wrong:?}");
    }
}

fn vectors(file: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../testkit/vectors/memhard/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn kdf_reads_the_vector_files_and_finds_their_keys() {
    for file in [
        "lyra2_v1_2014.jsonl",
        "lyra2_v3_generated.jsonl",
        "scrypt_generated.jsonl",
        "twocats_generated.jsonl",
        "skinnycat_published.jsonl",
        "yescrypt_kdf_published.jsonl",
        "yescrypt_kdf_generated.jsonl",
    ] {
        let input = String::from_utf8(vectors(file)).unwrap();
        // The program that wrote SkinnyCat's file took BLAKE2s where it says SHA-256 as well.
        let input = match file.starts_with("skinnycat") {
            true => input.replace(r#""hash":"SHA256""#, r#""hash":"blake2s""#),
            false => input,
        };
        let count = input.lines().count();
        assert_eq!(
            good(&["kdf", "--check"], input.as_bytes()),
            format!("{count} of {count} keys are as expected\n")
        );
    }
    let mut input = String::new();
    for (file, lists) in
        [("argon2.json", &["rfc9106", "reference_kats", "generated"][..]), ("scrypt.json", &["generated"])]
    {
        let all: Value = serde_json::from_slice(&vectors(file)).unwrap();
        for case in lists.iter().flat_map(|list| all[*list].as_array().unwrap()) {
            let mut case = case.clone();
            if file == "scrypt.json" {
                case["alg"] = "scrypt".into();
            }
            input += &format!("{case}\n");
        }
    }
    let count = input.lines().count();
    assert!(count > memhard::argon2::cases().len());
    assert_eq!(
        good(&["kdf", "--check"], input.as_bytes()),
        format!("{count} of {count} keys are as expected\n")
    );
}

#[test]
fn kdf_takes_options_and_names_the_line_that_is_wrong() {
    let key = "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906";
    let options = ["kdf", "--alg", "scrypt", "--n", "16", "--r", "1", "--outlen", "64"];
    assert_eq!(good(&options, b"\n"), format!("{key}\n"));
    let case = r#"{"alg":"scrypt","N":16,"r":1,"outlen":64,"password":"","salt":""}"#;
    let out = good(&["kdf", "--json"], case.as_bytes());
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["out"], key);
    for (line, what) in [
        ("{", "ends too soon"),
        ("[]", "line 2"),
        ("\u{fffd}", "line 2"),
        (r#"{"alg":"md5"}"#, "md5"),
        (r#"{"alg":"scrypt","r":1}"#, "N is missing"),
        (r#"{"alg":"scrypt","N":1099511627776,"r":8}"#, "2^32"),
        (r#"{"alg":"scrypt","N":17,"r":8}"#, "power of two"),
        (r#"{"alg":"scrypt","N":-1,"r":8}"#, "line 2"),
        (r#"{"alg":"scrypt","N":16,"r":8,"password":"x"}"#, "line 2"),
        (r#"{"alg":"scrypt","N":16,"r":8,"outlen":99999999999}"#, "outlen"),
        (r#"{"alg":"yescrypt","N":1099511627776,"r":1000000,"flags":182}"#, "bytes"),
        (r#"{"alg":"argon2id","m_kib":8,"t":0}"#, "passes"),
        (r#"{"alg":"twocats","stop_mem_cost":200}"#, "memCost"),
        (r#"{"alg":"lyra2","rows":1}"#, "rows"),
    ] {
        let (status, out, err) = passwd(&["kdf"], format!("{case}\n{line}\n").as_bytes());
        assert_eq!(status, Some(1), "{line}: {err}");
        assert_eq!(out, format!("{key}\n"), "what came before is not lost");
        assert!(err.contains("line 2: ") && err.contains(what), "{line}: {err}");
    }
    let other = case.replace("\"salt\"", "\"out\":\"00\",\"salt\"").replace("\"outlen\":64,", "");
    let (status, out, _) = passwd(&["kdf", "--check"], other.as_bytes());
    assert_eq!(status, Some(1));
    assert!(out.contains("0 of 1"), "{out}");
    assert_eq!(passwd(&["kdf"], b"").0, Some(2));
}

#[test]
fn kdf_goes_on_after_a_bad_line_if_it_is_asked_to() {
    let case = r#"{"alg":"scrypt","N":16,"r":1,"outlen":4,"password":"","salt":""}"#;
    let input = format!("{case}\n{{\n{case}\n");
    let (status, out, err) = passwd(&["kdf", "--keep-going"], input.as_bytes());
    assert_eq!(
        (status, out.as_str()),
        (Some(1), "77d65762\nline 2: BAD: not JSON: it ends too soon\n77d65762\n")
    );
    assert!(err.contains("1 of 3 lines"), "{err}");
    let (_, out, _) = passwd(&["kdf", "--keep-going", "--json"], input.as_bytes());
    let bad: Value = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&bad["line"], bad["error"].is_string()), (&2.into(), true));
}

#[test]
fn what_is_wrong_with_a_case_is_told_in_words_and_without_the_line() {
    for (line, what) in [
        (r#""hunter2""#, "an object in braces"),
        (r#"{"alg":"scrypt","N":"hunter2","r":8}"#, "a whole number below 2^64"),
        (r#"{"alg":"scrypt","N":16,"r":-1}"#, "a whole number below 2^32"),
        (r#"{"alg":"scrypt","N":16,"r":8,"password":"hunter2"}"#, "not hexadecimal at character 1"),
        (r#"{"alg":"scrypt","N":16,"r":8,"password":["hunter2"]}"#, "bytes in hexadecimal"),
        (r#"{"alg":"scrypt" hunter2}"#, "not JSON at character 17"),
    ] {
        let (status, _, err) = passwd(&["kdf"], line.as_bytes());
        assert_eq!(status, Some(1));
        assert!(err.contains(what) && !err.contains("hunter2") && !err.contains("u64"), "{line}: {err}");
        assert!(!err.contains("'h'") && !err.contains("line 1 column"), "{line}: {err}");
    }
}

#[test]
fn the_secret_key_of_argon2_comes_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    std::fs::write(&path, b"pepper").unwrap();
    let options = ["kdf", "--alg", "argon2id", "--m-kib", "64", "--t", "1", "--salt", "736f6d6573616c74"];
    let with = good(&[&options[..], &["--secret-file", path.to_str().unwrap()]].concat(), b"password");
    let line = r#"{"alg":"argon2id","m_kib":64,"t":1,"salt":"736f6d6573616c74","password":"70617373776f7264","secret":"706570706572"}"#;
    assert_eq!(good(&["kdf"], line.as_bytes()), with);
    assert_ne!(good(&options, b"password"), with);
}

/// What a program of the system prints; nothing where it is absent.
fn system(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output();
    let Ok(output) = output else {
        eprintln!("{program} is absent: not tested");
        return None;
    };
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().trim_end().to_owned())
}

#[test]
fn strings_of_mkpasswd_verify() {
    for rounds in ["1", "3", "5"] {
        let Some(string) = system("mkpasswd", &["-m", "yescrypt", "-R", rounds, "correct horse"]) else {
            return;
        };
        assert!(string.starts_with("$y$"), "{string}");
        assert_eq!(good(&["verify", &string], b"correct horse"), "right\n");
        assert_eq!(passwd(&["verify", &string], b"correct hors").0, Some(1));
    }
    let Some(string) = system("mkpasswd", &["-m", "scrypt", "-R", "6", "correct horse"]) else { return };
    assert!(string.starts_with("$7$"), "{string}");
    assert_eq!(good(&["verify", &string], b"correct horse"), "right\n");
}

#[test]
fn the_systems_crypt_verifies_our_strings() {
    for costs in [&["--memory", "1MiB", "--block", "8"][..], &[], &["--memory", "2MiB", "--time-cost", "2"]] {
        let string = good(&[&["hash", "--scheme", "yescrypt"], costs].concat(), b"correct horse");
        let string = string.trim_end();
        let Some(made) = system("perl", &["-e", "print crypt($ARGV[0], $ARGV[1])", "correct horse", string])
        else {
            return;
        };
        if made.is_empty() || made.starts_with('*') {
            eprintln!("the system's crypt knows no $y$: not tested");
            return;
        }
        assert_eq!(made, string);
    }
}

#[test]
fn help_has_examples_and_exit_statuses_everywhere() {
    for command in
        [&[][..], &["hash"], &["verify"], &["needs-rehash"], &["inspect"], &["calibrate"], &["kdf"]]
    {
        let out = good(&[command, &["--help"]].concat(), b"");
        assert!(out.contains("Examples:"), "{command:?}: {out}");
    }
    assert!(good(&["verify", "--help"], b"").contains("0 right, 1 wrong, 2"));
    let (status, out, _) = run(&mut lanesmith(&["passwd", "--help"]));
    assert!(status == Some(0) && out.contains("130"), "{out}");
}

/// What needs Linux: terminals, signals, the memory of a process.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Stdio};
    use std::time::{Duration, Instant};

    use rustix::fs::{Mode, OFlags};
    use rustix::process::{Pid, Signal, WaitIdOptions, kill_process};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

    use super::{good, lanesmith};

    /// A terminal: the person's side and the program's.
    fn terminal() -> (File, OwnedFd) {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let program = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        (File::from(person), program)
    }

    fn start(args: &[&str], stdin: impl Into<Stdio>) -> Child {
        lanesmith(&[&["passwd"], args].concat())
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Reads standard error until a question was asked.
    fn asked(child: &mut Child, question: &str) {
        let err = child.stderr.as_mut().unwrap();
        let mut text = String::new();
        while !text.ends_with(question) {
            let mut byte = [0];
            err.read_exact(&mut byte).unwrap_or_else(|e| panic!("{text}: {e}"));
            text.push(byte[0].into());
        }
    }

    fn echoes(terminal: &OwnedFd) -> bool {
        tcgetattr(terminal).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    fn interrupt(child: &Child) {
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
    }

    #[test]
    fn a_typed_password_is_not_echoed_and_asked_for_twice() {
        let (mut person, terminal) = terminal();
        let mut child = start(&["hash", "--memory", "64KiB"], terminal.try_clone().unwrap());
        asked(&mut child, "Password: ");
        assert!(!echoes(&terminal));
        person.write_all(b"correct horse\n").unwrap();
        asked(&mut child, "Again: ");
        assert!(!echoes(&terminal));
        person.write_all(b"correct horse\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(echoes(&terminal));
        let string = String::from_utf8(output.stdout).unwrap();
        assert_eq!(good(&["verify", string.trim_end()], b"correct horse"), "right\n");
        // What the terminal shows, up to a mark.
        rustix::io::write(&terminal, b"#").unwrap();
        let mut shown = Vec::new();
        while shown.last() != Some(&b'#') {
            let mut byte = [0];
            person.read_exact(&mut byte).unwrap();
            shown.push(byte[0]);
        }
        assert!(!String::from_utf8_lossy(&shown).contains("horse"), "{shown:?}");
    }

    #[test]
    fn two_different_passwords_are_refused() {
        let (mut person, terminal) = terminal();
        let mut child = start(&["hash", "--memory", "64KiB"], terminal);
        for (question, answer) in [("Password: ", "one\n"), ("Again: ", "two\n")] {
            asked(&mut child, question);
            person.write_all(answer.as_bytes()).unwrap();
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    }

    #[test]
    fn ctrl_c_at_the_prompt_is_status_130_and_the_terminal_echoes_again() {
        let (_person, terminal) = terminal();
        let mut child = start(&["hash"], terminal.try_clone().unwrap());
        asked(&mut child, "Password: ");
        assert!(!echoes(&terminal));
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(echoes(&terminal));
    }

    /// The program at its first question, in a process group of its own as a shell starts it: the kernel stops no other.
    fn at_the_prompt(terminal: &OwnedFd) -> Child {
        let mut command = lanesmith(&["passwd", "hash", "--memory", "64KiB"]);
        command.process_group(0).stdin(terminal.try_clone().unwrap());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        asked(&mut child, "Password: ");
        assert!(!echoes(terminal));
        child
    }

    fn send(child: &Child, signal: Signal) {
        kill_process(Pid::from_child(child), signal).unwrap();
    }

    /// Waits until the program has stopped, been continued, or ended.
    fn state(child: &Child, wanted: WaitIdOptions) {
        let child = rustix::process::WaitId::Pid(Pid::from_child(child));
        rustix::process::waitid(child, wanted | WaitIdOptions::NOWAIT).unwrap().unwrap();
    }

    /// Waits until a signal that was sent has been received.
    fn received(child: &Child, signal: Signal) {
        let pending = || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let masks = ["SigPnd:", "ShdPnd:"].map(|key| {
                let mask = status.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("0");
                u64::from_str_radix(mask.trim(), 16).unwrap()
            });
            (masks[0] | masks[1]) >> (signal.as_raw() - 1) & 1 == 1
        };
        while pending() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn ctrl_c_many_times_at_the_prompt_leaves_a_terminal_that_echoes() {
        for _ in 0..10 {
            let (_person, terminal) = terminal();
            let mut child = at_the_prompt(&terminal);
            for _ in 0..4 {
                send(&child, Signal::INT);
                received(&child, Signal::INT);
            }
            assert_eq!(child.wait().unwrap().code(), Some(130));
            assert!(echoes(&terminal));
        }
    }

    #[test]
    fn whatever_ends_the_program_at_the_prompt_leaves_a_terminal_that_echoes() {
        for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
            let (_person, terminal) = terminal();
            let mut child = at_the_prompt(&terminal);
            send(&child, signal);
            // It died of the signal: shells and supervisors look at that.
            assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
            assert!(echoes(&terminal), "{signal:?}");
        }
    }

    #[test]
    fn ctrl_z_at_the_prompt_leaves_a_terminal_that_echoes_until_the_program_goes_on_and_asks_again() {
        let (mut person, terminal) = terminal();
        let mut child = at_the_prompt(&terminal);
        for _ in 0..2 {
            // What was typed by then goes neither to the shell nor into the password.
            person.write_all(b"half").unwrap();
            send(&child, Signal::TSTP);
            state(&child, WaitIdOptions::STOPPED);
            assert!(echoes(&terminal));
            send(&child, Signal::CONT);
            asked(&mut child, "Password: ");
            assert!(!echoes(&terminal));
        }
        for question in ["Again: ", ""] {
            person.write_all(b"horse\n").unwrap();
            asked(&mut child, question);
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(echoes(&terminal));
        let string = String::from_utf8(output.stdout).unwrap();
        assert_eq!(good(&["verify", string.trim_end()], b"horse"), "right\n");
    }

    #[test]
    fn a_program_that_was_stopped_for_good_hides_what_is_typed_when_it_goes_on() {
        let (_person, terminal) = terminal();
        let mut child = at_the_prompt(&terminal);
        send(&child, Signal::STOP);
        state(&child, WaitIdOptions::STOPPED);
        // As a shell does.
        let mut modes = tcgetattr(&terminal).unwrap();
        modes.local_modes |= LocalModes::ECHO;
        tcsetattr(&terminal, OptionalActions::Now, &modes).unwrap();
        send(&child, Signal::CONT);
        asked(&mut child, "Password: ");
        assert!(!echoes(&terminal));
        send(&child, Signal::TERM);
        child.wait().unwrap();
        assert!(echoes(&terminal));
    }

    #[test]
    fn signals_that_are_ignored_stay_ignored_at_the_prompt() {
        let (mut person, terminal) = terminal();
        let program = lanesmith(&["passwd", "hash", "--memory", "64KiB"]);
        let mut command = crate::program::started(std::process::Command::new("sh"));
        command.arg("-c").arg("trap '' HUP; exec \"$0\" \"$@\"").arg(program.get_program());
        command.args(program.get_args()).stdin(terminal.try_clone().unwrap());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        asked(&mut child, "Password: ");
        send(&child, Signal::HUP);
        for question in ["Again: ", ""] {
            person.write_all(b"horse\n").unwrap();
            asked(&mut child, question);
        }
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(echoes(&terminal));
    }

    #[test]
    fn ctrl_c_while_waiting_for_a_line_is_status_130() {
        let mut child = start(&["hash", "--memory", "64KiB"], Stdio::piped());
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"one\n").unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(line.starts_with("$argon2id$"));
    }

    #[test]
    fn ctrl_c_in_the_middle_of_a_hash_of_minutes_is_status_130_at_once() {
        for costs in [
            "--scheme argon2id --time-cost 5000 --parallelism 4",
            "--scheme yescrypt --time-cost 5000",
            "--scheme scrypt --time-cost 256",
            "--scheme lyra2 --time-cost 5000",
        ] {
            let mut args = vec!["hash", "--memory", "64MiB"];
            args.extend(costs.split(' '));
            let mut child = start(&args, Stdio::piped());
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"one\ntwo\n").unwrap();
            // Once it has memory, it hashes.
            let started = Instant::now();
            let hashing = || {
                let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
                let resident =
                    status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
                resident.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) > 60 << 10
            };
            while !hashing() {
                assert!(started.elapsed() < Duration::from_secs(60));
                std::thread::sleep(Duration::from_millis(5));
            }
            interrupt(&child);
            let asked = Instant::now();
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), output.stdout), (Some(130), Vec::new()), "{costs}");
            // On a machine with much else to do.
            assert!(asked.elapsed() < Duration::from_secs(10), "{costs}: {:?}", asked.elapsed());
        }
    }

    /// How often the bytes stand in the memory of a process.
    fn count(pid: u32, secret: &[u8]) -> usize {
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
        let mut memory = File::open(format!("/proc/{pid}/mem")).unwrap();
        let mut found = 0;
        for line in maps.lines().filter(|line| line.contains(" rw")) {
            let (range, _) = line.split_once(' ').unwrap();
            let (start, end) = range.split_once('-').unwrap();
            let [start, end] = [start, end].map(|n| u64::from_str_radix(n, 16).unwrap());
            let mut bytes = vec![0; (end - start) as usize];
            if memory.seek(SeekFrom::Start(start)).is_ok() && memory.read_exact(&mut bytes).is_ok() {
                found += bytes.windows(secret.len()).filter(|window| *window == secret).count();
            }
        }
        found
    }

    /// Whether the bytes are gone from a process that waits for input: after its answer it may still have to get a CPU to wipe them.
    fn vanishes(pid: u32, secret: &[u8]) -> bool {
        let begin = Instant::now();
        while count(pid, secret) > 0 {
            if begin.elapsed() > Duration::from_secs(20) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    #[test]
    fn no_password_and_no_key_is_left_in_memory_once_it_was_used() {
        let secret = b"a rare passphrase 93f1";
        let hexadecimal = "61207261726520706173737068726173652039336631";
        for (costs, _) in super::CHEAP {
            let mut child = start(&[&["hash"], costs].concat(), Stdio::piped());
            let mut input = child.stdin.take().unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            // The line that is being read is there.
            input.write_all(secret).unwrap();
            let started = Instant::now();
            while count(child.id(), secret) == 0 {
                assert!(started.elapsed() < Duration::from_secs(60), "the search finds what is there");
            }
            input.write_all(b"\n").unwrap();
            output.read_line(&mut line).unwrap();
            assert!(line.starts_with('$'), "{line}");
            // A second line, so that the first one has left the buffer.
            input.write_all(b"other\n").unwrap();
            output.read_line(&mut line).unwrap();
            assert!(vanishes(child.id(), secret), "{costs:?}");
            drop(input);
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
        // A line of JSON holds it in hexadecimal.
        let mut child = start(&["kdf"], Stdio::piped());
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        for password in [hexadecimal, "00"] {
            writeln!(
                input,
                r#"{{"alg":"argon2id","m_kib":64,"t":1,"salt":"0011223344556677","password":"{password}"}}"#
            )
            .unwrap();
            output.read_line(&mut line).unwrap();
        }
        assert!(vanishes(child.id(), secret));
        assert!(vanishes(child.id(), hexadecimal.as_bytes()));
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
