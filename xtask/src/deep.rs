//! Stages that look deeper than the tests: Miri, every set of features, fuzz targets, slow tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::ci::{self, Outcome, Stage};
use crate::{Result, exec};

/// What Miri runs, by package: features, and which unit tests. Vectors, rings, walks, levels in place, memory of lanes.
const MIRI: &[(&str, &[&str], &[&str])] = &[
    ("lanesmith-isa", &[], &["arch", "lanes", "detect"]),
    ("lanesmith-curl", &[], &["kernel"]),
    ("lanesmith-sha256", &[], &["kernel"]),
    ("lanesmith-pwhash", &["--no-default-features"], &["mem"]),
];

/// Features of x86-64 whose vectors Miri knows, AVX-512 among them, which no emulator here has.
const MIRI_VECTORS: &str = "-Ctarget-feature=+ssse3,+avx2,+bmi1,+bmi2,+avx512f,+avx512bw,+avx512dq,+avx512vl";

/// Packages whose features are combined: what users build.
const COMBINED: &[&str] = &[
    "lanesmith-isa",
    "lanesmith-curl",
    "lanesmith-sha256",
    "lanesmith-bls",
    "lanesmith-pwhash",
    "lanesmith",
    "lanesmith-race",
    "lanesmith-suite",
    "lanesmith-cli",
];

/// How the fuzz targets are compiled: coverage for libFuzzer by options of every toolchain, no sanitizer.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Seconds for each fuzz target in CI.
const FUZZ_SECONDS: u32 = 20;

/// Memory that has to be free for the tests that take 2 GiB, in KiB.
const ROOM: u64 = 6 << 20;

#[derive(clap::Args)]
pub struct FuzzArgs {
    /// Seconds for each target
    #[arg(long, default_value_t = FUZZ_SECONDS)]
    seconds: u32,
    /// Only targets whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

/// Sets of features.
pub fn features_stages() -> Vec<Stage> {
    vec![
        Stage::new("features", |root| features(root, None)),
        Stage::new("features: msrv", |root| match ci::msrv_toolchain() {
            Ok(toolchain) => features(root, Some(toolchain)),
            Err(missing) => Outcome::Skipped(missing),
        }),
    ]
}

/// The others, in order.
pub fn stages() -> Vec<Stage> {
    vec![
        Stage::new("miri", miri),
        Stage::new("fuzz", |root| fuzz(&FuzzArgs { seconds: FUZZ_SECONDS, only: vec![] }, root)),
        Stage::new("slow", slow),
    ]
}

/// Unit tests of pointer code and vectors under Miri.
fn miri(root: &Path) -> Outcome {
    if let Err(missing) = ci::nightly_has("miri").and_then(|()| ci::nightly_has("rust-src")) {
        return Outcome::Skipped(missing);
    }
    let run = |package: &str, features: &[&str], tests: &[&str], flags: &str| {
        let mut command = ci::nightly_cargo(root);
        command.args(["miri", "test", "--lib", "--package", package, "--target-dir"]);
        command.arg(root.join("target/nightly")).args(features).arg("--").args(tests);
        exec::run(command.env("RUSTFLAGS", flags))
    };
    for (package, features, tests) in MIRI {
        if let Err(message) = run(package, features, tests, "") {
            return Outcome::Failed(message);
        }
    }
    match cfg!(target_arch = "x86_64") {
        true => run("lanesmith-isa", &[], &["arch"], MIRI_VECTORS).into(),
        false => Outcome::Passed,
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    features: std::collections::BTreeMap<String, Vec<String>>,
}

/// `cargo check` of each package with every set of at most two features and with all of them; with another toolchain, of
/// at most one and all.
fn features(root: &Path, toolchain: Option<String>) -> Outcome {
    let depth = if toolchain.is_some() { 1 } else { 2 };
    let result = (|| -> Result {
        let text = exec::output(exec::cargo(root).args(["metadata", "--no-deps", "--format-version", "1"]))?;
        let metadata: Metadata = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
        let mut count = 0;
        for name in COMBINED {
            let package = metadata.packages.iter().find(|package| package.name == *name);
            let package = package.ok_or_else(|| format!("there is no package {name}"))?;
            let names: Vec<&str> = package.features.keys().map(String::as_str).collect();
            for set in sets(&names, depth) {
                let mut command = match &toolchain {
                    None => exec::cargo(root),
                    Some(toolchain) => {
                        let mut command = Command::new("rustup");
                        command.env_remove("CARGO").current_dir(root).args(["run", toolchain, "cargo"]);
                        command
                    }
                };
                command.args(["check", "--quiet", "--package", name, "--no-default-features"]);
                command.args(["--features", &set.join(",")]);
                exec::run(&mut command)?;
                count += 1;
            }
        }
        println!("{count} sets of features");
        Ok(())
    })();
    result.into()
}

/// The sets of at most so many features, and the set of all. What is `default` is in the sets of its parts.
fn sets<'a>(names: &[&'a str], depth: usize) -> BTreeSet<Vec<&'a str>> {
    let names: Vec<&str> = names.iter().copied().filter(|name| *name != "default").collect();
    let mut sets = BTreeSet::from([vec![], names.clone()]);
    for (i, first) in names.iter().enumerate() {
        sets.insert(vec![first]);
        if depth > 1 {
            sets.extend(names[i + 1..].iter().map(|second| vec![*first, *second]));
        }
    }
    sets
}

