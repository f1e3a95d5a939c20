//! `cargo xtask generate`: constants of BLS12-381 from the parameter of the curve and its kernels for 64-bit Arm; the functions of C, of the addon
//! and of the modules of WebAssembly, the header of C and the record of its interface, the types and the list of functions of Python.

mod abi;
mod armv8;
mod bls;
mod c;
mod face;
mod header;
mod js;
mod number;
mod python;
mod table;

pub use abi::{interface_version, names, soname};

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, exec};

/// What the task takes
#[derive(clap::Args)]
pub struct Args {
    /// Compare with the files in the tree and fail if one differs, instead of writing
    #[arg(long)]
    check: bool,
}

/// Writes or compares every generated file.
pub fn run(args: &Args, root: &Path) -> Result {
    sources(root, "crates/bls/src/kernel/generated", &bls::files()?, args.check)?;
    sources(root, "crates/bls/src/arch/aarch64/generated", &armv8::files()?, args.check)?;
    interface(root, args.check)
}

/// The same for what is written from `bindings/face` alone.
///
/// # Errors
/// What differs, or cannot be written.
pub fn interface(root: &Path, check: bool) -> Result {
    let face = face::read(root)?;
    sources(root, c::FOLDER, &c::files(&face)?, check)?;
    let [addon, modules] = js::sources(&face)?;
    sources(root, js::ADDON, &addon, check)?;
    sources(root, js::MODULES, &modules, check)?;
    let [types, (folder, functions)] = python::files(root)?;
    kept(&root.join(types.0), &types.1, check)?;
    sources(root, folder, &[("functions.rs", functions)], check)?;
    let headers = header::files(root)?.map(|(path, text)| (path.to_owned(), text));
    let (path, record) = abi::file(root, &headers[0].1)?;
    kept(&path, &record, check)?;
    for (path, text) in headers.into_iter().chain(js::files(&face)?).chain([js::entry(root)?]) {
        kept(&root.join(path), &text, check)?;
    }
    // From what was written above.
    let (path, text) = table::file(root, &face)?;
    kept(&root.join(path), &text, check)?;
    Ok(())
}

/// Files of Rust, formatted.
fn sources(root: &Path, folder: &str, files: &[(impl AsRef<str>, String)], check: bool) -> Result {
    let draft = root.join("target/generated");
    fs::create_dir_all(&draft).map_err(|e| format!("{}: {e}", draft.display()))?;
    for (name, text) in files {
        let draft = draft.join(name.as_ref());
        fs::write(&draft, text).map_err(|e| format!("{}: {e}", draft.display()))?;
        let config = root.join("rustfmt.toml");
        exec::run(
            Command::new("rustfmt").args(["--edition", "2024", "--config-path"]).arg(config).arg(&draft),
        )?;
        let text = fs::read_to_string(&draft).map_err(|e| format!("{}: {e}", draft.display()))?;
        kept(&root.join(folder).join(name.as_ref()), &text, check)?;
    }
    Ok(())
}

/// Writes a file, or compares it.
fn kept(path: &Path, text: &str, check: bool) -> Result {
    if !check {
        return fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let found = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    match found == text {
        true => Ok(()),
        false => Err(format!("{} is not in step with the sources: cargo xtask generate", path.display())),
    }
}
