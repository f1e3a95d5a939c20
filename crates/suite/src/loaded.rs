//! Libraries that a user names by their files, to race them by the interface that programs call them by.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// An interface that libraries have which can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// That of libargon2.
    Argon2,
    /// That of blst.
    Blst,
    /// That of hashtree.
    Hashtree,
}

impl Interface {
    /// All of them.
    pub const ALL: [Interface; 3] = [Interface::Argon2, Interface::Blst, Interface::Hashtree];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Interface::Argon2 => "argon2",
            Interface::Blst => "blst",
            Interface::Hashtree => "hashtree",
        }
    }

    /// Whether its libraries take part in a case of a race: argon2's on several threads have threads of their own, whose time
    /// nobody would count, and blst shows neither its sextic extension nor products without reduction.
    pub fn takes_part(self, op: &str, case: &str) -> bool {
        let has = |part: &str| case.split(',').any(|other| other == part);
        match (self, op.split_once('.').unwrap_or((op, ""))) {
            (Interface::Argon2, ("pwhash", what)) => what == "argon2" && !has("p=4"),
            (Interface::Blst, ("bls", what)) => what != "fp6" && !has("do=wide") && !has("do=reduce"),
            (Interface::Hashtree, ("sha256", what)) => matches!(what, "nodes" | "tree"),
            _ => false,
        }
    }
}

/// A file and the interface that it has, as they are written on a command line: `blst=/opt/lib/libblst.so`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The interface.
    pub interface: Interface,
    /// The file.
    pub path: PathBuf,
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Interface::ALL.map(Interface::name).join(", ");
        let Some((name, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("not of the form NAME=PATH".into());
        };
        let interface = Interface::ALL.into_iter().find(|interface| interface.name() == name);
        let interface =
            interface.ok_or_else(|| format!("no interface {name:?} is known; there are {}", known()))?;
        Ok(Wanted { interface, path: path.into() })
    }
}

/// What a contender is called: the interface and the file's name, or the whole path where two files have one name.
#[cfg(any(test, all(feature = "peers", unix)))]
fn names(wanted: &[Wanted]) -> Vec<String> {
    let short = |one: &Wanted| {
        let name = one.path.file_name().unwrap_or(one.path.as_os_str());
        format!("{}:{}", one.interface.name(), name.to_string_lossy())
    };
    let name = |one: &Wanted| match wanted.iter().filter(|other| short(other) == short(one)).count() {
        0 | 1 => short(one),
        _ => format!("{}:{}", one.interface.name(), one.path.display()),
    };
    // What is behind a comma and a blank is a way to use a contender.
    wanted.iter().map(|one| name(one).replace(", ", ",")).collect()
}

/// Why a file is no library that can be raced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for LoadError {}

#[cfg(not(all(feature = "peers", unix)))]
pub use nowhere::*;
#[cfg(all(feature = "peers", unix))]
pub use there::*;

/// Where libraries cannot be loaded.
#[cfg(not(all(feature = "peers", unix)))]
mod nowhere {
    use super::{Interface, LoadError, Wanted};

    /// Refuses all of them.
    ///
    /// # Errors
    /// Always, but for none at all.
    pub fn load(wanted: &[Wanted]) -> Result<(), LoadError> {
        let refused = |one: &Wanted| LoadError {
            path: one.path.clone(),
            reason: "this build cannot load libraries: on Unix, one with the feature \"peers\" can".into(),
        };
        wanted.first().map_or(Ok(()), |one| Err(refused(one)))
    }

    /// None.
    pub fn loaded() -> Vec<(Interface, &'static str)> {
        Vec::new()
    }

    /// None.
    pub fn files() -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

#[cfg(all(feature = "peers", unix))]
mod there {
    use std::fs::File;
    use std::io::Read;
    use std::path::{Path, PathBuf};
    use std::sync::{PoisonError, RwLock};

    #[cfg(feature = "bls")]
    use crate::ffi::loaded::blst::Blst;
    #[cfg(feature = "sha256")]
    use crate::ffi::loaded::hashtree::Hashtree;
    #[cfg(feature = "pwhash")]
    use crate::ffi::system::Argon2;

