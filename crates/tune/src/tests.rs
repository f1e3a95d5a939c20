//! Tuning with a clock that does as it is told.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use lanesmith_isa::cpu::Kind::Unknown;
use lanesmith_isa::{AnyTable, Cost, Engine, FeatureSet, Fill, Operation, Table};
use lanesmith_race::sampler::{Block, Rounds};
use lanesmith_race::sequence::Sampled;
use lanesmith_race::{BoxError, Case, Contender, Error as RaceError, Kind};
use lanesmith_suite::{Steps, Tunable, Tuning};

use super::*;

/// Tables are the process's: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Nanoseconds of a contender, by what is sampled and its name.
type Times = fn(&str, &str) -> f64;

/// Times as they are told, with noise of half a per cent, or as much as is told.
pub(crate) struct Fake {
    ns: Times,
    noise: f64,
    rng: Rng,
    /// How many samplings there are before somebody stops it.
    left: usize,
    /// What was sampled, and the contenders.
    pub(crate) seen: Vec<(String, Vec<String>)>,
}

impl Fake {
    pub(crate) fn new(ns: Times, seed: u64) -> Self {
        Fake { ns, noise: 0.01, rng: Rng::with_seed(seed), left: usize::MAX, seen: Vec::new() }
    }

    pub(crate) fn stopped_after(self, left: usize) -> Self {
        Fake { left, ..self }
    }

    fn noisy(self, noise: f64) -> Self {
        Fake { noise, ..self }
    }
}

impl Bench for Fake {
    fn sample(
        &mut self,
        title: &str,
        _: u32,
        _: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, RaceError> {
        self.left = self.left.checked_sub(1).ok_or(RaceError::Stopped)?;
        let names: Vec<String> = contenders.into_iter().map(|contender| contender.name).collect();
        self.seen.push((title.into(), names.clone()));
        let mut block = |name: &String| {
            let noise = 1.0 + self.noise * (self.rng.f64() - 0.5);
            Block {
                ns: (self.ns)(title, name) * noise,
                gigahertz: 3.0,
                stolen: 0.0,
                calls: 1000,
                system: None,
            }
        };
        let blocks = names.iter().map(|name| (0..20).map(|_| block(name)).collect()).collect();
        Ok(Sampled {
            names,
            rounds: Rounds { blocks, settled: true, interrupted: false, out_of_time: false },
        })
    }

    fn skip(&mut self, _: u32) {}

    fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }
}

#[derive(Debug)]
struct Ranked;
impl Operation for Ranked {
    const NAME: &str = "demo.ranked";
}

#[derive(Debug)]
struct Planned;
impl Operation for Planned {
    const NAME: &str = "demo.planned";
}

/// The built-in choice is the second row, as its costs have it.
static RANKED: Table<Ranked> = Table::new(&[
    Engine::new("first", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(120))]),
    Engine::new("second", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(100))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(300))]),
]);

/// The same engines where what [`otherwise`] is like was measured and compiled in.
static RANKED_ANEW: Table<Ranked> = Table::new(&[
    Engine::new("first", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(80))]),
    Engine::new("second", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(100))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Ranked).costing(&[(Unknown, Cost::pass(300))]),
]);

static PLANNED: Table<Planned> = Table::planned(&[
    Engine::new("wide", "", FeatureSet::EMPTY, 8, Planned).costing(&[(Unknown, Cost::pass(400_000))]),
    Engine::new("rounds", "", FeatureSet::EMPTY, 2, Planned)
        .filling(Fill::Each)
        .costing(&[(Unknown, Cost::each(&[80_000, 110_000]))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Planned).costing(&[(Unknown, Cost::pass(300_000))]),
]);

/// The same engines with costs that were found.
fn planned_with(costs: &crate::costs::Costs) -> &'static Table<Planned> {
    let cost = |engine: &str, fill| -> &'static [(_, Cost<'static>)] {
        let list: &'static [u32] = Box::leak(costs[engine].clone().into_boxed_slice());
        Box::leak(Box::new([(Unknown, Cost::of_list(list, fill).expect("as profiles have it"))]))
    };
    let engines = vec![
        Engine::new("wide", "", FeatureSet::EMPTY, 8, Planned).costing(cost("wide", Fill::Pass)),
        Engine::new("rounds", "", FeatureSet::EMPTY, 2, Planned)
            .filling(Fill::Each)
            .costing(cost("rounds", Fill::Each)),
        Engine::new("scalar", "", FeatureSet::EMPTY, 1, Planned).costing(cost("scalar", Fill::Pass)),
    ];
    Box::leak(Box::new(Table::planned(Box::leak(engines.into_boxed_slice()))))
}

fn case(label: &str) -> Case {
    Case::new(label, || {
        let contender = |name: &str| Contender::new(name, Kind::Engine, 1.0, || {}, Vec::new);
        Ok(["auto", "first", "second", "scalar"].map(contender).into())
    })
}

