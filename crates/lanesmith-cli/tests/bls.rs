//! `lanesmith bls` on the published vectors, and on what must be refused.

#[cfg(target_os = "linux")]
#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::path::PathBuf;

use lanesmith::bls::G2;
use lanesmith::bls::SIGNATURE;
use lanesmith::bls::signature::{MinSig, Mode, Scheme, SecretKey, Variant};
use lanesmith_cli::failure::Failure;
use lanesmith_testkit::vectors::bls as vectors;
use serde_json::Value;
use tempfile::TempDir;

fn run(args: &[&str]) -> (Result<(), Failure>, String) {
    let mut out = Vec::new();
    let args = ["lanesmith", "bls"].iter().chain(args).map(Into::into);
    let result = lanesmith_cli::run(args, &[], &mut out);
    (result, String::from_utf8(out).unwrap())
}

fn good(args: &[&str]) -> String {
    let (result, out) = run(args);
    result.unwrap_or_else(|e| panic!("{args:?}: {e:?} {out}"));
    out.trim_end().to_owned()
}

/// The message of bad input.
fn bad(args: &[&str]) -> String {
    match run(args).0 {
        Err(Failure::Input(e)) => format!("{e:#}"),
        other => panic!("{args:?}: {other:?}"),
    }
}

/// The message of wrong usage.
fn misused(args: &[&str]) -> String {
    match run(args).0 {
        Err(Failure::Usage(e)) => format!("{e:#}"),
        other => panic!("{args:?}: {other:?}"),
    }
}

/// What a command prints that ends with status 1 and has told why.
fn told(args: &[&str]) -> String {
    match run(args) {
        (Err(Failure::Told), out) => out.trim_end().to_owned(),
        other => panic!("{args:?}: {other:?}"),
    }
}

/// What a command prints of lines of which some are bad, and what it says at the end.
fn some_bad(args: &[&str]) -> (Vec<String>, String) {
    match run(args) {
        (Err(Failure::Input(e)), out) => (out.lines().map(str::to_owned).collect(), format!("{e:#}")),
        other => panic!("{args:?}: {other:?}"),
    }
}

struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, file: &str) -> String {
        self.0.path().join(file).to_str().unwrap().to_owned()
    }

    fn put(&self, file: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(file);
        std::fs::write(&path, contents).unwrap();
        path
    }
}

fn seeded(i: u64) -> SecretKey {
    let mut material = [7; 32];
    material[..8].copy_from_slice(&i.to_le_bytes());
    SecretKey::generate(&material, b"").unwrap()
}

fn key_hex(key: &SecretKey) -> String {
    hex::encode(key.to_bytes().as_slice())
}

// Keys

