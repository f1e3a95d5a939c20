//! Tables and plans of engines whose kernel is a number.

use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::any::CostsError;
use crate::arch;
use crate::costs::Fill;
use crate::cpu::Kind::{self, Unknown};
use crate::engine::Reason;
use crate::feature::{Feature, FeatureSet};
use crate::plan::{Cost, CostError, PLANNED};

#[derive(Debug)]
struct Demo;

impl Operation for Demo {
    const NAME: &'static str = "demo.count";
}

// A feature of another architecture than the one at hand: never usable.
const ABSENT: FeatureSet = FeatureSet::of(&[match arch::NAME.as_bytes() {
    b"x86_64" => Feature::Simd128,
    _ => Feature::Avx2,
}]);

const ENGINES: &[Engine<Demo>] = &[
    Engine::new("absent", "", ABSENT, 64, Demo).costing(&[(Unknown, Cost::pass(1))]),
    Engine::new("wide", "", FeatureSet::EMPTY, 8, Demo).costing(&[(Unknown, Cost::pass(500))]),
    Engine::new("pairs", "", FeatureSet::EMPTY, 2, Demo).costing(&[(Unknown, Cost::each(&[110, 180]))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Demo).costing(&[(Unknown, Cost::pass(100))]),
];

const SLICED: &[Engine<Demo>] = &[
    Engine::new("b512", "", FeatureSet::EMPTY, 512, Demo)
        .filling(Fill::AloneOrPass)
        .costing(&[(Unknown, Cost::each(&[206]).or_pass(5900))]),
    Engine::new("b256", "", FeatureSet::EMPTY, 256, Demo)
        .filling(Fill::AloneOrPass)
        .costing(&[(Unknown, Cost::each(&[206]).or_pass(2900))]),
    Engine::new("scalar", "", FeatureSet::EMPTY, 256, Demo)
        .filling(Fill::AloneOrPass)
        .costing(&[(Unknown, Cost::each(&[395]).or_pass(14_000))]),
];

fn table(engines: &'static [Engine<Demo>]) -> &'static Table<Demo> {
    Box::leak(Box::new(Table::planned(engines)))
}

fn steps(table: &'static Table<Demo>, mut n: usize) -> Vec<(&'static str, usize)> {
    let mut steps = vec![];
    while n > 0 {
        let (engine, take) = table.first_step(n);
        assert!(take > 0 && take <= n, "{engine} takes {take} of {n}");
        steps.push((engine, take));
        n -= take;
    }
    steps
}

/// The least total cost of `n` units, by plain recursion over every split.
fn brute(costs: &[(usize, &dyn Fn(usize) -> u64)], n: usize, memo: &mut Vec<u64>) -> u64 {
    for m in memo.len()..=n {
        let best = costs
            .iter()
            .flat_map(|(lanes, cost)| (1..=*lanes.min(&m)).map(move |k| (k, cost(k))))
            .map(|(k, cost)| cost + memo[m - k])
            .min();
        memo.push(best.unwrap_or(0));
    }
    memo[n]
}

#[test]
fn plans_cost_as_little_as_any_split() {
    let wide = |_| 500;
    let pairs = |k: usize| [110, 180][k - 1];
    let scalar = |_| 100;
    let costs: &[(usize, &dyn Fn(usize) -> u64)] = &[(8, &wide), (2, &pairs), (1, &scalar)];
    let mut memo = vec![0];
    for n in 1..=200 {
        let price = |&(engine, take): &(&str, usize)| match engine {
            "wide" => 500 * take.div_ceil(8) as u64,
            "pairs" => 180 * (take / 2) as u64 + 110 * (take % 2) as u64,
            _ => 100 * take as u64,
        };
        let total: u64 = steps(table(ENGINES), n).iter().map(price).sum();
        assert_eq!(total, brute(costs, n, &mut memo), "n={n}: {:?}", steps(table(ENGINES), n));
    }
}

#[test]
fn an_engine_that_cannot_run_is_in_no_plan() {
    for n in [1, 8, PLANNED, 1000] {
        assert!(steps(table(ENGINES), n).iter().all(|(engine, _)| *engine != "absent"));
    }
}

#[test]
fn bit_sliced_engines_take_many_and_few_go_one_by_one() {
    let t = table(SLICED);
    assert_eq!(steps(t, 5), [("b512", 5)]);
    assert!(t.step(5).singly);
    assert_eq!(steps(t, 100), [("b256", 100)]);
    assert!(!t.step(100).singly);
    assert_eq!(steps(t, 512), [("b256", 512)]);
    assert_eq!(steps(t, 100_000).iter().map(|(_, take)| take).sum::<usize>(), 100_000);
}

#[test]
fn a_configured_engine_does_everything_until_auto_is_configured() {
    let t = table(ENGINES);
    t.configure("pairs").unwrap();
    assert_eq!(steps(t, 1000), [("pairs", 1000)]);
    assert_eq!((t.origin(), t.auto_name()), (Origin::Configured, "pairs"));
    t.configure(AUTO).unwrap();
    assert_eq!((t.origin(), t.auto_name()), (Origin::Table, "auto"));
    assert_eq!(steps(t, 1), [("scalar", 1)]);
}

#[test]
fn a_measured_engine_is_for_counts_that_fill_it() {
    let t = table(ENGINES);
    t.prefer("pairs").unwrap();
    assert_eq!((steps(t, 1), steps(t, 3)), (vec![("scalar", 1)], vec![("pairs", 3)]));
    t.configure("scalar").unwrap();
    t.prefer("pairs").unwrap();
    assert_eq!(steps(t, 3), [("scalar", 3)]);
}

#[test]
fn measured_costs_replace_the_built_in_ones() {
    let t = table(ENGINES);
    t.set_costs(&[("scalar", &[7])]).unwrap();
    assert_eq!(steps(t, 100), [("scalar", 52), ("scalar", 48)]);
    assert_eq!(t.origin(), Origin::Measured);
}

#[test]
fn costs_that_cannot_be_used_are_refused_by_name() {
    let t = table(ENGINES);
    let error = |costs: &[(&str, &[u32])]| t.set_costs(costs).unwrap_err();
    let long = [1; PLANNED + 1];
    assert_eq!(error(&[]), CostsError::NoEngine { op: "demo.count" });
    assert!(matches!(error(&[("auto", &[1])]), CostsError::Engine(e) if e.asked() == "auto"));
    assert!(matches!(error(&[("absent", &[1])]), CostsError::Engine(_)));
    assert!(matches!(
        error(&[("scalar", &[1]), ("scalar", &[2])]),
        CostsError::Twice { engine: "scalar", .. }
    ));
    for (list, what) in
        [(&[][..], CostError::Empty), (&[1, 0], CostError::Zero), (&long, CostError::TooMany { given: 49 })]
    {
        assert_eq!(
            error(&[("wide", list)]),
            CostsError::Cost { op: "demo.count", engine: "wide", error: what }
        );
    }
    assert_eq!(t.origin(), Origin::Table);
    let plain: &'static Table<Demo> = Box::leak(Box::new(Table::new(ENGINES)));
    assert_eq!(plain.set_costs(&[("scalar", &[1])]), Err(CostsError::NotPlanned { op: "demo.count" }));
}

#[test]
fn a_choice_made_beside_the_first_use_is_never_lost() {
    for _ in 0..2000 {
        let t = table(ENGINES);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| t.first_step(3));
            let choice = scope.spawn(|| t.set_costs(&[("wide", &[1])]));
            first.join().unwrap();
            choice.join().unwrap().unwrap();
        });
        assert_eq!(steps(t, 3), [("wide", 3)]);
    }
}

