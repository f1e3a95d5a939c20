//! Tables whatever their operation, for what lists, checks and configures engines across operations; and the errors that name
//! an operation and its engines.

use core::fmt;

use crate::costs::Fill;
use crate::cpu;
use crate::engine::{EngineInfo, Reason};
use crate::plan::{self, Cost, CostError, Priced, Steps};
use crate::rows::{AUTO, CONFIGURED, MEASURED, Rows};
use crate::text::Quoted;

pub use crate::rows::{Foreign, Origin};

/// A [`Table`](crate::Table) whatever its operation: what lists, checks and configures engines across operations. Its methods are
/// those of `dyn AnyTable`: compiled once for all tables, and not part of a program that does not call them, as entries of a virtual
/// table would be.
pub trait AnyTable: Rows + Sync + 'static {
    /// The operation's name.
    fn op(&self) -> &'static str;
}

impl dyn AnyTable {
    /// The engines compiled in, usable or not, most preferred first.
    pub fn infos(&'static self) -> Infos {
        Infos { table: self, next: 0 }
    }

    /// Description of the engine at a place of the table.
    pub fn info(&self, index: usize) -> Option<EngineInfo> {
        self.row(index).map(|row| *row.info)
    }

    /// Engines of other architectures: `(engine, architecture)`.
    pub fn foreign(&self) -> Foreign {
        self.state().foreign
    }

    /// Whether the cheapest engine is chosen by count.
    pub fn is_planned(&self) -> bool {
        self.state().is_planned()
    }

