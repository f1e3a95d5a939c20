//! Measured profiles as a user meets them: `--profile`, `LANESMITH_PROFILE`, `lanesmith tune`.

#[cfg(target_os = "linux")]
#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::path::{Path, PathBuf};
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use lanesmith::profile::{Cpu, Profile};
use program::{lanesmith, run};
use serde_json::Value;

/// What `lanesmith cpu --json` says of `sha256.stream`.
fn stream(json: &str) -> (String, String) {
    let report: Value = serde_json::from_str(json).unwrap();
    let all = report["operations"].as_array().unwrap();
    let op = all.iter().find(|o| o["op"] == "sha256.stream").unwrap();
    let text = |key: &str| op[key].as_str().unwrap().to_owned();
    (text("engine"), text("why"))
}

/// What is built in: `lanesmith cpu --json` without a profile.
fn built_in() -> String {
    run(&mut lanesmith(&["cpu", "--json"])).1
}

/// A profile of this machine that prefers the engine that nobody would.
fn good() -> Profile {
    let mut profile = Profile::here("2026-01-31");
    profile.set_engine("sha256.stream", "scalar");
    profile.set_costs("sha256.nodes", "scalar", vec![1000]);
    profile
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let entries = self.0.path().read_dir().unwrap();
        entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }
}

#[test]
fn a_profile_that_is_named_is_in_force_and_cpu_says_so() {
    let folder = Folder::new();
    let path = folder.file("here.toml", good().to_toml());
    let named = path.to_str().unwrap();
    let by_option = run(&mut lanesmith(&["cpu", "--json", "--profile", named]));
    let by_variable = run(lanesmith(&["cpu", "--json"]).env("LANESMITH_PROFILE", named));
    for (status, out, err) in [by_option, by_variable] {
        assert_eq!((status, err.as_str()), (Some(0), ""));
        assert_eq!(stream(&out), ("scalar".into(), format!("from profile {named}")));
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["profile"], named);
    }
}

#[test]
fn the_option_goes_before_the_variable() {
    let folder = Folder::new();
    let path = folder.file("here.toml", good().to_toml());
    let mut command = lanesmith(&["--profile", path.to_str().unwrap(), "cpu", "--json"]);
    let (_, out, err) = run(command.env("LANESMITH_PROFILE", "/no/such/profile.toml"));
    assert_eq!((stream(&out).0.as_str(), err.as_str()), ("scalar", ""));
}

#[test]
fn an_empty_variable_names_no_profile() {
    let (_, out, err) = run(lanesmith(&["cpu", "--json"]).env("LANESMITH_PROFILE", ""));
    assert_eq!((out, err.as_str()), (built_in(), ""));
}

#[test]
fn an_engine_that_is_asked_for_wins_over_a_profile() {
    let folder = Folder::new();
    let mut profile = good();
    // The profile prefers what is best, the user what is portable.
    profile.set_engine("sha256.stream", &stream(&built_in()).0);
    let path = folder.file("here.toml", profile.to_toml());
    let mut command = lanesmith(&["cpu", "--json", "--profile", path.to_str().unwrap()]);
    let (_, out, _) = run(command.env("LANESMITH_ENGINE", "sha256.stream=scalar"));
    let (engine, why) = stream(&out);
    assert_eq!(engine, "scalar");
    assert!(why.starts_with("configured"), "{why}");
}