#[test]
fn a_ranked_table_takes_the_usable_engine_with_the_cheapest_lane_for_everything() {
    let t: &'static Table<Demo> = Box::leak(Box::new(Table::new(SLICED)));
    assert_eq!((t.auto().name(), t.auto_name()), ("b256", "b256"));
    assert_eq!(steps(t, 1), [("b256", 1)]);
    t.prefer("scalar").unwrap();
    assert_eq!(t.auto().name(), "scalar");
    assert_eq!(t.set_costs(&[("scalar", &[1])]), Err(CostsError::NotPlanned { op: "demo.count" }));
    let partly: &'static Table<Demo> = Box::leak(Box::new(Table::new(ENGINES)));
    assert_eq!((partly.auto().name(), partly.cheapest_on(Unknown).name), ("wide", "absent"));
}

#[test]
fn refusals_say_why() {
    let t = table(ENGINES);
    let absent = t.by_name("absent").unwrap_err();
    assert!(matches!(absent.reason(), Reason::MissingFeatures { .. }), "{absent}");
    let long = "x".repeat(100);
    let unknown = t.by_name(&long).unwrap_err();
    assert_eq!((unknown.reason(), unknown.asked().len()), (Reason::Unknown, 40));
    assert!(unknown.to_string().contains("..."));
    let foreign: &'static Table<Demo> =
        Box::leak(Box::new(Table::new(ENGINES).with_foreign(&[("vax", "vax")])));
    assert_eq!(
        foreign.by_name("vax").unwrap_err().reason(),
        Reason::OtherArchitecture { architecture: "vax" }
    );
}

