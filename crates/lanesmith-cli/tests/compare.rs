//! Races of the program as a user meets them: two programs in turn within a time, what they leave behind, and Ctrl-C.

#![cfg(target_os = "linux")]

#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use program::{lanesmith, run};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::Value;

const NARROW: [&str; 6] = ["--op", "sha256.nodes", "--case", "n=1", "--engine", "scalar"];

/// With more rounds, cases and engines: docs/testing.md.
#[test]
fn a_program_compared_with_itself_is_not_found_to_be_slower() {
    let mut args = vec!["race", "compare", "--with", env!("CARGO_BIN_EXE_lanesmith")];
    args.extend(NARROW);
    args.extend(["--rounds", "5", "--fail-below", "0.9", "--json"]);
    let (status, out, err) = run(&mut lanesmith(&args));
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["records"], serde_json::json!([6, 6]), "rounds come in twos");
    let changes = report["changes"].as_array().unwrap();
    let names: Vec<&str> = changes.iter().map(|c| c["contender"].as_str().unwrap()).collect();
    assert_eq!(names, ["auto", "scalar"]);
    for change in changes {
        let ratio = change["change"].as_f64().unwrap();
        assert!((0.5..2.0).contains(&ratio) && change["p"].as_f64() <= Some(1.0), "{change}");
    }
}

/// The time is that of the clock on the wall, and the machine may be busy.
#[test]
fn a_comparison_ends_in_the_time_that_it_was_given_and_says_what_it_can_tell() {
    let compare = || {
        let mut args = vec!["race", "compare", "--with", env!("CARGO_BIN_EXE_lanesmith")];
        args.extend(NARROW);
        args.extend(["--rounds", "1000", "--time", "3", "--json"]);
        let (begin, (status, out, err)) = (Instant::now(), run(&mut lanesmith(&args)));
        let wall = begin.elapsed();
        if err.contains("cannot tell") {
            // Not even a first race of each was through.
            assert_eq!(status, Some(2));
            return wall;
        }
        assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert!(report["seconds"].as_f64().unwrap() <= wall.as_secs_f64());
        assert_eq!(report["changes"].as_array().unwrap().len(), 2);
        wall
    };
    let least = ctrl_c::least(Duration::from_millis(3500), compare);
    assert!(least < Duration::from_millis(3500), "{least:?}");
}

/// A script that is named so.
fn script(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("earlier");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_program_that_does_not_end_is_ended_when_the_time_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let program = script(dir.path(), "exec sleep 900");
    let with = program.to_str().unwrap();
    let begin = Instant::now();
    let (status, _, err) =
        run(&mut lanesmith(&["race", "compare", "--with", with, "--op", "sha256.nodes", "--time", "0.5"]));
    assert_eq!(status, Some(2));
    assert!(err.contains("cannot tell: 0.5 seconds are over") && err.contains("--time"), "{err}");
    assert!(begin.elapsed() < Duration::from_secs(300), "{:?}", begin.elapsed());
}

#[test]
fn signals_end_the_other_program_too_and_no_copy_of_it_is_left() {
    for (signal, code) in [(Signal::TERM, None), (Signal::HUP, None), (Signal::INT, Some(130))] {
        let dir = tempfile::tempdir().unwrap();
        let (copies, pid) = (dir.path().join("copies"), dir.path().join("pid"));
        fs::create_dir(&copies).unwrap();
        let program =
            script(dir.path(), &format!("echo $$ > {0}.new; mv {0}.new {0}; sleep 900", pid.display()));
        let args = ["race", "compare", "--with", program.to_str().unwrap(), "--op", "sha256.nodes"];
        let mut child = lanesmith(&args).env("TMPDIR", &copies).stdout(Stdio::null()).spawn().unwrap();
        let other = loop {
            match fs::read_to_string(&pid) {
                Ok(text) => break Pid::from_raw(text.trim().parse().unwrap()).unwrap(),
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
            assert!(child.try_wait().unwrap().is_none(), "it waits for the other program");
        };
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), code, "{signal:?}: {status}");
        // Killed, and whoever inherited it may not have noticed yet.
        let begin = Instant::now();
        let lives = || fs::read_to_string(format!("/proc/{}/stat", other.as_raw_nonzero()));
        while test_kill_process(other).is_ok() && !lives().is_ok_and(|stat| stat.contains(") Z ")) {
            assert!(begin.elapsed() < Duration::from_secs(60), "{signal:?}: the other program goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        let left: Vec<_> = fs::read_dir(&copies).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "{signal:?}: {left:?}");
    }
}

#[test]
fn a_program_that_is_not_there_or_does_not_race_is_named_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let red = script(dir.path(), r"printf '\033[31mno such race\033[0m' >&2; exit 3");
    let cases = [
        ("/no/such/program", "cannot copy /no/such/program"),
        (
            "/bin/true",
            "/bin/true does not race: asked for 'race sha256.nodes --json' it said nothing (exit status: 0)",
        ),
        ("/bin/echo", "is not a record (exit status: 0); --with wants a build of lanesmith"),
        (red.to_str().unwrap(), r"(exit status: 3): \u{1b}[31mno such race\u{1b}[0m"),
    ];
    for (program, reason) in cases {
        let mut args = vec!["race", "compare", "--with", program];
        args.extend(NARROW);
        let (status, out, err) = run(&mut lanesmith(&args));
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(err.contains(program) && err.contains(reason), "{err}");
    }
}