    use super::{Interface, LoadError, Wanted, names};
    use crate::ffi::loaded::open;

    /// The functions of a library.
    enum Functions {
        #[cfg(feature = "pwhash")]
        Argon2(Argon2),
        #[cfg(feature = "bls")]
        Blst(Box<Blst>),
        #[cfg(feature = "sha256")]
        Hashtree(Hashtree),
    }

    /// A library in memory, for the rest of the process.
    struct Loaded {
        name: &'static str,
        interface: Interface,
        path: PathBuf,
        functions: Functions,
    }

    static LOADED: RwLock<Vec<&'static Loaded>> = RwLock::new(Vec::new());

    fn all() -> Vec<&'static Loaded> {
        LOADED.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Loads libraries, which take part in races from then on, in the place of those that were loaded before.
    ///
    /// # Errors
    /// The first file that cannot be read, is no shared library for this machine, or lacks a function.
    pub fn load(wanted: &[Wanted]) -> Result<(), LoadError> {
        let mut list = Vec::new();
        for (one, name) in wanted.iter().zip(names(wanted)) {
            let functions = functions(one).map_err(|reason| LoadError { path: one.path.clone(), reason })?;
            let (interface, path) = (one.interface, one.path.clone());
            let loaded = Loaded { name: String::leak(name), interface, path, functions };
            list.push(&*Box::leak(Box::new(loaded)));
        }
        *LOADED.write().unwrap_or_else(PoisonError::into_inner) = list;
        Ok(())
    }

    /// What is loaded, in the order in which it was asked for, with the names of the contenders.
    pub fn loaded() -> Vec<(Interface, &'static str)> {
        all().into_iter().map(|one| (one.interface, one.name)).collect()
    }

    /// The names of the contenders, and the files.
    pub fn files() -> Vec<(&'static str, String)> {
        all().into_iter().map(|one| (one.name, one.path.display().to_string())).collect()
    }

    fn functions(wanted: &Wanted) -> Result<Functions, String> {
        // With a path, so that no folder of the system is searched for a file of this name.
        let path = wanted.path.canonicalize().map_err(|e| e.to_string())?;
        look(&path)?;
        let lacks = |name: String| {
            format!("it has no function {name}: no library with the interface of {}", wanted.interface.name())
        };
        match wanted.interface {
            #[cfg(feature = "pwhash")]
            Interface::Argon2 => {
                // The system's own first: whoever asks for a library by its name is given one that is loaded under that name.
                let _ = Argon2::load();
                Argon2::of(open(&path)?).map(Functions::Argon2).map_err(lacks)
            }
            #[cfg(feature = "bls")]
            Interface::Blst => Blst::of(open(&path)?).map(|b| Functions::Blst(Box::new(b))).map_err(lacks),
            #[cfg(feature = "sha256")]
            Interface::Hashtree => {
                let functions = Hashtree::of(open(&path)?).map_err(lacks)?;
                functions.init();
                Ok(Functions::Hashtree(functions))
            }
            #[allow(unreachable_patterns, reason = "with all families there is no other")]
            other => Err(format!("nothing in this build races {}", other.name())),
        }
    }

