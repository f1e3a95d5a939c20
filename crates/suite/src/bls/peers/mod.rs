//! Other libraries, where they have the operation publicly.

#[cfg(feature = "peers")]
mod ark;
#[cfg(feature = "peers-c")]
mod blst;
#[cfg(feature = "peers")]
mod halo2;
#[cfg(feature = "peers")]
mod zkcrypto;

use lanesmith_race::Contender;

use super::race::{Task, names};

/// What the libraries have of a task.
pub fn contenders(task: Task) -> Vec<Contender> {
    #[allow(unused_mut, reason = "without peers it stays empty")]
    let mut list: Vec<Contender> = Vec::new();
    #[cfg(feature = "peers")]
    for library in [ark::contender, zkcrypto::contender, halo2::contender] {
        list.extend(library(task));
    }
    #[cfg(feature = "peers-c")]
    list.extend(blst::contenders(task));
    #[cfg(not(feature = "peers"))]
    let _ = task;
    list
}

/// Whether the baseline of the races has a part in one.
pub fn has(baseline: &str, task: Task) -> bool {
    // It has neither the sextic extension nor products without reduction.
    baseline != "blst" || !(task.race == names::FP6 || matches!(task.what, "wide" | "reduce"))
}
