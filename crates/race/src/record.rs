//! The record of a race: what the JSON holds and every other form of report is made from.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::memory::Traffic;
use crate::sampler::{Block, FEW, Rounds};
use crate::{About, Figure, Kind, Layout, Made, Meaning, stats};

/// A whole race.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The CPU as people call it.
    pub cpu: String,
    /// The CPU features that were usable.
    pub features: Vec<String>,
    /// Version of the program that raced. Its key is `lanesmith`, whatever the program.
    #[serde(default, rename = "lanesmith")]
    pub version: String,
    /// When the race began, UTC.
    #[serde(default)]
    pub date: String,
    /// What time was measured for one thread.
    #[serde(default)]
    pub time: String,
    /// Whether it was stopped before every case was raced.
    #[serde(default)]
    pub partial: bool,
    /// Whether the machine was too busy to trust small differences.
    #[serde(default)]
    pub noisy: bool,
    /// What a reader should know, in sentences.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Who was not timed, and why.
    #[serde(default)]
    pub disqualified: Vec<Disqualified>,
    /// Every contender of every case.
    pub results: Vec<Entry>,
    /// What the cases are, for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<About>,
    /// What made the record, where the program tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What contenders whose work is memory did with it, and what others told of theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Traffic>,
    /// What names of contenders mean that only their makers know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<Meaning>,
}

/// A contender that was thrown out before it was timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disqualified {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// Its name.
    pub contender: String,
    /// What it got wrong.
    pub reason: String,
}

/// One contender of one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// What the contender is.
    pub kind: Kind,
    /// What times are given for.
    pub unit: String,
    /// Median time per unit in nanoseconds.
    pub median: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end of its 95 % interval.
    pub high: f64,
    /// Time of each other contender over the time of this: above 1 where this one is faster. Paired by rounds.
    pub ratio: BTreeMap<String, f64>,
    /// 95 % interval of each ratio.
    #[serde(default)]
    pub ratio_interval: BTreeMap<String, [f64; 2]>,
    /// Median core cycles per unit.
    #[serde(default)]
    pub cycles: f64,
    /// Median core clock beside its blocks.
    #[serde(default)]
    pub clock_ghz: f64,
    /// Rounds measured.
    #[serde(default)]
    pub rounds: usize,
    /// Threads that ran it side by side.
    #[serde(default = "one")]
    pub threads: usize,
    /// Whom tables compare it to.
    #[serde(default)]
    pub baseline: String,
    /// For a contender that only chooses another one: the name of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether its ratio to the baseline is known badly.
    #[serde(default)]
    pub noisy: bool,
    /// How much was run; none for what is computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// How the case is shown as text.
    #[serde(default, skip_serializing_if = "Layout::is_general")]
    pub layout: Layout,
}

/// What a contender ran in all blocks together, warming up left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distance {
    /// Units of work of one call: the lanes of a bit-sliced kernel.
    pub units_per_call: f64,
    /// Calls.
    pub calls: u64,
    /// Seconds that they took.
    pub seconds: f64,
}

fn one() -> usize {
    1
}

impl Entry {
    /// Ratio to the baseline with its interval; none for the baseline itself.
    pub fn to_baseline(&self) -> Option<(f64, [f64; 2])> {
        let ratio = *self.ratio.get(&self.baseline)?;
        Some((ratio, self.ratio_interval.get(&self.baseline).copied().unwrap_or([ratio; 2])))
    }

    /// Which part of the nearest limit it reaches, given the bounds of its case. What it beats by more than a tenth was no
    /// limit for it: a measured bound may be one for some contenders only, as fresh memory is for those that take it. Nor is
    /// what it seems to beat by less, where another bound is left.
    pub fn of_limit(&self, bounds: &[&str]) -> Option<f64> {
        if self.kind == Kind::Bound {
            return None;
        }
        let parts = || bounds.iter().filter_map(|b| self.ratio.get(*b)).copied();
        let nearest = |beaten: f64| parts().filter(|part| *part < beaten).reduce(f64::max);
        nearest(1.02).or_else(|| nearest(1.1))
    }

    /// Units per second.
    pub fn rate(&self) -> f64 {
        1e9 / self.median
    }

    /// The name, with that of the contender behind it where it only chooses one.
    pub fn label(&self) -> String {
        match &self.engine {
            Some(engine) if *engine != self.contender => format!("{} ({engine})", self.contender),
            _ => self.contender.clone(),
        }
    }
}

impl Record {
    /// What the case is; from its label and unit where the record does not say.
    pub fn about(&self, case: &[Entry]) -> About {
        let first = &case[0];
        let known = self.cases.iter().find(|about| about.op == first.op && about.case == first.case);
        known.cloned().unwrap_or_else(|| About {
            op: first.op.clone(),
            case: first.case.clone(),
            group: first.op.split('.').next().unwrap_or_default().into(),
            title: first.case.clone(),
            figure: Figure::of_unit(&first.unit),
            summed_up: false,
        })
    }
}

