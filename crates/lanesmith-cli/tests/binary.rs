//! The program as a user meets it: exit statuses, pipes, full disks, Ctrl-C.

#[cfg(target_os = "linux")]
#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::process::Stdio;

use program::{lanesmith, run};

#[test]
fn help_documents_the_exit_statuses_and_has_examples() {
    let (status, out, _) = run(&mut lanesmith(&["--help"]));
    assert_eq!(status, Some(0));
    for part in ["Exit status", "130", "Examples", "LANESMITH_ENGINE"] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn every_engine_that_this_cpu_has_passes_a_quick_check() {
    let (status, out, err) = run(&mut lanesmith(&["check", "--quick"]));
    assert_eq!(status, Some(0), "{out}{err}");
}

#[test]
fn wrong_usage_is_status_2() {
    assert_eq!(run(&mut lanesmith(&["race", "no.such"])).0, Some(2));
    assert_eq!(run(&mut lanesmith(&["--nonsense"])).0, Some(2));
    assert_eq!(run(&mut lanesmith(&[])).0, Some(2));
}

#[test]
fn environment_chooses_the_engine_and_a_wrong_name_is_status_2() {
    let (_, out, _) = run(lanesmith(&["list", "sha256.nodes"]).env("LANESMITH_ENGINE", "*=scalar"));
    assert!(out.contains("* scalar"), "{out}");
    let (status, _, err) = run(lanesmith(&["list"]).env("LANESMITH_ENGINE", "*=abacus"));
    assert_eq!(status, Some(2));
    assert!(err.contains("abacus"), "{err}");
}

#[test]
fn an_engine_that_cannot_be_had_is_named_once_with_what_asked_for_it() {
    let message = |selection: &str| {
        let (status, _, err) = run(lanesmith(&["list"]).env("LANESMITH_ENGINE", selection));
        assert_eq!(status, Some(2), "{err}");
        err
    };
    for (selection, part) in [
        ("sha256.nodes=abacus", "sha256.nodes has no engine \"abacus\"; it has "),
        ("sha256.steam=scalar", "no operation matches \"sha256.steam\"; did you mean sha256.stream?"),
        ("scaler", "has an engine \"scaler\"; did you mean scalar?"),
        ("sha256.nodes=", "cannot read engine selection \"sha256.nodes=\""),
        (",,,", "cannot read engine selection"),
    ] {
        let err = message(selection);
        assert!(err.starts_with("lanesmith: LANESMITH_ENGINE: ") && err.contains(part), "{err}");
        assert!(err.matches("engine selection").count() + err.matches("it has").count() < 2, "{err}");
    }
    for huge in ["x".repeat(100_000), format!("{}=scalar", "y".repeat(100_000)), "a=b=".repeat(25_000)] {
        let err = message(&huge);
        assert!(err.len() < 200, "{} bytes", err.len());
    }
    for command in [["curl", "hash"], ["race", "sha256.nodes"], ["merkle", "root"]] {
        let (status, _, err) =
            run(lanesmith(&[command[0], command[1], "--engine", "abacus"]).stdin(Stdio::null()));
        assert_eq!(status, Some(2));
        assert!(err.starts_with("lanesmith: --engine: ") && err.contains("\"abacus\""), "{err}");
    }
}

#[test]
fn progress_and_colour_stay_out_of_pipes() {
    let (_, out, err) = run(&mut lanesmith(&["race", "sha256.nodes", "--case", "n=1", "--time", "0.3"]));
    assert!(!out.contains('\x1b'), "{out}");
    assert_eq!(err, "");
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for command in [["list"].as_slice(), &["cpu", "--json"], &["check", "--quick"], &["--help"]] {
        let output = lanesmith(command).stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("No space left"), "{command:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child =
        lanesmith(&["list", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_there_is_marked_partial_and_is_status_130() {
    // Two contenders, of which a round takes a fifth of a second of CPU time; the cases of a whole family, so that a machine which
    // soon knows a ratio well enough is not through with all of them.
    let args = "race sha256 --all --no-check --json --time 400 --engine scalar --peer none";
    let args: Vec<&str> = args.split(' ').collect();
    let results = |seconds| {
        let child = lanesmith(&args).stdout(Stdio::piped()).spawn().unwrap();
        ctrl_c::has_worked(&child, std::time::Duration::from_secs(seconds));
        ctrl_c::press(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["partial"], true);
        report["results"].as_array().unwrap().len()
    };
    // A slow machine may take longer to make ready.
    assert!([2, 8, 32].into_iter().any(|seconds| results(seconds) > 0));
}

/// Memory of a program that dies goes into a file that others may read.
#[cfg(target_os = "linux")]
#[test]
fn commands_that_hold_secrets_leave_no_image_of_their_memory() {
    let limit = |args: &[&str]| {
        let mut command = program::started(std::process::Command::new("prlimit"));
        command.args(["--core=unlimited:unlimited", env!("CARGO_BIN_EXE_lanesmith")]).args(args);
        // The one that may leave an image leaves it there.
        let folder = tempfile::tempdir().unwrap();
        command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        ctrl_c::has_worked(&child, std::time::Duration::ZERO);
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
        rustix::process::kill_process(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::ABORT,
        )
        .unwrap();
        let status = child.wait().unwrap();
        drop(input);
        let line = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap();
        let limit = line.split_whitespace().next().unwrap().to_owned();
        (limit, std::os::unix::process::ExitStatusExt::core_dumped(&status))
    };
    for args in [["passwd", "hash"].as_slice(), &["passwd", "verify", "--lines"], &["bls", "batch-verify"]] {
        assert_eq!(limit(args), ("0".into(), false), "{args:?}");
    }
    assert_eq!(limit(&["curl", "hash"]).0, "unlimited", "the test sees the difference");
}

#[test]
fn what_an_argument_says_to_a_terminal_is_escaped() {
    let (status, _, err) = run(&mut lanesmith(&["curl", "hash", "/no/\u{1b}[31m\u{7}"]));
    assert_eq!(status, Some(2));
    assert!(err.contains(r"/no/\u{1b}[31m\u{7}") && !err.contains('\u{1b}'), "{err}");
}

#[test]
fn shells_complete_names_and_offer_files_where_files_are_wanted() {
    let script = |shell| run(&mut lanesmith(&["completions", shell])).1;
    let bash = script("bash");
    let part = |command: &str| {
        let label = format!("\n        lanesmith__subcmd__{command})");
        let (_, part) = bash.split_once(&label).unwrap_or_else(|| panic!("{label}"));
        part.split(";;\n        lanesmith").next().unwrap()
    };
    for name in ["sha256.nodes", "curl ", "bls.verify", "avx2", "rustcrypto-argon2", "none"] {
        assert!(part("race").contains(name), "{name}: {}", part("race"));
    }
    assert_eq!(part("check").matches("compgen -f").count(), 1, "only --profile is a file: {}", part("check"));
    assert!(part("curl__subcmd__hash").contains("scalar"));
    let zsh = script("zsh");
    assert!(!zsh.contains("_default"), "programs are offered somewhere");
    assert!(bash.len() < 150_000 && zsh.len() < 150_000, "{} {}", bash.len(), zsh.len());
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_limit_on_the_stack_is_enough() {
    let mut command = program::started(std::process::Command::new("prlimit"));
    command.args(["--stack=65536", env!("CARGO_BIN_EXE_lanesmith"), "list", "sha256.nodes"]);
    let (status, out, err) = run(&mut command);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains("scalar"), "{out}");
}
