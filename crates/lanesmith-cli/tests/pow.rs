//! `lanesmith pow` as a user meets it.

#[cfg(target_os = "linux")]
#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use lanesmith_testkit::vectors::curl as vectors;
use serde_json::Value;

/// Exit status, standard output, standard error.
fn pow(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = program::lanesmith(&[&["pow"], args].concat())
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
fn time_that_is_up_is_status_1_and_says_where_to_go_on() {
    let started = Instant::now();
    let (status, out, err) = pow(&["search", "--mwm", "100", "--timeout", "0.2"], &transactions(1));
    assert_eq!((status, out.as_str()), (Some(1), ""));
    // The time that it took, which is more where the cores are busy.
    let took = err.split_once("line 1: no nonce within ").unwrap().1.split_once(" s (").unwrap().0;
    assert!((0.2..60.0).contains(&took.parse().unwrap()) && err.contains("to go on: --start "), "{err}");
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// The same search until its time is up, again and again, each from where the one before says that it stopped. Gives
/// the last line and how often it was stopped.
///
/// A thread that does not get a CPU before the time is up holds the next nonces back: such a piece gets nowhere, and the next one is
/// given twice the time.
fn in_pieces(args: &[&str], input: &str, mut timeout: f64) -> (Value, usize) {
    let (mut start, mut stops) = (0, 0);
    loop {
        let (from, limit) = (start.to_string(), timeout.to_string());
        let args = [args, &["--json", "--start", &from, "--timeout", &limit]].concat();
        let (status, out, err) = pow(&args, input);
        let line: Value = serde_json::from_str(&out).unwrap();
        if status == Some(0) {
            return (line, stops);
        }
        assert_eq!((status, &line["stopped"]), (Some(1), &"timeout".into()), "{err}");
        let next = line["next"].as_u64().unwrap();
        assert!(err.contains(&format!("--start {next}\n")), "{err}");
        assert!(next >= start, "from {start} back to {next}");
        if next == start {
            timeout *= 2.0;
            assert!(timeout < 600.0, "no progress from {start}");
        }
        (start, stops) = (next, stops + 1);
    }
}

/// Searches in one go, then in pieces; the longest of several searches, so that there are pieces.
fn resumed_finds_the_same(args: &[&str], inputs: impl Iterator<Item = String>) {
    let whole = |input: String| {
        let (status, out, err) = pow(&[args, &["--json"]].concat(), &input);
        assert_eq!(status, Some(0), "{err}");
        (serde_json::from_str::<Value>(&out).unwrap(), input)
    };
    let batch = |(line, _): &(Value, String)| line["batch"].as_u64().unwrap();
    let (whole, input) = inputs.map(whole).max_by_key(batch).unwrap();
    let mut timeout = whole["seconds"].as_f64().unwrap() / 3.0;
    let (found, stops) = loop {
        let (found, stops) = in_pieces(args, &input, timeout);
        if stops > 0 {
            break (found, stops);
        }
        // The machine has become faster meanwhile.
        timeout /= 4.0;
    };
    assert_eq!((&found["nonce"], &found["batch"]), (&whole["nonce"], &whole["batch"]), "{stops} stops");
}

#[test]
fn search_resumed_after_timeouts_finds_the_nonce_of_an_uninterrupted_one() {
    for order in ["fast", "iri"] {
        let args = ["search", "--mwm", "11", "--threads", "2", "--engine", "scalar", "--order", order];
        resumed_finds_the_same(&args, vectors::pow_check().iter().take(4).map(|v| format!("{}\n", v.trytes)));
    }
}

#[test]
fn message_resumed_after_timeouts_gets_the_nonce_of_an_uninterrupted_search() {
    let args = ["tip12", "--score", "6000", "--threads", "1", "--engine", "scalar"];
    resumed_finds_the_same(&args, ["0102", "abcdef", "20", "99"].into_iter().map(|m| format!("{m}\n")));
}

#[test]
fn start_holds_for_the_first_line_only() {
    let input = transactions(2);
    let lines = |args: &[&str]| -> Vec<Value> {
        let (status, out, err) = pow(&[&["search", "--mwm", "4", "--json"], args].concat(), &input);
        assert_eq!(status, Some(0), "{err}");
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (whole, late) = (lines(&[]), lines(&["--start", "100000"]));
    assert!(late[0]["batch"].as_u64().unwrap() >= 100_000);
    assert_eq!(late[1]["nonce"], whole[1]["nonce"]);
    assert_eq!([&whole[0]["line"], &whole[1]["line"]], [1, 2]);
}

#[test]
fn start_behind_the_last_nonce_is_refused() {
    let (status, _, err) =
        pow(&["search", "--mwm", "4", "--order", "iri", "--start", "18000000000000000000"], &transactions(1));
    assert_eq!(status, Some(1));
    assert!(err.contains("are no range of the"), "{err}");
}

#[test]
fn impossible_requests_are_status_2_and_say_what_is_wrong() {
    for (args, reason) in [
        (["--mwm", "0", "--threads", "1"], "'0' for '--mwm <N>': not between 1 and 243"),
        (["--mwm", "244", "--threads", "1"], "'244' for '--mwm <N>': not between 1 and 243"),
        (["--mwm", "nine", "--threads", "1"], "'nine' for '--mwm <N>': invalid digit"),
        (["--mwm", "9", "--threads", "0"], "--threads 0: at least one thread is needed"),
        (["--mwm", "9", "--timeout", "0"], "'0' for '--timeout <S>': not between 0 and"),
        (["--mwm", "9", "--timeout", "-1"], "unexpected argument '-1'"),
        (["--mwm", "9", "--timeout", "inf"], "'inf' for '--timeout <S>': not between 0 and"),
        (["--mwm", "9", "--timeout", "soon"], "'soon' for '--timeout <S>': invalid float"),
        (["--mwm", "9", "--start", "first"], "'first' for '--start <OFFSET>': invalid digit"),
        (["--mwm", "9", "--order", "best"], "possible values: fast, iri"),
        (["--mwm", "9", "--engine", "abacus"], "no engine \"abacus\"; it has "),
    ] {
        let (status, out, err) = pow(&[&["search"], &args[..]].concat(), "");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
    for (score, reason) in
        [("0", "not a positive number"), ("nan", "not a positive"), ("much", "invalid float")]
    {
        let (status, _, err) = pow(&["tip12", "--score", score], "");
        assert_eq!(status, Some(2), "{score}");
        assert!(err.contains(reason), "{err}");
    }
    for (mwm, threads, reason) in
        [("0", "1", "not between 1 and 243"), ("244", "1", "not between"), ("9", "0", "--threads 0")]
    {
        let (status, _, err) = pow(&["check", "--mwm", mwm, "--threads", threads], "");
        assert_eq!(status, Some(2), "{mwm}");
        assert!(err.contains(reason), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_says_where_to_go_on() {
    // A busy machine may leave one of the threads in its first batches.
    assert!([1, 2, 4, 8, 16].into_iter().any(|seconds| stopped_by_ctrl_c(Duration::from_secs(seconds)) > 0));
}

/// Where to go on, as a search says that was stopped after so much CPU time.
#[cfg(target_os = "linux")]
fn stopped_by_ctrl_c(time: Duration) -> u64 {
    let mut child = program::lanesmith(&["pow", "search", "--mwm", "100", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(transactions(1).as_bytes()).unwrap();
    ctrl_c::has_worked(&child, time);
    ctrl_c::press(&child);
    let output = child.wait_with_output().unwrap();
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    let next = line["next"].as_u64().unwrap();
    assert_eq!((output.status.code(), &line["stopped"]), (Some(130), &"interrupt".into()));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("line 1: no nonce within") && err.contains(&format!("--start {next}\n")), "{err}");
    next
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_search_at_once_and_is_status_130() {
    for (input, work) in [(transactions(1), 200), (String::new(), 0)] {
        let took = ctrl_c::least(Duration::from_secs(1), || {
            let mut child = program::lanesmith(&["pow", "search", "--mwm", "100"])
                .stdin(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // The pipe stays open: without a line the command waits for one.
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(input.as_bytes()).unwrap();
            ctrl_c::has_worked(&child, Duration::from_millis(work));
            let asked = Instant::now();
            ctrl_c::press(&child);
            assert_eq!(child.wait().unwrap().code(), Some(130));
            asked.elapsed()
        });
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}

#[test]
fn each_transaction_is_written_as_soon_as_its_nonce_is_found() {
    use std::io::{BufRead, BufReader};
    let mut child = program::lanesmith(&["pow", "search", "--mwm", "3"])
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
