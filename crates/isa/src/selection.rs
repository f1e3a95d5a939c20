//! Engine selections as text, the form of `LANESMITH_ENGINE`.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

use crate::text::Quoted;

/// One clause of an engine selection: which operations, which engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// An operation (`sha256.nodes`), all of a family (`sha256.*`) or all (`*`).
    pub ops: String,
    /// The engine's name.
    pub engine: String,
}

impl Selection {
    /// Reads the form of `LANESMITH_ENGINE`: clauses `OPS=ENGINE` joined by commas; a bare `ENGINE` stands for
    /// `*=ENGINE`.
    ///
    /// ```
    /// use lanesmith_isa::Selection;
    /// let list = Selection::parse("sha256.nodes=avx2, *=scalar").unwrap();
    /// assert_eq!(list[0].engine, "avx2");
    /// assert!(list[1].matches("curl.hash"));
    /// assert_eq!(Selection::parse("a=b=c").unwrap_err().clause, "a=b=c");
    /// ```
    ///
    /// # Errors
    /// [`SelectionError`] names the clause that could not be read.
    pub fn parse(text: &str) -> Result<Vec<Selection>, SelectionError> {
        let word =
            |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+*-".contains(&b));
        if text.contains(',') && text.split(',').all(|clause| clause.trim().is_empty()) {
            return Err(SelectionError { clause: text.trim().into() });
        }
        text.split(',')
            .map(str::trim)
            .filter(|clause| !clause.is_empty())
            .map(|clause| {
                let (ops, engine) = clause.split_once('=').unwrap_or(("*", clause));
                let (ops, engine) = (ops.trim(), engine.trim());
                if word(ops) && word(engine) {
                    Ok(Selection { ops: ops.into(), engine: engine.into() })
                } else {
                    Err(SelectionError { clause: clause.into() })
                }
            })
            .collect()
    }

    /// Whether the clause speaks of the operation.
    pub fn matches(&self, op: &str) -> bool {
        match self.ops.strip_suffix('*') {
            Some(prefix) => op.starts_with(prefix),
            None => self.ops == op,
        }
    }
}

/// A clause of an engine selection that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// The clause.
    pub clause: String,
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.clause.char_indices().nth(40).map_or(self.clause.len(), |(end, _)| end);
        let dots = if end < self.clause.len() { "..." } else { "" };
        let clause = &self.clause[..end];
        write!(f, "cannot read engine selection {}{dots}: it should be OPERATION=ENGINE", Quoted(clause))
    }
}

impl core::error::Error for SelectionError {}
