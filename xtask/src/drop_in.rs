//! Libraries in whose place ours can be linked: `cargo xtask drop-in`, and the tests of those who made the originals.

pub mod blst;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{Outcome, Stage};
use crate::prelink::{self, SYSTEM};
use crate::{Result, exec, foreign, suites};

/// A library and what it is made of.
struct Library {
    /// As commands and linkers call it.
    name: &'static str,
    /// Ours, in `bindings/lib<name>`.
    package: &'static str,
    /// What the name of every function begins with.
    prefix: &'static str,
    /// The names of objects, which no header shows by their look.
    objects: &'static [&'static str],
    /// The name that programs look for at run time, where there is a shared library.
    soname: Option<&'static str>,
    /// The version whose interface it is, as `pkg-config` tells it.
    version: &'static str,
    summary: &'static str,
    /// Whether a crate of that name has a `links` key, which Cargo lets users override.
    links: bool,
}

const LIBRARIES: &[Library] = &[
    Library {
        name: "argon2",
        package: "lanesmith-libargon2",
        prefix: "argon2",
        objects: &[],
        soname: Some("libargon2.so.1"),
        version: "20190702",
        summary: "Argon2 on the fastest engine of the CPU, with the interface of libargon2",
        links: false,
    },
    Library {
        name: "blst",
        package: "lanesmith-libblst",
        prefix: "blst_",
        objects: &["BLS12_381_G1", "BLS12_381_NEG_G1", "BLS12_381_G2", "BLS12_381_NEG_G2"],
        // What is built of the original has no other name.
        soname: Some("libblst.so"),
        version: "0.3.17",
        summary: "BLS12-381 on the fastest engine of the CPU, with the interface of blst",
        links: true,
    },
    Library {
        name: "hashtree",
        package: "lanesmith-libhashtree",
        prefix: "hashtree_",
        objects: &[],
        // What is built of the original is an archive: this is for whoever loads libraries, such as a race.
        soname: Some("libhashtree.so"),
        version: "0.2.6",
        summary: "SHA-256 of nodes on the fastest engine of the CPU, with the interface of hashtree",
        links: false,
    },
];

#[derive(clap::Args)]
pub struct Args {
    /// argon2, blst or hashtree
    name: String,
    /// The folder for library, header and .pc file; it is made
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How it is compiled
    #[arg(long, default_value = "dist")]
    profile: String,
    /// Print the lines of .cargo/config.toml by which a Rust program links it in place of the original (blst)
    #[arg(long)]
    cargo: bool,
    /// Print how a Go module links it in place of the original (blst)
    #[arg(long)]
    go: bool,
}

