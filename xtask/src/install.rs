//! `cargo xtask install`: the library for C as distributions expect it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::prelink::{self, Names, SYSTEM};
use crate::{Result, exec, generate};

const PACKAGE: &str = "lanesmith-c";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of every name in the shared library: two of them may be in one process, as when a plug-in is older than its host.
fn node() -> String {
    format!("LANESMITH_{}", generate::interface_version())
}

const AFTER_HELP: &str = "\
Examples:
  sudo cargo xtask install
  cargo xtask install --prefix /usr --libdir lib/x86_64-linux-gnu --destdir debian/tmp
  cargo xtask install --prefix ~/.local

Linux only so far; binutils and a C compiler are needed.";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Where programs will find it
    #[arg(long, value_name = "DIR", default_value = "/usr/local")]
    prefix: PathBuf,
    /// The folder for libraries, from the prefix
    #[arg(long, value_name = "DIR", default_value = "lib")]
    libdir: PathBuf,
    /// The folder for headers, from the prefix
    #[arg(long, value_name = "DIR", default_value = "include")]
    includedir: PathBuf,
    /// A folder that stands for the root of the system while a package is made
    #[arg(long, value_name = "DIR")]
    destdir: Option<PathBuf>,
    /// How it is compiled
    #[arg(long, default_value = "dist")]
    profile: String,
}

/// Builds and installs.
pub fn run(args: &Args, root: &Path) -> Result {
    let prefix = std::path::absolute(&args.prefix).map_err(|e| format!("{}: {e}", args.prefix.display()))?;
    let place = Place {
        prefix,
        libdir: args.libdir.clone(),
        includedir: args.includedir.clone(),
        destdir: args.destdir.clone(),
    };
    place.check()?;
    prelink::compile(root, PACKAGE, &args.profile, "staticlib", &[])?;
    let raw = prelink::built(root, &args.profile).join("liblanesmith_c.a");
    for file in place.install(root, &raw)? {
        println!("{}", file.display());
    }
    Ok(())
}

/// Where everything goes.
pub struct Place {
    /// Absolute.
    pub prefix: PathBuf,
    /// Both from the prefix.
    pub libdir: PathBuf,
    /// For headers.
    pub includedir: PathBuf,
    /// What is put before the prefix when files are written, and is in none of them.
    pub destdir: Option<PathBuf>,
}

impl Place {
    /// Below a prefix, with the folders that most have.
    pub fn below(prefix: PathBuf) -> Self {
        Place { prefix, libdir: "lib".into(), includedir: "include".into(), destdir: None }
    }

    /// That files of pkg-config and CMake can tell of it.
    fn check(&self) -> Result {
        for (option, folder) in [("libdir", &self.libdir), ("includedir", &self.includedir)] {
            let plain = folder.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if !plain || folder.as_os_str().is_empty() {
                let is = folder.display();
                return Err(format!(
                    "--{option} {is}: a folder below the prefix is wanted, such as lib or lib64"
                ));
            }
        }
        for folder in [&self.prefix, &self.libdir, &self.includedir] {
            let text = folder.to_str().ok_or_else(|| format!("{}: not UTF-8", folder.display()))?;
            if let Some(bad) = text.chars().find(|c| c.is_whitespace() || "\"'$#;\\".contains(*c)) {
                return Err(format!("{text}: {bad:?} in it would end a line of pkg-config or CMake"));
            }
        }
        Ok(())
    }

    /// Where a path below the prefix is written.
    fn written(&self, below: &Path) -> PathBuf {
        let whole = self.prefix.join(below);
        match &self.destdir {
            Some(folder) => folder.join(whole.strip_prefix("/").unwrap_or(&whole)),
            None => whole,
        }
    }

    /// Where the libraries are written.
    pub fn libraries(&self) -> PathBuf {
        self.written(&self.libdir)
    }

