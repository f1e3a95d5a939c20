//! Other libraries, where they have the operation publicly.

#[cfg(feature = "peers")]
mod ark;
#[cfg(feature = "peers-c")]
mod blst;
#[cfg(feature = "peers")]
mod halo2;
#[cfg(all(feature = "peers", unix))]
mod loaded;
#[cfg(feature = "peers")]
mod zkcrypto;

#[cfg(feature = "peers-c")]
use lanesmith_isa::Feature;
use lanesmith_race::Contender;

use super::race::{Task, names};
use crate::{Peer, able, unable};

/// What a library has of a task.
type Contenders = fn(Task) -> Vec<Contender>;

const LIBRARIES: &[Peer<Contenders>] = &[
    #[cfg(feature = "peers")]
    Peer::new("ark-bls12-381", |task| Vec::from_iter(ark::contender(task))),
    #[cfg(feature = "peers")]
    Peer::new("bls12_381", |task| Vec::from_iter(zkcrypto::contender(task))),
    #[cfg(feature = "peers")]
    Peer::new("halo2curves", |task| Vec::from_iter(halo2::contender(task))),
    #[cfg(feature = "peers-c")]
    // Its default build takes ADX for given where the machine that builds it has it.
    Peer::new(BLST, blst::contenders as Contenders).needs(&[Feature::Adx]),
];

/// The library that the others are measured by where it is compiled in.
pub const BLST: &str = "blst";

/// What the libraries have of a task.
pub fn contenders(task: Task) -> Vec<Contender> {
    let compiled = able(LIBRARIES).flat_map(|(_, library)| library(task));
    #[cfg(all(feature = "peers", unix))]
    let compiled = compiled.chain(loaded::contenders(task));
    compiled.collect()
}

/// Those that this CPU cannot run.
pub fn absent() -> Vec<(&'static str, String)> {
    unable(LIBRARIES).collect()
}

/// Whether the baseline of the races has a part in one.
pub fn has(baseline: &str, task: Task) -> bool {
    // It has neither the sextic extension nor products without reduction.
    baseline != BLST
        || (able(LIBRARIES).any(|(name, _)| name == BLST)
            && !(task.race == names::FP6 || matches!(task.what, "wide" | "reduce")))
}
