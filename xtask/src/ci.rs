//! The stages of the guard, in one place. `.ci/run` installs tools and calls this.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use crate::stages::{Outcome, Stage, Time, run_stages};
pub use crate::toolchain::{
    TESTED, TESTED_AS, has_target, msrv_toolchain, nightly_cargo, nightly_has, tested,
};
use crate::{
    Result, arm, browser, exec, features, foreign, fuzz, licences, matrix, miri, native, npm, objects,
    package, page, python, slow, stages, traces,
};

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
const BARE_FEATURES: &str = "families-alloc,tip12";

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
    /// This stage and nothing around it
    #[arg(long, hide = true, value_name = "NAME")]
    stage: Option<String>,
}

/// All stages in order.
///
/// First what everything else stands on, and what takes both cores to its end: alone. Then stages beside one another, of which
/// one runs from the front of this list, where they compile, and one from its end, where they wait for one core most of the time;
/// short ones stand in the middle, where the two meet. What needs what another has built is in a chain with it.
fn stages(deep: bool) -> Vec<Stage> {
    let mut stages = vec![
        Stage::cargo("fmt", &["fmt", "--all", "--check"]),
        Stage::new("house rules", |root| crate::check(root).into()),
        Stage::new("clippy", |root| {
            let mut command = exec::unoptimised(root);
            exec::run(command.args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])).into()
        }),
        Stage::new("test programs", test_programs),
        Stage::new(SETUP, |_| setup()),
    ];
    // Tests wait for one another, for processes and for time limits.
    let mut beside = vec![Stage::cargo("test", &["test", "--workspace"])];
    beside.extend(features::stages());
    beside.extend([
        Stage::new("slow", move |root| slow::stage(root, deep)),
        Stage::new("secrets", secrets),
        Stage::new("examples", package::examples),
        Stage::new("no_std", no_std),
        Stage::new("rare targets", rare_targets),
        Stage::new("macos", |root| macos(root, "lanesmith")),
        Stage::new("macos: command line", |root| macos(root, "lanesmith-cli")),
        Stage::new("armv8 model", arm::stage),
        Stage::new("armv8 kernels", foreign::armv8_kernels),
        Stage::new("doc", |root| {
            let mut command = exec::unoptimised(root);
            command.env("RUSTDOCFLAGS", "-Dwarnings").args(["doc", "--workspace", "--no-deps"]);
            exec::run(&mut command).into()
        }),
        Stage::new("package", package::stage),
        Stage::cargo("figures", &["xtask", "bench-docs", "--check"]),
        Stage::new("licences", |root| licences::check(root).into()),
        Stage::new("fuzz", move |root| fuzz::stage(root, deep)),
        Stage::new("report page", page::stage),
    ]);
    if deep {
        beside.push(Stage::new("armv8 traces", traces::stage));
        beside.push(Stage::new("armv8 objects", objects::stage));
    }
    beside.extend(miri::stages());
    beside.extend(matrix::stages(deep));
    stages.extend(beside.into_iter().flat_map(|stage| Stage::beside([stage])));
    stages.extend(Stage::beside(python::stages(deep)));
    stages.extend(Stage::beside([npm::reference_stage()]));
    let package = std::iter::once(npm::stage()).chain(browser::stages()).chain(native::stages());
    stages.extend(Stage::beside(package));
    Stage::spare(stages, SPARE)
}

/// What is looked at where there is time, in order, with the minutes that it takes beside another stage on a slow machine: what these
/// guard most of is guarded elsewhere too, or changes seldom.
const SPARE: &[(&str, u64)] = &[
    ("macos: command line", 2),
    ("features: peers-c", 3),
    ("fuzz", 6),
    ("check: aarch64 max", 9),
    ("python: wheel", 10),
    ("check: aarch64 cortex-a53", 6),
    ("check: x86-64 Nehalem", 5),
    ("armv8 kernels", 5),
    ("check: windows", 7),
    ("python: ray", 10),
    ("features: each", 6),
    ("python: sdist, aarch64", 10),
    ("check: armv7 cortex-a9", 9),
    ("armv8 model", 3),
    ("rare targets", 3),
    ("miri", 9),
    ("miri: kernels", 9),
    ("check: x86-64 Denverton", 5),
    ("check: x86-64 Haswell", 5),
    ("check: armv7 without NEON", 9),
    ("check: aarch64 big-endian", 9),
    ("check: wasm32 simd128", 6),
    ("check: x86-64 EPYC-Milan", 5),
    ("check: aarch64 neoverse-n1", 6),
    ("check: aarch64 cortex-a76", 6),
];

/// The spare stages have ended by then: a run is to take less than fifty minutes, with all that a machine does before and after it.
const LIMIT: Duration = Duration::from_secs(45 * 60);

