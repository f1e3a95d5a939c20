//! The sources, read token by token: where intrinsics and target conditions may stand, and where the compiler is told to allow unsafe
//! code; and the other files, where nothing may choose instructions at build time; and all texts, which speak of the project alone.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::Result;

/// Folders that are not ours or not sources.
const SKIPPED: &[&str] = &["target", "out", ".git", "vectors", "node_modules"];

/// Something that stands where it must not.
#[derive(Debug, PartialEq, Eq)]
pub struct Violation {
    /// The file, from the root.
    file: PathBuf,
    /// The line, from 1; 0 for the file as a whole.
    line: usize,
    /// What.
    what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.what),
            line => write!(f, "{}:{line}: {}", self.file.display(), self.what),
        }
    }
}

/// What is wrong in the checkout.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut violations = Vec::new();
    for file in files(root)? {
        let bytes = fs::read(root.join(&file)).map_err(|e| format!("{}: {e}", file.display()))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        violations.extend(scan_file(&file, &text).iter().map(Violation::to_string));
    }
    Ok(violations)
}

/// The files of the checkout, from its root, in order.
pub fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let entry = entry.map_err(|e| format!("{}: {e}", folder.display()))?;
        let kind = entry.file_type().map_err(|e| format!("{}: {e}", entry.path().display()))?;
        let name = entry.file_name();
        if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) {
            collect(root, &entry.path(), files)?;
        } else if kind.is_file() {
            files.extend(entry.path().strip_prefix(root).map(Path::to_path_buf));
        }
    }
    Ok(())
}

/// The rules for one file, whose path is from the root.
fn scan_file(file: &Path, text: &str) -> Vec<Violation> {
    let extension = file.extension().and_then(|e| e.to_str()).unwrap_or("");
    let mut violations = Vec::new();
    if file.file_name().is_some_and(|name| name == "build.rs") {
        violations.push(Violation { file: file.into(), line: 0, what: "a build script".into() });
    }
    // What was wanted once, and by whom, is told by the history.
    if file != Path::new("CHANGELOG.md") {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| names_an_issue(line)) {
            let what = format!("the number of an issue, which no reader has: {}", line.trim());
            violations.push(Violation { file: file.into(), line: index + 1, what });
        }
    }
    match extension {
        "rs" => scan_rust(file, text, &mut violations),
        "toml"
            if file.ends_with("Cargo.toml")
                && !text.contains("unsafe_code = \"deny\"")
                && !text.contains("[lints]\nworkspace = true") =>
        {
            let what = "the lints of the workspace are not taken over: unsafe code would be allowed".into();
            violations.push(Violation { file: file.into(), line: 0, what });
        }
        // Documents may speak of it.
        "md" | "json" | "lock" => {}
        _ => {
            for (index, line) in text.lines().enumerate() {
                if line.contains("target-cpu") {
                    let what = "a target-cpu flag: the build machine never chooses".into();
                    violations.push(Violation { file: file.into(), line: index + 1, what });
                }
            }
        }
    }
    violations
}

/// Whether a text speaks of one of our issues by its number.
fn names_an_issue(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.split("issue ")
        .skip(1)
        .any(|rest| rest.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit()))
}

/// Rooms of the crates for which unsafe code may be allowed: instruction sets, memory, functions of other languages, lanes.
const UNSAFE_ROOMS: &[&str] = &["arch", "mem", "ffi", "lanes"];

/// The lines on which unsafe code is allowed for anything but a room: all else is the compiler's lint.
fn allowed_elsewhere(file: &Path, text: &str) -> Vec<usize> {
    let in_room = is_in(file, UNSAFE_ROOMS);
    let room = |line: &str| {
        let module =
            line.trim().trim_start_matches("pub ").trim_start_matches("pub(crate) ").strip_prefix("mod ");
        module.and_then(|name| name.strip_suffix(';')).is_some_and(|name| UNSAFE_ROOMS.contains(&name))
    };
    let allows = |line: &str| line.trim_start().starts_with('#') && line.contains("allow(unsafe_code");
    let lines: Vec<&str> = text.lines().collect();
    let alone = |at: &usize| !lines.get(at + 1).is_some_and(|next| room(next));
    (0..lines.len()).filter(|&at| !in_room && allows(lines[at])).filter(alone).map(|at| at + 1).collect()
}