#[test]
fn keys_from_material_are_as_published_and_the_file_is_private() {
    let scratch = Scratch::new();
    for (number, v) in vectors::keygen().iter().enumerate() {
        let material = scratch.put("material", &v.ikm.0);
        let info = String::from_utf8(v.key_info.0.clone());
        let Ok(info) = info else { continue };
        let out = scratch.path(&format!("key{number}"));
        let mut args =
            vec!["keygen", "--ikm-file", &material, "--info", &info, "--draft", &v.draft, "--out", &out];
        if v.draft == "v5" {
            args.extend(["--salt", &v.salt]);
        }
        let public = good(&args);
        assert_eq!(std::fs::read_to_string(&out).unwrap().trim_end(), hex::encode(&v.sk.0));
        assert_eq!(good(&["pubkey", "--key", &out]), public);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}

#[test]
fn file_that_is_there_is_replaced_only_by_force() {
    let scratch = Scratch::new();
    let out = scratch.put("key", "precious");
    assert!(bad(&["keygen", "--out", &out]).contains(&out));
    assert_eq!(std::fs::read(&out).unwrap(), b"precious");
    good(&["keygen", "--out", &out, "--force"]);
    assert_eq!(std::fs::read(&out).unwrap().len(), 65);
}

#[test]
fn random_keys_differ_and_short_material_is_refused() {
    let (one, other) = (good(&["keygen", "--out", "-"]), good(&["keygen", "--out", "-"]));
    assert!(one.len() == 64 && other.len() == 64 && one != other);
    let scratch = Scratch::new();
    let short = scratch.put("short", [1; 31]);
    assert!(bad(&["keygen", "--ikm-file", &short, "--out", "-"]).contains("31 bytes"));
    assert!(misused(&["keygen", "--draft", "v5", "--out", "-"]).contains("--salt"));
}

#[test]
fn derived_keys_are_as_published() {
    let scratch = Scratch::new();
    for v in vectors::derive() {
        let seed = scratch.put("seed", format!("0x{}\n", hex::encode(&v.seed.0)));
        let path = format!("m/{}", v.child_index);
        let key = good(&["derive", "--seed", &seed, "--path", &path, "--out", "-"]);
        let expected = SecretKey::derive_master(&v.seed.0).unwrap().derive_child(v.child_index).unwrap();
        assert_eq!(key, key_hex(&expected));
    }
    let seed = scratch.put("seed", "00".repeat(31));
    assert!(bad(&["derive", "--seed", &seed, "--path", "m/0", "--out", "-"]).contains("31 bytes"));
    assert!(misused(&["derive", "--seed", &seed, "--path", "m/x", "--out", "-"]).contains("level 1"));
}

#[test]
fn file_without_a_key_is_named_and_says_why() {
    let scratch = Scratch::new();
    for (contents, why) in [
        ("00".repeat(32), "zero"),
        ("ff".repeat(32), "not below the order"),
        ("11".repeat(31), "31 bytes"),
        ("xy".into(), "character 1 is not"),
        ("{}".into(), "/version"),
    ] {
        let file = scratch.put("key", contents);
        let message = bad(&["pubkey", "--key", &file]);
        assert!(message.contains(&file) && message.contains(why), "{message}");
    }
    assert!(bad(&["pubkey", "--key", "/no/such/file"]).contains("/no/such/file"));
}

#[test]
fn nothing_of_a_secret_is_shown_where_it_is_malformed() {
    let scratch = Scratch::new();
    for wrong in ["q", "\u{fc}", "\u{1f511}", "\u{1b}"] {
        let file = scratch.put("secret", format!("0x{}{wrong}{}", "1f".repeat(9), "2e".repeat(23)));
        let key = bad(&["pubkey", "--key", &file]);
        let seed = bad(&["derive", "--seed", &file, "--path", "m/0", "--out", "-"]);
        for message in [key, seed] {
            let told = message.strip_prefix(&*file).unwrap_or_else(|| panic!("{message}"));
            assert_eq!(told, ": character 21 is not a hexadecimal digit");
        }
    }
}

#[test]
fn hexadecimal_that_is_none_is_told_by_its_first_wrong_character() {
    for (text, why) in [
        ("0g", "'g' at character 2 is not a hexadecimal digit"),
        ("0", "1 hexadecimal digit is not a whole byte"),
        ("0x123", "3 hexadecimal digits are not whole bytes"),
        ("0x12\u{fc}", "'\u{fc}' at character 5 is not a hexadecimal digit"),
        ("1\u{feff}2", "'\\u{feff}' at character 2 is not a hexadecimal digit"),
        ("\u{202e}", "'\\u{202e}' at character 1 is not a hexadecimal digit"),
        ("\"00\"", "'\"' at character 1 is not a hexadecimal digit"),
        ("00 0", "' ' at character 3 is not a hexadecimal digit"),
    ] {
        let args = ["hash-to-curve", "--dst", "MY-TAG", "--message", text];
        assert_eq!(misused(&args), format!("--message: {why}"), "{text:?}");
    }
    let point = |text| good(&["hash-to-curve", "--dst", "MY-TAG", "--message", text]);
    assert_eq!(point("0XAb"), point("ab"));
    let scratch = Scratch::new();
    let lines = scratch.put("lines", b"0\xff\n");
    let told = some_bad(&["hash-to-curve", "--dst", "MY-TAG", &lines]).0;
    assert_eq!(told, ["line 1: BAD: byte 0xff at character 2 is not a hexadecimal digit"]);
}

#[test]
fn a_line_of_blanks_is_an_empty_line() {
    let scratch = Scratch::new();
    let lines = scratch.put("lines", "00\n \t \n00\n");
    let hash = ["hash-to-curve", "--dst", "MY-TAG"];
    let (answers, summary) = some_bad(&[&hash[..], &[&lines]].concat());
    assert_eq!((&*answers[1], &*summary), ("line 2: BAD: empty", "1 of 3 lines are bad"));
    let empty = good(&[&hash[..], &["--text", ""]].concat());
    let taken = good(&[&hash[..], &["--allow-empty", &lines]].concat());
    assert_eq!(taken.lines().nth(1), Some(&*empty));
}

// Single signatures

#[test]
fn signatures_are_as_published() {
    let scratch = Scratch::new();
    for v in vectors::sign() {
        let key = scratch.put("key", hex::encode(&v.input.privkey.0));
        let message = hex::encode(&v.input.message.0);
        let args = ["sign", "--key", &key, "--message", &message];
        match &v.output {
            Some(expected) => assert_eq!(good(&args), hex::encode(&expected.0), "{}", v.name),
            None => assert!(bad(&args).contains("zero"), "{}", v.name),
        }
    }
}

#[test]
fn verdicts_are_as_published() {
    for v in vectors::verify() {
        let [key, message, signature] =
            [&v.input.pubkey.0, &v.input.message.0, &v.input.signature.0].map(hex::encode);
        let args = ["verify", "--pubkey", &key, "--message", &message, "--signature", &signature];
        if v.output {
            assert_eq!(good(&args), "valid", "{}", v.name);
        } else {
            assert!(told(&args).starts_with("INVALID: "), "{}", v.name);
        }
    }
}

#[test]
fn every_variant_scheme_tag_and_engine_verifies_what_it_signed_and_nothing_else() {
    let scratch = Scratch::new();
    let key = scratch.put("key", key_hex(&seeded(1)));
    let file = scratch.put("message", b"hello");
    let engines = SIGNATURE.available().map(|engine| engine.name()).chain(["auto"]);
    let mut seen = Vec::new();
    for engine in engines {
        for variant in ["min-pk", "min-sig"] {
            for scheme in ["basic", "aug", "pop"] {
                for tag in [&[][..], &["--dst", "MY-TAG"]] {
                    let suite = ["--engine", engine, "--variant", variant, "--scheme", scheme];
                    let suite = [&suite[..], tag].concat();
                    let signature = good(&[&["sign", "--key", &key, "--text", "hello"], &suite[..]].concat());
                    let public = good(&["pubkey", "--key", &key, "--variant", variant]);
                    let verify = |more: &[&str]| {
                        run(&[&["verify", "--pubkey", &public, "--signature", &signature], more, &suite[..]]
                            .concat())
                    };
                    assert!(verify(&["--message-file", &file]).0.is_ok());
                    let (result, out) = verify(&["--text", "hello!", "--json"]);
                    assert!(matches!(result, Err(Failure::Told)));
                    assert_eq!(out.parse::<Value>().unwrap()["valid"], false);
                    seen.push((variant, scheme, tag.len(), signature));
                }
            }
        }
    }
    // Engines agree, all else differs.
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 12);
}