/// Builds one.
pub fn run(args: &Args, root: &Path) -> Result {
    let names = || LIBRARIES.iter().map(|library| library.name).collect::<Vec<_>>().join(", ");
    let library = LIBRARIES.iter().find(|library| library.name == args.name);
    let library = library.ok_or_else(|| format!("no library {:?} is known: {}", args.name, names()))?;
    if (args.cargo || args.go) && !library.links {
        return Err(format!("--cargo and --go are for blst: nothing overrides what links {}", args.name));
    }
    prelink::compile(root, library.package, &args.profile, "staticlib", &[])?;
    library.lay_out(root, &args.out, &args.profile)?;
    let out = args.out.canonicalize().map_err(|e| format!("{}: {e}", args.out.display()))?;
    if args.cargo {
        print!("{}", blst::cargo(&out)?);
    }
    if args.go {
        print!("{}", blst::go(&out));
    }
    if args.cargo || args.go {
        return Ok(());
    }
    println!(
        "{}: lib{} is ready; {}/lib{}.pc names it",
        args.out.display(),
        args.name,
        args.out.display(),
        args.name
    );
    Ok(())
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

impl Library {
    fn folder(&self, root: &Path) -> PathBuf {
        root.join(format!("bindings/lib{}", self.name))
    }

    /// The names that the library has: what its header declares for this machine.
    fn names(&self, root: &Path, compiler: &Path) -> Result<BTreeSet<String>> {
        let header = self.folder(root).join(format!("include/{}.h", self.name));
        let text = exec::output(Command::new(compiler).args(["-E", "-P"]).arg(header))?;
        let words = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('))
            .filter_map(|w| w.split_once('('));
        let names: BTreeSet<String> =
            words.map(|(name, _)| name.to_owned()).filter(|name| name.starts_with(self.prefix)).collect();
        if names.is_empty() {
            return Err(format!("lib{}: its header declares nothing", self.name));
        }
        Ok(names.into_iter().chain(self.objects.iter().map(|&name| name.to_owned())).collect())
    }

    /// Library, header and .pc file in a folder, of what cargo has built.
    fn lay_out(&self, root: &Path, out: &Path, profile: &str) -> Result {
        let names = self.names(root, &prelink::compiler()?)?;
        fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
        let crate_name = self.package.replace('-', "_");
        let raw = prelink::built(root, profile).join(format!("lib{crate_name}.a"));
        let object = out.join(format!("{}.o", self.name));
        prelink::object(&raw, &names, &object)?;
        prelink::archive(&object, &out.join(format!("lib{}.a", self.name)), &names)?;
        if let Some(soname) = self.soname {
            prelink::shared(&object, &out.join(soname), soname, None, &names)?;
            let plain = out.join(format!("lib{}.so", self.name));
            if soname != format!("lib{}.so", self.name) {
                let _ = fs::remove_file(&plain);
                #[cfg(unix)]
                std::os::unix::fs::symlink(soname, &plain)
                    .map_err(|e| format!("{}: {e}", plain.display()))?;
            }
        }
        fs::remove_file(&object).map_err(|e| format!("{}: {e}", object.display()))?;
        let include = self.folder(root).join("include");
        for header in fs::read_dir(&include).map_err(|e| format!("{}: {e}", include.display()))? {
            let header = header.map_err(|e| format!("{}: {e}", include.display()))?;
            write(&out.join(header.file_name()), read(&header.path())?)?;
        }
        write(&out.join(format!("lib{}.pc", self.name)), self.pkg_config(out))
    }

    fn pkg_config(&self, out: &Path) -> String {
        let here = out.canonicalize().unwrap_or_else(|_| out.to_path_buf());
        format!(
            "prefix={}\nName: lib{}\nDescription: {}\nVersion: {}\nCflags: -I${{prefix}}\nLibs: -L${{prefix}} -l{}\nLibs.private: {}\n",
            here.display(),
            self.name,
            self.summary,
            self.version,
            self.name,
            SYSTEM.join(" ")
        )
    }
}

/// The stage of the guard.
pub fn stage() -> Stage {
    Stage::new("drop-in libraries", |root| {
        let Some(compiler) = exec::find(&["gcc", "cc"]) else {
            return Outcome::Skipped("a C compiler (Debian: gcc)".into());
        };
        tested(root, &compiler).into()
    })
}

/// The libraries under the tests that their originals come with, unmodified.
fn tested(root: &Path, compiler: &Path) -> Result {
    let folder = root.join("target/drop-in");
    exec::workspace(root)?;
    for library in LIBRARIES {
        library.lay_out(root, &folder.join(library.name), "dev")?;
    }
    hashtree(root, compiler, &folder)?;
    hosts(root, &folder)?;
    suites::quick(root, &folder.join("blst"))?;
    argon2(root, compiler, &folder)
}

/// Compiles a program of C against a library.
fn c_program(
    compiler: &Path,
    sources: &[PathBuf],
    include: &[&Path],
    library: &[&str],
    program: &Path,
) -> Result {
    let mut command = Command::new(compiler);
    command.args(["-O1", "-w"]).args(include.iter().map(|path| format!("-I{}", path.display())));
    exec::run(command.args(sources).args(library).args(SYSTEM).arg("-o").arg(program))
}

/// Where the crate of an original stands.
fn original(root: &Path, name: &str) -> Result<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Package {
        name: String,
        manifest_path: PathBuf,
    }
    let packages: Vec<Package> = exec::packages(root, &["--all-features"])?;
    let package = packages.iter().find(|package| package.name == name);
    let folder = package.and_then(|package| package.manifest_path.parent()).map(Path::to_path_buf);
    folder.ok_or_else(|| format!("{name} is no dependency of the workspace any more"))
}

/// hashtree's own tests, which its crate brings.
fn hashtree(root: &Path, compiler: &Path, folder: &Path) -> Result {
    let source = original(root, "hashtree-rs")?.join("src");
    let (ours, program) = (folder.join("hashtree"), folder.join("hashtree-test"));
    let archive = ours.join("libhashtree.a").display().to_string();
    // Its header, not ours: programs are compiled with that.
    c_program(compiler, &[source.join("test.c")], &[&source], &[&archive], &program)?;
    exec::run(Command::new(&program).arg("--no-exec"))?;
    // The original as a shared library beside ours.
    let built = folder.join("hashtree-original");
    let copy = built.join("src");
    let _ = fs::remove_dir_all(&built);
    fs::create_dir_all(&built).map_err(|e| format!("{}: {e}", built.display()))?;
    exec::run(Command::new("cp").args(["-r", "--no-preserve=mode"]).arg(&source).arg(&copy))?;
    exec::run(Command::new("make").arg("-C").arg(&copy).env("OUT_DIR", &built))?;
    let theirs = built.join("libhashtree.so");
    let mut link = Command::new(compiler);
    link.args(["-shared", "-Wl,--whole-archive"]).arg(built.join("lib/libhashtree.a"));
    exec::run(link.args(["-Wl,--no-whole-archive", "-o"]).arg(&theirs))?;
    against(
        &lanesmith(root)?,
        "hashtree",
        &[&["sha256", "nodes"].join("."), "--case", "n=1000"],
        &ours.join("libhashtree.so"),
        &theirs,
    )
}

/// The program that races.
fn lanesmith(root: &Path) -> Result<PathBuf> {
    match foreign::native(root) {
        Ok(program) => Ok(program),
        Err(Outcome::Failed(message) | Outcome::Skipped(message)) => Err(message),
        Err(Outcome::Passed) => Err("there is no program that races".into()),
    }
}

/// A short race of libraries of one interface: what it told, and whether it ended well.
fn race(lanesmith: &Path, interface: &str, what: &[&str], libraries: &[&Path]) -> Result<(String, bool)> {
    let mut race = Command::new(lanesmith);
    race.arg("race").args(what).args(["--no-check", "--json", "--quick", "--time", "1"]);
    for path in libraries {
        race.arg("--peer-library").arg(format!("{interface}={}", path.display()));
    }
    exec::output_and_status(&mut race)
}

/// Races our library and another one, to which the ratios are told.
fn against(lanesmith: &Path, interface: &str, what: &[&str], ours: &Path, theirs: &Path) -> Result {
    let (said, ok) = race(lanesmith, interface, what, &[ours, theirs])?;
    // A library is called by its whole path where two files have one name.
    let name = |path: &Path| match ours.file_name() == theirs.file_name() {
        true => format!("\"{interface}:{}\"", path.display()),
        false => format!("\"{interface}:{}\"", path.file_name().unwrap_or_default().display()),
    };
    let told = [format!("\"contender\": {}", name(theirs)), format!("\"baseline\": {}", name(ours))];
    match ok && told.iter().all(|part| said.contains(part)) {
        true => Ok(()),
        false => Err(format!("a race of {} and {}:\n{said}", ours.display(), theirs.display())),
    }
}

/// Programs in Rust, whose standard library and way to panic must stay their own.
fn hosts(root: &Path, folder: &Path) -> Result {
    let source = root.join("bindings/libargon2/host/host.rs");
    let rustc = exec::find(&["rustc"]).ok_or("rustc is missing")?;
    let mut tags = BTreeSet::new();
    for options in [&["-Cpanic=unwind"][..], &["-Cpanic=unwind", "-O", "-Clto=fat"], &["-Cpanic=abort", "-O"]]
    {
        let program = folder.join("host");
        let mut compile = Command::new(&rustc);
        compile.args(["--edition=2024", "-lstatic=argon2", "-L"]).arg(folder.join("argon2")).args(options);
        exec::run(compile.arg(&source).arg("-o").arg(&program))?;
        tags.insert(exec::output(&mut Command::new(&program))?);
    }
    if tags.len() == 1 { Ok(()) } else { Err(format!("hosts of the archive disagree: {tags:?}")) }
}

/// What argon2-cffi's bindings bring: libargon2's sources with its tests. And the tests of both packages of Python over our library.
const BINDINGS: &str = "argon2-cffi-bindings==26.2.0";
const CFFI: &str = "argon2-cffi==25.1.0";

fn argon2(root: &Path, compiler: &Path, folder: &Path) -> Result {
    let python = root.join("target/python/venv/bin/python");
    let Some(python) = python.is_file().then_some(python).or_else(|| exec::find(&["python3"])) else {
        return Err("python3 is missing (Debian: python3-venv)".into());
    };
    let sources = folder.join("sources");
    if !sources.join("done").is_file() {
        let _ = fs::remove_dir_all(&sources);
        let mut get = Command::new(&python);
        get.args(["-m", "pip", "download", "-q", "--no-deps", "--no-binary=:all:", "-d"]);
        exec::run(get.arg(&sources).args([BINDINGS, CFFI]))?;
        let unpack = "import glob, sys, tarfile\nfor f in glob.glob(sys.argv[1] + '/*.tar.gz'): tarfile.open(f).extractall(sys.argv[1], filter='data')";
        exec::run(Command::new(&python).args(["-c", unpack]).arg(&sources))?;
        write(&sources.join("done"), "")?;
    }
    let original = sources.join("argon2_cffi_bindings-26.2.0/extras/libargon2");
    let ours = folder.join("argon2");
    let test = original.join("src/test.c");
    let include = original.join("include");
    // Both ways to link; the header of the original, since programs are compiled with that.
    for (name, link) in
        [("shared", "-largon2".to_owned()), ("static", ours.join("libargon2.a").display().to_string())]
    {
        let program = folder.join(format!("argon2-test-{name}"));
        let path = format!("-L{}", ours.display());
        c_program(compiler, std::slice::from_ref(&test), &[&include], &[&path, &link], &program)?;
        let said = exec::output(Command::new(&program).env("LD_LIBRARY_PATH", &ours))?;
        let passed = said.matches("PASS").count();
        println!("libargon2's test.c, {name}: {passed} passed");
        if passed < 37 || said.contains("FAIL") {
            return Err(format!("libargon2's own tests, {name}:\n{said}"));
        }
    }
    cffi(&python, folder, &sources, &ours)?;
    cryptsetup(folder, &ours)?;
    php(&ours)?;
    raced(root, compiler, folder, &ours)
}

/// The tests of argon2-cffi and of its bindings, built for the library of the system, which is ours here.
fn cffi(python: &Path, folder: &Path, sources: &Path, ours: &Path) -> Result {
    let venv = folder.join("venv");
    let inside = venv.join("bin/python");
    if !venv.join("done").is_file() {
        exec::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&venv))?;
        let mut install = Command::new(&inside);
        install
            .args(["-m", "pip", "install", "-q", "--no-cache-dir", "--no-binary=argon2-cffi-bindings"])
            .args([BINDINGS, CFFI]);
        install.args(["pytest", "hypothesis"]).env("ARGON2_CFFI_USE_SYSTEM", "1");
        exec::run(install.env("CMAKE_INCLUDE_PATH", ours).env("CMAKE_LIBRARY_PATH", ours))?;
        write(&venv.join("done"), "")?;
    }
    for (package, name) in
        [("argon2_cffi_bindings-26.2.0", "its bindings"), ("argon2_cffi-25.1.0", "argon2-cffi")]
    {
        let mut test = Command::new(&inside);
        test.current_dir(sources.join(package)).env("LD_LIBRARY_PATH", ours);
        println!("tests of {name}:");
        exec::run(test.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]))?;
    }
    // That it was ours which they called.
    let whose = "import argon2, os\nfrom _argon2_cffi_bindings import lib\nargon2.PasswordHasher(1, 64, 1).hash('x')\n\
        assert any(os.path.realpath(l.split()[-1]).startswith(os.path.realpath(os.environ['OURS'])) for l in open('/proc/self/maps') if 'argon2.so' in l)";
    exec::run(Command::new(&inside).args(["-c", whose]).env("LD_LIBRARY_PATH", ours).env("OURS", ours))
}

