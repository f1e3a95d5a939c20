//! Every set of features that users can build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::ci::{self, Outcome, Stage};
use crate::package::WITH_C;
use crate::{Result, edges, exec};

/// Packages whose features are combined besides the kernels' and the facade's: what else users build.
const COMBINED: &[&str] = &["lanesmith-race", "lanesmith-suite", "lanesmith-cli"];

/// The facade.
const FACADE: &str = "lanesmith";

/// Whether a package is a kernel's.
fn is_kernel(name: &str) -> bool {
    name != FACADE && !COMBINED.contains(&name)
}

/// The stages, on this toolchain and on the oldest.
pub fn stages() -> [Stage; 4] {
    let oldest = |root: &Path, run: fn(&Path, &str) -> Result| match ci::msrv_toolchain() {
        Ok(toolchain) => run(root, &toolchain).into(),
        Err(missing) => Outcome::Skipped(missing),
    };
    [
        Stage::new("features", |root| features(root, None, &few).into()),
        Stage::new("msrv", move |root| {
            oldest(root, |root, toolchain| {
                features(root, Some(toolchain), &|name, features| match name {
                    FACADE => sets(features, Depth::NoneAndAll),
                    // Peers bring what is not ours.
                    "lanesmith-cli" => sets(features, Depth::None),
                    _ => Sets::new(),
                })
            })
        }),
        Stage::new("features: peers-c", |root| features(root, None, &with_c).into()),
        Stage::new("features: each", move |root| match features(root, None, &many) {
            Ok(()) => oldest(root, |root, toolchain| {
                workspace(root, toolchain)?;
                features(root, Some(toolchain), &|name, features| match is_kernel(name) {
                    true => sets(features, Depth::None),
                    false => Sets::new(),
                })
            }),
            Err(message) => Outcome::Failed(message),
        }),
    ]
}

/// Of each package none of its features, and all but what compiles other people's C for two minutes.
fn few<'f>(_: &str, features: &'f Features) -> Sets<'f> {
    let without_c = |set: BTreeSet<&'f str>| set.into_iter().filter(|feature| *feature != WITH_C).collect();
    sets(features, Depth::NoneAndAll).into_iter().map(without_c).collect()
}

/// All with that.
fn with_c<'f>(name: &str, features: &'f Features) -> Sets<'f> {
    &sets(features, Depth::NoneAndAll) - &few(name, features)
}

/// What there is besides: each feature of the kernels and of the facade alone, and of the kernels all but each.
fn many<'f>(name: &str, features: &'f Features) -> Sets<'f> {
    let all = match name {
        FACADE => sets(features, Depth::EachAlone),
        _ if is_kernel(name) => sets(features, Depth::EachAndAllBut),
        _ => Sets::new(),
    };
    &all - &few(name, features)
}

/// `cargo check` of the whole workspace as it is built by default.
fn workspace(root: &Path, toolchain: &str) -> Result {
    exec::run(by(root, Some(toolchain)).args(["check", "--workspace"]))
}

#[derive(Deserialize)]
struct Package {
    name: String,
    features: Features,
}

/// Features by name, and what each brings.
type Features = BTreeMap<String, Vec<String>>;

/// Sets of features.
type Sets<'f> = BTreeSet<BTreeSet<&'f str>>;

/// Which sets of a package's features are looked at.
type Choice<'c> = &'c dyn for<'f> Fn(&str, &'f Features) -> Sets<'f>;

