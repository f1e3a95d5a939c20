//! Programs compared by what they recorded.
//!
//! Absolute times of two runs say as much about the two moments as about the programs, so what is compared is each
//! contender's ratio to the baseline that ran beside it. Even so two runs of one program differ by more than their intervals
//! say: memory lies elsewhere, the neighbours are others. What holds is [`paired`]: both programs run in turn, many times,
//! and only their differences from one run to the next count ([`crate::turns`]). [`compare`] does what can be done with
//! records of two moments.

use serde::Serialize;

use crate::inference::{holm, middle, one_sided_pairs, pairs_needed, quantile, student, two_groups};
use crate::stats::median;
use crate::{Entry, Kind, Record};

/// What became of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No difference, and one larger than the margin would have been seen.
    Same,
    /// B is faster.
    Faster,
    /// B is slower.
    Slower,
    /// No difference was found, but one larger than the margin may be hidden in the noise.
    Noisy,
    /// Only A has it.
    Missing,
    /// Only B has it.
    New,
    /// It has another baseline in B.
    Incomparable,
}

/// One contender of one case on both sides.
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
    /// Ratio to the baseline in A, the median where there are several records.
    pub a: Option<f64>,
    /// Ratio to the baseline in B.
    pub b: Option<f64>,
    /// B over A: above 1 where B is faster.
    pub change: Option<f64>,
    /// Its 95 % interval, as if it were the only one.
    pub interval: Option<[f64; 2]>,
    /// How probable a difference like this is where there is none, corrected for the number of comparisons.
    pub p: Option<f64>,
    /// What became of it.
    pub verdict: Verdict,
}

impl Verdict {
    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Noisy => "cannot tell: noisy",
            Verdict::Missing => "missing",
            Verdict::New => "new",
            Verdict::Incomparable => "incomparable",
        }
    }
}

/// What counts as a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The chance that any contender of a comparison of a program with itself is called slower or faster.
    pub level: f64,
    /// Differences smaller than this part are not told, however sure they are.
    pub least: f64,
    /// A contender is the same only if a difference of this part would show.
    pub margin: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Rule { level: 0.005, least: 0.01, margin: 0.05 }
    }
}

/// Fewer pairs than these have no interval of 95 %.
const FEW: usize = 6;

/// More rounds than these say no more of a spread, whatever a record claims.
const MOST_ROUNDS: usize = 1000;

/// The speed of a contender in one record.
struct Speed<'a> {
    value: f64,
    interval: [f64; 2],
    /// What it is relative to; nothing for cycles of the clock.
    baseline: Option<&'a str>,
    rounds: usize,
}

/// Whether two entries are of one contender.
fn same(x: &Entry, y: &Entry) -> bool {
    x.op == y.op && x.case == y.case && x.contender == y.contender
}

fn find<'a>(record: &'a Record, of: &Entry) -> Option<&'a Entry> {
    record.results.iter().find(|e| same(e, of))
}

fn to_baseline(entry: &Entry) -> Option<Speed<'_>> {
    let (value, interval) = entry.to_baseline()?;
    Some(Speed {
        value,
        interval,
        baseline: Some(&entry.baseline),
        rounds: entry.rounds.clamp(3, MOST_ROUNDS),
    })
}

/// What an entry's ratio is to.
fn baseline_of<'a>(record: &'a Record, of: &Entry) -> Option<&'a Entry> {
    record.results.iter().find(|e| e.op == of.op && e.case == of.case && e.contender == of.baseline)
}

/// The ratio to the baseline; where that is one of the engines in question, or the entry itself, units per cycle of the
/// core's clock.
fn independent<'a>(record: &Record, entry: &'a Entry) -> Option<Speed<'a>> {
    let ours = baseline_of(record, entry).is_none_or(|e| e.kind == Kind::Engine);
    if !ours {
        return to_baseline(entry);
    }
    let value = 1.0 / if entry.cycles > 0.0 { entry.cycles } else { entry.median };
    Some(Speed { value, interval: [value; 2], baseline: None, rounds: entry.rounds.clamp(3, MOST_ROUNDS) })
}

