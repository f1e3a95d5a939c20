//! What a check has found, one line or one JSON object each, as it is found: there may be more than memory holds.

use std::io::{self, Write};

use lanesmith::sha256::blocks::stored::Bad;
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::terminal::{ByteCount, plain};

/// Writes what is found.
pub struct Report<'a> {
    out: &'a mut dyn Write,
    json: bool,
    /// Names of the data and of what is stored beside them.
    data: &'a str,
    tree: &'a str,
    /// What a part of the data is: a block or a piece.
    unit: &'static str,
    count: u64,
    failed: Option<io::Error>,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Verdict<'a> {
    file: &'a str,
    good: bool,
    found: u64,
}

/// A finding in JSON.
#[derive(Serialize)]
struct Found<'a> {
    file: &'a str,
    bad: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// First and last block of the data that cannot be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    untold: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'a str>,
}

impl<'a> Report<'a> {
    /// For data and a tree of these names.
    pub fn new(out: &'a mut dyn Write, json: bool, data: &'a str, tree: &'a str, unit: &'static str) -> Self {
        Report { out, json, data, tree, unit, count: 0, failed: None }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Something that is bad as a whole, told in words.
    pub fn other(&mut self, tree: bool, what: &str) {
        let file = if tree { self.tree } else { self.data };
        let bad = if tree { "tree" } else { "data" };
        let found = Found {
            file,
            bad,
            level: None,
            index: None,
            offset: None,
            length: None,
            untold: None,
            what: Some(what),
        };
        self.line(&found, &format!("{file}: {what}"));
    }

    /// Something that the library has found.
    pub fn bad(&mut self, bad: &Bad, progress: &ByteCount) {
        progress.pause(|| self.show(bad));
    }

    fn show(&mut self, bad: &Bad) {
        let none = Found {
            file: self.data,
            bad: self.unit,
            level: None,
            index: None,
            offset: None,
            length: None,
            untold: None,
            what: None,
        };
        match bad {
            Bad::Block { index, offset, length } => {
                let found =
                    Found { index: Some(*index), offset: Some(*offset), length: Some(*length), ..none };
                let text =
                    format!("{}: {} {index} is bad, at byte {offset} ({length} bytes)", self.data, self.unit);
                self.line(&found, &text);
            }
            Bad::Hashes { level, index, offset, covers } => {
                let (first, last) = (covers.start, covers.end.saturating_sub(1));
                let found = Found {
                    file: self.tree,
                    bad: "hashes",
                    level: Some(*level),
                    index: Some(*index),
                    offset: Some(*offset),
                    untold: Some([first, last]),
                    ..none
                };
                let text = format!(
                    "{}: block {index} of level {level} is bad, at byte {offset}: blocks {first} to {last} of {} \
                     cannot be told",
                    self.tree, self.data
                );
                self.line(&found, &text);
            }
            _ => self.other(true, "not the tree of this root: nothing can be told of the blocks"),
        }
    }

    fn line(&mut self, found: &Found<'_>, text: &str) {
        self.count += 1;
        if self.failed.is_some() {
            return;
        }
        let written = match self.json {
            true => serde_json::to_writer(&mut *self.out, found)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(self.out)),
            false => writeln!(self.out, "{}", plain(text)),
        };
        self.failed = written.err();
    }

    /// Says how it ended.
    ///
    /// # Errors
    /// [`Failure::Told`] where something is bad; output that could not be written.
    pub fn finish(self) -> Outcome {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let good = self.count == 0;
        if self.json {
            serde_json::to_writer(&mut *self.out, &Verdict { file: self.data, good, found: self.count })?;
            writeln!(self.out)?;
        } else if good {
            writeln!(self.out, "{}: OK", plain(self.data))?;
        }
        if good { Ok(()) } else { Err(Failure::Told) }
    }
}