    /// What systems say in half a sentence, said whole: archives, other machines.
    fn look(path: &Path) -> Result<(), String> {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(20).read_to_end(&mut head));
        read.map_err(|e| e.to_string())?;
        if head.starts_with(b"!<arch>") || head.starts_with(b"!<thin>") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            return Err(format!(
                "a static archive, which nothing can load; make a shared library of it: \
                 gcc -shared -o {name}.so -Wl,--whole-archive {name}.a -Wl,--no-whole-archive"
            ));
        }
        if !cfg!(target_os = "linux") {
            return Ok(());
        }
        let (Some(class), Some(machine)) = (head.get(4), head.get(18..20).and_then(|m| m.first_chunk()))
        else {
            return Err("no shared library: it is too short".into());
        };
        if !head.starts_with(b"\x7fELF") {
            return Err("no shared library: it does not begin with ELF".into());
        }
        let machine = match head.get(5) {
            Some(2) => u16::from_be_bytes(*machine),
            _ => u16::from_le_bytes(*machine),
        };
        let bits = if *class == 2 { 64 } else { 32 };
        let of = [(3, "x86"), (40, "arm"), (62, "x86_64"), (183, "aarch64"), (243, "riscv64")];
        let known = of.iter().find(|(number, _)| *number == machine).map(|(_, name)| *name);
        let here = std::env::consts::ARCH;
        let ours = of.iter().any(|(_, name)| *name == here);
        if bits != usize::BITS || (ours && known != Some(here)) {
            let theirs = known.map_or_else(|| format!("machines of number {machine}"), str::to_owned);
            return Err(format!(
                "for {theirs} with {bits} bits; this program is for {here} with {}",
                usize::BITS
            ));
        }
        Ok(())
    }

    macro_rules! of {
        ($(#[$doc:meta])* $name:ident, $feature:literal, $variant:ident => $functions:ty) => {
            $(#[$doc])*
            #[cfg(feature = $feature)]
            pub(crate) fn $name() -> impl Iterator<Item = (&'static str, &'static $functions)> {
                all().into_iter().filter_map(|one| match &one.functions {
                    Functions::$variant(functions) => Some((one.name, functions)),
                    #[allow(unreachable_patterns, reason = "there may be one family only")]
                    _ => None,
                })
            }
        };
    }

    of!(/** Those with the interface of libargon2. */ argon2, "pwhash", Argon2 => Argon2);
    of!(/** Those with that of blst. */ blst, "bls", Blst => Box<Blst>);
    of!(/** Those with that of hashtree. */ hashtree, "sha256", Hashtree => Hashtree);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Result<Wanted, String> {
        text.parse()
    }

    #[test]
    fn a_library_is_written_as_its_interface_and_its_file() {
        assert_eq!(wanted("blst=/a=b.so"), Ok(Wanted { interface: Interface::Blst, path: "/a=b.so".into() }));
        for text in ["blst", "blst=", "=x", "libblst=/x"] {
            assert!(wanted(text).is_err(), "{text}");
        }
        assert!(wanted("md5=/x").unwrap_err().contains("argon2, blst, hashtree"));
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_their_paths() {
        let all = ["blst=old/libblst.so", "blst=new/libblst.so", "argon2=new/libargon2.so.1"];
        let all = all.map(|text| wanted(text).unwrap());
        assert_eq!(names(&all), ["blst:old/libblst.so", "blst:new/libblst.so", "argon2:libargon2.so.1"]);
    }

    #[cfg(all(feature = "peers", target_os = "linux"))]
    #[test]
    fn what_is_no_library_for_this_machine_is_refused_with_the_reason() {
        let folder = std::env::temp_dir().join(format!("lanesmith-loaded-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let refused = |bytes: &[u8]| {
            let path = folder.join("libblst.so");
            std::fs::write(&path, bytes).unwrap();
            load(&[Wanted { interface: Interface::Blst, path }]).unwrap_err().to_string()
        };
        let elf = |class: u8, machine: u16| {
            let mut bytes = b"\x7fELF\0\x01\x01".to_vec();
            bytes.resize(18, 0);
            bytes[4] = class;
            bytes.extend(machine.to_le_bytes());
            bytes
        };
        assert!(refused(b"!<arch>\nlibblst").contains("gcc -shared"));
        assert!(refused(b"").contains("too short"));
        assert!(refused(b"#!/bin/sh and more than twenty").contains("ELF"));
        assert!(refused(&elf(2, 243)).contains("for riscv64 with 64 bits"));
        assert!(refused(&elf(1, 3)).contains("for x86 with 32 bits"));
        std::fs::remove_dir_all(&folder).unwrap();
        let missing = load(&[Wanted { interface: Interface::Blst, path: folder.join("none.so") }]);
        assert!(missing.unwrap_err().to_string().contains("No such file"));
    }

    #[cfg(all(feature = "peers", target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_library_of_something_else_is_refused_by_the_name_that_it_lacks() {
        // The C library, which every program has.
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let path =
            maps.lines().filter_map(|line| line.split_whitespace().last()).find(|p| p.contains("libc.so"));
        let one = Wanted { interface: Interface::Argon2, path: path.unwrap().into() };
        assert!(load(&[one]).unwrap_err().to_string().contains("argon2i_hash_raw"));
    }
}
