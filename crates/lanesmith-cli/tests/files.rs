//! Files that commands write: `--html`, `-o`.

#![cfg(target_os = "linux")]

mod program;

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use program::{lanesmith, run};

/// A race of a moment, its page in a file; the table goes to standard output.
fn page(path: &str) -> Command {
    let race =
        "race sha256.nodes --no-check --quick --time 0.2 --case n=1 --engine scalar --peer none --html";
    let mut args: Vec<&str> = race.split(' ').collect();
    args.push(path);
    lanesmith(&args)
}

fn is_page(path: &Path) -> bool {
    std::fs::read_to_string(path).unwrap().trim_end().ends_with("</html>")
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<_> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into()).collect();
    names.sort();
    names
}

#[test]
fn a_page_written_to_a_link_is_in_the_file_that_the_link_leads_to() {
    let dir = tempfile::tempdir().unwrap();
    let (real, link) = (dir.path().join("real.html"), dir.path().join("link.html"));
    std::fs::write(&real, "old").unwrap();
    std::fs::set_permissions(&real, PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.html", &link).unwrap();
    let (status, _, err) = run(&mut page(link.to_str().unwrap()));
    assert_eq!(status, Some(0), "{err}");
    assert!(link.symlink_metadata().unwrap().is_symlink() && is_page(&real));
    assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(names(dir.path()), [PathBuf::from("link.html"), "real.html".into()]);
}

#[test]
fn a_page_written_to_standard_output_stands_beside_the_table_and_replaces_no_device() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("all");
    for name in ["/dev/stdout", "/proc/self/fd/1"] {
        // To a file and through a pipe.
        let out = std::fs::File::create(&path).unwrap();
        assert!(page(name).stdout(out).stderr(Stdio::null()).status().unwrap().success());
        let written = std::fs::read_to_string(&path).unwrap();
        let piped = String::from_utf8(page(name).output().unwrap().stdout).unwrap();
        for text in [written, piped] {
            assert!(text.contains("</html>") && text.contains("sha256.nodes"), "{name}");
            let table = text.split("</html>").last().unwrap();
            assert!(table.contains("scalar"), "{name}: {table}");
        }
    }
    assert!(Path::new("/dev/stdout").symlink_metadata().unwrap().is_symlink());
    assert!(run(&mut page("/dev/null")).0 == Some(0));
    use std::os::unix::fs::FileTypeExt;
    assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
}

/// The limit on the size of files kills the process while it writes.
#[test]
fn nothing_stays_behind_when_writing_is_cut_short() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("page.html");
    std::fs::write(&path, "old").unwrap();
    let race = page(path.to_str().unwrap());
    let mut limited = program::started(Command::new("prlimit"));
    limited.arg("--fsize=1024").arg("--core=0").arg(race.get_program()).args(race.get_args());
    let output = limited.output().unwrap();
    assert!(!output.status.success());
    assert_eq!(names(dir.path()), [PathBuf::from("page.html")]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
}

/// Commands that write a file, with its name; their input is the secret key beside it.
const WRITERS: [(&str, &str); 6] = [
    ("tune sha256.stream --time 0.1 -o here.toml", "here.toml"),
    ("man --output .", "lanesmith.1"),
    ("bls keygen --out new.key", "new.key"),
    ("bls keygen --force --out old.key", "old.key"),
    ("bls keystore create --key old.key --password-file password --kdf pbkdf2 --out new.json", "new.json"),
    ("bls keystore decrypt old.json --password-file password --out decrypted.key", "decrypted.key"),
];

/// As on a full disk, by the limit on the size of files: it kills the process while it writes or, where that signal is ignored, is an
/// error of writing.
#[test]
fn nothing_stays_behind_of_a_file_that_cannot_be_written() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let here = |args: &str| {
        let mut command = lanesmith(&args.split(' ').collect::<Vec<_>>());
        command.current_dir(dir.path());
        command
    };
    std::fs::write(at("password"), "correct horse").unwrap();
    for args in [
        "bls keygen --out old.key",
        "bls keystore create --key old.key --password-file password --kdf pbkdf2 --out old.json",
    ] {
        let (status, _, err) = run(&mut here(args));
        assert_eq!(status, Some(0), "{err}");
    }
    let key = std::fs::read(at("old.key")).unwrap();
    let before = names(dir.path());
    for (args, name) in WRITERS {
        for killed in [true, false] {
            let wanted = here(args);
            let mut limited = program::started(Command::new("sh"));
            let ignore = if killed { "" } else { "trap '' XFSZ; " };
            limited.arg("-c").arg(format!("{ignore}exec prlimit --fsize=16 --core=0 \"$0\" \"$@\""));
            limited.arg(wanted.get_program()).args(wanted.get_args()).current_dir(dir.path());
            let output = limited.output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code().is_none(), killed, "{args}: {}: {err}", output.status);
            assert!(killed || output.status.code() == Some(2) && err.contains(name), "{args}: {err}");
            assert_eq!(names(dir.path()), before, "{args} {killed}");
            assert_eq!(std::fs::read(at("old.key")).unwrap(), key, "{args}");
        }
    }
}
