//! The stages of the native bindings: the C interface, the addon for Node, the package for React Native.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{Outcome, Stage};
use crate::{Result, exec, generate};

/// In every run.
pub fn stages() -> Vec<Stage> {
    vec![Stage::new("c interface", c)]
}

/// What must not warn.
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// The libraries that Rust's own needs on Linux.
const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// Builds what both the C interface and the addon are made of, so that the families are compiled once.
fn build(root: &Path) -> Result {
    exec::run(exec::cargo(root).args(["build", "--package", "lanesmith-c", "--package", "lanesmith-node"]))
}

/// The header in step; the interface tested from Rust; the example and hostile calls in C and C++, under valgrind too.
fn c(root: &Path) -> Outcome {
    let Some(compiler) = exec::find(&["gcc", "cc"]) else {
        return Outcome::Skipped("a C compiler (Debian: gcc)".into());
    };
    let Some(valgrind) = exec::find(&["valgrind"]) else {
        return Outcome::Skipped("valgrind (Debian: valgrind)".into());
    };
    c_tested(root, &compiler, &valgrind).into()
}

fn c_tested(root: &Path, compiler: &Path, valgrind: &Path) -> Result {
    generate::header::check(root)?;
    build(root)?;
    let (out, bindings) = (root.join("target/native/c"), root.join("bindings/c"));
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let program = |source: &str| -> Result<PathBuf> {
        let path = bindings.join(source);
        let program = out.join(path.file_stem().unwrap_or_default());
        let mut command = Command::new(compiler);
        command.args(["-std=c99", "-g", "-O1"]).args(STRICT).arg("-I").arg(bindings.join("include"));
        command
            .arg(&path)
            .arg(root.join("target/debug/liblanesmith_c.a"))
            .args(LIBRARIES)
            .arg("-o")
            .arg(&program);
        exec::run(&mut command)?;
        Ok(program)
    };
    let example = program("examples/pearl_diver.c")?;
    exec::run(Command::new(&example).current_dir(&out))?;
    let hostile = program("tests/hostile.c")?;
    exec::run(Command::new(&hostile).current_dir(&out))?;
    let mut watched = Command::new(valgrind);
    watched.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=all"]);
    exec::run(watched.arg("--fair-sched=yes").arg(&hostile).current_dir(&out))?;
    // C++ reads the same header.
    if let Some(compiler) = exec::find(&["g++", "c++"]) {
        let mut command = Command::new(compiler);
        command.args(["-std=c++20", "-fsyntax-only", "-x", "c++"]).args(STRICT);
        exec::run(command.arg(bindings.join("include/lanesmith.h")))?;
    }
    Ok(())
}
