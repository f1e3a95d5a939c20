//! The functions of C, written from the declarations of `bindings/face`: each `pub fn` there becomes `lanesmith_` and its name, which
//! looks at pointers and lengths, calls it, and writes what it gives.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::Result;

/// The files of `bindings/face/src`, by the file that is written of each.
const FAMILIES: &[(&str, &[&str])] = &[
    ("sha256", &["sha256.rs"]),
    ("merkle", &["merkle.rs"]),
    ("curl", &["curl.rs"]),
    ("bls", &["bls/mod.rs", "bls/secret.rs", "bls/sharing.rs", "bls/beacon.rs"]),
    ("pwhash", &["pwhash.rs"]),
];

/// Where the files are written.
pub const FOLDER: &str = "bindings/c/src/ffi/generated";

/// Names of families, in the order of the header.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(family, _)| *family)
}

/// A declaration.
struct Declared {
    docs: Vec<String>,
    name: String,
    arguments: Vec<(String, String)>,
    gives: String,
}

/// Every file with its text, not yet formatted.
pub fn files(root: &Path) -> Result<Vec<(String, String)>> {
    let src = root.join("bindings/face/src");
    let mut files = Vec::new();
    for (family, sources) in FAMILIES {
        let mut functions = Vec::new();
        for source in *sources {
            let path = src.join(source);
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            functions.extend(declarations(&text));
        }
        if functions.is_empty() {
            return Err(format!("no function of {family} is declared in bindings/face"));
        }
        files.push((format!("{family}.rs"), file(family, &functions)?));
    }
    Ok(files)
}

/// The functions that begin a line.
fn declarations(text: &str) -> Vec<Declared> {
    let (mut found, mut docs) = (Vec::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.to_owned());
        } else if let Some(rest) = line.strip_prefix("pub fn ") {
            let mut whole = rest.to_owned();
            while !whole.ends_with('{') {
                let Some(next) = lines.next() else { break };
                whole.push(' ');
                whole.push_str(next.trim());
            }
            found.extend(declared(&whole, std::mem::take(&mut docs)));
        } else if !line.starts_with("#[") {
            docs.clear();
        }
    }
    found
}

fn declared(text: &str, docs: Vec<String>) -> Option<Declared> {
    let (name, rest) = text.split_once('(')?;
    let (arguments, gives) = rest.rsplit_once(')').filter(|(_, gives)| gives.contains('{'))?;
    // `Outcome<()>` has a bracket of its own, and is written `Outcome`.
    let gives = gives.trim().trim_start_matches("->").trim_end_matches('{').trim();
    let arguments = arguments.split(", ").map(str::trim).filter(|argument| !argument.is_empty());
    let arguments = arguments.filter_map(|argument| argument.split_once(": "));
    let arguments =
        arguments.map(|(name, ty)| (name.to_owned(), ty.trim_end_matches(',').to_owned())).collect();
    Some(Declared { docs, name: name.to_owned(), arguments, gives: gives.to_owned() })
}

/// One of many, for names of counts.
fn one(name: &str) -> &str {
    match name {
        "indices" => "index",
        "entries" => "entry",
        _ => name.strip_suffix('s').unwrap_or(name),
    }
}

fn file(family: &str, functions: &[Declared]) -> Result<String> {
    let mut text = format!(
        "//! Written by xtask from bindings/face (cargo xtask generate): do not edit.\n\
         #![allow(clippy::too_many_arguments, unused_imports, reason = \"as the functions are declared\")]\n\n\
         use std::ffi::c_char;\n\nuse lanesmith_face::{family};\n"
    );
    if family == "bls" {
        text.push_str("use lanesmith_face::bls::{Key, Sig};\n");
    }
    text.push_str("use lanesmith_face::{Status, rows_of};\n\nuse crate::ffi::raw;\n");
    if family == "bls" {
        text.push_str("use crate::ffi::values::{self, BlsScheme};\n");
    }
    for declared in functions {
        text.push_str(
            &function(family, declared).map_err(|ty| format!("{}: no type {ty} is known", declared.name))?,
        );
    }
    Ok(text)
}

/// A function as C calls it, in parts.
#[derive(Default)]
struct Built {
    parameters: String,
    reads: String,
    spans: Vec<String>,
    rows: Vec<String>,
    writes: String,
    call: Vec<String>,
    docs: Vec<&'static str>,
}

