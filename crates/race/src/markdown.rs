//! The records of races as Markdown, for documents whose figures nobody types by hand.
//!
//! A case in the layout [`Distance`](Layout::Distance) is a study: it stands in [`full`] and has no row in [`summary`].

use std::fmt::{self, Write as _};

use crate::figures::duration;
use crate::record::{by_speed, cases};
use crate::summary::{apart, groups, machine};
use crate::{Entry, Kind, Layout, Record};

/// A case stands in two records of one CPU, whose ratios must not stand in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTwice {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// The CPU.
    pub cpu: String,
}

impl fmt::Display for RecordedTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {} has been recorded before", self.op, self.case, self.cpu)
    }
}

impl std::error::Error for RecordedTwice {}

/// Adds a record, to that of the same CPU if there is one.
///
/// # Errors
/// A case that has been recorded before.
pub fn join(records: &mut Vec<Record>, record: Record) -> Result<(), RecordedTwice> {
    let Some(same) = records.iter_mut().find(|r| machine(r) == machine(&record)) else {
        records.push(record);
        return Ok(());
    };
    let twice = record.results.iter().find(|e| same.results.iter().any(|o| o.op == e.op && o.case == e.case));
    if let Some(e) = twice {
        return Err(RecordedTwice { op: e.op.clone(), case: e.case.clone(), cpu: record.cpu });
    }
    same.results.extend(record.results);
    Ok(())
}

fn is_study(case: &[Entry]) -> bool {
    case[0].layout == Layout::Distance
}

/// How many times faster the entry is than another.
fn times(entry: &Entry, other: &str) -> Option<String> {
    entry.ratio.get(other).map(|ratio| format!("{ratio:.2}x"))
}

/// What made a record, as the end of a sentence.
fn made_by(record: &Record) -> String {
    let Some(made) = &record.made else {
        return ", one thread (an old record: it does not say what made it)".into();
    };
    let mut text = match made.threads.iter().max() {
        Some(most) if *most > 1 => format!(", up to {most} threads"),
        _ => ", one thread".into(),
    };
    let _ = write!(text, ", version {}", record.version);
    if let Some(commit) = &made.commit {
        let _ = write!(text, " ({commit})");
    }
    if let Some(compiler) = &made.compiler {
        let _ = write!(text, ", {compiler}");
    }
    let _ = write!(text, ", {:.0} s", made.seconds);
    if made.quick {
        text += ", quick";
    }
    if !made.peers.is_empty() {
        let peers: Vec<String> =
            made.peers.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let _ = write!(text, "; others: {}", peers.join(", "));
    }
    text
}

/// A row for each thing that people do: what a caller gets who names no engine, which engine that is, and how it stands to
/// the best that others have. Of records that do not say what made them, none where there is another.
pub fn summary(records: &[Record]) -> String {
    let mut out = String::new();
    let known = records.iter().any(|record| record.made.is_some());
    for record in records.iter().filter(|record| record.made.is_some() || !known) {
        let groups = groups(record);
        if groups.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "\n{}{}:\n\n| what | you get | engine | best other | times as fast | of limit | race |\n\
             | --- | ---: | --- | --- | ---: | ---: | --- |",
            machine(record),
            made_by(record)
        );
        for (group, lines) in groups {
            for line in lines {
                let other = line.best_other().map_or_else(|| "-".into(), |name| format!("`{name}`"));
                let _ = writeln!(
                    out,
                    "| {group}: {} | {} | `{}` | {other} | {} | {} | `{} {}` |",
                    line.about.title,
                    line.you_get(),
                    line.engine(),
                    line.faster(),
                    line.limit(),
                    line.about.op,
                    line.about.case
                );
            }
        }
    }
    if out.is_empty() { "\nNo race has been recorded yet.\n".into() } else { out }
}

/// Where what a caller gets who names no engine is more than a tenth faster or slower than the engine that it is, and noise
/// does not explain it: such a record tells of something else than the program, and is not to be published.
pub fn contradictions(record: &Record) -> Vec<String> {
    apart(record, 1.1)
}