#[test]
fn sign_as_json_says_key_message_and_signature() {
    let scratch = Scratch::new();
    let key = scratch.put("key", key_hex(&seeded(1)));
    let signed: Value = good(&["sign", "--key", &key, "--text", "a", "--json"]).parse().unwrap();
    let scheme = Scheme::min_pk();
    assert_eq!(signed["public_key"], scheme.public_key(&seeded(1)).to_string());
    assert_eq!(signed["message"], "61");
    assert_eq!(signed["signature"], scheme.sign(&seeded(1), b"a").unwrap().to_string());
}

#[test]
fn proof_of_possession_holds_for_its_key_only() {
    let scratch = Scratch::new();
    let scheme = Scheme::min_pk();
    let key = scratch.put("key", key_hex(&seeded(1)));
    let proof = good(&["pop", "prove", "--key", &key]);
    assert_eq!(proof, scheme.prove_possession(&seeded(1)).unwrap().0.to_string());
    let [right, wrong] = [1, 2].map(|i| scheme.public_key(&seeded(i)).to_string());
    assert_eq!(good(&["pop", "verify", "--pubkey", &right, "--proof", &proof]), "valid");
    assert!(told(&["pop", "verify", "--pubkey", &wrong, "--proof", &proof]).starts_with("INVALID"));
}

// Aggregates

#[test]
fn aggregates_are_as_published() {
    let scratch = Scratch::new();
    for v in vectors::aggregate() {
        let lines: String = v.input.iter().map(|s| hex::encode(&s.0) + "\n").collect();
        let file = scratch.put("signatures", lines);
        match &v.output {
            Some(expected) => assert_eq!(good(&["aggregate", &file]), hex::encode(&expected.0), "{}", v.name),
            None => assert!(run(&["aggregate", &file]).0.is_err(), "{}", v.name),
        }
    }
}

#[test]
fn verdicts_on_aggregates_are_as_published() {
    let scratch = Scratch::new();
    for v in vectors::aggregate_verify() {
        let pairs = v.input.pubkeys.iter().zip(&v.input.messages);
        let lines: String =
            pairs.map(|(k, m)| format!("{},0x{}\n", hex::encode(&k.0), hex::encode(&m.0))).collect();
        let file = scratch.put("pairs", lines);
        let signature = hex::encode(&v.input.signature.0);
        let result = run(&["aggregate-verify", "--signature", &signature, &file]).0;
        assert_eq!(result.is_ok(), v.output, "{}", v.name);
    }
    for v in vectors::fast_aggregate_verify() {
        let lines: String = v.input.pubkeys.iter().map(|k| hex::encode(&k.0) + "\n").collect();
        let file = scratch.put("keys", lines);
        let [message, signature] = [&v.input.message.0, &v.input.signature.0].map(hex::encode);
        let args = ["aggregate-verify", "--signature", &signature, "--message", &message, &file];
        assert_eq!(run(&args).0.is_ok(), v.output, "{}", v.name);
    }
}

#[test]
fn messages_that_are_the_same_are_named_by_their_lines() {
    let scratch = Scratch::new();
    let scheme = Scheme::<lanesmith::bls::signature::MinPk>::new(Mode::Basic);
    let signature = scheme.sign(&seeded(1), b"").unwrap().to_string();
    let line = |message: &str| format!("{},{message}\n", scheme.public_key(&seeded(1)));
    let file = scratch.put("pairs", [line("01"), line("02"), line("01")].concat());
    let verify = ["aggregate-verify", "--scheme", "basic", "--signature", &signature, &file];
    assert!(told(&verify).starts_with("INVALID: lines 1 and 3 have the same message"), "{}", told(&verify));
}

#[test]
fn bad_lines_of_an_aggregate_are_named_and_there_is_no_sum() {
    let scratch = Scratch::new();
    let signature = Scheme::min_pk().sign(&seeded(1), b"").unwrap();
    let file = scratch.put("signatures", format!("{signature}\nzz\n{signature}\n{}\n", "00".repeat(96)));
    let (status, out, err) = program::run(&mut program::lanesmith(&["bls", "aggregate", &file]));
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("line 2: signature: 'z' at character 1"), "{err}");
    assert!(err.contains("line 4: signature: the compression flag"), "{err}");
}

// Batches

fn line<V: Variant>(scheme: &Scheme<'_, V>, i: u64) -> String {
    let message = i.to_le_bytes();
    let signature = scheme.sign(&seeded(i), &message).unwrap();
    format!("{},{},{signature}", scheme.public_key(&seeded(i)), hex::encode(message))
}

/// Compressed bytes of a point of the curve of G2 outside the subgroup, and of no point of the curve.
fn strange_signatures() -> (String, String) {
    let encodings = (1..=255u8).map(|x| {
        let mut bytes = [0; 96];
        (bytes[0], bytes[95]) = (0x80, x);
        bytes
    });
    let (mut outside, mut off) = (None, None);
    for bytes in encodings {
        match G2::auto().from_compressed_unchecked(&bytes) {
            Ok(point) if !G2::auto().in_subgroup(&point) => outside = Some(hex::encode(bytes)),
            Ok(_) => {}
            Err(_) => off = Some(hex::encode(bytes)),
        }
    }
    (outside.unwrap(), off.unwrap())
}

