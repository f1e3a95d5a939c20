//! Libraries in Rust for programs that are not: one object that shows the names of the interface and nothing else, neither Rust's
//! standard library nor its way to panic, so that a program may have another Rust library, of any version, beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, exec};

/// What Rust's own library needs of the system.
pub const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// Names of functions and data that a library shows.
pub type Names = BTreeSet<String>;

/// Which tool, or what is to be installed.
fn tool(name: &str) -> Result<PathBuf> {
    exec::find(&[name]).ok_or_else(|| format!("{name} is missing (Debian: binutils)"))
}

/// A compiler of C, or what is to be installed.
pub fn compiler() -> Result<PathBuf> {
    exec::find(&["cc", "gcc"]).ok_or_else(|| "a C compiler is missing (Debian: gcc)".into())
}

/// Where cargo puts what it builds with a profile.
pub fn built(root: &Path, profile: &str) -> PathBuf {
    root.join("target").join(if profile == "dev" { "debug" } else { profile })
}

/// Builds a package's library of some kind, for the linker or for whoever loads it.
pub fn compile(root: &Path, package: &str, profile: &str, kind: &str, more: &[&str]) -> Result {
    let mut command = exec::cargo(root);
    command.args(["rustc", "--package", package, "--lib", "--profile", profile, "--crate-type", kind, "--"]);
    exec::run(command.args(more))
}

/// One relocatable object of a static library of Rust's, whose only global names are these.
pub fn object(raw: &Path, names: &Names, object: &Path) -> Result {
    let [linked, bare] = ["linked.o", "bare.o"].map(|extension| object.with_extension(extension));
    let mut link = Command::new(tool("ld")?);
    link.args(["-r", "--gc-sections", "--force-group-allocation"]);
    link.args(names.iter().flat_map(|name| ["-u", name])).arg("-o").arg(&linked).arg(raw);
    exec::run(&mut link)?;
    let objcopy = tool("objcopy")?;
    // What link-time optimisation leaves there is larger than the code, and old tools stumble over it.
    exec::run(Command::new(&objcopy).args(["-R", ".llvmbc", "-R", ".llvmcmd", "-g"]).args([&linked, &bare]))?;
    let kept = names.iter().map(|name| format!("--keep-global-symbol={name}"));
    let symbols = exec::output(Command::new(tool("readelf")?).args(["-W", "-s"]).arg(&linked))?;
    let weak = optional(&symbols).map(|name| format!("--weaken-symbol={name}"));
    // Without names that nothing here refers to any more, such as functions that only a newer libc has: what refers to them weakly elsewhere
    // in a program would be told that they are missing.
    exec::run(Command::new(&objcopy).arg("--strip-unneeded").args(kept).args(weak).arg(&bare).arg(object))?;
    for made in [linked, bare] {
        fs::remove_file(&made).map_err(|e| format!("{}: {e}", made.display()))?;
    }
    Ok(())
}

/// What Rust's library takes where the system has it, such as functions of later versions of the C library: GNU ld forgets in the link
/// above that it can do without, and makes such names local, which nothing else is that is undefined.
fn optional(symbols: &str) -> impl Iterator<Item = &str> {
    symbols.lines().filter_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, _, _, _, "LOCAL", _, "UND", name] => Some(name),
        _ => None,
    })
}

/// A static library of one object.
pub fn archive(object: &Path, archive: &Path, names: &Names) -> Result {
    let _ = fs::remove_file(archive);
    // No date and no owner: the same sources give the same bytes.
    exec::run(Command::new(tool("ar")?).arg("rcsD").args([archive, object]))?;
    shows(&["-g"], archive, names)
}

/// A shared library of one object, with the name that programs look for. With a node of versions every name belongs to it. The
/// linker of Rust refuses a script for versions beside its own; here is no other.
pub fn shared(object: &Path, library: &Path, soname: &str, node: Option<&str>, names: &Names) -> Result {
    let mut link = Command::new(compiler()?);
    link.arg("-shared").arg("-o").arg(library).arg(object);
    link.args([&format!("-Wl,-soname,{soname}"), "-Wl,-z,relro,-z,now,-z,defs", "-Wl,--as-needed"]);
    let script = object.with_extension("map");
    if let Some(node) = node {
        let listed: String = names.iter().map(|name| format!("    {name};\n")).collect();
        let text = format!("{node} {{\n  global:\n{listed}  local:\n    *;\n}};\n");
        fs::write(&script, text).map_err(|e| format!("{}: {e}", script.display()))?;
        link.arg(format!("-Wl,--version-script={}", script.display()));
    }
    exec::run(link.args(SYSTEM))?;
    if node.is_some() {
        fs::remove_file(&script).map_err(|e| format!("{}: {e}", script.display()))?;
    }
    shows(&["-D"], library, names)
}

/// The names that a library shows: `-g` for archives, `-D` for shared libraries. A version behind a name is no part of it.
pub fn shown(options: &[&str], library: &Path) -> Result<Names> {
    let mut nm = Command::new(tool("nm")?);
    let listed = exec::output(nm.args(options).args(["--defined-only", "--format=posix"]).arg(library))?;
    Ok(read(&listed))
}

/// The names in what `nm` prints.
fn read(listed: &str) -> Names {
    let words = listed.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        // Those of members of archives stand alone; a node of versions is an absolute name.
        (!name.ends_with(':') && !rest.starts_with('A')).then_some(name)
    });
    words.map(|name| name.split('@').next().unwrap_or(name).to_owned()).collect()
}

/// That a library shows these names and no others.
pub fn shows(options: &[&str], library: &Path, names: &Names) -> Result {
    let found = shown(options, library)?;
    if found == *names {
        return Ok(());
    }
    let differing: Vec<&String> = found.symmetric_difference(names).collect();
    Err(format!("{}: names that it lacks, or has and should not: {differing:?}", library.display()))
}

/// What a program asks of shared libraries: their names in brackets, and names with versions.
pub fn wanted(program: &Path) -> Result<String> {
    let mut libraries = exec::output(Command::new(tool("readelf")?).args(["-W", "-d"]).arg(program))?;
    libraries
        .push_str(&exec::output(Command::new(tool("nm")?).args(["-D", "--undefined-only"]).arg(program))?);
    Ok(libraries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_local_and_undefined_is_optional() {
        let symbols = "   Num:    Value          Size Type    Bind   Vis      Ndx Name\n     0: 0000000000000000     0 NOTYPE  LOCAL  DEFAULT  UND \n\
            7: 0000000000000000     0 NOTYPE  LOCAL  DEFAULT  UND pidfd_getpid\n  8: 0000000000000000     0 NOTYPE  GLOBAL DEFAULT  UND memcpy\n\
            9: 0000000000000010    32 FUNC    LOCAL  DEFAULT    5 inner\n";
        assert_eq!(optional(symbols).collect::<Vec<_>>(), ["pidfd_getpid"]);
    }

    #[test]
    fn names_are_read_without_versions_members_and_nodes() {
        let listed =
            "lib.a[own.o]:\nlanesmith_a T 0 10\nlanesmith_b@@LANESMITH_0.1 T 10 4\nLANESMITH_0.1 A 0\n";
        let names: Vec<String> = read(listed).into_iter().collect();
        assert_eq!(names, ["lanesmith_a", "lanesmith_b"]);
    }
}