/// The contenders of all records of both sides that are wanted, in the order in which they come up: an entry that stands for
/// each, and whether each side has it.
fn contenders<'a>(
    a: &'a [Record],
    b: &'a [Record],
    wanted: impl Fn(&Entry) -> bool,
) -> Vec<(&'a Entry, bool, bool)> {
    let mut list: Vec<(&Entry, bool, bool)> = Vec::new();
    for (side, records) in [(0, a), (1, b)] {
        for entry in records.iter().flat_map(|r| &r.results).filter(|e| wanted(e)) {
            let at = list.iter().position(|(known, ..)| same(known, entry)).unwrap_or_else(|| {
                list.push((entry, false, false));
                list.len() - 1
            });
            if side == 0 { list[at].1 = true } else { list[at].2 = true }
        }
    }
    list
}

/// The judgement of one contender, before it is known how many there are.
struct Found {
    change: Change,
    /// The interval does not reach 1.
    apart: bool,
    /// There are too few figures for an interval.
    few: bool,
}

fn nothing(entry: &Entry, verdict: Verdict) -> Found {
    let change = Change {
        op: entry.op.clone(),
        case: entry.case.clone(),
        contender: entry.contender.clone(),
        kind: entry.kind,
        a: None,
        b: None,
        change: None,
        interval: None,
        p: None,
        verdict,
    };
    Found { change, apart: false, few: false }
}

/// Compares all contenders but bounds and baselines, in the order of A. With one record a side its own intervals decide, and
/// what two runs of one program differ by is not in them; with several the spread between the records of a side does.
pub fn compare(a: &[Record], b: &[Record], rule: &Rule) -> Vec<Change> {
    let counts = |e: &Entry| e.kind != Kind::Bound && e.contender != e.baseline;
    let found = contenders(a, b, counts).into_iter().map(|(entry, in_a, in_b)| {
        let speeds = |records: &'_ [Record]| -> Vec<(f64, [f64; 2], String, usize)> {
            let of = |r: &Record| {
                let speed = to_baseline(find(r, entry)?)?;
                Some((
                    speed.value,
                    speed.interval,
                    speed.baseline.unwrap_or_default().to_owned(),
                    speed.rounds,
                ))
            };
            records.iter().filter_map(of).collect()
        };
        let (sa, sb) = (speeds(a), speeds(b));
        let middle_of = |s: &[(f64, [f64; 2], String, usize)]| {
            (!s.is_empty()).then(|| median(&mut s.iter().map(|s| s.0).collect::<Vec<_>>()))
        };
        let mut found = match (in_a, in_b) {
            (true, false) => nothing(entry, Verdict::Missing),
            (false, _) => nothing(entry, Verdict::New),
            (true, true) => nothing(entry, Verdict::Incomparable),
        };
        (found.change.a, found.change.b) = (middle_of(&sa), middle_of(&sb));
        let alike = |first: &(f64, [f64; 2], String, usize)| sa.iter().chain(&sb).all(|s| s.2 == first.2);
        if sb.is_empty() || !sa.first().is_some_and(alike) {
            return found;
        }
        let logs = |s: &[(f64, [f64; 2], String, usize)]| s.iter().map(|s| s.0.ln()).collect::<Vec<_>>();
        let (change, interval, p) = if let ([one], [other]) = (&sa[..], &sb[..]) {
            let width = |[low, high]: [f64; 2], rounds: usize| (high / low).ln() / 2.0 / quantile(rounds - 1);
            let error = width(one.1, one.3).hypot(width(other.1, other.3));
            let difference = (other.0 / one.0).ln();
            let t = if difference == 0.0 { 0.0 } else { difference / error };
            let freedom = one.3 + other.3 - 2;
            (other.0 / one.0, [other.1[0] / one.1[1], other.1[1] / one.1[0]], student(t, freedom))
        } else {
            let (e, p) = two_groups(&logs(&sa), &logs(&sb));
            (e.median.exp(), [e.low.exp(), e.high.exp()], p)
        };
        found.apart = interval[0] > 1.0 || interval[1] < 1.0;
        found.change.change = Some(change);
        found.change.interval = Some(interval);
        found.change.p = Some(p);
        found
    });
    decide(found.collect(), rule)
}

