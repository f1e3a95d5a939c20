//! The stages of the Python bindings: the wheel, installed and tested, and looked at as it is published; types; Ray; the notebook; the sdist.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{self, Outcome, Stage};
use crate::{Result, exec};

/// Bytes that a wheel may have.
const MOST: u64 = 3_500_000;

/// Systems with musl instead of glibc.
const MUSL: &str = "x86_64-unknown-linux-musl";

/// Where the wheel must run: glibc 2.17 and newer.
const POLICY: &str = "manylinux2014";

/// A wheel that is compiled in less time than the one that is published, with its tests; that one; one for aarch64, from the source archive
/// alone, which a deep run compiles as it is published too; Ray.
pub fn stages(deep: bool) -> Vec<Stage> {
    let with = if deep { Profile::Wheel } else { Profile::Trial };
    let mut stages = vec![
        Stage::new("python", |root| stage(root, python)),
        Stage::new("python: wheel", |root| stage(root, published)),
        Stage::new("python: sdist, aarch64", move |root| match Emulated::new(root) {
            Ok(emulated) => stage(root, |tools| aarch64(tools, &emulated, with)),
            Err(missing) => Outcome::Skipped(missing),
        }),
        Stage::new("python: ray", |root| stage(root, ray)),
    ];
    if deep {
        stages.push(Stage::new("python: musl", |root| match ci::has_target(MUSL) {
            true => stage(root, musl),
            false => Outcome::Skipped(format!("target {MUSL} is not installed (rustup target add {MUSL})")),
        }));
        stages.push(Stage::new("python: sdist by pip", |root| stage(root, by_pip)));
        stages.push(Stage::new("python: free-threaded", |root| stage(root, free_threaded)));
        stages.push(Stage::new("python: free-threaded, imported", |root| match Freed::new(root) {
            Ok(freed) => stage(root, |tools| freed.test(tools)),
            Err(missing) => Outcome::Skipped(missing),
        }));
    }
    stages
}

/// How a wheel is compiled.
#[derive(Clone, Copy, PartialEq)]
enum Profile {
    /// As it is published.
    Wheel,
    /// The same without optimisation across crates, which takes as long as all else, and larger.
    Parts,
    /// In a tenth of the time: without optimisation across crates, sharing what other stages have compiled.
    Trial,
}

