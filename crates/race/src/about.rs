//! What made a record, and what its cases are: for people, and for whoever wants to make it again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Figure;

/// What made a record: enough to make it again. Every part is missing where it is not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Made {
    /// The commit that the program was built from, with `-dirty` where that was not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The compiler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// Whether it was built without optimisation for release.
    pub debug: bool,
    /// Versions of the other libraries that took part, or the files that they were loaded from.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub peers: BTreeMap<String, String>,
    /// The vendor of the CPU as CPUID has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
    /// Its family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<u32>,
    /// Its model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<u32>,
    /// Whether blocks were few and short.
    pub quick: bool,
    /// Numbers of threads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<usize>,
    /// How long it took, checks left out.
    pub seconds: f64,
}

/// What a case is, for people who do not know its label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// What it belongs to: `SHA-256`.
    pub group: String,
    /// What is worked on: `a file of 5 MB`.
    pub title: String,
    /// How people say the speed.
    pub figure: Figure,
    /// Whether it is one of the few that tell what a caller gets.
    #[serde(default)]
    pub summed_up: bool,
}

/// What some names of contenders mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// The names.
    pub contenders: Vec<String>,
    /// A sentence for all of them.
    pub text: String,
}

impl Meaning {
    /// Those that some names need.
    pub fn of<'a>(all: &'a [Meaning], names: &[&str]) -> impl Iterator<Item = &'a str> {
        let meant = |m: &&Meaning| m.contenders.iter().any(|name| names.contains(&name.as_str()));
        all.iter().filter(meant).map(|m| m.text.as_str())
    }
}
