//! `lanesmith race compare`: two recorded races, case by case.
//!
//! Absolute times of two runs say as much about the two moments as about the programs, so what is compared is each
//! contender's ratio to the baseline that ran beside it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use super::report::{Entry, Report};
use super::table::{grid, times};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::family::Kind;
use crate::terminal;

const AFTER_HELP: &str = "\
Change is how many times as fast B is as A, each measured against the baseline of its own run; its interval comes from \
the intervals of both. A difference counts where the interval does not reach 1.

Example:
  lanesmith race compare before.json after.json --fail-below 0.95";

/// Compare two recorded races (made by --json)
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The earlier record
    a: PathBuf,
    /// The later record
    b: PathBuf,
    /// Exit with status 1 if an engine's change is below this (and its interval below 1), or an engine of A is missing
    /// from B
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    fail_below: Option<f64>,
    /// Show every contender, not only those that differ
    #[arg(long)]
    all: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        Ok(_) => Err("not a positive number".into()),
        Err(e) => Err(e.to_string()),
    }
}

/// What became of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval reaches 1.
    Same,
    /// B is faster.
    Faster,
    /// B is slower.
    Slower,
    /// Only A has it.
    Missing,
    /// Only B has it.
    New,
    /// It has another baseline in B.
    Incomparable,
}

/// One contender of one case in both records.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// What it is.
    pub kind: Kind,
    /// Ratio to the baseline in A.
    pub a: Option<f64>,
    /// Ratio to the baseline in B.
    pub b: Option<f64>,
    /// B over A: above 1 where B is faster.
    pub change: Option<f64>,
    /// Its interval.
    pub interval: Option<[f64; 2]>,
    /// What became of it.
    pub verdict: Verdict,
}

/// Compares all contenders but bounds and baselines, in the order of A.
pub fn compare(a: &Report, b: &Report) -> Vec<Change> {
    let counts = |e: &&Entry| e.kind != Kind::Bound && e.contender != e.baseline;
    let same = |x: &Entry, y: &Entry| x.op == y.op && x.case == y.case && x.contender == y.contender;
    let mut changes: Vec<Change> = a
        .results
        .iter()
        .filter(counts)
        .map(|before| change(before, b.results.iter().find(|after| same(before, after))))
        .collect();
    for after in b.results.iter().filter(counts) {
        if !a.results.iter().any(|before| same(before, after)) {
            let new = Change {
                a: None,
                b: ratio(after).map(|r| r.0),
                verdict: Verdict::New,
                ..change(after, None)
            };
            changes.push(new);
        }
    }
    changes
}

fn ratio(entry: &Entry) -> Option<(f64, [f64; 2])> {
    entry.to_baseline()
}

fn change(before: &Entry, after: Option<&Entry>) -> Change {
    let mut change = Change {
        op: before.op.clone(),
        case: before.case.clone(),
        contender: before.contender.clone(),
        kind: before.kind,
        a: ratio(before).map(|r| r.0),
        b: after.and_then(ratio).map(|r| r.0),
        change: None,
        interval: None,
        verdict: Verdict::Missing,
    };
    let Some(after) = after else { return change };
    change.verdict = Verdict::Incomparable;
    if before.baseline != after.baseline {
        return change;
    }
    if let (Some((ra, [la, ha])), Some((rb, [lb, hb]))) = (ratio(before), ratio(after)) {
        let [low, high] = [lb / ha, hb / la];
        change.change = Some(rb / ra);
        change.interval = Some([low, high]);
        change.verdict = match () {
            _ if low > 1.0 => Verdict::Faster,
            _ if high < 1.0 => Verdict::Slower,
            _ => Verdict::Same,
        };
    }
    change
}

/// The engines that got worse than the limit allows.
fn failures(changes: &[Change], limit: f64) -> Vec<String> {
    let fails = |c: &&Change| {
        c.kind == Kind::Engine
            && match c.verdict {
                Verdict::Missing => true,
                Verdict::Slower => c.change.is_some_and(|x| x < limit),
                _ => false,
            }
    };
    changes.iter().filter(fails).map(|c| format!("{} {} {}", c.op, c.case, c.contender)).collect()
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no record of a race", path.display()))
}

#[derive(Serialize)]
struct Output<'a> {
    notes: &'a [String],
    changes: &'a [Change],
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, output that cannot be written, an engine that got worse than `--fail-below`.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let (a, b) = (read(&args.a)?, read(&args.b)?);
    let changes = compare(&a, &b);
    let notes = notes(&a, &b);
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &Output { notes: &notes, changes: &changes })?;
        writeln!(context.out)?;
    } else {
        print(&changes, &notes, args.all, context)?;
    }
    let failed = args.fail_below.map_or(Vec::new(), |limit| failures(&changes, limit));
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!("worse than before: {}", failed.join("; "))))
}