/// A volume that cryptsetup makes over our library opens over the system's, and the other way round.
fn cryptsetup(folder: &Path, ours: &Path) -> Result {
    let Some(cryptsetup) = exec::find(&["cryptsetup", "/sbin/cryptsetup", "/usr/sbin/cryptsetup"]) else {
        println!("no volume is made: no cryptsetup (Debian: cryptsetup-bin)");
        return Ok(());
    };
    let key = folder.join("volume-key");
    write(&key, "correct horse")?;
    for (made_by_us, name) in [(true, "ours"), (false, "the system's")] {
        let image = folder.join("volume.img");
        let _ = fs::remove_file(&image);
        let file = fs::File::create(&image).and_then(|file| file.set_len(32 << 20));
        file.map_err(|e| format!("{}: {e}", image.display()))?;
        let command = |over_us: bool| {
            let mut command = Command::new(&cryptsetup);
            if over_us {
                command.env("LD_LIBRARY_PATH", ours);
            }
            command
        };
        let mut format = command(made_by_us);
        format.args([
            "-q",
            "luksFormat",
            "--type",
            "luks2",
            "--pbkdf",
            "argon2id",
            "--pbkdf-force-iterations",
            "4",
        ]);
        exec::run(format.args(["--pbkdf-memory", "65536", "--key-file"]).args([&key, &image]))?;
        exec::run(
            command(!made_by_us).args(["open", "--test-passphrase", "--key-file"]).args([&key, &image]),
        )?;
        println!("a volume made over {name} libargon2 opens over the other");
    }
    Ok(())
}

