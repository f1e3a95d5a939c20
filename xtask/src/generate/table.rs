//! The table of functions, family by face (docs/functions.md): what each face calls a function of `bindings/face` stands beside its declaration
//! (`// JavaScript: merkle.root. Python: merkle.root.`), and the types of that face must have the name.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::face::Family;
use crate::Result;

/// What is written by hand in every face, since it has callbacks or a life of its own: family, C, JavaScript, Python.
const BY_HAND: &[(&str, [&str; 3])] = &[
    ("sha256", ["sha256_new", "Sha256", "Sha256"]),
    ("curl", ["pow_new", "pearlDiver.search", "curl.Search"]),
    ("engines", ["engines", "engines", "engines"]),
    ("engines", ["use", "use", "use"]),
    ("engines", ["random", "(crypto.getRandomValues)", "(os.urandom)"]),
];

/// Where faces say what they have.
const HEADER: &str = "bindings/c/include/lanesmith.h";
const TYPES: &str = "bindings/wasm/js/src/index.d.mts";
const PACKAGE: &str = "bindings/python/python/lanesmith";

const ABOVE: &str = "\
# Functions, family by face

Written from the declarations of `bindings/face` (`cargo xtask generate`) and compared in CI, where each name must be there. The names of JavaScript are
those of the npm package `lanesmith`, on WebAssembly and on the addon for Node alike; those of Python are below `lanesmith`, those of C below `lanesmith_`. All of them stand on
the Rust facade. A dash is a function that a face has not got yet. What each face has besides (Arrow, Ray, React Native, keystores ...) its own documentation says. Names in brackets are the language's own.
";

/// The file with its path.
pub fn file(root: &Path, face: &[Family]) -> Result<(&'static str, String)> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"));
    let (header, types) = (read(HEADER)?, read(TYPES)?);
    let mut python = String::new();
    for name in ["_native.pyi", "__init__.py", "_engines.py", "bls.py", "curl.py", "merkle.py", "pwhash.py"] {
        python.push_str(&read(&format!("{PACKAGE}/{name}"))?);
    }
    let mut rows: Vec<(&str, [&str; 3])> = Vec::new();
    for (family, functions) in face {
        for function in functions {
            let [js, py] =
                function.elsewhere.as_ref().map_or(["-", "-"], |names| names.each_ref().map(String::as_str));
            rows.push((family, [&function.name, js, py]));
        }
        rows.extend(BY_HAND.iter().filter(|(of, _)| of == family));
    }
    rows.extend(BY_HAND.iter().filter(|(of, _)| *of == "engines"));
    let mut text = String::from(ABOVE);
    let mut last = "";
    for (family, [c, js, py]) in rows {
        if family != last {
            let _ = writeln!(text, "\n| {family}: C | JavaScript | Python |\n| --- | --- | --- |");
            last = family;
        }
        for (face, name, there) in [
            ("C", c, header.contains(&format!("lanesmith_{c}("))),
            ("JavaScript", js, javascript_has(&types, js)),
            ("Python", py, python_has(&python, py)),
        ] {
            if !there && !name.starts_with('(') && name != "-" {
                return Err(format!("{c}: {face} has no {name}"));
            }
        }
        let own = |name: &str| match name.strip_prefix('(') {
            Some(name) => format!("(`{}`)", name.trim_end_matches(')')),
            None if name == "-" => name.to_owned(),
            None => format!("`{name}`"),
        };
        let _ = writeln!(text, "| `{c}` | {} | {} |", own(js), own(py));
    }
    Ok(("docs/functions.md", text))
}

/// Whether there is a function, a class or a method of the last part of a name.
fn javascript_has(types: &str, name: &str) -> bool {
    match name.rsplit_once('.') {
        Some((_, last)) => ['(', '<'].iter().any(|next| types.contains(&format!("\n  {last}{next}"))),
        None => ["function", "class"].iter().any(|kind| {
            [' ', '(', '<'].iter().any(|next| types.contains(&format!("\nexport {kind} {name}{next}")))
        }),
    }
}

fn python_has(types: &str, name: &str) -> bool {
    let mut parts = name.rsplit('.');
    let last = parts.next().unwrap_or_default();
    // A method, or a function of a module.
    let of_class = parts.next().is_some_and(|of| of.starts_with(char::is_uppercase));
    match of_class {
        true => types.contains(&format!("\n    def {last}(")),
        false => types.contains(&format!("\n    \"{last}\",\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_has_every_function() {
        let root = crate::root();
        let (_, text) =
            file(&root, &super::super::face::read(&root).expect("readable")).expect("every name is there");
        let lacking = text.lines().filter(|line| line.contains("| - |"));
        let lacking: Vec<&str> = lacking.filter_map(|line| line.split('`').nth(1)).collect();
        assert!(lacking.is_empty(), "{lacking:?}");
        assert!(text.lines().count() > 60, "{text}");
    }

    #[test]
    fn names_are_looked_for_where_they_are_declared() {
        let types = "\nexport function one(x: X): Y;\nexport class Two extends Z {\n  three(): void;\n}\n";
        assert!(
            javascript_has(types, "one")
                && javascript_has(types, "Two")
                && javascript_has(types, "Two.three")
        );
        assert!(!javascript_has(types, "three") && !javascript_has(types, "Two.one"));
        let types = "__all__ = [\n    \"one\",\n]\nclass Two:\n    def three(self): ...\n";
        assert!(
            python_has(types, "m.one") && python_has(types, "m.Two.three") && !python_has(types, "m.three")
        );
    }
}