/// The entries of one case, which belong into one table.
pub fn cases(results: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    results.chunk_by(|a, b| a.op == b.op && a.case == b.case)
}

/// The names of the bounds of one case.
pub fn bounds(case: &[Entry]) -> Vec<&str> {
    case.iter().filter(|e| e.kind == Kind::Bound).map(|e| e.contender.as_str()).collect()
}

/// The entries of one case, fastest first.
pub fn by_speed(case: &[Entry]) -> Vec<&Entry> {
    let mut sorted: Vec<&Entry> = case.iter().collect();
    sorted.sort_by(|a, b| a.median.total_cmp(&b.median));
    sorted
}

/// One contender of a case that has been sampled.
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Units of work of one call.
    pub units_per_call: f64,
    /// Where its time comes from.
    pub timing: Timing,
    /// If it only chooses another contender, the name of that.
    pub engine: Option<String>,
}

/// Where the time of an entrant comes from.
#[derive(Clone, Copy, Debug)]
pub enum Timing {
    /// The place of its blocks in the rounds.
    Sampled(usize),
    /// Cycles per unit, at the clock of whom it is compared to.
    Cycles(f64),
}

/// What the entries of a case have in common.
pub struct Heading<'a> {
    /// The operation.
    pub op: &'a str,
    /// The case.
    pub case: &'a str,
    /// What times are given for.
    pub unit: &'a str,
    /// Whom tables compare to.
    pub baseline: &'a str,
    /// Threads side by side.
    pub threads: usize,
    /// How the case is shown as text.
    pub layout: Layout,
}

/// Half-width of a ratio's interval, relative to it, from which it is called noisy.
const NOISY: f64 = 0.05;

const RESAMPLES: usize = 1000;

/// The entries of a case from what was sampled.
pub fn entries(heading: &Heading<'_>, entrants: &[Entrant], rounds: &Rounds, rng: &mut Rng) -> Vec<Entry> {
    // A limit of one core is that many times lower for so many cores.
    let limit_ns = |cycles: f64, ghz: f64| cycles / ghz / heading.threads as f64;
    let all_clocks: Vec<f64> = rounds.blocks.iter().flatten().map(|b| b.gigahertz).collect();
    let series = |timing: Timing, value: &dyn Fn(&Block) -> f64| match timing {
        Timing::Sampled(at) => rounds.blocks[at].iter().map(value).collect(),
        Timing::Cycles(_) => Vec::new(),
    };
    let distance = |this: &Entrant| match this.timing {
        Timing::Sampled(at) => {
            let blocks = &rounds.blocks[at];
            let seconds = |b: &Block| b.ns * b.calls as f64 * this.units_per_call / 1e9;
            Some(Distance {
                units_per_call: this.units_per_call,
                calls: blocks.iter().map(|b| b.calls).sum(),
                seconds: blocks.iter().map(seconds).sum(),
            })
        }
        Timing::Cycles(_) => None,
    };
    let mut entries = Vec::new();
    for this in entrants {
        let (time, cycles, clock_ghz) = match this.timing {
            Timing::Sampled(_) => (
                stats::bootstrap(&series(this.timing, &|b| b.ns), RESAMPLES, rng),
                stats::median(&mut series(this.timing, &Block::cycles)) * heading.threads as f64,
                stats::median(&mut series(this.timing, &|b| b.gigahertz)),
            ),
            Timing::Cycles(cycles) => {
                let clock = stats::median(&mut all_clocks.clone());
                let ns = limit_ns(cycles, clock);
                (stats::Estimate { median: ns, low: ns, high: ns }, cycles, clock)
            }
        };
        let mut entry = Entry {
            op: heading.op.into(),
            case: heading.case.into(),
            contender: this.name.clone(),
            kind: this.kind,
            unit: heading.unit.into(),
            median: time.median,
            low: time.low,
            high: time.high,
            ratio: BTreeMap::new(),
            ratio_interval: BTreeMap::new(),
            cycles,
            clock_ghz,
            rounds: rounds.count(),
            threads: heading.threads,
            baseline: heading.baseline.into(),
            engine: this.engine.clone(),
            noisy: false,
            distance: distance(this),
            layout: heading.layout,
        };
        for other in entrants.iter().filter(|other| other.name != this.name) {
            let ratios: Vec<f64> = match (this.timing, other.timing) {
                (Timing::Sampled(a), Timing::Sampled(b)) => rounds.ratios(a, b),
                (Timing::Sampled(_), Timing::Cycles(c)) => {
                    series(this.timing, &|b| limit_ns(c, b.gigahertz) / b.ns)
                }
                (Timing::Cycles(c), Timing::Sampled(_)) => {
                    series(other.timing, &|b| b.ns / limit_ns(c, b.gigahertz))
                }
                (Timing::Cycles(a), Timing::Cycles(b)) => vec![b / a],
            };
            let ratio = stats::bootstrap(&ratios, RESAMPLES, rng);
            if other.name == heading.baseline && (ratio.spread() > NOISY || rounds.count() < FEW) {
                entry.noisy = true;
            }
            entry.ratio.insert(other.name.clone(), ratio.median);
            entry.ratio_interval.insert(other.name.clone(), [ratio.low, ratio.high]);
        }
        entries.push(entry);
    }
    entries
}