/// A case in the layout of PCurl's README, the entries sorted by speed: what the baseline is one of, ours, limits.
fn study(case: &[Entry]) -> String {
    let Entry { op, case: label, unit, .. } = &case[0];
    let ratio = |e: &Entry| e.ratio.get(&e.baseline).copied();
    let timed = case.iter().filter(|e| e.distance.is_some());
    let best = timed.filter_map(ratio).fold(1.0, f64::max);
    let mut out = format!(
        "\n### {op}, {label}\n\n*Speedup*: {best:.2}x.\n\n\
         | Configuration | Speed, {unit}/s | Distance, {unit} | Time, ms | Speed-up | 95 % interval |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n"
    );
    for kind in [Kind::Baseline, Kind::Engine, Kind::Peer, Kind::Bound] {
        for e in by_speed(case).into_iter().filter(|e| e.kind == kind) {
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
pub fn full(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        let _ = writeln!(out, "\n## {}\n\n{}{}.", machine(record), machine(record), made_by(record));
        let mut cases: Vec<&[Entry]> = cases(&record.results).collect();
        cases.sort_by_key(|case| is_study(case));
        for case in cases {
            if is_study(case) {
                out += &study(case);
                continue;
            }
            let Entry { op, case: label, unit, .. } = &case[0];
            let title = record.about(case).title;
            let titled = if title == *label { String::new() } else { format!(" ({title})") };
            let baseline = case.iter().map(|e| e.baseline.as_str()).find(|name| !name.is_empty());
            let head = baseline.map_or(String::new(), |name| format!("against `{name}`"));
            let _ = writeln!(
                out,
                "\n### {op}, {label}{titled}\n\n| contender | kind | time per {unit} | 95 % interval | {head} |\n\
                 | --- | --- | ---: | ---: | ---: |"
            );
            for entry in by_speed(case) {
                let ratio = match baseline {
                    Some(name) if name == entry.contender => "1".into(),
                    Some(name) => times(entry, name).unwrap_or_else(|| "-".into()),
                    None => "-".into(),
                };
                let _ = writeln!(
                    out,
                    "| `{}` | {} | {} | {} .. {} | {ratio} |",
                    entry.label(),
                    entry.kind.name(),
                    duration(entry.median),
                    duration(entry.low),
                    duration(entry.high)
                );
            }
        }
    }
    if out.is_empty() { "\nNo race has been recorded yet.\n".into() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distance, Made};

    fn entry(contender: &str, kind: Kind, median: f64, ratios: &[(&str, f64)]) -> Entry {
        Entry {
            op: "curl.hash".into(),
            case: "input=one".into(),
            unit: "transaction".into(),
            baseline: "basic".into(),
            engine: (contender == "auto").then(|| "avx2".into()),
            distance: Some(Distance { units_per_call: 256.0, calls: 300, seconds: 0.5 }),
            ..Entry::sample(contender, kind, median).against(ratios, |r| [0.95 * r, 1.05 * r])
        }
    }

    fn record() -> Record {
        let results = vec![
            entry("scalar", Kind::Engine, 5000.0, &[("basic", 2.0), ("other", 1.0)]),
            entry("avx2", Kind::Engine, 1000.0, &[("basic", 10.0), ("other", 5.0)]),
            entry("auto", Kind::Engine, 990.0, &[("basic", 10.1), ("other", 5.1)]),
            entry("basic", Kind::Baseline, 10_000.0, &[]),
            entry("other", Kind::Peer, 5000.0, &[]),
        ];
        Record { cpu: "A CPU".into(), results, ..Record::default() }
    }

    #[test]
    fn the_summary_tells_what_a_caller_gets_and_the_best_that_others_have() {
        let row =
            "| curl: input=one | 990 ns/transaction | `avx2` | `other` | 5.10x | - | `curl.hash input=one` |";
        let table = summary(&[record()]);
        assert!(table.contains(row), "{table}");
    }

    #[test]
    fn a_record_that_says_what_made_it_stands_for_those_that_do_not() {
        let made = Made {
            commit: Some("0123abc".into()),
            compiler: Some("rustc 1.95.0".into()),
            peers: [("other".to_owned(), "1.2.3".to_owned())].into(),
            family: Some(26),
            model: Some(2),
            seconds: 40.2,
            ..Made::default()
        };
        let new = Record { made: Some(made), version: "0.1.0".into(), ..record() };
        let table = summary(&[record(), new]);
        let head = "A CPU (family 26, model 2), one thread, version 0.1.0 (0123abc), rustc 1.95.0, 40 s; others: other 1.2.3:";
        assert!(table.contains(head), "{table}");
        assert_eq!(table.matches("| curl: input=one").count(), 1);
    }

    #[test]
    fn a_record_in_which_auto_is_not_as_fast_as_the_engine_that_it_is_is_found() {
        let with = |ratio: f64, interval: [f64; 2]| {
            let mut record = record();
            record.results[2].ratio.insert("avx2".into(), ratio);
            record.results[2].ratio_interval.insert("avx2".into(), interval);
            contradictions(&record)
        };
        assert!(with(1.05, [1.02, 1.12]).is_empty());
        assert!(with(1.3, [0.9, 1.5]).is_empty(), "noise");
        assert_eq!(
            with(1.5, [1.4, 1.6]),
            ["curl.hash input=one: auto is 1.50 times as fast as avx2, which it is"]
        );
        assert_eq!(with(0.8, [0.79, 0.81]).len(), 1);
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
            (entry.op, entry.layout) = ("curl.lab".into(), Layout::Distance);
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
        assert!(join(&mut records, record()).unwrap_err().to_string().contains("curl.hash input=one"));
    }
}
