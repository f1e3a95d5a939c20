//! The stage of the npm package `lanesmith`: its modules and scripts, its tests on both builds, its types.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::ci::{Outcome, Stage, has_target};
use crate::{Result, exec};

/// The package, and the folder of what builds it.
pub const PACKAGE: &str = "bindings/wasm/js";
const TOOLS: &str = "bindings/wasm/js/tools/node_modules";
const REFERENCE: &str = "bindings/wasm/js/reference";

/// What modules are built for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The builds that tests are run on: LANESMITH_TEST of `test/helpers.mjs`.
const BUILDS: [&str; 2] = ["simd128", "scalar"];

/// Tests that look at both builds by themselves.
const ONCE: [&str; 1] = ["size.test.mjs"];

/// The stage.
pub fn stage() -> Stage {
    Stage::new("npm", |root| match missing(root) {
        Some(missing) => Outcome::Skipped(missing),
        None => npm(root).into(),
    })
}

/// What is missing, and how to get it.
fn missing(root: &Path) -> Option<String> {
    if exec::find(&["node"]).is_none() {
        return Some("no Node (Debian: nodejs)".into());
    }
    if !has_target(TARGET) {
        return Some(format!("target {TARGET} is not installed (rustup target add {TARGET})"));
    }
    let tools = "npm ci --ignore-scripts --prefix bindings/wasm/js/tools";
    (!root.join(TOOLS).is_dir()).then(|| format!("no {TOOLS} ({tools})"))
}

/// The stage of the reference: pages from the types of the package and their comments, in `target/npm/reference`. What has no
/// comment and links that lead nowhere are errors.
pub fn reference_stage() -> Stage {
    Stage::new("npm reference", |root| {
        let typedoc = root.join(REFERENCE).join("node_modules/typedoc/bin/typedoc");
        if exec::find(&["node"]).is_none() || !typedoc.is_file() {
            return Outcome::Skipped(format!(
                "no {} (npm ci --ignore-scripts --prefix {REFERENCE})",
                typedoc.display()
            ));
        }
        let options = ["--options", "reference/typedoc.json", "--tsconfig", "reference/tsconfig.json"];
        exec::run(node(root).arg(typedoc).args(options)).into()
    })
}

fn node(root: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(root.join(PACKAGE));
    command
}

/// Builds the package, runs its tests on each build, and compiles what uses its types.
fn npm(root: &Path) -> Result {
    exec::run(node(root).arg("build.mjs"))?;
    // With the types of a browser, with those of Node alone, and with neither.
    for project in ["tsconfig.json", "tsconfig.node.json", "tsconfig.bare.json"] {
        let project = format!("test/types/{project}");
        exec::run(node(root).args(["tools/node_modules/typescript/bin/tsc", "-p", &project]))?;
    }
    let files = tests(&root.join(PACKAGE).join("test"))?;
    for (at, build) in BUILDS.iter().enumerate() {
        println!("on {build}");
        let mut command = node(root);
        command.args(["--test", "--test-reporter=spec", "--test-concurrency=2"]);
        command.args(files.iter().filter(|file| at == 0 || !ONCE.iter().any(|once| file.ends_with(once))));
        exec::run(command.env("LANESMITH_TEST", build))?;
    }
    Ok(())
}

/// The files of tests in the package's folder of tests, in order, as they are named from the package.
///
/// # Errors
/// If the folder cannot be read, or there is none: without files `node --test` looks for some by itself.
pub fn tests(folder: &Path) -> std::result::Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(".test.mjs")).map(|name| format!("test/{name}")).collect();
    files.sort();
    if files.is_empty() { Err(format!("no tests in {}", folder.display())) } else { Ok(files) }
}
