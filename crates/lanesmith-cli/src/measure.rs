//! `lanesmith cpu --measure`: what each CPU feature is worth on this machine, found by forcing engines.
//!
//! Engines say which features they need. In the order in which CPUs got them, each feature that some engine of an
//! operation needs is a rung of a ladder; the best engine of a rung is compared with the best of all rungs below it.

use std::collections::BTreeSet;
use std::time::Duration;

use lanesmith_race::{Case, Race, Shown};
use lanesmith_tune::is_engine;
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::race::engines;
use crate::race::{self, table};
use crate::{Context, Operation, watch};
use lanesmith::isa::detect::{self, Status};
use lanesmith::isa::{AnyTable, Feature, FeatureSet};

/// What nothing but portable code runs on.
const PORTABLE: &str = "portable code";

/// What one feature is worth in one case.
#[derive(Debug, Serialize)]
pub struct Worth {
    /// The feature, or those that engines only use together.
    pub feature: String,
    /// What is done.
    pub op: &'static str,
    /// On which input.
    pub case: String,
    /// The best engine without it.
    pub without: String,
    /// What that engine runs on.
    pub below: String,
    /// The best engine with it.
    pub with: String,
    /// How many times as fast the engine with it is.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: [f64; 2],
    /// The same in words, for cases that stand for their operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// Place of the feature in the order in which CPUs got them.
    #[serde(skip)]
    rung: Option<usize>,
}

/// A feature that some engine needs and this machine does not give.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Unmeasured {
    /// The feature.
    pub feature: &'static str,
    /// Why not.
    pub reason: &'static str,
}

/// What was found.
#[derive(Debug, Serialize)]
pub struct Measured {
    /// What each feature is worth in each case.
    pub worth: Vec<Worth>,
    /// What could not be measured here.
    pub unmeasured: Vec<Unmeasured>,
}

/// The rung of what an engine needs: the place of its newest feature among all features, those of one title being one.
fn rung(requires: FeatureSet) -> Option<usize> {
    let newest = requires.iter().last()?;
    Feature::ALL.iter().position(|f| f.title() == newest.title())
}

/// What an engine needs beyond those below it, without what goes without saying.
fn label(requires: FeatureSet, below: FeatureSet) -> String {
    let new = below.missing_from(requires);
    let implied = new.iter().fold(FeatureSet::EMPTY, |set, f| set.union(f.implies()));
    let mut titles: Vec<&str> = implied.missing_from(new).iter().map(Feature::title).collect();
    titles.dedup();
    if titles.is_empty() { PORTABLE.into() } else { titles.join(" + ") }
}

/// An engine on its rung.
struct Placed {
    name: &'static str,
    rung: Option<usize>,
    label: String,
}

/// The engines of an operation that can run here, with what they need beyond those on lower rungs.
fn ladder(table: &'static dyn AnyTable) -> Vec<Placed> {
    let infos: Vec<_> = table.infos().filter(|info| is_engine(table, info.name)).collect();
    let below = |at: Option<usize>| {
        let lower = infos.iter().filter(|i| rung(i.requires.features) < at);
        lower.fold(FeatureSet::EMPTY, |set, i| set.union(i.requires.features))
    };
    infos
        .iter()
        .map(|info| {
            let rung = rung(info.requires.features);
            Placed { name: info.name, rung, label: label(info.requires.features, below(rung)) }
        })
        .collect()
}

/// Features that keep engines of the operations from running here.
fn unmeasured(tables: impl Iterator<Item = &'static dyn AnyTable>) -> Vec<Unmeasured> {
    let mut found = BTreeSet::new();
    for table in tables {
        for feature in table.infos().flat_map(|info| info.missing().iter().collect::<Vec<_>>()) {
            let reason = match detect::status(feature) {
                Status::DisabledBySystem => "disabled by the operating system",
                _ => "missing from this CPU",
            };
            found.insert(Unmeasured { feature: feature.title(), reason });
        }
    }
    found.into_iter().collect()
}

