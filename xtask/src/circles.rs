//! Files that use each other in a circle: of Rust, all crates; of JavaScript, what the npm package is made of.
//!
//! A file uses another when it names something that stands there. What `mod.rs` or `lib.rs` of the folder only passes on stands where
//! it comes from; what stands in it belongs to all of the folder, and naming it is no use of another room. Neither is what is loaded
//! later (`import()`), nor constants that a program has written (`generated/`), which are of the types that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::rooms::{self, Edges};
use crate::{Result, scan};

/// Uses that are known, each with what it is.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "crates/bls/src/kernel/field/backend.rs",
        "crates/bls/src/kernel/tower/",
        "a backend computes with elements of the tower, which are elements over a backend",
    ),
    (
        "crates/pwhash/src/password/scheme.rs",
        "crates/pwhash/src/password/",
        "the list of all schemes, each of which gives back a policy or a string of any scheme",
    ),
];

/// The circles of the checkout, a sentence each.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let (mut crates, mut scripts): (BTreeMap<String, Vec<_>>, Vec<_>) = Default::default();
    for file in scan::files(root)? {
        let path = file.display().to_string();
        if let Some((name, inside)) = path.split_once("/src/").filter(|(_, inside)| inside.ends_with(".rs")) {
            let apart = |part: &str| matches!(part, "tests" | "tests.rs" | "generated" | "bin");
            if !inside.split('/').any(apart) {
                crates.entry(name.to_owned()).or_default().push(path);
            }
        } else if ["mjs", "cjs", "js"].iter().any(|end| path.rsplit('.').next() == Some(end)) {
            scripts.push(path);
        }
    }
    let read = |path: &String| {
        let text = fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"))?;
        Ok((path.clone(), text))
    };
    let mut graphs = Vec::new();
    for (name, paths) in crates {
        graphs.push(rust(&name, &paths.iter().map(read).collect::<Result<Vec<_>>>()?));
    }
    graphs.push(javascript(&scripts.iter().map(read).collect::<Result<Vec<_>>>()?));
    let told = |circle: Vec<String>| format!("a circle of files: {}", circle.join(" -> "));
    Ok(graphs.iter().filter_map(rooms::circle).map(told).collect())
}

/// A path in the text, word by word, and what the file calls its end.
struct Used {
    path: Vec<String>,
    name: String,
}

/// What a file of Rust says.
#[derive(Default)]
struct Said {
    /// What `use` brings in, and what it only passes on.
    brought: Vec<Used>,
    passed_on: Vec<Used>,
    /// Paths elsewhere.
    paths: Vec<Vec<String>>,
    /// Modules in files of their own, and everything that has a name here.
    modules: BTreeSet<String>,
    defined: BTreeSet<String>,
}

/// The files of a crate by their modules.
type Crate<'a> = BTreeMap<Vec<String>, (&'a str, Said)>;

/// Which file of a crate uses which.
fn rust(name: &str, files: &[(String, String)]) -> Edges {
    let mut all = Crate::new();
    for (path, text) in files {
        let inside = path.trim_start_matches(name).trim_start_matches("/src/").trim_end_matches(".rs");
        let mut module: Vec<String> = inside.split('/').map(str::to_owned).collect();
        module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
        let mut said = Said::default();
        // What is no Rust is another rule's fault.
        listen(text.parse().unwrap_or_default(), 0, &mut said);
        all.insert(module, (path, said));
    }
    let mut edges = Edges::new();
    for (module, (path, said)) in &all {
        let mut used = BTreeSet::new();
        for Used { path, .. } in &said.brought {
            let at = path.strip_suffix(&["*".to_owned()]).unwrap_or(path);
            // A module that is brought in is used where something of it is named.
            let found = absolute(&all, module, at).map(|place| resolve(&all, place, 8));
            used.extend(found.filter(|(_, whole)| !whole || at.len() < path.len()).map(|(file, _)| file));
        }
        for path in &said.paths {
            let brought = said.brought.iter().find(|used| used.name == path[0]);
            let path = brought.map_or(path.clone(), |used| [&used.path[..], &path[1..]].concat());
            used.extend(absolute(&all, module, &path).map(|place| resolve(&all, place, 8).0));
        }
        used.retain(|file| !module.starts_with(file));
        for to in used.iter().filter_map(|file| all.get(file)).map(|(to, _)| *to) {
            if !KNOWN.iter().any(|(from, known, _)| path == from && to.starts_with(known)) {
                edges.entry((*path).to_owned()).or_default().insert(to.to_owned(), String::new());
            }
        }
    }
    edges
}