    /// Makes both libraries of what cargo has built, and writes everything; gives the files.
    ///
    /// # Errors
    /// A tool that is missing, a folder that cannot be written, a library that does not show the recorded names.
    pub fn install(&self, root: &Path, raw: &Path) -> Result<Vec<PathBuf>> {
        let names = generate::names(root)?;
        let work = root.join("target/install");
        fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
        let [archive, shared] = libraries(raw, &work, &names)?;
        let (libdir, headers) = (self.libraries(), self.written(&self.includedir));
        let full = format!("liblanesmith.so.{VERSION}");
        let mut files = vec![];
        let mut put = |path: PathBuf, bytes: Vec<u8>| {
            replace(&path, &bytes)?;
            files.push(path);
            Result::Ok(())
        };
        let bytes = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
        put(libdir.join("liblanesmith.a"), bytes(&archive)?)?;
        put(libdir.join(&full), bytes(&shared)?)?;
        for header in ["lanesmith.h", "lanesmith_err.h"] {
            put(headers.join(header), bytes(&root.join("bindings/c/include").join(header))?)?;
        }
        put(libdir.join("pkgconfig/lanesmith.pc"), self.pkg_config().into())?;
        let cmake = libdir.join("cmake/lanesmith");
        put(cmake.join("lanesmithConfig.cmake"), self.cmake(root)?.into())?;
        put(
            cmake.join("lanesmithConfigVersion.cmake"),
            filled(&template(root, "lanesmithConfigVersion.cmake")?).into(),
        )?;
        let soname = generate::soname();
        for (name, to) in [(soname.as_str(), full.as_str()), ("liblanesmith.so", &soname)] {
            let link = libdir.join(name);
            let _ = fs::remove_file(&link);
            #[cfg(unix)]
            std::os::unix::fs::symlink(to, &link).map_err(|e| format!("{}: {e}", link.display()))?;
            files.push(link);
        }
        Ok(files)
    }

    fn pkg_config(&self) -> String {
        format!(
            "prefix={}\nlibdir=${{prefix}}/{}\nincludedir=${{prefix}}/{}\n\nName: lanesmith\n\
             Description: SHA-256, Merkle trees, BLS12-381, password hashes and Curl-P on the fastest engine of the CPU\n\
             Version: {VERSION}\nCflags: -I${{includedir}}\nLibs: -L${{libdir}} -llanesmith\nLibs.private: {}\n",
            self.prefix.display(),
            self.libdir.display(),
            self.includedir.display(),
            SYSTEM.join(" ")
        )
    }

    /// The package of CMake finds its own prefix: it may be moved.
    fn cmake(&self, root: &Path) -> Result<String> {
        // As many folders up as the file lies below the prefix.
        let up = "../".repeat(self.libdir.components().count() + 2);
        let text = template(root, "lanesmithConfig.cmake")?;
        let text = text.replace("@UP@", up.trim_end_matches('/'));
        let text = text.replace("@LIBDIR@", &self.libdir.display().to_string());
        Ok(filled(&text.replace("@INCLUDEDIR@", &self.includedir.display().to_string())))
    }
}

fn template(root: &Path, name: &str) -> Result<String> {
    let path = root.join("bindings/c/cmake").join(format!("{name}.in"));
    fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
}

/// With version and names in their places.
fn filled(text: &str) -> String {
    let text = text.replace("@VERSION@", VERSION).replace("@INTERFACE@", &generate::interface_version());
    let system: Vec<&str> = SYSTEM.iter().map(|flag| flag.trim_start_matches("-l")).collect();
    let text = text.replace("@POINTER@", &size_of::<usize>().to_string());
    text.replace("@SONAME@", &generate::soname()).replace("@SYSTEM@", &system.join(";"))
}