    /// Name of the engine that a caller gets who names none; [`AUTO`] where that depends on the count.
    pub fn auto_name(&self) -> &'static str {
        let rows: &dyn Rows = self;
        let by_count = self.is_planned() && self.origin() != Origin::Configured;
        if by_count { AUTO } else { self.row(rows.auto()).map_or(AUTO, |row| row.info.name) }
    }

    /// How many units the engine at a place of the table does in one step at most, as its built-in costs have it; counts
    /// without a cost of their own are not among them. 0 where there is no engine.
    pub fn at_once(&self, index: usize) -> usize {
        self.row(index).map_or(0, |row| {
            let cost = plan::cost_on(row.info, row.costs, cpu::kind());
            cost.at_once(row.info.lanes).min(plan::PLANNED)
        })
    }

    /// The first step of `n` units for a caller who names no engine: the engine's name and how many it takes.
    pub fn first_step(&'static self, n: usize) -> (&'static str, usize) {
        let rows: &dyn Rows = self;
        let (step, take) = self.state().step(n.max(1), |slot| rows.work_out(slot));
        (self.row(step.engine()).map_or(AUTO, |row| row.info.name), take)
    }

    /// Whether [`Table::by_name`](crate::Table::by_name) would give a handle, or the name is [`AUTO`].
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    pub fn probe(&'static self, name: &str) -> Result<(), EngineError> {
        self.place(name).map(drop)
    }

    /// As [`Table::configure`](crate::Table::configure).
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    pub fn configure(&'static self, name: &str) -> Result<(), EngineError> {
        let rows: &dyn Rows = self;
        rows.choose(self.place(name)?, CONFIGURED);
        Ok(())
    }

    /// As [`configure`](crate::Table::configure), by the engine's place in the table, for a face that counts engines and whose programs should
    /// not carry the texts about names; `None` gives the choice back to the table.
    ///
    /// # Errors
    /// Why the engine there cannot be had.
    pub fn configure_at(&'static self, place: Option<usize>) -> Result<(), Reason> {
        let rows: &dyn Rows = self;
        if let Some(place) = place {
            let row = self.row(place).ok_or(Reason::Unknown)?;
            row.info.refusal().map_or(Ok(()), Err)?;
        }
        rows.choose(place.map_or(0, |place| place + 1), CONFIGURED);
        Ok(())
    }

    /// As [`Table::prefer`](crate::Table::prefer).
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    pub fn prefer(&'static self, name: &str) -> Result<(), EngineError> {
        let rows: &dyn Rows = self;
        rows.choose(self.place(name)?, MEASURED);
        Ok(())
    }

    /// Whether [`Table::set_costs`](crate::Table::set_costs) would take these.
    ///
    /// # Errors
    /// As [`Table::set_costs`](crate::Table::set_costs).
    pub fn probe_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        self.steps_of_costs(costs).map(drop)
    }

    /// As [`Table::set_costs`](crate::Table::set_costs).
    ///
    /// # Errors
    /// As [`Table::set_costs`](crate::Table::set_costs).
    pub fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        self.state().measure(&self.steps_of_costs(costs)?);
        Ok(())
    }

    /// As [`Table::origin`](crate::Table::origin).
    pub fn origin(&self) -> Origin {
        self.state().origin()
    }

    /// Place of the engine of that name, if this machine can run it.
    pub(crate) fn index_of(&'static self, name: &str) -> Result<usize, EngineError> {
        let reason = match self.infos().enumerate().find(|(_, info)| info.name == name) {
            Some((place, info)) => match info.refusal() {
                None => return Ok(place),
                Some(reason) => reason,
            },
            None => match self.foreign().iter().find(|(engine, _)| *engine == name) {
                Some((_, architecture)) => Reason::OtherArchitecture { architecture },
                None => Reason::Unknown,
            },
        };
        Err(EngineError { table: self, asked: Asked::new(name), reason })
    }

    /// Place of an engine in the table plus one; 0 for [`AUTO`].
    fn place(&'static self, name: &str) -> Result<usize, EngineError> {
        if name == AUTO { Ok(0) } else { self.index_of(name).map(|index| index + 1) }
    }

    /// The steps that costs lead to.
    fn steps_of_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<Steps, CostsError> {
        let op = self.op();
        if !self.is_planned() {
            return Err(CostsError::NotPlanned { op });
        }
        if costs.is_empty() {
            return Err(CostsError::NoEngine { op });
        }
        let priced = |i: usize| {
            let (name, list) = costs.get(i)?;
            let (place, info) = self.infos().enumerate().find(|(_, info)| info.name == *name)?;
            Some(Priced { place, lanes: info.lanes, cost: Cost::of_list(list, info.fill).ok()?, scale: 1 })
        };
        for (i, (name, list)) in costs.iter().enumerate() {
            match *name {
                // No engine, though callers may name it elsewhere.
                AUTO => {
                    let error = EngineError { table: self, asked: Asked::new(name), reason: Reason::Unknown };
                    return Err(error.into());
                }
                name => self.probe(name)?,
            }
            let (engine, fill) = self
                .infos()
                .find(|info| info.name == *name)
                .map_or(("", Fill::Pass), |info| (info.name, info.fill));
            if costs[..i].iter().any(|(other, _)| other == name) {
                return Err(CostsError::Twice { op, engine });
            }
            Cost::of_list(list, fill).map_err(|error| CostsError::Cost { op, engine, error })?;
        }
        Ok(plan::cheapest(costs.len(), &priced, self.infos().count() - 1))
    }
}

/// The descriptions of a table's engines, in order.
#[derive(Clone)]
pub struct Infos {
    table: &'static dyn AnyTable,
    next: usize,
}

impl Iterator for Infos {
    type Item = EngineInfo;
    fn next(&mut self) -> Option<EngineInfo> {
        let info = self.table.info(self.next);
        self.next += usize::from(info.is_some());
        info
    }
}

impl fmt::Debug for Infos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engines of {}", self.table.op())
    }
}

impl fmt::Debug for dyn AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table of {}", self.op())
    }
}

/// The name that was asked for, kept without allocation: its first bytes where it is long.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Asked {
    bytes: [u8; 40],
    len: u8,
    cut: bool,
}

impl Asked {
    fn new(name: &str) -> Self {
        let mut asked = Asked { bytes: [0; 40], len: 0, cut: false };
        for c in name.chars() {
            let at = usize::from(asked.len);
            match asked.bytes.get_mut(at..at + c.len_utf8()) {
                Some(room) => {
                    c.encode_utf8(room);
                    asked.len += c.len_utf8() as u8;
                }
                None => {
                    asked.cut = true;
                    break;
                }
            }
        }
        asked
    }

    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len.into()]).unwrap_or("")
    }
}