/// Corrupts seven lines, and says which (from 1) and what must be said of them.
fn corrupt(lines: &mut [String]) -> Vec<(usize, &'static str)> {
    let count = lines.len();
    let places = [0, count / 7, count / 3, count / 2, count / 2 + 1, count - 2, count - 1];
    let (outside, off) = strange_signatures();
    let parts = |line: &String| -> Vec<String> { line.split(',').map(str::to_owned).collect() };
    let other = parts(&lines[5])[0].clone();
    let mut change = |place: usize, field: usize, to: &dyn Fn(&str) -> String| {
        let mut fields = parts(&lines[places[place]]);
        fields[field] = to(&fields[field]);
        lines[places[place]] = fields.join(",");
    };
    change(0, 1, &|_| "00".into());
    change(1, 0, &|_| other.clone());
    change(2, 2, &|_| off.clone());
    change(3, 2, &|_| outside.clone());
    change(4, 0, &|_| format!("c0{}", "00".repeat(47)));
    change(5, 2, &|old| {
        let first = u8::from_str_radix(&old[..2], 16).unwrap();
        format!("{:02x}{}", first & 0x7f, &old[2..])
    });
    let short = lines[places[6]].rsplit_once(',').unwrap().0.to_owned();
    lines[places[6]] = short;
    let why = [
        "the signature is not of this message and key",
        "the signature is not of this message and key",
        "signature: the point is not on the curve",
        "signature: the point is not in the subgroup of prime order",
        "the public key is the point at infinity",
        "signature: the compression flag (bit 7 of byte 0) is not set",
        "2 fields, a line has 3: pubkey,message,signature",
    ];
    places.iter().map(|place| place + 1).zip(why).collect()
}