/// Measures what the features are worth in the named operation, all by default.
///
/// # Errors
/// An unknown operation, a wrong output, Ctrl-C.
pub fn measure(op: Option<&str>, time: Duration, context: &Context<'_>) -> Outcome<Measured> {
    let races = race::races(context, op)?;
    let op = op.map(str::to_owned);
    watch::whole(move || measured(&races, op.as_deref(), time))
}

fn measured(races: &[(Operation, Race)], op: Option<&str>, time: Duration) -> Outcome<Measured> {
    let cases: Vec<(&Operation, &Race, &Case)> = races
        .iter()
        .flat_map(|(o, r)| r.cases.iter().map(move |c| (o, r, c)))
        .filter(|(_, race, case)| case.shown == shown(race, op))
        .collect();
    if cases.is_empty() {
        return Err(Failure::usage("there is nothing to measure"));
    }
    let mut sequence = engines::sequence(time, cases.len());
    let mut worth = Vec::new();
    for (operation, race, case) in cases {
        let ladder = ladder(operation.table);
        let mut contenders = (case.build)()?;
        contenders.retain(|c| ladder.iter().any(|p| p.name == c.name));
        let title = format!("{} {}", race.op, case.label);
        let sampled = sequence.sample(&title, 1, case.expected.clone(), contenders)?;
        let placed = |name: &str| ladder.iter().find(|p| p.name == name);
        let rungs: BTreeSet<Option<usize>> =
            sampled.names.iter().filter_map(|name| placed(name)).map(|p| p.rung).collect();
        for rung in rungs.into_iter().skip(1) {
            let best =
                |fits: &dyn Fn(&Placed) -> bool| sampled.fastest(|name| placed(name).is_some_and(fits));
            let (Some(with), Some(without)) = (best(&|p| p.rung == rung), best(&|p| p.rung < rung)) else {
                continue;
            };
            let (Some(upper), Some(lower)) = (placed(&sampled.names[with]), placed(&sampled.names[without]))
            else {
                continue;
            };
            let ratio = sampled.ratio(with, without, &mut sequence.rng);
            let mut row = Worth {
                feature: upper.label.clone(),
                op: race.op,
                case: case.label.clone(),
                without: lower.name.into(),
                below: lower.label.clone(),
                with: upper.name.into(),
                ratio: ratio.median,
                interval: [ratio.low, ratio.high],
                sentence: None,
                rung,
            };
            row.sentence = predicate(race, case).map(|predicate| sentence(&row, &predicate));
            worth.push(row);
        }
    }
    drop(sequence);
    Ok(Measured { worth, unmeasured: unmeasured(races.iter().map(|(o, _)| o.table)) })
}

/// The cases that are measured: those of every race; of one that is not in every race, those that its name asks for.
fn shown(race: &Race, op: Option<&str>) -> Shown {
    let always = race.cases.iter().any(|case| case.shown == Shown::Always);
    if always || op != Some(race.op) { Shown::Always } else { Shown::ByName }
}

/// What is done in a case that stands for its operation: one that has words, or else the first.
fn predicate(race: &Race, case: &Case) -> Option<String> {
    let worded = race.cases.iter().any(|c| c.predicate.is_some());
    let first = race.cases.first().is_some_and(|c| c.label == case.label);
    match case.predicate {
        Some(predicate) => Some(predicate.into()),
        None if !worded && first => Some(format!("runs {} ({})", race.op, case.label)),
        None => None,
    }
}

fn sentence(row: &Worth, predicate: &str) -> String {
    let Worth { feature, below, ratio, interval: [low, high], .. } = row;
    let times = if *ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.1}") };
    if *low > 1.0 {
        format!("{feature} {predicate} {times} times as fast as {below} here.")
    } else if *high < 1.0 {
        format!("{feature} {predicate} only {times} times as fast as {below} here: no gain from it there.")
    } else {
        format!(
            "{feature} {predicate} about as fast as {below} here ({low:.2} to {high:.2} times): no difference was \
             measured."
        )
    }
}