fn ranked(bench: &mut Fake) -> Tuned {
    ranked_of(&RANKED, bench)
}

fn ranked_of(table: &'static dyn AnyTable, bench: &mut Fake) -> Tuned {
    let tuning = Tuning { op: Ranked::NAME, what: Tunable::Engine(vec![case("n=1"), case("n=2")]) };
    tune(table, &tuning, bench).expect("nothing fails")
}

fn build(steps: &Steps) -> Result<Contender, BoxError> {
    let parts: Vec<String> = steps.iter().map(|(engine, n)| format!("{engine} {n}")).collect();
    Ok(Contender::new(parts.join(" + "), Kind::Engine, 1.0, || {}, Vec::new))
}

fn planned(bench: &mut Fake) -> Tuned {
    planned_of(&PLANNED, bench)
}

fn planned_of(table: &'static dyn AnyTable, bench: &mut Fake) -> Tuned {
    let tuning = Tuning { op: Planned::NAME, what: Tunable::Costs(build) };
    tune(table, &tuning, bench).expect("nothing fails")
}

/// Steps priced by costs of passes in nanoseconds.
fn priced(name: &str, wide: f64, rounds: [f64; 2], scalar: f64) -> f64 {
    name.split(" + ")
        .map(|part| {
            let (engine, n) = part.split_once(' ').expect("an engine and a count");
            let n: usize = n.parse().expect("a count");
            match engine {
                "wide" => n.div_ceil(8) as f64 * wide,
                "rounds" => (n / 2) as f64 * rounds[1] + (n % 2) as f64 * rounds[0],
                _ => n as f64 * scalar,
            }
        })
        .sum()
}

fn as_built_in(_: &str, name: &str) -> f64 {
    match name {
        "first" => 120.0,
        "second" => 100.0,
        "scalar" => 300.0,
        steps => priced(steps, 400.0, [80.0, 110.0], 300.0),
    }
}

fn otherwise(_: &str, name: &str) -> f64 {
    match name {
        "first" => 80.0,
        "second" => 100.0,
        "scalar" => 300.0,
        steps => priced(steps, 200.0, [80.0, 110.0], 300.0),
    }
}

#[test]
fn what_is_built_in_is_what_would_be_chosen_and_not_the_first_row() {
    let _alone = alone();
    let tuned = ranked(&mut Fake::new(as_built_in, 1));
    assert_eq!((tuned.built_in.as_str(), tuned.here.as_str(), tuned.differs), ("second", "second", false));
    assert_eq!(tuned.finding, Finding::BuiltIn);
}

#[test]
fn a_machine_like_the_built_in_one_gets_an_empty_profile() {
    let _alone = alone();
    for seed in 0..20 {
        let mut bench = Fake::new(as_built_in, seed);
        let tuned = [ranked(&mut bench), planned(&mut bench)];
        assert!(tuned.iter().all(|tuned| tuned.finding == Finding::BuiltIn), "{seed}: {tuned:?}");
    }
}

#[test]
fn a_faster_engine_and_cheaper_passes_are_found() {
    let _alone = alone();
    let mut bench = Fake::new(otherwise, 1);
    assert_eq!(ranked(&mut bench).finding, Finding::Engine("first"));
    let Finding::Costs(costs) = planned(&mut bench).finding else { panic!("costs are other here") };
    assert!((195_000..215_000).contains(&costs["wide"][0]), "{costs:?}");
}

#[test]
fn tuning_twice_finds_the_same_whatever_was_applied_between() {
    let _alone = alone();
    let find = |seed| {
        let mut bench = Fake::new(otherwise, seed);
        (ranked(&mut bench), planned(&mut bench))
    };
    let (first, costs) = find(1);
    RANKED.prefer("first").expect("it exists");
    let (again, anew) = find(2);
    assert_eq!((first.built_in, first.finding), (again.built_in, again.finding));
    let chosen = |tuned: &Tuned| {
        let Finding::Costs(costs) = &tuned.finding else { panic!("costs are other here") };
        let list: Vec<(&str, &[u32])> = costs.iter().map(|(engine, of)| (*engine, of.as_slice())).collect();
        let table: &'static dyn AnyTable = &PLANNED;
        table.set_costs(&list).expect("they are as profiles have them");
        let plans: Vec<_> = (1..=64).map(|n| table.first_step(n)).collect();
        table.configure(lanesmith_isa::AUTO).expect("always");
        plans
    };
    assert_eq!(chosen(&costs), chosen(&anew));
}

#[test]
fn what_was_found_and_compiled_in_is_not_found_again() {
    let _alone = alone();
    let Finding::Costs(costs) = planned(&mut Fake::new(otherwise, 1)).finding else {
        panic!("costs are other here")
    };
    let anew = planned_with(&costs);
    for seed in 2..22 {
        let mut bench = Fake::new(otherwise, seed);
        let tuned = [ranked_of(&RANKED_ANEW, &mut bench), planned_of(anew, &mut bench)];
        assert!(tuned.iter().all(|tuned| tuned.finding == Finding::BuiltIn), "{seed}: {tuned:?}");
        assert_eq!(tuned[0].here, "first");
    }
}

