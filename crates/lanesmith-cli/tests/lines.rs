//! What holds for every command that reads lines: prompt answers, Ctrl-C, refused threads, bounded memory, full disks.

#![cfg(target_os = "linux")]

#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanesmith_testkit::vectors::curl as vectors;
use program::{lanesmith, run, started};

/// Commands that read lines, and a line that is good for each.
fn commands() -> Vec<(&'static [&'static str], String)> {
    let transaction = vectors::pow_check()[0].trytes.to_string();
    vec![
        (&["curl", "hash", "--threads", "1"], "ABC".into()),
        (&["curl", "hash", "--threads", "3"], "ABC".into()),
        (&["pow", "check", "--mwm", "1", "--threads", "1"], transaction.clone()),
        (&["pow", "check", "--mwm", "1", "--threads", "3"], transaction.clone()),
        (&["pow", "search", "--mwm", "1"], transaction),
        (&["pow", "tip12", "--score", "1"], "00".into()),
        (&["merkle", "root"], "11".repeat(32)),
        (&["merkle", "root", "--scheme=rfc6962"], "1234".into()),
        (&["merkle", "root", "--bytes=-"], "1234".into()),
    ]
}

/// Those that answer each line by a line.
fn filters() -> Vec<(&'static [&'static str], String)> {
    let mut all = commands();
    all.retain(|(args, _)| args[0] != "merkle");
    all
}