/// Compares the engines of two programs that [ran in turn](crate::turns::race): record `i` of A ran beside record `i` of B,
/// and only the differences within these pairs count. A pair that one side lacks is left out.
pub fn paired(a: &[Record], b: &[Record], rule: &Rule) -> Vec<Change> {
    let found = contenders(a, b, |e| e.kind == Kind::Engine).into_iter().map(|(entry, in_a, in_b)| {
        let speed = |r| independent(r, find(r, entry)?).map(|s| (s.value, s.baseline.map(str::to_owned)));
        let pairs: Vec<_> = a.iter().zip(b).filter_map(|(a, b)| Some((speed(a)?, speed(b)?))).collect();
        if pairs.is_empty() {
            let verdict = match (in_a, in_b) {
                (true, false) => Verdict::Missing,
                (false, true) => Verdict::New,
                _ => Verdict::Incomparable,
            };
            return nothing(entry, verdict);
        }
        let mut found = nothing(entry, Verdict::Incomparable);
        let baseline = &pairs[0].0.1;
        if pairs.iter().any(|(a, b)| a.1 != *baseline || b.1 != *baseline) {
            return found;
        }
        if baseline.is_some() {
            found.change.a = Some(median(&mut pairs.iter().map(|(a, _)| a.0).collect::<Vec<_>>()));
            found.change.b = Some(median(&mut pairs.iter().map(|(_, b)| b.0).collect::<Vec<_>>()));
        }
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| (b.0 / a.0).ln()).collect();
        let e = middle(&differences);
        found.change.change = Some(e.median.exp());
        found.change.interval = Some([e.low.exp(), e.high.exp()]);
        found.change.p = Some(one_sided_pairs(&differences));
        found.apart = true;
        found.few = differences.len() < FEW;
        found
    });
    decide(found.collect(), rule)
}

/// Verdicts, the probabilities corrected for their number.
fn decide(mut found: Vec<Found>, rule: &Rule) -> Vec<Change> {
    let mut p: Vec<f64> = found.iter().filter_map(|f| f.change.p).collect();
    holm(&mut p);
    let mut corrected = p.into_iter();
    for Found { change: c, apart, few } in &mut found {
        let (Some(change), Some([low, high])) = (c.change, c.interval) else { continue };
        c.p = corrected.next();
        let sure = *apart && c.p.is_some_and(|p| p <= rule.level);
        c.verdict = match change {
            _ if *few => Verdict::Noisy,
            _ if sure && change >= 1.0 + rule.least => Verdict::Faster,
            _ if sure && change <= 1.0 / (1.0 + rule.least) => Verdict::Slower,
            // What its own interval holds to be a difference, and the correction does not, is neither.
            _ if *apart && (low > 1.0 + rule.least || high < 1.0 / (1.0 + rule.least)) => Verdict::Noisy,
            _ if low >= 1.0 - rule.margin && high <= 1.0 / (1.0 - rule.margin) => Verdict::Same,
            _ => Verdict::Noisy,
        };
    }
    found.into_iter().map(|f| f.change).collect()
}

/// Operation, case and name of the engines that are slower by more than the limit allows, and of those that are missing from
/// B. What cannot be told for noise is none of them.
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
pub fn notes(a: &[Record], b: &[Record]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut cpus: Vec<&str> = a.iter().chain(b).map(|r| r.cpu.as_str()).collect();
    cpus.dedup();
    if cpus.len() > 1 {
        notes.push(format!("the records are of different CPUs: {}", cpus.join(" and ")));
    }
    for (name, records) in [("A", a), ("B", b)] {
        let of = if records.len() > 1 { "a record of " } else { "" };
        if records.iter().any(|r| r.partial) {
            notes.push(format!("{of}{name} is partial: its race ended before all cases were raced"));
        }
        if records.iter().any(|r| r.noisy) {
            notes.push(format!("{of}{name} was measured on a noisy machine"));
        }
    }
    if a.len() == 1 || b.len() == 1 {
        notes.push(
            "with one record on a side, what two runs of one program differ by looks like a difference of the programs; \
             give at least three records a side, or let both programs run in turn (--with)"
                .into(),
        );
    }
    notes.extend(to_themselves(a, b));
    notes
}

