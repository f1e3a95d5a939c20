//! The test suites of those who use blst, with another library in its place: `cargo xtask drop-in-suites`, and the quick ones in the
//! stage `drop-in libraries`. They are fetched from the registries, as they are, and nothing of them is in the tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::drop_in::blst;
use crate::prelink::{self, SYSTEM};
use crate::{Result, exec};

/// A suite.
struct Suite {
    name: &'static str,
    /// Whether CI runs it.
    quick: bool,
    /// Runs it and gives how many tests passed.
    run: fn(&Bench) -> Result<usize>,
}

/// In the order in which they run: the first ones fail soonest.
const SUITES: &[Suite] = &[
    Suite { name: "c-kzg", quick: false, run: c_kzg },
    Suite { name: "python", quick: true, run: python },
    Suite { name: "go", quick: true, run: go },
    Suite { name: "threads", quick: true, run: threads },
    Suite { name: "blst", quick: true, run: |bench| bench.cargo(&BLST) },
    Suite { name: "blstrs", quick: false, run: |bench| bench.cargo(&BLSTRS) },
    Suite { name: "bls-signatures", quick: false, run: |bench| bench.cargo(&BLS_SIGNATURES) },
    Suite { name: "commonware-cryptography", quick: false, run: |bench| bench.cargo(&COMMONWARE) },
    Suite { name: "fastcrypto", quick: false, run: |bench| bench.cargo(&FASTCRYPTO) },
];

/// A package of Rust's and what `cargo test` is told.
struct Crate {
    package: &'static str,
    version: &'static str,
    arguments: &'static [&'static str],
}

const BLST: Crate = Crate { package: "blst", version: "0.3.17", arguments: &["--lib"] };
const BLSTRS: Crate = Crate { package: "blstrs", version: "0.6.2", arguments: &["--lib"] };
const BLS_SIGNATURES: Crate = Crate {
    package: "bls-signatures",
    version: "0.13.1",
    arguments: &["--no-default-features", "--features", "blst,multicore", "--lib", "--tests"],
};
/// Of what it has, the part that is made of blst.
const COMMONWARE: Crate =
    Crate { package: "commonware-cryptography", version: "2026.10.0", arguments: &["--lib", "bls12381"] };
const FASTCRYPTO: Crate = Crate { package: "fastcrypto", version: "0.1.11", arguments: &["--lib", "bls"] };
/// In C, with tests in C; its tests in Rust read vectors that the package lacks.
const C_KZG: Crate = Crate { package: "c-kzg", version: "2.1.8", arguments: &[] };

/// The module whose tests are in Go, with examples in other languages.
const MODULE: &str = "github.com/supranational/blst";
const MODULE_VERSION: &str = "v0.3.15";

#[derive(clap::Args)]
pub struct Args {
    /// Only these suites; all by default
    names: Vec<String>,
    /// The folder with libblst.a and blst.h
    #[arg(long, value_name = "DIR")]
    library: PathBuf,
    /// Name the suites and end
    #[arg(long)]
    list: bool,
}

/// Runs suites and tells how many tests each has.
pub fn run(args: &Args, root: &Path) -> Result {
    if args.list {
        SUITES.iter().for_each(|suite| println!("{}{}", suite.name, if suite.quick { "  (CI)" } else { "" }));
        return Ok(());
    }
    let known = |name: &String| SUITES.iter().any(|suite| suite.name == name);
    if let Some(unknown) = args.names.iter().find(|name| !known(name)) {
        let all: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        return Err(format!("no suite {unknown:?}; there are {}", all.join(", ")));
    }
    let wanted = |suite: &&Suite| args.names.is_empty() || args.names.iter().any(|name| name == suite.name);
    over(root, &args.library, SUITES.iter().filter(wanted))
}

/// Those that CI runs.
pub fn quick(root: &Path, library: &Path) -> Result {
    over(root, library, SUITES.iter().filter(|suite| suite.quick))
}