/// A password that PHP stores over our library is the right one over the system's, and the other way round.
fn php(ours: &Path) -> Result {
    let Some(php) = exec::find(&["php"]) else {
        println!("no password is stored by PHP: no php (Debian: php-cli)");
        return Ok(());
    };
    let store =
        "echo password_hash('correct horse', PASSWORD_ARGON2ID, ['memory_cost' => 1024, 'time_cost' => 2]);";
    // And that it was ours which was called.
    let check = "exit(password_verify('correct horse', $argv[1]) && !password_verify('battery', $argv[1]) && \
        str_contains(file_get_contents('/proc/self/maps'), $argv[2] . '/libargon2.so.1') == $argv[3] ? 0 : 1);";
    let real = ours.canonicalize().map_err(|e| format!("{}: {e}", ours.display()))?;
    for made_by_us in [true, false] {
        let command = |over_us: bool, script: &str| {
            let mut command = Command::new(&php);
            if over_us {
                command.env("LD_LIBRARY_PATH", &real);
            }
            command.args(["-r", script]);
            command
        };
        let stored = exec::output(&mut command(made_by_us, store))?;
        let is_ours = if made_by_us { "0" } else { "1" };
        let mut verify = command(!made_by_us, check);
        exec::run(verify.args(["--", &stored]).arg(&real).arg(is_ours))
            .map_err(|e| format!("{stored}: {e}"))?;
    }
    println!("passwords that PHP stores over either libargon2 are right over the other");
    Ok(())
}

