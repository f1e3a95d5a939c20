//! How programs link our library in place of blst, and the tests of its crate.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{SYSTEM, original, read, write};
use crate::{Result, exec};

/// The override of the key `links` in a user's configuration of Cargo.
pub fn cargo(out: &Path) -> Result<String> {
    let rustc = exec::find(&["rustc"]).ok_or("rustc is missing")?;
    let said = exec::output(Command::new(rustc).arg("-vV"))?;
    let triple = said.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let out = out.display();
    // Without the cfg its crate is one for machines without threads, and nothing says so.
    Ok(format!(
        "# In .cargo/config.toml of the program. `cargo clean -p blst` after each change of the library.\n\
         [target.{triple}.blst]\n\
         rustc-link-lib = [\"static=blst\"]\n\
         rustc-link-search = [\"native={out}\"]\n\
         rustc-cfg = ['feature=\"std\"']\n\
         bindings = \"{out}\"\n"
    ))
}

/// How a Go module is built over it, unchanged: a copy of the original's module, whose C is replaced by nothing.
pub fn go(out: &Path) -> String {
    let (out, system) = (out.display(), SYSTEM.join(" "));
    format!(
        r#"# In the folder of the module. The Go files are the original's own; go.mod stays as it is.
copy={out}/go
mkdir -p "$copy" && cp -r "$(go list -m -f '{{{{.Dir}}}}' github.com/supranational/blst)" "$copy/blst" && chmod -R u+w "$copy"
: > "$copy/empty.c"; echo '.section .note.GNU-stack,"",%progbits' > "$copy/empty.S"
cp go.mod "$copy/alt.mod"; cp go.sum "$copy/alt.sum"; echo "replace github.com/supranational/blst => $copy/blst" >> "$copy/alt.mod"
cat > "$copy/overlay.json" <<END
{{"Replace": {{"$copy/blst/bindings/go/cgo_server.c": "$copy/empty.c", "$copy/blst/bindings/go/cgo_assembly.S": "$copy/empty.S"}}}}
END
CGO_LDFLAGS="-L{out} -l:libblst.a {system}" go build -modfile="$copy/alt.mod" -overlay="$copy/overlay.json" ./...
"#
    )
}

/// A section of a manifest, taken out: what only benchmarks need.
fn without(manifest: &str, section: &str) -> String {
    let mut inside = false;
    let kept = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            inside = line.trim() == section;
        }
        !inside
    });
    kept.map(|line| format!("{line}\n")).collect()
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
        let entry = entry.map_err(|e| format!("{}: {e}", from.display()))?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::write(&to, fs::read(&from).map_err(|e| format!("{}: {e}", from.display()))?)
                .map_err(|e| format!("{}: {e}", to.display()))?;
        }
    }
    Ok(())
}

/// The tests of its crate over our archive, by the override that users are told.
pub fn tested(root: &Path, folder: &Path) -> Result {
    let crates = folder.join("blst-crate");
    let _ = fs::remove_dir_all(crates.join("src"));
    let source = original(root, "blst")?;
    copy(&source.join("src"), &crates.join("src"))?;
    fs::copy(source.join("build.rs"), crates.join("build.rs"))
        .map_err(|e| format!("blst's build.rs: {e}"))?;
    let criterion = r#"[target."cfg(any(unix, windows))".dev-dependencies.criterion]"#;
    let manifest = ["[[bench]]", criterion]
        .iter()
        .fold(read(&source.join("Cargo.toml"))?, |manifest, section| without(&manifest, section));
    write(&crates.join("Cargo.toml"), format!("{manifest}\n[workspace]\n"))?;
    let ours = folder.join("blst").canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?;
    fs::create_dir_all(crates.join(".cargo")).map_err(|e| format!("{}: {e}", crates.display()))?;
    write(&crates.join(".cargo/config.toml"), cargo(&ours)?)?;
    // Cargo does not see that the archive is another one.
    let run = |arguments: &[&str]| {
        let mut command = exec::cargo(&crates);
        command.current_dir(&crates).env_remove("CARGO_TARGET_DIR").args(arguments);
        exec::output(&mut command)
    };
    let _ = run(&["clean", "--release", "-p", "blst"]);
    let said = run(&["test", "--release", "--lib"])?;
    let passed = said.lines().filter(|line| line.ends_with("... ok")).count();
    println!("tests of the crate blst: {passed} passed");
    if passed < 29 {
        return Err(format!("the tests of the crate blst:\n{said}"));
    }
    // A crate that was built for machines without threads passes them too.
    let deps = crates.join("target/release/deps");
    let threads = fs::read_dir(&deps)
        .map_err(|e| format!("{}: {e}", deps.display()))?
        .flatten()
        .filter(|entry| {
            entry.file_name().to_string_lossy().starts_with("blst-") && entry.path().extension().is_none()
        })
        .any(|entry| {
            let program = fs::read(entry.path()).unwrap_or_default();
            program.windows(10).any(|text| text == b"threadpool")
        });
    if threads { Ok(()) } else { Err("the crate blst was built without threads".into()) }
}
