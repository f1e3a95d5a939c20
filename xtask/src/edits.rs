//! What it takes to add something, as docs/conventions.md counts it in its headings: for each there is a patch that adds one
//! (`xtask/edits`), which must apply to the checkout and touch as many files and places as the heading says. `cargo xtask edits`
//! compiles what comes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, exec, generate};

/// How many files that are there already have to be opened, and how many places in them changed.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Count {
    files: usize,
    places: usize,
}

/// What is wrong in the checkout, a sentence each.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let mut told = headings(&read(&root.join("docs/conventions.md"))?);
    let mut wrong = Vec::new();
    for path in patches(root)? {
        let (name, patch) = (path.display(), read(&path)?);
        let adds = patch.lines().next().unwrap_or_default();
        let needs = count(&patch);
        match told.remove(adds) {
            Some(told) if told == needs => {}
            Some(told) => {
                wrong.push(format!("{name}: {adds} takes {needs:?}, docs/conventions.md says {told:?}"))
            }
            None => wrong.push(format!("{name}: docs/conventions.md counts no edits for {adds:?}")),
        }
        if let Err(error) = apply(root, &path, &["--check"]) {
            wrong.push(format!("{name}: no longer adds {adds:?}: {error}"));
        }
    }
    wrong.extend(
        told.keys().map(|adds| format!("docs/conventions.md counts edits for {adds:?}: there is no patch")),
    );
    Ok(wrong)
}

