//! What the toolchains here have, and how to call them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::exec;

/// The oldest Rust that builds the workspace, as Cargo.toml has it.
const MSRV: &str = env!("CARGO_PKG_RUST_VERSION");

/// The toolchain of what the stable one has not: Miri, libraries built from source.
const NIGHTLY: &str = "nightly";

/// The command line as the tests ran it, once they have passed.
pub static TESTED: OnceLock<PathBuf> = OnceLock::new();

/// Environment variable by which the process of a single stage is told of it.
pub const TESTED_AS: &str = "LANESMITH_CI_TESTED";

/// The command line that was tested in this run: later stages need not build it again with other features.
pub fn tested() -> Option<&'static Path> {
    let told = || std::env::var_os(TESTED_AS).map(|path| TESTED.get_or_init(|| path.into()));
    TESTED.get().or_else(told).map(PathBuf::as_path)
}

/// The oldest toolchain that we promise, as rustup names it.
///
/// # Errors
/// That it is missing, and how to get it.
pub fn msrv_toolchain() -> std::result::Result<String, String> {
    rustup_line(&["toolchain", "list"], MSRV)
        .ok_or_else(|| format!("toolchain {MSRV} is not installed (rustup toolchain install {MSRV})"))
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
