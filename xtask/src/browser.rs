//! The stages of the npm package as its users have it: packed and installed into clean projects; and of the page in Chromium.

use std::path::Path;
use std::process::Command;

use crate::ci::{Outcome, Stage};
use crate::{Result, exec};

/// The package, the page, and the projects that try the tarball.
const PACKAGE: &str = "bindings/wasm/js";
const PAGE: &str = "bindings/wasm/page";
const PROJECTS: &str = "bindings/wasm/js/test-package";

/// Both stages.
pub fn stages() -> Vec<Stage> {
    vec![
        Stage::new("npm package", |root| stage(root, &[PAGE, PROJECTS], package)),
        Stage::new("npm page", |root| stage(root, &[PAGE], page)),
    ]
}

/// Runs one if Node, Chromium and the packages of the folders are there.
fn stage(root: &Path, folders: &[&str], run: fn(&Path, &Path) -> Result) -> Outcome {
    if exec::find(&["node"]).is_none() || exec::find(&["npm"]).is_none() {
        return Outcome::Skipped("no Node with npm (Debian: nodejs npm)".into());
    }
    let Some(chromium) = exec::find(&["chromium", "chromium-browser", "google-chrome"]) else {
        return Outcome::Skipped("no Chromium (Debian: chromium)".into());
    };
    if let Some(folder) = folders.iter().find(|folder| !root.join(folder).join("node_modules").is_dir()) {
        return Outcome::Skipped(format!(
            "no {folder}/node_modules (npm ci --ignore-scripts --prefix {folder})"
        ));
    }
    built(root).and_then(|()| run(root, &chromium)).into()
}

/// The stage `npm` has built the package, unless somebody asked for this one alone.
fn built(root: &Path) -> Result {
    match root.join(PACKAGE).join("dist/index.mjs").is_file() {
        true => Ok(()),
        false => exec::run(node(root).arg(format!("{PACKAGE}/build.mjs"))),
    }
}

fn node(root: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(root);
    command
}

/// The tarball: what is in it, how large, whether linters of packages complain; then ES modules, CommonJS, TypeScript, a Vite
/// build in Chromium, and Workers, each in a clean project.
fn package(root: &Path, chromium: &Path) -> Result {
    tests(root, chromium, &[format!("{PROJECTS}/run.mjs")])
}

/// The sampler and the reference by themselves, then the page in Chromium under its content security policy.
fn page(root: &Path, chromium: &Path) -> Result {
    let folder = root.join(PAGE).join("test");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(".test.mjs")).map(|name| format!("{PAGE}/test/{name}")).collect();
    files.sort();
    tests(root, chromium, &files)
}

/// Node's own test runner: one file at a time, because they measure.
fn tests(root: &Path, chromium: &Path, files: &[String]) -> Result {
    let mut command = node(root);
    command.args(["--test", "--test-reporter=spec", "--test-concurrency=1"]).args(files);
    exec::run(command.env("CHROMIUM", chromium))
}