/// When `.ci/run` began, in seconds since 1970: what it does before this counts too.
const STARTED: &str = "LANESMITH_CI_STARTED";

/// What `.ci/run` fetches while the stages before this one compile: a file's name without its ending, of which `.log` holds what it
/// said and `.rc` how it ended.
const FETCHING: &str = "LANESMITH_CI_SETUP";

/// The stage that waits for it, whatever others are wanted; where nothing is fetched there is none.
const SETUP: &str = "setup";

/// The longest that it is waited for.
const LONGEST_SETUP: Duration = Duration::from_secs(1800);

/// Waits until every tool is there.
fn setup() -> Outcome {
    let Some(name) = std::env::var_os(FETCHING) else { return Outcome::Passed };
    let (log, ended) = (Path::new(&name).with_extension("log"), Path::new(&name).with_extension("rc"));
    let start = Instant::now();
    let code = loop {
        match std::fs::read_to_string(&ended) {
            // It is written at once, but made before.
            Ok(code) if code.ends_with('\n') => break code,
            _ if start.elapsed() > LONGEST_SETUP => break "no end after half an hour".into(),
            _ => std::thread::sleep(Duration::from_millis(200)),
        }
    };
    print!("{}", std::fs::read_to_string(&log).unwrap_or_default());
    match code.trim() {
        "0" => Outcome::Passed,
        code => Outcome::Failed(format!("what fetches the tools ended with {code}: {}", log.display())),
    }
}

/// What the stage `test` runs, and the command line that other stages run: all else is made of their parts.
fn test_programs(root: &Path) -> Outcome {
    if let Err(message) = exec::run(exec::cargo(root).args(["test", "--workspace", "--no-run"])) {
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
    // Both packages in both commands: what they have in common is compiled once.
    let tests = |which: &[&str]| {
        let mut command = exec::cargo(root);
        command.args(["test", "--release", "--package", "lanesmith-bls", "--package", "lanesmith-libblst"]);
        // It joins operations of plain words to vectors, and for the lanes in plain words it takes minutes to look for some.
        command.env("RUSTFLAGS", "-Cno-vectorize-slp");
        exec::run(command.args(which).env("LANESMITH_REQUIRE_VALGRIND", "1"))
    };
    tests(&["--test", "secrets"]).and_then(|()| tests(&["--test", "ffi", "secrets"])).into()
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

/// A package for macOS: there is no linker for it here, so it is only checked. Without the crates that need a C compiler.
fn macos(root: &Path, package: &str) -> Outcome {
    if !has_target(MACOS) {
        return Outcome::Skipped(format!("target {MACOS} is not installed (rustup target add {MACOS})"));
    }
    let mut command = exec::unoptimised(root);
    command.args(["check", "--target", MACOS, "--package", package]);
    exec::run(command.args(["--features", "lanesmith/families"])).into()
}

/// Cargo on every kernel crate for a target, without features.
fn bare(mut cargo: Command, verb: &str, target: &str) -> Command {
    cargo.envs([exec::UNOPTIMISED]);
    cargo.args([verb, "--target", target, "--no-default-features"]);
    cargo.args(crate::edges::kernels().flat_map(|package| ["--package", package]));
    cargo
}

/// The facade with the families that need no standard library.
fn facade(root: &Path, target: &str) -> Command {
    let mut command = exec::unoptimised(root);
    command.args(["check", "--target", target, "--no-default-features", "--package", "lanesmith"]);
    command.args(["--features", BARE_FEATURES]);
    command
}

/// Runs the stages.
pub fn run(args: &Args, root: &Path) -> Result {
    let fetched = std::env::var_os(FETCHING).is_some();
    let wanted = |name: &str| match name {
        SETUP => fetched,
        _ => args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str())),
    };
    let stages = stages(args.deep);
    if let Some(name) = &args.stage {
        return stages::run_one(&stages, name, root);
    }
    let stages: Vec<Stage> = stages.into_iter().filter(|stage| wanted(&stage.name)).collect();
    if args.list {
        stages.iter().for_each(|stage| println!("{}", stage.name));
        return Ok(());
    }
    // Who asks for some, or for all, waits for them.
    let limit = (!args.deep && args.only.is_empty()).then_some(LIMIT);
    let started = std::env::var(STARTED).ok().and_then(|seconds| seconds.parse().ok());
    let start = started.map_or_else(SystemTime::now, |seconds| UNIX_EPOCH + Duration::from_secs(seconds));
    run_stages(stages, root, args.deep, Time { start, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stages_that_there_are_are_spare() {
        let stages = stages(false);
        let missing = SPARE.iter().find(|(name, _)| !stages.iter().any(|stage| stage.name == *name));
        assert_eq!(missing, None);
    }
}