/// All of them whatever fails; then what failed.
fn over<'a>(root: &Path, library: &Path, suites: impl Iterator<Item = &'a Suite>) -> Result {
    let bench = Bench::new(root, library)?;
    let (mut lines, mut failed) = (Vec::new(), Vec::new());
    for suite in suites {
        println!("--- {} over {}", suite.name, bench.library.display());
        let begin = std::time::Instant::now();
        let told = match (suite.run)(&bench) {
            Ok(0) => "nothing was run: a tool is missing, see above".into(),
            Ok(count) => format!("{count} passed"),
            Err(message) => {
                failed.push(format!("{}: {message}", suite.name));
                "FAILED".into()
            }
        };
        lines.push(format!("{:24} {told}, {:.0} s", suite.name, begin.elapsed().as_secs_f64()));
    }
    println!("--- over {}", bench.library.display());
    lines.iter().for_each(|line| println!("{line}"));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Where suites are fetched to and built, and over which library.
struct Bench {
    folder: PathBuf,
    /// The folder of `libblst.a`.
    library: PathBuf,
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn made(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

impl Bench {
    fn new(root: &Path, library: &Path) -> Result<Self> {
        let archive = library.join("libblst.a");
        let library = library.canonicalize().map_err(|e| format!("{}: {e}", library.display()))?;
        if !archive.is_file() {
            return Err(format!("{}: there is none", archive.display()));
        }
        // Below target, but no part of this workspace; what cargo finds there holds for every package in it.
        let folder = root.join("target/drop-in/suites");
        made(&folder.join(".cargo"))?;
        write(&folder.join(".cargo/config.toml"), &blst::cargo(&library)?)?;
        Ok(Bench { folder, library })
    }

    /// Cargo in a folder, with one place for what it builds.
    fn cargo_in(&self, folder: &Path) -> Command {
        let mut cargo = exec::cargo(folder);
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target")).env("CARGO_TERM_COLOR", "never");
        cargo
    }

    /// The sources of a package as the registry has them, in a folder of their own.
    fn fetched(&self, one: &Crate) -> Result<PathBuf> {
        #[derive(Deserialize)]
        struct Package {
            name: String,
            version: String,
            manifest_path: PathBuf,
        }
        let copy = self.folder.join(format!("{}-{}", one.package, one.version));
        if copy.join("done").is_file() {
            return Ok(copy);
        }
        let asks = self.folder.join("fetch").join(one.package);
        made(&asks.join("src"))?;
        write(&asks.join("src/lib.rs"), "")?;
        let (package, version) = (one.package, one.version);
        let manifest = format!(
            "[package]\nname = \"fetch\"\nedition = \"2021\"\n\n[dependencies]\n{package} = \"={version}\"\n\n[workspace]\n"
        );
        write(&asks.join("Cargo.toml"), &manifest)?;
        let packages: Vec<Package> = exec::packages(&asks, &[])?;
        let found = packages.iter().find(|p| p.name == package && p.version == version);
        let source = found.and_then(|p| p.manifest_path.parent());
        copied(source.ok_or_else(|| format!("cargo fetched no {package} {version}"))?, &copy)?;
        let manifest = copy.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).map_err(|e| format!("{}: {e}", manifest.display()))?;
        write(&manifest, &without_benches(&text))?;
        write(&copy.join("done"), "")?;
        Ok(copy)
    }

    /// The tests of a package by `cargo test`.
    fn cargo(&self, one: &Crate) -> Result<usize> {
        let folder = self.fetched(one)?;
        self.renewed(&folder)?;
        let mut test = self.cargo_in(&folder);
        test.args(["test", "--release"]).args(one.arguments);
        let (said, ok) = exec::output_and_status(&mut test)?;
        let count = passed(&said);
        match ok && count > 0 {
            true => Ok(count),
            false => Err(format!("{}:\n{}", exec::line(&test), failures(&said))),
        }
    }

    /// Cargo does not look at the archive: what has been built with another one is thrown away.
    fn renewed(&self, folder: &Path) -> Result {
        exec::run(self.cargo_in(folder).args(["clean", "--quiet", "--release", "--package", "blst"]))
    }

    /// The module of Go's in a folder of its own.
    fn module(&self, go: &Path) -> Result<PathBuf> {
        #[derive(Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Downloaded {
            dir: PathBuf,
        }
        let copy = self.folder.join("module");
        if copy.join("done").is_file() {
            return Ok(copy);
        }
        let mut download = Command::new(go);
        download.current_dir(&self.folder).args(["mod", "download", "-json"]);
        let said = exec::output(download.arg(format!("{MODULE}@{MODULE_VERSION}")))?;
        let downloaded: Downloaded =
            serde_json::from_str(&said).map_err(|e| format!("go mod download: {e}"))?;
        copied(&downloaded.dir, &copy)?;
        write(&copy.join("done"), "")?;
        Ok(copy)
    }
}

/// Copies a folder that may be read only into one that is not.
fn copied(from: &Path, to: &Path) -> Result {
    let _ = fs::remove_dir_all(to);
    exec::run(Command::new("cp").args(["-r", "--no-preserve=mode"]).arg(from).arg(to))
}

/// A manifest without benchmarks, which no test needs and of which some want a hundred packages.
fn without_benches(manifest: &str) -> String {
    let mut kept = true;
    let lines = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            kept = !line.starts_with("[[bench]]") && !line.ends_with("dev-dependencies.criterion]");
        }
        kept
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// How many tests passed, by the lines with which test programs end.
pub fn passed(said: &str) -> usize {
    let counts = said.lines().filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    counts.filter_map(|count| count.parse::<usize>().ok()).sum()
}

fn failures(said: &str) -> String {
    let told: Vec<&str> = said.lines().filter(|l| l.contains("FAILED") || l.contains("panicked")).collect();
    told.join("\n")
}

/// A program by the same override, which looks at how many threads a sum of many points had.
fn threads(bench: &Bench) -> Result<usize> {
    const PROGRAM: &str = r#"
        use blst::{blst_p1, blst_p1_double, blst_p1_generator, p1_affines};
        fn main() {
            let mut points = vec![unsafe { *blst_p1_generator() }; 1024];
            for i in 1..points.len() {
                let mut next = blst_p1::default();
                unsafe { blst_p1_double(&mut next, &points[i - 1]) };
                points[i] = next;
            }
            let affine = p1_affines::from(&points);
            let _ = affine.mult(&vec![0x5a; 32 * points.len()], 255);
            let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
            println!("{threads} threads");
            assert!(threads > 1, "the package is compiled for one thread: rustc-cfg is missing");
        }
    "#;
    if std::thread::available_parallelism().map_or(1, |n| n.get()) < 2 {
        println!("one CPU: the package takes one thread anyway");
        return Ok(0);
    }
    let folder = bench.folder.join("threads");
    made(&folder.join("src"))?;
    write(&folder.join("src/main.rs"), PROGRAM)?;
    let version = BLST.version;
    let manifest = format!(
        "[package]\nname = \"threads\"\nedition = \"2021\"\n\n[dependencies]\nblst = \"={version}\"\n\n[workspace]\n"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    bench.renewed(&folder)?;
    exec::run(bench.cargo_in(&folder).args(["run", "--release", "--quiet"]))?;
    Ok(1)
}

/// The whole suite of the module, its C replaced by nothing and the library linked instead.
fn go(bench: &Bench) -> Result<usize> {
    let Some(go) = exec::find(&["go"]) else {
        println!("no tests in Go: no compiler (Debian: golang-go)");
        return Ok(0);
    };
    let module = bench.module(&go)?;
    let (source, assembly) = (bench.folder.join("empty.c"), bench.folder.join("empty.S"));
    write(&source, "typedef int nothing;\n")?;
    write(&assembly, ".section .note.GNU-stack,\"\",@progbits\n")?;
    let bindings = module.join("bindings/go");
    let replaced = [("cgo_server.c", &source), ("cgo_assembly.S", &assembly)]
        .map(|(file, by)| (bindings.join(file).display().to_string(), by.display().to_string()));
    let replaced: std::collections::BTreeMap<_, _> = replaced.into_iter().collect();
    let overlay = bench.folder.join("overlay.json");
    write(&overlay, &serde_json::json!({ "Replace": replaced }).to_string())?;
    let mut test = Command::new(go);
    test.current_dir(&module)
        .args(["test", "-short", "-v", "-count=1", "-overlay"])
        .arg(&overlay)
        .arg("./bindings/go");
    let libraries = format!("-L{} -l:libblst.a {}", bench.library.display(), SYSTEM.join(" "));
    test.env("CGO_ENABLED", "1").env("CGO_LDFLAGS", libraries).env("GOTOOLCHAIN", "local");
    // A folder of its own: Go does not look at the archive either.
    test.env("GOCACHE", bench.folder.join("go-cache"));
    let (said, ok) = exec::output_and_status(&mut test)?;
    let count = said.lines().filter(|line| line.starts_with("--- PASS")).count();
    match ok && count > 0 {
        true => Ok(count),
        false => Err(said.lines().filter(|line| line.contains("FAIL")).collect::<Vec<_>>().join("\n")),
    }
}

/// The example of the bindings for Python, as it stands: it compiles a module over `libblst.a` by SWIG.
fn python(bench: &Bench) -> Result<usize> {
    let (Some(_), Some(python), Some(go)) =
        (exec::find(&["swig"]), exec::find(&["python3"]), exec::find(&["go"]))
    else {
        println!(
            "no example in Python: swig, python3 or go is missing (Debian: swig, python3-dev, golang-go)"
        );
        return Ok(0);
    };
    let bindings = bench.module(&go)?.join("bindings");
    let archive = bindings.join("libblst.a");
    fs::copy(bench.library.join("libblst.a"), &archive).map_err(|e| format!("{}: {e}", archive.display()))?;
    // It builds its own library if that is older than the header, and its module if that is older than the library.
    exec::run(Command::new("touch").arg(&archive))?;
    let example = bindings.join("python/run.me");
    let (said, ok) = exec::output_and_status(Command::new(python).arg(&example))?;
    match ok && !said.contains("building libblst.a") && said.contains("OK") {
        true => Ok(1),
        false => Err(said),
    }
}

/// The tests in C of c-kzg, which are compiled with blst's header from the same package.
fn c_kzg(bench: &Bench) -> Result<usize> {
    let folder = bench.fetched(&C_KZG)?;
    let source = folder.join("src");
    let program = bench.folder.join("c-kzg-tests");
    let mut compile = Command::new(prelink::compiler()?);
    compile.args(["-std=c99", "-O2", "-w", "-I"]).arg(&source).arg("-I").arg(folder.join("blst/bindings"));
    compile.arg("-o").arg(&program).arg(source.join("test/tests.c")).arg(bench.library.join("libblst.a"));
    exec::run(compile.args(SYSTEM))?;
    let (said, ok) = exec::output_and_status(Command::new(&program).current_dir(&source))?;
    // In colours: PASSED [tests.c] (total:93)
    let total =
        said.lines().filter(|line| line.contains("PASSED")).find_map(|line| line.split_once("(total:"));
    let count = total.and_then(|(_, count)| count.split(')').next()?.parse().ok()).unwrap_or(0);
    match ok && count > 0 {
        true => Ok(count),
        false => Err(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn benchmarks_are_taken_out_of_a_manifest_and_nothing_else() {
        let manifest = "[package]\nname = \"x\"\n\n[[bench]]\nname = \"b\"\n\n[dev-dependencies.criterion]\nversion = \"1\"\n\n\
            [target.\"cfg(unix)\".dev-dependencies.criterion]\nversion = \"1\"\n\n[dev-dependencies.rand]\nversion = \"2\"\n";
        let bare = "[package]\nname = \"x\"\n\n[dev-dependencies.rand]\nversion = \"2\"\n";
        assert_eq!(without_benches(manifest), bare);
    }

    #[test]
    fn passed_tests_are_counted_over_all_programs_and_failed_ones_are_none() {
        let said = "running 2 tests\ntest result: ok. 29 passed; 0 failed; 0 ignored\n\ntest result: ok. 2 passed; 0 failed\n";
        assert_eq!(passed(said), 31);
        assert_eq!(passed("test result: FAILED. 3 passed; 1 failed"), 0);
    }
}