impl Profile {
    fn set(self, tools: &Tools, command: &mut Command) {
        if self == Profile::Trial {
            command.args(["--profile", "dev"]).env("CARGO_TARGET_DIR", tools.root.join("target"));
            command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false");
            return;
        }
        command.env("RUSTFLAGS", tools.remapped());
        if self == Profile::Parts {
            command.env("CARGO_PROFILE_WHEEL_LTO", "off").env("CARGO_PROFILE_WHEEL_CODEGEN_UNITS", "4");
        }
    }
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
        self.wheel_of(&self.bindings(), Profile::Wheel, target, policy, extra)
    }

    /// The wheel of this system.
    fn native(&self, profile: Profile) -> Result<PathBuf> {
        self.wheel_of(&self.bindings(), profile, "x86_64-unknown-linux-gnu", POLICY, &[])
    }

    /// Installs a wheel where the tests run.
    fn install(&self, wheel: &Path) -> Result {
        let install = ["-m", "pip", "install", "-q", "--no-index", "--no-deps", "--force-reinstall"];
        exec::run(self.command("python").args(install).arg(wheel))
    }

    /// A wheel from any folder with the sources.
    fn wheel_of(
        &self,
        sources: &Path,
        profile: Profile,
        target: &str,
        policy: &str,
        extra: &[&str],
    ) -> Result<PathBuf> {
        // Stages run beside one another: none takes another's wheel away.
        let parts: &[&str] = if profile == Profile::Parts { &["parts"] } else { &[] };
        let out = self.home.join("wheels").join([&[target], extra, parts].concat().join("-"));
        let _ = fs::remove_dir_all(&out);
        let mut command = self.command("maturin");
        command.current_dir(sources).args(["build", "--zig", "--compression-level", "9"]);
        command.args(["--compatibility", policy, "--target", target]).args(extra);
        profile.set(self, &mut command);
        exec::run(command.arg("--out").arg(&out))?;
        let wheel = one_of(&out, "whl")?;
        if profile == Profile::Wheel {
            exec::run(self.command("python").args(["-c", PACK]).arg(&wheel))?;
        }
        Ok(wheel)
    }

    /// No path of this machine in panics and debug information; for the 32 bytes of a keystore AES in plain code, as that for its
    /// instructions would only make the wheel larger.
    fn remapped(&self) -> String {
        let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME")).unwrap_or_default();
        let root = self.root.display();
        let aes = "--cfg aes_backend=\"soft\"";
        format!("--remap-path-prefix={home}=~ --remap-path-prefix={root}=lanesmith {aes}")
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

/// The wheel as it is published: its size, and what it needs.
fn published(tools: &Tools) -> Result {
    let wheel = tools.native(Profile::Wheel)?;
    look(tools, &wheel)?;
    audit(tools, &wheel)
}

/// What a wheel needs of Python and of the system.
fn audit(tools: &Tools, wheel: &Path) -> Result {
    exec::run(tools.command("abi3audit").arg("--strict").arg(wheel))?;
    exec::run(tools.command("auditwheel").arg("show").arg(wheel))
}

/// Builds the wheel, looks at it, installs it in an empty venv and in the one of the tests, and runs those.
fn python(tools: &Tools) -> Result {
    let wheel = tools.native(Profile::Parts)?;
    nameless(tools, &wheel)?;
    audit(tools, &wheel)?;

    // What a user has: the wheel and nothing else.
    let clean = tools.home.join("clean");
    exec::run(tools.command("python").args(["-m", "venv", "--clear"]).arg(&clean))?;
    exec::run(Command::new(clean.join("bin/pip")).args(["install", "-q", "--no-index"]).arg(&wheel))?;
    let mut check = Command::new(clean.join("bin/python"));
    exec::run(check.current_dir(&tools.home).args(["-m", "lanesmith", "check", "sha256"]))?;

    tools.install(&wheel)?;
    exec::run(tools.command("python").args(["-m", "pytest", "--ignore", "tests/test_ray.py"]))?;
    exec::run(tools.command("mypy").args(["--strict", "-p", "lanesmith"]))?;
    exec::run(tools.command("python").args(["-m", "mypy.stubtest", "lanesmith._native"]))?;
    // The package, and a program as users write it.
    exec::run(tools.command("mypy").args(["--strict", "tests/types/user.py"]))?;
    exec::run(tools.command("pyright").args(["python/lanesmith", "tests/types/user.py"]))?;
    exec::run(tools.command("python").arg("docs/reference.py").arg(tools.home.join("reference")))
}

/// Bulk work on Ray, with workers that are killed: it waits for its processes most of the time.
fn ray(tools: &Tools) -> Result {
    tools.install(&tools.native(Profile::Parts)?)?;
    exec::run(tools.command("python").arg("tests/on_loopback.py").arg("tests/test_ray.py"))
}

/// Size of the wheel, and that it names nothing of this machine.
fn look(tools: &Tools, wheel: &Path) -> Result {
    let size = fs::metadata(wheel).map_err(|e| e.to_string())?.len();
    println!("{}: {size} bytes", wheel.display());
    if size > MOST {
        return Err(format!("the wheel has {size} bytes, more than {MOST}"));
    }
    nameless(tools, wheel)
}

/// That a wheel names nothing of this machine.
fn nameless(tools: &Tools, wheel: &Path) -> Result {
    let unpacked = unpack(tools, wheel)?;
    let home = std::env::var("HOME").unwrap_or_default();
    for secret in [tools.root.display().to_string(), home] {
        names(&unpacked, secret.as_bytes())?;
    }
    Ok(())
}

/// Unpacks a wheel, and says where.
fn unpack(tools: &Tools, wheel: &Path) -> Result<PathBuf> {
    let unpacked = wheel.with_extension("unpacked");
    let _ = fs::remove_dir_all(&unpacked);
    exec::run(tools.command("python").args(["-m", "zipfile", "-e"]).arg(wheel).arg(&unpacked))?;
    Ok(unpacked)
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

/// Makes the source archive.
fn archive(tools: &Tools) -> Result<PathBuf> {
    let out = tools.home.join("sdist");
    let _ = fs::remove_dir_all(&out);
    exec::run(tools.command("maturin").args(["sdist", "--out"]).arg(&out))?;
    one_of(&out, "gz")
}

/// The folder of the sources in the archive, unpacked: a workspace of its own.
fn sources(tools: &Tools) -> Result<PathBuf> {
    let archive = archive(tools)?;
    let name = archive.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let out = tools.home.join("sources");
    let _ = fs::remove_dir_all(&out);
    exec::run(tools.command("python").args(["-m", "tarfile", "-e"]).arg(&archive).arg(&out))?;
    Ok(out.join(name.trim_end_matches(".tar.gz")))
}

/// What a user's pip does with the source archive.
fn by_pip(tools: &Tools) -> Result {
    let archive = archive(tools)?;
    let out = tools.home.join("sdist");
    let mut pip = tools.command("python");
    pip.args(["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir"]);
    // Of this checkout nothing but the compiled dependencies.
    pip.arg(&out).arg(&archive).env("CARGO_TARGET_DIR", tools.home.join("sdist-target"));
    exec::run(pip.current_dir(&out))?;
    println!("{}", one_of(&out, "whl")?.display());
    Ok(())
}

/// Packs a wheel again with the slower and better search of zopfli: 3.5 % smaller, for 7 s.
const PACK: &str = "\
import os, sys, zipfile
from zopfli.zlib import compress
class Deflate:
    def __init__(self): self.data = bytearray()
    def compress(self, data): self.data += data; return b''
    def flush(self): return compress(bytes(self.data), numiterations=1)[2:-4]
zipfile._get_compressor = lambda *_: Deflate()
path = sys.argv[1]
with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + '.new', 'w', zipfile.ZIP_DEFLATED) as new:
    for info in old.infolist(): new.writestr(info, old.read(info))
with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + '.new') as new:
    assert new.testzip() is None and [(i.filename, i.CRC) for i in old.infolist()] == [(i.filename, i.CRC) for i in new.infolist()]
