//! The record of what programs that are linked to `liblanesmith.so` rely on: every function with its types, every number and every
//! layout. What is in it stays for as long as the name of the library does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::prelink::Names;

/// The name that programs look for at run time. Before 1.0 a new minor version may change what is there, and gets another name.
pub fn soname() -> String {
    format!("liblanesmith.so.{}", interface_version())
}

/// The part of the version that stands for one interface.
pub fn interface_version() -> String {
    match (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")) {
        ("0", minor) => format!("0.{minor}"),
        (major, _) => major.into(),
    }
}

/// Where it stands.
const FILE: &str = "bindings/c/abi.txt";

/// The record with what the header has, and its path.
///
/// # Errors
/// If anything recorded under the library's present name is no longer there.
pub fn file(root: &Path, header: &str) -> Result<(PathBuf, String)> {
    let path = root.join(FILE);
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    let text = written(&soname(), &recorded, header)?;
    Ok((path, text))
}

/// The names of the functions that are recorded.
///
/// # Errors
/// A file that cannot be read.
pub fn names(root: &Path) -> Result<Names> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|e| format!("{FILE}: {e}"))?;
    Ok(text.lines().filter_map(function).collect())
}

/// The name of a function, if the line is about one.
fn function(line: &str) -> Option<String> {
    let (before, _) =
        line.split_once('(').filter(|_| !line.starts_with("typedef") && !line.starts_with('#'))?;
    before.rsplit([' ', '*']).next().map(str::to_owned)
}

fn written(soname: &str, recorded: &str, header: &str) -> Result<String> {
    let first = format!(
        "# {soname}: functions, numbers and layouts. Written by cargo xtask generate, which refuses to take a line away."
    );
    let now = lines(header);
    if recorded.lines().next() == Some(&first) {
        let there: BTreeSet<&str> = now.iter().map(String::as_str).collect();
        let gone: Vec<&str> = recorded.lines().skip(1).filter(|line| !there.contains(line)).collect();
        if !gone.is_empty() {
            return Err(format!(
                "programs linked to {soname} would break, since it no longer has\n  {}\nGive it back, or raise the version \
                 so that the library gets another name; what no release ever had may be taken out of {FILE} by hand",
                gone.join("\n  ")
            ));
        }
    }
    Ok(format!("{first}\n{}\n", now.join("\n")))
}

/// What a header declares, each in one line.
fn lines(header: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for statement in statements(&bare(header)) {
        if let Some((head, values)) = statement.split_once('{').filter(|_| statement.starts_with("enum")) {
            let head = head.split([' ', ':']).nth(1).unwrap_or_default();
            let values = values.trim_end_matches(['}', ' ']).split(',').map(str::trim);
            lines.extend(
                values.filter(|value| !value.is_empty()).map(|value| format!("enum {head}: {value}")),
            );
        } else if let Some((before, arguments)) =
            statement.split_once('(').filter(|_| !statement.starts_with("typedef"))
        {
            let before = before.trim_start_matches("LANESMITH_MUST_USE ");
            let arguments: Vec<String> = arguments.trim_end_matches(')').split(',').map(unnamed).collect();
            lines.push(format!("{before}({})", arguments.join(", ")));
        } else {
            lines.push(statement);
        }
    }
    lines
}

/// The type of an argument without its name.
fn unnamed(argument: &str) -> String {
    let argument = argument.trim();
    let name = argument.rfind([' ', '*']).map_or(0, |at| at + 1);
    match argument[..name].trim_end() {
        "" => argument.into(),
        ty => ty.into(),
    }
}

/// Without comments, lines of the preprocessor and what is for C++ alone.
fn bare(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let (mut kept, mut skipping) = (String::new(), false);
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
        match line.strip_prefix('#') {
            // `#endif` and `#else` end it: nothing is nested in it.
            Some(directive) => skipping = directive.contains("ifdef __cplusplus"),
            None if !skipping => kept.extend([line, " "]),
            None => {}
        }
    }
    kept
}

/// What ends with a semicolon outside of braces, with single blanks.
fn statements(text: &str) -> Vec<String> {
    let (mut all, mut one, mut depth) = (Vec::new(), String::new(), 0_u32);
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                let words: Vec<&str> = one.split_whitespace().collect();
                all.push(words.join(" "));
                one.clear();
                continue;
            }
            _ => {}
        }
        one.push(c);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "/* a; b */\n#ifndef H\n#define H\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nenum status\n#if X\n  : int\n#endif // X\n {\n  /** ok; */\n  OK = 0,\n  NO = 1,\n};\ntypedef struct t {\n  int a;\n} t;\nMUST status lanesmith_b(const uint8_t *m,\n                     size_t n);\nconst char *lanesmith_v(void);\n#ifdef __cplusplus\n}\n#endif\n#endif\n";

    #[test]
    fn a_header_is_read_as_lines_without_names_of_arguments() {
        let expected = [
            "enum status: OK = 0",
            "enum status: NO = 1",
            "typedef struct t { int a; } t",
            "MUST status lanesmith_b(const uint8_t *, size_t)",
            "const char *lanesmith_v(void)",
        ];
        assert_eq!(lines(HEADER), expected);
        let names: Vec<String> = expected.iter().filter_map(|line| function(line)).collect();
        assert_eq!(names, ["lanesmith_b", "lanesmith_v"]);
    }

    #[test]
    fn what_is_added_is_recorded_and_what_is_changed_or_gone_is_refused() {
        let recorded = written("lib.so.1", "", HEADER).unwrap();
        assert_eq!(written("lib.so.1", &recorded, HEADER).unwrap(), recorded);
        let more = HEADER.replace("const char", "void lanesmith_c(void);\nconst char");
        assert!(written("lib.so.1", &recorded, &more).unwrap().contains("lanesmith_c"));
        for changed in [
            HEADER.replace("size_t", "int"),
            HEADER.replace("  NO = 1,\n", ""),
            HEADER.replace("int a", "long a"),
        ] {
            let refused = written("lib.so.1", &recorded, &changed).unwrap_err();
            assert!(refused.contains("would break"), "{refused}");
            assert!(written("lib.so.2", &recorded, &changed).is_ok());
        }
    }
}
