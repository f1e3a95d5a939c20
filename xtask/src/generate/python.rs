//! The types of the library for Python (`_native.pyi`) and what adds its functions to the module, both from `bindings/python/src`: above each
//! function and class stands its type, in lines that begin with `//=`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::Result;

const SOURCES: &str = "bindings/python/src";

/// What a file declares.
#[derive(Default)]
struct Declared {
    /// Lines of types, a block for each function or class.
    types: Vec<Vec<String>>,
    /// Names in Rust and in the module.
    functions: Vec<(String, String)>,
    /// Whether functions say of which module they are.
    of: bool,
}

/// The types, and the functions not yet formatted, with their paths from the root.
pub fn files(root: &Path) -> Result<[(&'static str, String); 2]> {
    let folder = root.join(SOURCES);
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "rs") && !path.ends_with("functions.rs"));
    // What is said for all of them stands in lib.rs.
    paths.sort_by_key(|path| (!path.ends_with("lib.rs"), path.clone()));
    let (mut types, mut calls) = (String::new(), String::new());
    for path in &paths {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let module = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let declared =
            declared(&text).map_err(|name| format!("{}: {name} has no type (//=)", path.display()))?;
        for block in &declared.types {
            types.push_str(&block.join("\n"));
            types.push_str(if block.len() > 1 { "\n\n" } else { "\n" });
        }
        for (name, seen) in &declared.functions {
            let function = format!("wrap_pyfunction!({module}::{name}, module)?");
            let _ = match declared.of {
                true => writeln!(calls, "module::add(module, {module}::OF, \"{seen}\", {function})?;"),
                false => writeln!(calls, "module.add_function({function})?;"),
            };
        }
    }
    let functions = format!(
        "//! Written by xtask from the functions of this folder (cargo xtask generate): do not edit.\n\nuse pyo3::prelude::*;\n\nuse crate::*;\n\n\
         /// Adds every function to the module.\npub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {{\n{calls}Ok(())\n}}\n"
    );
    Ok([
        ("bindings/python/python/lanesmith/_native.pyi", types.trim_end().to_owned() + "\n"),
        (SOURCES, functions),
    ])
}

/// What a file has, or the name of a function without a type.
fn declared(text: &str) -> std::result::Result<Declared, String> {
    let (mut found, mut block, mut function) = (Declared::default(), Vec::new(), false);
    for line in text.lines() {
        if let Some(types) = line.strip_prefix("//=") {
            block.push(types.strip_prefix(' ').unwrap_or(types).to_owned());
            continue;
        }
        found.of |= line.starts_with("pub const OF: ");
        function |= line == "#[pyfunction]";
        if !block.is_empty() {
            found.types.push(std::mem::take(&mut block));
        }
        if let Some(rest) = line.trim_start_matches("pub ").strip_prefix("fn ").filter(|_| function) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let types = found.types.last().into_iter().flatten();
            let mut seen = types
                .filter_map(|line| line.strip_prefix("def ")?.split_once('('))
                .map(|(name, _)| name.to_owned());
            // What nobody sees by name, as what is called after fork, is not public.
            if line.starts_with("pub ") {
                let seen = seen.next_back().ok_or_else(|| name.clone())?;
                found.functions.push((name, seen));
            }
            function = false;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//= import os\n\nuse x;\npub const OF: &str = \"m\";\n\n/// One.\n//= @overload\n//= def one(x: str) -> str: ...\n\
        //= @overload\n//= def one(x: int) -> int: ...\n#[pyfunction]\n#[pyo3(name = \"o\")]\npub fn one_of<'py>(\n    x: X,\n) {\n}\n\
        #[pyfunction]\nfn hidden() {}\n";

    #[test]
    fn types_stand_above_their_functions() {
        let found = declared(TEXT).unwrap();
        assert_eq!(found.types.len(), 2);
        assert_eq!(found.types[1].len(), 4);
        assert_eq!(found.functions, [("one_of".to_owned(), "one".to_owned())]);
        assert!(found.of);
    }

    #[test]
    fn a_function_without_a_type_is_named() {
        let found = declared("#[pyfunction]\npub fn two() {}\n");
        assert_eq!(found.err(), Some("two".into()));
    }
}
