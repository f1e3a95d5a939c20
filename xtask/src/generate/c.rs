//! The functions of C, written from the declarations of `bindings/face`: each `pub fn` there becomes `lanesmith_` and its name, which
//! looks at pointers and lengths, calls it, and writes what it gives.

use std::fmt::Write;

use super::face::{Declared, Family, one, wrapped};
use crate::Result;

/// Where the files are written.
pub const FOLDER: &str = "bindings/c/src/ffi/generated";

/// Every file with its text, not yet formatted.
pub fn files(face: &[Family]) -> Result<Vec<(String, String)>> {
    face.iter().map(|(family, functions)| Ok((format!("{family}.rs"), file(family, functions)?))).collect()
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
    let docs = wrapped(&all.concat(), "///");
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
        let (ty, fails) = declared.result();
        if ty.is_empty() {
            return Ok(call);
        }
        let call = if fails { format!("{call}?") } else { call };
        if ty == "bool" {
            self.docs.push("Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.");
            return Ok(format!("raw::answer({call})"));
        }
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
        match (ty, declared.fixed()) {
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
    use super::super::face::declarations;
    use super::super::face::tests::TEXT;
    use super::*;

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
