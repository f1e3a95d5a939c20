//! What JavaScript calls, written from the declarations of `bindings/face`: functions of the addon, functions of the modules of WebAssembly
//! and a table of how arguments cross into those, what both are as types, and which family has which.
//!
//! By hand are only what is cut into parts for speed (messages of SHA-256 and Curl-P), searches, and hashes on threads of Node's.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::face::{Declared, Family, camel, one, wrapped};
use crate::Result;

/// Where the functions of the addon and of the modules are written.
pub const ADDON: &str = "bindings/node/src/generated";
pub const MODULES: &str = "bindings/wasm/src/generated";

/// What stands above every file.
const ABOVE: &str = "Written by xtask from bindings/face (cargo xtask generate): do not edit.";

/// The family whose arguments are cut into parts for modules of WebAssembly, by hand.
const PARTS: &str = "sha256";

/// The family of JavaScript that has a function: nothing where it is written by hand.
fn family_of(family: &'static str, function: &str) -> Option<&'static str> {
    match (family, function) {
        // JavaScript compares bytes itself.
        ("sha256", "secure_equal") => None,
        // Cut into parts.
        ("curl", "curl_hash_many") => None,
        // Made of the digests of blocks, a part of the file at a time.
        ("merkle", "blocks_root" | "blocks_check") => None,
        ("sha256", name) if !name.starts_with("sha256") => Some("hmac"),
        (family, _) => Some(family),
    }
}

/// Families of JavaScript, each with that of the face and its functions.
fn families(face: &[Family]) -> Vec<(&'static str, &'static str, Vec<&Declared>)> {
    let mut found: Vec<(&str, &str, Vec<&Declared>)> = Vec::new();
    for (family, functions) in face {
        for function in functions {
            let Some(own) = family_of(family, &function.name) else { continue };
            match found.iter_mut().find(|(name, ..)| *name == own) {
                Some((_, _, all)) => all.push(function),
                None => found.push((own, family, vec![function])),
            }
        }
    }
    found
}

/// A file of each family, not yet formatted: of the addon, of the modules.
pub fn sources(face: &[Family]) -> Result<[Vec<(String, String)>; 2]> {
    let (mut addon, mut modules) = (Vec::new(), Vec::new());
    for (name, family, functions) in families(face) {
        let points = if family == "bls" { "use crate::points::*;\n" } else { "" };
        let napi = "use napi::bindgen_prelude::*;\nuse napi_derive::napi;\n\nuse crate::bytes::{self, put};\nuse crate::fault::{Result, run};\n\
            use crate::ffi::{output, span};\n";
        let mut of_addon = format!(
            "//! {ABOVE}\n#![allow(unused_imports, reason = \"as the functions are declared\")]\n\nuse lanesmith_face::{family};\n\
             use lanesmith_face::{{fixed, rows_of}};\n{napi}{points}"
        );
        let mut of_module = format!(
            "//! {ABOVE}\n#![allow(unused_imports, reason = \"as the functions are declared\")]\n\nuse alloc::vec::Vec;\n\n\
             use lanesmith_face::{family};\nuse lanesmith_face::{{fixed, rows_of}};\n\nuse crate::ffi::{{Room, exports}};\n{points}\nexports! {{\n"
        );
        for function in functions {
            let unknown = |ty| format!("{}: no type {ty} is known", function.name);
            of_addon.push_str(&addon_function(family, function).map_err(unknown)?);
            if !function.std && name != PARTS {
                of_module.push_str(&module_function(family, function).map_err(unknown)?);
            }
        }
        of_module.push_str("}\n");
        addon.push((format!("{name}.rs"), of_addon));
        if name != PARTS {
            modules.push((format!("{name}.rs"), of_module));
        }
    }
    Ok([addon, modules])
}

/// Files that are not Rust, with their paths.
pub fn files(face: &[Family]) -> Result<Vec<(String, String)>> {
    let mut types = format!("/** {ABOVE} */\n{TYPES}");
    let mut groups = format!("'use strict';\n\n/** {ABOVE} */\n\nmodule.exports = {{\n");
    let mut files = Vec::new();
    for (name, _, functions) in families(face) {
        let mut table = format!(
            "/** {ABOVE} What the letters mean is in functions.mjs. */\nexport const {} = {{\n",
            name.to_uppercase()
        );
        let _ = writeln!(types, "\nexport interface {}Functions {{", capital(name));
        let names: Vec<String> = functions.iter().map(|function| format!("'{}'", function.camel())).collect();
        let _ = writeln!(groups, "  {name}: [\n    {},\n  ],", names.join(",\n    "));
        for function in functions {
            let signature =
                signature(function).map_err(|ty| format!("{}: no type {ty} is known", function.name))?;
            if !function.std {
                let _ = writeln!(table, "  {}: '{signature}',", function.camel());
            }
            types.push_str(&declaration(function));
        }
        types.push_str("}\n");
        // A file for each: bundlers cut no file in two.
        if name != PARTS {
            files.push((format!("bindings/wasm/js/src/table-{name}.mjs"), table + "};\n"));
        }
    }
    groups.push_str("};\n");
    files.push(("bindings/wasm/js/src/functions.d.mts".into(), types));
    files.push(("bindings/node/families.js".into(), groups));
    Ok(files)
}

/// The types of the entry `lanesmith/sha256`: what those of the package have before Curl-P, but for what loads a script of all families.
pub fn entry(root: &Path) -> Result<(String, String)> {
    let folder = "bindings/wasm/js/src";
    let read = |name: &str| {
        fs::read_to_string(root.join(folder).join(name)).map_err(|e| format!("{folder}/{name}: {e}"))
    };
    let (types, entry) = (read("index.d.mts")?, read("sha256.d.mts")?);
    let own = types.split("\n// --- Curl-P ").next().unwrap_or_default();
    let mut names: Vec<&str> = own
        .lines()
        .filter_map(|line| {
            let (kind, rest) = line.strip_prefix("export ")?.split_once(' ')?;
            let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
            (matches!(kind, "function" | "class" | "const") && name != "check").then_some(name)
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    let (head, tail) = (entry.split("export {").next().unwrap_or_default(), "\nexport type {");
    let rest = entry.split_once(tail).map_or("", |(_, rest)| rest);
    let text = format!("{head}export {{\n  {},\n}} from './index.mjs';{tail}{rest}", names.join(",\n  "));
    Ok((format!("{folder}/sha256.d.mts"), text))
}

const TYPES: &str = "\n/** A key or a signature that was decoded once. What it is, is the backend's own business. */\nexport type Point = object;\n";

fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

/// Whether what crosses is wiped.
fn secret(function: &Declared) -> bool {
    let named = |(name, ty): &(String, String)| match name.as_str() {
        "secret" | "seed" | "material" | "password" | "shares" => ty.starts_with("&[") || ty == "Seed",
        // That of a code that tells whether a message is the sender's.
        "key" => ty == "&[u8]" && function.name.starts_with("hmac"),
        _ => false,
    };
    function.result().0 == "Secret" || function.arguments.iter().any(named)
}

/// The letters of a function.
fn signature(function: &Declared) -> Result<String> {
    let mut letters = String::from(if secret(function) { "!" } else { "" });
    for (name, ty) in &function.arguments {
        letters.push(match ty.as_str() {
            // What is read and written.
            "&mut [u8]" if name == "state" => 'i',
            "&[u8]" | "&[u8; 32]" | "&[[u8; 32]]" | "&[[u8; 64]]" | "Seed" => 'b',
            "&str" => 't',
            "u32" | "usize" => 'n',
            "u64" => 'l',
            "Option<u64>" => 'o',
            "Scheme<'_>" => 's',
            "&[&[u8]]" => 'm',
            "&Key" | "&Sig" => 'p',
            "&[&Key]" | "&[&Sig]" => 'P',
            "&[Option<&Key>]" | "&[Option<&Sig>]" => 'q',
            "&[u32]" => 'w',
            "&mut [u8]" => 'r',
            other => return Err(other.into()),
        });
    }
    let back = match (function.result().0, function.fixed()) {
        ("", _) => "",
        (_, Some(_)) | ("Encoded", _) => ":h",
        ("Vec<u8>", _) => ":v",
        ("String", _) => ":x",
        ("bool", _) => ":?",
        ("Key", _) => ":k",
        ("Sig", _) => ":g",
        (other, _) => return Err(other.into()),
    };
    Ok(letters + back)
}

/// A function of both backends as a type.
fn declaration(function: &Declared) -> String {
    let mut arguments = Vec::new();
    for (name, ty) in &function.arguments {
        let name = camel(name);
        arguments.extend(match ty.as_str() {
            "&str" => vec![format!("{name}: string")],
            "u32" | "usize" => vec![format!("{name}: number")],
            "u64" => vec![format!("{name}: number | bigint")],
            "Option<u64>" => vec![format!("{name}: number | bigint | null")],
            "Scheme<'_>" => ["variant: number", "mode: number", "tag: Uint8Array"].map(String::from).to_vec(),
            "&[&[u8]]" => vec![format!("{name}: Uint8Array"), format!("{}Lengths: Uint32Array", one(&name))],
            "&Key" | "&Sig" => vec![format!("{name}: Point")],
            "&[&Key]" | "&[&Sig]" => vec![format!("{name}: Point[]")],
            "&[Option<&Key>]" | "&[Option<&Sig>]" => vec![format!("{name}: (Point | null)[]")],
            "&[u32]" => vec![format!("{name}: Uint32Array")],
            _ => vec![format!("{name}: Uint8Array")],
        });
    }
    let gives = match (function.result().0, function.fixed()) {
        (_, Some(_)) | ("Encoded", _) => {
            arguments.push("out: Uint8Array".into());
            "void"
        }
        ("Vec<u8>", _) => "Uint8Array",
        ("String", _) => "string",
        ("bool", _) => "boolean",
        ("Key" | "Sig", _) => "Point",
        _ => "void",
    };
    let docs = wrapped(&function.docs.concat(), "   *");
    let optional = if function.std { "?" } else { "" };
    format!("  /**\n{docs}   */\n  {}{optional}({}): {gives};\n", function.camel(), arguments.join(", "))
}

/// A function in parts: what it is given, what it reads, what it calls the face with.
#[derive(Default)]
struct Built {
    parameters: Vec<String>,
    reads: String,
    inputs: Vec<String>,
    call: Vec<String>,
}

impl Built {
    fn read(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.reads, "let {name} = {value};");
    }

    /// The parts of a call.
    fn called(&self, family: &str, function: &Declared) -> String {
        format!("{family}::{}({})", function.name, self.call.join(", "))
    }
}

/// Bytes of an argument as the face wants them.
fn bytes(name: &str, ty: &str, bytes: &str) -> String {
    match ty {
        "&[u8; 32]" => format!("fixed::<32>(\"{name}\", {bytes})?"),
        "Seed" => format!("*fixed::<32>(\"{name}\", {bytes})?"),
        "&[[u8; 32]]" => format!("rows_of::<32>(\"{name}\", {bytes})?"),
        "&[[u8; 64]]" => format!("rows_of::<64>(\"{name}\", {bytes})?"),
        _ => bytes.to_owned(),
    }
}

fn addon_function(family: &str, function: &Declared) -> Result<String> {
    let mut built = Built::default();
    for (name, ty) in &function.arguments {
        built.addon_argument(name, ty)?;
    }
    let (ty, fails) = function.result();
    let call = built.called(family, function);
    let value = if fails { format!("{call}?") } else { call.clone() };
    let out = |made: &str| format!("put(&mut out, &[{}], {made})", built.inputs.join(", "));
    let (gives, end) = match (ty, function.fixed()) {
        ("", _) => ("()", call),
        ("bool", _) | ("String", _) if fails => (ty, call),
        ("bool" | "String", _) => (ty, format!("Ok({call})")),
        ("Secret", _) => ("()", out(&format!("&*{value}"))),
        ("Encoded", _) | (_, Some(_)) => ("()", out(&format!("&{value}"))),
        ("Vec<u8>", _) => ("Uint8Array", format!("Ok(Uint8Array::from({value}))")),
        ("Key", _) => ("BlsKey", format!("Ok(BlsKey({value}))")),
        ("Sig", _) => ("BlsSignature", format!("Ok(BlsSignature({value}))")),
        (other, _) => return Err(other.into()),
    };
    let mut parameters = built.parameters;
    if end.starts_with("put(") {
        parameters.push("mut out: Uint8ArraySlice<'_>".into());
    }
    let docs = wrapped(&function.docs.concat(), "///");
    let (camel, name, parameters, reads) =
        (function.camel(), &function.name, parameters.join(", "), built.reads);
    Ok(format!(
        "\n{docs}#[napi(js_name = \"{camel}\")]\npub fn {name}({parameters}) -> Result<{gives}> {{\nrun(|| {{\n{reads}{end}\n}})\n}}\n"
    ))
}

impl Built {
    fn addon_argument(&mut self, name: &str, ty: &str) -> Result {
        let mut parameter = |name: &str, ty: &str| self.parameters.push(format!("{name}: {ty}"));
        match ty {
            "&[u8]" | "&[u8; 32]" | "&[[u8; 32]]" | "&[[u8; 64]]" | "Seed" => {
                parameter(name, "Uint8ArraySlice<'_>");
                self.inputs.push(format!("span(&{name})"));
                self.call.push(bytes(name, ty, &format!("&{name}")));
            }
            "&[&[u8]]" => {
                let lengths = format!("{}_lengths", one(name));
                parameter(name, "Uint8ArraySlice<'_>");
                parameter(&lengths, "Uint32ArraySlice<'_>");
                self.inputs.extend([format!("span(&{name})"), format!("span(&{lengths})")]);
                self.call.push(format!("&bytes::given(&{name}, &{lengths})?"));
            }
            "&str" => {
                parameter(name, "String");
                self.call.push(format!("&{name}"));
            }
            "u32" | "usize" => {
                parameter(name, "f64");
                self.call.push(format!(
                    "bytes::{}(\"{name}\", {name})?",
                    if ty == "u32" { "word" } else { "size" }
                ));
            }
            "u64" => {
                parameter(name, "Either<f64, BigInt>");
                self.call.push(format!("bytes::long(\"{name}\", &{name})?"));
            }
            "Option<u64>" => {
                parameter(name, "Option<Either<f64, BigInt>>");
                self.call.push(format!(
                    "{name}.as_ref().map(|{name}| bytes::long(\"{name}\", {name})).transpose()?"
                ));
            }
            "Scheme<'_>" => {
                parameter("variant", "f64");
                parameter("mode", "f64");
                parameter("tag", "Uint8ArraySlice<'_>");
                self.inputs.push("span(&tag)".into());
                self.call.push("bytes::scheme(variant, mode, &tag)?".into());
            }
            "&Key" | "&Sig" => {
                parameter(name, if ty == "&Key" { "&BlsKey" } else { "&BlsSignature" });
                self.call.push(format!("&{name}.0"));
            }
            "&[&Key]" | "&[&Sig]" | "&[Option<&Key>]" | "&[Option<&Sig>]" => {
                let class = if ty.contains("Key") { "BlsKey" } else { "BlsSignature" };
                let one = format!("ClassInstance<'_, {class}>");
                let perhaps = ty.contains("Option");
                parameter(name, &if perhaps { format!("Vec<Option<{one}>>") } else { format!("Vec<{one}>") });
                let each = if perhaps { "one.as_ref().map(|one| &one.0)" } else { "&one.0" };
                self.call.push(format!("&{name}.iter().map(|one| {each}).collect::<Vec<_>>()"));
            }
            "&[u32]" => {
                parameter(name, "Uint32ArraySlice<'_>");
                self.inputs.push(format!("span(&{name})"));
                self.call.push(format!("&{name}"));
            }
            "&mut [u8]" => {
                parameter(&format!("mut {name}"), "Uint8ArraySlice<'_>");
                let inputs = self.inputs.join(", ");
                let _ = writeln!(
                    self.reads,
                    "let len = {name}.len();\nlet {name} = output(&mut {name}, len, &[{inputs}])?;"
                );
                self.inputs.push(format!("span({name})"));
                self.call.push(name.into());
            }
            other => return Err(other.into()),
        }
        Ok(())
    }
}

fn module_function(family: &str, function: &Declared) -> Result<String> {
    let mut built = Built::default();
    for (name, ty) in &function.arguments {
        built.module_argument(name, ty)?;
    }
    let (ty, fails) = function.result();
    let call = built.called(family, function);
    let value = if fails { format!("{call}?") } else { call.clone() };
    let end = match (ty, function.fixed()) {
        ("", _) => format!("{value};\nOk(0)"),
        ("bool", _) => format!("Ok(i32::from({value}))"),
        ("String", _) => format!("*room.text = {value};\nOk(0)"),
        ("Secret", _) => format!("let made = {value};\nroom.put(&*made)"),
        ("Encoded", _) | (_, Some(_)) => format!("let made = {value};\nroom.put(&made)"),
        ("Vec<u8>", _) => format!("let made = {value};\nroom.put_behind(&made)"),
        ("Key", _) => format!("keep_key({value})"),
        ("Sig", _) => format!("keep_signature({value})"),
        (other, _) => return Err(other.into()),
    };
    let docs = wrapped(&function.docs.concat(), "///");
    let (name, reads) = (&function.name, built.reads);
    let parameters: String = built.parameters.iter().map(|one| format!(", {one}")).collect();
    let unused = if reads.contains("room") || end.contains("room") { "" } else { "_" };
    // Inside a macro nobody formats it.
    let body = format!("{reads}{end}\n").replace('\n', "\n        ");
    let docs = docs.trim_end().replace('\n', "\n    ");
    Ok(format!(
        "\n    {docs}\n    fn {name}({unused}room{parameters}) {{\n        {}\n    }}\n",
        body.trim_end()
    ))
}

impl Built {
    fn module_argument(&mut self, name: &str, ty: &str) -> Result {
        let mut parameter = |name: &str, ty: &str| self.parameters.push(format!("{name}: {ty}"));
        let by_name = |call: &mut Vec<String>, value: &str| call.push(value.to_owned());
        match ty {
            "&[u8]" | "&[u8; 32]" | "&[[u8; 32]]" | "&[[u8; 64]]" | "Seed" => {
                parameter(name, "usize");
                self.read(name, &bytes(name, ty, &format!("room.next({name})?")));
                by_name(&mut self.call, name);
            }
            "&[&[u8]]" => {
                let total = format!("{}_total", one(name));
                parameter(name, "usize");
                parameter(&total, "usize");
                self.read(name, &format!("room.messages({name}, {total})?"));
                self.call.push(format!("&{name}"));
            }
            "&str" => {
                parameter(name, "usize");
                self.read(name, &format!("room.str({name})?"));
                by_name(&mut self.call, name);
            }
            "u32" | "usize" | "u64" => {
                parameter(name, ty);
                by_name(&mut self.call, name);
            }
            "Option<u64>" => {
                let given = format!("{name}_given");
                parameter(&given, "u32");
                parameter(name, "u64");
                self.call.push(format!("({given} != 0).then_some({name})"));
            }
            "Scheme<'_>" => {
                parameter("variant", "u32");
                parameter("mode", "u32");
                parameter("tag", "usize");
                self.read(name, "bls::Scheme { variant, mode, tag: room.next(tag)? }");
                by_name(&mut self.call, name);
            }
            "&Key" | "&Sig" => {
                parameter(name, "u32");
                self.read(
                    name,
                    &format!("{}({name})?", if ty == "&Key" { "key_at" } else { "signature_at" }),
                );
                self.call.push(format!("&{name}"));
            }
            "&[&Key]" | "&[&Sig]" => {
                parameter(name, "usize");
                let read = if ty == "&[&Key]" { "key_at" } else { "signature_at" };
                self.read(name, &format!("all(room, {name}, {read})?"));
                self.call.push(format!("&{name}.iter().collect::<Vec<_>>()"));
            }
            "&[Option<&Key>]" | "&[Option<&Sig>]" => {
                parameter(name, "usize");
                let read = if ty.contains("Key") { "key_at" } else { "signature_at" };
                self.read(name, &format!("all(room, {name}, perhaps({read}))?"));
                self.call.push(format!("&{name}.iter().map(Option::as_ref).collect::<Vec<_>>()"));
            }
            "&[u32]" => {
                parameter(name, "usize");
                self.read(name, &format!("all(room, {name}, Ok)?"));
                self.call.push(format!("&{name}"));
            }
            "&mut [u8]" => {
                parameter(name, "usize");
                self.read(name, &format!("room.next({name})?"));
                by_name(&mut self.call, name);
            }
            other => return Err(other.into()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::face::declarations;
    use super::super::face::tests::TEXT;
    use super::*;

    #[test]
    fn functions_of_the_addon_name_every_input_that_a_result_may_not_lie_over() {
        let text =
            "pub fn f(scheme: Scheme<'_>, ids: &[[u8; 32]], messages: &[&[u8]]) -> Outcome<[u8; 32]> {\n";
        let made = addon_function("bls", &declarations(text)[0]).unwrap();
        assert!(
            made.contains("put(&mut out, &[span(&tag), span(&ids), span(&messages), span(&message_lengths)]"),
            "{made}"
        );
    }

    #[test]
    fn letters_tell_how_arguments_cross() {
        let found = declarations(TEXT);
        assert_eq!(signature(&found[0]), Ok("nb:v".into()));
        assert_eq!(signature(&found[1]), Ok("sP:?".into()));
        let secret = declarations("pub fn g(path: &str, secret: &[u8; 32]) -> Outcome<Secret> {\n");
        assert_eq!(signature(&secret[0]), Ok("!tb:h".into()));
    }

    #[test]
    fn what_modules_have_not_is_optional() {
        let found = declarations(TEXT);
        let types = [&found[0], &found[1]].map(declaration);
        assert!(
            types[0].contains("logProof(index: number, leaves: Uint8Array): Uint8Array;"),
            "{}",
            types[0]
        );
        assert!(
            types[1]
                .contains("two?(variant: number, mode: number, tag: Uint8Array, keys: Point[]): boolean;"),
            "{}",
            types[1]
        );
    }

    #[test]
    fn a_type_that_nobody_knows_is_named() {
        let found = declarations("pub fn odd(what: &[f64]) -> Outcome {\n");
        assert_eq!(addon_function("bls", &found[0]), Err("&[f64]".into()));
        assert_eq!(module_function("bls", &found[0]), Err("&[f64]".into()));
    }
}
