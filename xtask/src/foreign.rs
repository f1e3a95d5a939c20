//! Programs for systems and CPUs that we do not have: how they are built, what runs them, and the stages of those that are not
//! [checks of the command line](crate::matrix).

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::ci::{self, Outcome};
use crate::{Result, exec};

/// Windows on this CPU.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// No program runs longer than this, emulated or not.
const LIMIT: &str = "1200";

/// 64-bit Arm.
pub const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// What runs programs for it, and [builds](Cross::find) them.
pub const TOOLS_OF_AARCH64: [[&str; 2]; 2] =
    [["qemu-aarch64", "qemu-aarch64-static"], ["aarch64-linux-gnu", "gcc-aarch64-linux-gnu"]];

/// What builds programs for Linux on another architecture, and runs them.
pub struct Cross {
    /// The emulator.
    pub qemu: PathBuf,
    /// The linker, which is a C compiler too.
    pub linker: PathBuf,
    libraries: PathBuf,
}

impl Cross {
    /// What is here of it. `system` is Debian's name of that system, under which its linker and libraries stand, and the package that has
    /// the linker.
    pub fn find(
        target: &str,
        qemu: &[&str],
        [system, package]: [&str; 2],
    ) -> std::result::Result<Self, Outcome> {
        let qemu = emulator(qemu, (0, 0))?;
        needs_target(target)?;
        let linker = format!("{system}-gcc");
        let Some(linker) = exec::find(&[&linker]) else {
            return Err(Outcome::Skipped(format!("{linker} (Debian: {package})")));
        };
        Ok(Cross { qemu, linker, libraries: Path::new("/usr").join(system) })
    }
}

/// What cargo is told of a target, as an environment variable.
pub fn setting(target: &str, what: &str) -> String {
    format!("CARGO_TARGET_{}_{what}", target.to_uppercase().replace('-', "_"))
}

/// Built for Linux on another architecture and run by qemu-user with a CPU model; for `system` see [`Cross::find`].
pub fn emulated(
    root: &Path,
    target: &str,
    model: &str,
    qemu: &[&str],
    system: [&str; 2],
) -> std::result::Result<Command, Outcome> {
    let Cross { qemu, linker, libraries } = Cross::find(target, qemu, system)?;
    let binary = build(root, Some(target), &[(&setting(target, "LINKER"), &linker.to_string_lossy())])?;
    Ok(limited(&[&qemu, Path::new("-cpu"), Path::new(model), Path::new("-L"), &libraries, &binary]))
}

/// The kernels of BLS12-381 for 64-bit Arm against big integers, and the registers that they keep, in an emulator; and the tests of SHA-256
/// there, which are built with what asks for other libraries than on this CPU.
pub fn armv8_kernels(root: &Path) -> Outcome {
    let [qemu, system] = TOOLS_OF_AARCH64;
    let Cross { qemu, linker, libraries } = match Cross::find(AARCH64, &qemu, system) {
        Ok(cross) => cross,
        Err(outcome) => return outcome,
    };
    let mut command = exec::cargo(root);
    command.args(["test", "--package", "lanesmith-bls", "--package", "lanesmith-sha256"]);
    command.args(["--target", AARCH64]);
    command.args(["--lib", "--test", "kernels", "--test", "field"]);
    command.env(setting(AARCH64, "LINKER"), &linker).env("CC_aarch64_unknown_linux_gnu", &linker);
    let runner = format!("{} -L {}", qemu.display(), libraries.display());
    // A tenth of those on this CPU: an emulator takes that much longer for each.
    command.env("LANESMITH_CASES", "2000");
    exec::run(command.env(setting(AARCH64, "RUNNER"), runner)).into()
}

/// Which linker cargo takes for Windows, as an environment variable.
pub const LINKER_OF_WINDOWS: &str = "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER";

/// What builds and runs programs for Windows.
pub struct Wine {
    /// The emulator.
    pub program: PathBuf,
    /// The linker.
    pub linker: PathBuf,
}

