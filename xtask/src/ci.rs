//! The stages of the guard, in one place. `.ci/run` installs tools and calls this.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::{
    Result, browser, exec, features, fuzz, licences, matrix, miri, native, npm, package, page, python, slow,
    toys,
};

/// Environment variable that makes a skipped stage fatal.
const STRICT: &str = "LANESMITH_CI_STRICT";

/// The oldest Rust that builds the workspace, as Cargo.toml has it.
const MSRV: &str = env!("CARGO_PKG_RUST_VERSION");

/// The toolchain of what the stable one has not: Miri, libraries built from source.
const NIGHTLY: &str = "nightly";

/// Targets without a standard library, what is particular about each, and what cargo does. All of them run the portable
/// engines at least. What vectors a target cannot have only the code generator notices: there `check` is not enough.
const BARE_TARGETS: &[(&str, &str, &str)] = &[
    ("aarch64-unknown-none", "vectors, which only an operating system can tell of", "check"),
    ("x86_64-unknown-none", "soft floats: no vector registers", "build"),
    ("x86_64-unknown-uefi", "likewise, with another object format", "check"),
    ("thumbv7em-none-eabihf", "no 64-bit atomics", "build"),
    ("riscv32imac-unknown-none-elf", "likewise, and nothing of ours but portable code", "check"),
];

/// Targets that have no ready-made library, so that nightly has to build one.
const RARE_TARGETS: &[(&str, &str)] = &[
    ("x86_64-unknown-linux-gnux32", "64-bit registers, 32-bit pointers: no assembly of ours"),
    ("aarch64_be-unknown-linux-gnu", "big-endian memory: no vectors of ours"),
];

/// macOS on Apple's own CPUs.
const MACOS: &str = "aarch64-apple-darwin";

/// Features of the facade that need no standard library.
const BARE_FEATURES: &str = "bls,curl,sha256,tip12";

#[derive(clap::Args)]
pub struct Args {
    /// Only stages whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Fuzz targets of the command line too, and what takes minutes each
    #[arg(long)]
    deep: bool,
    /// Name the stages and end
    #[arg(long)]
    list: bool,
}

/// How a stage ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything it looks at is as it should be.
    Passed,
    /// It could not be run here; the tool that is missing.
    Skipped(String),
    /// What is wrong.
    Failed(String),
}

impl From<Result> for Outcome {
    fn from(result: Result) -> Self {
        match result {
            Ok(()) => Outcome::Passed,
            Err(message) => Outcome::Failed(message),
        }
    }
}

impl Outcome {
    /// As a task of its own that somebody asked for: skipped is failed.
    pub fn into_result(self) -> Result {
        match self {
            Outcome::Passed => Ok(()),
            Outcome::Skipped(message) | Outcome::Failed(message) => Err(message),
        }
    }
}

/// A stage of the guard.
pub struct Stage {
    /// Its name.
    pub name: String,
    /// What it does.
    pub run: Box<dyn Fn(&Path) -> Outcome>,
}

impl Stage {
    /// A stage of that name.
    pub fn new(name: impl Into<String>, run: impl Fn(&Path) -> Outcome + 'static) -> Self {
        Stage { name: name.into(), run: Box::new(run) }
    }

    /// A stage that is one call of cargo.
    fn cargo(name: &str, args: &'static [&'static str]) -> Self {
        Stage::new(name, move |root| exec::run(exec::cargo(root).args(args)).into())
    }
}

/// All stages in order.
fn stages(deep: bool) -> Vec<Stage> {
    let mut stages = vec![
        Stage::cargo("fmt", &["fmt", "--all", "--check"]),
        Stage::new("house rules", |root| crate::check(root).into()),
        Stage::cargo("clippy", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        Stage::new("test", test),
        Stage::new("secrets", secrets),
        Stage::new("doc", |root| {
            let mut command = exec::cargo(root);
            command.env("RUSTDOCFLAGS", "-Dwarnings").args(["doc", "--workspace", "--no-deps"]);
            exec::run(&mut command).into()
        }),
        Stage::cargo("figures", &["xtask", "bench-docs", "--check"]),
        Stage::new("msrv", msrv),
        Stage::new("no_std", no_std),
        Stage::new("rare targets", rare_targets),
        Stage::new("macos", macos),
        Stage::new("licences", |root| licences::check(root).into()),
        Stage::new("package", package::stage),
        Stage::new("examples", package::examples),
        Stage::new("toys", toys::stage),
        Stage::new("report page", page::stage),
    ];
    stages.extend(python::stages(deep));
    stages.push(npm::stage());
    stages.extend(browser::stages());
    stages.extend(native::stages());
    stages.extend(matrix::stages(deep));
    stages.extend(features::stages());
    stages.push(Stage::new("miri", miri::stage));
    stages.push(Stage::new("fuzz", move |root| fuzz::stage(root, deep)));
    stages.push(Stage::new("slow", move |root| slow::stage(root, deep)));
    stages
}

/// The command line as the tests ran it, once they have passed.
static TESTED: OnceLock<PathBuf> = OnceLock::new();

/// The command line that was tested in this run: later stages need not build it again with other features.
pub fn tested() -> Option<&'static Path> {
    TESTED.get().map(PathBuf::as_path)
}

