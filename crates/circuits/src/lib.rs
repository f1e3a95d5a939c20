#![doc = include_str!("../docs/circuits.md")]

mod circuit;
mod code;
mod column;
mod fused;
mod instruction;
mod sat;
mod search;
mod table;
#[cfg(test)]
mod tests;

use core::cell::Cell;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use circuit::{Circuit, Gate, Signal};
pub use code::TritCode;
pub use fused::{Bound, solve_sbox};
pub use instruction::{Instruction, InstructionSet};
pub use table::{MAX_INPUTS, MAX_OUTPUTS, Row, SBox, TruthTable};

/// What cannot be read or solved, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Not a code of trits.
    Code {
        /// What was given.
        text: String,
    },
    /// Not an instruction or a preset.
    Instruction {
        /// What was given.
        text: String,
    },
    /// A truth table that cannot be.
    Table {
        /// What is wrong with it.
        reason: String,
    },
    /// A line of a truth table's file that cannot be read.
    TableLine {
        /// The line, from 1 on.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A circuit that cannot be, or that computes something else.
    Circuit {
        /// What is wrong with it.
        reason: String,
    },
    /// More rows than the search takes.
    TooLarge {
        /// Rows of the table.
        rows: usize,
        /// Most rows that are possible.
        limit: usize,
    },
    /// No circuit of these instructions computes the table, however large.
    Inexpressible {
        /// The instructions.
        set: InstructionSet,
    },
    /// A circuit smaller than a lower bound: the bound is wrong.
    Contradiction {
        /// Instructions of the circuit, which is right on every row.
        size: usize,
        /// The bound.
        bound: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Code { text } => write!(
                f,
                "`{text}` is no code of trits: give andn, orn, or six digits 0 and 1, the bits low and high of -1, of 0 \
                 and of +1, all three pairs different"
            ),
            Error::Instruction { text } => {
                write!(f, "`{text}` is no instruction set: give a letter (")?;
                InstructionSet::PRESETS.iter().try_for_each(|p| write!(f, "{}", p.0))?;
                f.write_str(") or, joined by commas, some of")?;
                Instruction::ALL.iter().try_for_each(|i| write!(f, " {}", i.name()))
            }
            Error::Table { reason } => write!(f, "truth table: {reason}"),
            Error::TableLine { line, reason } => write!(f, "truth table, line {line}: {reason}"),
            Error::Circuit { reason } => write!(f, "circuit: {reason}"),
            Error::TooLarge { rows, limit } => {
                write!(f, "the truth table has {rows} rows; the search takes up to {limit}")
            }
            Error::Inexpressible { set } => {
                write!(f, "no circuit of the instructions {set} computes this table, however large")
            }
            Error::Contradiction { size, bound } => {
                write!(f, "a circuit of {size} instructions contradicts the lower bound of {bound}")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The flag was set.
    Cancelled,
    /// The time was up.
    TimeUp,
    /// The table has more rows than the search takes.
    TooLarge,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The size of circuit being searched for.
    pub size: usize,
    /// Sets of values looked at, or topologies refuted.
    pub done: u64,
    /// Topologies in all, if it is topologies.
    pub of: Option<u64>,
}

/// The reins of a search: a flag that cancels it, a deadline, a callback for its progress.
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    progress: &'a dyn Fn(&Progress),
    deadline: Option<Instant>,
    size: Cell<usize>,
}

impl<'a> Control<'a> {
    /// No deadline; the flag is looked at some thousand times a second.
    pub fn new(cancel: &'a AtomicBool, progress: &'a dyn Fn(&Progress)) -> Self {
        Control { cancel, progress, deadline: None, size: Cell::new(0) }
    }

    /// The same with a deadline.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Self {
        Control { deadline: Some(deadline), ..self }
    }

    /// The same for a part of the work that has so much time at most.
    fn at_most(&self, time: Duration) -> Control<'a> {
        let end = Instant::now() + time;
        let deadline = Some(self.deadline.map_or(end, |d| d.min(end)));
        Control { cancel: self.cancel, progress: self.progress, deadline, size: Cell::new(0) }
    }

    fn stopped(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    fn stopped_error(&self) -> Stopped {
        if self.cancel.load(Ordering::Relaxed) { Stopped::Cancelled } else { Stopped::TimeUp }
    }

    fn report(&self, done: u64, of: Option<u64>) -> Result<(), Stopped> {
        if self.stopped() {
            return Err(self.stopped_error());
        }
        (self.progress)(&Progress { size: self.size.get(), done, of });
        Ok(())
    }

    fn poll(&self, nodes: u64) -> Result<(), Stopped> {
        self.report(nodes, None)
    }
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By the size of the table.
    #[default]
    Auto,
    /// Every set of values that so many instructions can make.
    Exhaustive,
    /// A SAT solver on every topology. Tables with an output that is constant, an input or equal to another output
    /// are searched exhaustively all the same.
    Sat,
}

