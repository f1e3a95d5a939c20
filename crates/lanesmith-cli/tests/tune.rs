//! `lanesmith tune` and `cpu --measure` on a family made for the purpose, whose engines are as fast as they are told.

use std::hint::black_box;

use lanesmith::isa::cpu::Kind::Unknown;
use lanesmith::isa::{AnyTable, Cost, Engine, Feature, FeatureSet, Operation, Table};
use lanesmith::profile::Profile;
use lanesmith_race::{Case, Contender, Kind, Race};
use lanesmith_suite::{Check, CheckFailure, CheckReport, Family, Scope};
use serde_json::Value;

/// A feature that this machine cannot have.
const ELSEWHERE: Feature = if cfg!(target_arch = "x86_64") { Feature::Simd128 } else { Feature::Avx2 };

#[derive(Debug)]
struct Order;

impl Operation for Order {
    const NAME: &str = "demo.order";
}

#[derive(Debug)]
struct Mixed;

impl Operation for Mixed {
    const NAME: &str = "demo.mixed";
}

#[derive(Debug)]
struct Chooses;

impl Operation for Chooses {
    const NAME: &str = "demo.chooses";
}

/// In a wrong order: the second is the fastest.
static ORDER: Table<Order> = Table::new(&[
    Engine::new("exotic", "", FeatureSet::of(&[ELSEWHERE]), 1, Order),
    Engine::new("clumsy", "", FeatureSet::EMPTY, 1, Order),
    Engine::new("quick", "", FeatureSet::EMPTY, 1, Order),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Order),
]);
/// The second is faster in one case and slower in the other.
static MIXED: Table<Mixed> = Table::new(&[
    Engine::new("steady", "", FeatureSet::EMPTY, 1, Mixed),
    Engine::new("moody", "", FeatureSet::EMPTY, 1, Mixed),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Mixed),
]);
/// Chooses by itself.
static CHOOSES: Table<Chooses> = Table::planned(&[
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Chooses).costing(&[(Unknown, Cost::pass(1))])
]);

fn contender(name: &'static str, steps: u64) -> Contender {
    let spin = move || {
        let mut x = black_box(1_u64);
        for i in 0..steps {
            x = black_box(x).wrapping_add(i);
        }
        black_box(x);
    };
    Contender::new(name, Kind::Engine, 1.0, spin, || vec![1])
}

fn case(label: &str, steps: &'static [(&'static str, u64)]) -> Case {
    Case::new(label, move || {
        let mut all: Vec<Contender> = steps.iter().map(|(name, steps)| contender(name, *steps)).collect();
        // Neither is an engine that could be chosen.
        all.push(contender("auto", 1));
        all.push(contender("quick+variant", 1));
        Ok(all)
    })
}

struct Demo;

impl Family for Demo {
    fn name(&self) -> &'static str {
        "demo"
    }

    fn title(&self) -> &'static str {
        "made for the purpose"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        vec![&ORDER, &MIXED, &CHOOSES]
    }

    /// [`Self::check`] says what came out.
    fn checks(&self) -> Vec<Check> {
        Vec::new()
    }

    fn check(
        &self,
        _: &str,
        _: &str,
        _: Scope,
        _: &mut dyn FnMut(&str, u64),
    ) -> Result<CheckReport, CheckFailure> {
        Ok(CheckReport { cases: 1 })
    }

    fn races(&self) -> Vec<Race> {
        let order = vec![case("n=1", &[("clumsy", 8000), ("quick", 1000), ("scalar", 16_000)])];
        let mixed = vec![
            case("n=1", &[("steady", 2000), ("moody", 1000), ("scalar", 6000)]),
            case("n=2", &[("steady", 2000), ("moody", 4000), ("scalar", 6000)]),
        ];
        let race = |op, cases| Race { op, unit: "sum", baseline: "scalar", cases };
        vec![
            race("demo.order", order),
            race("demo.mixed", mixed),
            race("demo.chooses", vec![case("n=1", &[("scalar", 1000)])]),
        ]
    }
}

fn run(args: &str) -> Value {
    let mut out = Vec::new();
    let args = std::iter::once("lanesmith").chain(args.split(' ')).map(Into::into);
    lanesmith_cli::run(args, &[&Demo], &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn tuned<'a>(report: &'a Value, op: &str) -> &'a Value {
    report["operations"].as_array().unwrap().iter().find(|o| o["op"] == op).unwrap()
}

#[test]
fn an_engine_that_is_faster_in_every_case_is_preferred() {
    let report = run("tune demo.order --time 1 --json");
    let order = tuned(&report, "demo.order");
    assert_eq!((&order["built_in"], &order["here"]), (&"clumsy".into(), &"quick".into()));
    assert_eq!(order["differs"], true);
    let gain = &order["gains"][0];
    assert!(gain["interval"][0].as_f64().unwrap() > 1.5 && gain["case"] == "n=1", "{gain}");
    let profile = Profile::parse(report["profile"].as_str().unwrap()).unwrap();
    assert_eq!(profile.choice("demo.order").unwrap().engine.as_deref(), Some("quick"));
}

#[test]
fn an_engine_that_is_slower_in_some_case_is_not_preferred() {
    let report = run("tune demo.mixed --time 1 --json");
    let mixed = tuned(&report, "demo.mixed");
    assert_eq!((&mixed["here"], &mixed["differs"]), (&"steady".into(), &false.into()));
}

#[test]
fn an_operation_that_has_a_race_is_tuned_whatever_its_choice() {
    let report = run("tune --time 1 --json");
    let ops: Vec<&str> =
        report["operations"].as_array().unwrap().iter().map(|o| o["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["demo.order", "demo.mixed", "demo.chooses"]);
}

#[test]
fn a_feature_that_this_cpu_lacks_is_told_as_not_measured() {
    let report = run("cpu demo.order --measure --time 0.2 --json");
    let measured = &report["measured"];
    assert_eq!(measured["worth"].as_array().unwrap().len(), 0, "no engine that can run needs a feature");
    assert_eq!(measured["unmeasured"][0]["feature"], ELSEWHERE.title());
}
