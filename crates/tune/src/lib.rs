#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bench;
pub mod builtin;
mod costs;
mod engine;
mod error;
pub mod ladder;

use lanesmith::profile::Profile;
use lanesmith_isa::AnyTable;
use lanesmith_suite::{Family, Tunable, Tuning};
use serde::Serialize;

pub use bench::Bench;
pub use error::Error;
// A `Bench` of one's own has one.
pub use fastrand::Rng;

/// What must be gained before the built-in choice is given up.
const WORTHWHILE: f64 = 1.01;

/// What was found for one operation.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// The operation.
    pub op: &'static str,
    /// What would be chosen without a measurement.
    pub built_in: String,
    /// What is best here.
    pub here: String,
    /// Whether that is something else.
    pub differs: bool,
    /// By case, how many times as fast that is as what is built in.
    pub gains: Vec<Gain>,
    /// What goes into the profile.
    #[serde(skip)]
    pub finding: Finding,
}

/// How many times as fast something is in one case.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// The case.
    pub case: String,
    /// Median of paired ratios.
    pub ratio: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

impl Gain {
    fn is_worthwhile(&self) -> bool {
        self.interval[0] > WORTHWHILE
    }

    /// Slower, or so likely to be that a wide interval is no excuse.
    fn is_loss(&self) -> bool {
        self.interval[1] < 1.0 || self.ratio < 0.98
    }
}

/// Faster somewhere and slower nowhere.
fn is_better(gains: &[Gain]) -> bool {
    gains.iter().any(Gain::is_worthwhile) && !gains.iter().any(Gain::is_loss)
}

/// What goes into a profile for an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing: what is built in is as good as anything.
    BuiltIn,
    /// Another engine for plenty of work.
    Engine(&'static str),
    /// Other costs to choose by: by engine, as profiles list them.
    Costs(costs::Costs),
}

/// How long a tuning takes, in parts of equal length: costs have many contenders, and a second measurement.
pub fn parts(tuning: &Tuning) -> u32 {
    match &tuning.what {
        Tunable::Engine(cases) => cases.len() as u32,
        Tunable::Costs(_) => costs::PARTS,
    }
}

/// The operations of families that can be tuned, with their tables.
pub fn tunings(families: &[&dyn Family]) -> Vec<(&'static dyn AnyTable, Tuning)> {
    families
        .iter()
        .flat_map(|family| {
            let tables = family.tables();
            family.tunings().into_iter().filter_map(move |tuning| {
                tables.iter().find(|table| table.op() == tuning.op).map(|table| (*table, tuning))
            })
        })
        .collect()
}

/// The races of families, each with the table whose engines take part: also those that only a name brings.
pub fn races(families: &[&dyn Family]) -> Vec<ladder::Raced> {
    families
        .iter()
        .flat_map(|family| {
            let tables = [family.tables(), family.studies()].concat();
            family.races().into_iter().filter_map(move |race| {
                let engines = family.engines_of(race.op);
                tables.iter().find(|table| table.op() == engines).map(|table| (*table, race))
            })
        })
        .collect()
}

/// Finds what is best here for one operation. The table chooses by its built-in costs afterwards: what was configured or applied
/// before is given up, since a comparison is with what somebody gets who has measured nothing.
///
/// # Errors
/// [`Error`] if a contender cannot be made or is wrong, or the hooks stop it.
pub fn tune(table: &'static dyn AnyTable, tuning: &Tuning, bench: &mut dyn Bench) -> Result<Tuned, Error> {
    match &tuning.what {
        Tunable::Engine(cases) => engine::tune(table, cases, bench),
        Tunable::Costs(build) => costs::tune(table, *build, bench),
    }
}

/// What was found, as a profile of this machine measured on that day.
pub fn profile(tuned: &[Tuned], date: &str) -> Profile {
    let mut profile = Profile::here(date);
    for tuned in tuned {
        match &tuned.finding {
            Finding::Engine(engine) => profile.set_engine(tuned.op, engine),
            Finding::Costs(costs) => {
                costs.iter().for_each(|(engine, of)| profile.set_costs(tuned.op, engine, of.clone()));
            }
            Finding::BuiltIn => {}
        }
    }
    profile
}

/// Whether a name is that of a real engine of the operation that can run here, rather than `auto`, a variant or a peer.
pub fn is_engine(table: &'static dyn AnyTable, name: &str) -> bool {
    name != lanesmith_isa::AUTO && table.probe(name).is_ok()
}

#[cfg(test)]
mod tests;