/// All tests that are not marked as slow.
fn test(root: &Path) -> Outcome {
    if let Err(message) = exec::run(exec::cargo(root).args(["test", "--workspace"])) {
        return Outcome::Failed(message);
    }
    let name = format!("lanesmith{}", std::env::consts::EXE_SUFFIX);
    let (built, folder) = (root.join("target/debug").join(&name), root.join("target/ci"));
    // Without it the stages build one of their own.
    if std::fs::create_dir_all(&folder).and_then(|()| std::fs::copy(built, folder.join(&name))).is_ok() {
        let _ = TESTED.set(folder.join(name));
    }
    Outcome::Passed
}

/// Whether anything branches on a secret, in release builds: they have no branches of overflow checks.
fn secrets(root: &Path) -> Outcome {
    if exec::find(&["valgrind"]).is_none() {
        return Outcome::Skipped("valgrind (Debian: valgrind)".into());
    }
    let mut command = exec::cargo(root);
    command.args(["test", "--release", "--package", "lanesmith-bls", "--test", "secrets"]);
    exec::run(command.env("LANESMITH_REQUIRE_VALGRIND", "1")).into()
}

/// The oldest toolchain that we promise, as rustup names it.
///
/// # Errors
/// That it is missing, and how to get it.
pub fn msrv_toolchain() -> std::result::Result<String, String> {
    rustup_line(&["toolchain", "list"], MSRV)
        .ok_or_else(|| format!("toolchain {MSRV} is not installed (rustup toolchain install {MSRV})"))
}

/// `cargo check` with the oldest Rust that we promise.
fn msrv(root: &Path) -> Outcome {
    let toolchain = match msrv_toolchain() {
        Ok(toolchain) => toolchain,
        Err(missing) => return Outcome::Skipped(missing),
    };
    let mut command = Command::new("rustup");
    // Set for the toolchain that runs this; the other one must not inherit it.
    command.env_remove("CARGO");
    command.current_dir(root).args(["run", &toolchain, "cargo", "check", "--workspace"]);
    exec::run(&mut command).into()
}

/// Every kernel crate for targets without a standard library, without and with what needs an allocator.
fn no_std(root: &Path) -> Outcome {
    for (target, particular, verb) in BARE_TARGETS {
        if !has_target(target) {
            return Outcome::Skipped(format!(
                "target {target} is not installed (rustup target add {target})"
            ));
        }
        println!("{target}: {particular}");
        for command in [&mut bare(exec::cargo(root), verb, target), &mut facade(root, target)] {
            if let Err(message) = exec::run(command) {
                return Outcome::Failed(message);
            }
        }
    }
    Outcome::Passed
}

/// The same for targets whose library nightly must build.
fn rare_targets(root: &Path) -> Outcome {
    if let Err(missing) = nightly_has("rust-src") {
        return Outcome::Skipped(missing);
    }
    for (target, particular) in RARE_TARGETS {
        println!("{target}: {particular}");
        let mut command = bare(nightly_cargo(root), "check", target);
        command.args(["-Zbuild-std=core,alloc", "--target-dir"]).arg(root.join("target/nightly"));
        if let Err(message) = exec::run(&mut command) {
            return Outcome::Failed(message);
        }
    }
    Outcome::Passed
}

/// The libraries for macOS: there is no linker for it here, so they are only checked. Without the crates that need a C
/// compiler.
fn macos(root: &Path) -> Outcome {
    if !has_target(MACOS) {
        return Outcome::Skipped(format!("target {MACOS} is not installed (rustup target add {MACOS})"));
    }
    let mut command = exec::cargo(root);
    command.args(["check", "--target", MACOS, "--package", "lanesmith", "--package", "lanesmith-cli"]);
    exec::run(command.args(["--features", "lanesmith/bls,lanesmith/pwhash"])).into()
}

/// Cargo on every kernel crate for a target, without features.
fn bare(mut cargo: Command, verb: &str, target: &str) -> Command {
    cargo.args([verb, "--target", target, "--no-default-features"]);
    cargo.args(crate::edges::KERNELS.iter().flat_map(|package| ["--package", package]));
    cargo
}

/// The facade with the families that need no standard library.
fn facade(root: &Path, target: &str) -> Command {
    let mut command = exec::cargo(root);
    command.args(["check", "--target", target, "--no-default-features", "--package", "lanesmith"]);
    command.args(["--features", BARE_FEATURES]);
    command
}

/// Cargo of the nightly toolchain, in the root.
pub fn nightly_cargo(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    // Set for the toolchain that runs this; the other one must not inherit it.
    command.env_remove("CARGO").current_dir(root).args(["run", NIGHTLY, "cargo"]);
    command
}

