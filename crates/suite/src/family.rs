//! What is known of a family of kernels by those who know none by name.

use std::collections::{BTreeMap, BTreeSet};

use lanesmith_isa::{AUTO, AnyTable};
use lanesmith_race::{BoxError, Case, Contender, Entry, Meaning, Race, Shown};

use crate::{Check, CheckFailure, CheckReport, Scope, Tally};

/// A family of operations: how to check its engines and what to race.
pub trait Family: Sync {
    /// Short name, the part of its operations before the dot.
    fn name(&self) -> &'static str;

    /// What it is, for people who do not know the name.
    fn title(&self) -> &'static str;

    /// What its part of a table is headed with: the title as far as the first mark.
    fn heading(&self) -> &'static str {
        self.title().split([':', ',']).next().unwrap_or_default()
    }

    /// The engine tables of its operations.
    fn tables(&self) -> Vec<&'static dyn AnyTable>;

    /// Tables of studies: designs that no caller is given. They take part only when they are asked for by name.
    fn studies(&self) -> Vec<&'static dyn AnyTable> {
        Vec::new()
    }

    /// Why there is no engine of a name in a study, where the family knows better than that it is unknown.
    fn refusal(&self, _study: &str, _engine: &str) -> Option<String> {
        None
    }

    /// What the name of a contender means where only its makers know: a sentence for all names of its kind.
    fn meaning(&self, _contender: &str) -> Option<&'static str> {
        None
    }

    /// The published vectors that engines of its operations and studies are compared with.
    fn checks(&self) -> Vec<Check>;

    /// Runs the checks of one operation on one engine that this CPU can run. `progress` takes the title of the vectors at
    /// hand and how many came out right so far.
    ///
    /// # Errors
    /// The first vector that the engine gets wrong; an engine that cannot be had, an operation without vectors.
    fn check(
        &self,
        op: &str,
        engine: &str,
        scope: Scope,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<CheckReport, CheckFailure> {
        let checks: Vec<Check> = self.checks().into_iter().filter(|check| check.op == op).collect();
        if checks.is_empty() {
            let what = format!("{op} on {engine}");
            return Err(CheckFailure::new("none", what, "no vectors for this operation"));
        }
        let mut cases = 0;
        for check in checks {
            let mut tell = |done| progress(check.title, cases + done);
            tell(0);
            let mut tally = Tally::new(scope, &mut tell);
            check.run(engine, &mut tally)?;
            cases += tally.done();
        }
        Ok(CheckReport { cases })
    }

    /// The races of its operations.
    fn races(&self) -> Vec<Race>;

    /// Libraries that its races include but for what this CPU lacks: their names, and what that is.
    fn absent_peers(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The operation whose engines take part in a race: the one that it is named after, unless it is made of another
    /// one, as trees are of nodes.
    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        race
    }

    /// What makes contenders of single steps of an operation that chooses engines by count, so that each count can be priced. Other
    /// operations are tuned by the cases of the race of their name.
    fn steps(&self, _op: &str) -> Option<Build> {
        None
    }

    /// The operation by whose costs engines are chosen for all operations of the family, where one decides: what differs between the
    /// engines is below all of them.
    fn decision(&self) -> Option<&'static str> {
        None
    }

    /// What `tune` measures: every operation that has [steps](Self::steps) or a race of its name.
    fn tunings(&self) -> Vec<Tuning> {
        let mut races = self.races();
        self.tables()
            .iter()
            .filter_map(|table| {
                let op = table.op();
                if let Some(build) = self.steps(op) {
                    return Some(Tuning { op, what: Tunable::Costs(build) });
                }
                let race =
                    races.iter().position(|race| race.op == op).map(|place| races.swap_remove(place))?;
                // A race that is run only by its name has no other cases.
                let always = race.cases.iter().any(|case| case.shown == Shown::Always);
                let cases =
                    race.cases.into_iter().filter(|case| case.shown == Shown::Always || !always).collect();
                Some(Tuning { op, what: Tunable::Engine(cases) })
            })
            .collect()
    }
}

/// Adds the checks of a family for the operation of a table to a test binary: `op::engine::name` for each.
#[cfg(feature = "driver")]
pub fn add_tests<K: lanesmith_isa::Tabled>(
    tests: &mut lanesmith_testkit::driver::Suite,
    family: &dyn Family,
    table: &'static lanesmith_isa::Table<K>,
) {
    let checks: Vec<Check> = family.checks().into_iter().filter(|c| c.op == table.op()).collect();
    assert!(!checks.is_empty(), "no vectors for {}", table.op());
    for check in checks {
        tests.each(table, check.name, move |engine| {
            let place = table.available().position(|other| other.name() == engine.name()).unwrap_or_default();
            let scope = Scope::Part { place, of: table.available().count() };
            let run = || check.run(engine.name(), &mut Tally::new(scope, &mut |_| {}));
            run().map_err(|e| e.to_string())
        });
    }
}

/// What names in a race mean that need it.
pub fn meanings(families: &[&dyn Family], results: &[Entry]) -> Vec<Meaning> {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in results.iter().map(|entry| entry.contender.as_str()) {
        if let Some(text) = families.iter().find_map(|family| family.meaning(name)) {
            all.entry(text).or_default().insert(name);
        }
    }
    let owned = |names: BTreeSet<&str>| names.into_iter().map(Into::into).collect();
    all.into_iter().map(|(text, names)| Meaning { contenders: owned(names), text: text.into() }).collect()
}

/// What a caller gets who names no engine and hands over so many units: an engine, or those that share the units.
pub fn chosen(table: &'static dyn AnyTable, units: usize) -> String {
    if table.auto_name() != AUTO {
        return table.auto_name().into();
    }
    let (mut names, mut left) = (Vec::new(), units.max(1));
    while left > 0 {
        let (name, taken) = table.first_step(left);
        if !names.contains(&name) {
            names.push(name);
        }
        // Of a large number, whole passes of the first engine take all but what is not worth a name.
        left = if left > SMALL { 0 } else { left.saturating_sub(taken.max(1)) };
    }
    names.join("+")
}

/// Counts up to here are followed to the last step.
const SMALL: usize = 48;

/// What can be found out for an operation on the machine at hand.
pub struct Tuning {
    /// The operation.
    pub op: &'static str,
    /// What about it.
    pub what: Tunable,
}

/// Steps of an operation: engines and how many units each takes, in order.
pub type Steps = [(&'static str, usize)];

/// Steps as a contender is called that runs them: `avx512 16 + shani 1`.
#[allow(dead_code, reason = "a build without families has no contenders")]
pub(crate) fn written(steps: &Steps) -> String {
    let parts: Vec<String> = steps.iter().map(|(engine, n)| format!("{engine} {n}")).collect();
    parts.join(" + ")
}

/// Makes a contender whose unit of work is one run of the steps.
pub type Build = fn(&Steps) -> Result<Contender, BoxError>;

/// What a measurement can decide.
pub enum Tunable {
    /// The engine for callers who name none: one that is faster in some of these cases and slower in none.
    Engine(Vec<Case>),
    /// What one unit, two and so on cost on each engine, for an operation that chooses by count.
    Costs(Build),
}
