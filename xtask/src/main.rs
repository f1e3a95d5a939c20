//! `cargo xtask`: what the project does to itself. Nothing here is part of the library.

mod arm;
mod bench_docs;
mod browser;
mod ci;
mod circles;
mod drop_in;
mod edges;
mod edits;
mod exec;
mod features;
mod foreign;
mod fuzz;
mod generate;
mod in_order;
mod install;
mod licences;
mod matrix;
mod miri;
mod model;
mod native;
mod npm;
mod objects;
mod outcome;
mod package;
mod page;
mod prelink;
mod python;
mod rooms;
mod scan;
mod slow;
mod stages;
mod suites;
mod toolchain;
mod traces;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own build tool
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every stage of the guard; .ci/run does no more than install tools and call this
    Ci(ci::Args),
    /// Run `lanesmith check --quick` on this CPU, on emulated ones and as WebAssembly
    Matrix(matrix::Args),
    /// Check the rules of the house: dependencies, where unsafe code and intrinsics may stand, no build scripts
    Check,
    /// Compile what the patches of xtask/edits add, each in a copy of the checkout
    Edits,
    /// Write the tables of figures in README.md and docs/benchmarks from the JSON files of docs/benchmarks
    BenchDocs(bench_docs::Args),
    /// Race everything with all peers into a file of docs/benchmarks, and write the tables
    BenchRecord(bench_docs::RecordArgs),
    /// Write what llvm-mca says of the kernels' loops on CPUs that we do not have into docs/kernels
    Model(model::Args),
    /// Count the kernels of BLS12-381 for 64-bit Arm, ask llvm-mca about them, and compare with blst and with bars
    Armv8Model(arm::Args),
    /// Compare what runs on an emulated 64-bit Arm for several secrets: keys and signatures of BLS12-381
    Armv8Traces(traces::Args),
    /// Build a library with the interface of another one (argon2, hashtree), for programs that link that and are not to be changed
    DropIn(drop_in::Args),
    /// Run the tests of those who use blst, fetched from the registries, over a library in its place
    DropInSuites(suites::Args),
    /// Install the library for C: archive, shared library, header, and what pkg-config and CMake ask for
    Install(install::Args),
    /// Run the fuzz targets
    Fuzz(fuzz::Args),
    /// Write the constants that are derived and the header for C, or with --check compare them
    Generate(generate::Args),
}

/// What a task may fail with: a sentence for people.
type Result<T = ()> = std::result::Result<T, String>;

/// The root of the checkout.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Runs the rules of the house over the checkout.
fn check(root: &Path) -> Result {
    let mut violations = edges::check(&edges::packages(root)?);
    violations.extend(scan::check(root)?);
    violations.extend(rooms::check(root)?);
    violations.extend(circles::check(root)?);
    violations.extend(edits::check(root)?);
    violations.extend(bench_docs::versions(root)?);
    if violations.is_empty() {
        println!(
            "dependencies, modules, files, unsafe code, intrinsics, build scripts, edits: as the house wants them"
        );
        return Ok(());
    }
    for violation in &violations {
        eprintln!("{violation}");
    }
    Err(format!("{} violations of the rules of the house", violations.len()))
}

fn main() -> ExitCode {
    let root = root();
    let outcome = match Cli::parse().task {
        Task::Ci(args) => ci::run(&args, &root),
        Task::Matrix(args) => matrix::run(&args, &root),
        Task::Check => check(&root),
        Task::Edits => edits::run(&root),
        Task::BenchDocs(args) => bench_docs::run(&args, &root),
        Task::BenchRecord(args) => bench_docs::record(&args, &root),
        Task::Model(args) => model::run(&args, &root),
        Task::Armv8Model(args) => arm::run(&args, &root),
        Task::Armv8Traces(args) => traces::run(&args, &root),
        Task::DropIn(args) => drop_in::run(&args, &root),
        Task::DropInSuites(args) => suites::run(&args, &root),
        Task::Install(args) => install::run(&args, &root),
        Task::Fuzz(args) => fuzz::run(&args, &root).into_result(),
        Task::Generate(args) => generate::run(&args, &root),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
