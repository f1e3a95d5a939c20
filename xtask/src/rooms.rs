//! Rooms inside the crates: which module uses which, in one direction and never in a circle; how long a file may be; that an
//! operation is named in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{Result, edges};

/// Modules that may not use others of the same crate: what uses it, and what it must not use.
const UPWARD: &[(&str, &[&str])] =
    &[("kernel", &["arch", "engines"]), ("ops", &["arch", "engines"]), ("arch", &["engines"])];

/// Lines of a file of Rust, generated code and tests aside, unless its first lines say why it is longer.
const LONGEST: usize = 450;

/// The words that a reason begins with, in the first lines of a longer file.
const REASON: &str = "Long because";

/// What is wrong in the checkout, a sentence each.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for package in edges::kernels() {
        let name = package.strip_prefix("lanesmith-").unwrap_or(package);
        let src = root.join("crates").join(name).join("src");
        if src.is_dir() {
            wrong.extend(modules(name, &sources(&src)?));
        }
    }
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = Vec::new();
    for above in ["crates", "bindings"] {
        folders.extend(fs::read_dir(root.join(above)).map_err(|e| format!("{above}: {e}"))?.flatten());
    }
    for folder in folders {
        let src = folder.path().join("src");
        for (file, text) in if src.is_dir() { sources(&src)? } else { Vec::new() } {
            let path = src.strip_prefix(root).unwrap_or(&src).join(&file).display().to_string();
            wrong.extend(length(&path, &text));
            for name in operations(&text) {
                names.entry(name).or_default().push(path.clone());
            }
        }
    }
    wrong.extend(twice(root, &names)?);
    Ok(wrong)
}

/// The files of Rust below a folder, with their paths from it.
fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    fn collect(root: &Path, folder: &Path, files: &mut Vec<(PathBuf, String)>) -> Result {
        for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(root, &path, files)?;
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                files.push((path.strip_prefix(root).unwrap_or(&path).to_path_buf(), text));
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    collect(folder, folder, &mut files)?;
    files.sort();
    Ok(files)
}

/// The module directly below the root of the crate that a file belongs to; none for the root itself.
fn room(file: &Path) -> Option<String> {
    let first = file.components().next()?.as_os_str().to_string_lossy().into_owned();
    let name = first.trim_end_matches(".rs");
    (name != "lib" && name != "main").then(|| name.to_owned())
}

fn is_test(file: &Path) -> bool {
    file.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// Circles and upward edges between the modules of a crate.
fn modules(name: &str, files: &[(PathBuf, String)]) -> Vec<String> {
    let rooms: BTreeSet<String> = files.iter().filter_map(|(file, _)| room(file)).collect();
    let root =
        files.iter().find(|(file, _)| file == Path::new("lib.rs")).map_or("", |(_, text)| text.as_str());
    let exported = exports(root);
    let mut edges = Edges::new();
    for (file, text) in files.iter().filter(|(file, _)| !is_test(file)) {
        let (Some(from), Ok(tokens)) = (room(file), text.parse::<TokenStream>()) else { continue };
        let is_root_module = file.components().count() == 1;
        let mut used = BTreeSet::new();
        paths(tokens, is_root_module, &mut used);
        for word in used {
            let to = if rooms.contains(&word) { Some(&word) } else { exported.get(&word) };
            if let Some(to) = to.filter(|to| **to != from) {
                edges.entry(from.clone()).or_default().insert(to.clone(), file.display().to_string());
            }
        }
    }
    let mut wrong = Vec::new();
    for (from, forbidden) in UPWARD {
        for to in *forbidden {
            if let Some(file) = edges.get(*from).and_then(|all| all.get(*to)) {
                wrong.push(format!("crates/{name}: {from} uses {to} ({file}): that points up"));
            }
        }
    }
    if let Some(circle) = circle(&edges) {
        wrong.push(format!("crates/{name}: a circle of modules: {}", circle.join(" -> ")));
    }
    wrong
}

/// Names that the root of a crate exports, and from which module: `pub use module::{a, b}`.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for part in root.split("use ").skip(1) {
        let Some((path, _)) = part.split_once(';') else { continue };
        let Some((module, names)) = path.split_once("::") else { continue };
        for name in names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            exports.insert(name.to_owned(), module.trim().to_owned());
        }
    }
    exports
}

/// The first words of all paths that begin at the root of the crate. Modules of tests are passed over.
fn paths(tokens: TokenStream, is_root_module: bool, used: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Punct(hash) if hash.as_char() == '#' && is_for_tests(tokens.get(i + 1)) => {
                // Whatever it stands before: up to the end of its block or its semicolon.
                i += 2;
                while i < tokens.len() && !ends_item(&tokens[i]) {
                    i += 1;
                }
            }
            TokenTree::Group(group) => paths(group.stream(), is_root_module, used),
            TokenTree::Ident(ident) if *ident == "crate" || (is_root_module && *ident == "super") => {
                first_words(&tokens[i + 1..], used);
            }
            _ => {}
        }
        i += 1;
    }
}

pub fn is_for_tests(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = attribute else { return false };
    let text = group.stream().to_string().replace(' ', "");
    text.starts_with("cfg(test") || text.starts_with("cfg(all(test")
}

pub fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}

