//! `lanesmith curl hash`: the program as a user of a shell sees it.

mod program;

use std::io::Write;
use std::process::{Output, Stdio};

use lanesmith::curl::lab::pcurl::LAB;
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::vectors::curl as vectors;

fn lanesmith(args: &[&str], input: &[u8]) -> Output {
    let mut child = program::lanesmith(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn transactions() -> (String, String) {
    let list = vectors::transaction().iter().filter(|v| v.rounds == 81);
    list.map(|v| (format!("{}\n", v.trytes), format!("{}\n", v.hash))).unzip()
}

#[test]
fn transactions_are_hashed_in_order_on_any_number_of_threads() {
    let (input, hashes) = transactions();
    let (input, hashes) = (input.repeat(20), hashes.repeat(20));
    for threads in ["1", "2", "5"] {
        let output = lanesmith(&["curl", "hash", "--threads", threads, "-"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout) == hashes, "{threads} threads");
    }
}

#[test]
fn a_bad_line_is_named_and_the_lines_before_it_are_hashed() {
    let (input, hashes) = transactions();
    let input = input.repeat(20);
    let good: Vec<&str> = input.lines().take(1500).collect();
    let input = format!("{}\nABC+DEF\n{}\n", good.join("\n"), good.join("\n"));
    for threads in ["1", "3"] {
        let output = lanesmith(&["curl", "hash", "--threads", threads], input.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), "lanesmith: line 1501: tryte 3 is '+', not one of 9 and A to Z\n");
        let expected: Vec<&str> = hashes.lines().cycle().take(1500).collect();
        assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn rounds_squeeze_and_engine_are_obeyed() {
    let expected = format!("{}\n", reference::hash_trytes(27, "HELLO", 3).unwrap());
    let args = ["curl", "hash", "--rounds", "27", "--squeeze", "3", "--engine", "scalar"];
    assert_eq!(text(&lanesmith(&args, b"HELLO\n").stdout), expected);
}

#[test]
fn a_last_line_without_its_end_and_windows_line_ends_count() {
    let expected = format!("{0}\n{0}\n", reference::hash_trytes(81, "ABC", 1).unwrap());
    assert_eq!(text(&lanesmith(&["curl", "hash"], b"ABC\r\nABC").stdout), expected);
}

#[test]
fn t5b1_in_hexadecimal_is_the_same_message() {
    let trits = reference::trytes_to_trits("HELLO").unwrap();
    let hex = lanesmith_testkit::hex::encode(&reference::t5b1_encode(&trits));
    let expected = format!("{}\n", reference::hash_trytes(81, "HELLO", 1).unwrap());
    let output = lanesmith(&["curl", "hash", "--input", "t5b1-hex"], format!("{hex}\n").as_bytes());
    assert_eq!(text(&output.stdout), expected);
    let output = lanesmith(&["curl", "hash", "--input", "t5b1-hex"], format!("{hex}\n00zz\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("lanesmith: line 2: "), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), expected);
    let output = lanesmith(&["curl", "hash", "--input", "t5b1-hex"], b"80\n");
    assert!(text(&output.stderr).contains("line 1: byte 0 is 0x80"), "{}", text(&output.stderr));
}

#[test]
fn an_engine_that_cannot_be_had_is_a_usage_error() {
    for (engine, reason) in [("abacus", "has no engine \"abacus\"; it has"), ("simd128", "cannot run here")] {
        let output = lanesmith(&["curl", "hash", "--engine", engine], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
}

#[test]
fn a_line_beyond_all_measure_is_refused_before_it_fills_memory() {
    let output = lanesmith(&["curl", "hash"], &vec![b'A'; 3 << 20]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "lanesmith: line 1: longer than 1048576 bytes\n");
}

#[test]
fn senseless_arguments_are_usage_errors() {
    for args in [["--rounds", "28"], ["--threads", "0"], ["--squeeze", "0"], ["--input", "morse"]] {
        let output = lanesmith(&["curl", "hash", args[0], args[1]], b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = lanesmith(&["curl", "hash", "/no/such/file"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("/no/such/file"));
}

/// The configurations in the tables of PCurl's README.
const README: [&str; 12] = [
    "64_andn_c5_lut_u1_sd",
    "64_andn_c4_ptr_u4_ss",
    "64_andn_c4_ptr_u8_sd",
    "64_orn_c4_ptr_u4_ss",
    "sse2_andn_c4_ptr_u4_ss",
    "avx2_andn_c4_ptr_u2_sd",
    "avx2_andn_c4_ptr_u4_sd",
    "avx2_andn_c4_ptr_u8_sd",
    "avx2_andn_c4_ptr_u4_ss",
    "avx512_andn_c4_ptr_u4_ss",
    "neon_orn_c4_ptr_u4_ss",
    "neon_orn_c4_ptr_u8_sd",
];

/// A race of the laboratory to its end: a busy machine gets more time.
fn lab(args: &[&str]) -> Output {
    let race = |time| lanesmith(&[&["race", "curl.lab", "--time", time], args].concat(), b"");
    let whole = |output: &Output| output.status.success() && !text(&output.stdout).contains("are missing");
    ["0.5", "20", "100"].into_iter().map(race).find(whole).unwrap()
}

#[test]
fn race_of_the_laboratory_has_every_configuration_of_the_readme_that_runs_here() {
    let output = lab(&["--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let raced: Vec<&str> =
        report["results"].as_array().unwrap().iter().map(|r| r["contender"].as_str().unwrap()).collect();
    for name in README {
        assert_eq!(raced.contains(&name), LAB.by_name(name).is_ok(), "{name}");
    }
}

#[test]
fn race_of_the_laboratory_is_the_table_of_the_readme_with_the_basic_row_as_one() {
    let output = lab(&["--engine", "64_andn_c4_ptr_f2_ip"]);
    let table = text(&output.stdout);
    let row = |name: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().map(String::from).collect()
    };
    let basic = row("64_andn_c5_lut_u1_sd");
    assert_eq!((basic[2].as_str(), basic[3].as_str(), basic[4].as_str()), ("tx/s", "64", "x"), "{table}");
    assert_eq!(basic.last().unwrap(), "1");
    assert!(row("64_andn_c4_ptr_f2_ip")[9].ends_with('x'), "{table}");
    assert!(!table.contains("64_andn_c4_ptr_f3_ip"), "{table}");
    assert_eq!(table.matches("Names of PCurl's designs").count(), 1, "{table}");
}

#[test]
fn senseless_configuration_is_refused_with_the_reason() {
    let output = lanesmith(&["race", "curl.lab", "--engine", "64_orn_c5_ptr_u4_sd"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("c5 is a circuit of the andn code"));
}
