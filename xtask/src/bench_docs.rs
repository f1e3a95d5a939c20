//! Tables of figures in the documents, written from recorded races so that no number is typed by hand.
//!
//! The records are what `lanesmith race --json` prints, in `docs/benchmarks/*.json`, one or more for a CPU. README.md
//! gets one row per operation and case, docs/benchmarks/README.md every contender. Cases that are shown in the layout
//! `distance` are studies, of which README.md has nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::Result;

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

#[derive(clap::Args)]
pub struct Args {
    /// Change nothing; fail if a table is not what the records say
    #[arg(long)]
    check: bool,
}

/// One recorded race.
#[derive(Debug, Deserialize)]
struct Record {
    cpu: String,
    results: Vec<Entry>,
}

/// One contender of one case.
#[derive(Debug, Deserialize)]
struct Entry {
    op: String,
    case: String,
    contender: String,
    kind: String,
    unit: String,
    /// Nanoseconds per unit.
    median: f64,
    low: f64,
    high: f64,
    /// Times of others over the time of this one.
    ratio: BTreeMap<String, f64>,
    /// 95 % interval of each ratio.
    #[serde(default)]
    ratio_interval: BTreeMap<String, [f64; 2]>,
    /// Whom tables compare it to.
    #[serde(default)]
    baseline: String,
    /// The engine that `auto` is.
    #[serde(default)]
    engine: Option<String>,
    /// How the case is shown.
    #[serde(default)]
    layout: String,
    /// What was run.
    #[serde(default)]
    distance: Option<Distance>,
}

impl Entry {
    fn is_study(&self) -> bool {
        self.layout == "distance"
    }
}

/// What a contender ran.
#[derive(Debug, Deserialize)]
struct Distance {
    units_per_call: f64,
    calls: u64,
    seconds: f64,
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

/// Adds a record, to that of the same CPU if there is one.
fn join(records: &mut Vec<Record>, record: Record) -> Result {
    let Some(same) = records.iter_mut().find(|r| r.cpu == record.cpu) else {
        records.push(record);
        return Ok(());
    };
    // Ratios of two races must not stand in one table.
    let twice = record.results.iter().find(|e| same.results.iter().any(|o| o.op == e.op && o.case == e.case));
    if let Some(e) = twice {
        return Err(format!("{} {} of {} has been recorded before", e.op, e.case, record.cpu));
    }
    same.results.extend(record.results);
    Ok(())
}

/// The document with another table between its markers.
fn replace(document: &str, table: &str) -> Result<String> {
    let (head, rest) = document.split_once(BEGIN).ok_or_else(|| format!("no {BEGIN}"))?;
    let (_, tail) = rest.split_once(END).ok_or_else(|| format!("no {END} after {BEGIN}"))?;
    Ok(format!("{head}{BEGIN}\n{table}{END}{tail}"))
}

/// The contenders of each operation and case, in order of first appearance.
fn cases(record: &Record) -> Vec<(&str, &str, Vec<&Entry>)> {
    let mut cases: Vec<(&str, &str, Vec<&Entry>)> = Vec::new();
    for entry in &record.results {
        match cases.iter_mut().find(|(op, case, _)| *op == entry.op && *case == entry.case) {
            Some((_, _, entries)) => entries.push(entry),
            None => cases.push((&entry.op, &entry.case, vec![entry])),
        }
    }
    cases
}

/// The quickest of a kind; `auto` only repeats an engine.
fn fastest<'a>(entries: &[&'a Entry], kind: &str) -> Option<&'a Entry> {
    let of_kind = entries.iter().filter(|e| e.kind == kind && e.contender != "auto" && e.engine.is_none());
    of_kind.copied().min_by(|a, b| a.median.total_cmp(&b.median))
}

/// Nanoseconds with a fitting unit and three digits.
fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

/// How many times faster the entry is than another.
fn times(entry: &Entry, other: &str) -> Option<String> {
    entry.ratio.get(other).map(|ratio| format!("{ratio:.2}x"))
}