/// Whether the nightly toolchain is here with a component; if not, what is missing.
///
/// # Errors
/// What is missing, and how to get it.
pub fn nightly_has(component: &str) -> std::result::Result<(), String> {
    let list = ["component", "list", "--toolchain", NIGHTLY, "--installed"];
    rustup_line(&list, component).map(drop).ok_or_else(|| {
        format!(
            "{component} of the nightly toolchain (rustup component add --toolchain {NIGHTLY} {component})"
        )
    })
}

/// First word of the line that starts so in a list of rustup.
fn rustup_line(list: &[&str], start: &str) -> Option<String> {
    let text = exec::output(Command::new("rustup").args(list)).ok()?;
    let line = text.lines().find(|line| line.starts_with(start))?;
    line.split_whitespace().next().map(String::from)
}

/// Whether the running toolchain has a target installed.
pub fn has_target(target: &str) -> bool {
    rustup_line(&["target", "list", "--installed"], target).is_some()
}

/// Runs the stages.
pub fn run(args: &Args, root: &Path) -> Result {
    let wanted =
        |name: &str| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str()));
    let stages: Vec<Stage> = stages(args.deep).into_iter().filter(|stage| wanted(&stage.name)).collect();
    if args.list {
        stages.iter().for_each(|stage| println!("{}", stage.name));
        return Ok(());
    }
    run_stages(stages, root)
}

/// Runs stages one after the other, all of them whatever fails, and sums up.
///
/// # Errors
/// If one failed, or was skipped where that is fatal, or there was none.
pub fn run_stages(stages: Vec<Stage>, root: &Path) -> Result {
    let mut results = Vec::new();
    for stage in stages {
        println!("\n=== {} ===", stage.name);
        let start = Instant::now();
        let outcome = (stage.run)(root);
        let result = StageResult { name: stage.name, outcome, time: start.elapsed() };
        println!("=== {result}");
        results.push(result);
    }
    let strict = std::env::var_os(STRICT).is_some_and(|value| value == "1");
    println!("\n=== summary ===");
    results.iter().for_each(|result| println!("{result}"));
    verdict(&results, strict)
}

struct StageResult {
    name: String,
    outcome: Outcome,
    time: Duration,
}

impl fmt::Display for StageResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, why) = match &self.outcome {
            Outcome::Passed => ("passed", ""),
            Outcome::Skipped(why) => ("SKIPPED", why.as_str()),
            Outcome::Failed(why) => ("FAILED", why.as_str()),
        };
        let separator = if why.is_empty() { "" } else { ": " };
        write!(f, "{word:8} {:24} {:7.1} s{separator}{why}", self.name, self.time.as_secs_f64())
    }
}

/// What the results come to.
fn verdict(results: &[StageResult], strict: bool) -> Result {
    let count = |fits: fn(&Outcome) -> bool| results.iter().filter(|result| fits(&result.outcome)).count();
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    if results.is_empty() {
        return Err("no stage of that name".into());
    }
    if skipped > 0 {
        println!("{skipped} of {} stages were SKIPPED: what they guard was not looked at", results.len());
    }
    match (failed, skipped) {
        (0, 0) => Ok(()),
        (0, _) if !strict => Ok(()),
        (0, _) => Err(format!("{skipped} stages skipped, and {STRICT}=1 makes that fatal")),
        _ => Err(format!("{failed} stages failed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(outcomes: &[Outcome]) -> Vec<StageResult> {
        let stage = |outcome: &Outcome| StageResult {
            name: "s".into(),
            outcome: outcome.clone(),
            time: Duration::ZERO,
        };
        outcomes.iter().map(stage).collect()
    }

    #[test]
    fn one_failed_stage_fails_all() {
        let all = results(&[Outcome::Passed, Outcome::Failed("x".into()), Outcome::Passed]);
        assert!(verdict(&all, false).is_err());
    }

    #[test]
    fn a_skipped_stage_is_fatal_only_when_strict() {
        let all = results(&[Outcome::Passed, Outcome::Skipped("no tool".into())]);
        assert_eq!(verdict(&all, false), Ok(()));
        assert!(verdict(&all, true).is_err());
    }

    #[test]
    fn a_skipped_stage_is_told_with_its_reason() {
        let line = results(&[Outcome::Skipped("no tool".into())])[0].to_string();
        assert!(line.starts_with("SKIPPED") && line.ends_with("no tool"), "{line}");
    }

    #[test]
    fn running_nothing_is_no_success() {
        assert!(verdict(&[], false).is_err());
    }

    #[test]
    fn later_stages_run_after_a_failure() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let stage = |outcome: Outcome| {
            Stage::new("s", move |_| {
                RUNS.fetch_add(1, Ordering::Relaxed);
                outcome.clone()
            })
        };
        let stages = vec![stage(Outcome::Failed("x".into())), stage(Outcome::Passed)];
        assert!(run_stages(stages, Path::new(".")).is_err());
        assert_eq!(RUNS.load(Ordering::Relaxed), 2);
    }
}