os.replace(path + '.new', path)";

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

    /// Runs Python with what a wheel was [unpacked](unpack) into.
    fn python(&self, unpacked: &Path, code: &str) -> Result {
        let usr = self.system.join("usr");
        let mut command = Command::new(&self.qemu);
        command.arg("-L").arg(&self.system).arg("-E").arg(format!("PYTHONHOME={}", usr.display()));
        command.arg("-E").arg(format!("PYTHONPATH={}", unpacked.display()));
        exec::run(command.arg(usr.join("bin/python3")).args(["-c", code]))
    }
}

/// The wheel for aarch64 from the source archive, imported under QEMU.
fn aarch64(tools: &Tools, emulated: &Emulated, profile: Profile) -> Result {
    let wheel = tools.wheel_of(&sources(tools)?, profile, "aarch64-unknown-linux-gnu", POLICY, &[])?;
    if profile == Profile::Wheel {
        look(tools, &wheel)?;
    }
    emulated.python(&unpack(tools, &wheel)?, FIRST_STEPS)
}

/// The wheel for systems with musl. No interpreter for them can be had here: it is built and looked at.
fn musl(tools: &Tools) -> Result {
    let wheel = tools.wheel(MUSL, "musllinux_1_2", &[])?;
    look(tools, &wheel)?;
    exec::run(tools.command("auditwheel").arg("show").arg(&wheel))
}