/// A row per operation and case: our fastest engine, and how it stands to the baseline and to the fastest peer.
fn summary(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        let _ = writeln!(
            out,
            "\n{}, one thread:\n\n| operation | case | fastest engine | time | against the baseline | against the fastest peer |\n\
             | --- | --- | --- | ---: | ---: | ---: |",
            record.cpu
        );
        for (op, case, entries) in cases(record).into_iter().filter(|(_, _, e)| !e[0].is_study()) {
            let Some(best) = fastest(&entries, "engine") else { continue };
            let against = |other: Option<&Entry>| {
                let name = &other?.contender;
                Some(format!("{} `{name}`", times(best, name)?))
            };
            // Where a case has no implementation of record, the tables of the race fall back to another contender.
            let baseline = entries.iter().find(|e| e.kind == "baseline" && e.contender == best.baseline);
            let baseline = against(baseline.copied()).unwrap_or_else(|| "-".into());
            let peer = against(fastest(&entries, "peer")).unwrap_or_else(|| "-".into());
            let _ = writeln!(
                out,
                "| `{op}` | {case} | `{}` | {} per {} | {baseline} | {peer} |",
                best.contender,
                time(best.median),
                best.unit
            );
        }
    }
    if out.is_empty() { "\nNo race has been recorded yet.\n".into() } else { out }
}

/// A case in the layout of PCurl's README, the entries sorted by speed: what the baseline is one of, ours, limits.
fn study(op: &str, case: &str, entries: &[&Entry]) -> String {
    let unit = &entries[0].unit;
    let ratio = |e: &Entry| e.ratio.get(&e.baseline).copied();
    let timed = entries.iter().filter(|e| e.distance.is_some());
    let best = timed.filter_map(|e| ratio(e)).fold(1.0, f64::max);
    let mut out = format!(
        "\n### {op}, {case}\n\n*Speedup*: {best:.2}x.\n\n\
         | Configuration | Speed, {unit}/s | Distance, {unit} | Time, ms | Speed-up | 95 % interval |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n"
    );
    for kind in ["baseline", "engine", "peer", "bound"] {
        for e in entries.iter().filter(|e| e.kind == kind) {
            let run = e.distance.as_ref().map_or("|".into(), |d| {
                format!("{} x {} {unit} | {:.0} ms", d.units_per_call, d.calls, d.seconds * 1e3)
            });
            let speed_up = ratio(e).map_or("1".into(), |r| format!("{r:.2}x"));
            let interval = e.ratio_interval.get(&e.baseline);
            let interval = interval.map_or(String::new(), |[low, high]| format!("{low:.2}x .. {high:.2}x"));
            let _ = writeln!(
                out,
                "| `{}` | {:.0} {unit}/s | {run} | {speed_up} | {interval} |",
                e.contender,
                1e9 / e.median
            );
        }
    }
    out
}