#[test]
fn a_profile_that_is_refused_is_named_with_the_reason_and_changes_nothing() {
    let folder = Folder::new();
    let text = good().to_toml();
    let with = |from: &str, to: &str| text.replace(from, to).into_bytes();
    let cases = [
        ("empty", Vec::new(), "it is empty"),
        ("binary", b"\x7fELF\xff\xfe".to_vec(), "not text"),
        ("truncated", text.as_bytes()[..text.len() / 2].to_vec(), "its end is missing"),
        ("huge", vec![b'#'; 100_000], "longer than"),
        ("no profile", b"[package]\nname = 'x'\n# end of profile".to_vec(), "cannot be understood"),
        ("other format", with("format = 1", "format = 99"), "format is 99"),
        ("other version", with("lanesmith = \"", "lanesmith = \"9"), "measured with Lanesmith 9"),
        ("wrong type", with("[1000]", "\"1000\""), "line"),
        ("unknown engine", with("\"scalar\"", "\"abacus\""), "\"abacus\""),
        ("unknown operation", with("sha256.stream", "sha256.steam"), "sha256.steam"),
        ("other cpu", with(&Cpu::here().model, "Abacus 9000"), "another CPU"),
    ];
    let expected = built_in();
    for (name, bytes, part) in cases {
        let path = folder.file(name, bytes);
        let (status, out, err) = run(lanesmith(&["cpu", "--json"]).env("LANESMITH_PROFILE", &path));
        assert_eq!(status, Some(0), "{name}");
        assert_eq!(out, expected, "{name}");
        assert!(err.contains("warning") && err.contains(name) && err.contains(part), "{name}: {err}");
    }
}

#[test]
fn a_profile_that_cannot_be_read_leaves_the_work_and_its_status_alone() {
    for path in ["/no/such/profile.toml", "/"] {
        let (status, out, err) = run(&mut lanesmith(&["--profile", path, "list", "sha256.stream"]));
        assert_eq!(status, Some(0));
        assert!(out.contains("sha256.stream") && err.contains(path), "{err}");
        assert_eq!(run(&mut lanesmith(&["--profile", path, "list", "no.such"])).0, Some(2));
    }
}

/// `lanesmith tune` of one operation for a moment.
fn tune(rest: &[&str]) -> Command {
    lanesmith(&[&["tune", "sha256.stream", "--time", "0.1"], rest].concat())
}

#[test]
fn what_tune_writes_is_taken_on_the_same_machine() {
    let folder = Folder::new();
    let path = folder.0.path().join("here.toml");
    let (status, summary, err) = run(&mut tune(&["-o", path.to_str().unwrap()]));
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(summary.contains("sha256.stream") && summary.contains("written to"), "{summary}");
    assert_eq!(folder.names(), ["here.toml"]);
    let profile = Profile::load(&path).unwrap();
    profile.apply().unwrap();
    let (_, out, err) = run(&mut lanesmith(&["cpu", "--json", "--profile", path.to_str().unwrap()]));
    // What is built in is left alone.
    let differs = profile.choice("sha256.stream").is_some();
    assert_eq!((stream(&out).1.starts_with("from profile"), err.as_str()), (differs, ""), "{out}");
}

#[test]
fn without_a_file_the_profile_goes_to_standard_output_and_the_summary_to_standard_error() {
    let (status, out, err) = run(&mut tune(&[]));
    assert_eq!(status, Some(0));
    assert!(Profile::parse(&out).is_ok(), "{out}");
    assert!(err.contains("built in"), "{err}");
}

#[test]
fn tune_refuses_a_path_that_cannot_be_written_before_it_measures() {
    let begin = std::time::Instant::now();
    let (status, _, err) =
        run(&mut lanesmith(&["tune", "--time", "1000", "-o", "/no/such/folder/here.toml"]));
    assert_eq!(status, Some(2));
    assert!(err.contains("/no/such/folder/here.toml"), "{err}");
    assert!(begin.elapsed().as_secs() < 100);
}