fn notes(a: &Report, b: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    if a.cpu != b.cpu {
        notes.push(format!("the records are of different CPUs: {} and {}", a.cpu, b.cpu));
    }
    for (name, report) in [("A", a), ("B", b)] {
        if report.partial {
            notes.push(format!("{name} is partial: its race was interrupted"));
        }
        if report.noisy {
            notes.push(format!("{name} was measured on a noisy machine"));
        }
    }
    notes
}

fn print(changes: &[Change], notes: &[String], all: bool, context: &mut Context<'_>) -> Outcome {
    let shown: Vec<&Change> = changes.iter().filter(|c| all || c.verdict != Verdict::Same).collect();
    if !shown.is_empty() {
        let number = |x: Option<f64>| x.map_or("-".into(), times);
        let rows = shown.iter().map(|c| {
            let interval = c.interval.map_or(String::new(), |[low, high]| format!("{low:.3}-{high:.3}"));
            let change = c.change.map_or("-".into(), |x| format!("{x:.3}"));
            let verdict = format!("{:?}", c.verdict).to_lowercase();
            vec![
                format!("{} {} {}", c.op, c.case, c.contender),
                number(c.a),
                number(c.b),
                change,
                interval,
                verdict,
            ]
        });
        let head = [("contender", 0), ("A", 3), ("B", 2), ("change", 0), ("95 %", 4), ("", 1)];
        writeln!(context.out, "{}", grid(&head, rows.collect(), terminal::width()))?;
        writeln!(context.out)?;
    }
    for note in notes {
        writeln!(context.out, "warning: {note}")?;
    }
    let differ = changes.iter().filter(|c| c.verdict != Verdict::Same).count();
    match differ {
        0 => writeln!(context.out, "no difference in {} comparisons", changes.len())?,
        n => writeln!(context.out, "{n} of {} contenders differ", changes.len())?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(engine: f64, half_width: f64) -> Report {
        let entry = |contender: &str, kind, ratio: &[(&str, f64)]| Entry {
            op: "demo.op".into(),
            case: "n=1".into(),
            contender: contender.into(),
            kind,
            unit: "x".into(),
            median: 1.0,
            low: 1.0,
            high: 1.0,
            ratio: ratio.iter().map(|(n, r)| ((*n).into(), *r)).collect(),
            ratio_interval: ratio
                .iter()
                .map(|(n, r)| ((*n).into(), [r - half_width, r + half_width]))
                .collect(),
            cycles: 1.0,
            clock_ghz: 1.0,
            rounds: 9,
            threads: 1,
            baseline: "plain".into(),
            engine: None,
            noisy: false,
            distance: None,
            layout: Default::default(),
        };
        let results = vec![
            entry("plain", Kind::Baseline, &[("fast", 1.0 / engine)]),
            entry("fast", Kind::Engine, &[("plain", engine)]),
        ];
        Report { cpu: "x".into(), results, ..Report::default() }
    }

    fn verdict(a: &Report, b: &Report) -> Verdict {
        let changes = compare(a, b);
        assert_eq!(changes.len(), 1);
        changes[0].verdict
    }

    #[test]
    fn a_run_is_the_same_as_itself() {
        assert_eq!(verdict(&report(10.0, 0.1), &report(10.0, 0.1)), Verdict::Same);
    }

    #[test]
    fn intervals_decide_what_is_a_difference() {
        assert_eq!(verdict(&report(10.0, 0.1), &report(9.0, 0.1)), Verdict::Slower);
        assert_eq!(verdict(&report(10.0, 0.1), &report(11.0, 0.1)), Verdict::Faster);
        assert_eq!(verdict(&report(10.0, 0.6), &report(9.0, 0.6)), Verdict::Same);
    }

    #[test]
    fn only_what_is_below_the_limit_fails() {
        let changes = compare(&report(10.0, 0.1), &report(9.6, 0.1));
        assert_eq!(changes[0].verdict, Verdict::Slower);
        assert!(failures(&changes, 0.95).is_empty());
        assert_eq!(failures(&changes, 0.97), ["demo.op n=1 fast"]);
    }

    #[test]
    fn an_engine_that_is_gone_fails_and_a_new_one_does_not() {
        let empty = Report { results: Vec::new(), ..report(10.0, 0.1) };
        assert_eq!(failures(&compare(&report(10.0, 0.1), &empty), 0.95), ["demo.op n=1 fast"]);
        let changes = compare(&empty, &report(10.0, 0.1));
        assert_eq!(changes[0].verdict, Verdict::New);
        assert!(failures(&changes, 0.95).is_empty());
    }

    #[test]
    fn another_baseline_is_not_compared() {
        let mut other = report(10.0, 0.1);
        other.results[1].baseline = "else".into();
        assert_eq!(verdict(&report(10.0, 0.1), &other), Verdict::Incomparable);
    }
}
