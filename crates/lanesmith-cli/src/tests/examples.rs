//! Examples of every help, pasted into a shell as they stand: in it are a `lanesmith` that notes what it is called with, and the other
//! programs that examples use, which do nothing. What no program is, a sentence for instance, is an error there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use clap::Parser as _;

use super::{Cli, all};

/// Programs that examples use beside those of the shell.
const OTHERS: [&str; 11] =
    ["bitcoin-cli", "cat", "curl", "head", "jq", "man", "mkdir", "tar", "tr", "tail", "zcat"];

/// What whoever pastes has in variables.
const VALUES: [&str; 8] = ["HASH", "KEY", "KEYS", "LEAF", "PROOF", "ROOT", "SIGNATURE", "STRING"];

/// Folders of completions.
const FOLDERS: [&str; 3] = [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"];

/// The examples of a help.
fn examples(help: &str) -> Option<&str> {
    let (_, examples) = help.split_once("Examples:\n")?;
    examples.split("\n\n").next()
}

fn put(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}

/// The arguments of each call that the text makes; or what the shell said.
fn pasted(text: &str) -> Result<Vec<Vec<String>>, String> {
    let folder = tempfile::tempdir().unwrap();
    let (programs, home) = (folder.path().join("programs"), folder.path().join("home"));
    fs::create_dir(&programs).unwrap();
    FOLDERS.iter().for_each(|folder| fs::create_dir_all(home.join(folder)).unwrap());
    let log = folder.path().join("log");
    put(&log, "");
    // Between arguments a byte 1, after a call a byte 2: no example has either. A call is written in one piece, for
    // both ends of a pipe write at once.
    put(
        &programs.join("lanesmith"),
        &format!(
            "#!/bin/sh\ncall=$(printf '%s\\001' \"$@\"; printf '\\002')\nprintf %s \"$call\" >> '{}'\n",
            log.display()
        ),
    );
    OTHERS.iter().for_each(|other| put(&programs.join(other), "#!/bin/sh\n"));
    // Files that are read by the shell itself.
    let words: Vec<&str> = text.split_whitespace().collect();
    let read = words.windows(2).filter(|pair| pair[0] == "<").map(|pair| pair[1].trim_end_matches(')'));
    for path in read.map(|name| home.join(name)) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        put(&path, "");
    }
    assert!(!text.contains("> /"), "it would write where the test must not: {text}");
    let mut shell = Command::new("/bin/sh");
    shell.args(["-euc", text]).env("PATH", &programs).env("HOME", &home).current_dir(&home);
    let output = shell.envs(VALUES.map(|name| (name, "00"))).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || !said.is_empty() {
        return Err(said);
    }
    let log = fs::read_to_string(log).unwrap();
    let calls = log.split_terminator('\u{2}');
    Ok(calls.map(|call| call.split_terminator('\u{1}').map(String::from).collect()).collect())
}

#[test]
fn examples_can_be_pasted() {
    for (name, command) in all() {
        let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        let Some(text) = examples(&help) else { continue };
        assert!(text.lines().all(|line| line.starts_with("  ")), "{name}: a line without its indent: {text}");
        let calls = pasted(text).unwrap_or_else(|said| panic!("{name}: {text}\n{said}"));
        assert!(!calls.is_empty(), "{name}: {text}");
        for call in calls {
            let parsed = Cli::try_parse_from(["lanesmith".to_owned()].into_iter().chain(call.clone()));
            assert!(parsed.is_ok(), "{name}: {call:?}: {}", parsed.err().unwrap());
        }
    }
}

#[test]
fn a_sentence_among_examples_is_found() {
    assert!(pasted("  lanesmith list\n      all engines, and more\n").is_err());
    assert!(pasted("  lanesmith list  # all engines\n").is_ok());
    assert_eq!(pasted("  lanesmith cpu 'a b' |\n    tr -d x").unwrap(), [["cpu", "a b"]]);
}