impl Wine {
    /// What is here of it.
    pub fn find() -> std::result::Result<Self, Outcome> {
        let program = exec::find(&["wine64", "wine"]).or_else(|| {
            // Debian's package wine64 alone puts it there.
            Some(PathBuf::from("/usr/lib/wine/wine64")).filter(|file| file.is_file())
        });
        let Some(program) = program else {
            return Err(Outcome::Skipped("wine (Debian: wine64)".into()));
        };
        needs_target(WINDOWS)?;
        let Some(linker) = exec::find(&["x86_64-w64-mingw32-gcc"]) else {
            return Err(Outcome::Skipped("x86_64-w64-mingw32-gcc (Debian: gcc-mingw-w64-x86-64)".into()));
        };
        Ok(Wine { program, linker })
    }

    /// A registry of its own, and no talk of what it lacks.
    pub fn settings(&self, root: &Path) -> [(&'static str, PathBuf); 2] {
        [("WINEPREFIX", root.join("target/wine")), ("WINEDEBUG", "-all".into())]
    }
}

/// Tests that time a process from its start, which takes Wine half a second: by name, for the harness to pass over.
const NOT_UNDER_WINE: &[&str] = &["the_end_of_the_time_ends_every_search_within_a_fifth_of_a_second"];

/// The tests of the command line as a Windows program. Those that need Unix are not compiled there.
pub fn command_line_on_windows(root: &Path) -> Outcome {
    let result = Wine::find().and_then(|wine| {
        let binary = build(root, Some(WINDOWS), &[(LINKER_OF_WINDOWS, &wine.linker.to_string_lossy())])?;
        // Beside the program, and beside the tests.
        for program in [binary.clone(), binary.with_file_name("deps").join("lanesmith.exe")] {
            random_numbers(&wine.linker, &program).map_err(Outcome::Failed)?;
        }
        let mut command = exec::cargo(root);
        command.args([
            "test",
            "--package",
            "lanesmith-cli",
            "--no-default-features",
            "--target",
            WINDOWS,
            "--",
        ]);
        command.args(NOT_UNDER_WINE.iter().flat_map(|name| ["--skip", name]));
        command.env(LINKER_OF_WINDOWS, &wine.linker).envs(wine.settings(root));
        command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", &wine.program);
        exec::run(&mut command).map_err(Outcome::Failed)
    });
    result.err().unwrap_or(Outcome::Passed)
}

/// The published vectors on big-endian Arm. No library of C or of Rust can be had for it, so the program `big-endian` needs none
/// but what nightly builds.
pub fn big_endian(root: &Path) -> Outcome {
    const TARGET: &str = "aarch64_be-unknown-linux-gnu";
    let result = (|| {
        ci::nightly_has("rust-src").map_err(Outcome::Skipped)?;
        let qemu = emulator(&["qemu-aarch64_be", "qemu-aarch64_be-static"], (0, 0))?;
        let Some(linker) = exec::find(&["aarch64-linux-gnu-gcc"]) else {
            return Err(Outcome::Skipped("aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)".into()));
        };
        let folder = root.join("target/big-endian");
        let mut command = ci::nightly_cargo(&root.join("big-endian"));
        command.args(["build", "--locked", "--target", TARGET, "-Zbuild-std=core,alloc"]);
        command.args(["-Zbuild-std-features=compiler-builtins-mem", "--target-dir"]).arg(&folder);
        command.env("CARGO_TARGET_AARCH64_BE_UNKNOWN_LINUX_GNU_LINKER", linker);
        command.env("CARGO_TARGET_AARCH64_BE_UNKNOWN_LINUX_GNU_RUSTFLAGS", BARE_FLAGS);
        exec::run(&mut command).map_err(Outcome::Failed)?;
        let binary = folder.join(TARGET).join("debug/lanesmith-big-endian");
        exec::run(&mut limited(&[&qemu, &binary])).map_err(Outcome::Failed)
    })();
    result.err().unwrap_or(Outcome::Passed)
}

/// No start files and no libraries, by a linker for the other order of bytes.
const BARE_FLAGS: &str = "-Clink-arg=-mbig-endian -Clink-arg=-nostartfiles -Clink-arg=-nostdlib -Clink-arg=-static \
    -Crelocation-model=static";

/// The library of Windows from which Rust's standard library takes random numbers, beside the program: Wine before version 9
/// has none.
pub fn random_numbers(compiler: &Path, program: &Path) -> Result {
    const SOURCE: &str = "
        __declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
        __declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, unsigned long long size) {
            return SystemFunction036(data, (unsigned long)size);
        }
    ";
    let library = program.with_file_name("bcryptprimitives.dll");
    let source = library.with_extension("c");
    std::fs::write(&source, SOURCE).map_err(|e| format!("{}: {e}", source.display()))?;
    let mut command = Command::new(compiler);
    command.arg("-shared").arg("-o").arg(&library).arg(&source).arg("-ladvapi32");
    exec::run(&mut command)
}