/// The path from the root of the crate, if it leads anywhere in it.
fn absolute(all: &Crate<'_>, module: &[String], path: &[String]) -> Option<Vec<String>> {
    let up = path.iter().take_while(|word| *word == "super").count();
    let from = match path.first()?.as_str() {
        "crate" => return Some(path[1..].to_vec()),
        "self" => return Some([module, &path[1..]].concat()),
        "super" => module.get(..module.len().checked_sub(up)?)?,
        first => all.get(module)?.1.modules.contains(first).then_some(module)?,
    };
    Some([from, &path[up..]].concat())
}

/// The file where what a path names stands, and whether that is all of the file.
fn resolve(all: &Crate<'_>, place: Vec<String>, depth: usize) -> (Vec<String>, bool) {
    let known = (0..=place.len()).rev().find(|&end| all.contains_key(&place[..end]));
    let (file, rest) = place.split_at(known.unwrap_or_default());
    let (Some(name), Some((_, said))) = (rest.first(), all.get(file)) else { return (file.to_vec(), true) };
    let mut known = said.passed_on.iter().chain(&said.brought);
    let named =
        known.clone().find(|used| used.name == *name).and_then(|used| absolute(all, file, &used.path));
    let through = named.or_else(|| {
        known.find_map(|used| {
            let from = absolute(all, file, used.path.strip_suffix(&["*".to_owned()])?)?;
            let there = all.get(&from).is_some_and(|(_, said)| said.defined.contains(name));
            there.then(|| [&from[..], std::slice::from_ref(name)].concat())
        })
    });
    match through {
        Some(path) if depth > 0 => resolve(all, [&path[..], &rest[1..]].concat(), depth - 1),
        _ => (file.to_vec(), false),
    }
}

/// Takes down what stands in a text; `inner` is how many modules of the same file it is in. Tests are passed over.
fn listen(tokens: TokenStream, inner: usize, said: &mut Said) {
    const NAMING: &[&str] =
        &["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules", "mod"];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let mut at = 0;
    while at < tokens.len() {
        let step = word(at);
        if step == "#" && rooms::is_for_tests(tokens.get(at + 1)) {
            at += 2;
            while at < tokens.len() && !rooms::ends_item(&tokens[at]) {
                at += 1;
            }
        } else if let TokenTree::Group(group) = &tokens[at] {
            let is_module = at >= 2 && word(at - 2) == "mod" && group.delimiter() == Delimiter::Brace;
            listen(group.stream(), inner + usize::from(is_module), said);
        } else if step == "use" && matches!(tokens[at], TokenTree::Ident(_)) {
            let end = (at..tokens.len()).find(|&end| word(end) == ";").unwrap_or(tokens.len());
            let passes = at > 0 && (word(at - 1) == "pub" || at > 1 && word(at - 2) == "pub");
            let list = if passes { &mut said.passed_on } else { &mut said.brought };
            leaves(&tokens[at + 1..end], &[], inner, list);
            at = end;
        } else if NAMING.contains(&step.as_str()) && matches!(tokens[at], TokenTree::Ident(_)) {
            let name = word(at + 1 + usize::from(step == "macro_rules"));
            if step == "mod" && word(at + 2) == ";" {
                said.modules.insert(name.clone());
            }
            said.defined.insert(name);
        } else if let TokenTree::Ident(_) = &tokens[at] {
            let mut path = vec![step];
            while word(at + 1) == ":"
                && word(at + 2) == ":"
                && matches!(tokens.get(at + 3), Some(TokenTree::Ident(_)))
            {
                path.push(word(at + 3));
                at += 3;
            }
            if path.len() > 1 {
                said.paths.push(outside(path, inner));
            }
        }
        at += 1;
    }
}

/// A path as it would stand outside of modules of the same file.
fn outside(mut path: Vec<String>, inner: usize) -> Vec<String> {
    let up = path.iter().take(inner).take_while(|word| *word == "super").count();
    let own = path.get(up).is_some_and(|next| next != "super").then(|| "self".to_owned());
    if up > 0 {
        path.splice(..up, own);
    }
    path
}