/// How the search for circuits of one size ended.
enum Outcome {
    /// One was found.
    Found(Circuit),
    /// There is none, after so many sets of values or topologies.
    Refuted(u64),
}

/// One step of a proof: there is no circuit of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The size; all smaller ones are refuted by the steps before.
    pub size: usize,
    /// By what.
    pub by: RefutedBy,
}

/// What a refutation rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefutedBy {
    /// An argument, in words.
    Argument(String),
    /// Exhaustion: number of sets of values looked at.
    Exhaustion(u64),
    /// The SAT solver: number of topologies, each found to be impossible.
    Sat(u64),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The smallest circuit known.
    pub circuit: Option<Circuit>,
    /// The sizes refuted, ascending. The last one refutes every smaller size too.
    pub refuted: Vec<Refutation>,
    /// Why the search ended before its end, if it did.
    pub stopped: Option<Stopped>,
}

impl Solution {
    /// No circuit has fewer instructions.
    pub fn lower_bound(&self) -> usize {
        self.refuted.last().map_or(0, |r| r.size + 1)
    }

    /// Whether the circuit is proved to be of the smallest size.
    pub fn is_minimal(&self) -> bool {
        self.circuit.as_ref().is_some_and(|c| c.size() == self.lower_bound())
    }
}

impl fmt::Display for Solution {
    /// The statement of what is proved.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instructions = |n: usize| format!("{n} instruction{}", if n == 1 { "" } else { "s" });
        match &self.circuit {
            Some(c) if self.is_minimal() => write!(f, "{}, proved minimal", instructions(c.size()))?,
            Some(c) => {
                write!(f, "{} known, at least {} needed", instructions(c.size()), self.lower_bound())?;
            }
            None => write!(f, "no circuit known, at least {} needed", instructions(self.lower_bound()))?,
        }
        for Refutation { size, by } in &self.refuted {
            match by {
                RefutedBy::Argument(why) => write!(f, "\n  size {size} or less: impossible, {why}")?,
                RefutedBy::Exhaustion(n) => {
                    write!(f, "\n  size {size}: none among {n} sets of values, all there are")?
                }
                RefutedBy::Sat(0) => write!(f, "\n  size {size}: no topology takes in all inputs")?,
                RefutedBy::Sat(1) => write!(f, "\n  size {size}: unsatisfiable")?,
                RefutedBy::Sat(n) => write!(f, "\n  size {size}: unsatisfiable in each of {n} topologies")?,
            }
        }
        match self.stopped {
            None => Ok(()),
            Some(Stopped::Cancelled) => write!(f, "\n  size {}: cancelled, open", self.lower_bound()),
            Some(Stopped::TooLarge) => {
                write!(f, "\n  size {}: open, the table is too large to be searched", self.lower_bound())
            }
            Some(Stopped::TimeUp) => write!(f, "\n  size {}: time was up, open", self.lower_bound()),
        }
    }
}

/// What is known before a search.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// A circuit of the set; the search then tries to beat it.
    pub circuit: Option<Circuit>,
    /// A lower bound.
    pub bound: Option<Bound>,
}

