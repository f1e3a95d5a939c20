//! What each CPU feature is worth on this machine, found by forcing engines.
//!
//! Engines say which features they need. In the order in which CPUs got them, each feature that some engine
//! of an operation needs is a rung of a ladder; the best engine of a rung is compared with the best of all
//! rungs below it.

use std::collections::BTreeSet;

use lanesmith_isa::detect::{self, Status};
use lanesmith_isa::{AnyTable, Feature, FeatureSet};
use lanesmith_race::{Case, Race, Shown};
use serde::Serialize;

use crate::bench::{Bench, gain};
use crate::{Error, Gain, is_engine};

/// What nothing but portable code runs on.
const PORTABLE: &str = "portable code";

/// What one feature is worth in one case.
#[derive(Clone, Debug, Serialize)]
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
    /// Place of the feature in the order in which CPUs got them; none for portable code.
    #[serde(skip)]
    pub rung: Option<usize>,
}

/// A feature that some engine needs and this machine does not give.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Unmeasured {
    /// The feature.
    pub feature: &'static str,
    /// Why not.
    pub reason: &'static str,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// What each feature is worth in each case.
    pub worth: Vec<Worth>,
    /// What could not be measured here.
    pub unmeasured: Vec<Unmeasured>,
}

/// The rung of what an engine needs: the place of its newest feature among all features, those of one title
/// being one.
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

