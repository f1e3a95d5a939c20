//! Tables whatever their operation, for what lists, checks and configures engines across operations; and the errors that name
//! an operation and its engines.

use core::fmt;

use crate::engine::{EngineInfo, Reason};
use crate::plan::CostError;

/// Engines that exist on other architectures only, as `(engine, architecture)`: asking for one deserves a better answer
/// than "unknown".
pub type Foreign = &'static [(&'static str, &'static str)];

/// Who chose the engine that callers get who name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The order or the built-in costs of the table.
    Table,
    /// A measurement on this machine, through [`Table::prefer`](crate::Table::prefer) or [`Table::set_costs`](crate::Table::set_costs).
    Measured,
    /// The program or its user, through [`Table::configure`](crate::Table::configure).
    Configured,
}

/// A [`Table`](crate::Table) whatever its operation: what lists, checks and configures engines across operations.
pub trait AnyTable: Sync {
    /// The operation's name.
    fn op(&self) -> &'static str;
    /// The engines compiled in, usable or not, most preferred first.
    fn infos(&'static self) -> Infos;
    /// Description of the engine at a place of the table.
    fn info(&self, index: usize) -> Option<EngineInfo>;
    /// Engines of other architectures: `(engine, architecture)`.
    fn foreign(&self) -> Foreign;
    /// Whether the cheapest engine is chosen by count.
    fn is_planned(&self) -> bool;
    /// Name of the engine that a caller gets who names none; [`AUTO`](crate::AUTO) where that depends on the count.
    fn auto_name(&self) -> &'static str;
    /// How many units the engine at a place of the table does in one step at most, as its built-in costs have it; counts
    /// without a cost of their own are not among them. 0 for an engine without costs.
    fn at_once(&self, index: usize) -> usize;
    /// The first step of `n` units for a caller who names no engine: the engine's name and how many it takes.
    fn first_step(&'static self, n: usize) -> (&'static str, usize);
    /// Whether [`Table::by_name`](crate::Table::by_name) would give a handle, or the name is [`AUTO`](crate::AUTO).
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    fn probe(&'static self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::configure`](crate::Table::configure).
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    fn configure(&'static self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::prefer`](crate::Table::prefer).
    ///
    /// # Errors
    /// As [`Table::by_name`](crate::Table::by_name).
    fn prefer(&'static self, name: &str) -> Result<(), EngineError>;
    /// Whether [`Table::set_costs`](crate::Table::set_costs) would take these.
    ///
    /// # Errors
    /// As [`Table::set_costs`](crate::Table::set_costs).
    fn probe_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError>;
    /// As [`Table::set_costs`](crate::Table::set_costs).
    ///
    /// # Errors
    /// As [`Table::set_costs`](crate::Table::set_costs).
    fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError>;
    /// As [`Table::origin`](crate::Table::origin).
    fn origin(&self) -> Origin;
}

/// The descriptions of a table's engines, in order.
#[derive(Clone)]
pub struct Infos {
    table: &'static dyn AnyTable,
    next: usize,
}

impl Infos {
    pub(crate) fn of(table: &'static dyn AnyTable) -> Self {
        Infos { table, next: 0 }
    }
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
    pub(crate) fn new(table: &'static dyn AnyTable, asked: &str, reason: Reason) -> Self {
        EngineError { table, asked: Asked::new(asked), reason }
    }

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
        write!(f, "{op} has no engine {name:?}{dots}; it has ")?;
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
