//! The test driver: every engine of an operation is its own named test.
//!
//! A test file with `harness = false` lists tables and checks; the driver runs `op::engine::check` for each. An
//! engine that this CPU lacks is *reported* as ignored with what is missing, and `LANESMITH_REQUIRE` (see
//! [`require`](crate::require)) makes that a failure.
//!
//! ```
//! use lanesmith_isa::{Handle, Operation, entries, table};
//! use lanesmith_testkit::driver::Suite;
//!
//! /// `demo.double`: twice a number.
//! #[derive(Debug)]
//! struct Double(fn(u32) -> u32);
//! impl Operation for Double {
//!     const NAME: &str = "demo.double";
//! }
//! entries! {
//!     engine scalar with Portable;
//!     Double => fn double(_token, x: u32) -> u32 { x + x }
//! }
//! table! {
//!     /// Engines of `demo.double`.
//!     static DOUBLE: Double;
//!     portable { scalar: Portable, 1, "portable", Double(double); }
//! }
//!
//! fn vectors(engine: Handle<Double>) -> Result<(), String> {
//!     match (engine.kernel().0)(21) {
//!         42 => Ok(()),
//!         other => Err(format!("double(21) = {other}")),
//!     }
//! }
//!
//! // In tests/engines.rs: fn main() -> std::process::ExitCode { ... }
//! let mut suite = Suite::with_args(["engines", "--quiet"]);
//! suite.engines(&DOUBLE, &[("vectors", vectors)]);
//! suite.hit(&DOUBLE, |engine| {
//!     (engine.kernel().0)(1);
//! });
//! suite.run();
//! ```

use std::process::ExitCode;

use lanesmith_isa::{Handle, Operation, Table, hit};
use libtest_mimic::{Arguments, Completion, Conclusion, Trial};

use crate::require::{Requirement, lacks};

/// A check of one engine: `Err` says what was wrong.
pub type Check<K> = fn(Handle<K>) -> Result<(), String>;

/// The tests of one test binary.
#[derive(Debug)]
pub struct Suite {
    args: Arguments,
    require: Requirement,
    trials: Vec<Trial>,
    known: Vec<&'static str>,
}

impl Suite {
    /// A suite that reads its command line (the one of `cargo test`: filters, `--exact`, `--list` ...) and
    /// `LANESMITH_REQUIRE`.
    pub fn from_args() -> Self {
        Self::new(Arguments::from_args(), Requirement::from_env())
    }