#[cfg(test)]
impl Entry {
    /// For tests: one of `demo.op`, `n=1`, nine rounds on one thread at 3 GHz, against `plain`.
    pub(crate) fn sample(contender: &str, kind: Kind, median: f64) -> Self {
        Entry {
            op: "demo.op".into(),
            case: "n=1".into(),
            contender: contender.into(),
            kind,
            unit: "tx".into(),
            median,
            low: median,
            high: median,
            ratio: BTreeMap::new(),
            ratio_interval: BTreeMap::new(),
            cycles: median * 3.0,
            clock_ghz: 3.0,
            rounds: 9,
            threads: 1,
            baseline: "plain".into(),
            engine: None,
            noisy: false,
            distance: None,
            layout: Layout::General,
        }
    }

    /// The same with ratios to others, known as well as that.
    pub(crate) fn against(mut self, ratios: &[(&str, f64)], interval: impl Fn(f64) -> [f64; 2]) -> Self {
        self.ratio = ratios.iter().map(|(name, ratio)| ((*name).into(), *ratio)).collect();
        self.ratio_interval = ratios.iter().map(|(name, ratio)| ((*name).into(), interval(*ratio))).collect();
        self
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn block(ns: f64, gigahertz: f64) -> Block {
        Block { ns, gigahertz, stolen: 0.0, calls: 5, system: None }
    }

    fn heading(threads: usize) -> Heading<'static> {
        let layout = Layout::General;
        Heading { op: "demo.op", case: "n=1", unit: "thing", baseline: "slow", threads, layout }
    }

    fn entrants() -> Vec<Entrant> {
        let entrant = |name: &str, kind, timing| {
            let engine = (name == "auto").then(|| "fast".into());
            Entrant { name: name.into(), kind, units_per_call: 2.0, timing, engine }
        };
        vec![
            entrant("slow", Kind::Baseline, Timing::Sampled(0)),
            entrant("auto", Kind::Engine, Timing::Sampled(1)),
            entrant("limit", Kind::Bound, Timing::Cycles(100.0)),
        ]
    }

    /// The clock halves in the second round.
    fn rounds() -> Rounds {
        let blocks = vec![
            vec![block(300.0, 4.0), block(600.0, 2.0), block(300.0, 4.0)],
            vec![block(100.0, 4.0), block(200.0, 2.0), block(100.0, 4.0)],
        ];
        Rounds { blocks, ..Rounds::default() }
    }

    /// The entries of a baseline, an engine and a limit.
    pub(crate) fn made(threads: usize) -> Vec<Entry> {
        entries(&heading(threads), &entrants(), &rounds(), &mut Rng::with_seed(1))
    }

    #[test]
    fn ratios_are_paired_and_say_how_much_faster_this_one_is() {
        let e = made(1);
        assert_eq!(e[1].to_baseline(), Some((3.0, [3.0, 3.0])));
        assert_eq!(e[0].ratio["auto"], 1.0 / 3.0);
        assert_eq!(e[0].to_baseline(), None);
    }

    #[test]
    fn limit_is_taken_at_the_clock_of_the_block_it_is_compared_to() {
        let e = made(1);
        assert_eq!(e[1].cycles, 400.0);
        assert_eq!(e[1].of_limit(&["limit"]), Some(0.25));
        assert_eq!(e[1].ratio_interval["limit"], [0.25, 0.25]);
        assert_eq!(e[2].median, 25.0);
        assert_eq!(e[2].ratio["auto"], 4.0);
    }

    #[test]
    fn what_is_beaten_is_no_limit_where_another_is_left() {
        let near =
            Entry::sample("auto", Kind::Engine, 1.0).against(&[("near", 1.05), ("far", 0.1)], |r| [r; 2]);
        assert_eq!(near.of_limit(&["near", "far"]), Some(0.1));
        assert_eq!(near.of_limit(&["near"]), Some(1.05));
    }

    #[test]
    fn limit_of_two_threads_is_half_the_time() {
        assert_eq!(made(2)[2].median, 12.5);
    }

    #[test]
    fn distance_is_what_all_blocks_ran() {
        let expected = Distance { units_per_call: 2.0, calls: 15, seconds: 2.0 * 5.0 * 1200e-9 };
        assert_eq!(made(1)[0].distance, Some(expected));
        assert_eq!(made(1)[2].distance, None);
    }

    #[test]
    fn a_contender_that_chooses_tells_what_it_chose() {
        assert_eq!(made(1)[1].label(), "auto (fast)");
    }

    #[test]
    fn record_survives_json() {
        let record = Record { cpu: "x".into(), results: made(1), ..Record::default() };
        let text = serde_json::to_string(&record).unwrap();
        let back: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
}
