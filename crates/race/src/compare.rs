//! Two recorded races, case by case.
//!
//! Absolute times of two runs say as much about the two moments as about the programs, so what is compared is each
//! contender's ratio to the baseline that ran beside it.

use serde::Serialize;

use crate::{Entry, Kind, Record};

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

impl Verdict {
    /// As in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Missing => "missing",
            Verdict::New => "new",
            Verdict::Incomparable => "incomparable",
        }
    }
}

/// Compares all contenders but bounds and baselines, in the order of A.
pub fn compare(a: &Record, b: &Record) -> Vec<Change> {
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

/// Operation, case and name of the engines whose change is below the limit, its interval below 1, and of those that are
/// missing from B.
pub fn failures(changes: &[Change], limit: f64) -> Vec<String> {
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

/// What a reader of the comparison should know, in sentences.
pub fn notes(a: &Record, b: &Record) -> Vec<String> {
    let mut notes = Vec::new();
    if a.cpu != b.cpu {
        notes.push(format!("the records are of different CPUs: {} and {}", a.cpu, b.cpu));
    }
    for (name, record) in [("A", a), ("B", b)] {
        if record.partial {
            notes.push(format!("{name} is partial: its race was interrupted"));
        }
        if record.noisy {
            notes.push(format!("{name} was measured on a noisy machine"));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(engine: f64, half_width: f64) -> Record {
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
        Record { cpu: "x".into(), results, ..Record::default() }
    }

    fn verdict(a: &Record, b: &Record) -> Verdict {
        let changes = compare(a, b);
        assert_eq!(changes.len(), 1);
        changes[0].verdict
    }

    #[test]
    fn a_run_is_the_same_as_itself() {
        assert_eq!(verdict(&record(10.0, 0.1), &record(10.0, 0.1)), Verdict::Same);
    }

    #[test]
    fn intervals_decide_what_is_a_difference() {
        assert_eq!(verdict(&record(10.0, 0.1), &record(9.0, 0.1)), Verdict::Slower);
        assert_eq!(verdict(&record(10.0, 0.1), &record(11.0, 0.1)), Verdict::Faster);
        assert_eq!(verdict(&record(10.0, 0.6), &record(9.0, 0.6)), Verdict::Same);
    }

    #[test]
    fn only_what_is_below_the_limit_fails() {
        let changes = compare(&record(10.0, 0.1), &record(9.6, 0.1));
        assert_eq!(changes[0].verdict, Verdict::Slower);
        assert!(failures(&changes, 0.95).is_empty());
        assert_eq!(failures(&changes, 0.97), ["demo.op n=1 fast"]);
    }

    #[test]
    fn an_engine_that_is_gone_fails_and_a_new_one_does_not() {
        let empty = Record { results: Vec::new(), ..record(10.0, 0.1) };
        assert_eq!(failures(&compare(&record(10.0, 0.1), &empty), 0.95), ["demo.op n=1 fast"]);
        let changes = compare(&empty, &record(10.0, 0.1));
        assert_eq!(changes[0].verdict, Verdict::New);
        assert!(failures(&changes, 0.95).is_empty());
    }

    #[test]
    fn another_baseline_is_not_compared() {
        let mut other = record(10.0, 0.1);
        other.results[1].baseline = "else".into();
        assert_eq!(verdict(&record(10.0, 0.1), &other), Verdict::Incomparable);
    }
}