/// Finds a circuit with the fewest instructions and proves that there is none with fewer.
///
/// A stopped search is no error: the [`Solution`] has what is known by then. Every circuit returned is verified on
/// every row.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use lanesmith_circuits::{Control, InstructionSet, Known, Method, SBox, TritCode, solve};
/// let table = SBox::Curl.table(TritCode::ANDN, TritCode::ANDN);
/// let (cancel, silent) = (AtomicBool::new(false), |_: &_| {});
/// let control = Control::new(&cancel, &silent);
/// let avx512: InstructionSet = "T".parse()?;
/// let solution = solve(&table, avx512, Method::Auto, Known::default(), &control)?;
/// assert!(solution.is_minimal());
/// assert_eq!(solution.circuit.unwrap().size(), 2);
/// # Ok::<(), lanesmith_circuits::Error>(())
/// ```
///
/// # Errors
/// A table with too many rows, a set that cannot make it, a known circuit that does not compute it, a known bound that a
/// circuit refutes.
pub fn solve(
    table: &TruthTable,
    set: InstructionSet,
    method: Method,
    known: Known,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    if let Some(circuit) = &known.circuit {
        circuit.verify(table)?;
        if !circuit.uses_only(set) {
            return Err(Error::Circuit { reason: format!("it uses instructions beyond {set}") });
        }
    }
    let too_large = table.rows().len() > search::MAX_ROWS;
    if too_large && known.circuit.is_none() {
        return Err(Error::TooLarge { rows: table.rows().len(), limit: search::MAX_ROWS });
    }
    if known.circuit.is_none() {
        match search::falls_short(table, set, control) {
            Ok(false) => {}
            Ok(true) => return Err(Error::Inexpressible { set }),
            Err(stopped) => {
                return Ok(Solution { circuit: None, refuted: Vec::new(), stopped: Some(stopped) });
            }
        }
    }
    let mut solution = Solution { circuit: known.circuit, refuted: Vec::new(), stopped: None };
    let simple = sat::simple_outputs(table, set);
    let counted = if simple { sat::fewest_by_counting(table, set) } else { 0 };
    let by_counting = || String::from("the essential inputs are too many for the operands");
    let bound =
        known.bound.filter(|b| b.size > counted).unwrap_or(Bound { size: counted, reason: by_counting() });
    if let Some(size) = bound.size.checked_sub(1) {
        solution.refuted.push(Refutation { size, by: RefutedBy::Argument(bound.reason) });
    }
    let method = match method {
        Method::Sat if !simple => Method::Exhaustive,
        Method::Auto => {
            let small = match set.max_arity() {
                ..=2 => table.inputs().len() <= 6,
                _ => table.inputs().len() <= 4,
            };
            if small || !simple { Method::Exhaustive } else { Method::Sat }
        }
        chosen => chosen,
    };
    loop {
        let size = solution.lower_bound();
        match solution.circuit.as_ref().map(Circuit::size) {
            Some(found) if found == size => break,
            // Nothing that follows from a wrong bound is worth printing.
            Some(found) if found < size => return Err(Error::Contradiction { size: found, bound: size }),
            _ => {}
        }
        control.size.set(size);
        if too_large {
            solution.stopped = Some(Stopped::TooLarge);
            break;
        }
        if let Err(stopped) = control.report(0, None) {
            solution.stopped = Some(stopped);
            break;
        }
        let outcome = match method {
            Method::Sat => sat::search(table, set, size, control),
            _ => search::search(table, set, size, control)?,
        };
        match outcome {
            Ok(Outcome::Found(circuit)) => {
                circuit.verify(table)?;
                solution.circuit = Some(circuit);
            }
            Ok(Outcome::Refuted(n)) => {
                let by = if method == Method::Sat { RefutedBy::Sat(n) } else { RefutedBy::Exhaustion(n) };
                solution.refuted.push(Refutation { size, by });
            }
            Err(stopped) => {
                solution.stopped = Some(stopped);
                break;
            }
        }
    }
    Ok(solution)
}
