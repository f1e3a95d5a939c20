//! What we depend on: licences, sources, versions side by side. Read from `cargo metadata`; advisories are not looked at, because
//! their data is on a site that CI here cannot reach (`cargo deny check advisories` where it can).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::{Result, exec};

/// Licences that a dependency may be had under.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Dependencies under a licence of their own that bind nobody but who changes their files, and why they are here.
const MORE: &[(&str, &str)] = &[(
    "MPL-2.0",
    "fastrlp, which ruint names and nothing of ours uses: under `tree_hash`; cbindgen, in xtask alone",
)];

/// The one place from which crates come.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates of which the tree of what we publish, without peers and tests, may hold more than one version.
const TWICE: &[(&str, &str)] = &[("syn", "derive macros of two ages, at build time only")];

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

/// The stage.
///
/// # Errors
/// What is not as it should be, a line each.
pub fn check(root: &Path) -> Result {
    let packages: Vec<Package> = exec::packages(root, &["--all-features", "--locked"])?;
    let mut wrong: Vec<String> = packages.iter().filter_map(fault).collect();
    let tree = exec::output(exec::cargo(root).args([
        "tree",
        "--locked",
        "--package",
        "lanesmith",
        "--package",
        "lanesmith-cli",
        "--no-default-features",
        "--features",
        "lanesmith/default,lanesmith/families,lanesmith/profile",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]))?;
    wrong.extend(twice(&tree));
    match wrong.is_empty() {
        true => {
            println!("{} packages: licences, sources and versions as they should be", packages.len());
            Ok(())
        }
        false => Err(wrong.join("; ")),
    }
}

/// What is wrong with a package.
fn fault(package: &Package) -> Option<String> {
    let Package { name, version, license, source } = package;
    if let Some(other) = source.as_ref().filter(|source| *source != SOURCE) {
        return Some(format!("{name} {version} comes from {other}"));
    }
    match license {
        None => Some(format!("{name} {version} names no licence")),
        Some(expression) if !allowed(expression) => {
            Some(format!("{name} {version}: licence {expression:?} is not among those allowed"))
        }
        Some(_) => None,
    }
}

/// Whether an SPDX expression can be met with allowed licences: of an `OR` one side, of an `AND` both.
fn allowed(expression: &str) -> bool {
    // Older packages write a slash for `OR`.
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest).is_some_and(|fits| fits && rest.is_empty())
}

fn either(rest: &mut &[&str]) -> Option<bool> {
    let mut fits = both(rest)?;
    while let Some(("OR", after)) = rest.split_first().map(|(word, after)| (*word, after)) {
        *rest = after;
        fits |= both(rest)?;
    }
    Some(fits)
}

fn both(rest: &mut &[&str]) -> Option<bool> {
    let mut fits = one(rest)?;
    while let Some(("AND", after)) = rest.split_first().map(|(word, after)| (*word, after)) {
        *rest = after;
        fits &= one(rest)?;
    }
    Some(fits)
}

fn one(rest: &mut &[&str]) -> Option<bool> {
    let (word, after) = rest.split_first()?;
    *rest = after;
    if *word == "(" {
        let fits = either(rest)?;
        let (close, after) = rest.split_first()?;
        *rest = after;
        return (*close == ")").then_some(fits);
    }
    let mut name = (*word).to_string();
    if let ["WITH", exception, after @ ..] = rest {
        name = format!("{name} WITH {exception}");
        *rest = after;
    }
    Some(LICENCES.contains(&name.as_str()) || MORE.iter().any(|(more, _)| *more == name))
}

/// Crates that a tree holds in more than one version without leave, and leaves that nothing needs any more.
fn twice(tree: &str) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in tree.lines() {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            versions.entry(name).or_default().insert(version);
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    let mut wrong: Vec<String> = versions
        .iter()
        .filter(|(name, _)| TWICE.iter().all(|(known, _)| known != *name))
        .map(|(name, versions)| {
            format!("{name} is there in versions {}", Vec::from_iter(versions.iter().copied()).join(", "))
        })
        .collect();
    let stale = TWICE.iter().filter(|(name, _)| !versions.contains_key(name));
    wrong.extend(stale.map(|(name, why)| format!("{name} is there once: take it ({why}) from the list")));
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_met_by_one_side_of_or_and_both_of_and() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(allowed(good), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT AND GPL-3.0) OR AGPL-3.0",
            "",
            "MIT OR",
            "(MIT",
            "MIT WITH GPL-exception",
        ] {
            assert!(!allowed(bad), "{bad}");
        }
    }

    #[test]
    fn a_package_from_elsewhere_or_without_licence_is_noticed() {
        let package = |license: Option<&str>, source: Option<&str>| Package {
            name: "a".into(),
            version: "1.0.0".into(),
            license: license.map(String::from),
            source: source.map(String::from),
        };
        assert_eq!(fault(&package(Some("MIT"), Some(SOURCE))), None);
        assert_eq!(fault(&package(Some("MIT"), None)), None);
        assert!(fault(&package(Some("MIT"), Some("git+https://example.org"))).is_some());
        assert!(fault(&package(None, Some(SOURCE))).is_some());
    }

    #[test]
    fn two_versions_of_a_crate_are_noticed() {
        let known: String = TWICE.iter().map(|(name, _)| format!("{name} v1.0.0\n{name} v2.0.0\n")).collect();
        assert!(twice(&known).is_empty());
        assert_eq!(twice(&format!("{known}other v1.0.0\nother v1.1.0\n")).len(), 1);
        assert_eq!(twice("").len(), TWICE.len());
    }
}