#[test]
fn a_profile_holds_what_differs_and_nothing_else() {
    let _alone = alone();
    let mut bench = Fake::new(otherwise, 1);
    let found = [ranked(&mut bench), planned(&mut bench)];
    let profile = profile(&found, "2026-01-31");
    let choice = |op| profile.choice(op).expect("it differs");
    assert_eq!(choice(Ranked::NAME).engine.as_deref(), Some("first"));
    assert_eq!(choice(Planned::NAME).costs.len(), 3);
    let mut bench = Fake::new(as_built_in, 1);
    let same = [ranked(&mut bench), planned(&mut bench)];
    assert_eq!(super::profile(&same, "2026-01-31").choice(Ranked::NAME), None);
    assert_eq!(super::profile(&same, "2026-01-31").choice(Planned::NAME), None);
}

/// Less than one per cent faster.
fn hardly_faster(_: &str, name: &str) -> f64 {
    if name == "first" { 99.5 } else { 100.0 }
}

/// Faster in one case, slower in the other.
fn moody(title: &str, name: &str) -> f64 {
    match (name, title.ends_with("n=1")) {
        ("first", true) => 50.0,
        ("first", false) => 110.0,
        _ => 100.0,
    }
}

/// Faster in one case, as fast in the other.
fn sometimes_faster(title: &str, name: &str) -> f64 {
    if name == "first" && title.ends_with("n=1") { 90.0 } else { 100.0 }
}

#[test]
fn an_engine_is_taken_that_is_faster_somewhere_and_slower_nowhere() {
    let _alone = alone();
    let found = |times, seed| ranked(&mut Fake::new(times, seed)).finding;
    for seed in 0..20 {
        assert_eq!(found(hardly_faster, seed), Finding::BuiltIn, "{seed}");
        assert_eq!(found(moody, seed), Finding::BuiltIn, "{seed}");
    }
    // In one of forty, an interval of two that are as fast lies below 1.
    let taken = (0..20).filter(|seed| found(sometimes_faster, *seed) == Finding::Engine("first")).count();
    assert!(taken >= 17, "{taken} of 20");
}

/// Faster by 3 %.
fn a_little_faster(_: &str, name: &str) -> f64 {
    if name == "first" { 97.0 } else { 100.0 }
}

#[test]
fn a_gain_that_its_interval_does_not_show_is_left_alone() {
    let _alone = alone();
    let found = |noise, seed| ranked(&mut Fake::new(a_little_faster, seed).noisy(noise)).differs;
    assert_eq!((0..20).filter(|seed| found(0.01, *seed)).count(), 20);
    // The interval is some 30 % wide then. A median that is off by chance may still pass now and then.
    let noisy = (0..20).filter(|seed| found(0.8, *seed)).count();
    assert!(noisy <= 3, "{noisy} of 20");
}

#[test]
fn tuning_ends_when_it_is_stopped_and_the_table_is_as_it_was_built() {
    let _alone = alone();
    let tuning = Tuning { op: Planned::NAME, what: Tunable::Costs(build) };
    for left in 0..3 {
        let mut bench = Fake::new(otherwise, 1).stopped_after(left);
        let ended = tune(&PLANNED, &tuning, &mut bench);
        assert!(matches!(ended, Err(Error::Race(RaceError::Stopped))), "{left}");
        let table: &'static dyn AnyTable = &PLANNED;
        assert_eq!(table.origin(), lanesmith_isa::Origin::Table);
    }
}

/// Steps cost as many nanoseconds as they have units, on whichever engine.
fn alike(_: &str, steps: &str) -> f64 {
    let units = |part: &str| part.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(1.0);
    steps.split(" + ").map(units).sum()
}

#[test]
fn every_engine_of_every_table_is_measured() {
    let _alone = alone();
    let families = lanesmith_suite::families();
    assert_eq!(families.len(), 4);
    let tunings = tunings(&families);
    for table in families.iter().flat_map(|family| family.tables()) {
        let op = table.op();
        let tuning = tunings.iter().find(|(t, _)| t.op() == op);
        let (_, tuning) = tuning.unwrap_or_else(|| panic!("{op} is never tuned"));
        let mut bench = Fake::new(alike, 1);
        tune(table, tuning, &mut bench).unwrap_or_else(|error| panic!("{op}: {error}"));
        assert!(bench.seen.iter().all(|(title, _)| title.starts_with(op)), "{op}");
        for engine in table.infos().filter(|info| info.is_available()).map(|info| info.name) {
            let is = |name: &String| name.split([' ', ',']).next() == Some(engine);
            assert!(
                bench.seen.iter().any(|(_, names)| names.iter().any(is)),
                "{engine} of {op} is never measured"
            );
        }
    }
}
