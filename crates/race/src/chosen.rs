//! Whether what a caller gets who names no engine is the fastest there is, case by case.

use serde::Serialize;

use crate::record::cases;
use crate::sampler::FEW;
use crate::summary::Standing;
use crate::{Entry, Kind, Record};

/// What was chosen in one case, beside the fastest engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// The contender that chooses: `auto`, or a way to use it such as `auto, 2 at a time`.
    pub contender: String,
    /// What it took: an engine, or several joined by `+`.
    pub chosen: String,
    /// The fastest of the engines that were raced the same way.
    pub fastest: String,
    /// How many times as fast as that the choice is.
    pub ratio: f64,
    /// The 95 % interval of the ratio.
    pub interval: [f64; 2],
    /// What follows from it.
    pub verdict: Verdict,
}

/// What can be said of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is the fastest engine, or faster than each alone.
    Fastest,
    /// The interval holds 1: nothing faster was found.
    Within,
    /// Another engine is faster.
    Slower,
    /// Rounds were too few to say.
    Unknown,
}

impl Verdict {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Fastest => "the fastest",
            Verdict::Within => "within the interval",
            Verdict::Slower => "slower",
            Verdict::Unknown => "too few rounds",
        }
    }
}

/// The way in which a contender uses an engine: what follows the name of the one that chooses.
fn way<'a>(contender: &'a str, chooses: &str) -> Option<&'a str> {
    let way = contender.strip_prefix(chooses)?;
    (way.is_empty() || way.starts_with(", ")).then_some(way)
}

/// The engines that are raced in a way, with their bare names. What is `+` something else is a variant of an
/// engine that is there without it.
fn engines<'a>(case: &'a [Entry], chooses: &str, way: &str) -> Vec<(&'a str, &'a Entry)> {
    let bare = |entry: &'a Entry| entry.contender.strip_suffix(way).filter(|name| !name.contains(", "));
    let all: Vec<(&str, &Entry)> = case
        .iter()
        .filter(|entry| entry.kind == Kind::Engine)
        .filter_map(|entry| Some((bare(entry)?, entry)))
        .collect();
    let is_variant = |name: &str| {
        let base = name.split_once('+').map(|(base, _)| base);
        base.is_some_and(|base| base == chooses || all.iter().any(|(other, _)| *other == base))
    };
    all.iter().copied().filter(|(name, _)| *name != chooses && !is_variant(name)).collect()
}

/// The choice of a contender in a case.
fn choice(case: &[Entry], chooses: &Entry, engine: &str, entry: &Entry) -> Option<Chosen> {
    let way = way(&entry.contender, &chooses.contender)?;
    // How many times as fast the choice is: by rounds, which wander less than medians do.
    let ratio =
        |other: &Entry| entry.ratio.get(&other.contender).copied().unwrap_or(other.median / entry.median);
    let engines = engines(case, &chooses.contender, way);
    let (fastest, other) = engines.into_iter().min_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1)))?;
    let ratio = ratio(other);
    let interval = entry.ratio_interval.get(&other.contender).copied();
    let verdict = match (interval, Standing::of(interval.unwrap_or([ratio; 2]))) {
        _ if fastest == engine => Verdict::Fastest,
        (None, _) => Verdict::Unknown,
        _ if (1..FEW).contains(&entry.rounds) => Verdict::Unknown,
        (_, Standing::Faster) => Verdict::Fastest,
        (_, Standing::Equal) => Verdict::Within,
        (_, Standing::Slower) => Verdict::Slower,
    };
    Some(Chosen {
        op: entry.op.clone(),
        case: entry.case.clone(),
        contender: entry.contender.clone(),
        chosen: engine.into(),
        fastest: fastest.into(),
        ratio,
        interval: interval.unwrap_or([ratio; 2]),
        verdict,
    })
}

