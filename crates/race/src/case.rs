//! What is raced: an operation, and the inputs on which it is raced.

use serde::{Deserialize, Serialize};

use crate::Contender;
pub use crate::error::BoxError;
use crate::figures::Figure;
use crate::memory::Quoted;

/// The race of one operation: [cases](Case) whose contenders do the same work in the same unit.
pub struct Race {
    /// The operation, such as `sort.u32`.
    pub op: &'static str,
    /// What times are given for, in the singular: `byte`, `node`, `call`.
    pub unit: &'static str,
    /// The contender that tables show ratios to; cases without it use their first contender.
    pub baseline: &'static str,
    /// The inputs that are raced.
    pub cases: Vec<Case>,
}

/// One case on so many threads: one table to come.
#[derive(Clone, Copy)]
pub struct Heat<'a> {
    /// The operation.
    pub race: &'a Race,
    /// The input, one of the race's.
    pub case: &'a Case,
    /// Threads that run each contender side by side, each on data of its own.
    pub threads: usize,
}

impl Heat<'_> {
    /// The case's label; where there are several threads, with their number.
    pub fn label(&self) -> String {
        match self.threads {
            0 | 1 => self.case.label.clone(),
            n => format!("{},threads={n}", self.case.label),
        }
    }

    /// The contender that tables compare to.
    pub fn baseline(&self) -> &'static str {
        self.case.baseline.unwrap_or(self.race.baseline)
    }

    /// Operation and label.
    pub fn title(&self) -> String {
        format!("{} {}", self.race.op, self.label())
    }
}

/// How a case makes its contenders. Called once for every thread of the race, inside that thread.
pub type Build = Box<dyn Fn() -> Result<Vec<Contender>, BoxError> + Send + Sync>;

/// One input of a race.
pub struct Case {
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
    /// Whose output the others must give where nothing is [expected](Self::expected), if not the baseline's.
    pub reference: Option<&'static str>,
    /// Bytes that all contenders together may hold at the same time, where that is much: programs leave cases out that the
    /// machine has no memory for.
    pub memory: u64,
    /// What others told of the same work.
    pub quoted: Vec<Quoted>,
    /// What a contender does, as the predicate of a sentence: `hashes a 5 MB file`. For cases that stand for their
    /// operation.
    pub predicate: Option<&'static str>,
    /// What is worked on, for people who do not know the labels: `a file of 5 MB`.
    pub title: Option<String>,
    /// How people say the speed; none for the time of a unit.
    pub figure: Option<Figure>,
    /// Whether it is one of the few that tell what a caller gets.
    pub summed_up: bool,
    /// How many units a caller hands over at once, where contenders choose by that.
    pub count: usize,
}

impl Case {
    /// A case of every race.
    pub fn new(
        label: impl Into<String>,
        build: impl Fn() -> Result<Vec<Contender>, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Case {
            label: label.into(),
            build: Box::new(build),
            expected: None,
            shown: Shown::Always,
            layout: Layout::General,
            baseline: None,
            reference: None,
            memory: 0,
            quoted: Vec::new(),
            predicate: None,
            title: None,
            figure: None,
            summed_up: false,
            count: 1,
        }
    }

    /// Whether its label meets filters of key and value: several values of one key widen the choice, several keys narrow it, and
    /// keys that the label lacks do not concern it unless they are all. Everything meets no filter.
    pub fn meets(&self, filters: &[(&str, &str)]) -> bool {
        let values: Vec<_> = self.label.split(',').filter_map(|part| part.split_once('=')).collect();
        let has = |key: &str| values.iter().any(|(k, _)| *k == key);
        let meets = |key: &str| filters.iter().any(|pair| pair.0 == key && values.contains(pair));
        let mut asked = filters.iter().filter(|(key, _)| has(key)).peekable();
        filters.is_empty() || asked.peek().is_some() && asked.all(|(key, _)| meets(key))
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

    /// The same case; where nothing is expected, others must give what this contender gives.
    #[must_use]
    pub fn trusting(mut self, reference: &'static str) -> Self {
        self.reference = Some(reference);
        self
    }

    /// The same case, with the [predicate](Self::predicate) that says what is done.
    #[must_use]
    pub fn telling(mut self, predicate: &'static str) -> Self {
        self.predicate = Some(predicate);
        self
    }

    /// The same case, with its [title](Self::title).
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same case, its speed told [so](Self::figure).
    #[must_use]
    pub fn told(mut self, figure: Figure) -> Self {
        self.figure = Some(figure);
        self
    }

    /// The same case as one of those that [sum up](Self::summed_up) what a caller gets.
    #[must_use]
    pub fn summing_up(mut self) -> Self {
        self.summed_up = true;
        self
    }

    /// The same case of so many units [at once](Self::count).
    #[must_use]
    pub fn counting(mut self, units: usize) -> Self {
        self.count = units;
        self
    }

    /// The same case, with the [memory](Self::memory) that it needs.
    #[must_use]
    pub fn needing(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// The same case, with figures of others.
    #[must_use]
    pub fn quoting(mut self, quoted: impl IntoIterator<Item = Quoted>) -> Self {
        self.quoted.extend(quoted);
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

/// When a program that lets its user choose races a case. [`heat::run`](crate::heat::run) races whatever it is given.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