/// Both libraries in a folder, of one object and with the same names.
fn libraries(raw: &Path, work: &Path, names: &Names) -> Result<[PathBuf; 2]> {
    let object = work.join("lanesmith.o");
    prelink::object(raw, names, &object)?;
    let (archive, shared) = (work.join("liblanesmith.a"), work.join("liblanesmith.so"));
    prelink::archive(&object, &archive, names)?;
    prelink::shared(&object, &shared, &generate::soname(), Some(&node()), names)?;
    fs::remove_file(&object).map_err(|e| format!("{}: {e}", object.display()))?;
    Ok([archive, shared])
}

/// Writes a file beside its place and puts it there whole: programs that run keep the one they have opened.
fn replace(path: &Path, bytes: &[u8]) -> Result {
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    let folder = path.parent().ok_or_else(|| format!("{}: no file", path.display()))?;
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&draft, bytes).and_then(|()| {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = if name.contains(".so") { 0o755 } else { 0o644 };
            fs::set_permissions(&draft, fs::Permissions::from_mode(mode))?;
        }
        fs::rename(&draft, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.map_err(fail)
}

/// The library as programs find it where it is installed.
pub struct Installed {
    /// The folder that has `liblanesmith.so.<n>` and nothing else, as on machines where nothing is compiled.
    runtime: PathBuf,
    pkgconfig: PathBuf,
}

impl Installed {
    /// A program, started so that the loader finds the library.
    pub fn program(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        self.known(&mut command);
        command
    }

    /// Tells a compiler and what it starts of the library.
    pub fn known(&self, command: &mut Command) {
        command.env("PKG_CONFIG_PATH", &self.pkgconfig).env("LD_LIBRARY_PATH", &self.runtime);
    }

    /// What pkg-config answers.
    fn asked(&self, questions: &[&str]) -> Result<Vec<String>> {
        let program = exec::find(&["pkg-config", "pkgconf"]).ok_or(PKG_CONFIG)?;
        let mut ask = Command::new(program);
        ask.env("PKG_CONFIG_PATH", &self.pkgconfig).args(questions).arg("lanesmith");
        Ok(exec::output(&mut ask)?.split_whitespace().map(str::to_owned).collect())
    }
}

const PKG_CONFIG: &str = "pkg-config is missing (Debian: pkgconf)";

/// Installs what was built for development below `target`, and compiles and runs programs by what is written there.
///
/// # Errors
/// A program that does not link, run or say what it should; a file of a package that tells of the folder where the package is made.
pub fn tested(root: &Path, compiler: &Path, out: &Path) -> Result<Installed> {
    let (home, package) = (out.join("installed"), out.join("package"));
    for folder in [&home, &package] {
        let _ = fs::remove_dir_all(folder);
    }
    let raw = prelink::built(root, "dev").join("liblanesmith_c.a");
    let place = Place::below(home.clone());
    place.install(root, &raw)?;
    let runtime = out.join("runtime");
    fs::create_dir_all(&runtime).map_err(|e| format!("{}: {e}", runtime.display()))?;
    let shared = place.libraries().join(format!("liblanesmith.so.{VERSION}"));
    fs::copy(&shared, runtime.join(generate::soname())).map_err(|e| format!("{}: {e}", shared.display()))?;
    let installed = Installed { runtime, pkgconfig: place.libraries().join("pkgconfig") };
    pkg_config(root, compiler, out, &installed)?;
    cmake(root, out, &home, &installed)?;
    package_made(root, &raw, package)?;
    Ok(installed)
}

/// Programs compiled by what pkg-config answers: with the shared library, and static to the last byte.
fn pkg_config(root: &Path, compiler: &Path, out: &Path, installed: &Installed) -> Result {
    let source = root.join("bindings/c/examples/service.c");
    for (name, option, questions) in [
        ("by-pkg-config", None, &["--cflags", "--libs"][..]),
        ("by-pkg-config-static", Some("-static"), &["--static", "--cflags", "--libs"]),
    ] {
        let program = out.join(name);
        let mut compile = Command::new(compiler);
        compile
            .arg("-O1")
            .args(option)
            .arg(&source)
            .args(installed.asked(questions)?)
            .arg("-o")
            .arg(&program);
        exec::run(&mut compile)?;
        let (mut run, dynamic) = (installed.program(&program), option.is_none());
        if !dynamic {
            run.env_remove("LD_LIBRARY_PATH");
        }
        exec::run(&mut run)?;
        // Only the first one wants the library, by its name and its version.
        let wanted = if dynamic { prelink::wanted(&program)? } else { String::new() };
        let node = format!("lanesmith_random@{}", node());
        if dynamic && !(wanted.contains(&format!("[{}]", generate::soname())) && wanted.contains(&node)) {
            return Err(format!(
                "{}: it asks for neither {} nor {node}:\n{wanted}",
                program.display(),
                generate::soname()
            ));
        }
    }
    Ok(())
}

/// A project of CMake that looks for the library, with a program in C and one in C++.
fn cmake(root: &Path, out: &Path, home: &Path, installed: &Installed) -> Result {
    let Some(cmake) = exec::find(&["cmake"]) else {
        println!("no project of CMake's is built: no cmake (Debian: cmake)");
        return Ok(());
    };
    let folder = out.join("cmake");
    let _ = fs::remove_dir_all(&folder);
    let configured = |wanted: &str| {
        let mut configure = Command::new(&cmake);
        configure.arg("-S").arg(root.join("bindings/c/tests/cmake")).arg("-B").arg(&folder);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", home.display())).arg(format!("-DWANTED={wanted}"));
        configure
    };
    exec::run(&mut configured(&generate::interface_version()))?;
    exec::run(Command::new(&cmake).arg("--build").arg(&folder))?;
    for program in ["shared", "static", "chosen"] {
        exec::run(&mut installed.program(&folder.join(program)))?;
    }
    if prelink::wanted(&folder.join("chosen"))?.contains(&generate::soname()) {
        return Err("lanesmith_USE_STATIC_LIBS is on, and the shared library is linked".into());
    }
    // A version that is not this one: told on its output, which nobody need see.
    let refused = configured("99.0").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match refused.map_err(|e| format!("cmake: {e}"))?.success() {
        true => Err("find_package(lanesmith 99.0) is content with another version".into()),
        false => Ok(()),
    }
}

/// A package for a distribution: everything below the folder that stands for the system's root, which no file tells of.
fn package_made(root: &Path, raw: &Path, package: PathBuf) -> Result {
    let place = Place {
        destdir: Some(package.clone()),
        libdir: "lib/x86_64-linux-gnu".into(),
        ..Place::below("/usr".into())
    };
    let told = package.display().to_string().into_bytes();
    for file in place.install(root, raw)? {
        if !file.starts_with(package.join("usr")) {
            return Err(format!("{}: it is not below {}", file.display(), package.display()));
        }
        let bytes = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        if bytes.windows(told.len()).any(|window| window == told) {
            return Err(format!("{}: it tells where the package was made", file.display()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(prefix: &str, libdir: &str) -> Place {
        Place { libdir: libdir.into(), ..Place::below(prefix.into()) }
    }

    #[test]
    fn folders_outside_of_the_prefix_and_letters_that_end_lines_are_refused() {
        assert_eq!(place("/usr", "lib/x86_64-linux-gnu").check(), Ok(()));
        for (prefix, libdir) in
            [("/usr", "/lib"), ("/usr", "../lib"), ("/usr", ""), ("/a b", "lib"), ("/a;b", "lib")]
        {
            assert!(place(prefix, libdir).check().is_err(), "{prefix} {libdir}");
        }
    }

    #[test]
    fn the_folder_of_a_package_is_in_no_file() {
        let place = Place { destdir: Some("/tmp/package".into()), ..place("/usr", "lib64") };
        assert_eq!(place.libraries(), Path::new("/tmp/package/usr/lib64"));
        assert!(!place.pkg_config().contains("package") && place.pkg_config().contains("prefix=/usr\n"));
    }
}
