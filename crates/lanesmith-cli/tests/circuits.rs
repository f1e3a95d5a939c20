//! `lanesmith circuits` as a user meets it.

#[cfg(target_os = "linux")]
#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn circuits(args: &[&str]) -> Command {
    let mut command = program::lanesmith(&[&["circuits"], args].concat());
    command.stdin(Stdio::null());
    command
}

/// Exit status, standard output, standard error.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = circuits(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn one_circuit_is_printed_with_its_proof() {
    let (status, out, err) = run(&["--code", "andn", "--set", "A"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    for part in [
        "curl andn on A: 4 instructions, proved minimal",
        "size 3: none among",
        "(Xor AH (Andn BL AL),Xor AL (And BH (Xor AH (Andn BL AL))))",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn all_codes_make_a_table() {
    let (status, out, _) = run(&["--all-codes", "--set", "B", "--set", "T"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().count(), 25, "{out}");
    assert!(out.contains("10 11 01       4   2  andn"), "{out}");
}

#[test]
fn json_is_one_object_a_line() {
    let (status, out, _) = run(&["--code", "orn", "--set", "B", "--set", "T", "--json"]);
    assert_eq!(status, Some(0));
    let records: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let sizes: Vec<_> =
        records.iter().map(|r| (r["set"].as_str(), r["size"].as_u64(), &r["minimal"])).collect();
    assert_eq!(sizes, [(Some("B"), Some(4), &Value::Bool(true)), (Some("T"), Some(2), &Value::Bool(true))]);
}

#[test]
fn a_table_file_is_solved_and_printed_as_rust() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "inputs x y\noutputs z\n00 0 # as xor\n01 1\n10 1\n11 -").unwrap();
    let (status, out, err) = run(&["--table", file.path().to_str().unwrap(), "--set", "or,not", "--rust"]);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains("pub fn table_not_or(x: u64, y: u64) -> u64 {"), "{out}");
    assert!(out.contains("y | x") || out.contains("x | y"), "{out}");
}

#[test]
fn a_wrong_table_is_status_1_and_names_the_line() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "00 0\n01 2").unwrap();
    let (status, _, err) = run(&["--table", file.path().to_str().unwrap()]);
    assert_eq!(status, Some(1));
    assert!(err.contains("line 2: `2` holds a character other than 0, 1 and -"), "{err}");
}

#[test]
fn wrong_usage_is_status_2() {
    for args in
        [&["--code", "123456"][..], &["--set", "Z"], &["--sbox", "aes"], &["--all-codes", "--code", "orn"]]
    {
        assert_eq!(run(args).0, Some(2), "{args:?}");
    }
    let (status, _, err) = run(&["--set", "and,or", "--code", "andn"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("however large"), "{err}");
}

/// A table's file; its rows from a function of the inputs, which gives the outputs.
fn table_file(inputs: usize, outputs: impl Fn(&[bool]) -> Vec<bool>) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let digits = |bits: &[bool]| -> String { bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect() };
    for row in 0..1u32 << inputs {
        let bits: Vec<bool> = (0..inputs).map(|i| row >> i & 1 == 1).collect();
        writeln!(file, "{} {}", digits(&bits), digits(&outputs(&bits))).unwrap();
    }
    file
}

#[test]
fn outputs_that_are_inputs_cost_nothing_and_do_not_hide_smaller_circuits() {
    let file = table_file(5, |x| vec![x[0], x[1], x[2], x[3] && x[4]]);
    let path = file.path().to_str().unwrap();
    for set in ["A", "T"] {
        let (status, out, err) = run(&["--table", path, "--set", set, "--time", "600"]);
        assert_eq!(status, Some(0), "{err}");
        assert!(out.contains(&format!("table on {set}: 1 instruction, proved minimal")), "{out}");
    }
}

#[test]
fn an_output_and_its_complement_are_two_instructions() {
    let file = table_file(2, |x| vec![x[0] && x[1], !(x[0] && x[1])]);
    for set in ["lut2", "T"] {
        let (status, out, err) = run(&["--table", file.path().to_str().unwrap(), "--set", set]);
        assert_eq!(status, Some(0), "{err}");
        assert!(out.contains("2 instructions, proved minimal"), "{out}");
    }
}

/// A table of seven inputs that no search is through with soon.
fn hard_table() -> tempfile::NamedTempFile {
    table_file(7, |x| {
        let hash = x.iter().fold(7u32, |h, &bit| h.wrapping_mul(0x9E37_79B1).rotate_left(9) ^ u32::from(bit));
        vec![hash >> 13 & 1 == 1, hash >> 21 & 1 == 1]
    })
}

/// Whether one of some attempts takes less time than that: the machine may be busy.
fn soon(limit: u64, attempt: impl Fn() -> std::time::Duration) -> Result<(), Vec<std::time::Duration>> {
    let mut times = Vec::new();
    for _ in 0..20 {
        times.push(attempt());
        if times.last().is_some_and(|time| *time < std::time::Duration::from_millis(limit)) {
            return Ok(());
        }
    }
    Err(times)
}

#[test]
fn the_end_of_the_time_ends_every_search_within_a_fifth_of_a_second() {
    let file = hard_table();
    for set in ["A", "G", "T"] {
        for method in [&[][..], &["--sat"]] {
            let ended = soon(500, || {
                let start = std::time::Instant::now();
                let table = ["--table", file.path().to_str().unwrap(), "--set", set, "--time", "0.3"];
                let (status, out, err) = run(&[&table, method].concat());
                assert_eq!(status, Some(0), "{err}");
                assert!(out.contains("time was up, open"), "{out}");
                start.elapsed()
            });
            assert_eq!(ended, Ok(()), "{set} {method:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_search_within_a_fifth_of_a_second() {
    let file = hard_table();
    for set in ["A", "G", "T"] {
        let ended = soon(200, || {
            let child = circuits(&["--table", file.path().to_str().unwrap(), "--set", set])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            ctrl_c::has_worked(&child, std::time::Duration::from_millis(200));
            let asked = std::time::Instant::now();
            ctrl_c::press(&child);
            let output = child.wait_with_output().unwrap();
            let took = asked.elapsed();
            let out = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(130), "{out}");
            assert!(out.contains("cancelled, open"), "{out}");
            took
        });
        assert_eq!(ended, Ok(()), "{set}");
    }
}

#[test]
fn when_time_is_up_the_best_known_is_printed() {
    let (status, out, _) = run(&["--sbox", "curl-x2", "--set", "A", "--time", "1"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("12 instructions known, at least"), "{out}");
    assert!(out.contains("time was up, open"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_best_known_and_is_status_130() {
    let child = circuits(&["--sbox", "curl-x2", "--set", "A"]).stdout(Stdio::piped()).spawn().unwrap();
    ctrl_c::has_worked(&child, std::time::Duration::from_secs(1));
    ctrl_c::press(&child);
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("12 instructions known") && out.contains("cancelled, open"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_table_without_an_end_is_refused() {
    let (status, _, err) = run(&["--table", "/dev/zero"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("/dev/zero: longer than"), "{err}");
    let (status, _, err) = run(&["--table", "-"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("standard input"), "{err}");
}