/// What a library must have to be raced, with results that are none.
const LIAR: &str = "int argon2i_hash_raw(void) { return 0; }\nint argon2id_hash_raw(void) { return 0; }\n";

/// The race loads libraries by their files: ours and the system's take part, one that gives something else is thrown out by name.
fn raced(root: &Path, compiler: &Path, folder: &Path, ours: &Path) -> Result {
    let lanesmith = lanesmith(root)?;
    let operation = ["pwhash", "argon2"].join(".");
    let what = [operation.as_str(), "--case", "size=64KiB", "--case", "t=1000"];
    let folders = ["/lib", "/usr/lib", "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu"];
    let system = folders.map(|folder| Path::new(folder).join("libargon2.so.1"));
    match system.iter().find(|path| path.is_file()) {
        None => {
            println!("nothing is raced against the system's libargon2: there is none (Debian: libargon2-1)")
        }
        Some(system) => against(&lanesmith, "argon2", &what, &ours.join("libargon2.so.1"), system)?,
    }
    let (source, liar) = (folder.join("liar.c"), folder.join("liar.so"));
    write(&source, LIAR)?;
    exec::run(Command::new(compiler).args(["-shared", "-fPIC", "-w", "-o"]).args([&liar, &source]))?;
    match race(&lanesmith, "argon2", &what, &[&liar])? {
        (said, false) if said.contains("wrong output") => Ok(()),
        (said, _) => Err(format!("a library that computes nothing was not thrown out:\n{said}")),
    }
}
