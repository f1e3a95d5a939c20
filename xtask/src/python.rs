//! The stages of the Python bindings: the wheel, looked at, installed and tested; types; Ray; the notebook; the sdist.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{self, Outcome, Stage};
use crate::{Result, exec};

/// Bytes that a wheel may have.
const MOST: u64 = 3_000_000;

/// Systems with musl instead of glibc.
const MUSL: &str = "x86_64-unknown-linux-musl";

/// Where the wheel must run: glibc 2.17 and newer.
const POLICY: &str = "manylinux2014";

/// The stage of every run, and those of a deep one.
pub fn stages(deep: bool) -> Vec<Stage> {
    let mut stages = vec![Stage::new("python", |root| stage(root, python))];
    if deep {
        stages.push(Stage::new("python: sdist", |root| stage(root, sdist)));
        stages.push(Stage::new("python: aarch64", |root| match Emulated::new(root) {
            Ok(emulated) => stage(root, |tools| aarch64(tools, &emulated)),
            Err(missing) => Outcome::Skipped(missing),
        }));
        stages.push(Stage::new("python: musl", |root| match ci::has_target(MUSL) {
            true => stage(root, musl),
            false => Outcome::Skipped(format!("target {MUSL} is not installed (rustup target add {MUSL})")),
        }));
        stages.push(Stage::new("python: free-threaded", |root| stage(root, free_threaded)));
    }
    stages
}

/// The tools, as `.ci/run` installs them.
struct Tools {
    root: PathBuf,
    /// Where all of it lies: venv, wheels.
    home: PathBuf,
}

impl Tools {
    fn new(root: &Path) -> Option<Self> {
        let home = root.join("target/python");
        home.join("venv/bin/maturin").is_file().then(|| Tools { root: root.into(), home })
    }

    /// A program of the venv, in the folder of the bindings.
    fn command(&self, program: &str) -> Command {
        let bin = self.home.join("venv/bin");
        let mut command = Command::new(bin.join(program));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(bin).chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(paths).unwrap_or_default());
        command.current_dir(self.bindings());
        command
    }

    fn bindings(&self) -> PathBuf {
        self.root.join("bindings/python")
    }

    /// Builds a wheel for a target and a policy into a folder of its own, and gives its path.
    fn wheel(&self, target: &str, policy: &str, extra: &[&str]) -> Result<PathBuf> {
        let out = self.home.join("wheels").join([&[target], extra].concat().join("-"));
        let _ = fs::remove_dir_all(&out);
        let mut command = self.command("maturin");
        command.args(["build", "--zig", "--compression-level", "9"]);
        command.args(["--compatibility", policy, "--target", target]).args(extra);
        exec::run(command.arg("--out").arg(&out).env("RUSTFLAGS", self.remapped()))?;
        one_of(&out, "whl")
    }

    /// No path of this machine in panics and debug information.
    fn remapped(&self) -> String {
        let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME")).unwrap_or_default();
        let root = self.root.display();
        format!("--remap-path-prefix={home}=~ --remap-path-prefix={root}=lanesmith")
    }
}

fn stage(root: &Path, run: impl FnOnce(&Tools) -> Result) -> Outcome {
    match Tools::new(root) {
        Some(tools) => run(&tools).into(),
        None => Outcome::Skipped(
            "no target/python/venv: python3 -m venv target/python/venv && \
             target/python/venv/bin/pip install -r bindings/python/requirements-ci.txt"
                .into(),
        ),
    }
}

/// The only file with an extension in a folder.
fn one_of(folder: &Path, extension: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = entries.flatten().map(|entry| entry.path());
    files
        .find(|path| path.extension().is_some_and(|e| e == extension))
        .ok_or_else(|| format!("no .{extension} in {}", folder.display()))
}

/// Builds the wheel, looks at it, installs it in an empty venv and in the one of the tests, and runs those.
fn python(tools: &Tools) -> Result {
    let wheel = tools.wheel("x86_64-unknown-linux-gnu", POLICY, &[])?;
    look(tools, &wheel)?;
    exec::run(tools.command("abi3audit").arg("--strict").arg(&wheel))?;
    exec::run(tools.command("auditwheel").arg("show").arg(&wheel))?;

    // What a user has: the wheel and nothing else.
    let clean = tools.home.join("clean");
    exec::run(tools.command("python").args(["-m", "venv", "--clear"]).arg(&clean))?;
    exec::run(Command::new(clean.join("bin/pip")).args(["install", "-q", "--no-index"]).arg(&wheel))?;
    let mut check = Command::new(clean.join("bin/python"));
    exec::run(check.current_dir(&tools.home).args(["-m", "lanesmith", "check", "sha256"]))?;

    let install = ["-m", "pip", "install", "-q", "--no-index", "--no-deps", "--force-reinstall"];
    exec::run(tools.command("python").args(install).arg(&wheel))?;
    exec::run(tools.command("python").args(["-m", "pytest", "--ignore", "tests/test_ray.py"]))?;
    exec::run(tools.command("mypy").args(["--strict", "-p", "lanesmith"]))?;
    exec::run(tools.command("python").args(["-m", "mypy.stubtest", "lanesmith._native"]))?;
    exec::run(tools.command("pyright").arg("python/lanesmith"))?;
    exec::run(tools.command("python").arg("tests/on_loopback.py").arg("tests/test_ray.py"))
}