    /// A suite with the given command line, program name first, and `LANESMITH_REQUIRE` from the environment.
    pub fn with_args<'a>(args: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(Arguments::from_iter(args), Requirement::from_env())
    }

    /// A suite with the given command line and requirements.
    pub fn new(args: Arguments, require: Requirement) -> Self {
        let trials = require
            .features()
            .map(|(word, verdict)| {
                Trial::test(format!("LANESMITH_REQUIRE::{word}"), || verdict.map_err(Into::into))
            })
            .collect();
        Suite { args, require, trials, known: Vec::new() }
    }

    /// Adds `op::engine::check` for every engine of the table, and one ignored entry for each engine that exists
    /// on other architectures only.
    pub fn engines<K: Operation>(&mut self, table: &'static Table<K>, checks: &[(&str, Check<K>)]) {
        for &(name, check) in checks {
            self.each(table, name, check);
        }
        for &(engine, architecture) in table.foreign() {
            self.known.push(engine);
            let name = format!("{}::{engine}", table.op());
            let why = format!("for {architecture}");
            self.skip(name, why, self.require.demands_name(engine));
        }
    }

    /// Adds the *hit test* `op::engine::hit` for every engine: `call` must enter the engine it is handed, once or
    /// more, on the calling thread; the test fails unless exactly that engine [marked](hit::mark) itself. A table that
    /// wires a name to the wrong kernel passes every vector, and fails here.
    ///
    /// Marks are recorded in builds with debug assertions; elsewhere the test is ignored and says so.
    pub fn hit<K: Operation>(&mut self, table: &'static Table<K>, call: fn(Handle<K>)) {
        let op = table.op();
        let check = move |engine: Handle<K>| {
            drop(hit::take());
            call(engine);
            exactly(op, engine.name(), &hit::take())
        };
        if hit::RECORDS {
            self.each(table, "hit", check);
        } else {
            self.skip(format!("{op}::hit"), "needs a build with debug assertions".into(), false);
        }
    }

    /// Adds a test that has to do with no engine.
    pub fn test(&mut self, name: &str, check: fn() -> Result<(), String>) {
        self.trials.push(Trial::test(name, move || check().map_err(Into::into)));
    }

    /// Runs the tests and prints what `cargo test` prints.
    pub fn run(self) -> ExitCode {
        self.conclude().exit_code()
    }

    /// Runs the tests and gives the counts.
    pub fn conclude(mut self) -> Conclusion {
        let unknown: Vec<&str> = self.require.unknown(&self.known).collect();
        if !unknown.is_empty() {
            let message = format!("neither an engine nor a CPU feature: {}", unknown.join(", "));
            self.trials.push(Trial::test("LANESMITH_REQUIRE", || Err(message.into())));
        }
        libtest_mimic::run(&self.args, self.trials)
    }

    /// Adds `op::engine::check_name` for every engine of the table.
    pub fn each<K: Operation>(
        &mut self,
        table: &'static Table<K>,
        check_name: &str,
        check: impl Fn(Handle<K>) -> Result<(), String> + Clone + Send + 'static,
    ) {
        self.known.extend(table.engines().iter().map(|engine| engine.info.name));
        for info in table.engines().iter().map(|engine| engine.info) {
            let name = format!("{}::{}::{check_name}", table.op(), info.name);
            if info.is_available() {
                let check = check.clone();
                self.trials.push(Trial::test(name, move || {
                    let handle = table.by_name(info.name).map_err(|e| e.to_string())?;
                    check(handle).map_err(Into::into)
                }));
            } else {
                self.skip(name, lacks(info.missing()), self.require.demands(&info));
            }
        }
    }

    fn skip(&mut self, name: String, why: String, fatal: bool) {
        self.trials.push(Trial::ignorable_test(name, move || match fatal {
            true => Err(format!("required by LANESMITH_REQUIRE, cannot run here: {why}").into()),
            false => Ok(Completion::ignored_with(why)),
        }));
    }
}

/// Whether the marks are those of that engine of that operation and of no other engine of it.
fn exactly(op: &str, engine: &str, marks: &[(&str, &str)]) -> Result<(), String> {
    let of_op: Vec<&str> = marks.iter().filter(|(o, _)| *o == op).map(|(_, e)| *e).collect();
    match of_op.as_slice() {
        [] => Err(format!("asked for {engine}: no engine of {op} marked itself (lanesmith_isa::hit::mark)")),
        ran if ran.iter().all(|e| *e == engine) => Ok(()),
        ran => Err(format!("asked for {engine}, ran {}", ran.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::exactly;

    #[test]
    fn another_engine_in_its_place_is_a_miss() {
        assert!(exactly("op", "avx2", &[("op", "scalar")]).unwrap_err().contains("ran scalar"));
    }

    #[test]
    fn another_engine_beside_it_is_a_miss() {
        assert!(exactly("op", "avx2", &[("op", "avx2"), ("op", "scalar")]).is_err());
    }

    #[test]
    fn no_engine_at_all_is_a_miss() {
        assert!(exactly("op", "avx2", &[("other", "avx2")]).is_err());
    }

    #[test]
    fn the_engine_alone_is_a_hit_whatever_other_operations_ran() {
        assert_eq!(exactly("op", "avx2", &[("op", "avx2"), ("other", "scalar")]), Ok(()));
    }
}
