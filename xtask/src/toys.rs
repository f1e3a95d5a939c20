//! A toy engine, a toy operation and a toy family, added to a copy of the tree by following docs/conventions.md: that adding one
//! takes no more edits than the page says stays true only if somebody counts.
//!
//! New files stand in `xtask/toys`, edits to files that are there already below. The copy lies in `target/toys/tree` and is
//! written only where it changes, so that a second run builds little.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::ci::Outcome;
use crate::{Result, exec};

/// A kind of addition, and what it takes.
struct Addition {
    /// As the page's heading has it.
    what: &'static str,
    /// Most files that are there already and may be edited.
    files: usize,
    /// Most places in them.
    places: usize,
    edits: &'static [Edit],
}

/// One place in a file that is there already.
struct Edit {
    file: &'static str,
    change: Change,
}

enum Change {
    /// Lines behind the first one that contains this.
    After(&'static str, &'static str),
    /// Other text for the first that reads so.
    Replace(&'static str, &'static str),
    /// Lines at the end.
    Append(&'static str),
}

use Change::{After, Append, Replace};

const fn edit(file: &'static str, change: Change) -> Edit {
    Edit { file, change }
}

const ENGINE: Addition = Addition {
    what: "An engine of a known instruction set",
    files: 3,
    places: 3,
    edits: &[
        edit("crates/sha256/src/arch/mod.rs", After("pub(crate) mod scalar;", "pub(crate) mod toy;\n")),
        edit(
            "crates/sha256/src/engines.rs",
            After(
                "nodes!(scalar);",
                r#"        toy: Portable, 1, "a toy", &[(Other, pass(999_000)), (Intel, pass(999_000)), (Zen5, pass(999_000))], nodes!(toy);
"#,
            ),
        ),
        edit("xtask/src/matrix.rs", Replace(r#"runs: &["scalar", "64_"#, r#"runs: &["toy", "scalar", "64_"#)),
    ],
};

const OPERATION: Addition = Addition {
    what: "An operation",
    files: 4,
    places: 6,
    edits: &[
        edit(
            "crates/sha256/src/ops.rs",
            Append(
                r#"
/// `sha256.toy`: the complement of a digest.
#[derive(Clone, Copy, Debug)]
pub struct ToyKernel {
    /// The complement.
    pub complement: fn(digest: &[u8; 32]) -> [u8; 32],
}

impl Operation for ToyKernel {
    const NAME: &str = "sha256.toy";
}
"#,
            ),
        ),
        edit(
            "crates/sha256/src/arch/scalar.rs",
            After(
                "engine scalar with Portable;",
                r"
    crate::ops::ToyKernel => pub(crate) fn complement(_token, digest: &[u8; 32]) -> [u8; 32] {
        digest.map(|byte| !byte)
    }
",
            ),
        ),
        edit(
            "crates/sha256/src/engines.rs",
            Append(
                r#"
table! {
    /// The engines of the complement of a digest.
    pub static TOY: crate::ops::ToyKernel;
    portable {
        scalar: Portable, 1, "general registers", crate::ops::ToyKernel { complement: scalar::complement };
    }
}
"#,
            ),
        ),
        edit(
            "crates/sha256/src/engines.rs",
            Replace("TABLES: &[&dyn AnyTable] = &[", "TABLES: &[&dyn AnyTable] = &[&TOY, "),
        ),
        edit(
            "crates/suite/src/sha256/check.rs",
            After(
                "    vec![",
                r#"        Check::new(&sha256::TOY, "vectors", "a digest and its complement", complement),
"#,
            ),
        ),
        edit(
            "crates/suite/src/sha256/check.rs",
            Append(
                r#"
fn complement(engine: Choice<sha256::hazmat::ToyKernel>, tally: &mut Tally<'_>) -> Outcome {
    let got = (engine.handle().kernel().complement)(&[0x0f; 32]);
    tally.bytes(|| "complement".into(), &[0xf0; 32], &got)
}
"#,
            ),
        ),
    ],
};

const FAMILY: Addition = Addition {
    what: "A family",
    files: 6,
    places: 15,
    edits: &[
        edit("crates/lanesmith/Cargo.toml", Replace("default = [", r#"default = ["toy", "#)),
        edit("crates/lanesmith/Cargo.toml", After("[features]", "toy = [\"dep:lanesmith-toy\"]\n")),
        edit("crates/lanesmith/Cargo.toml", After("[dependencies]", DEPENDENCY)),
        edit(
            "crates/lanesmith/src/lib.rs",
            After(
                "pub use lanesmith_sha256 as sha256;",
                "#[cfg(feature = \"toy\")]\npub use lanesmith_toy as toy;\n",
            ),
        ),
        edit(
            "crates/lanesmith/src/lib.rs",
            After(
                "    &lanesmith_sha256::TABLES,",
                "    #[cfg(feature = \"toy\")]\n    &lanesmith_toy::TABLES,\n",
            ),
        ),
        edit("crates/suite/Cargo.toml", Replace("default = [", r#"default = ["toy", "#)),
        edit("crates/suite/Cargo.toml", After("[features]", "toy = [\"dep:lanesmith-toy\"]\n")),
        edit("crates/suite/Cargo.toml", After("[dependencies]", DEPENDENCY)),
        edit(
            "crates/suite/src/lib.rs",
            After("pub mod sha256;", "#[cfg(feature = \"toy\")]\npub mod toy;\n"),
        ),
        edit(
            "crates/suite/src/lib.rs",
            After("        &sha256::Sha256,", "        #[cfg(feature = \"toy\")]\n        &toy::Toy,\n"),
        ),
        edit("testkit/src/vectors/mod.rs", After("pub mod sha256;", "pub mod toy;\n")),
        edit(
            "xtask/src/edges.rs",
            After("(\"lanesmith-race\", &[]),", "    (\"lanesmith-toy\", &[\"lanesmith-isa\"]),\n"),
        ),
        edit(
            "xtask/src/edges.rs",
            Replace("\"lanesmith\",\n        &[", "\"lanesmith\",\n        &[\"lanesmith-toy\", "),
        ),
        edit(
            "xtask/src/edges.rs",
            Replace(
                "\"lanesmith-suite\",\n        &[",
                "\"lanesmith-suite\",\n        &[\"lanesmith-toy\", ",
            ),
        ),
        edit(
            "xtask/src/edges.rs",
            Replace("KERNELS: &[&str] = &[", "KERNELS: &[&str] = &[\"lanesmith-toy\", "),
        ),
    ],
};

/// By path: a family that is published stands in the workspace's list besides.
const DEPENDENCY: &str = "lanesmith-toy = { path = \"../toy\", version = \"0.1.0\", optional = true }\n";

const ADDITIONS: [&Addition; 3] = [&ENGINE, &OPERATION, &FAMILY];

/// The page that is followed.
const PAGE: &str = "docs/conventions.md";

/// What must be found in the copy: family, operation, engine.
const FOUND: [(&str, &str, &str); 3] =
    [("sha256", "nodes", "toy"), ("sha256", "toy", "scalar"), ("toy", "double", "scalar")];

/// A tree: contents of files by path from the root.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The stage.
pub fn stage(root: &Path) -> Outcome {
    if exec::find(&["git"]).is_none() || !root.join(".git").exists() {
        return Outcome::Skipped("the files of the tree are those that git knows, and here is no git".into());
    }
    run(root).into()
}

/// Adds all three, counts, builds, and looks for them.
pub fn run(root: &Path) -> Result {
    let mut tree = read(root)?;
    let page = fs::read_to_string(root.join(PAGE)).map_err(|e| format!("{PAGE}: {e}"))?;
    for addition in ADDITIONS {
        addition.apply(&mut tree)?;
        let (files, places) = (addition.edited().len(), addition.edits.len());
        println!("{}: {files} files edited, in {places} places", addition.what);
        addition.judge(&page)?;
    }
    let new = root.join("xtask/toys");
    let mut added = Vec::new();
    collect(&new, &new, &mut added)?;
    for file in added.into_iter().filter(|file| file != Path::new("README.md")) {
        let bytes = fs::read(new.join(&file)).map_err(|e| format!("{}: {e}", file.display()))?;
        if tree.insert(file.clone(), bytes).is_some() {
            return Err(format!("xtask/toys/{}: that file is there already", file.display()));
        }
    }
    let copy = root.join("target/toys/tree");
    write(&copy, &tree)?;
    prove(&copy, &root.join("target/toys/target"))
}

impl Addition {
    fn apply(&self, tree: &mut Tree) -> Result {
        for Edit { file, change } in self.edits {
            let bytes =
                tree.get_mut(Path::new(file)).ok_or_else(|| format!("{file}: no such file to edit"))?;
            let text = String::from_utf8_lossy(bytes);
            let new = change.apply(&text).ok_or_else(|| {
                format!(
                    "{file}: {change} is not there any more; follow {PAGE} by hand and mend xtask/src/toys.rs"
                )
            })?;
            *bytes = new.into_bytes();
        }
        Ok(())
    }

    fn edited(&self) -> BTreeSet<&'static str> {
        self.edits.iter().map(|edit| edit.file).collect()
    }

    /// Whether it takes no more than it may, and the page tells each file and no more.
    fn judge(&self, page: &str) -> Result {
        let Addition { what, files, places, edits } = self;
        let edited = self.edited();
        if edited.len() > *files || edits.len() > *places {
            return Err(format!("{what}: more than {files} files or {places} places"));
        }
        let heading = format!("## {what}: ");
        let section = page.split_once(&heading).ok_or_else(|| format!("{PAGE}: no heading {heading:?}"))?.1;
        let section = section.split("\n## ").next().unwrap_or(section);
        let items = section.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
        if items != edited.len() {
            return Err(format!("{PAGE}: {what}: {items} edits on the page, {} files edited", edited.len()));
        }
        for file in edited {
            if !section.split('`').skip(1).step_by(2).any(|word| fits(word, file)) {
                return Err(format!("{PAGE}: {what}: {file} is edited, and the page does not say so"));
            }
        }
        Ok(())
    }
}

impl Change {
    fn apply(&self, text: &str) -> Option<String> {
        match self {
            After(line, new) => {
                let at = text.find(line)?;
                let end = at + text[at..].find('\n')? + 1;
                Some(format!("{}{new}{}", &text[..end], &text[end..]))
            }
            Replace(old, new) => text.contains(old).then(|| text.replacen(old, new, 1)),
            Append(new) => Some(format!("{text}{new}")),
        }
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            After(old, _) | Replace(old, _) => write!(f, "{old:?}"),
            Append(_) => f.write_str("the end"),
        }
    }
}

/// Whether the end of a path is what the page writes, where `*` and `<family>` stand for anything in one folder.
fn fits(word: &str, file: &str) -> bool {
    let word = word.replace("<family>", "*");
    let (words, parts): (Vec<_>, Vec<_>) = (word.split('/').rev().collect(), file.split('/').rev().collect());
    let fits = |word: &str, part: &str| match word.split_once('*') {
        Some((start, end)) => part.starts_with(start) && part.ends_with(end),
        None => word == part,
    };
    words.len() <= parts.len() && words.iter().zip(&parts).all(|(word, part)| fits(word, part))
}

/// The files that git knows, and new ones that it does not ignore. Links are for people.
fn read(root: &Path) -> Result<Tree> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut tree = Tree::new();
    for file in exec::output(&mut git)?.split_terminator('\0') {
        let path = root.join(file);
        // What is deleted and not committed is still on git's list.
        if path.symlink_metadata().is_ok_and(|data| data.is_file()) {
            tree.insert(file.into(), fs::read(&path).map_err(|e| format!("{file}: {e}"))?);
        }
    }
    Ok(tree)
}

/// The files below a folder, with their paths from it.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            files.extend(path.strip_prefix(root).map(Path::to_path_buf));
        }
    }
    Ok(())
}

/// Makes a folder that tree. What is there already keeps its time, by which cargo knows that nothing changed.
fn write(folder: &Path, tree: &Tree) -> Result {
    let fail = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
    let mut old = Vec::new();
    collect(folder, folder, &mut old)?;
    // Cargo adds the toys to the lock file itself.
    for file in old.iter().filter(|file| !tree.contains_key(*file)) {
        let path = folder.join(file);
        fs::remove_file(&path).map_err(|e| fail(&path, e))?;
    }
    for (file, bytes) in tree {
        let path = folder.join(file);
        if fs::read(&path).is_ok_and(|old| old == *bytes) {
            continue;
        }
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|e| fail(&path, e))?;
        fs::write(&path, bytes).map_err(|e| fail(&path, e))?;
    }
    Ok(())
}