/// What was chosen in each case, in the order of the record; cases in which nobody chooses are left out.
pub fn chosen(record: &Record) -> Vec<Chosen> {
    let mut all = Vec::new();
    for case in cases(&record.results) {
        let Some((chooses, engine)) = case.iter().find_map(|e| Some((e, e.engine.as_deref()?))) else {
            continue;
        };
        let ways = case.iter().filter(|entry| entry.kind == Kind::Engine);
        all.extend(ways.filter_map(|entry| choice(case, chooses, engine, entry)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(contender: &str, median: f64, ratios: &[(&str, f64)]) -> Entry {
        Entry {
            op: "demo.sum".into(),
            case: "n=1".into(),
            engine: (contender == "auto").then(|| "wide".into()),
            rounds: 20,
            ..Entry::sample(contender, Kind::Engine, median).against(ratios, |r| [r * 0.99, r * 1.01])
        }
    }

    fn of(results: Vec<Entry>) -> Vec<Chosen> {
        chosen(&Record { results, ..Record::default() })
    }

    /// What is said of `auto`, which is `wide`, against another engine.
    fn verdict(ratio: f64, rounds: usize) -> Verdict {
        let auto = Entry { rounds, ..entry("auto", 1.0, &[("wide", 1.02), ("other", ratio)]) };
        let all = of(vec![auto, entry("wide", 1.0, &[]), entry("other", 1.0, &[])]);
        assert_eq!((all.len(), all[0].chosen.as_str()), (1, "wide"));
        all[0].verdict
    }

    #[test]
    fn a_choice_is_slower_only_where_the_interval_says_so() {
        assert_eq!(verdict(1.5, 20), Verdict::Fastest, "wide itself is");
        assert_eq!(verdict(0.995, 20), Verdict::Within);
        assert_eq!(verdict(0.9, 20), Verdict::Slower);
        assert_eq!(verdict(0.9, 2), Verdict::Unknown);
    }

    #[test]
    fn a_choice_of_several_engines_may_be_faster_than_each() {
        let mut auto = entry("auto", 1.0, &[("wide", 1.2), ("scalar", 3.0)]);
        auto.engine = Some("wide+scalar".into());
        let all = of(vec![auto, entry("wide", 1.2, &[]), entry("scalar", 3.0, &[])]);
        assert_eq!((all[0].fastest.as_str(), all[0].ratio, all[0].verdict), ("wide", 1.2, Verdict::Fastest));
        assert_eq!(all[0].interval, [1.2 * 0.99, 1.2 * 1.01]);
    }

    #[test]
    fn engines_are_compared_with_those_that_are_used_the_same_way() {
        let results = vec![
            entry(
                "auto",
                1.0,
                &[("wide", 1.0), ("quick", 1.3), ("wide+tricks", 0.5), ("quick, 2 at a time", 0.4)],
            ),
            entry("auto, 2 at a time", 0.5, &[("wide, 2 at a time", 1.0), ("quick, 2 at a time", 0.8)]),
            entry("auto, fresh", 2.0, &[]),
            entry("wide", 1.0, &[]),
            entry("wide, 2 at a time", 0.5, &[]),
            entry("quick", 1.3, &[]),
            entry("quick, 2 at a time", 0.4, &[]),
            entry("wide+tricks", 0.5, &[]),
        ];
        let all = of(results);
        let told: Vec<(&str, &str, Verdict)> =
            all.iter().map(|c| (c.contender.as_str(), c.fastest.as_str(), c.verdict)).collect();
        let expected = [("auto", "wide", Verdict::Fastest), ("auto, 2 at a time", "quick", Verdict::Slower)];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_record_without_ratios_or_without_a_choice_says_nothing_of_speed() {
        let bare = |name: &str, median| Entry { rounds: 0, ..entry(name, median, &[]) };
        let all = of(vec![bare("auto", 1.0), bare("wide", 1.0), bare("other", 0.5)]);
        assert_eq!((all[0].fastest.as_str(), all[0].ratio, all[0].verdict), ("other", 0.5, Verdict::Unknown));
        assert_eq!(of(vec![entry("wide", 1.0, &[]), entry("other", 2.0, &[])]), []);
        assert_eq!(of(vec![entry("auto", 1.0, &[])]), []);
    }
}
