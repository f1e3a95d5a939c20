//! The header of the C interface, written by cbindgen.

use std::path::Path;

use crate::Result;

/// Stands in cbindgen.toml for the macros of the version.
const VERSION: &str = "@VERSION@";

/// Both headers, with their paths from the root.
pub fn files(root: &Path) -> Result<[(&'static str, String); 2]> {
    let text = text(root)?;
    let words = with_words(&text)?;
    Ok([("bindings/c/include/lanesmith.h", text), ("bindings/c/include/lanesmith_err.h", words)])
}

/// The header as the sources want it.
fn text(root: &Path) -> Result<String> {
    let (bindings, face) = (root.join("bindings/c"), root.join("bindings/face/src"));
    let config = cbindgen::Config::from_file(bindings.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    // The sources alone: neither cargo nor the dependencies are asked.
    for source in ["error.rs", "bls/values.rs"] {
        builder = builder.with_src(face.join(source));
    }
    let own =
        ["search", "ffi/errors", "ffi/engines", "ffi/stream", "ffi/pow", "ffi/values"].map(String::from);
    for source in
        own.into_iter().chain(super::face::families().map(|family| format!("ffi/generated/{family}")))
    {
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

/// What stands above the second header.
const ABOVE: &str = "\
/*
 * lanesmith.h with errors as values: written from it, do not edit (cargo xtask generate).
 *
 * Each function that gives a status, with _err behind its name and one argument more: where it fails, `error` is told the words and the
 * row. Go and others whose threads move need no locked one this way, since words are fetched before the call returns.
 */

#ifndef LANESMITH_ERR_H
#define LANESMITH_ERR_H

#include \"lanesmith.h\"

#ifdef __cplusplus
extern \"C\" {
#endif

/** What was wrong: the row, SIZE_MAX where there is none, and words with a zero byte at the end. */
typedef struct lanesmith_error {
  size_t row;
  char words[504];
} lanesmith_error;

static inline lanesmith_status lanesmith_keep_error(lanesmith_status status, lanesmith_error *error) {
  if (error) {
    error->row = SIZE_MAX;
    error->words[0] = 0;
    if (status != LANESMITH_STATUS_OK) {
      error->row = lanesmith_last_index();
      (void)lanesmith_last_error(error->words, sizeof error->words);
    }
  }
  return status;
}
";

/// Inline functions of C around those that give a status.
fn with_words(header: &str) -> Result<String> {
    let mut text = String::from(ABOVE);
    for part in header.split(';') {
        let Some((_, declared)) = part.rsplit_once("lanesmith_status lanesmith_") else { continue };
        let Some((name, rest)) = declared.split_once('(') else { continue };
        let Some(arguments) = rest.strip_suffix(')') else { continue };
        let arguments: Vec<String> =
            arguments.split(',').map(|one| one.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        // The last word, without the stars before it.
        let of = |one: &String| one.rsplit([' ', '*']).next().unwrap_or_default().to_owned();
        let names: Vec<String> = arguments.iter().map(of).collect();
        let (arguments, names) = (arguments.join(", "), names.join(", "));
        text.push_str(&format!(
            "\nLANESMITH_MUST_USE static inline lanesmith_status lanesmith_{name}_err({arguments}, lanesmith_error *error) {{\n  \
             return lanesmith_keep_error(lanesmith_{name}({names}), error);\n}}\n"
        ));
    }
    text.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* LANESMITH_ERR_H */\n");
    Ok(text)
}