const UNKNOWN: &[Engine<Demo>] = &[
    Engine::new("lanes16", "", FeatureSet::EMPTY, 16, Demo),
    Engine::new("lanes8", "", FeatureSet::EMPTY, 8, Demo),
    Engine::new("rounds", "", FeatureSet::EMPTY, 6, Demo).filling(Fill::Each),
    Engine::new("scalar", "", FeatureSet::EMPTY, 1, Demo),
];

#[test]
fn where_no_cost_is_known_plenty_of_work_goes_to_most_lanes_and_a_unit_to_instructions_made_for_it() {
    let t = table(UNKNOWN);
    assert_eq!(t.cheapest_on(Kind::Zen4).name, "lanes16");
    assert_eq!(steps(t, 1), [("rounds", 1)]);
    assert_eq!(steps(t, 8), [("lanes8", 8)]);
    assert_eq!(steps(t, 16), [("lanes16", 16)]);
}

#[test]
fn engines_that_cost_the_same_are_taken_in_their_order() {
    const EQUAL: &[Engine<Demo>] = &[
        Engine::new("first", "", FeatureSet::EMPTY, 1, Demo),
        Engine::new("scalar", "", FeatureSet::EMPTY, 1, Demo),
    ];
    assert_eq!(steps(table(EQUAL), 3), [("first", 3)]);
    let one: &'static Table<Demo> = Box::leak(Box::new(Table::new(EQUAL)));
    assert_eq!(one.auto().name(), "first");
}

/// Known costs are far from the unit of estimates.
#[test]
fn an_engine_without_a_cost_is_measured_by_the_portable_one() {
    const NEW: &[Engine<Demo>] = &[
        Engine::new("new", "", FeatureSet::EMPTY, 16, Demo),
        Engine::new("old", "", FeatureSet::EMPTY, 8, Demo).costing(&[(Unknown, Cost::pass(2_000_000))]),
        Engine::new("scalar", "", FeatureSet::EMPTY, 1, Demo).costing(&[(Unknown, Cost::pass(900_000))]),
    ];
    assert_eq!(steps(table(NEW), 16), [("new", 16)]);
    assert_eq!(steps(table(NEW), 1), [("scalar", 1)]);
}

#[test]
fn costs_of_a_relative_stand_for_those_that_are_missing() {
    const RELATIVE: &[Engine<Demo>] = &[
        Engine::new("wide", "", FeatureSet::EMPTY, 8, Demo).costing(&[(Kind::Zen4, Cost::pass(900))]),
        Engine::new("scalar", "", FeatureSet::EMPTY, 1, Demo).costing(&[(Kind::Zen4, Cost::pass(100))]),
    ];
    assert_eq!(table(RELATIVE).cheapest_on(Kind::Zen3).name, "scalar");
    assert_eq!(table(RELATIVE).cheapest_on(Kind::Intel).name, "wide");
}