/// The words after `crate`: `::a` or `::{a, b::c}`.
fn first_words(rest: &[TokenTree], used: &mut BTreeSet<String>) {
    let [TokenTree::Punct(a), TokenTree::Punct(b), next, ..] = rest else { return };
    if a.as_char() != ':' || b.as_char() != ':' {
        return;
    }
    match next {
        TokenTree::Ident(ident) => {
            used.insert(ident.to_string());
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let mut starts = true;
            for token in group.stream() {
                match token {
                    TokenTree::Ident(ident) if starts => {
                        used.insert(ident.to_string());
                        starts = false;
                    }
                    TokenTree::Punct(punct) if punct.as_char() == ',' => starts = true,
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// What uses what, and where.
pub type Edges = BTreeMap<String, BTreeMap<String, String>>;

/// One circle, if there is any: its modules in order, the first again at the end.
pub fn circle(edges: &Edges) -> Option<Vec<String>> {
    fn visit(
        at: &str,
        edges: &Edges,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|module| module == at) {
            let mut circle = way[start..].to_vec();
            circle.push(at.to_owned());
            return Some(circle);
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        way.push(at.to_owned());
        let found =
            edges.get(at).into_iter().flat_map(BTreeMap::keys).find_map(|to| visit(to, edges, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|module| visit(module, edges, &mut Vec::new(), &mut done))
}

fn length(path: &str, text: &str) -> Option<String> {
    let generated = path.contains("/generated/");
    // What tests take is not counted.
    let lines = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text).lines().count();
    let reason = text.lines().take_while(|line| line.starts_with("//!")).any(|line| line.contains(REASON));
    let long = lines > LONGEST && !generated && !reason && !is_test(Path::new(path));
    long.then(|| {
        format!(
            "{path}: {lines} lines, more than {LONGEST}; its first lines do not say why (\"{REASON} ...\")"
        )
    })
}

/// The names of operations that a file declares: `const NAME: &str = "family.operation"`.
fn operations(text: &str) -> Vec<String> {
    let declared = |line: &str| {
        let (before, name) = line.trim().split_once(" = \"")?;
        let name = name.strip_suffix("\";")?;
        (before.starts_with("const NAME: &") && name.contains('.') && !name.starts_with("demo."))
            .then(|| name.to_owned())
    };
    // Examples and tests declare operations too, behind `//` and below `mod tests`.
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines().filter(|line| !line.trim_start().starts_with("//")).filter_map(declared).collect()
}

/// Names of operations that stand in a second place of the sources.
fn twice(root: &Path, names: &BTreeMap<String, Vec<String>>) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for (name, places) in names {
        if places.len() > 1 {
            wrong.push(format!("operation {name} is declared in {}", places.join(" and ")));
        }
    }
    for folder in ["crates", "testkit", "xtask"] {
        for (file, text) in sources(&root.join(folder))? {
            let has = |name: &str| file.components().any(|part| part.as_os_str() == name);
            let is_source = has("src") || folder == "xtask";
            // Files of costs are written by a program, which asks the tables for names.
            if !is_source || is_test(&file) || has("costs") {
                continue;
            }
            let code = text.split("#[cfg(test)]").next().unwrap_or(&text);
            for (number, line) in code.lines().enumerate() {
                let said = line.split("//").next().unwrap_or(line);
                for name in names.keys().filter(|name| said.contains(&format!("\"{name}\""))) {
                    if !said.contains("const NAME: &") {
                        let place = Path::new(folder).join(&file);
                        wrong.push(format!(
                            "{}:{}: names operation {name} again",
                            place.display(),
                            number + 1
                        ));
                    }
                }
            }
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Vec<(PathBuf, String)> {
        list.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect()
    }

    #[test]
    fn the_checkout_keeps_the_rules() {
        assert_eq!(check(&crate::root()).expect("readable"), Vec::<String>::new());
    }

    #[test]
    fn a_circle_is_found_through_names_that_the_root_exports() {
        let planted = files(&[
            ("lib.rs", "mod a; mod b; pub use b::{Thing, other};"),
            ("a.rs", "use crate::Thing;"),
            ("b/mod.rs", "fn f() { crate::a::g() }"),
        ]);
        assert_eq!(modules("x", &planted), ["crates/x: a circle of modules: a -> b -> a"]);
    }

    #[test]
    fn an_upward_edge_is_found_in_a_macro_and_in_a_group() {
        let planted = files(&[
            ("arch/mod.rs", "macro_rules! m { () => { $crate::engines::TABLES } }"),
            ("engines.rs", ""),
            ("kernel/deep/er.rs", "use crate::{ops::A, arch::{b, c}};"),
            ("ops.rs", ""),
        ]);
        let wrong = modules("x", &planted);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].contains("kernel uses arch") && wrong[1].contains("arch uses engines"));
    }

    #[test]
    fn what_tests_use_is_no_edge() {
        let planted = files(&[
            ("a.rs", "#[cfg(test)] mod tests { use crate::b; } fn f() {}"),
            ("b.rs", "use crate::a;"),
            ("c/tests.rs", "use crate::a; use crate::b;"),
        ]);
        assert_eq!(modules("x", &planted), Vec::<String>::new());
    }

    #[test]
    fn a_long_file_needs_a_reason() {
        let long = "x\n".repeat(LONGEST + 1);
        assert!(length("crates/x/src/a.rs", &long).is_some());
        assert!(length("crates/x/src/generated/a.rs", &long).is_none());
        assert!(length("crates/x/src/a.rs", &format!("//! Long because it is a table.\n{long}")).is_none());
    }

    #[test]
    fn an_operation_is_declared_in_code_only() {
        let text = "    const NAME: &str = \"x.y\";\n/// const NAME: &str = \"x.z\";\n#[cfg(test)]\nconst NAME: &str = \"x.t\";";
        assert_eq!(operations(text), ["x.y"]);
        assert_eq!(operations("    const NAME: &'static str = \"x.y\";"), ["x.y"]);
    }
}
