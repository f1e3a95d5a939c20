//! The tests that are marked as slow: `#[ignore = "slow: ..."]` runs in CI, `#[ignore = "deep: ..."]` with `--deep` only.

use std::collections::BTreeMap;
use std::path::Path;

use crate::ci::Outcome;
use crate::{Result, exec, scan, suites};

/// Memory that has to be free for the tests that say `GiB` in their mark, in KiB.
const ROOM: u64 = 6 << 20;

/// A test that is marked.
#[derive(Debug, PartialEq, Eq)]
struct Marked {
    name: String,
    deep: bool,
    /// Whether it takes gigabytes.
    large: bool,
}

/// The stage: in the profile of the other tests, which is optimised, so that nothing is built twice.
pub fn stage(root: &Path, deep: bool) -> Outcome {
    let files = match files(root) {
        Ok(files) => files,
        Err(message) => return Outcome::Failed(message),
    };
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    let room = free.is_some_and(|free| free >= ROOM);
    let mut without_room = 0;
    for ((package, file), mut tests) in files {
        tests.retain(|test| deep || !test.deep);
        let all = tests.len();
        tests.retain(|test| room || !test.large);
        without_room += all - tests.len();
        if let Err(message) = run(root, &package, &file, &tests) {
            return Outcome::Failed(message);
        }
    }
    match without_room {
        0 => Outcome::Passed,
        count => Outcome::Skipped(format!("6 GiB of free memory for {count} tests (the others passed)")),
    }
}

/// Runs tests of one file, and sees to it that they were run.
fn run(root: &Path, package: &str, file: &str, tests: &[Marked]) -> Result {
    if tests.is_empty() {
        return Ok(());
    }
    let mut command = exec::cargo(root);
    // Of the whole workspace, so that features are those of the stage `test` and nothing is built anew.
    command.args(["test", "--workspace", "--test", file, "--", "--ignored"]);
    if tests.iter().any(|test| test.large) {
        command.arg("--test-threads=1");
    }
    command.args(tests.iter().map(|test| &test.name));
    let (text, passed) = exec::output_and_status(&mut command)?;
    print!("{text}");
    // One that a macro writes is marked once.
    match passed && suites::passed(&text) >= tests.len() {
        true => Ok(()),
        false => Err(format!("{}: not all {} of {package} passed", exec::line(&command), tests.len())),
    }
}

/// Marked tests by package and test program.
type Files = BTreeMap<(String, String), Vec<Marked>>;

/// All marked tests of the workspace.
fn files(root: &Path) -> Result<Files> {
    let mut files = Files::new();
    for path in scan::files(root)?.iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let read = |path: &Path| {
            std::fs::read_to_string(root.join(path)).map_err(|e| format!("{}: {e}", path.display()))
        };
        let tests = marked(&read(path)?);
        // This file speaks of marks.
        if tests.is_empty() || path.starts_with("xtask") {
            continue;
        }
        let parts: Vec<&str> = path.iter().take(4).filter_map(|part| part.to_str()).collect();
        let [above @ ("crates" | "bindings"), folder, "tests", file] = parts[..] else {
            return Err(format!(
                "{}: a test that is marked as slow stands in tests/ of a crate",
                path.display()
            ));
        };
        let manifest = read(&Path::new(above).join(folder).join("Cargo.toml"))?;
        let package = manifest.lines().find_map(|line| line.strip_prefix("name = "));
        let package = package.ok_or_else(|| format!("{folder}: no name"))?.trim_matches('"').to_owned();
        files.entry((package, file.trim_end_matches(".rs").to_owned())).or_default().extend(tests);
    }
    if files.is_empty() { Err("no test is marked as slow".into()) } else { Ok(files) }
}

/// The marked tests of a file.
fn marked(text: &str) -> Vec<Marked> {
    let mut tests = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let Some(why) = line.strip_prefix("#[ignore = \"") else { continue };
        let deep = why.starts_with("deep: ");
        if !deep && !why.starts_with("slow: ") {
            continue;
        }
        let name = lines.find_map(|line| line.strip_prefix("fn ")?.split('(').next());
        tests.extend(name.map(|name| Marked { name: name.to_owned(), deep, large: why.contains("GiB") }));
    }
    tests
}

/// Available memory in KiB.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:   23068672 kB\n"), Some(23_068_672));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
    }

    #[test]
    fn marks_are_read() {
        let text = "#[test]\n#[ignore = \"slow: 2 GiB\"]\nfn a() {\n}\n#[ignore = \"part: of another\"]\nfn b() {}\n\
                    #[ignore = \"deep: an hour\"]\nfn c() {}";
        let test = |name: &str, deep, large| Marked { name: name.into(), deep, large };
        assert_eq!(marked(text), [test("a", false, true), test("c", true, false)]);
    }

    #[test]
    fn marked_tests_of_crates_and_of_bindings_are_found() {
        let files = files(&crate::root()).unwrap();
        let points = &files[&("lanesmith-libblst".to_owned(), "ffi".to_owned())];
        assert!(points.iter().any(|test| test.deep && test.name.contains("million")));
        let large = &files[&("lanesmith-pwhash".to_owned(), "large".to_owned())];
        assert!(large.iter().any(|test| test.name.contains("mail") && test.large && !test.deep));
    }
}