fn seven_are_named(lines: &mut [String], options: &[&str]) {
    let scratch = Scratch::new();
    let expected = corrupt(lines);
    let file = scratch.put("signatures.csv", lines.join("\n") + "\n");
    let (answers, summary) = some_bad(&[&["batch-verify", &file], options].concat());
    assert_eq!(summary, format!("7 of {} lines are bad", lines.len()));
    assert_eq!(answers.len(), lines.len());
    let mut found = Vec::new();
    for (number, answer) in (1..).zip(&answers) {
        if *answer != format!("line {number}: ok") {
            let start = format!("line {number}: BAD: ");
            found.push((number, answer.strip_prefix(&start).unwrap_or_else(|| panic!("{answer}"))));
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn seven_corrupted_lines_of_a_few_hundred_are_named() {
    let scheme = Scheme::min_pk();
    let lines: Vec<_> = (0..300).map(|i| line(&scheme, i)).collect();
    for threads in ["1", "3"] {
        seven_are_named(&mut lines.clone(), &["--threads", threads]);
    }
}

#[test]
#[ignore = "slow: 20,000 signatures are made and verified"]
fn seven_corrupted_lines_of_twenty_thousand_are_named() {
    let scheme = Scheme::min_pk();
    let mut lines = vec![String::new(); 20_000];
    std::thread::scope(|scope| {
        for (part, lines) in (0..).zip(lines.chunks_mut(5_000)) {
            scope.spawn(move || {
                for (i, text) in (part * 5_000..).zip(lines) {
                    *text = line(&scheme, i);
                }
            });
        }
    });
    let started = std::time::Instant::now();
    seven_are_named(&mut lines, &[]);
    println!("batch-verify of 20,000 lines: {:.1} s", started.elapsed().as_secs_f64());
}

#[test]
fn bad_lines_alone_are_told_as_json() {
    let scratch = Scratch::new();
    let scheme = Scheme::new(Mode::Basic);
    let lines = [line::<MinSig>(&scheme, 0), "nonsense".into(), line(&scheme, 2)];
    let file = scratch.put("signatures.csv", lines.join("\n"));
    let args = ["batch-verify", "--variant", "min-sig", "--quiet", "--json", &file];
    let (answers, _) = some_bad(&args);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    let answer: Value = answer.parse().unwrap();
    assert_eq!((&answer["line"], &answer["ok"]), (&2.into(), &false.into()));
    assert!(answer["error"].as_str().unwrap().starts_with("1 field,"), "{answer}");
    // With another scheme none is right.
    assert_eq!(some_bad(&[&args[..], &["--scheme", "pop"]].concat()).0.len(), 3);
}

#[test]
fn batches_are_judged_as_published() {
    let scratch = Scratch::new();
    for v in vectors::batch_verify() {
        let all = v.input.pubkeys.iter().zip(&v.input.messages).zip(&v.input.signatures);
        let lines: Vec<_> = all.map(|((k, m), s)| [&k.0, &m.0, &s.0].map(hex::encode).join(",")).collect();
        let file = scratch.put("signatures.csv", lines.join("\n"));
        // No line is no bad line.
        assert_eq!(run(&["batch-verify", &file]).0.is_ok(), v.output || lines.is_empty(), "{}", v.name);
    }
}

#[test]
fn lines_come_from_standard_input_and_the_exit_status_tells() {
    use std::io::Write;
    use std::process::Stdio;
    let line = line(&Scheme::min_pk(), 1);
    for (input, status, out, err) in [
        (format!("{line}\n{line}\n"), 0, "line 1: ok\nline 2: ok\n", ""),
        (
            format!("{line}\n,\n"),
            1,
            "line 1: ok\nline 2: BAD: 2 fields, a line has 3: pubkey,message,signature\n",
            "lanesmith: 1 of 2 lines are bad\n",
        ),
        (format!("\n{line}\n"), 1, "line 1: BAD: empty\nline 2: ok\n", "lanesmith: 1 of 2 lines are bad\n"),
        (String::new(), 1, "", "lanesmith: no lines in standard input\n"),
    ] {
        let mut command = program::lanesmith(&["bls", "batch-verify"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), out);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), err);
    }
}

// Keystores

#[test]
fn published_keystores_give_their_secrets() {
    let scratch = Scratch::new();
    for v in vectors::keystores() {
        let file = scratch.put("keystore.json", v.keystore.to_string());
        let password = scratch.put("password", format!("{}\n", v.password));
        let secret = good(&["keystore", "decrypt", &file, "--password-file", &password, "--out", "-"]);
        assert_eq!(secret, hex::encode(&v.secret.0));
        // A keystore is a key for other commands too.
        let public = good(&["pubkey", "--key", &file, "--password-file", &password]);
        assert_eq!(v.keystore["pubkey"], public);
        let wrong = scratch.put("wrong", "testpassword");
        let message = bad(&["keystore", "decrypt", &file, "--password-file", &wrong, "--out", "-"]);
        assert!(message.contains(&file) && message.contains("wrong password"), "{message}");
    }
}

#[test]
fn new_keystore_is_private_says_what_it_is_and_gives_the_key_back() {
    let scratch = Scratch::new();
    let key = scratch.put("key", key_hex(&seeded(1)));
    let password = scratch.put("password", "pass\u{7f}word\r\nnot this");
    let out = scratch.path("keystore.json");
    let create = [
        "keystore",
        "create",
        "--key",
        &key,
        "--password-file",
        &password,
        "--kdf",
        "pbkdf2",
        "--path",
        "m/12381/3600/0/0/0",
        "--description",
        "a test",
        "--out",
        &out,
    ];
    good(&create);
    assert!(bad(&create).contains(&out), "replaced without --force");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let shown: Value = good(&["keystore", "inspect", "--json", &out]).parse().unwrap();
    assert_eq!(shown["path"], "m/12381/3600/0/0/0");
    assert_eq!(shown["description"], "a test");
    assert_eq!(shown["kdf"], "pbkdf2 c=262144 prf=hmac-sha256");
    assert_eq!(shown["pubkey"], Scheme::min_pk().public_key(&seeded(1)).to_string());
    assert!(good(&["keystore", "inspect", &out]).contains("m/12381/3600/0/0/0"));
    // Control characters do not count.
    let password = scratch.put("password", "password");
    let decrypted = scratch.path("decrypted");
    good(&["keystore", "decrypt", &out, "--password-file", &password, "--out", &decrypted]);
    assert_eq!(std::fs::read_to_string(&decrypted).unwrap().trim_end(), key_hex(&seeded(1)));
}

#[test]
fn no_keystore_is_made_with_an_empty_password() {
    let scratch = Scratch::new();
    let key = scratch.put("key", key_hex(&seeded(1)));
    let out = scratch.path("keystore.json");
    for nothing in ["", "\n", "\nnot the first line", "\r\n", "\t\u{7f}\u{85}\n"] {
        let password = scratch.put("password", nothing);
        let create = ["keystore", "create", "--key", &key, "--password-file", &password, "--out", &out];
        let message = bad(&create);
        assert!(message.starts_with(&format!("{password}: the password is empty")), "{nothing:?}: {message}");
        assert!(!std::fs::exists(&out).unwrap());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn enter_at_the_prompt_makes_no_keystore() {
    use std::io::{Read, Write};

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let scratch = Scratch::new();
    let (key, out) = (scratch.put("key", key_hex(&seeded(1))), scratch.path("keystore.json"));
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).and_then(|()| unlockpt(&person)).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let terminal = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut command = program::lanesmith(&["bls", "keystore", "create", "--key", &key, "--out", &out]);
    let mut child = command.stdin(terminal.try_clone().unwrap()).stderr(terminal).spawn().unwrap();
    drop(command);
    let (mut person, mut shown) = (std::fs::File::from(person), String::new());
    // Its end is an error once nobody has the other side.
    let mut byte = [0];
    while person.read(&mut byte).is_ok_and(|count| count == 1) {
        shown.push(byte[0].into());
        if shown.ends_with("Password: ") || shown.ends_with("Again: ") {
            person.write_all(b"\n").unwrap();
        }
    }
    assert_eq!(child.wait().unwrap().code(), Some(1), "{shown}");
    assert!(shown.contains("the password is empty"), "{shown}");
    assert!(!std::fs::exists(&out).unwrap());
}

/// A keystore that opens with the password of `vectors`, but for what is changed.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut keystore = vectors::keystores()[0].keystore.clone();
    change(&mut keystore);
    keystore.to_string()
}

#[test]
fn what_a_keystore_says_steers_no_terminal_and_forges_no_field() {
    let scratch = Scratch::new();
    let hostile = "\u{1b}[2J\u{7}\u{202e}\u{9b}\npubkey       00";
    let file = scratch.put(
        "keystore.json",
        changed(|keystore| {
            keystore["description"] = hostile.into();
            keystore["path"] = hostile.into();
        }),
    );
    let inspect = |args: &[&str]| good(&[&["keystore", "inspect", &file], args].concat());
    let json = inspect(&["--json"]);
    for shown in [inspect(&[]), json.clone()] {
        let steers = |c: char| c != '\n' && !(' '..='~').contains(&c);
        assert!(!shown.contains(steers), "{shown:?}");
    }
    assert_eq!(inspect(&[]).lines().count(), 6);
    assert_eq!(json.parse::<Value>().unwrap()["description"], hostile);
}

#[test]
fn a_keystore_that_others_would_read_otherwise_is_refused() {
    let scratch = Scratch::new();
    let password = scratch.put("password", "x");
    let refused = |text: String| {
        let file = scratch.put("keystore.json", text);
        bad(&["keystore", "decrypt", &file, "--password-file", &password, "--out", "-"])
    };
    let twice = changed(|_| ()).replacen("\"version\":4", "\"version\":4,\"version\":4", 1);
    let message = refused(twice);
    assert!(message.contains("two fields of the keystore are called \"version\""), "{message}");
    let long = changed(|keystore| keystore["crypto"]["kdf"]["params"]["dklen"] = (1u64 << 63).into());
    assert!(refused(long).contains("/crypto/kdf/params/dklen"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_derivation_of_a_keystore_at_once() {
    use std::time::{Duration, Instant};
    let scratch = Scratch::new();
    let file = scratch
        .put("keystore.json", changed(|keystore| keystore["crypto"]["kdf"]["params"]["p"] = 16.into()));
    let (password, out) = (scratch.put("password", "x"), scratch.path("key"));
    let decrypt = ["bls", "keystore", "decrypt", &file, "--password-file", &password, "--out", &out];
    let took = ctrl_c::least(Duration::from_millis(300), || {
        let mut child = program::lanesmith(&decrypt).spawn().unwrap();
        ctrl_c::has_worked(&child, Duration::from_millis(100));
        let pressed = Instant::now();
        ctrl_c::press(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        pressed.elapsed()
    });
    assert!(took < Duration::from_millis(300), "{took:?}");
    assert!(!std::fs::exists(&out).unwrap());
}

#[test]
fn keystore_that_asks_for_too_much_is_refused_at_once() {
    let scratch = Scratch::new();
    let mut keystore = vectors::keystores()[0].keystore.clone();
    keystore["crypto"]["kdf"]["params"]["n"] = (1u64 << 40).into();
    let file = scratch.put("keystore.json", keystore.to_string());
    let password = scratch.put("password", "x");
    let message = bad(&["keystore", "decrypt", &file, "--password-file", &password, "--out", "-"]);
    assert!(message.contains("bytes of memory, more than the limit"), "{message}");
}

// Beacons

#[test]
fn rounds_of_drand_are_judged_as_published() {
    let scratch = Scratch::new();
    for v in vectors::rounds() {
        let key = hex::encode(&v.public_key.0);
        let signature = hex::encode(&v.signature.0);
        let previous = v.previous_signature.as_ref().map(|p| hex::encode(&p.0));
        let fields = [Some(v.round.to_string()), Some(signature.clone()), previous.clone()];
        let fields: Vec<_> = fields.into_iter().flatten().collect();
        let json = serde_json::json!({
            "round": v.round, "signature": signature, "previous_signature": previous, "more": 1,
        });
        for line in [fields.join(","), json.to_string()] {
            let file = scratch.put("rounds", line);
            let args = ["drand", "verify", "--scheme", &v.scheme, "--pubkey", &key, &file];
            let (result, out) = run(&args);
            assert_eq!(result.is_ok(), v.valid, "{}: {out}", v.name);
            match (&v.randomness, v.valid) {
                (Some(randomness), true) => assert_eq!(out.trim_end(), hex::encode(&randomness.0)),
                (_, true) => {}
                (_, false) => assert!(out.starts_with("line 1: BAD: "), "{out}"),
            }
        }
    }
}

#[test]
fn rounds_of_known_networks_need_no_key_and_false_randomness_is_caught() {
    let scratch = Scratch::new();
    let v = vectors::rounds().iter().find(|v| v.name == "quicknet-1000").unwrap();
    let signature = hex::encode(&v.signature.0);
    let file = scratch.put("rounds", format!("1000,{signature}\n1001,{signature}\n1000\n1000,{signature}"));
    let (answers, summary) = some_bad(&["drand", "verify", &file]);
    assert_eq!(summary, "2 of 4 lines are bad");
    assert_eq!(answers[0], answers[3]);
    assert!(answers[1].starts_with("line 2: BAD") && answers[2].starts_with("line 3: BAD: 1 field,"));
    let lie = serde_json::json!({ "round": 1000, "signature": signature, "randomness": "00" });
    let file = scratch.put("rounds", lie.to_string());
    assert!(some_bad(&["drand", "verify", &file]).0[0].contains("its randomness is"));
    assert!(
        misused(&["drand", "verify", "--scheme", "x", "--pubkey", "00"]).contains("quicknet")
            || misused(&["drand", "verify", "--scheme", "x", "--pubkey", "00"]).contains("rfc9380")
    );
}

#[test]
fn rounds_that_are_none_are_told_as_such() {
    let scratch = Scratch::new();
    let signature =
        hex::encode(&vectors::rounds().iter().find(|v| v.name == "quicknet-1000").unwrap().signature.0);
    for round in ["18446744073709551616", "+1", "01", "-1", "1.5", "", "0x1"] {
        let file = scratch.put("rounds", format!("{round},{signature}\n"));
        let told = some_bad(&["drand", "verify", &file]).0;
        assert_eq!(
            told,
            [format!(
                "line 1: BAD: round {round:?}: it must be a number from 0 to 18446744073709551615, without sign and leading \
                 zeros"
            )]
        );
    }
    for round in ["18446744073709551616", "\"1\"", "-1", "1.5", "null"] {
        let file = scratch.put("rounds", format!("{{\"round\":{round},\"signature\":\"{signature}\"}}\n"));
        let told = some_bad(&["drand", "verify", &file]).0.concat();
        assert!(told.contains("round ") && told.contains("from 0 to 18446744073709551615"), "{told}");
        assert!(!told.contains("line 1 column"), "{told}");
    }
}

#[test]
fn a_round_of_another_network_names_that_network() {
    let scratch = Scratch::new();
    let round = |name: &str| {
        let v = vectors::rounds().iter().find(|v| v.name == name).unwrap();
        let previous = v.previous_signature.as_ref().map(|p| hex::encode(&p.0));
        let json = serde_json::json!({ "round": v.round, "signature": hex::encode(&v.signature.0), "previous_signature": previous });
        scratch.put(name, json.to_string())
    };
    let told = some_bad(&["drand", "verify", &round("default-3366165")]).0.concat();
    assert!(told.ends_with("(--network default)"), "{told}");
    let told = some_bad(&["drand", "verify", "--network", "default", &round("quicknet-1000")]).0.concat();
    assert!(told.ends_with("(--network quicknet)"), "{told}");
}

#[test]
fn a_round_on_several_lines_is_told_how_it_is_made_one() {
    let scratch = Scratch::new();
    let file = scratch.put("rounds", "{\n  \"round\": 1,\n  \"signature\": \"00\"\n}\n");
    let (answers, _) = some_bad(&["drand", "verify", &file]);
    assert_eq!(answers.len(), 4);
    for answer in answers {
        assert!(answer.contains("jq -c"), "{answer}");
    }
}

#[test]
fn help_lists_the_schemes_of_beacons() {
    let help = good(&["drand", "verify", "--help"]);
    for scheme in lanesmith::bls::drand::BeaconScheme::ALL {
        assert!(help.contains(scheme.name()), "{help}");
    }
}

// Precompiled contracts and hashing

#[test]
fn precompiled_contracts_answer_as_published() {
    let scratch = Scratch::new();
    type Cases = &'static [vectors::Precompile];
    let calls: [(&[&str], Cases, Cases); 9] = [
        (&["g1", "add"], vectors::g1_add(), vectors::g1_add_fails()),
        (&["g1", "mul"], vectors::g1_mul(), vectors::g1_mul_fails()),
        (&["g1", "msm"], vectors::g1_msm(), vectors::g1_msm_fails()),
        (&["g1", "map"], vectors::map_fp_to_g1(), vectors::map_fp_to_g1_fails()),
        (&["g2", "add"], vectors::g2_add(), vectors::g2_add_fails()),
        (&["g2", "mul"], vectors::g2_mul(), vectors::g2_mul_fails()),
        (&["g2", "msm"], vectors::g2_msm(), vectors::g2_msm_fails()),
        (&["g2", "map"], vectors::map_fp2_to_g2(), vectors::map_fp2_to_g2_fails()),
        (&["pairing-check"], vectors::pairing_check(), vectors::pairing_check_fails()),
    ];
    for (call, right, wrong) in calls {
        let lines = |cases: Cases| -> String {
            cases.iter().map(|case| format!("0x{}\n", hex::encode(&case.input.0))).collect()
        };
        let file = scratch.put("calls", lines(right));
        let answers = good(&[call, &[&file]].concat());
        for (answer, case) in answers.lines().zip(right) {
            assert_eq!(answer, hex::encode(&case.expected.as_ref().unwrap().0), "{call:?} {}", case.name);
        }
        assert_eq!(answers.lines().count(), right.len());
        let file = scratch.put("calls", lines(wrong));
        let (answers, _) = some_bad(&[call, &[&file]].concat());
        assert_eq!(answers.len(), wrong.len());
        for ((number, answer), case) in (1..).zip(&answers).zip(wrong) {
            let why = case.expected_error.as_ref().unwrap();
            assert!(answer.starts_with(&format!("line {number}: BAD: {why}")), "{call:?}: {answer} {why}");
        }
    }
}

#[test]
fn right_and_wrong_calls_are_answered_in_order_on_every_engine() {
    let scratch = Scratch::new();
    let case = &vectors::g1_add()[0];
    let input = hex::encode(&case.input.0);
    let expected = hex::encode(&case.expected.as_ref().unwrap().0);
    let file = scratch.put("calls", format!("{input}\n00\n{input}\n"));
    for engine in SIGNATURE.available() {
        let (answers, summary) = some_bad(&["g1", "add", "--engine", engine.name(), &file]);
        assert_eq!(answers, [&*expected, "line 2: BAD: invalid input length (1 byte)", &expected]);
        assert_eq!(summary, "1 of 3 lines are bad");
    }
}

/// Examples of the help as a person would paste them, all at once, and what they print.
#[cfg(unix)]
fn examples(command: &str) -> String {
    let args: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
    let help = good(&args);
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command}: {help}"));
    let lines = examples.lines().take_while(|line| !line.is_empty());
    let script: String = lines.map(|line| format!("{line}\n")).collect();
    assert!(script.starts_with("  "), "{command}: {script}");
    let called = format!("lanesmith bls {command} ");
    assert!(script.replace('\n', " ").contains(&called), "{command}: {script}");
    let (scratch, program) = (Scratch::new(), PathBuf::from(env!("CARGO_BIN_EXE_lanesmith")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [program.parent().unwrap().to_owned()].into_iter().chain(std::env::split_paths(&path));
    let mut shell = program::started(std::process::Command::new("sh"));
    shell.args(["-euc", &script]).env("PATH", std::env::join_paths(paths).unwrap());
    let output = shell.current_dir(scratch.0.path()).output().unwrap();
    assert!(output.status.success(), "{command}: {script}{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn examples_of_precompiled_contracts_run_and_give_what_they_say() {
    for (group, point) in [("g1", 128), ("g2", 256)] {
        let answers = |command: &str| examples(format!("{group} {command}").trim());
        let lengths = |text: &str| text.lines().map(|line| line.len() / 2).collect::<Vec<_>>();
        assert_eq!(lengths(&answers("map")), [point, point]);
        let [two, three] = [2, 3].map(|n| answers("map").lines().nth(n - 2).unwrap().to_owned());
        let sum = answers("add").lines().next().unwrap().to_owned();
        assert_eq!(lengths(&sum), [point]);
        assert!(answers("add").lines().last().unwrap().contains(&format!("\"result\":\"{sum}\"")));
        assert_eq!(answers("").lines().last(), Some(&*sum));
        // The same by the other commands.
        let scratch = Scratch::new();
        let (five, one, seven) = (format!("{:064x}", 5), format!("{:064x}", 1), format!("{:064x}", 7));
        let msm = |call: String| good(&[group, "msm", &scratch.put("calls", call)]);
        assert_eq!(msm(format!("{two}{one}{three}{one}")).trim(), sum);
        assert_eq!(answers("mul").trim(), msm(format!("{two}{five}")).trim());
        assert_eq!(answers("msm").trim(), msm(format!("{two}{five}{three}{seven}")).trim());
    }
    for command in ["pairing-check", "g1 pairing-check", "g2 pairing-check"] {
        let answer = examples(command.rsplit(' ').next().unwrap());
        assert_eq!(answer.trim().trim_start_matches('0'), "1");
        assert!(good(&command.split(' ').chain(["--help"]).collect::<Vec<_>>()).contains("pairing-check\n"));
    }
}

fn rfc9380(suite: &str) -> Value {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testkit/vectors/bls/rfc9380");
    let text = std::fs::read_to_string(folder.join(format!("{suite}.json"))).unwrap();
    text.parse().unwrap()
}

#[test]
fn points_are_those_of_the_rfc() {
    let scratch = Scratch::new();
    for (suite, group, encoding) in [
        ("BLS12381G1_XMD_SHA-256_SSWU_RO_", "g1", "ro"),
        ("BLS12381G1_XMD_SHA-256_SSWU_NU_", "g1", "nu"),
        ("BLS12381G2_XMD_SHA-256_SSWU_RO_", "g2", "ro"),
        ("BLS12381G2_XMD_SHA-256_SSWU_NU_", "g2", "nu"),
    ] {
        let file = rfc9380(suite);
        let tag = file["dst"].as_str().unwrap();
        let hash =
            ["hash-to-curve", "--group", group, "--encoding", encoding, "--dst", tag, "--uncompressed"];
        // The first message is the empty one.
        let cases = file["vectors"].as_array().unwrap();
        let messages: Vec<_> = cases.iter().map(|case| case["msg"].as_str().unwrap()).collect();
        let lines: String = messages.iter().map(|message| hex::encode(message) + "\n").collect();
        let lines = scratch.put("messages", lines);
        let points = good(&[&hash[..], &["--allow-empty", &lines]].concat());
        assert_eq!(points.lines().count(), cases.len());
        for ((point, message), case) in points.lines().zip(messages).zip(cases) {
            assert_eq!(point, good(&[&hash[..], &["--text", message]].concat()));
            let x = case["P"]["x"].as_str().unwrap();
            // The extension is written with its constant part first in the file, last in the encoding.
            let first = x.rsplit(',').next().unwrap().trim_start_matches("0x");
            assert!(point.starts_with(first), "{suite} {message:?}: {point} {x}");
        }
    }
    assert!(misused(&["hash-to-curve", "--dst", "", "--text", "a"]).contains("--dst"));
}

// Usage

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "",
        "keygen",
        "derive",
        "pubkey",
        "sign",
        "verify",
        "aggregate",
        "aggregate-verify",
        "batch-verify",
        "pop prove",
        "pop verify",
        "keystore create",
        "keystore decrypt",
        "keystore inspect",
        "drand verify",
        "g1",
        "g2",
        "g1 add",
        "g2 msm",
        "pairing-check",
        "hash-to-curve",
    ] {
        let args: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
        let help = good(&args);
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains("lanesmith bls "), "{command}: {help}");
    }
}

#[test]
fn wrong_usage_is_told() {
    let scratch = Scratch::new();
    let key = scratch.put("key", key_hex(&seeded(1)));
    assert!(misused(&["sign", "--key", &key]).contains("--message-file"));
    assert!(misused(&["sign", "--key", "-", "--message-file", "-"]).contains("only once"));
    assert!(misused(&["sign", "--key", &key, "--text", "a", "--message", "00"]).contains("--message"));
    assert!(misused(&["sign", "--key", &key, "--text", "a", "--dst", ""]).contains("--dst"));
    let proofs = std::str::from_utf8(lanesmith::bls::signature::MinPk::PROOF_TAG).unwrap();
    assert!(
        misused(&["sign", "--key", &key, "--text", "a", "--dst", proofs]).contains("proofs of possession")
    );
    assert!(misused(&["batch-verify", "--engine", "abacus", "/no/such/file"]).contains("abacus"));
    assert!(misused(&["batch-verify", "--threads", "0", "/no/such/file"]).contains("--threads"));
    assert!(bad(&["batch-verify", "/no/such/file"]).contains("/no/such/file"));
}
