//! Packages as a registry would have them: made, unpacked elsewhere, checked with all features; and examples, run.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::ci::Outcome;
use crate::{Result, exec};

/// Where the unpacked packages lie.
const UNPACKED: &str = "target/unpacked";

/// What a package must hold besides its code.
const FILES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The feature that is not checked: it needs a C compiler, and names other people's libraries for races only.
pub const WITH_C: &str = "peers-c";

/// The examples that are run.
const EXAMPLES: &[&str] = &[
    "race_your_own",
    "merkle_million",
    "hmac_traits",
    "pbkdf2_bulk",
    "curl_transactions",
    "bls_batch",
    "passwords",
];

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// Registries it may go to: none of them where it is not published.
    publish: Option<Vec<String>>,
    description: Option<String>,
    license: Option<String>,
    readme: Option<String>,
    repository: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    features: std::collections::BTreeMap<String, Vec<String>>,
}

/// The packages that are published.
fn published(root: &Path) -> Result<Vec<Package>> {
    let packages: Vec<Package> = exec::packages(root, &["--no-deps"])?;
    Ok(packages.into_iter().filter(|package| package.publish.is_none()).collect())
}

/// What a registry's page would lack, a sentence each.
fn missing(package: &Package) -> Vec<String> {
    let facts = [
        (package.description.is_none(), "no description"),
        (package.license.is_none(), "no licence"),
        (package.readme.is_none(), "no readme"),
        (package.repository.is_some(), "a repository, and there is none in public"),
        (package.keywords.is_empty() || package.keywords.len() > 5, "not one to five keywords"),
        (package.categories.is_empty() || package.categories.len() > 5, "not one to five categories"),
    ];
    facts.iter().filter(|(is, _)| *is).map(|(_, what)| format!("{}: {what}", package.name)).collect()
}

/// Makes all packages, unpacks them into a workspace of their own and checks that with all features: what is not in a package
/// (a document of another folder, a vector) is missed here as it would be at a user's.
pub fn stage(root: &Path) -> Outcome {
    check(root).into()
}

fn check(root: &Path) -> Result {
    let packages = published(root)?;
    let mut wrong: Vec<String> = packages.iter().flat_map(missing).collect();
    let mut command = exec::cargo(root);
    // Only those: what is not published may depend on what no registry will have.
    command.args(["package", "--no-verify", "--allow-dirty", "--quiet"]);
    command.args(packages.iter().flat_map(|package| ["--package", &package.name]));
    exec::run(&mut command)?;

    let folder = root.join(UNPACKED);
    let fail = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    fs::create_dir_all(&folder).map_err(|e| fail(&folder, e))?;
    let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [");
    let mut patches = String::from("]\n\n[patch.crates-io]\n");
    for package in &packages {
        let name = format!("{}-{}", package.name, package.version);
        let to = folder.join(&name);
        if to.exists() {
            fs::remove_dir_all(&to).map_err(|e| fail(&to, e))?;
        }
        let archive = root.join("target/package").join(format!("{name}.crate"));
        exec::run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
        for file in FILES {
            if !to.join(file).is_file() {
                wrong.push(format!("{}: the package has no {file}", package.name));
            }
        }
        manifest.push_str(&format!("{name:?}, "));
        patches.push_str(&format!("{} = {{ path = {name:?} }}\n", package.name));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    // What the tests are built with, so that what has been compiled serves here as well.
    let root_manifest = root.join("Cargo.toml");
    let text = fs::read_to_string(&root_manifest).map_err(|e| fail(&root_manifest, e))?;
    let profile: String =
        text.find("\n[profile.").map(|start| text[start..].into()).ok_or("Cargo.toml has no profiles")?;
    let path = folder.join("Cargo.toml");
    fs::write(&path, manifest + &patches + &profile).map_err(|e| fail(&path, e))?;
    let lock = folder.join("Cargo.lock");
    fs::copy(root.join("Cargo.lock"), &lock).map_err(|e| fail(&lock, e))?;

    let features = packages.iter().flat_map(|package| {
        let names = package.features.keys().filter(|feature| *feature != WITH_C);
        names.map(|feature| format!("{}/{feature}", package.name))
    });
    let mut command = exec::unoptimised(&folder);
    command.args(["check", "--workspace", "--quiet", "--target-dir"]).arg(root.join("target"));
    exec::run(command.args(["--features", &features.collect::<Vec<_>>().join(",")]))?;
    println!("{} packages, unpacked and checked with all features but {WITH_C}", packages.len());
    Ok(())
}

/// Runs the examples of the facade and that of the race, as the tests of the workspace have built them.
pub fn examples(root: &Path) -> Outcome {
    let run = || {
        exec::workspace(root)?;
        let folder = root.join("target/debug/examples");
        EXAMPLES
            .iter()
            .try_for_each(|example| exec::run(Command::new(folder.join(example)).current_dir(root)))
    };
    run().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package() -> Package {
        let given = r#"{"name": "p", "version": "1.0.0", "publish": null, "description": "d", "license": "MIT",
            "readme": "README.md", "repository": null, "keywords": ["k"], "categories": ["c"], "features": {}}"#;
        serde_json::from_str(given).expect("a package")
    }

    #[test]
    fn a_package_with_all_that_a_registry_shows_is_as_it_should_be() {
        assert_eq!(missing(&package()), Vec::<String>::new());
    }

    #[test]
    fn whatever_a_registry_would_not_show_is_told() {
        for (change, told) in [
            ((|p: &mut Package| p.readme = None) as fn(&mut Package), "p: no readme"),
            (|p| p.license = None, "p: no licence"),
            (|p| p.description = None, "p: no description"),
            (
                |p| p.repository = Some("https://nowhere.invalid".into()),
                "p: a repository, and there is none in public",
            ),
            (|p| p.keywords = vec!["k".into(); 6], "p: not one to five keywords"),
            (|p| p.categories.clear(), "p: not one to five categories"),
        ] {
            let mut package = package();
            change(&mut package);
            assert_eq!(missing(&package), [told]);
        }
    }
}