/// The wheel for CPython 3.14 without the interpreter lock, which has no stable ABI before 3.15. No such interpreter can be had
/// here: it is built, not imported.
fn free_threaded(tools: &Tools) -> Result {
    let interpreter = ["--interpreter", "python3.14t"];
    look(tools, &tools.wheel("x86_64-unknown-linux-gnu", POLICY, &interpreter)?)
}

/// CPython 3.13 without the interpreter lock, which `.ci/run` builds from Debian's sources for a deep run.
struct Freed {
    python: PathBuf,
}

/// The last PyO3 that takes 3.13t: newer ones begin with 3.14t.
const PYO3_OF_313T: &str = "pyo3 = \"=0.28.3\"";

/// What the tests need besides the wheel, and those that need no more.
const FREED_PACKAGES: [&str; 3] = ["numpy", "pyarrow", "pytest"];
const FREED_TESTS: [&str; 9] =
    ["bls", "curl", "deposit", "free_threaded", "keys", "mac", "many", "merkle", "sha256"];

impl Freed {
    fn new(root: &Path) -> std::result::Result<Self, String> {
        let python = root.join("target/python/cpython-3.13t/bin/python3.13t");
        match python.is_file() {
            true => Ok(Freed { python }),
            false => {
                Err("no target/python/cpython-3.13t, which .ci/run --deep builds from Debian's sources"
                    .into())
            }
        }
    }

    /// Builds the sources for that interpreter, with the PyO3 that takes it, and runs the tests without the lock.
    fn test(&self, tools: &Tools) -> Result {
        let sources = sources(tools)?;
        rewrite(&sources.join("bindings/python/Cargo.toml"), |line| match line.starts_with("pyo3 = ") {
            true => PYO3_OF_313T.into(),
            false => line.into(),
        })?;
        // The one name that this PyO3 has otherwise.
        rewrite(&sources.join("bindings/python/src/ffi/arrow_out.rs"), |line| {
            let line = line.replace("PyCapsule::new_with_value(", "PyCapsule::new(");
            ["SCHEMA", "ARRAY", "STREAM"].iter().fold(line, |line, name| {
                match line.contains("PyCapsule::new(") {
                    true => line.replace(&format!(", {name})"), &format!(", Some({name}.into()))")),
                    false => line,
                }
            })
        })?;

        let out = tools.home.join("wheels/3.13t");
        let _ = fs::remove_dir_all(&out);
        let mut build = tools.command("maturin");
        build
            .current_dir(&sources)
            .args(["build", "--compatibility", "linux", "--interpreter"])
            .arg(&self.python);
        Profile::Trial.set(tools, &mut build);
        exec::run(build.arg("--out").arg(&out))?;
        let unpacked = unpack(tools, &one_of(&out, "whl")?)?;

        let mut pip = tools.command("python");
        pip.args(["-m", "pip", "install", "-q", "--upgrade", "--only-binary", ":all:", "--target"])
            .arg(&unpacked);
        pip.args(["--implementation", "cp", "--python-version", "3.13", "--abi", "cp313t"]);
        for glibc in ["manylinux_2_17", "manylinux_2_27", "manylinux_2_28"] {
            pip.arg("--platform").arg(format!("{glibc}_x86_64"));
        }
        exec::run(pip.args(FREED_PACKAGES))?;
        let mut pytest = Command::new(&self.python);
        pytest.current_dir(tools.bindings()).env("PYTHONPATH", &unpacked).args([
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
        ]);
        exec::run(pytest.args(FREED_TESTS.map(|name| format!("tests/test_{name}.py"))))
    }
}

/// Writes a file again, line by line.
fn rewrite(path: &Path, line: impl Fn(&str) -> String) -> Result {
    let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(path).map_err(wrong)?;
    fs::write(path, text.lines().map(|old| line(old) + "\n").collect::<String>()).map_err(wrong)
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
