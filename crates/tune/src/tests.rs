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

/// Times by the name of the contender, with noise of half a per cent.
struct Fake {
    ns: fn(&str) -> f64,
    rng: Rng,
}

impl Fake {
    fn new(ns: fn(&str) -> f64, seed: u64) -> Self {
        Fake { ns, rng: Rng::with_seed(seed) }
    }
}

impl Bench for Fake {
    fn sample(
        &mut self,
        _: &str,
        _: u32,
        _: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, RaceError> {
        let names: Vec<String> = contenders.into_iter().map(|contender| contender.name).collect();
        let mut block = |name: &String| {
            let noise = 1.0 + 0.01 * (self.rng.f64() - 0.5);
            Block { ns: (self.ns)(name) * noise, gigahertz: 3.0, stolen: 0.0, calls: 1000, system: None }
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

static PLANNED: Table<Planned> = Table::planned(&[
    Engine::new("wide", "", FeatureSet::EMPTY, 8, Planned).costing(&[(Unknown, Cost::pass(400_000))]),
    Engine::new("rounds", "", FeatureSet::EMPTY, 2, Planned)
        .filling(Fill::Each)
        .costing(&[(Unknown, Cost::each(&[80_000, 110_000]))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Planned).costing(&[(Unknown, Cost::pass(300_000))]),
]);

fn case(label: &str) -> Case {
    Case::new(label, || {
        let contender = |name: &str| Contender::new(name, Kind::Engine, 1.0, || {}, Vec::new);
        Ok(["auto", "first", "second", "scalar"].map(contender).into())
    })
}

fn ranked(bench: &mut Fake) -> Tuned {
    let tuning = Tuning { op: Ranked::NAME, what: Tunable::Engine(vec![case("n=1"), case("n=2")]) };
    tune(&RANKED, &tuning, bench).expect("nothing fails")
}

fn build(steps: &Steps) -> Result<Contender, BoxError> {
    let parts: Vec<String> = steps.iter().map(|(engine, n)| format!("{engine} {n}")).collect();
    Ok(Contender::new(parts.join(" + "), Kind::Engine, 1.0, || {}, Vec::new))
}

fn planned(bench: &mut Fake) -> Tuned {
    let tuning = Tuning { op: Planned::NAME, what: Tunable::Costs(build) };
    tune(&PLANNED, &tuning, bench).expect("nothing fails")
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

fn as_built_in(name: &str) -> f64 {
    match name {
        "first" => 120.0,
        "second" => 100.0,
        "scalar" => 300.0,
        steps => priced(steps, 400.0, [80.0, 110.0], 300.0),
    }
}

fn otherwise(name: &str) -> f64 {
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
fn every_operation_of_every_family_can_be_tuned() {
    let _alone = alone();
    let families = lanesmith_suite::families();
    assert_eq!(families.len(), 4);
    let tuned: Vec<&str> = tunings(&families).iter().map(|(table, _)| table.op()).collect();
    for table in families.iter().flat_map(|family| family.tables()) {
        assert!(tuned.contains(&table.op()), "{} is never tuned", table.op());
    }
}