/// `cargo check` of each package with the sets that are chosen. With another toolchain few are enough: what a set needs to compile does not
/// depend on it, and what it lacks shows where all of a package is compiled.
fn features(root: &Path, toolchain: Option<&str>, choice: Choice<'_>) -> Result {
    let packages: Vec<Package> = exec::packages(root, &["--no-deps"])?;
    let (mut count, mut failed) = (0, Vec::new());
    for name in edges::kernels().chain(COMBINED.iter().copied()) {
        let package = packages.iter().find(|package| package.name == name);
        let package = package.ok_or_else(|| format!("there is no package {name}"))?;
        for set in choice(name, &package.features) {
            count += 1;
            failed.extend(check(root, toolchain, name, &Vec::from_iter(set).join(",")).err());
        }
    }
    println!("{count} sets of features");
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

/// Cargo of this toolchain or of another one.
fn by(root: &Path, toolchain: Option<&str>) -> Command {
    match toolchain {
        None => exec::unoptimised(root),
        Some(toolchain) => {
            let mut command = Command::new("rustup");
            // Set for the toolchain that runs this; the other one must not inherit it.
            command
                .env_remove("CARGO")
                .envs([exec::UNOPTIMISED])
                .current_dir(root)
                .args(["run", toolchain, "cargo"]);
            command
        }
    }
}

/// `cargo check` of a package with some features, by this toolchain or another one.
fn check(root: &Path, toolchain: Option<&str>, name: &str, set: &str) -> Result {
    let mut command = by(root, toolchain);
    command.args(["check", "--quiet", "--package", name, "--no-default-features", "--features", set]);
    exec::run(&mut command)
}

/// Which sets of features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    None,
    NoneAndAll,
    /// Each alone besides.
    EachAlone,
    /// And all but each.
    EachAndAllBut,
}

/// Sets of features. What is `default` is in the sets of its parts.
///
/// The deepest are enough: whatever is compiled with features `S` and uses what only a feature `t` brings fails with all but `t`, and what
/// is compiled without one fails alone or with none. "All but `t`" is without those that bring `t`. A set is written as all that it comes
/// to, so that none is checked twice.
fn sets(features: &Features, depth: Depth) -> Sets<'_> {
    let names: Vec<&str> = features.keys().map(String::as_str).filter(|name| *name != "default").collect();
    let without = |feature| {
        let brings = |name: &&str| brought(features, name).contains(feature);
        names.iter().copied().filter(|name| !brings(name)).collect()
    };
    let mut sets = BTreeSet::from([BTreeSet::new()]);
    if depth >= Depth::NoneAndAll {
        sets.insert(names.iter().copied().collect());
    }
    for feature in names.iter().filter(|_| depth >= Depth::EachAlone) {
        sets.insert(brought(features, feature));
        if depth == Depth::EachAndAllBut {
            sets.insert(without(feature));
        }
    }
    sets
}

/// A feature, and the others of its package that it brings.
fn brought<'a>(features: &'a Features, feature: &'a str) -> BTreeSet<&'a str> {
    let (mut all, mut next) = (BTreeSet::from([feature]), vec![feature]);
    while let Some(name) = next.pop() {
        let more = features.get(name).into_iter().flatten().map(String::as_str);
        next.extend(more.filter(|more| features.contains_key(*more) && all.insert(more)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(features: &[(&str, &[&str])], depth: Depth) -> Vec<String> {
        let owned = |list: &[&str]| list.iter().map(|item| (*item).to_string()).collect();
        let features = features.iter().map(|(name, brings)| ((*name).to_string(), owned(brings))).collect();
        sets(&features, depth).into_iter().map(|set| set.into_iter().collect::<Vec<_>>().join(",")).collect()
    }

    #[test]
    fn sets_are_none_each_all_but_each_and_all() {
        let plain: &[(&str, &[&str])] = &[("a", &[]), ("b", &[]), ("c", &["dep:c"]), ("default", &["a"])];
        assert_eq!(written(plain, Depth::EachAndAllBut), ["", "a", "a,b", "a,b,c", "a,c", "b", "b,c", "c"]);
        assert_eq!(written(plain, Depth::EachAlone), ["", "a", "a,b,c", "b", "c"]);
        assert_eq!(written(plain, Depth::NoneAndAll), ["", "a,b,c"]);
        assert_eq!(written(plain, Depth::None), [""]);
        assert_eq!(written(&[("default", &[])], Depth::EachAndAllBut), [""]);
    }

    #[test]
    fn all_but_a_feature_is_without_what_brings_it() {
        let std: &[(&str, &[&str])] = &[("alloc", &[]), ("rayon", &["std"]), ("std", &["alloc", "isa/std"])];
        assert_eq!(written(std, Depth::EachAndAllBut), ["", "alloc", "alloc,rayon,std", "alloc,std"]);
    }
}
