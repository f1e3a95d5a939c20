//! Fuzz targets: libFuzzer on every parser and codec.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ci::Outcome;
use crate::{Result, exec};

/// How the fuzz targets are compiled: coverage for libFuzzer by options of every toolchain, no sanitizer.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Half the time of compilation; counters at every branch slow the targets down more than this does.
const OPT_LEVEL: &str = "1";

/// The only target that they are built for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Seconds for each target.
const SECONDS: u32 = 60;

/// In a run of CI that is not deep.
const SHORT: u32 = 10;

/// Targets at a time: more than two cores are, so that all of them have their time in two turns.
const TOGETHER: usize = 7;

#[derive(clap::Args)]
pub struct Args {
    /// Seconds for each target
    #[arg(long, default_value_t = SECONDS)]
    seconds: u32,
    /// Only targets whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Without the targets of the command line, which take as long to build as all the others
    #[arg(long)]
    no_cli: bool,
}

/// The stage.
pub fn stage(root: &Path, deep: bool) -> Outcome {
    run(&Args { seconds: if deep { SECONDS } else { SHORT }, only: vec![], no_cli: !deep }, root)
}

/// Every target for some seconds.
pub fn run(args: &Args, root: &Path) -> Outcome {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return Outcome::Skipped("fuzz targets run on x86-64 Linux only".into());
    }
    if exec::find(&["c++"]).is_none() {
        return Outcome::Skipped("a C++ compiler, in which libFuzzer is written (Debian: g++)".into());
    }
    build(args, root).and_then(|targets| all(args, root, targets)).into()
}

/// Builds the targets and names their programs.
fn build(args: &Args, root: &Path) -> Result<Vec<PathBuf>> {
    let (folder, build) = (root.join("fuzz"), root.join("target/fuzz"));
    let mut command = exec::cargo(&folder);
    command.args(["build", "--release", "--bins", "--target", TARGET, "--target-dir"]).arg(&build);
    if !args.no_cli {
        command.args(["--features", "cli"]);
    }
    exec::run(command.env("RUSTFLAGS", COVERAGE).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", OPT_LEVEL))?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"));
    let manifest = manifest.map_err(|e| format!("fuzz/Cargo.toml: {e}"))?;
    let programs: Vec<PathBuf> = targets(&manifest)
        .filter(|(_, cli)| !(args.no_cli && *cli))
        .map(|(name, _)| name)
        .filter(|name| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str())))
        .map(|name| build.join(TARGET).join("release").join(name))
        .collect();
    if programs.is_empty() { Err("no fuzz target of that name".into()) } else { Ok(programs) }
}

/// The targets of the manifest, and whether they are of the command line.
fn targets(manifest: &str) -> impl Iterator<Item = (&str, bool)> {
    manifest.split("[[bin]]").skip(1).filter_map(|bin| {
        let name = bin.lines().find_map(|line| line.strip_prefix("name = "))?.trim_matches('"');
        Some((name, bin.contains("required-features")))
    })
}

/// Runs the targets, a few at a time, and tells what each did as soon as it has ended.
fn all(args: &Args, root: &Path, targets: Vec<PathBuf>) -> Result {
    let count = targets.len();
    let failed = exec::together(TOGETHER, targets, |program| {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match one(args, root, &program, &name) {
            Ok(executions) => {
                println!("{name}: {executions} executions");
                Ok(())
            }
            Err(message) => {
                println!("{name}: FAILED\n{message}");
                Err(name)
            }
        }
    });
    match failed.as_slice() {
        [] => {
            println!("{count} targets, {} s each", args.seconds);
            Ok(())
        }
        names => Err(format!("fuzz targets {}: the inputs are in target/fuzz/corpus", names.join(", "))),
    }
}

/// Runs a target; how often it ran its input.
fn one(args: &Args, root: &Path, program: &Path, name: &str) -> Result<u64> {
    let corpus = root.join("target/fuzz/corpus").join(name);
    std::fs::create_dir_all(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let mut command = Command::new(program);
    command.current_dir(&corpus).arg(&corpus).stdin(Stdio::null());
    let seeds = root.join("fuzz/seeds").join(name);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    command.args([&format!("-max_total_time={}", args.seconds), "-timeout=20", "-rss_limit_mb=2048"]);
    command.args(["-print_final_stats=1", "-verbosity=0", "-max_len=4096"]);
    let output = command.output().map_err(|e| format!("{}: {e}", exec::line(&command)))?;
    let told = String::from_utf8_lossy(&output.stderr);
    let executions = executions(&told).filter(|executions| *executions > 0);
    match (output.status.success(), executions) {
        (true, Some(executions)) => Ok(executions),
        (true, None) => Err(format!("it ran nothing: {told}")),
        (false, _) => Err(format!("{}: {told}", output.status)),
    }
}

/// How often libFuzzer says that it ran the target.
fn executions(told: &str) -> Option<u64> {
    told.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_target_is_a_target() {
        let folder = crate::root().join("fuzz");
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let mut named: Vec<String> = targets(&manifest).map(|(name, _)| name.to_owned()).collect();
        let files = std::fs::read_dir(folder.join("fuzz_targets")).unwrap();
        let mut files: Vec<String> = files
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        named.sort();
        files.sort();
        assert_eq!(named, files);
    }

    #[test]
    fn executions_are_read() {
        assert_eq!(executions("x\nstat::number_of_executed_units: 217383\ny"), Some(217_383));
        assert_eq!(executions("no statistics"), None);
    }
}