/// Every contender of every case.
fn full(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        let _ = writeln!(out, "\n## {}", record.cpu);
        let mut cases = cases(record);
        cases.sort_by_key(|(_, _, entries)| entries[0].is_study());
        for (op, case, mut entries) in cases {
            entries.sort_by(|a, b| a.median.total_cmp(&b.median));
            let baseline = entries.iter().map(|e| e.baseline.as_str()).find(|name| !name.is_empty());
            if entries[0].is_study() {
                out += &study(op, case, &entries);
                continue;
            }
            let head = baseline.map_or(String::new(), |name| format!("against `{name}`"));
            let _ = writeln!(
                out,
                "\n### {op}, {case}\n\n| contender | kind | time per {} | 95 % interval | {head} |\n\
                 | --- | --- | ---: | ---: | ---: |",
                entries[0].unit
            );
            for entry in entries {
                let ratio = match baseline {
                    Some(name) if name == entry.contender => "1".into(),
                    Some(name) => times(entry, name).unwrap_or_else(|| "-".into()),
                    None => "-".into(),
                };
                let _ = writeln!(
                    out,
                    "| `{}` | {} | {} | {} .. {} | {ratio} |",
                    entry.contender,
                    entry.kind,
                    time(entry.median),
                    time(entry.low),
                    time(entry.high)
                );
            }
        }
    }
    if out.is_empty() { "\nNo race has been recorded yet.\n".into() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(contender: &str, kind: &str, median: f64, ratio: &[(&str, f64)]) -> Entry {
        Entry {
            op: "curl.hash".into(),
            case: "input=one".into(),
            contender: contender.into(),
            kind: kind.into(),
            unit: "transaction".into(),
            median,
            low: median,
            high: median,
            ratio: ratio.iter().map(|(name, ratio)| (String::from(*name), *ratio)).collect(),
            ratio_interval: ratio
                .iter()
                .map(|(name, r)| (String::from(*name), [0.95 * r, 1.05 * r]))
                .collect(),
            baseline: "basic".into(),
            engine: (contender == "auto").then(|| "avx2".into()),
            layout: String::new(),
            distance: Some(Distance { units_per_call: 256.0, calls: 300, seconds: 0.5 }),
        }
    }

    fn record() -> Record {
        let results = vec![
            entry("scalar", "engine", 5000.0, &[("basic", 2.0), ("other", 1.0)]),
            entry("avx2", "engine", 1000.0, &[("basic", 10.0), ("other", 5.0)]),
            entry("auto", "engine", 990.0, &[("basic", 10.1), ("other", 5.1)]),
            entry("basic", "baseline", 10_000.0, &[]),
            entry("other", "peer", 5000.0, &[]),
        ];
        Record { cpu: "A CPU".into(), results }
    }

    #[test]
    fn the_summary_tells_the_fastest_engine_and_its_ratios() {
        let row =
            "| `curl.hash` | input=one | `avx2` | 1.00 µs per transaction | 10.00x `basic` | 5.00x `other` |";
        let table = summary(&[record()]);
        assert!(table.contains(row), "{table}");
    }

    #[test]
    fn a_contender_that_is_no_baseline_is_not_shown_as_one() {
        let mut record = record();
        record.results.iter_mut().for_each(|entry| entry.baseline = "other".into());
        let row = "| `curl.hash` | input=one | `avx2` | 1.00 µs per transaction | - | 5.00x `other` |";
        assert!(summary(&[record]).contains(row));
    }

    #[test]
    fn the_full_table_has_every_contender() {
        let table = full(&[record()]);
        assert_eq!(table.matches("| `").count(), 5, "{table}");
    }

    fn study_record() -> Record {
        let mut record = record();
        record.results.retain(|entry| entry.contender != "auto");
        for entry in &mut record.results {
            (entry.op, entry.layout) = ("curl.lab".into(), "distance".into());
        }
        record
    }

    #[test]
    fn a_study_has_the_table_of_the_pcurl_readme_and_no_row_in_the_summary() {
        let records = [study_record()];
        let table = full(&records);
        for line in [
            "*Speedup*: 10.00x.",
            "| Configuration | Speed, transaction/s | Distance, transaction | Time, ms | Speed-up | 95 % interval |",
            "| `avx2` | 1000000 transaction/s | 256 x 300 transaction | 500 ms | 10.00x | 9.50x .. 10.50x |",
            "| `basic` | 100000 transaction/s | 256 x 300 transaction | 500 ms | 1 |  |",
        ] {
            assert!(table.contains(line), "{line} in {table}");
        }
        assert!(!summary(&records).contains("curl.lab"));
    }

    #[test]
    fn records_of_one_cpu_are_one_and_no_case_is_in_two_of_them() {
        let mut records = vec![record()];
        assert_eq!(join(&mut records, study_record()), Ok(()));
        assert_eq!(records.len(), 1);
        assert!(join(&mut records, record()).unwrap_err().contains("curl.hash input=one"));
    }

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

    #[test]
    fn times_have_three_digits_and_a_fitting_unit() {
        assert_eq!(
            [time(1.234), time(12.34), time(123.4), time(12_340.0)],
            ["1.23 ns", "12.3 ns", "123 ns", "12.3 µs"]
        );
    }
}
