//! Tables of figures in the documents, written from recorded races so that no number is typed by hand.
//!
//! The records are what `lanesmith race --all --json` prints, in `docs/benchmarks/*.json`, one or more for a CPU, made by
//! `cargo xtask bench-record`. README.md gets a row for each thing that people do, docs/benchmarks/README.md every contender.
//! Cases that are shown in the layout `distance` are studies, of which README.md has nothing.

use std::fs;
use std::path::Path;
use std::process::Command;

use lanesmith_race::Record;
use lanesmith_race::markdown::{contradictions, full, join, summary};

use crate::{Result, exec};

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

#[derive(clap::Args)]
pub struct Args {
    /// Change nothing; fail if a table is not what the records say
    #[arg(long)]
    check: bool,
}

/// Writes the tables, or compares them.
pub fn run(args: &Args, root: &Path) -> Result {
    let records = read(&root.join("docs/benchmarks"))?;
    let wrong: Vec<String> = records.iter().filter(|r| r.made.is_some()).flat_map(contradictions).collect();
    if !wrong.is_empty() {
        return Err(format!("a record contradicts itself, race again: {}", wrong.join("; ")));
    }
    let mut stale = Vec::new();
    for (file, table) in [("README.md", summary(&records)), ("docs/benchmarks/README.md", full(&records))] {
        let path = root.join(file);
        let old = fs::read_to_string(&path).map_err(|e| format!("{file}: {e}"))?;
        let new = replace(&old, &table).map_err(|e| format!("{file}: {e}"))?;
        if new == old {
            continue;
        }
        stale.push(file);
        if !args.check {
            fs::write(&path, new).map_err(|e| format!("{file}: {e}"))?;
            println!("wrote {file}");
        }
    }
    match (args.check, stale.is_empty()) {
        (true, false) => Err(format!("{}: run cargo xtask bench-docs", stale.join(", "))),
        _ => Ok(()),
    }
}

#[derive(clap::Args)]
pub struct RecordArgs {
    /// Name of the record in docs/benchmarks, such as amd-epyc-zen5
    name: String,
    /// Seconds for the race
    #[arg(long, default_value_t = 240)]
    time: u32,
    /// Build the program and do not race: the race wants a machine on which nothing else happens
    #[arg(long)]
    build_only: bool,
}

/// Builds the program with all peers, races everything, and keeps the record with the commit and the compiler in it.
pub fn record(args: &RecordArgs, root: &Path) -> Result {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(root).output();
        let output = output.map_err(|e| format!("{program}: {e}"))?;
        if !output.status.success() {
            return Err(format!("{program} {}: {}", arguments.join(" "), output.status));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let mut commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    if !said("git", &["status", "--porcelain", "--untracked-files=no", "--", ":!docs", ":!README.md"])?
        .is_empty()
    {
        commit += "-dirty";
    }
    let compiler = said("rustc", &["--version"])?;
    let mut build = exec::cargo(root);
    build.args(["build", "--release", "--package", "lanesmith-cli", "--features", "peers,peers-c"]);
    exec::run(build.env("LANESMITH_COMMIT", commit).env("LANESMITH_RUSTC", compiler))?;
    if args.build_only {
        return Ok(());
    }
    let program = root.join("target/release/lanesmith");
    let mut race = Command::new(&program);
    race.args(["race", "--all", "--json", "--time", &args.time.to_string()]).current_dir(root);
    race.env_remove("LANESMITH_ENGINE").env_remove("LANESMITH_PROFILE");
    let output = race.output().map_err(|e| format!("{}: {e}", program.display()))?;
    if !output.status.success() {
        return Err(format!("the race failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let record: Record = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    if record.partial {
        return Err(format!("the race is not whole, give it more --time: {}", record.warnings.join("; ")));
    }
    let wrong = contradictions(&record);
    if !wrong.is_empty() {
        return Err(format!("the record contradicts itself, race again: {}", wrong.join("; ")));
    }
    let path = root.join("docs/benchmarks").join(format!("{}.json", args.name));
    let text = serde_json::to_string(&record).map_err(|e| e.to_string())?;
    fs::write(&path, text + "\n").map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote {}", path.display());
    run(&Args { check: false }, root)
}

/// The versions that records tell of libraries, compared with Cargo.lock.
pub fn versions(root: &Path) -> Result<Vec<String>> {
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"));
    let (table, lock) = (read("crates/suite/src/versions.rs")?, read("Cargo.lock")?);
    Ok(stale_versions(&table, &lock))
}

fn stale_versions(table: &str, lock: &str) -> Vec<String> {
    let rows = table.lines().filter_map(|line| {
        let quoted: Vec<&str> = line.trim().strip_prefix("(")?.split('"').skip(1).step_by(2).collect();
        let [_, package, version] = quoted[..] else { return None };
        Some((package, version))
    });
    let locked = |package: &str, version: &str| {
        lock.contains(&format!("name = \"{package}\"\nversion = \"{version}\"\n"))
    };
    rows.filter(|(package, version)| !locked(package, version))
        .map(|(package, version)| {
            format!("crates/suite/src/versions.rs: Cargo.lock has no {package} {version}")
        })
        .collect()
}

/// The records by file name, those of one CPU together.
fn read(folder: &Path) -> Result<Vec<Record>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut records: Vec<Record> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let record = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        join(&mut records, record).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(records)
}

/// The document with another table between its markers.
fn replace(document: &str, table: &str) -> Result<String> {
    let (head, rest) = document.split_once(BEGIN).ok_or_else(|| format!("no {BEGIN}"))?;
    let (_, tail) = rest.split_once(END).ok_or_else(|| format!("no {END} after {BEGIN}"))?;
    Ok(format!("{head}{BEGIN}\n{table}{END}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_markers_changes() {
        let document = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(replace(&document, "new\n"), Ok(format!("a\n{BEGIN}\nnew\n{END}\nb\n")));
    }

    #[test]
    fn a_version_that_is_not_locked_is_stale() {
        let table = "x: &[(&str, &str, &str)] = &[\n    (\"rustcrypto-a\", \"a\", \"1.0.0\"),\n    (\"b\", \"b\", \"2.0.0\"),\n];";
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"b\"\nversion = \"2.0.1\"\n";
        assert_eq!(stale_versions(table, lock), ["crates/suite/src/versions.rs: Cargo.lock has no b 2.0.0"]);
    }

    #[test]
    fn a_document_without_markers_is_refused() {
        assert!(replace("a", "new").is_err());
        assert!(replace(BEGIN, "new").is_err());
    }
}