/// Applies each patch to a copy of the checkout and compiles the crates that it touches.
pub fn run(root: &Path) -> Result {
    let folder = root.join("target/edits");
    // What a run that failed has left.
    let _ = fs::remove_dir_all(&folder);
    for path in patches(root)? {
        copy(root, &folder)?;
        let patch = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        apply(&folder, &path, &[])?;
        // What is written from other files is there too when somebody compiles.
        generate::interface(&folder, false)?;
        let mut cargo = exec::unoptimised(&folder);
        cargo.args(["check", "--target-dir"]).arg(root.join("target/edits-built"));
        exec::run(cargo.args(packages(&patch).iter().flat_map(|package| ["--package", package])))?;
        // What the patch has added must not be there for the next one.
        for file in added(&patch) {
            let file = folder.join(&file);
            fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            // A folder that is not empty stays: a crate's that is would be one without a manifest.
            for above in file.ancestors().skip(1) {
                if fs::remove_dir(above).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn patches(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("xtask/edits");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "patch"));
    paths.sort();
    Ok(paths)
}

/// Headings that count: `## An operation: 4 files, 6 places`.
fn headings(text: &str) -> BTreeMap<String, Count> {
    let counted = |line: &str| {
        let (adds, counts) = line.strip_prefix("## ")?.split_once(": ")?;
        let (files, places) = counts.split_once(", ")?;
        let number = |text: &str, unit: &str| text.split_once(unit)?.0.trim().parse().ok();
        Some((adds.to_owned(), Count { files: number(files, "file")?, places: number(places, "place")? }))
    };
    text.lines().filter_map(counted).collect()
}

/// The files of a patch with what it does to each.
fn files(patch: &str) -> impl Iterator<Item = (&str, &str)> {
    patch.split("\ndiff --git a/").skip(1).filter_map(|part| Some((part.split_once(" b/")?.0, part)))
}

fn added(patch: &str) -> Vec<String> {
    let new = files(patch).filter(|(_, part)| part.contains("\nnew file mode"));
    new.map(|(file, _)| file.to_owned()).collect()
}

/// Changes next to each other are one place.
fn count(patch: &str) -> Count {
    let mut count = Count { files: 0, places: 0 };
    let added = added(patch);
    for (_, part) in files(patch).filter(|(file, _)| !added.iter().any(|new| new == file)) {
        count.files += 1;
        let mut changed = false;
        for line in part.lines().skip_while(|line| !line.starts_with("@@")) {
            let changes = line.starts_with(['+', '-']);
            count.places += usize::from(changes && !changed);
            changed = changes;
        }
    }
    count
}

/// What is written from `bindings/face`.
const FACES: [&str; 4] = ["lanesmith-face", "lanesmith-c", "lanesmith-node", "lanesmith-wasm"];

/// The packages that a patch touches.
fn packages(patch: &str) -> BTreeSet<String> {
    let package = |file: &str| match file.split('/').collect::<Vec<_>>()[..] {
        ["bindings", "face", ..] => FACES.map(String::from).to_vec(),
        ["bindings", name, ..] => vec![format!("lanesmith-{name}")],
        ["crates", name, ..] if name.starts_with("lanesmith") => vec![name.to_owned()],
        ["crates", name, ..] => vec![format!("lanesmith-{name}")],
        ["testkit", ..] => vec!["lanesmith-testkit".to_owned()],
        ["docs", ..] | [_] | [] => vec![],
        [name, ..] => vec![name.to_owned()],
    };
    files(patch).flat_map(|(file, _)| package(file)).collect()
}

fn apply(folder: &Path, patch: &Path, options: &[&str]) -> Result {
    let mut git = Command::new("git");
    // A copy in target/ is no checkout of its own: without a repository git applies to the folder that it is in.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder)).current_dir(folder);
    let done = git.arg("apply").args(options).arg(patch).output().map_err(|e| format!("git: {e}"))?;
    let told = String::from_utf8_lossy(&done.stderr).trim().replace('\n', "; ");
    if done.status.success() { Ok(()) } else { Err(told) }
}

/// Copies the files of the checkout that differ, so that cargo finds the others as they were.
fn copy(root: &Path, folder: &Path) -> Result {
    let mut git = Command::new("git");
    let list = exec::output(git.current_dir(root).args(["ls-files", "-co", "--exclude-standard"]))?;
    for file in list.lines() {
        let (from, to) = (root.join(file), folder.join(file));
        let Ok(contents) = fs::read(&from) else { continue };
        if fs::read(&to).ok().as_ref() != Some(&contents) {
            let above = to.parent().unwrap_or(folder);
            fs::create_dir_all(above)
                .and_then(|()| fs::write(&to, &contents))
                .map_err(|e| format!("{}: {e}", to.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_takes_the_edits_that_the_conventions_count() {
        assert_eq!(check(&crate::root()).expect("readable"), Vec::<String>::new());
    }

    const PATCH: &str = "A thing\n\ndiff --git a/crates/x/src/a.rs b/crates/x/src/a.rs\n--- a/crates/x/src/a.rs\n\
        +++ b/crates/x/src/a.rs\n@@ -1,4 +1,5 @@\n a\n-b\n+c\n d\n+e\n f\ndiff --git a/xtask/y.rs b/xtask/y.rs\n\
        new file mode 100644\n--- /dev/null\n+++ b/xtask/y.rs\n@@ -0,0 +1,1 @@\n+a\n";

    #[test]
    fn places_are_counted_in_files_that_are_there() {
        assert_eq!(count(PATCH), Count { files: 1, places: 2 });
        assert_eq!(added(PATCH), ["xtask/y.rs"]);
        assert_eq!(packages(PATCH).into_iter().collect::<Vec<_>>(), ["lanesmith-x", "xtask"]);
    }

    #[test]
    fn counts_that_differ_and_patches_that_do_not_apply_are_told() {
        let root = tempfile::tempdir().expect("a folder");
        for folder in ["docs", "xtask/edits", "crates/x/src"] {
            fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        let write = |file: &str, text: &str| fs::write(root.path().join(file), text).expect("a file");
        write("crates/x/src/a.rs", "a\nb\nd\nf\n");
        write("xtask/edits/thing.patch", PATCH);
        write("docs/conventions.md", "## A thing: 1 file, 2 places\n## A rule: be kind\n");
        assert_eq!(check(root.path()), Ok(vec![]));
        write("docs/conventions.md", "## A thing: 1 file, 1 place\n## Another: 2 files, 3 places\n");
        let wrong = check(root.path()).expect("readable");
        assert!(wrong.len() == 2 && wrong[0].contains("says") && wrong[1].contains("no patch"), "{wrong:?}");
        write("crates/x/src/a.rs", "a\nz\nd\nf\n");
        assert!(check(root.path()).expect("readable")[1].contains("no longer adds"));
    }
}