/// An engine that cannot be had, and why.
///
/// ```
/// use lanesmith_isa::{Operation, Reason, table};
///
/// /// `demo.halve`: half of a number.
/// #[derive(Debug)]
/// pub struct Halve(fn(u32) -> u32);
/// impl Operation for Halve {
///     const NAME: &str = "demo.halve";
/// }
/// table! {
///     /// Engines of `demo.halve`.
///     static HALVE: Halve;
///     portable {
///         scalar: Portable, 1, "general registers", Halve(|a| a / 2);
///     }
/// }
/// let error = HALVE.by_name("abacus").unwrap_err();
/// assert_eq!((error.op(), error.asked(), error.reason()), ("demo.halve", "abacus", Reason::Unknown));
/// assert_eq!(error.to_string(), "demo.halve has no engine \"abacus\"; it has scalar");
/// ```
#[derive(Clone, Copy)]
pub struct EngineError {
    table: &'static dyn AnyTable,
    asked: Asked,
    reason: Reason,
}

impl EngineError {
    /// The operation.
    pub fn op(&self) -> &'static str {
        self.table.op()
    }

    /// The name that was asked for; its first 40 bytes if it is longer.
    pub fn asked(&self) -> &str {
        self.asked.as_str()
    }

    /// Why it cannot be had.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The engines that the operation has in this build.
    pub fn known(&self) -> impl Iterator<Item = &'static str> {
        self.table.infos().map(|info| info.name)
    }
}

impl PartialEq for EngineError {
    fn eq(&self, other: &Self) -> bool {
        (self.op(), self.asked, self.reason) == (other.op(), other.asked, other.reason)
    }
}

impl Eq for EngineError {}

impl fmt::Debug for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineError")
            .field("op", &self.op())
            .field("asked", &self.asked())
            .field("reason", &self.reason)
            .finish()
    }
}

/// More names than these are not listed in a message.
const LISTED: usize = 20;

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (op, name, dots) = (self.op(), self.asked(), if self.asked.cut { "..." } else { "" });
        if self.reason != Reason::Unknown {
            return write!(f, "engine {name}{dots} of {op} cannot run here: {}", self.reason);
        }
        write!(f, "{op} has no engine {}{dots}; it has ", Quoted(name))?;
        for (i, known) in self.known().take(LISTED).enumerate() {
            write!(f, "{}{known}", if i > 0 { ", " } else { "" })?;
        }
        match self.known().count() {
            all @ LISTED.. if all > LISTED => write!(f, " and {} more", all - LISTED),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for EngineError {}

/// Why costs are refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostsError {
    /// The operation does not choose by count.
    NotPlanned {
        /// The operation.
        op: &'static str,
    },
    /// No engine is named.
    NoEngine {
        /// The operation.
        op: &'static str,
    },
    /// An engine cannot be had.
    Engine(EngineError),
    /// An engine is named twice.
    Twice {
        /// The operation.
        op: &'static str,
        /// The engine.
        engine: &'static str,
    },
    /// A list of costs cannot be used.
    Cost {
        /// The operation.
        op: &'static str,
        /// The engine.
        engine: &'static str,
        /// What is wrong with it.
        error: CostError,
    },
}

impl From<EngineError> for CostsError {
    fn from(error: EngineError) -> Self {
        CostsError::Engine(error)
    }
}

impl fmt::Display for CostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostsError::NotPlanned { op } => write!(f, "{op} does not choose engines by count"),
            CostsError::NoEngine { op } => write!(f, "the costs of {op} name no engine"),
            CostsError::Engine(error) => error.fmt(f),
            CostsError::Twice { op, engine } => write!(f, "the costs of {op} name engine {engine} twice"),
            CostsError::Cost { op, engine, error } => write!(f, "costs of engine {engine} of {op}: {error}"),
        }
    }
}

impl core::error::Error for CostsError {}