#[test]
fn records_do_not_steer_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let args =
        "race sha256.nodes --case n=1 --engine scalar --peer none --no-check --quick --time 0.2 --json";
    let (status, record, _) = run(&mut lanesmith(&args.split(' ').collect::<Vec<_>>()));
    assert_eq!(status, Some(0));
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file("good", &record);
    let named =
        file("named", &record.replace(r#""contender": "scalar""#, r#""contender": "\u001b[2Jscalar""#));
    let (status, out, err) =
        run(&mut lanesmith(&["race", "compare", &good, &named, "--all", "--fail-below", "0.9"]));
    assert!(out.contains(r"\u{1b}[2Jscalar") && !(out + &err).contains('\u{1b}'), "{status:?} {err}");
    let kind = file("kind", &record.replace(r#""kind": "engine""#, r#""kind": "\u001b[31m""#));
    let (status, _, err) = run(&mut lanesmith(&["race", "compare", &kind, &good]));
    assert_eq!(status, Some(1));
    assert!(err.contains(r"\u{1b}[31m") && !err.contains('\u{1b}'), "{err}");
}

/// Before anything is timed all engines are checked, each of which takes a while; a call of a contender may take seconds.
#[test]
fn ctrl_c_is_seen_at_once_while_engines_are_checked_and_measured() {
    let limit = Duration::from_millis(300);
    for args in ["race --all --json", "check", "tune", "cpu --measure", "race pwhash.argon2 --no-check"] {
        let ends = || {
            let mut command = lanesmith(&args.split(' ').collect::<Vec<_>>());
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            ctrl_c::has_worked(&child, Duration::from_millis(200));
            let begin = Instant::now();
            ctrl_c::press(&child);
            let status = child.wait().unwrap();
            assert_eq!(status.code(), Some(130), "{args}");
            begin.elapsed()
        };
        let least = ctrl_c::least(limit, ends);
        assert!(least < limit, "{args}: {least:?}");
    }
}

#[test]
#[ignore = "slow: 11 seconds, 3 GiB"]
fn a_race_whose_calls_take_longer_than_its_time_ends_all_the_same() {
    let begin = Instant::now();
    let args = ["race", "pwhash.mail", "--no-check", "--time", "0.1", "--max-memory", "4GiB", "--json"];
    let (status, out, err) = run(&mut lanesmith(&args));
    // On a machine that does it within 10 seconds nothing is missing.
    let report: Value = serde_json::from_str(&out).unwrap();
    let results = report["results"].as_array().unwrap().len();
    assert_eq!(status, Some(if results > 0 { 0 } else { 2 }), "{err}");
    assert!(
        report["partial"] == false || report["warnings"][0].as_str().unwrap().contains("are missing"),
        "{out}"
    );
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn options_of_the_race_in_turn_want_a_program_and_records_want_none() {
    for args in
        ["race compare a.json", "race compare a.json b.json --op curl", "race compare --with x a.json b.json"]
    {
        let (status, ..) = run(&mut lanesmith(&args.split(' ').collect::<Vec<_>>()));
        assert_eq!(status, Some(2), "{args}");
    }
}