fn piped(args: &[&str]) -> Child {
    let mut command = lanesmith(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn what_has_been_read_is_answered_within_a_tenth_of_a_second_when_input_pauses() {
    for (args, line) in filters() {
        let mut child = piped(args);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // The first answer tells that the program is up. The machine may be busy: the soonest of some answers counts.
        let mut least = Duration::MAX;
        let limit = Duration::from_millis(100);
        for (number, lines) in [1, 1, 3, 1, 1].into_iter().cycle().take(100).enumerate() {
            if number >= 5 && least < limit {
                break;
            }
            let begin = Instant::now();
            input.write_all(format!("{line}\n").repeat(lines).as_bytes()).unwrap();
            let mut answer = String::new();
            for _ in 0..lines {
                assert!(output.read_line(&mut answer).unwrap() > 0, "{args:?}");
            }
            least = least.min(begin.elapsed());
        }
        drop(input);
        assert!(child.wait().unwrap().success(), "{args:?}");
        assert!(least < limit, "{args:?}: {least:?}");
    }
}

#[test]
fn half_a_line_waits_for_its_other_half() {
    for (args, line) in filters() {
        let mut child = piped(args);
        let mut input = child.stdin.take().unwrap();
        let (first, second) = line.split_at(line.len() / 2);
        input.write_all(format!("{line}\n{first}").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        input.write_all(format!("{second}\n").as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(out.lines().count(), 2, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{args:?}");
    }
}

#[test]
fn ctrl_c_ends_a_command_that_waits_for_input_at_once_and_is_status_130() {
    for (args, line) in commands() {
        for begun in [false, true] {
            let took = ctrl_c::least(Duration::from_millis(300), || {
                let mut child = piped(args);
                let mut input = child.stdin.take().unwrap();
                if begun {
                    input.write_all(format!("{line}\n").as_bytes()).unwrap();
                }
                std::thread::sleep(Duration::from_millis(500));
                let asked = Instant::now();
                ctrl_c::press(&child);
                let status = child.wait().unwrap();
                assert_eq!(status.code(), Some(130), "{args:?}: {status}");
                drop(input);
                asked.elapsed()
            });
            assert!(took < Duration::from_millis(300), "{args:?}: {took:?}");
        }
    }
}

/// All that was asked is answered though the input stays open, and Ctrl-C then adds nothing.
#[test]
fn answers_are_out_before_ctrl_c() {
    for (args, line) in filters() {
        let mut child = piped(args);
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || output.lines().for_each(|line| drop(sender.send(line))));
        input.write_all(format!("{line}\n").repeat(10).as_bytes()).unwrap();
        for number in 0..10 {
            let answer = answers.recv_timeout(Duration::from_secs(60));
            assert!(matches!(answer, Ok(Ok(_))), "{args:?}: no answer {number}");
        }
        ctrl_c::press(&child);
        child.wait().unwrap();
        drop(input);
        reader.join().unwrap();
        assert_eq!(answers.iter().count(), 0, "{args:?}");
    }
}

#[test]
fn a_bad_line_ends_the_command_though_the_input_stays_open() {
    for (args, line) in commands().into_iter().filter(|(args, _)| !args.contains(&"--bytes=-")) {
        // As standard input, and as a file of the system that is the same pipe.
        for name in ["-", "/dev/fd/0"] {
            let args = [args, &[name]].concat();
            let mut child = piped(&args);
            let mut input = child.stdin.take().unwrap();
            input.write_all(format!("{line}\n{line}\n?\n").as_bytes()).unwrap();
            let begin = Instant::now();
            let status = loop {
                match child.try_wait().unwrap() {
                    Some(status) => break status,
                    None if begin.elapsed() > Duration::from_secs(60) => panic!("{args:?} does not end"),
                    None => std::thread::sleep(Duration::from_millis(5)),
                }
            };
            drop(input);
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            assert_eq!(status.code(), Some(1), "{args:?}: {err}");
            assert!(err.contains("line 3: "), "{args:?}: {err}");
        }
    }
}

#[test]
fn an_input_without_lines_and_an_empty_line_are_errors_unless_they_are_allowed() {
    let go = |args: &[&str], input: &str| {
        let mut child = piped(args);
        // A command that refuses its arguments does not read.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for (args, line) in commands() {
        let (status, out, err) = go(args, "");
        assert_eq!((status, out.as_str()), (Some(1), ""), "{args:?}");
        assert!(err.contains("no lines in standard input") || err.contains("no bytes in"), "{args:?}: {err}");
        let (status, _, err) = go(&[args, &["--allow-empty"]].concat(), "");
        assert_eq!((status, err.as_str()), (Some(0), ""), "{args:?}");
        if !args.contains(&"--bytes=-") {
            let (status, _, err) = go(args, &format!("{line}\n\n"));
            assert_eq!((status, err.as_str()), (Some(1), "lanesmith: line 2: empty\n"), "{args:?}");
        }
    }
    // Where an empty record means something.
    assert_eq!(go(&["curl", "hash", "--allow-empty"], "\n").0, Some(0));
    assert_eq!(go(&["merkle", "root", "--scheme=rfc6962", "--allow-empty"], "\n").0, Some(0));
}

#[test]
fn an_error_of_writing_is_told_beside_any_other() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{}\n", vectors::pow_check()[0].trytes)).unwrap();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = lanesmith(&["pow", "check", "--mwm", "200", file.path().to_str().unwrap()])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("No space left"), "{err}");
}

/// A shell closes the descriptor; then the program runs.
#[test]
fn closed_standard_output_is_an_error() {
    let shell = |tail: &str, args: &str| {
        let program = env!("CARGO_BIN_EXE_lanesmith");
        run(started(Command::new("sh"))
            .args(["-c", &format!("exec {program} {args} {tail}")])
            .stdin(Stdio::null()))
    };
    for args in ["list", "--help", "cpu --json", "sha256 /dev/null"] {
        let (status, _, err) = shell(">&-", args);
        assert_eq!(status, Some(2), "{args}: {err}");
        assert!(err.contains("Bad file descriptor"), "{args}: {err}");
        // Thrown away, on whatever kind of descriptor, is another thing.
        for tail in [">/dev/null", "<>/dev/null >&0"] {
            assert_eq!(shell(tail, args).0, Some(0), "{args} {tail}");
        }
    }
    // Closed standard input and error are not taken for it.
    assert_eq!(shell("<&- 2>&-", "list").0, Some(0));
}

/// A user of whom nothing else runs, for whom threads can be refused; root's are not.
const NOBODY: u32 = 54_321;

/// The program, as a user who may have so many threads.
fn with_few_threads(threads: usize, args: &[&str], folder: &std::path::Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = started(Command::new("prlimit"));
    command.arg(format!("--nproc={threads}")).arg(env!("CARGO_BIN_EXE_lanesmith")).args(args);
    command.env_remove("LANESMITH_ENGINE").current_dir(folder);
    if rustix::process::getuid().is_root() {
        let program = folder.join("lanesmith");
        if !program.exists() {
            // By a program of its own: a file that this one holds open for writing, and any process that another test
            // starts at that moment with it, cannot be run.
            let original = env!("CARGO_BIN_EXE_lanesmith");
            assert!(Command::new("cp").arg(original).arg(&program).status().unwrap().success());
        }
        command = started(Command::new("prlimit"));
        command.arg(format!("--nproc={threads}")).arg(program).args(args).uid(NOBODY).current_dir(folder);
    }
    command
}

#[test]
fn refused_threads_neither_crash_nor_hang_a_command() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    std::fs::set_permissions(dir.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let put = |name: &str, text: String| std::fs::write(dir.path().join(name), text).unwrap();
    put("trytes", "ABC\n".repeat(20_000));
    put("transactions", format!("{}\n", vectors::pow_check()[0].trytes).repeat(3000));
    put("leaves", format!("{}\n", "11".repeat(32)).repeat(40_000));
    for name in 0..300 {
        put(&name.to_string(), "x".repeat(name));
    }
    let names = (0..300).map(|name| name.to_string()).collect::<Vec<_>>();
    let files: Vec<&str> =
        ["sha256", "--threads", "64"].into_iter().chain(names.iter().map(|n| &**n)).collect();
    let commands: [&[&str]; 4] = [
        &["curl", "hash", "--threads", "64", "trytes"],
        &["pow", "check", "--mwm", "1", "--threads", "64", "transactions"],
        &["merkle", "root", "--threads", "64", "leaves"],
        &files,
    ];
    for args in commands {
        let expected = run(lanesmith(args).current_dir(dir.path()));
        for threads in [1, 4, 20] {
            let mut child = with_few_threads(threads, args, dir.path());
            let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
            let out = std::thread::spawn(move || {
                let mut text = String::new();
                out.read_to_string(&mut text).unwrap();
                text
            });
            let begin = Instant::now();
            while child.try_wait().unwrap().is_none() {
                if begin.elapsed() > Duration::from_secs(120) {
                    child.kill().unwrap();
                    panic!("{args:.5?} with {threads} threads hangs");
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            let mut told = String::new();
            err.read_to_string(&mut told).unwrap();
            let got = (child.wait().unwrap().code(), out.join().unwrap(), told);
            assert!(got == expected, "{args:.5?} with {threads} threads: {:?} {}", got.0, got.2);
        }
    }
}

/// The most memory that a command had, in MiB, as it says itself at its end.
fn peak(args: &[&str], input: impl Fn(&mut dyn Write)) -> u64 {
    let mut child = lanesmith(args).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    input(&mut pipe);
    // It still waits for the end of its input.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(pipe);
    assert!(child.wait().unwrap().success(), "{args:?}");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[test]
fn memory_is_bounded_however_long_the_lines() {
    let line = [&[b'0'; 1 << 20][..], b"\n"].concat();
    let feed = |count: usize| {
        let line = &line;
        move |pipe: &mut dyn Write| (0..count).for_each(|_| pipe.write_all(line).unwrap())
    };
    for threads in ["1", "2", "16"] {
        let args = ["curl", "hash", "--rounds", "27", "--input", "t5b1-hex", "--threads", threads];
        // All of them with their trits would take a GiB. On a crowded machine more of the sixteen are at work at once than on a quiet one.
        let peak = peak(&args, feed(240));
        assert!(peak < 600, "curl hash on {threads} threads: {peak} MiB");
    }
    let peak = peak(&["merkle", "root", "--scheme=rfc6962"], feed(160));
    assert!(peak < 100, "merkle root: {peak} MiB");
}

#[test]
fn a_pipe_that_nobody_reads_any_more_is_no_failure_but_of_answers() {
    for (args, line) in filters() {
        let mut child = piped(args);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        while input.write_all(format!("{line}\n").as_bytes()).is_ok() {
            std::thread::sleep(Duration::from_millis(10));
        }
        // Where the status is an answer, nobody knows of the lines that were not looked at.
        let status = if args[..2] == ["pow", "check"] { 2 } else { 0 };
        assert_eq!(child.wait().unwrap().code(), Some(status), "{args:?}");
    }
}

#[test]
fn a_regular_file_as_standard_input_has_the_same_output() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "ABC\n".repeat(5000)).unwrap();
    let (_, expected, _) = run(&mut lanesmith(&["curl", "hash", file.path().to_str().unwrap()]));
    let (status, out, _) = run(lanesmith(&["curl", "hash"]).stdin(file.reopen().unwrap()));
    assert!(status == Some(0) && out == expected);
}

#[test]
fn a_byte_order_mark_is_named_by_commands_whose_lines_are_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let sums = folder.path().join("SUMS");
    std::fs::write(&sums, format!("\u{feff}{}  a\n", "00".repeat(32))).unwrap();
    let sums = sums.to_str().unwrap();
    for (args, line, code) in [
        (&["bls", "aggregate", "-"][..], "00", 1),
        (&["passwd", "verify", "--lines"], "$argon2id$\tpassword", 2),
        (&["passwd", "verify", "--lines", "--json"], "$argon2id$\tpassword", 2),
        (&["passwd", "kdf"], "{}", 1),
        (&["sha256", "--check", sums], "", 1),
    ] {
        let mut child = piped(args);
        let _ = child.stdin.take().unwrap().write_all(format!("\u{feff}{line}\n").as_bytes());
        let output = child.wait_with_output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
        assert!(told.contains("it begins with a byte order mark"), "{args:?}: {told}");
        assert!(!told.contains("password\""), "{args:?}: {told}");
    }
}

#[test]
fn input_of_spreadsheets_is_named_for_what_it_is() {
    for (args, line) in commands().into_iter().filter(|(args, _)| !args.contains(&"--bytes=-")) {
        let wide: Vec<u8> = format!("{line}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (input, part) in [
            ([b"\xef\xbb\xbf", line.as_bytes()].concat(), "line 1: it begins with a byte order mark"),
            ([&b"\xff\xfe"[..], &wide].concat(), "line 1: the file is in UTF-16"),
            (wide.clone(), "line 1: a NUL byte"),
            (format!("Column\n{line}\n").into_bytes(), "(a header row?"),
            (format!("\"{line}\"\n").into_bytes(), "(values stand without quotes)"),
        ] {
            let mut child = piped(args);
            let _ = child.stdin.take().unwrap().write_all(&input);
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
            assert!(err.contains(part) && err.lines().count() == 1, "{args:?}, {part}: {err}");
        }
    }
}

/// With less memory than the leaves take, in a program that could not even be told so by the system's own handler.
#[test]
fn leaves_without_memory_for_them_are_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let line = format!("{}\n", "11".repeat(32));
    std::fs::write(file.path(), line.repeat(2_000_000)).unwrap();
    let mut command = started(Command::new("prlimit"));
    command.args(["--as=60000000", env!("CARGO_BIN_EXE_lanesmith"), "merkle", "root"]).arg(file.path());
    let (status, out, err) = run(&mut command);
    assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("no memory for more than ") && err.contains(" leaves"), "{err}");
}