/// Size of the wheel, and that it names nothing of this machine.
fn look(tools: &Tools, wheel: &Path) -> Result {
    let size = fs::metadata(wheel).map_err(|e| e.to_string())?.len();
    println!("{}: {size} bytes", wheel.display());
    if size > MOST {
        return Err(format!("the wheel has {size} bytes, more than {MOST}"));
    }
    let unpacked = tools.home.join("unpacked");
    let _ = fs::remove_dir_all(&unpacked);
    exec::run(tools.command("python").args(["-m", "zipfile", "-e"]).arg(wheel).arg(&unpacked))?;
    let home = std::env::var("HOME").unwrap_or_default();
    for secret in [tools.root.display().to_string(), home] {
        names(&unpacked, secret.as_bytes())?;
    }
    Ok(())
}

/// That no file below a folder holds some bytes.
fn names(folder: &Path, bytes: &[u8]) -> Result {
    for entry in fs::read_dir(folder).map_err(|e| e.to_string())?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            names(&path, bytes)?;
        } else {
            let text = fs::read(&path).map_err(|e| e.to_string())?;
            if bytes.len() > 1 && text.windows(bytes.len()).any(|part| part == bytes) {
                let found = String::from_utf8_lossy(bytes);
                return Err(format!("{} names {found:?}", path.display()));
            }
        }
    }
    Ok(())
}

/// Makes the source archive and builds a wheel from it alone.
fn sdist(tools: &Tools) -> Result {
    let out = tools.home.join("sdist");
    let _ = fs::remove_dir_all(&out);
    exec::run(tools.command("maturin").args(["sdist", "--out"]).arg(&out))?;
    let archive = one_of(&out, "gz")?;
    let mut pip = tools.command("python");
    pip.args(["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir"]);
    // Of this checkout nothing but the compiled dependencies.
    pip.arg(&out).arg(&archive).env("CARGO_TARGET_DIR", tools.home.join("sdist-target"));
    exec::run(pip.current_dir(&out))?;
    println!("{}", one_of(&out, "whl")?.display());
    Ok(())
}

/// What a user of another machine does first: published vectors on every engine, and against hashlib.
const FIRST_STEPS: &str = "\
import hashlib, hmac, lanesmith as ls
from lanesmith import bls, curl, merkle, pwhash
rows = bytes(range(256)) * 250
pairs = [rows[i:i + 64] for i in range(0, len(rows), 64)]
digests = [hashlib.sha256(pair).digest() for pair in pairs]
assert ls.sha256_many(pairs) == digests and bytes(ls.sha256_nodes(rows)) == b''.join(digests)
assert hmac.new(b'k', rows, ls.sha256).digest() == hmac.new(b'k', rows, 'sha256').digest()
assert merkle.root(digests[0] + digests[1]) == hashlib.sha256(digests[0] + digests[1]).digest()
assert curl.hash('HELLOWORLD').startswith('BXGWEJJWO')
key = bls.SecretKey.generate(bytes(32))
assert bls.ETHEREUM.verify(bls.ETHEREUM.public_key(key), b'm', bls.ETHEREUM.sign(key, b'm'))
assert pwhash.verify(pwhash.hash('secret', scheme='argon2id'), 'secret')
checks = ls.check('sha256') + ls.check('curl')
assert all(c.ok for c in checks), checks
import platform
print(platform.machine(), platform.python_version(), *(f'{c.op}:{c.engine}:{c.vectors}' for c in checks if not c.reason))";

/// Debian's interpreter for aarch64, which `.ci/run` unpacks, and the emulator that runs it.
struct Emulated {
    qemu: PathBuf,
    system: PathBuf,
}

impl Emulated {
    fn new(root: &Path) -> std::result::Result<Self, String> {
        let system = root.join("target/python/debian-arm64");
        if !system.join("usr/bin/python3").exists() {
            return Err("no target/python/debian-arm64, which .ci/run unpacks".into());
        }
        let qemu = exec::find(&["qemu-aarch64"]).ok_or("qemu-aarch64 (Debian: qemu-user)")?;
        Ok(Emulated { qemu, system })
    }

    /// Runs Python on what [`look`] has unpacked.
    fn python(&self, tools: &Tools, code: &str) -> Result {
        let usr = self.system.join("usr");
        let mut command = Command::new(&self.qemu);
        command.arg("-L").arg(&self.system).arg("-E").arg(format!("PYTHONHOME={}", usr.display()));
        command.arg("-E").arg(format!("PYTHONPATH={}", tools.home.join("unpacked").display()));
        exec::run(command.arg(usr.join("bin/python3")).args(["-c", code]))
    }
}

/// The wheel for aarch64, imported under QEMU.
fn aarch64(tools: &Tools, emulated: &Emulated) -> Result {
    look(tools, &tools.wheel("aarch64-unknown-linux-gnu", POLICY, &[])?)?;
    emulated.python(tools, FIRST_STEPS)
}

/// The wheel for systems with musl. No interpreter for them can be had here: it is built and looked at.
fn musl(tools: &Tools) -> Result {
    let wheel = tools.wheel(MUSL, "musllinux_1_2", &[])?;
    look(tools, &wheel)?;
    exec::run(tools.command("auditwheel").arg("show").arg(&wheel))
}

/// The wheel for CPython without the interpreter lock, which has no stable ABI before 3.15. No such interpreter can be had
/// here: it is built, not imported.
fn free_threaded(tools: &Tools) -> Result {
    let interpreter = ["--interpreter", "python3.14t"];
    look(tools, &tools.wheel("x86_64-unknown-linux-gnu", POLICY, &interpreter)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_in_any_file_below_a_folder() {
        let folder = std::env::temp_dir().join(format!("lanesmith-xtask-{}", std::process::id()));
        fs::create_dir_all(folder.join("a/b")).expect("a folder");
        fs::write(folder.join("a/b/c"), b"xx/root/secret").expect("a file");
        assert!(names(&folder, b"/root").is_err());
        assert_eq!(names(&folder, b"/home"), Ok(()));
        fs::remove_dir_all(&folder).expect("ours");
    }
}
