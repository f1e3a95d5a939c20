//! What the command-line tool knows of a family of kernels. Families register here; `check`, `race`, `list`,
//! `cpu` and `tune` know none by name.

mod curl;
mod sha256;

use std::fmt;

use lanesmith::isa::AnyTable;

/// The families compiled in, in the order in which they are shown.
pub fn all() -> Vec<&'static dyn Family> {
    vec![&curl::Curl, &sha256::Sha256]
}

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
    fn races(&self) -> Vec<RaceOp>;

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
    Engine(Vec<CaseSpec>),
    /// What one unit, two and so on cost on each engine, for an operation with a
    /// [cost model](lanesmith::profile::CostModel). The function makes a contender whose unit of work is one run of the
    /// steps.
    Costs(fn(&Steps) -> anyhow::Result<Contender>),
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

/// The race of one operation.
pub struct RaceOp {
    /// The operation, such as `curl.hash`.
    pub op: &'static str,
    /// What times are given for, in the singular: `tx`, `byte`, `node`.
    pub unit: &'static str,
    /// The contender that tables show ratios to; cases without it use their first contender.
    pub baseline: &'static str,
    /// The inputs that are raced.
    pub cases: Vec<CaseSpec>,
}

/// How a case makes its contenders. Called once for every thread of the race, inside that thread.
pub type Build = Box<dyn Fn() -> anyhow::Result<Vec<Contender>> + Send + Sync>;

/// One input of a race.
pub struct CaseSpec {
    /// `key=value`, several joined by commas: `n=32,size=64B`.
    pub label: String,
    /// Makes the contenders.
    pub build: Build,
    /// The right output, where it is known from elsewhere; without it the baseline's output is the reference.
    pub expected: Option<Vec<u8>>,
    /// When it is raced.
    pub shown: Shown,
    /// How the results are shown as text.
    pub layout: Layout,
    /// Another baseline than the operation's.
    pub baseline: Option<&'static str>,
    /// What a contender does, as the predicate of a sentence: `hashes a 5 MB file`. For cases that stand for their
    /// operation.
    pub predicate: Option<&'static str>,
}

impl CaseSpec {
    /// A case of every race.
    pub fn new(
        label: impl Into<String>,
        build: impl Fn() -> anyhow::Result<Vec<Contender>> + Send + Sync + 'static,
    ) -> Self {
        CaseSpec {
            label: label.into(),
            build: Box::new(build),
            expected: None,
            shown: Shown::Always,
            layout: Layout::General,
            baseline: None,
            predicate: None,
        }
    }

    /// The same case, with the output that every contender must give.
    #[must_use]
    pub fn expecting(mut self, output: Vec<u8>) -> Self {
        self.expected = Some(output);
        self
    }

    /// The same case with a baseline of its own.
    #[must_use]
    pub fn against(mut self, baseline: &'static str) -> Self {
        self.baseline = Some(baseline);
        self
    }

    /// The same case, with the [predicate](Self::predicate) that says what is done.
    #[must_use]
    pub fn telling(mut self, predicate: &'static str) -> Self {
        self.predicate = Some(predicate);
        self
    }

    /// The same case, raced only when its operation or the case is asked for by name.
    #[must_use]
    pub fn detail(mut self) -> Self {
        self.shown = Shown::ByName;
        self
    }

    /// The same case, raced only when it is asked for by a key and value.
    #[must_use]
    pub fn by_case(mut self) -> Self {
        self.shown = Shown::ByCase;
        self
    }

    /// The same case, its results shown in another layout.
    #[must_use]
    pub fn laid_out(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }
}

/// When a case is raced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// In every race.
    Always,
    /// When its operation or the case is asked for by name.
    ByName,
    /// When the case is asked for by a key and value.
    ByCase,
}

/// How the results of a case are shown as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Time per unit, rate, cycles, ratio.
    #[default]
    General,
    /// Rate, what was run (units per call x calls) and how long that took, speed-up over the baseline.
    Distance,
}

impl Layout {
    /// Whether it is the one of most cases.
    pub fn is_general(&self) -> bool {
        *self == Layout::General
    }
}

/// What a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An engine of ours, or `auto`: what a caller gets who names none.
    Engine,
    /// Another library.
    Peer,
    /// A reference implementation in this project, to which speed-ups are told.
    Baseline,
    /// What the hardware cannot beat.
    Bound,
}

impl Kind {
    /// As in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Engine => "engine",
            Kind::Peer => "peer",
            Kind::Baseline => "baseline",
            Kind::Bound => "bound",
        }
    }
}

/// How a contender gets its time.
pub enum Work {
    /// It is run.
    Timed {
        /// One call.
        run: Box<dyn FnMut()>,
        /// The result of one call, for the comparison before anything is timed; none for a bound that has no
        /// result, such as a `memset`.
        output: Option<Box<dyn FnMut() -> Vec<u8>>>,
    },
    /// It is computed, in core cycles per unit of work.
    Cycles(f64),
}

/// One that takes part in a race.
pub struct Contender {
    /// Its name, unique within the case.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Units of work that one call does.
    pub units_per_call: f64,
    /// How it gets its time.
    pub work: Work,
}

impl Contender {
    /// One of any kind that is run and has a result.
    pub fn new(
        name: impl Into<String>,
        kind: Kind,
        units_per_call: f64,
        run: impl FnMut() + 'static,
        output: impl FnMut() -> Vec<u8> + 'static,
    ) -> Self {
        Contender {
            name: name.into(),
            kind,
            units_per_call,
            work: Work::Timed { run: Box::new(run), output: Some(Box::new(output)) },
        }
    }

    /// A limit computed from documented instruction counts, in core cycles per unit of work.
    pub fn bound(name: impl Into<String>, cycles_per_unit: f64) -> Self {
        Contender {
            name: name.into(),
            kind: Kind::Bound,
            units_per_call: 1.0,
            work: Work::Cycles(cycles_per_unit),
        }
    }

    /// A limit that is measured, such as a `memset` over the same bytes.
    pub fn measured_bound(name: impl Into<String>, units_per_call: f64, run: impl FnMut() + 'static) -> Self {
        Contender {
            name: name.into(),
            kind: Kind::Bound,
            units_per_call,
            work: Work::Timed { run: Box::new(run), output: None },
        }
    }
}
