//! A list of published vectors, compared with what one engine gives.

use std::fmt;
use std::sync::Arc;

use lanesmith_isa::{Choice, Table, Tabled};
use lanesmith_testkit::hex;

/// How much a check covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Some of every kind of vector: a fraction of a second for each engine.
    Quick,
    /// All vectors, but of those that take long without optimisation only each `of`-th, from `place` on: for tests, where every engine
    /// takes its part of them.
    Part {
        /// Which of the engines it is.
        place: usize,
        /// How many there are.
        of: usize,
    },
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

impl CheckFailure {
    /// A vector, what it says, and what came instead.
    pub fn new(vector: impl ToString, expected: impl ToString, got: impl ToString) -> Self {
        CheckFailure { vector: vector.to_string(), expected: expected.to_string(), got: got.to_string() }
    }
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vector {}: expected {}, got {}", self.vector, self.expected, self.got)
    }
}

impl std::error::Error for CheckFailure {}

/// Counts the vectors of a check and compares them.
pub struct Tally<'a> {
    scope: Scope,
    done: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a> Tally<'a> {
    /// A tally that tells now and then how many vectors came out right.
    pub fn new(scope: Scope, progress: &'a mut dyn FnMut(u64)) -> Self {
        Tally { scope, done: 0, progress }
    }

    /// How many vectors came out right.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether every kind of vector is to be checked at every length.
    pub fn is_full(&self) -> bool {
        self.scope != Scope::Quick
    }

    /// Whether a vector is to be checked that takes long, by its number in the list.
    pub fn takes_long(&self, number: usize) -> bool {
        match self.scope {
            Scope::Quick => false,
            Scope::Part { place, of } => number % of.max(1) == place,
            Scope::Full => true,
        }
    }

    /// How much of a list to take: so much of it in a quick check, else all.
    pub fn up_to(&self, quick: usize) -> usize {
        if self.is_full() { usize::MAX } else { quick }
    }

    /// Counts a vector that came out right.
    pub fn right(&mut self) {
        self.done += 1;
        if self.done.is_multiple_of(16) {
            (self.progress)(self.done);
        }
    }

    /// Compares bytes.
    ///
    /// # Errors
    /// They differ.
    pub fn bytes(
        &mut self,
        id: impl FnOnce() -> String,
        expected: &[u8],
        got: &[u8],
    ) -> Result<(), CheckFailure> {
        if expected != got {
            return Err(CheckFailure::new(id(), hex::encode(expected), hex::encode(got)));
        }
        self.right();
        Ok(())
    }

    /// Compares text.
    ///
    /// # Errors
    /// They differ.
    pub fn text(&mut self, id: &str, expected: &str, got: &[u8]) -> Result<(), CheckFailure> {
        if expected.as_bytes() != got {
            return Err(CheckFailure::new(id, expected, got.escape_ascii()));
        }
        self.right();
        Ok(())
    }
}

type Run = dyn Fn(&str, &mut Tally<'_>) -> Result<(), CheckFailure> + Send + Sync;

/// One list of vectors of an operation, and how an engine of it is compared with them.
#[derive(Clone)]
pub struct Check {
    /// The operation.
    pub op: &'static str,
    /// What comes out right, as the name of a test says it: `monte_carlo`.
    pub name: &'static str,
    /// The vectors, for people: `NIST's Monte Carlo test`.
    pub title: &'static str,
    run: Arc<Run>,
}

impl Check {
    /// The check of any engine of a table, and of `auto`.
    pub fn new<K: Tabled>(
        _table: &'static Table<K>,
        name: &'static str,
        title: &'static str,
        check: fn(Choice<K>, &mut Tally<'_>) -> Result<(), CheckFailure>,
    ) -> Self {
        let op = K::NAME;
        let run = move |engine: &str, tally: &mut Tally<'_>| {
            let none =
                |e: lanesmith_isa::EngineError| CheckFailure::new("none", format!("{op} on {engine}"), e);
            check(Choice::by_name(engine).map_err(none)?, tally)
        };
        Check { op, name, title, run: Arc::new(run) }
    }

    /// Compares one engine.
    ///
    /// # Errors
    /// The first vector that it gets wrong.
    pub fn run(&self, engine: &str, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
        (self.run)(engine, tally)
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("op", &self.op)
            .field("name", &self.name)
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    #[test]
    fn every_operation_has_checks_with_names_of_their_own() {
        for family in families() {
            let checks = family.checks();
            for table in family.tables().into_iter().chain(family.studies()) {
                let names: Vec<_> = checks.iter().filter(|c| c.op == table.op()).map(|c| c.name).collect();
                assert!(!names.is_empty(), "{}", table.op());
                let mut unique = names.clone();
                unique.sort_unstable();
                unique.dedup();
                assert_eq!(unique.len(), names.len(), "{names:?}");
            }
        }
    }

    #[cfg(all(feature = "bls", feature = "curl", feature = "pwhash", feature = "sha256"))]
    #[test]
    fn every_word_for_an_engine_that_must_be_testable_is_one_of_some_architecture() {
        let mut engines = Vec::new();
        for table in families().iter().flat_map(|family| family.tables()) {
            engines.extend(table.infos().map(|info| info.name));
            engines.extend(table.foreign().iter().map(|(engine, _)| *engine));
        }
        for word in lanesmith_testkit::require::ENGINE_WORDS {
            assert!(engines.contains(word), "{word}");
            assert!(lanesmith_isa::Feature::by_name(word).is_none(), "{word} is known without this list");
        }
    }

    #[test]
    fn every_check_belongs_to_a_table_of_its_family() {
        for family in families() {
            let ops: Vec<_> = family.tables().into_iter().chain(family.studies()).map(|t| t.op()).collect();
            for check in family.checks() {
                assert!(ops.contains(&check.op), "{check:?}");
            }
        }
    }

    #[test]
    fn what_differs_is_told_with_both_sides() {
        let mut progress = |_| {};
        let mut tally = Tally::new(Scope::Full, &mut progress);
        tally.bytes(|| "a".into(), &[1], &[1]).unwrap();
        let error = tally.bytes(|| "b".into(), &[1], &[2]).unwrap_err();
        assert_eq!(error.to_string(), "vector b: expected 01, got 02");
        let error = tally.text("c", "AB", b"AC").unwrap_err();
        assert_eq!(error.to_string(), "vector c: expected AB, got AC");
        assert_eq!(tally.done(), 1);
    }

    #[test]
    fn parts_of_the_engines_are_all_together_each_once() {
        let mut progress = |_| {};
        let mut takers = [0; 100];
        for place in 0..7 {
            let tally = Tally::new(Scope::Part { place, of: 7 }, &mut progress);
            takers.iter_mut().enumerate().for_each(|(i, takers)| *takers += i32::from(tally.takes_long(i)));
        }
        assert_eq!(takers, [1; 100]);
    }
}
