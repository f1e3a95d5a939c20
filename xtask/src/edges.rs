//! Dependencies between the crates of the workspace: only the edges of the picture in docs/architecture.md.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::{Result, exec};

/// The families, and which others each may use.
const FAMILIES: &[(&str, &[&str])] = &[
    ("lanesmith-curl", &[]),
    ("lanesmith-sha256", &[]),
    ("lanesmith-pwhash", &["lanesmith-sha256"]),
    ("lanesmith-bls", &["lanesmith-sha256", "lanesmith-pwhash"]),
];

/// What all families stand on.
const ISA: &str = "lanesmith-isa";
const PARALLEL: &str = "lanesmith-parallel";

/// What re-exports them.
const FACADE: &str = "lanesmith";

/// What the bindings share.
const FACE: &str = "lanesmith-face";

/// The rest of the picture: each crate, whether it may depend on the families, and on what besides. An edge that is neither here nor above
/// does not exist without a decision in docs/decisions.
const OTHERS: &[(&str, bool, &[&str])] = &[
    (ISA, false, &[]),
    (PARALLEL, false, &[]),
    (FACADE, true, &[ISA, PARALLEL]),
    ("lanesmith-circuits", false, &[]),
    ("lanesmith-race", false, &[]),
    ("lanesmith-suite", true, &[ISA, "lanesmith-race", "lanesmith-testkit"]),
    ("lanesmith-tune", false, &[FACADE, ISA, "lanesmith-race", "lanesmith-suite"]),
    (
        "lanesmith-cli",
        false,
        &[FACADE, "lanesmith-circuits", PARALLEL, "lanesmith-race", "lanesmith-suite", "lanesmith-tune"],
    ),
    ("lanesmith-c", false, &[FACADE, FACE]),
    ("lanesmith-libargon2", false, &["lanesmith-pwhash"]),
    // The race is its example's.
    ("lanesmith-libblst", false, &["lanesmith-bls", "lanesmith-race", "lanesmith-sha256"]),
    ("lanesmith-libhashtree", false, &["lanesmith-sha256"]),
    (FACE, false, &[FACADE]),
    ("lanesmith-node", false, &[FACADE, FACE]),
    ("lanesmith-python", false, &[FACADE, FACE, "lanesmith-race", "lanesmith-suite", "lanesmith-tune"]),
    ("lanesmith-wasm", false, &[FACADE, FACE]),
    ("lanesmith-testkit", false, &[ISA]),
    ("xtask", false, &["lanesmith-race"]),
];

/// Crates whose only dependencies from outside are optional, those of all families first: a kernel is for everybody, `no_std` included.
pub fn kernels() -> impl Iterator<Item = &'static str> {
    [ISA, PARALLEL].into_iter().chain(FAMILIES.iter().map(|(name, _)| *name)).chain([FACADE])
}

/// Each crate and what it may depend on, as docs/architecture.md draws it.
fn picture() -> BTreeMap<&'static str, Vec<&'static str>> {
    let families = || FAMILIES.iter().map(|(name, _)| *name);
    let others = OTHERS
        .iter()
        .map(|(name, all, more)| (*name, families().filter(|_| *all).chain(more.iter().copied()).collect()));
    let used = |more: &[&'static str]| [ISA, PARALLEL].into_iter().chain(more.iter().copied()).collect();
    FAMILIES.iter().map(|(name, more)| (*name, used(more))).chain(others).collect()
}

/// What tests of any crate but isa may use besides. The suite depends on the kernels: so may their tests on the suite, and
/// a vector is compared in one place.
const FOR_TESTS: &[&str] = &["lanesmith-testkit", "lanesmith-suite"];

/// Crates that a kernel may always depend on: what keeps secrets needs them, and they are `no_std` and small (decision 0007).
const ALWAYS: &[&str] = &["subtle", "zeroize"];

/// A package as cargo tells of it, as far as it matters here.
#[derive(Debug, Deserialize)]
pub struct Package {
    name: String,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
    optional: bool,
    path: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// Asks cargo.
pub fn packages(root: &Path) -> Result<Vec<Package>> {
    exec::packages(root, &["--no-deps"])
}

/// What is not in the picture, a sentence each.
pub fn check(packages: &[Package]) -> Vec<String> {
    let picture = picture();
    let mut violations = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some(allowed) = picture.get(name) else {
            violations.push(format!("{name}: the picture of docs/architecture.md has no such crate"));
            continue;
        };
        if package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "custom-build")) {
            violations.push(format!("{name}: has a build script"));
        }
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            let kind = dependency.kind.as_deref().unwrap_or("normal");
            let ours = picture.contains_key(to) || dependency.path.is_some();
            let itself_for_tests = kind == "dev" && to == name;
            let for_tests = kind == "dev" && FOR_TESTS.contains(&to) && name != "lanesmith-isa";
            if ours && !(allowed.contains(&to) || itself_for_tests || for_tests) {
                violations
                    .push(format!("{name} -> {to} ({kind}): not in the picture of docs/architecture.md"));
            }
            if !ours
                && kernels().any(|kernel| kernel == name)
                && kind == "normal"
                && !dependency.optional
                && !ALWAYS.contains(&to)
            {
                violations.push(format!("{name} -> {to}: a kernel's dependencies from outside are optional"));
            }
            if kind == "build" {
                violations.push(format!("{name} -> {to}: a build dependency"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &str) -> Vec<Package> {
        let text = format!(
            r#"[{{"name": "{name}", "dependencies": [{dependencies}],
               "targets": [{{"kind": ["lib"]}}]}}]"#
        );
        serde_json::from_str(&text).expect("metadata")
    }

    fn edge(to: &str, kind: &str, optional: bool) -> String {
        format!(r#"{{"name": "{to}", "kind": {kind}, "optional": {optional}, "path": null}}"#)
    }

    #[test]
    fn the_workspace_has_only_the_edges_of_the_picture() {
        let packages = packages(&crate::root()).expect("cargo metadata");
        assert_eq!(check(&packages), Vec::<String>::new());
    }

    #[test]
    fn an_edge_that_points_up_is_found() {
        let planted = package("lanesmith-isa", &edge("lanesmith-curl", "null", true));
        assert_eq!(check(&planted).len(), 1);
        assert!(check(&planted)[0].contains("lanesmith-isa -> lanesmith-curl"));
    }

    #[test]
    fn testkit_and_suite_are_for_tests_of_a_kernel_and_not_for_the_kernel() {
        for to in FOR_TESTS {
            assert!(check(&package("lanesmith-curl", &edge(to, "\"dev\"", false))).is_empty());
            assert_eq!(check(&package("lanesmith-curl", &edge(to, "null", true))).len(), 1);
        }
    }

    #[test]
    fn a_crate_that_nobody_drew_is_found() {
        assert_eq!(check(&package("lanesmith-surprise", "")).len(), 1);
    }

    #[test]
    fn a_kernel_may_depend_on_others_only_by_choice() {
        assert_eq!(check(&package("lanesmith-curl", &edge("rayon", "null", false))).len(), 1);
        assert!(check(&package("lanesmith-curl", &edge("rayon", "null", true))).is_empty());
    }

    #[test]
    fn what_keeps_secrets_is_always_allowed() {
        assert!(check(&package("lanesmith-curl", &edge("zeroize", "null", false))).is_empty());
    }

    #[test]
    fn a_build_dependency_is_found() {
        assert_eq!(check(&package("lanesmith-cli", &edge("cc", "\"build\"", false))).len(), 1);
    }
}