/// A race and the engines that take part in it.
pub type Raced = (&'static dyn AnyTable, Race);

/// What is measured: the cases of some races.
pub struct Ladder<'a> {
    cases: Vec<(&'static dyn AnyTable, &'a Race, &'a Case)>,
    tables: Vec<&'static dyn AnyTable>,
}

impl<'a> Ladder<'a> {
    /// The cases that every race has; of the race that was asked for by its name, those that only this brings
    /// where it has no others.
    pub fn new(races: &'a [Raced], asked: Option<&str>) -> Self {
        let cases = races
            .iter()
            .flat_map(|(table, race)| race.cases.iter().map(move |case| (*table, race, case)))
            .filter(|(_, race, case)| case.shown == shown(race, asked))
            .collect();
        Ladder { cases, tables: races.iter().map(|(table, _)| *table).collect() }
    }

    /// How long it takes to measure, in parts of equal length; 0 if there is nothing.
    pub fn parts(&self) -> u32 {
        self.cases.len() as u32
    }

    /// Measures, case by case.
    ///
    /// # Errors
    /// [`Error`] if a contender cannot be made or is wrong, or the hooks stop it.
    pub fn measure(&self, bench: &mut dyn Bench) -> Result<Measured, Error> {
        let mut worth = Vec::new();
        for (table, race, case) in &self.cases {
            worth.extend(climb(*table, race, case, bench)?);
        }
        Ok(Measured { worth, unmeasured: unmeasured(self.tables.iter().copied()) })
    }
}

/// What the features are worth in one case: a line for each rung but the lowest.
fn climb(
    table: &'static dyn AnyTable,
    race: &Race,
    case: &Case,
    bench: &mut dyn Bench,
) -> Result<Vec<Worth>, Error> {
    let ladder = ladder(table);
    let placed = |name: &str| ladder.iter().find(|p| p.name == name);
    let mut contenders = (case.build)().map_err(|source| Error::Contender { op: race.op, source })?;
    contenders.retain(|contender| placed(&contender.name).is_some());
    let title = format!("{} {}", race.op, case.label);
    let sampled = bench.sample(&title, 1, case.expected.clone(), contenders)?;
    let rungs: BTreeSet<Option<usize>> =
        sampled.names.iter().filter_map(|name| placed(name)).map(|p| p.rung).collect();
    let mut worth = Vec::new();
    for rung in rungs.into_iter().skip(1) {
        let best = |fits: &dyn Fn(&Placed) -> bool| sampled.fastest(|name| placed(name).is_some_and(fits));
        let (Some(with), Some(without)) = (best(&|p| p.rung == rung), best(&|p| p.rung < rung)) else {
            continue;
        };
        let (Some(upper), Some(lower)) = (placed(&sampled.names[with]), placed(&sampled.names[without]))
        else {
            continue;
        };
        let Gain { case: label, ratio, interval } = gain(&case.label, &sampled, with, without, bench);
        let mut row = Worth {
            feature: upper.label.clone(),
            op: race.op,
            case: label,
            without: lower.name.into(),
            below: lower.label.clone(),
            with: upper.name.into(),
            ratio,
            interval,
            sentence: None,
            rung,
        };
        row.sentence = predicate(race, case).map(|predicate| sentence(&row, &predicate));
        worth.push(row);
    }
    Ok(worth)
}

/// The cases that are measured: those of every race; of one that is not in every race, those that its name
/// asks for.
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

#[cfg(test)]
mod tests {
    use lanesmith_isa::{Engine, Operation, Table};
    use lanesmith_race::sequence::Sequence;
    use lanesmith_race::{Contender, Hooks, Kind};

    use super::*;
    use crate::tests::Fake;
    use lanesmith_isa::token::{Adx, Avx2Bmi2, Avx512, Shani, Ssse3, Token};

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

    #[derive(Debug)]
    struct Climb;
    impl Operation for Climb {
        const NAME: &str = "demo.climb";
    }

    /// A feature of another architecture than the one at hand: never usable.
    fn foreign() -> Feature {
        let mut all = Feature::ALL.iter();
        *all.find(|feature| feature.architecture() != detect::ARCHITECTURE).expect("there are several")
    }

    /// Portable code, an engine that needs an old feature of this machine, one that needs a newer one
    /// besides, and one that needs what it cannot have; none where it has fewer than two features.
    fn table() -> Option<(&'static dyn AnyTable, [Feature; 2])> {
        let mut usable = detect::features().iter();
        let old = usable.next()?;
        let new = usable.find(|feature| feature.title() != old.title())?;
        let needing = |features: &[Feature]| FeatureSet::of(features);
        let engines = vec![
            Engine::new("foreign", "", needing(&[foreign()]), 1, Climb),
            Engine::new("new", "", needing(&[old, new]), 1, Climb),
            Engine::new("old", "", needing(&[old]), 1, Climb),
            Engine::new("scalar", "", FeatureSet::EMPTY, 1, Climb),
        ];
        Some((Box::leak(Box::new(Table::new(Box::leak(engines.into_boxed_slice())))), [old, new]))
    }

    fn case(label: &str) -> Case {
        Case::new(label, || {
            let contender = |name: &str| Contender::new(name, Kind::Engine, 1.0, || {}, Vec::new);
            Ok(["auto", "new", "old", "scalar", "scalar, twice"].map(contender).into())
        })
    }

    fn race(table: &'static dyn AnyTable, cases: Vec<Case>) -> Vec<Raced> {
        vec![(table, Race { op: Climb::NAME, unit: "sum", baseline: "scalar", cases })]
    }

    /// The newer feature is worth something in the second case only.
    fn times(title: &str, name: &str) -> f64 {
        match name {
            "new" if title.ends_with("n=1") => 120.0,
            "new" => 50.0,
            "old" => 100.0,
            _ => 300.0,
        }
    }

    #[test]
    fn each_feature_is_compared_with_the_best_engine_that_does_without() {
        let Some((table, [old, new])) = table() else { return };
        let races = race(table, vec![case("n=1").telling("adds one"), case("n=2").telling("adds two")]);
        let ladder = Ladder::new(&races, None);
        let mut bench = Fake::new(times, 1);
        let measured = ladder.measure(&mut bench).expect("nothing fails");
        assert_eq!((ladder.parts(), bench.seen.len()), (2, 2));
        assert_eq!(bench.seen[0].1, ["new", "old", "scalar"], "neither what is chosen nor a variant");
        let told: Vec<(&str, &str, &str, f64)> = measured
            .worth
            .iter()
            .map(|row| {
                (row.case.as_str(), row.without.as_str(), row.with.as_str(), (row.ratio * 10.0).round())
            })
            .collect();
        let expected = [
            ("n=1", "scalar", "old", 30.0),
            ("n=1", "old", "new", 8.0),
            ("n=2", "scalar", "old", 30.0),
            ("n=2", "old", "new", 20.0),
        ];
        assert_eq!(told, expected);
        assert!(measured.worth[0].rung < measured.worth[1].rung);
        assert_eq!(measured.worth[0].feature, old.title());
        assert!(measured.worth[1].feature.ends_with(new.title()), "{:?}", measured.worth[1]);
        let said = |row: usize| measured.worth[row].sentence.as_deref().unwrap_or_default();
        assert!(said(1).contains("adds one only") && said(1).contains("no gain"), "{}", said(1));
        assert!(said(3).contains("adds two") && said(3).contains("times as fast as"), "{}", said(3));
        let lacking = Unmeasured { feature: foreign().title(), reason: "missing from this CPU" };
        assert_eq!(measured.unmeasured, [lacking]);
    }

    #[test]
    fn a_case_that_only_a_name_brings_is_measured_where_there_is_no_other() {
        let Some((table, _)) = table() else { return };
        let parts = |cases, asked| Ladder::new(&race(table, cases), asked).parts();
        let both = || vec![case("n=1"), case("n=2").detail()];
        assert_eq!([parts(both(), None), parts(both(), Some(Climb::NAME))], [1, 1]);
        let hidden = || vec![case("n=1").detail()];
        assert_eq!([parts(hidden(), None), parts(hidden(), Some(Climb::NAME))], [0, 1]);
    }

    #[test]
    fn measuring_ends_when_it_is_stopped() {
        let Some((table, _)) = table() else { return };
        let races = race(table, vec![case("n=1"), case("n=2")]);
        let ended = Ladder::new(&races, None).measure(&mut Fake::new(times, 1).stopped_after(1));
        assert!(matches!(ended, Err(Error::Race(lanesmith_race::Error::Stopped))));
    }

    /// Counts what it is told, and stops at the second time it is asked.
    #[derive(Default)]
    struct Counting(std::sync::Arc<std::sync::Mutex<(Vec<String>, u32)>>);

    impl Hooks for Counting {
        fn progress(&self, _: std::time::Duration, doing: &str) {
            self.0.lock().expect("one thread").0.push(doing.into());
        }

        fn stop(&self) -> bool {
            let mut seen = self.0.lock().expect("one thread");
            seen.1 += 1;
            seen.1 > 1
        }
    }

    #[test]
    fn hooks_hear_of_progress_and_stop_the_real_clock() {
        let Some((table, _)) = table() else { return };
        let races = race(table, vec![case("n=1")]);
        let hooks = Counting::default();
        let seen = hooks.0.clone();
        let mut sequence = Sequence::new(std::time::Duration::from_secs(60), 1, hooks);
        let begin = std::time::Instant::now();
        let ended = Ladder::new(&races, None).measure(&mut sequence);
        assert!(matches!(ended, Err(Error::Race(lanesmith_race::Error::Stopped))));
        assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
        assert_eq!(seen.lock().expect("one thread").0, ["demo.climb n=1: first round"]);
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
