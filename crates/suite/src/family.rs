//! What is known of a family of kernels by those who know none by name.

use std::fmt;

use lanesmith::isa::AnyTable;
use lanesmith_race::{BoxError, Case, Contender, Race, Shown};

/// A family of operations: how to check its engines and what to race.
pub trait Family: Sync {
    /// Short name, the part of its operations before the dot.
    fn name(&self) -> &'static str;

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

    /// Runs the published vectors on one engine that this CPU can run. `progress` takes the vectors done and in all.
    ///
    /// # Errors
    /// The first vector that the engine gets wrong.
    fn check(
        &self,
        op: &str,
        engine: &str,
        scope: Scope,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<CheckReport, CheckFailure>;

    /// The races of its operations.
    fn races(&self) -> Vec<Race>;

    /// The operation whose engines take part in a race: the one that it is named after, unless it is made of another
    /// one, as trees are of nodes.
    fn engines_of<'a>(&self, race: &'a str) -> &'a str {
        race
    }

    /// What `tune` measures: the engines of every operation that has a race of its name, on all cases of that race. An
    /// operation that chooses among engines by itself is left to its family.
    fn tunings(&self) -> Vec<Tuning> {
        let tables = self.tables();
        let chooses = |table: &&&dyn AnyTable| (0..table.len()).any(|i| table.info(i).name == "auto");
        self.races()
            .into_iter()
            .filter(|race| tables.iter().filter(|t| t.op() == race.op).any(|t| !chooses(&t)))
            .map(|race| {
                let cases = race.cases.into_iter().filter(|case| case.shown == Shown::Always).collect();
                Tuning { op: race.op, what: Tunable::Engine(cases) }
            })
            .collect()
    }
}

/// What can be found out for an operation on the machine at hand.
pub struct Tuning {
    /// The operation.
    pub op: &'static str,
    /// What about it.
    pub what: Tunable,
}

/// Steps of an operation: engines and how many units each takes, in order.
pub type Steps = [(&'static str, usize)];

/// What a measurement can decide.
pub enum Tunable {
    /// The engine for callers who name none: one that is faster in some of these cases and slower in none.
    Engine(Vec<Case>),
    /// What one unit, two and so on cost on each engine, for an operation with a
    /// cost model (`lanesmith::profile::CostModel`). The function makes a contender whose unit of work is one run of the
    /// steps.
    Costs(fn(&Steps) -> Result<Contender, BoxError>),
}

/// How much a check covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Some of every kind of vector: a fraction of a second for each engine.
    Quick,
    /// All vectors.
    Full,
}

/// An engine that got every vector right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// How many vectors that were.
    pub cases: u64,
}

/// The vector that an engine got wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFailure {
    /// The vector's name in its file.
    pub vector: String,
    /// What the vector says.
    pub expected: String,
    /// What the engine gave, or the error that it ended in.
    pub got: String,
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vector {}: expected {}, got {}", self.vector, self.expected, self.got)
    }
}
