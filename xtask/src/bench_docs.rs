//! Tables of figures in the documents, written from recorded races so that no number is typed by hand.
//!
//! The records are what `lanesmith race --json` prints, in `docs/benchmarks/*.json`, one or more for a CPU. README.md
//! gets one row per operation and case, docs/benchmarks/README.md every contender. Cases that are shown in the layout
//! `distance` are studies, of which README.md has nothing.

use std::fs;
use std::path::Path;

use lanesmith_race::Record;
use lanesmith_race::markdown::{full, join, summary};

use crate::Result;

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

#[derive(clap::Args)]
pub struct Args {
    /// Change nothing; fail if a table is not what the records say
    #[arg(long)]
    check: bool,
}

/// Writes the tables, or compares them.
pub fn run(args: &Args, root: &Path) -> Result {
    let records = read(&root.join("docs/benchmarks"))?;
    let mut stale = Vec::new();
    for (file, table) in [("README.md", summary(&records)), ("docs/benchmarks/README.md", full(&records))] {
        let path = root.join(file);
        let old = fs::read_to_string(&path).map_err(|e| format!("{file}: {e}"))?;
        let new = replace(&old, &table).map_err(|e| format!("{file}: {e}"))?;
        if new == old {
            continue;
        }
        stale.push(file);
        if !args.check {
            fs::write(&path, new).map_err(|e| format!("{file}: {e}"))?;
            println!("wrote {file}");
        }
    }
    match (args.check, stale.is_empty()) {
        (true, false) => Err(format!("{}: run cargo xtask bench-docs", stale.join(", "))),
        _ => Ok(()),
    }
}

/// The records by file name, those of one CPU together.
fn read(folder: &Path) -> Result<Vec<Record>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut records: Vec<Record> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let record = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        join(&mut records, record).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(records)
}

/// The document with another table between its markers.
fn replace(document: &str, table: &str) -> Result<String> {
    let (head, rest) = document.split_once(BEGIN).ok_or_else(|| format!("no {BEGIN}"))?;
    let (_, tail) = rest.split_once(END).ok_or_else(|| format!("no {END} after {BEGIN}"))?;
    Ok(format!("{head}{BEGIN}\n{table}{END}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_markers_changes() {
        let document = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(replace(&document, "new\n"), Ok(format!("a\n{BEGIN}\nnew\n{END}\nb\n")));
    }

    #[test]
    fn a_document_without_markers_is_refused() {
        assert!(replace("a", "new").is_err());
        assert!(replace(BEGIN, "new").is_err());
    }
}