/// Whether the file is in a folder of a crate, of testkit or of the bindings that has one of the names.
fn is_in(file: &Path, rooms: &[&str]) -> bool {
    let folders = file.parent().into_iter().flat_map(Path::components).map(|part| part.as_os_str());
    ["crates", "testkit", "big-endian", "bindings"].iter().any(|folder| file.starts_with(folder))
        && folders.skip(1).any(|part| rooms.iter().any(|room| part == *room))
}

/// Whether intrinsics may stand there: `arch/` folders of the crates, and the lane files of isa.
fn is_machine_file(file: &Path) -> bool {
    is_in(file, &["arch"]) || file.starts_with("crates/isa/src/lanes")
}

/// Whether no target condition may stand there: all of a kernel but `arch/` and the engine tables, whose lines exist
/// on one architecture each. The facade, the race, the suite and the command line are no kernels.
fn is_algorithm_file(file: &Path) -> bool {
    let outside = ["crates/lanesmith", "crates/lanesmith-cli", "crates/race", "crates/suite"];
    // The grammar of engines writes conditions for the tables, and NEON is a feature of two architectures.
    let grammar = ["crates/isa/src/table/declare.rs", "crates/isa/src/token.rs", "crates/isa/src/feature.rs"]
        .iter()
        .any(|part| file == Path::new(part));
    let table = grammar || file.file_name().is_some_and(|name| name == "engines.rs");
    file.starts_with("crates") && !table && !outside.iter().any(|folder| file.starts_with(folder))
}

fn scan_rust(file: &Path, text: &str, violations: &mut Vec<Violation>) {
    for line in allowed_elsewhere(file, text) {
        let what = "unsafe code is allowed for no room (arch, mem, ffi, lanes)".into();
        violations.push(Violation { file: file.into(), line, what });
    }
    if is_machine_file(file) {
        return;
    }
    match text.parse::<TokenStream>() {
        Ok(tokens) => {
            let mut found = Vec::new();
            scan_tokens(tokens, is_algorithm_file(file), &mut found);
            violations.extend(found.into_iter().map(|(line, what)| Violation {
                file: file.into(),
                line,
                what: what.into(),
            }));
        }
        Err(error) => violations.push(Violation {
            file: file.into(),
            line: error.span().start().line,
            what: "cannot be read as Rust".into(),
        }),
    }
}

