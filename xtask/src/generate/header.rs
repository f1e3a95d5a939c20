//! The header of the C interface, written by cbindgen.

use std::path::Path;

use crate::Result;

/// Where it lies, from the root.
pub const PATH: &str = "bindings/c/include/lanesmith.h";

/// Stands in cbindgen.toml for the macros of the version.
const VERSION: &str = "@VERSION@";

/// Its text as the sources want it.
pub fn text(root: &Path) -> Result<String> {
    let bindings = root.join("bindings/c");
    let config = cbindgen::Config::from_file(bindings.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    // The sources alone: neither cargo nor the dependencies are asked.
    for source in [
        "error",
        "search",
        "ffi/errors",
        "ffi/engines",
        "ffi/sha256",
        "ffi/curl",
        "ffi/pow",
        "ffi/bls",
        "ffi/password",
    ] {
        builder = builder.with_src(bindings.join("src").join(source).with_extension("rs"));
    }
    let mut text = Vec::new();
    builder.generate().map_err(|e| format!("cbindgen: {e}"))?.write(&mut text);
    // Its own version is the library's: that of the workspace.
    let version = ["", "_MAJOR", "_MINOR", "_PATCH"].into_iter().zip([
        concat!('"', env!("CARGO_PKG_VERSION"), '"'),
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ]);
    let macros: String =
        version.map(|(part, value)| format!("#define LANESMITH_VERSION{part} {value}\n")).collect();
    let text = String::from_utf8(text).map_err(|e| e.to_string())?;
    Ok(text.replace(VERSION, macros.trim_end()))
}

/// Fails if the file in the tree is another.
///
/// # Errors
/// What to do about it.
pub fn check(root: &Path) -> Result {
    let found = std::fs::read_to_string(root.join(PATH)).map_err(|e| format!("{PATH}: {e}"))?;
    match found == text(root)? {
        true => Ok(()),
        false => Err(format!("{PATH} is not in step with the sources: cargo xtask generate")),
    }
}
