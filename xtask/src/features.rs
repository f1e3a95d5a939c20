//! Every set of features that users can build.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use serde::Deserialize;

use crate::ci::{self, Outcome, Stage};
use crate::{Result, edges, exec};

/// Packages whose features are combined besides the kernels' and the facade's: what else users build.
const COMBINED: &[&str] = &["lanesmith-race", "lanesmith-suite", "lanesmith-cli"];

/// The stages, on this toolchain and on the oldest.
pub fn stages() -> Vec<Stage> {
    vec![
        Stage::new("features", |root| features(root, None).into()),
        Stage::new("msrv", |root| match ci::msrv_toolchain() {
            Ok(toolchain) => {
                workspace(root, &toolchain).and_then(|()| features(root, Some(toolchain))).into()
            }
            Err(missing) => Outcome::Skipped(missing),
        }),
    ]
}

/// `cargo check` of the whole workspace as it is built by default.
fn workspace(root: &Path, toolchain: &str) -> Result {
    exec::run(by(root, Some(toolchain)).args(["check", "--workspace"]))
}

#[derive(Deserialize)]
struct Package {
    name: String,
    features: std::collections::BTreeMap<String, Vec<String>>,
}

/// `cargo check` of each kernel and of the facade with every set of at most two features and with all of them; of the other packages of
/// at most one and all. With another toolchain of none and all: what each set needs to compile does not depend on it, and what it lacks
/// shows where all of a package is compiled.
///
/// Two at a time, each in a folder of its own: checking one package keeps one core busy.
fn features(root: &Path, toolchain: Option<String>) -> Result {
    let packages: Vec<Package> = exec::packages(root, &["--no-deps"])?;
    let mut all = Vec::new();
    for name in edges::KERNELS.iter().chain(COMBINED) {
        let package = packages.iter().find(|package| package.name == *name);
        let package = package.ok_or_else(|| format!("there is no package {name}"))?;
        let depth = match toolchain {
            Some(_) => 0,
            None if COMBINED.contains(name) => 1,
            None => 2,
        };
        let names: Vec<&str> = package.features.keys().map(String::as_str).collect();
        all.extend(sets(&names, depth).into_iter().map(|set| (*name, set.join(","))));
    }
    let count = all.len();
    let folders = Mutex::new(vec![root.join("target"), root.join("target/features")]);
    let lent = || folders.lock().ok()?.pop();
    let failed = exec::together(2, all, |(name, set)| {
        let folder = lent().ok_or("no folder is left")?;
        let result = check(root, toolchain.as_deref(), &folder, name, &set);
        folders.lock().map_err(|e| e.to_string())?.push(folder);
        result
    });
    println!("{count} sets of features");
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

/// Cargo of this toolchain or of another one.
fn by(root: &Path, toolchain: Option<&str>) -> Command {
    match toolchain {
        None => exec::cargo(root),
        Some(toolchain) => {
            let mut command = Command::new("rustup");
            // Set for the toolchain that runs this; the other one must not inherit it.
            command.env_remove("CARGO").current_dir(root).args(["run", toolchain, "cargo"]);
            command
        }
    }
}

/// `cargo check` of a package with some features, by this toolchain or another one.
fn check(root: &Path, toolchain: Option<&str>, folder: &Path, name: &str, set: &str) -> Result {
    let mut command = by(root, toolchain);
    command.args(["check", "--quiet", "--package", name, "--no-default-features", "--features", set]);
    exec::run(command.arg("--target-dir").arg(folder))
}

/// The sets of at most so many features, and the set of all. What is `default` is in the sets of its parts.
fn sets<'a>(names: &[&'a str], depth: usize) -> BTreeSet<Vec<&'a str>> {
    let names: Vec<&str> = names.iter().copied().filter(|name| *name != "default").collect();
    let mut sets = BTreeSet::from([vec![], names.clone()]);
    for (i, first) in names.iter().enumerate().filter(|_| depth > 0) {
        sets.insert(vec![*first]);
        if depth > 1 {
            sets.extend(names[i + 1..].iter().map(|second| vec![*first, *second]));
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_none_each_pairs_and_all() {
        let all = sets(&["a", "b", "c", "d", "default"], 2);
        assert_eq!(all.len(), 1 + 4 + 6 + 1);
        assert!(
            all.contains(&vec!["a", "b", "c", "d"]) && all.contains(&vec!["b", "d"]) && all.contains(&vec![])
        );
        assert_eq!(sets(&["a", "b", "c"], 1).len(), 1 + 3 + 1);
        assert_eq!(sets(&["a", "b", "c"], 0).into_iter().collect::<Vec<_>>(), [vec![], vec!["a", "b", "c"]]);
        assert_eq!(sets(&["default"], 2).len(), 1);
    }
}
