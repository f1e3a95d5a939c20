//! The records of races as Markdown, for documents whose figures nobody types by hand.
//!
//! A case in the layout [`Distance`](Layout::Distance) is a study: it stands in [`full`] and has no row in [`summary`].

use std::fmt::{self, Write as _};

use crate::figures::duration;
use crate::record::{by_speed, cases};
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
    let Some(same) = records.iter_mut().find(|r| r.cpu == record.cpu) else {
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

/// The quickest of a kind; one that only chooses another would repeat it.
fn fastest(case: &[Entry], kind: Kind) -> Option<&Entry> {
    let of_kind = case.iter().filter(|e| e.kind == kind && e.engine.is_none());
    of_kind.min_by(|a, b| a.median.total_cmp(&b.median))
}

fn is_study(case: &[Entry]) -> bool {
    case[0].layout == Layout::Distance
}

/// How many times faster the entry is than another.
fn times(entry: &Entry, other: &str) -> Option<String> {
    entry.ratio.get(other).map(|ratio| format!("{ratio:.2}x"))
}

/// A row per operation and case: our fastest engine, and how it stands to the baseline and to the fastest peer.
pub fn summary(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        let _ = writeln!(
            out,
            "\n{}, one thread:\n\n| operation | case | fastest engine | time | against the baseline | against the fastest peer |\n\
             | --- | --- | --- | ---: | ---: | ---: |",
            record.cpu
        );
        for case in cases(&record.results).filter(|case| !is_study(case)) {
            let Some(best) = fastest(case, Kind::Engine) else { continue };
            let against = |other: Option<&Entry>| {
                let name = &other?.contender;
                Some(format!("{} `{name}`", times(best, name)?))
            };
            // Where a case has no implementation of record, the tables of the race fall back to another contender.
            let baseline = case.iter().find(|e| e.kind == Kind::Baseline && e.contender == best.baseline);
            let baseline = against(baseline).unwrap_or_else(|| "-".into());
            let peer = against(fastest(case, Kind::Peer)).unwrap_or_else(|| "-".into());
            let _ = writeln!(
                out,
                "| `{}` | {} | `{}` | {} per {} | {baseline} | {peer} |",
                best.op,
                best.case,
                best.contender,
                duration(best.median),
                best.unit
            );
        }
    }
    if out.is_empty() { "\nNo race has been recorded yet.\n".into() } else { out }
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
        let _ = writeln!(out, "\n## {}", record.cpu);
        let mut cases: Vec<&[Entry]> = cases(&record.results).collect();
        cases.sort_by_key(|case| is_study(case));
        for case in cases {
            if is_study(case) {
                out += &study(case);
                continue;
            }
            let Entry { op, case: label, unit, .. } = &case[0];
            let baseline = case.iter().map(|e| e.baseline.as_str()).find(|name| !name.is_empty());
            let head = baseline.map_or(String::new(), |name| format!("against `{name}`"));
            let _ = writeln!(
                out,
                "\n### {op}, {label}\n\n| contender | kind | time per {unit} | 95 % interval | {head} |\n\
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
                    entry.contender,
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
    use crate::Distance;

    fn entry(contender: &str, kind: Kind, median: f64, ratio: &[(&str, f64)]) -> Entry {
        Entry {
            op: "curl.hash".into(),
            case: "input=one".into(),
            contender: contender.into(),
            kind,
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
            cycles: median * 3.0,
            clock_ghz: 3.0,
            rounds: 9,
            threads: 1,
            noisy: false,
            layout: Layout::General,
            distance: Some(Distance { units_per_call: 256.0, calls: 300, seconds: 0.5 }),
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