/// A sentence where records are compared by ratios to an engine of ours: what made it and the others faster alike does not show.
fn to_themselves(a: &[Record], b: &[Record]) -> Option<String> {
    let engine = |record: &Record, e: &Entry| {
        e.kind == Kind::Engine
            && e.contender != e.baseline
            && baseline_of(record, e).is_some_and(|baseline| baseline.kind == Kind::Engine)
    };
    let to_engine = |record: &'_ Record| record.results.iter().find(|e| engine(record, e)).cloned();
    let Entry { op, case, baseline, .. } = a.iter().chain(b).find_map(to_engine)?;
    Some(format!(
        "records are compared by their ratios to what ran beside them, which in {op} {case} was an engine of ours ({baseline}): what made both of them faster \
         does not show; record races with a peer, or let both programs run in turn (--with)"
    ))
}

/// A sentence where there are too few pairs for anything to be found.
pub fn too_few(pairs: usize, comparisons: usize, rule: &Rule) -> Option<String> {
    let needed = pairs_needed(comparisons, rule.level);
    (pairs < needed).then(|| {
        format!(
            "{pairs} rounds are too few to find anything in {comparisons} comparisons: that takes {needed}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(engine: f64, half_width: f64) -> Record {
        let entry = |contender: &str, kind, ratios: &[(&str, f64)]| {
            Entry::sample(contender, kind, 1.0).against(ratios, |r| [r - half_width, r + half_width])
        };
        let results = vec![
            entry("plain", Kind::Baseline, &[("fast", 1.0 / engine)]),
            entry("fast", Kind::Engine, &[("plain", engine)]),
        ];
        Record { cpu: "x".into(), results, ..Record::default() }
    }

    #[test]
    fn ratios_to_an_engine_of_ours_are_told() {
        let peer = [record(2.0, 0.1)];
        assert_eq!(to_themselves(&peer, &peer), None);
        let mut own = record(2.0, 0.1);
        own.results[0].kind = Kind::Engine;
        let said = to_themselves(&peer, &[own]).unwrap_or_default();
        assert!(said.contains("an engine of ours (plain)"), "{said}");
    }

    fn one_each(a: &Record, b: &Record) -> Vec<Change> {
        compare(std::slice::from_ref(a), std::slice::from_ref(b), &Rule::default())
    }

    fn verdict(a: &Record, b: &Record) -> Verdict {
        let changes = one_each(a, b);
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
        assert_eq!(verdict(&record(10.0, 0.6), &record(9.0, 0.6)), Verdict::Noisy);
    }

    #[test]
    fn only_what_is_below_the_limit_fails() {
        let changes = one_each(&record(10.0, 0.1), &record(9.6, 0.1));
        assert_eq!(changes[0].verdict, Verdict::Slower);
        assert!(failures(&changes, 0.95).is_empty());
        assert_eq!(failures(&changes, 0.97), ["demo.op n=1 fast"]);
    }

    #[test]
    fn an_engine_that_is_gone_fails_and_a_new_one_does_not() {
        let empty = Record { results: Vec::new(), ..record(10.0, 0.1) };
        assert_eq!(failures(&one_each(&record(10.0, 0.1), &empty), 0.95), ["demo.op n=1 fast"]);
        let changes = one_each(&empty, &record(10.0, 0.1));
        assert_eq!(changes[0].verdict, Verdict::New);
        assert!(failures(&changes, 0.95).is_empty());
    }

    #[test]
    fn pairs_too_few_for_an_interval_do_not_make_two_programs_the_same() {
        let verdict = |pairs| {
            let records: Vec<Record> = (0..pairs).map(|_| record(10.0, 0.1)).collect();
            paired(&records, &records, &Rule::default())[0].verdict
        };
        assert_eq!([1, FEW - 1, FEW].map(verdict), [Verdict::Noisy, Verdict::Noisy, Verdict::Same]);
    }

    #[test]
    fn another_baseline_is_not_compared() {
        let mut other = record(10.0, 0.1);
        other.results[1].baseline = "else".into();
        assert_eq!(verdict(&record(10.0, 0.1), &other), Verdict::Incomparable);
    }
}
