//! `lanesmith pow` as a user meets it.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lanesmith_testkit::vectors::curl as vectors;

/// Exit status, standard output, standard error.
fn pow(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .arg("pow")
        .args(args)
        .env_remove("LANESMITH_ENGINE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn transactions(count: usize) -> String {
    let all = vectors::pow_check().iter().take(count);
    all.map(|v| format!("{}\n", v.trytes)).collect()
}

#[test]
fn searched_nonces_pass_the_check_and_nothing_else_has_changed() {
    let input = transactions(3);
    let (status, out, err) = pow(&["search", "--mwm", "7", "--threads", "2"], &input);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let bare = |text: &str| text.lines().map(|line| line[..2646].to_owned()).collect::<Vec<_>>();
    assert_eq!(bare(&out), bare(&input));
    let (status, verdicts, _) = pow(&["check", "--mwm", "7"], &out);
    assert_eq!(status, Some(0), "{verdicts}");
    assert!(verdicts.lines().count() == 3 && verdicts.lines().all(|line| line.ends_with(" valid")));
}

#[test]
fn published_work_is_checked_line_by_line_and_missing_work_is_status_1() {
    let (first, second) = (&vectors::pow_check()[0], &vectors::pow_check()[2]);
    let input = format!("{}\n{}\n", first.trytes, second.trytes);
    let mwm = (first.weight + 1).to_string();
    let (status, out, err) = pow(&["check", "--mwm", &mwm], &input);
    assert_eq!(out, format!("{} invalid\n{} valid\n", first.weight, second.weight));
    assert_eq!(status, Some(1));
    assert!(err.contains("1 of 2 transactions"), "{err}");
}

#[test]
fn iri_order_finds_the_nonce_of_the_vector() {
    let v = vectors::pow_iri_order().iter().find(|v| v.min_weight_magnitude >= 6).unwrap();
    let input = format!("{}{}", v.trytes_without_nonce, "9".repeat(27));
    let mwm = v.min_weight_magnitude.to_string();
    let (status, out, _) =
        pow(&["search", "--mwm", &mwm, "--order", "iri", "--threads", "2", "--engine", "scalar"], &input);
    assert_eq!((status, out.trim_end().get(2646..)), (Some(0), Some(v.nonce)));
}

#[test]
fn bad_line_is_named_by_number_after_the_output_of_those_before() {
    let good = transactions(1);
    for (bad, reason) in [("ABC", "3 trytes"), (&good.trim_end().replace('9', "0"), "is '0'")] {
        for command in ["search", "check"] {
            let (status, out, err) = pow(&[command, "--mwm", "2"], &format!("{good}{bad}\n{good}"));
            assert_eq!((status, out.lines().count()), (Some(1), 1), "{command}: {out}");
            assert!(err.contains("line 2: ") && err.contains(reason), "{err}");
        }
    }
}

#[test]
fn message_gets_a_nonce_of_eight_bytes_that_reaches_the_score() {
    let (status, out, _) = pow(&["tip12", "--score", "100", "--threads", "1"], "48656c6c6f\n");
    assert_eq!(status, Some(0));
    let message = hex::decode(out.trim_end()).unwrap();
    assert_eq!((message.len(), &message[..5]), (13, b"Hello".as_slice()));
    assert!(lanesmith::curl::pow::tip12::score(&message).unwrap() >= 100.0);
    let (status, _, err) = pow(&["tip12", "--score", "100"], "48656c6c6f\n4g\n");
    assert_eq!(status, Some(1));
    assert!(err.contains("line 2: "), "{err}");
}

#[test]
fn time_that_is_up_is_status_1_and_says_so() {
    let started = Instant::now();
    let (status, out, err) = pow(&["search", "--mwm", "100", "--timeout", "0.2"], &transactions(1));
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("line 1: no nonce within 0.2 s"), "{err}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn impossible_requests_are_status_2() {
    for args in [
        ["--mwm", "0", "--threads", "1"],
        ["--mwm", "244", "--threads", "1"],
        ["--mwm", "nine", "--threads", "1"],
        ["--mwm", "9", "--threads", "0"],
        ["--mwm", "9", "--timeout", "0"],
        ["--mwm", "9", "--timeout", "inf"],
        ["--mwm", "9", "--order", "best"],
        ["--mwm", "9", "--engine", "abacus"],
    ] {
        let (status, _, err) = pow(&[&["search"], &args[..]].concat(), "");
        assert_eq!(status, Some(2), "{args:?}");
        assert!(!err.is_empty());
    }
    for score in ["0", "nan", "much"] {
        assert_eq!(pow(&["tip12", "--score", score], "").0, Some(2), "{score}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_search_at_once_and_is_status_130() {
    for input in [transactions(1), String::new()] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
            .args(["pow", "search", "--mwm", "100"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe stays open: without a line the command waits for one.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(1000));
        let asked = Instant::now();
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    }
}

#[test]
fn each_transaction_is_written_as_soon_as_its_nonce_is_found() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(["pow", "search", "--mwm", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..2 {
        stdin.write_all(transactions(1).as_bytes()).unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line.len(), 2674);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