/// Every fuzz target for some seconds.
pub fn fuzz(args: &FuzzArgs, root: &Path) -> Outcome {
    if exec::find(&["c++"]).is_none() {
        return Outcome::Skipped("a C++ compiler, in which libFuzzer is written (Debian: g++)".into());
    }
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return Outcome::Skipped("fuzz targets run on x86-64 Linux only".into());
    }
    let result = (|| -> Result {
        let (folder, build) = (root.join("fuzz"), root.join("target/fuzz"));
        let mut command = exec::cargo(&folder);
        command.args(["build", "--release", "--bins", "--target", TARGET, "--target-dir"]).arg(&build);
        exec::run(command.env("RUSTFLAGS", COVERAGE))?;
        let mut names: Vec<String> = std::fs::read_dir(folder.join("fuzz_targets"))
            .map_err(|e| format!("fuzz/fuzz_targets: {e}"))?
            .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
            .filter(|name| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str())))
            .collect();
        names.sort();
        for name in &names {
            let corpus = root.join("target/fuzz/corpus").join(name);
            std::fs::create_dir_all(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
            println!("--- {name}");
            let mut command = Command::new(build.join(TARGET).join("release").join(name));
            command.current_dir(&corpus).arg(&corpus);
            let seeds = folder.join("seeds").join(name);
            if seeds.is_dir() {
                command.arg(seeds);
            }
            command.args([&format!("-max_total_time={}", args.seconds), "-timeout=20", "-rss_limit_mb=2048"]);
            command.args(["-print_final_stats=1", "-verbosity=0", "-max_len=4096"]);
            exec::run(&mut command)?;
        }
        match names.is_empty() {
            true => Err("no fuzz target of that name".into()),
            false => Ok(()),
        }
    })();
    result.into()
}

/// The tests marked as slow, optimised; those that take gigabytes where there is room.
fn slow(root: &Path) -> Outcome {
    let mut command = exec::cargo(root);
    command.args([
        "test",
        "--release",
        "--workspace",
        "--exclude",
        "lanesmith-pwhash",
        "--exclude",
        "lanesmith-circuits",
    ]);
    command.args(["--tests", "--", "--ignored"]);
    if let Err(message) = exec::run(&mut command) {
        return Outcome::Failed(message);
    }
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    if free.is_none_or(|free| free < ROOM) {
        return Outcome::Skipped(
            "6 GiB of free memory for the tests of lanesmith-pwhash (the others passed)".into(),
        );
    }
    let mut command = exec::cargo(root);
    command.args([
        "test",
        "--release",
        "--package",
        "lanesmith-pwhash",
        "--tests",
        "--",
        "--ignored",
        "--test-threads=1",
    ]);
    exec::run(&mut command).into()
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
    fn sets_are_none_each_pairs_and_all() {
        let all = sets(&["a", "b", "c", "d", "default"], 2);
        assert_eq!(all.len(), 1 + 4 + 6 + 1);
        assert!(
            all.contains(&vec!["a", "b", "c", "d"]) && all.contains(&vec!["b", "d"]) && all.contains(&vec![])
        );
        assert_eq!(sets(&["a", "b", "c"], 1).len(), 1 + 3 + 1);
        assert_eq!(sets(&["default"], 2).len(), 1);
    }

    #[test]
    fn available_memory_is_read() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:   23068672 kB\n"), Some(23_068_672));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
    }
}
