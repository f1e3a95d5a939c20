//! What `bindings/face` declares: the functions that faces for other languages have.

use std::fs;
use std::path::Path;

use crate::Result;

/// The files of `bindings/face/src`, by family.
const FAMILIES: &[(&str, &[&str])] = &[
    ("sha256", &["sha256.rs"]),
    ("merkle", &["merkle.rs"]),
    ("curl", &["curl.rs"]),
    ("bls", &["bls/mod.rs", "bls/secret.rs", "bls/sharing.rs", "bls/beacon.rs"]),
    ("pwhash", &["pwhash.rs"]),
];

/// Names of families, in the order of the header.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(family, _)| *family)
}

/// A declaration.
pub struct Declared {
    pub docs: Vec<String>,
    pub name: String,
    pub arguments: Vec<(String, String)>,
    pub gives: String,
    /// What JavaScript and Python call it.
    pub elsewhere: Option<[String; 2]>,
    /// Whether it is there only where there is the standard library, which modules of WebAssembly have not.
    pub std: bool,
}

impl Declared {
    /// What it gives where nothing is wrong, and whether something can be.
    pub fn result(&self) -> (&str, bool) {
        match self.gives.strip_prefix("Outcome") {
            Some("") => ("", true),
            Some(ty) => (ty.trim_start_matches('<').strip_suffix('>').unwrap_or(ty), true),
            None => (&self.gives, false),
        }
    }

    /// How many bytes it gives, where that is always the same.
    pub fn fixed(&self) -> Option<&str> {
        match self.result().0 {
            "Secret" => Some("32"),
            ty => ty.strip_prefix("[u8; ").and_then(|n| n.strip_suffix(']')),
        }
    }

    /// The name as JavaScript has it.
    pub fn camel(&self) -> String {
        camel(&self.name)
    }
}

/// A name as JavaScript writes it.
pub fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (head, rest) = part.split_at(part.len().min(1));
        name + &head.to_uppercase() + rest
    })
}

/// A family with its functions.
pub type Family = (&'static str, Vec<Declared>);

/// Every family with its functions.
pub fn read(root: &Path) -> Result<Vec<Family>> {
    let src = root.join("bindings/face/src");
    let family = |(family, sources): &(&'static str, &[&str])| {
        let mut functions = Vec::new();
        for source in *sources {
            let path = src.join(source);
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            functions.extend(declarations(&text));
        }
        match functions.is_empty() {
            true => Err(format!("no function of {family} is declared in bindings/face")),
            false => Ok((*family, functions)),
        }
    };
    FAMILIES.iter().map(family).collect()
}

/// The functions that begin a line.
pub fn declarations(text: &str) -> Vec<Declared> {
    let (mut found, mut docs, mut std, mut elsewhere) = (Vec::new(), Vec::new(), false, None);
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
            let named = declared(&whole, std::mem::take(&mut docs));
            found.extend(named.map(|one| Declared {
                std: std::mem::take(&mut std),
                elsewhere: elsewhere.take(),
                ..one
            }));
        } else if let Some(names) = line.strip_prefix("// JavaScript: ") {
            let names = names.trim_end_matches('.').split_once(". Python: ");
            elsewhere = names.map(|(one, other)| [one.to_owned(), other.to_owned()]);
        } else if line.starts_with("#[") {
            std |= line.contains("feature = \"std\"");
        } else {
            docs.clear();
            std = false;
            elsewhere = None;
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
    Some(Declared {
        docs,
        name: name.to_owned(),
        arguments,
        gives: gives.to_owned(),
        elsewhere: None,
        std: false,
    })
}

/// One of many, for names of counts.
pub fn one(name: &str) -> &str {
    match name {
        "indices" => "index",
        "entries" => "entry",
        _ => name.strip_suffix('s').unwrap_or(name),
    }
}

/// Documentation in lines that fit.
pub fn wrapped(text: &str, prefix: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::from(prefix));
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 110 {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from(prefix);
        }
        line.push(' ');
        line.push_str(word);
    }
    lines + &line + "\n"
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const TEXT: &str = "// JavaScript: log.proof. Python: log_prove.\n/// Says.\npub fn log_proof(index: usize, leaves: &[[u8; 32]]) -> Outcome<Vec<u8>> {\n}\n\
        /// Not public.\nfn other() {}\n\n/// Long.\n#[cfg(feature = \"std\")]\npub fn two(\n    scheme: Scheme<'_>,\n    \
        keys: &[&Key],\n) -> Outcome<bool> {\n";

    #[test]
    fn declarations_are_read_over_lines_with_their_words() {
        let found = declarations(TEXT);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["log_proof", "two"]);
        assert_eq!(found[0].result(), ("Vec<u8>", true));
        assert_eq!(found[1].arguments[1], ("keys".into(), "&[&Key]".into()));
        assert_eq!(
            (found[1].docs.as_slice(), found[1].gives.as_str()),
            (&[" Long.".to_owned()][..], "Outcome<bool>")
        );
        assert_eq!(found[0].elsewhere, Some(["log.proof".into(), "log_prove".into()]));
        assert_eq!(found[1].elsewhere, None);
        assert_eq!(found.iter().map(|one| one.std).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn names_are_those_of_javascript() {
        assert_eq!(declarations(TEXT)[0].camel(), "logProof");
    }
}