/// The command line, ended after the limit where the system has `timeout`.
pub fn limited(words: &[&Path]) -> Command {
    let mut all: Vec<&Path> = Vec::new();
    if exec::find(&["timeout"]).is_some() {
        all.extend([Path::new("timeout"), Path::new(LIMIT)]);
    }
    all.extend(words);
    let mut command = Command::new(all[0]);
    command.args(&all[1..]);
    command
}

/// The command-line tool for this system: as it was tested, or built.
pub fn native(root: &Path) -> std::result::Result<PathBuf, Outcome> {
    match ci::tested() {
        Some(binary) => Ok(binary.into()),
        None => build(root, None, &[]),
    }
}

/// Builds the command-line tool and gives its path. For another target it is the bare one: no peers, which may not
/// build there.
pub fn build(
    root: &Path,
    target: Option<&str>,
    settings: &[(&str, &str)],
) -> std::result::Result<PathBuf, Outcome> {
    let mut command = exec::cargo(root);
    command.args(["build", "--package", "lanesmith-cli", "--message-format", "json-render-diagnostics"]);
    if let Some(target) = target {
        command.args(["--target", target, "--no-default-features"]);
    }
    command.envs(settings.iter().copied());
    let messages = exec::output(&mut command).map_err(Outcome::Failed)?;
    executable(&messages).ok_or_else(|| Outcome::Failed("cargo build named no executable".into()))
}

/// The executable that cargo's messages name.
fn executable(messages: &str) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        executable: Option<PathBuf>,
    }
    messages.lines().rev().find_map(|line| serde_json::from_str::<Message>(line).ok()?.executable)
}

/// An emulator that is new enough.
pub fn emulator(programs: &[&str], since: (u32, u32)) -> std::result::Result<PathBuf, Outcome> {
    let Some(program) = exec::find(programs) else {
        return Err(Outcome::Skipped(format!("{} (Debian: qemu-user)", programs[0])));
    };
    let text = exec::output(Command::new(&program).arg("--version")).map_err(Outcome::Failed)?;
    match version(&text) {
        Some(version) if version >= since => Ok(program),
        _ => Err(Outcome::Skipped(format!(
            "QEMU {}.{} or later (Debian 12: suite bookworm-backports); here: {}",
            since.0,
            since.1,
            text.lines().next().unwrap_or("no version")
        ))),
    }
}

/// Major and minor number in the first line of `qemu --version`.
fn version(text: &str) -> Option<(u32, u32)> {
    let number = text.split_whitespace().skip_while(|word| *word != "version").nth(1)?;
    let mut parts = number.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

/// That the target is installed.
pub fn needs_target(target: &str) -> std::result::Result<(), Outcome> {
    match ci::has_target(target) {
        true => Ok(()),
        false => Err(Outcome::Skipped(format!("Rust target {target} (rustup target add {target})"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_qemu_is_read() {
        let text = "qemu-x86_64 version 10.0.2 (Debian 1:10.0.2+ds-2+deb13u1~bpo12+1)\nCopyright";
        assert_eq!(version(text), Some((10, 0)));
        assert_eq!(version("qemu-aarch64 version 7.2.18 (Debian)"), Some((7, 2)));
        assert_eq!(version("none"), None);
    }

    #[test]
    fn the_executable_is_the_last_that_cargo_names() {
        let messages =
            "{\"reason\":\"x\",\"executable\":\"/a\"}\n{\"executable\":\"/b\"}\n{\"executable\":null}\n";
        assert_eq!(executable(messages), Some(PathBuf::from("/b")));
    }
}