/// Checks the rules of the house in the copy, by its own xtask, and asks its command line for the toys.
///
/// Compiled as fast as can be: nothing of what is not a toy is run.
fn prove(copy: &Path, target: &Path) -> Result {
    let cargo = |args: &[&str]| {
        let mut command = exec::cargo(copy);
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("CARGO_TARGET_DIR", target).args(args);
        command
    };
    exec::run(&mut cargo(&["build", "--quiet", "--package", "lanesmith-cli", "--no-default-features"]))?;
    exec::run(&mut cargo(&["run", "--quiet", "--package", "xtask", "--", "check"]))?;
    let lanesmith = target.join("debug").join(format!("lanesmith{}", std::env::consts::EXE_SUFFIX));
    let list = exec::output(Command::new(&lanesmith).args(["list", "--json"]))?;
    for (family, operation, engine) in FOUND {
        let op = format!("{family}.{operation}");
        listed(&list, &op, engine)?;
        let mut check = Command::new(&lanesmith);
        check.args(["check", &op, "--engine", engine, "--quick", "--json"]);
        checked(&exec::output(&mut check)?, &op, engine)?;
        println!("{op} on {engine}: listed, and its vectors come out right");
    }
    Ok(())
}

/// Whether `lanesmith list` has an engine, as usable.
fn listed(json: &str, op: &str, engine: &str) -> Result {
    #[derive(Deserialize)]
    struct Row {
        op: String,
        engines: Vec<Engine>,
    }
    #[derive(Deserialize)]
    struct Engine {
        name: String,
        usable: bool,
    }
    let rows: Vec<Row> = serde_json::from_str(json).map_err(|e| format!("lanesmith list: {e}"))?;
    let mut engines = rows.iter().filter(|row| row.op == op).flat_map(|row| &row.engines);
    match engines.any(|row| row.name == engine && row.usable) {
        true => Ok(()),
        false => Err(format!("{op} has no usable engine {engine} in the list of the copy")),
    }
}