/// The single paths of a `use`.
fn leaves(tokens: &[TokenTree], before: &[String], inner: usize, list: &mut Vec<Used>) {
    let (mut path, mut name) = (before.to_vec(), None);
    let mut tokens = tokens.iter().peekable();
    let mut finish = |path: &mut Vec<String>, name: &mut Option<String>| {
        if path.len() > before.len() {
            path.pop_if(|last| !before.is_empty() && last == "self");
            let used = outside(std::mem::replace(path, before.to_vec()), inner);
            let name = name.take().or_else(|| used.last().cloned()).unwrap_or_default();
            list.push(Used { path: used, name });
        }
    };
    let mut groups: Vec<(Vec<String>, &Group)> = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if *ident == "as" => name = tokens.next().map(ToString::to_string),
            TokenTree::Ident(ident) => path.push(ident.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == '*' => path.push("*".into()),
            TokenTree::Punct(punct) if punct.as_char() == ',' => finish(&mut path, &mut name),
            TokenTree::Group(group) => {
                groups.push((std::mem::replace(&mut path, before.to_vec()), group));
            }
            _ => {}
        }
    }
    finish(&mut path, &mut name);
    for (path, group) in groups {
        leaves(&group.stream().into_iter().collect::<Vec<_>>(), &path, inner, list);
    }
}

/// Which script imports which. Scripts that are not there, as those that are built, are passed over.
fn javascript(files: &[(String, String)]) -> Edges {
    let mut edges = Edges::new();
    for (path, text) in files {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for statement in text.split('\n').filter(|line| !line.trim_start().starts_with(['*', '/'])) {
            let from = ["from '", "import '", "require('"].iter().find_map(|word| statement.split_once(word));
            let Some((name, _)) = from.and_then(|(_, rest)| rest.split_once('\'')) else { continue };
            let mut at: Vec<&str> = folder.split('/').collect();
            for part in name.split('/') {
                match part {
                    "." => {}
                    ".." => drop(at.pop()),
                    part => at.push(part),
                }
            }
            let to = at.join("/");
            if name.starts_with('.') && files.iter().any(|(path, _)| *path == to) {
                edges.entry(path.clone()).or_default().insert(to, String::new());
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(file, text)| (format!("x/src/{file}"), (*text).to_owned())).collect()
    }

    /// The circle of planted files, if there is one.
    fn found(list: &[(&str, &str)]) -> Option<String> {
        rooms::circle(&rust("x", &files(list))).map(|circle| circle.join(" ").replace("x/src/", ""))
    }

    #[test]
    fn the_checkout_has_no_circle() {
        assert_eq!(check(&crate::root()).expect("readable"), Vec::<String>::new());
    }

    #[test]
    fn two_files_of_one_folder_are_found_however_they_name_each_other() {
        for (a, b) in [
            ("use super::b::B;", "fn f() { super::a::f() }"),
            ("use super::b; fn f(_: b::B) {}", "use crate::m::{a::A, c};"),
            ("use crate::m::B;", "use super::A;"),
            ("use super::*; fn f(_: B) {} fn g() { crate::m::b::f() }", "mod c { use super::super::a::A; }"),
        ] {
            let root = ("m/mod.rs", "mod a; mod b; pub use a::A; pub use b::*;");
            let list = [root, ("m/a.rs", a), ("m/b.rs", &format!("pub struct B; {b}"))];
            assert_eq!(found(&list).as_deref(), Some("m/a.rs m/b.rs m/a.rs"), "{a} {b}");
        }
    }

    #[test]
    fn folders_pass_names_on_and_keep_words_for_all_of_them() {
        let list = [
            ("lib.rs", "mod m; mod n; pub use m::A; pub struct Word;"),
            ("m/mod.rs", "mod a; pub use a::A; pub struct Own; fn f() { a::g() }"),
            ("m/a.rs", "use super::Own; use crate::Word; use crate::n; pub struct A; fn f() { n::f() }"),
            ("n.rs", "use crate::Word; #[cfg(test)] mod tests { use crate::A; }"),
        ];
        assert_eq!(found(&list), None);
        let list = [list[0], list[1], list[2], ("n.rs", "use crate::A;")];
        assert_eq!(found(&list).as_deref(), Some("m/a.rs n.rs m/a.rs"));
    }

    #[test]
    fn scripts_are_found_and_what_is_loaded_later_is_none() {
        let circle = |b: &str| {
            let a = "import {\n  b,\n} from './b.mjs';\n// from './c.mjs'\n";
            rooms::circle(&javascript(&files(&[("a.mjs", a), ("b.mjs", b), ("c.mjs", "")]))).is_some()
        };
        assert!(circle("export { a } from '../src/a.mjs';"));
        assert!(circle("const a = require('./a.mjs');"));
        assert!(!circle("const a = () => import('./a.mjs');"));
        assert!(!circle("import { a } from 'a.mjs';\nimport './c.mjs';"));
    }
}
