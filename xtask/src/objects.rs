//! The kernels of BLS12-381 for 64-bit Arm as object code for systems that keep `x18` for themselves: that they assemble there, each of them,
//! and leave it alone.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::Outcome;
use crate::foreign::needs_target;
use crate::{Result, exec};

/// Mach-O, ELF for a system that is not Linux's own, COFF.
const TARGETS: [&str; 3] = ["aarch64-apple-darwin", "aarch64-linux-android", "aarch64-pc-windows-msvc"];

const PROGRAMS: &[&str] =
    &["llvm-objdump-22", "llvm-objdump-21", "llvm-objdump-20", "llvm-objdump-19", "llvm-objdump"];

/// Where the kernels stand, and their modules.
const FOLDER: &str = "crates/bls/src/arch/aarch64/generated";
const MODULES: [&str; 2] = ["karatsuba", "differences"];

/// How a mark of the compiler begins that stands where a function ends.
const END: &str = ".Lfunc_end";

/// The register.
const THEIRS: [&str; 2] = ["x18", "w18"];

/// How many kernels there are.
fn kernels(root: &Path) -> Result<usize> {
    let mut count = 0;
    for module in MODULES {
        let path = root.join(FOLDER).join(module).with_extension("rs");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        count += text.matches("#[unsafe(naked)]").count();
    }
    if count == 0 { Err(format!("{FOLDER}: no kernels")) } else { Ok(count) }
}

/// How many kernels the disassembly has, and the lines of theirs that name the register.
fn read(told: &str) -> (usize, Vec<String>) {
    let (mut kernels, mut kernel, mut wrong) = (BTreeSet::new(), None, Vec::new());
    // Mach-O has names of its own where sections begin, beside those of functions; COFF has sections named after functions.
    let mut beside = None;
    for line in told.lines() {
        if let Some(symbol) = line.strip_suffix(">:").and_then(|line| Some(line.split_once('<')?.1)) {
            // As names are written into symbols: their length before them.
            let named = |module: &str| symbol.contains(&format!("{}{module}", module.len()));
            // The compiler's mark behind a function has that function's name in its own.
            let is_ours = MODULES.iter().any(|module| named(module)) && !symbol.starts_with(END);
            kernel = is_ours.then_some(symbol).or(beside);
            beside = kernel;
            kernels.extend(symbol.find("_ZN").filter(|_| is_ours).map(|at| &symbol[at..]));
            continue;
        }
        beside = None;
        if let Some(symbol) = kernel {
            let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
            if words.any(|word| THEIRS.contains(&word)) {
                wrong.push(format!("{symbol}: {}", line.trim()));
            }
        }
    }
    (kernels.len(), wrong)
}

/// Not optimised: the kernels are what they are, and the rest is not looked at.
fn library(root: &Path, target: &str) -> Result<PathBuf> {
    let folder = root.join("target/objects");
    let mut command = exec::cargo(root);
    command.args(["build", "--quiet", "--package", "lanesmith-bls", "--lib", "--target", target]);
    command.arg("--target-dir").arg(&folder);
    command.envs([exec::UNOPTIMISED, ("CARGO_PROFILE_DEV_DEBUG", "0")]);
    exec::run(&mut command)?;
    Ok(folder.join(target).join("debug/liblanesmith_bls.rlib"))
}

/// The stage of the guard.
pub fn stage(root: &Path) -> Outcome {
    let result = (|| {
        let program =
            exec::find(PROGRAMS).ok_or_else(|| Outcome::Skipped("llvm-objdump (Debian: llvm-19)".into()))?;
        let expected = kernels(root).map_err(Outcome::Failed)?;
        for target in TARGETS {
            needs_target(target)?;
            let library = library(root, target).map_err(Outcome::Failed)?;
            let mut command = Command::new(&program);
            command.args(["--disassemble", "--no-show-raw-insn", "--show-all-symbols"]).arg(&library);
            let (count, wrong) = read(&exec::output(&mut command).map_err(Outcome::Failed)?);
            if count != expected {
                return Err(Outcome::Failed(format!("{target}: {count} kernels of {expected}")));
            }
            if !wrong.is_empty() {
                return Err(Outcome::Failed(format!("{target}: {}", wrong.join("; "))));
            }
            println!("{target}: {count} kernels, none of which names x18");
        }
        Ok(())
    })();
    result.err().unwrap_or(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "
0000000000000000 <__ZN13lanesmith_bls4arch7aarch649generated9karatsuba6fp_mul17h0E>:
       0:       sub     sp, sp, #0x60
       4:       ldp     x0, x5, [x1]

0000000000000008 <__ZN13lanesmith_bls5other17h0E>:
       8:       ldr     x8, [x18, #0x58]
";

    #[test]
    fn only_kernels_are_looked_at() {
        assert_eq!(read(TOLD), (1, vec![]));
    }

    #[test]
    fn a_second_name_of_a_kernel_does_not_hide_it() {
        for name in ["ltmp0", ".text._ZN13lanesmith_bls4arch7aarch649generated9karatsuba6fp_mul17h0E"] {
            let named = format!("\n0000000000000000 <{name}>:\n       0:");
            let twice = TOLD.replace("\n       0:", &named).replace("x5,", "x18,");
            let (count, wrong) = read(&twice);
            assert_eq!((count, wrong.len()), (1, 1), "{name}");
        }
    }

    #[test]
    fn the_mark_behind_a_kernel_is_none() {
        let marked = TOLD.replace(
            "\n\n",
            "\n\n0000000000000008 <.Lfunc_end___ZN13lanesmith_bls4arch9karatsuba6fp_mul17h0E>:\n",
        );
        assert_ne!(marked, TOLD);
        assert_eq!(read(&marked), (1, vec![]));
    }

    #[test]
    fn the_register_is_found_by_both_names() {
        for name in THEIRS {
            let (count, wrong) = read(&TOLD.replace("x5,", &format!("{name},")));
            assert_eq!((count, wrong.len()), (1, 1), "{name}");
        }
        // A number is no register.
        assert!(read(&TOLD.replace("#0x60", "#0x18")).1.is_empty());
    }
}