/// Whether `lanesmith check` compared vectors and they came out right.
fn checked(json: &str, op: &str, engine: &str) -> Result {
    #[derive(Deserialize)]
    struct Report {
        results: Vec<Row>,
    }
    #[derive(Deserialize)]
    struct Row {
        op: String,
        engine: String,
        status: String,
        #[serde(default)]
        cases: u64,
    }
    let report: Report = serde_json::from_str(json).map_err(|e| format!("lanesmith check: {e}"))?;
    let right = |row: &Row| row.op == op && row.engine == engine && row.status == "passed" && row.cases > 0;
    match report.results.iter().any(right) {
        true => Ok(()),
        false => Err(format!("{op} on {engine}: no vector came out right in the copy: {json}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toy(files: usize, edits: &'static [Edit]) -> Addition {
        Addition { what: "A thing", files, places: 9, edits }
    }

    const EDITS: &[Edit] = &[edit("a/b/c.rs", Append("x")), edit("a/d.rs", Append("x"))];

    #[test]
    fn one_edit_more_than_allowed_is_found() {
        let page = "## A thing: two edits\n\n1. `c.rs`\n2. `a/d.rs`\n";
        assert_eq!(toy(2, EDITS).judge(page), Ok(()));
        assert!(toy(1, EDITS).judge(page).is_err());
    }

    #[test]
    fn a_file_that_the_page_does_not_name_is_found() {
        assert!(
            toy(2, EDITS).judge("## A thing: n edits\n\n1. `c.rs`\n2. `e.rs`\n## Next\n`a/d.rs`\n").is_err()
        );
    }

    #[test]
    fn an_edit_too_many_on_the_page_is_found() {
        assert!(toy(2, EDITS).judge("## A thing: n edits\n\n1. `c.rs`\n2. `a/d.rs`\n3. `d.rs`\n").is_err());
    }

    #[test]
    fn what_the_page_abbreviates_fits() {
        assert!(fits("crates/suite/src/<family>/check.rs", "crates/suite/src/sha256/check.rs"));
        assert!(fits("arch/*.rs", "crates/sha256/src/arch/scalar.rs"));
        assert!(!fits("arch/*.rs", "crates/sha256/src/ops.rs"));
    }

    #[test]
    fn an_anchor_that_is_gone_is_told() {
        let mut tree = Tree::from([("f".into(), b"abc\n".to_vec())]);
        let edits: &[Edit] = const { &[edit("f", After("xyz", "new\n"))] };
        let gone = Addition { what: "A thing", files: 1, places: 1, edits };
        assert!(gone.apply(&mut tree).is_err());
    }

    #[test]
    fn lines_go_behind_the_line_that_is_named() {
        assert_eq!(After("b", "new\n").apply("a\nb c\nd\n").as_deref(), Some("a\nb c\nnew\nd\n"));
        assert_eq!(Replace("b", "x").apply("a b b").as_deref(), Some("a x b"));
    }

    #[test]
    fn all_edits_can_be_made_in_this_tree() {
        let root = crate::root();
        if !root.join(".git").exists() {
            return;
        }
        let mut tree = read(&root).expect("files");
        for addition in ADDITIONS {
            addition.apply(&mut tree).expect("an edit");
        }
    }
}
