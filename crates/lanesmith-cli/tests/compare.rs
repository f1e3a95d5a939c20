//! `race compare --with`: two programs that race in turn.

#![cfg(unix)]

mod program;

use program::{lanesmith, run};
use serde_json::Value;

const NARROW: [&str; 6] = ["--op", "sha256.nodes", "--case", "n=1", "--engine", "scalar"];

/// With more rounds, cases and engines: docs/testing.md.
#[test]
fn a_program_compared_with_itself_is_not_found_to_be_slower() {
    let mut args = vec!["race", "compare", "--with", env!("CARGO_BIN_EXE_lanesmith")];
    args.extend(NARROW);
    args.extend(["--rounds", "13", "--time", "3", "--fail-below", "0.9", "--json"]);
    let (status, out, err) = run(&mut lanesmith(&args));
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["records"], serde_json::json!([14, 14]), "rounds come in twos");
    let changes = report["changes"].as_array().unwrap();
    let names: Vec<&str> = changes.iter().map(|c| c["contender"].as_str().unwrap()).collect();
    assert_eq!(names, ["auto", "scalar"]);
    for change in changes {
        let ratio = change["change"].as_f64().unwrap();
        assert!((0.5..2.0).contains(&ratio) && change["p"].as_f64() <= Some(1.0), "{change}");
    }
}

#[test]
fn a_program_that_is_not_there_or_records_nothing_is_named() {
    for program in ["/no/such/program", "/bin/true"] {
        let mut args = vec!["race", "compare", "--with", program];
        args.extend(NARROW);
        let (status, out, err) = run(&mut lanesmith(&args));
        assert_eq!((status, out.as_str()), (Some(1), ""));
        assert!(err.contains(program), "{err}");
    }
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
