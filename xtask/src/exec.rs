//! Running programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Result;

/// For what is compiled and never run: to check a crate takes half the time, because what is inlined elsewhere is optimised even then.
pub const UNOPTIMISED: (&str, &str) = ("CARGO_PROFILE_DEV_OPT_LEVEL", "0");

/// Cargo of the toolchain that runs this, in the root.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// [`cargo`] for what is checked and never run.
pub fn unoptimised(root: &Path) -> Command {
    let mut command = cargo(root);
    command.envs([UNOPTIMISED]);
    command
}

/// Builds the libraries and examples of the workspace, all together: with the features that its tests have, whose parts serve here. A
/// package built alone has fewer, and so all that it stands on would be compiled once more.
///
/// # Errors
/// As [`run`].
pub fn workspace(root: &Path) -> Result {
    run(cargo(root).args(["build", "--workspace", "--lib", "--examples"]))
}

/// How a command line reads.
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    words.join(" ")
}

/// Runs with output on ours.
///
/// # Errors
/// If it cannot be started or does not end well.
pub fn run(command: &mut Command) -> Result {
    let status = command.stdin(Stdio::null()).status().map_err(|e| format!("{}: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", line(command))) }
}

/// Runs and gives its standard output; errors go to ours.
///
/// # Errors
/// If it cannot be started or does not end well.
pub fn output(command: &mut Command) -> Result<String> {
    let (text, ok) = output_and_status(command)?;
    if ok { Ok(text) } else { Err(format!("{} failed", line(command))) }
}

/// Runs and gives its standard output and whether it ended well.
///
/// # Errors
/// If it cannot be started.
pub fn output_and_status(command: &mut Command) -> Result<(String, bool)> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("{}: {e}", line(command)))?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success()))
}

/// The packages that `cargo metadata` tells of, as far as `P` reads them.
///
/// # Errors
/// If cargo fails, or tells something else.
pub fn packages<P: DeserializeOwned>(root: &Path, options: &[&str]) -> Result<Vec<P>> {
    #[derive(Deserialize)]
    struct Metadata<P> {
        packages: Vec<P>,
    }
    let text = output(cargo(root).args(["metadata", "--format-version", "1"]).args(options))?;
    let metadata: Metadata<P> = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
    Ok(metadata.packages)
}

/// Does something with each item, so many at a time, and gives what went wrong, in the order in which it did.
pub fn together<T: Send>(
    count: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> Result + Sync,
) -> Vec<String> {
    let (queue, failed) = (Mutex::new(items.into_iter()), Mutex::new(Vec::new()));
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(item) = next() {
                    let result = work(item);
                    failed.lock().expect("nobody panics with it").extend(result.err());
                }
            });
        }
    });
    failed.into_inner().expect("nobody panics with it")
}

/// The first of the programs that is in the PATH.
pub fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    programs.iter().find_map(|program| {
        std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
    })
}