#[test]
fn tune_of_an_unknown_operation_is_wrong_usage() {
    let (status, _, err) = run(&mut lanesmith(&["tune", "no.such"]));
    assert_eq!(status, Some(2));
    assert!(err.contains("sha256.stream"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_tune() {
    let (status, _, err) = run(&mut tune(&["-o", "/dev/full"]));
    assert_eq!(status, Some(2));
    assert!(err.contains("No space left") && err.contains("/dev/full"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_tuning_is_status_130_and_leaves_the_old_file_as_it_was() {
    let folder = Folder::new();
    let path = folder.file("here.toml", "old");
    let args = ["tune", "sha256.nodes", "--time", "400", "-o", path.to_str().unwrap()];
    let child = lanesmith(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    ctrl_c::has_worked(&child, std::time::Duration::from_secs(1));
    ctrl_c::press(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!((folder.names(), std::fs::read(&path).unwrap()), (vec!["here.toml".into()], b"old".to_vec()));
}

#[test]
fn measuring_the_cpu_gives_each_feature_a_ratio_with_an_interval() {
    let args = ["cpu", "sha256.stream", "--measure", "--time", "0.1", "--json"];
    let (status, out, err) = run(&mut lanesmith(&args));
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    for row in report["measured"]["worth"].as_array().unwrap() {
        assert_eq!(row["op"], "sha256.stream");
        for key in ["feature", "case", "with", "without", "below"] {
            assert!(!row[key].as_str().unwrap().is_empty(), "{key} of {row}");
        }
        let number = |v: &Value| v.as_f64().unwrap();
        let (low, high) = (number(&row["interval"][0]), number(&row["interval"][1]));
        assert!(0.0 < low && low <= number(&row["ratio"]) && number(&row["ratio"]) <= high, "{row}");
    }
    // One of the two, whatever the CPU.
    let is_sha = |v: &Value| v["feature"] == "SHA-NI" || v["feature"] == "Armv8 SHA-2";
    let measured = &report["measured"];
    let told = |key: &str| measured[key].as_array().unwrap().iter().any(is_sha);
    assert!(told("worth") || told("unmeasured"), "{measured}");
}

#[test]
fn measuring_says_in_words_what_a_feature_is_worth() {
    let (_, out, _) = run(&mut lanesmith(&["cpu", "sha256.stream", "--measure", "--time", "0.1"]));
    assert!(out.contains("hashes a 5 MB file"), "{out}");
}

#[test]
fn a_time_without_a_measurement_is_wrong_usage() {
    assert_eq!(run(&mut lanesmith(&["cpu", "--time", "1"])).0, Some(2));
}

/// The caches that Linux reports, which virtual machines may hide.
#[test]
fn cpu_shows_the_caches_that_the_system_reports() {
    let report: Value = serde_json::from_str(&built_in()).unwrap();
    let names: Vec<&str> =
        report["caches"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
    if Path::new("/sys/devices/system/cpu/cpu0/cache/index0/size").exists() {
        assert!(names.contains(&"L1d") && names.contains(&"L2"), "{names:?}");
    }
    assert!(run(&mut lanesmith(&["cpu"])).1.contains("caches"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_or_device_as_a_profile_is_refused_at_once() {
    let folder = Folder::new();
    let pipe = folder.0.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.to_str().unwrap(), "/dev/zero", "/"] {
        let mut child = lanesmith(&["list", "sha256.stream"])
            .env("LANESMITH_PROFILE", path)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begin = std::time::Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begin.elapsed().as_secs() > 60 {
                child.kill().unwrap();
                panic!("{path} is waited for");
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && err.contains("not a regular file"), "{path}: {err}");
    }
}

#[test]
fn text_of_a_damaged_profile_reaches_the_terminal_without_control_characters() {
    let folder = Folder::new();
    let text = good().to_toml();
    let evil = "\\u001b]0;owned\\u0007\\u202e";
    let raw = "\u{1b}[31m\u{7}\u{202e}";
    let version = text.replace("lanesmith = \"", &format!("lanesmith = \"{evil}"));
    let format = text.replace("format = 1", &format!("format = \"{evil}\""));
    let syntax = text.replace("format = 1", &format!("format = {raw}"));
    let key = text.replace("format = 1", &format!("format = 1\n\"{evil}\" = 1"));
    let model = text.replace(&Cpu::here().model, evil);
    let engine = text.replace("\"scalar\"", &format!("\"{evil}\""));
    let operation = text.replace("sha256.stream", &format!("sha256.{evil}"));
    for (name, text) in [
        ("version", version),
        ("format", format),
        ("syntax", syntax),
        ("key", key),
        ("model", model),
        ("engine", engine),
        ("operation", operation),
    ] {
        let path = folder.file(name, text);
        let (_, _, err) = run(lanesmith(&["list", "sha256.stream"]).env("LANESMITH_PROFILE", &path));
        assert!(err.contains("is refused"), "{name}: {err}");
        let bad: Vec<char> =
            err.chars().filter(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}').collect();
        assert!(bad.is_empty(), "{name}: {bad:?} in {err}");
    }
}