/// Table and sentences, no wider than `width`.
pub fn text(measured: &Measured, width: usize) -> Vec<String> {
    let mut rows: Vec<&Worth> = measured.worth.iter().collect();
    rows.sort_by_key(|row| row.rung);
    let mut lines = vec![String::new()];
    if rows.is_empty() {
        lines.push("No two engines here differ in the features that they need.".into());
    } else {
        let cells = rows.iter().map(|row| {
            vec![
                row.feature.clone(),
                row.op.into(),
                row.case.clone(),
                format!("{} -> {}", row.without, row.with),
                table::ratio(row.ratio),
                table::interval(row.ratio, row.interval),
            ]
        });
        let head = [("feature", 0), ("operation", 0), ("case", 2), ("engines", 1), ("ratio", 0), ("95 %", 3)];
        lines.extend(table::grid(&head, cells.collect(), width).lines().map(String::from));
        lines.push(String::new());
        lines.extend(rows.iter().filter_map(|r| r.sentence.as_ref()).flat_map(|s| table::wrap(s, width)));
    }
    for Unmeasured { feature, reason } in &measured.unmeasured {
        lines.extend(table::wrap(&format!("{feature} could not be measured: {reason}."), width));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith::isa::token::{Adx, Avx2Bmi2, Avx512, Shani, Ssse3, Token};

    /// No engine needs it yet.
    fn ifma() -> FeatureSet {
        Avx512::FEATURES.union(FeatureSet::of(&[Feature::Avx512Ifma]))
    }

    #[test]
    fn rungs_follow_the_order_in_which_cpus_got_the_features() {
        let rungs = [
            FeatureSet::EMPTY,
            Ssse3::FEATURES,
            Avx2Bmi2::FEATURES,
            Adx::FEATURES,
            Shani::FEATURES,
            Avx512::FEATURES,
            ifma(),
        ]
        .map(rung);
        assert!(rungs.is_sorted_by(|a, b| a < b), "{rungs:?}");
    }

    #[test]
    fn a_rung_is_named_after_what_it_adds() {
        assert_eq!(label(Shani::FEATURES, Avx2Bmi2::FEATURES), "SHA-NI");
        assert_eq!(label(Shani::FEATURES, Ssse3::FEATURES), "SHA-NI");
        assert_eq!(label(Avx2Bmi2::FEATURES, Ssse3::FEATURES), "AVX2 + BMI2");
        assert_eq!(label(Avx512::FEATURES, Ssse3::FEATURES), "AVX-512");
        assert_eq!(label(Adx::FEATURES, FeatureSet::EMPTY), "ADX");
        assert_eq!(label(ifma(), Adx::FEATURES), "AVX-512 IFMA");
        assert_eq!(label(FeatureSet::EMPTY, FeatureSet::EMPTY), PORTABLE);
    }

    fn said(ratio: f64, interval: [f64; 2]) -> String {
        let row = Worth {
            feature: "SHA-NI".into(),
            op: "sha256.stream",
            case: "size=5MB".into(),
            without: "avx2".into(),
            below: "AVX2".into(),
            with: "shani".into(),
            ratio,
            interval,
            sentence: None,
            rung: None,
        };
        sentence(&row, "hashes a 5 MB file")
    }

    #[test]
    fn a_sentence_claims_no_more_than_the_interval() {
        assert_eq!(said(4.8, [4.7, 4.9]), "SHA-NI hashes a 5 MB file 4.80 times as fast as AVX2 here.");
        assert!(said(1.02, [0.97, 1.07]).contains("no difference"));
        assert!(said(0.9, [0.88, 0.92]).contains("no gain"));
    }
}
