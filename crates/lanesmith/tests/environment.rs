//! `init_from_env` with profiles. The environment belongs to the process, so each case is a process of its own: this
//! test program once more, with one test that only speaks.
#![cfg(all(feature = "profile", feature = "sha256"))]

use std::process::Command;

use lanesmith::Profile;

/// What the other process does: prints what it chose.
#[test]
fn speak() {
    lanesmith::init_from_env().unwrap();
    println!("<{}>", lanesmith::table("sha256.stream").unwrap().auto_name());
}

/// The engine of `sha256.stream` in a process with these variables, and its standard error.
fn chosen(variables: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "speak", "--nocapture"]);
    command.env_remove("LANESMITH_ENGINE").env_remove("LANESMITH_PROFILE");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    let (_, rest) = out.split_once('<').unwrap();
    (rest.split('>').next().unwrap().into(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_profile_is_read_from_the_environment() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("here.toml");
    let mut profile = Profile::here("2026-01-31");
    profile.set_engine("sha256.stream", "scalar");
    std::fs::write(&path, profile.to_toml()).unwrap();
    assert_eq!(chosen(&[("LANESMITH_PROFILE", path.to_str().unwrap())]).0, "scalar");
}

#[test]
fn a_refused_profile_is_a_warning_and_changes_nothing() {
    let (built_in, silent) = chosen(&[]);
    assert!(!silent.contains("warning"), "{silent}");
    let (engine, err) = chosen(&[("LANESMITH_PROFILE", "/no/such.toml")]);
    assert_eq!(engine, built_in);
    assert!(err.contains("warning") && err.contains("/no/such.toml"), "{err}");
}

#[test]
fn an_engine_in_the_environment_stands_above_a_profile() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("here.toml");
    let mut profile = Profile::here("2026-01-31");
    profile.set_engine("sha256.stream", &chosen(&[]).0);
    std::fs::write(&path, profile.to_toml()).unwrap();
    let variables =
        [("LANESMITH_PROFILE", path.to_str().unwrap()), ("LANESMITH_ENGINE", "sha256.stream=scalar")];
    assert_eq!(chosen(&variables).0, "scalar");
}