fn function(family: &str, declared: &Declared) -> Result<String> {
    let mut built = Built::default();
    for (name, ty) in &declared.arguments {
        built.argument(name, ty)?;
    }
    let end = built.result(family, declared)?;
    let Built { parameters, reads, writes, docs, .. } = built;
    let mut all: Vec<String> = declared.docs.clone();
    all.extend(docs.iter().map(|doc| format!(" {doc}")));
    let docs = wrapped(&all.concat());
    // Numbers alone are nobody's promise.
    let body = match reads.is_empty() && writes.is_empty() && !end.contains("raw::") {
        true => end,
        false => format!(
            "{{\n// SAFETY: the caller's promise, for each pointer.\nunsafe {{\n{reads}{writes}{end}\n}}\n}}"
        ),
    };
    Ok(format!(
        "\n{docs}#[must_use]\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn lanesmith_{}({parameters}) -> Status {{\n\
         raw::guard(|| {body})\n}}\n",
        declared.name
    ))
}

/// Documentation in lines that fit.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::from("///"));
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 110 {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from("///");
        }
        line.push(' ');
        line.push_str(word);
    }
    lines + &line + "\n"
}

impl Built {
    fn parameter(&mut self, name: &str, ty: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.parameters, "{name}: {ty}, ");
    }

    fn read(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.reads, "let {name} = {value};");
    }

    /// A pointer and a length.
    fn bytes(&mut self, name: &str, value: &str) {
        self.parameter(name, "*const u8");
        self.parameter(&format!("{name}_len"), "usize");
        self.read(name, value);
        self.spans.push(format!("raw::span({name})"));
        self.call.push(name.into());
    }

    /// A pointer and a count.
    fn counted(&mut self, name: &str, ty: &str, value: &str) {
        let count = format!("{}_count", one(name));
        self.parameter(name, ty);
        self.parameter(&count, "usize");
        self.read(name, &format!("{value}(\"{name}\", {name}, {count})?"));
    }

    fn argument(&mut self, name: &str, ty: &str) -> Result {
        let input = format!("raw::input(\"{name}\", {name}, {name}_len)?");
        match ty {
            "&[u8]" => self.bytes(name, &input),
            "&[u8; 32]" => self.bytes(name, &format!("raw::fixed::<32>(\"{name}\", {name}, {name}_len)?")),
            "&[[u8; 32]]" => self.bytes(name, &format!("rows_of::<32>(\"{name}\", {input})?")),
            "&[[u8; 64]]" => self.bytes(name, &format!("rows_of::<64>(\"{name}\", {input})?")),
            "&[&[u8]]" => {
                let (lengths, count) = (format!("{}_lengths", one(name)), format!("{}_count", one(name)));
                self.parameter(name, "*const *const u8");
                self.parameter(&lengths, "*const usize");
                self.parameter(&count, "usize");
                self.read(name, &format!("raw::messages(\"{name}\", {name}, {lengths}, {count})?"));
                self.rows.push(format!("&{name}"));
                self.call.push(format!("&{name}"));
            }
            "&str" => {
                self.parameter(name, "*const c_char");
                self.read(name, &format!("raw::text(\"{name}\", {name}, raw::TEXT)?"));
                self.call.push(name.into());
            }
            "u32" | "u64" | "usize" => {
                self.parameter(name, ty);
                self.call.push(name.into());
            }
            "Option<u64>" => {
                self.parameter(name, "u64");
                self.call.push(format!("({name} > 0).then_some({name})"));
                self.docs.push("A limit of 0 is none.");
            }
            "Scheme<'_>" => {
                self.parameter(name, "*const BlsScheme");
                self.read(name, &format!("values::scheme({name})?"));
                self.call.push(name.into());
                self.docs.push("A scheme that is null is Ethereum's.");
            }
            "Seed" => {
                self.read(name, "crate::random::seed()?");
                self.call.push(name.into());
            }
            "&Key" | "&Sig" => {
                self.parameter(name, &format!("*const {}", &ty[1..]));
                self.read(name, &format!("raw::handle(\"{name}\", {name})?"));
                self.call.push(name.into());
            }
            "&[&Key]" | "&[&Sig]" => {
                let ty = &ty[3..6];
                self.counted(name, &format!("*const *const {ty}"), "raw::handles");
                self.call.push(format!("&{name}"));
            }
            "&[Option<&Key>]" | "&[Option<&Sig>]" => {
                let ty = &ty[10..13];
                self.counted(name, &format!("*const *const {ty}"), "raw::perhaps_handles");
                self.call.push(format!("&{name}"));
            }
            "&[u32]" => {
                self.counted(name, "*const u32", "raw::numbers");
                self.spans.push(format!("raw::span({name})"));
                self.call.push(name.into());
            }
            "&mut [u8]" => {
                self.parameter(name, "*mut u8");
                self.parameter(&format!("{name}_len"), "usize");
                let value = self.output(name, &format!("{name}_len"), &format!("Some({name}_len)"));
                let _ = writeln!(self.writes, "let {name} = {value};");
                self.spans.push(format!("raw::span({name})"));
                self.call.push(name.into());
            }
            other => return Err(other.into()),
        }
        Ok(())
    }

    /// The memory of a result.
    fn output(&self, name: &str, len: &str, needed: &str) -> String {
        let (spans, rows) = (self.spans.join(", "), self.rows.join(", "));
        format!("raw::output(\"{name}\", {name}, {len}, {needed}, &[{spans}], &[{rows}])?")
    }

    /// What is done with what the function gives.
    fn result(&mut self, family: &str, declared: &Declared) -> Result<String> {
        let call = format!("{family}::{}({})", declared.name, self.call.join(", "));
        let (ty, call) = match declared.gives.strip_prefix("Outcome<").and_then(|ty| ty.strip_suffix('>')) {
            Some(ty) => (ty, format!("{call}?")),
            None => (declared.gives.as_str(), call),
        };
        if ty == "Outcome" {
            return Ok(call);
        }
        if ty == "bool" {
            self.docs.push("Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.");
            return Ok(format!("raw::answer({call})"));
        }
        let fixed = match ty {
            "Secret" => Some("32"),
            ty => ty.strip_prefix("[u8; ").and_then(|n| n.strip_suffix(']')),
        };
        match ty {
            "Key" | "Sig" => {
                self.parameter("out", &format!("*mut *mut {ty}"));
                self.docs.push(match ty {
                    "Key" => "`*out` becomes a handle to free by lanesmith_bls_key_free.",
                    _ => "`*out` becomes a handle to free by lanesmith_bls_signature_free.",
                });
                return Ok(format!("raw::give(out, {call})"));
            }
            "String" => {
                self.parameter("out", "*mut c_char");
                self.parameter("room", "usize");
                self.docs.push("The text ends in a zero byte; 512 bytes of room are enough.");
                return Ok(format!("raw::write_text(\"out\", out, room, &{call})"));
            }
            _ => {}
        }
        self.parameter("out", "*mut u8");
        match (ty, fixed) {
            ("Encoded", _) => {
                self.parameter("out_len", "usize");
                let out = self.output("out", "out_len", "Some(made.len())");
                Ok(format!("let made = {call};\n{out}.copy_from_slice(&made);\nOk(())"))
            }
            ("Vec<u8>", _) => {
                self.parameter("room", "usize");
                self.parameter("written", "*mut usize");
                self.docs.push(
                    "`room` is how many bytes `out` has and `*written` becomes how many there are; where they do not fit it is \
                     LANESMITH_STATUS_LENGTH, and `*written` how many there would be.",
                );
                let out = self.output("out", "made.len()", "Some(made.len())");
                Ok(format!(
                    "let made = {call};\nraw::fits(\"out\", room, made.len(), written)?;\n{out}.copy_from_slice(&made);\nOk(())"
                ))
            }
            (_, Some(n)) => {
                self.parameter("out_len", "usize");
                let out = self.output("out", "out_len", &format!("Some({n})"));
                let _ = writeln!(self.writes, "let out = {out};");
                let made = if ty == "Secret" { format!("&*{call}") } else { format!("&{call}") };
                Ok(format!("out.copy_from_slice({made});\nOk(())"))
            }
            (other, None) => Err(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "/// Says.\npub fn log_proof(index: usize, leaves: &[[u8; 32]]) -> Outcome<Vec<u8>> {\n}\n\
        /// Not public.\nfn other() {}\n\n/// Long.\npub fn two(\n    scheme: Scheme<'_>,\n    keys: &[&Key],\n) -> Outcome<bool> {\n";

    #[test]
    fn declarations_are_read_over_lines_with_their_words() {
        let found = declarations(TEXT);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["log_proof", "two"]);
        assert_eq!(found[0].gives, "Outcome<Vec<u8>>");
        assert_eq!(found[1].arguments[1], ("keys".into(), "&[&Key]".into()));
        assert_eq!(
            (found[1].docs.as_slice(), found[1].gives.as_str()),
            (&[" Long.".to_owned()][..], "Outcome<bool>")
        );
    }

    #[test]
    fn a_type_that_nobody_knows_is_named() {
        let found = declarations("pub fn odd(what: &[f64]) -> Outcome {\n");
        assert_eq!(function("bls", &found[0]), Err("&[f64]".into()));
    }

    #[test]
    fn a_function_of_c_checks_lengths_and_what_results_lie_over() {
        let text = function("merkle", &declarations(TEXT)[0]).unwrap();
        for part in
            ["leaves: *const u8, leaves_len: usize", "raw::fits(\"out\", room", "&[raw::span(leaves)]"]
        {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}