fn scan_tokens(tokens: TokenStream, algorithm: bool, found: &mut Vec<(usize, &'static str)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => scan_tokens(group.stream(), algorithm, found),
            TokenTree::Ident(ident) => {
                let line = ident.span().start().line;
                match ident.to_string().as_str() {
                    "core" | "std" if leads_to_arch(&tokens[i + 1..]) => {
                        found.push((line, "core::arch outside arch/ and the lane files"));
                    }
                    "target_arch" | "target_feature" if algorithm => {
                        found.push((line, "a target condition outside arch/, lane files and engine tables"));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Whether the tokens after `core` go on `::arch` or `::{ .. arch .. }`.
fn leads_to_arch(rest: &[TokenTree]) -> bool {
    let [TokenTree::Punct(a), TokenTree::Punct(b), next, ..] = rest else { return false };
    if a.as_char() != ':' || a.spacing() != Spacing::Joint || b.as_char() != ':' {
        return false;
    }
    match next {
        TokenTree::Ident(ident) => ident == "arch",
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => group
            .stream()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(ident) if ident == "arch")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The violations of a planted file, as `line: what`.
    fn plant(file: &str, text: &str) -> Vec<String> {
        scan_file(Path::new(file), text).iter().map(|v| format!("{}: {}", v.line, v.what)).collect()
    }

    fn found(file: &str, text: &str, what: &str) -> bool {
        plant(file, text).iter().any(|violation| violation.contains(what))
    }

    #[test]
    fn the_checkout_keeps_the_rules() {
        assert_eq!(check(&crate::root()).expect("readable"), Vec::<String>::new());
    }

    #[test]
    fn the_number_of_an_issue_is_found_in_any_text_but_the_changelog() {
        let text = concat!("The budget of iss", "ue 15 is kept.\nAn issue of the day.\nIss", "ue #3 asks.\n");
        for file in ["docs/javascript.md", "bindings/wasm/js/bench/bars.mjs", "crates/curl/src/kernel.rs"] {
            let numbers = plant(file, text).iter().filter(|v| v.contains("number of an issue")).count();
            assert_eq!(numbers, 2, "{file}");
        }
        assert!(plant("CHANGELOG.md", text).is_empty());
    }

    #[test]
    fn unsafe_code_is_allowed_for_rooms_and_for_nothing_else() {
        for text in ["#[allow(unsafe_code)]\npub mod lanes;", "#[allow(unsafe_code)]\n    mod arch;"] {
            assert!(plant("crates/curl/src/lib.rs", text).is_empty(), "{text}");
        }
        for text in [
            "#![allow(unsafe_code)]",
            "#[allow(unsafe_code)]\nfn f() {}",
            "#[allow(unsafe_code)]\nmod kernel;",
            "#[cfg_attr(unix, allow(unsafe_code))]\nmod kernel;",
        ] {
            assert!(found("crates/curl/src/lib.rs", text, "allowed for no room"), "{text}");
            assert!(plant("crates/curl/src/arch/avx2.rs", text).is_empty(), "{text}");
        }
        assert!(found("xtask/src/arch/x.rs", "#![allow(unsafe_code)]", "allowed for no room"));
    }

    #[test]
    fn a_crate_without_the_lints_of_the_workspace_is_found() {
        assert!(found("crates/curl/Cargo.toml", "[package]\n", "lints of the workspace"));
        assert!(plant("crates/curl/Cargo.toml", "[lints]\nworkspace = true\n").is_empty());
        assert!(plant("fuzz/Cargo.toml", "[lints.rust]\nunsafe_code = \"deny\"\n").is_empty());
    }

    #[test]
    fn rooms_for_memory_and_other_languages_have_no_intrinsics() {
        for file in ["crates/pwhash/src/mem/arena.rs", "crates/suite/src/ffi/blst.rs"] {
            assert!(found(file, "use core::arch::x86_64::*;", "core::arch"));
        }
    }

    #[test]
    fn machine_files_have_intrinsics() {
        for file in ["crates/curl/src/arch/avx2.rs", "crates/isa/src/lanes/bit.rs"] {
            assert!(plant(file, "use core::arch::x86_64::*; unsafe fn f() {}").is_empty());
        }
        assert!(found("crates/curl/src/lanes/bit.rs", "use core::arch::x86_64::*;", "core::arch"));
    }

    #[test]
    fn intrinsics_are_found_however_they_are_imported() {
        for text in [
            "use core::arch::x86_64::*;",
            "use ::std::arch::asm;",
            "use core::{mem, arch::x86_64::_mm_pause};",
            "fn f() { core::arch::x86_64::_mm_pause() }",
        ] {
            assert!(found("crates/sha256/src/kernel.rs", text, "core::arch"), "{text}");
        }
    }

    #[test]
    fn comments_strings_and_longer_names_are_none_of_it() {
        let text = "// unsafe core::arch\n/// unsafe\n#![forbid(unsafe_code)]\nconst S: &str = \"unsafe core::arch\";\n\
                    use crate::arch; use core::archive;";
        assert!(plant("crates/curl/src/kernel.rs", text).is_empty());
    }

    #[test]
    fn a_target_condition_is_found_in_an_algorithm_and_not_in_a_table_or_the_command_line() {
        let text = "#[cfg(target_arch = \"x86_64\")] fn f() {}";
        assert!(found("crates/curl/src/kernel.rs", text, "target condition"));
        assert!(plant("crates/lanesmith-cli/src/cpu.rs", text).is_empty());
        assert!(plant("crates/curl/src/engines.rs", text).is_empty());
    }

    #[test]
    fn a_build_script_is_found() {
        assert!(found("crates/curl/build.rs", "fn main() {}", "build script"));
    }

    #[test]
    fn a_target_cpu_flag_is_found_in_settings_and_allowed_in_prose() {
        let text = "[build]\nrustflags = [\"-Ctarget-cpu=native\"]\n";
        assert_eq!(
            plant(".cargo/config.toml", text),
            ["2: a target-cpu flag: the build machine never chooses"]
        );
        assert!(plant("docs/testing.md", text).is_empty());
    }

    #[test]
    fn a_file_that_is_no_rust_is_not_passed_over() {
        assert!(found("crates/curl/src/kernel.rs", "fn f( {", "cannot be read"));
    }
}
