//! One operation, several engines: static tables, look-up by name, forcing, and the choice of one.
//!
//! A kernel crate keeps one `static` [`Table`] per operation, its engines in order of preference. A [`Handle`] to an
//! engine exists only where the CPU has what the engine needs, so whoever holds one may call it.
//!
//! ```
//! use lanesmith_isa::{Engine, EngineError, FeatureSet, Feature, Table};
//!
//! // The kernel of this operation is one function; real tables have larger structs.
//! static DOUBLE: Table<fn(u32) -> u32> = Table::new("demo.double", &[
//!     Engine::new("exotic", "needs what no x86 has", FeatureSet::of(&[Feature::Simd128]), 1, |x| x << 1),
//!     Engine::new("scalar", "portable", FeatureSet::EMPTY, 1, |x| x + x),
//! ]);
//!
//! assert_eq!((DOUBLE.auto().kernel)(21), 42);
//! # #[cfg(not(target_arch = "wasm32"))]
//! assert!(matches!(DOUBLE.by_name("exotic"), Err(EngineError::Unsupported { .. })));
//! assert!(matches!(DOUBLE.by_name("abacus"), Err(EngineError::Unknown { .. })));
//! ```

use core::fmt;
use core::ops::Deref;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::arch;
use crate::detect::{self, Status};
use crate::feature::FeatureSet;

/// What is known of an engine without running it.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// Instruction sets, lower case, joined by `+`.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// What the CPU must have.
    pub requires: FeatureSet,
    /// How many independent units of work one pass carries (messages, nodes, blocks).
    pub lanes: usize,
}

impl EngineInfo {
    /// What this machine lacks for the engine; empty where it can run.
    pub fn missing(&self) -> FeatureSet {
        detect::features().missing_from(self.requires)
    }

    /// Whether this machine can run the engine.
    pub fn is_available(&self) -> bool {
        self.missing().is_empty()
    }

    /// The architecture that the engine is for, if only one.
    pub fn architecture(&self) -> Option<&'static str> {
        self.requires.iter().next().map(|f| f.architecture())
    }
}

/// An engine: its description and its kernel, which is whatever the operation needs (a struct of functions, as a
/// rule).
#[derive(Debug)]
pub struct Engine<K: 'static> {
    /// The description.
    pub info: EngineInfo,
    /// The functions.
    pub kernel: K,
}

impl<K> Engine<K> {
    /// An engine for a table.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        requires: FeatureSet,
        lanes: usize,
        kernel: K,
    ) -> Self {
        Engine { info: EngineInfo { name, summary, requires, lanes }, kernel }
    }
}

/// A usable engine: given out only where the CPU has what it needs.
#[derive(Debug)]
pub struct Handle<K: 'static>(&'static Engine<K>);

impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Handle<K> {}

impl<K> PartialEq for Handle<K> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl<K> Deref for Handle<K> {
    type Target = Engine<K>;
    #[inline(always)]
    fn deref(&self) -> &Engine<K> {
        self.0
    }
}

impl<K> Handle<K> {
    /// The engine's name.
    pub fn name(self) -> &'static str {
        self.0.info.name
    }

    /// The kernel, for as long as the program runs.
    #[inline(always)]
    pub fn kernel(self) -> &'static K {
        &self.0.kernel
    }
}

/// Names of engines that exist on other architectures only: asking for one deserves a better answer than
/// "unknown".
pub type Foreign = &'static [(&'static str, &'static str)];

/// Bit of a choice that was made by [`Table::configure`].
const CONFIGURED: usize = 1 << (usize::BITS - 1);
/// Bit of a choice that was made by [`Table::prefer`].
const MEASURED: usize = 1 << (usize::BITS - 2);

/// Who chose the engine that callers get who name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The order of the table.
    Table,
    /// A measurement on this machine, through [`Table::prefer`].
    Measured,
    /// The program or its user, through [`Table::configure`].
    Configured,
}

/// The engines of one operation, most preferred first. The last one must be portable.
#[derive(Debug)]
pub struct Table<K: 'static> {
    op: &'static str,
    engines: &'static [Engine<K>],
    foreign: Foreign,
    /// Index of the engine that [`Table::auto`] gives, plus one; 0 until somebody asked. [`CONFIGURED`] or [`MEASURED`]
    /// is set where somebody has chosen it.
    choice: AtomicUsize,
}

impl<K> Table<K> {
    /// A table; refuses (at compile time, in a `static`) an empty one and one whose last engine is not portable.
    pub const fn new(op: &'static str, engines: &'static [Engine<K>]) -> Self {
        assert!(!engines.is_empty(), "an operation needs an engine");
        assert!(engines[engines.len() - 1].info.requires.is_empty(), "the last engine must be portable");
        Table { op, engines, foreign: &[], choice: AtomicUsize::new(0) }
    }

    /// Names the engines that the operation has on other architectures: `(engine, architecture)`.
    #[must_use]
    pub const fn with_foreign(mut self, foreign: Foreign) -> Self {
        self.foreign = foreign;
        self
    }

    /// The operation's name, such as `curl.hash`.
    pub fn op(&self) -> &'static str {
        self.op
    }

    /// Every engine compiled in, usable or not.
    pub fn engines(&self) -> &'static [Engine<K>] {
        self.engines
    }

    /// The usable engines in order of preference.
    pub fn available(&self) -> impl Iterator<Item = Handle<K>> + use<K> {
        self.engines.iter().filter(|e| e.info.is_available()).map(Handle)
    }

    /// The engine of that name, if this CPU can run it.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] lists the names there are, [`EngineError::Unsupported`] what is missing.
    pub fn by_name(&self, name: &str) -> Result<Handle<K>, EngineError> {
        let index = self.index_of(name)?;
        Ok(Handle(&self.engines[index]))
    }

    fn index_of(&self, name: &str) -> Result<usize, EngineError> {
        match self.engines.iter().position(|e| e.info.name == name) {
            Some(index) => {
                let info = &self.engines[index].info;
                let missing = info.missing();
                if missing.is_empty() {
                    Ok(index)
                } else {
                    Err(EngineError::Unsupported { op: self.op, engine: info.name, missing })
                }
            }
            None => match self.foreign.iter().find(|(engine, _)| *engine == name) {
                Some((engine, architecture)) => {
                    Err(EngineError::OtherArchitecture { op: self.op, engine, architecture })
                }
                None => Err(EngineError::unknown(self)),
            },
        }
    }

    /// What a caller gets who names no engine: the configured one, or else the most preferred that can run.
    #[inline]
    pub fn auto(&self) -> Handle<K> {
        match self.choice.load(Ordering::Relaxed) {
            0 => self.preferred(),
            chosen => self.chosen(chosen),
        }
    }

    /// The engine that somebody has [configured](Self::configure), if so: then it is to be used for everything.
    ///
    /// ```
    /// # use lanesmith_isa::{Engine, FeatureSet, Table};
    /// static NOTHING: Table<()> =
    ///     Table::new("demo.nothing", &[Engine::new("scalar", "portable", FeatureSet::EMPTY, 1, ())]);
    /// assert!(NOTHING.auto().name() == "scalar" && NOTHING.configured().is_none());
    /// NOTHING.configure("scalar")?;
    /// assert!(NOTHING.configured().is_some());
    /// # Ok::<(), lanesmith_isa::EngineError>(())
    /// ```
    pub fn configured(&self) -> Option<Handle<K>> {
        let chosen = self.choice.load(Ordering::Relaxed);
        (chosen & CONFIGURED != 0).then(|| self.chosen(chosen))
    }

    /// The engine that was [found to be the best](Self::prefer) for plenty of work on this machine, if so and nobody has
    /// configured one.
    pub fn measured(&self) -> Option<Handle<K>> {
        let chosen = self.choice.load(Ordering::Relaxed);
        (chosen & MEASURED != 0).then(|| self.chosen(chosen))
    }

    #[inline(always)]
    fn chosen(&self, choice: usize) -> Handle<K> {
        Handle(&self.engines[(choice & !(CONFIGURED | MEASURED)) - 1])
    }

    fn preferred(&self) -> Handle<K> {
        // The last engine is portable, so there is one.
        let last = self.engines.len() - 1;
        let index = self.engines.iter().position(|e| e.info.is_available()).unwrap_or(last);
        match self.choice.compare_exchange(0, index + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Handle(&self.engines[index]),
            // Somebody chose in the meantime.
            Err(chosen) => self.chosen(chosen),
        }
    }

    /// Makes an engine the one that [`auto`](Self::auto) gives from now on, in the whole process.
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn configure(&self, name: &str) -> Result<(), EngineError> {
        let index = self.index_of(name)?;
        self.choice.store((index + 1) | CONFIGURED, Ordering::Relaxed);
        Ok(())
    }

    /// Puts an engine before all others, as a measurement on this machine found it: [`auto`](Self::auto) gives it from
    /// now on unless somebody has [configured](Self::configure) or configures one.
    ///
    /// ```
    /// # use lanesmith_isa::{Engine, FeatureSet, Table};
    /// static PAIR: Table<()> = Table::new("demo.pair", &[
    ///     Engine::new("wide", "", FeatureSet::EMPTY, 4, ()),
    ///     Engine::new("scalar", "portable", FeatureSet::EMPTY, 1, ()),
    /// ]);
    /// PAIR.prefer("scalar")?;
    /// assert_eq!(PAIR.auto().name(), "scalar");
    /// PAIR.configure("wide")?;
    /// PAIR.prefer("scalar")?;
    /// assert_eq!(PAIR.auto().name(), "wide");
    /// # Ok::<(), lanesmith_isa::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn prefer(&self, name: &str) -> Result<(), EngineError> {
        let index = self.index_of(name)?;
        // Refused where somebody has configured an engine, which is what is wanted.
        let _ = self.choice.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |choice| {
            (choice & CONFIGURED == 0).then_some((index + 1) | MEASURED)
        });
        Ok(())
    }

    /// Who chose what [`auto`](Self::auto) gives.
    pub fn origin(&self) -> Origin {
        match self.choice.load(Ordering::Relaxed) {
            choice if choice & CONFIGURED != 0 => Origin::Configured,
            choice if choice & MEASURED != 0 => Origin::Measured,
            _ => Origin::Table,
        }
    }
}

/// A [`Table`] whatever its kernel type: what lists, checks and configures engines across operations.
pub trait AnyTable: Sync {
    /// The operation's name.
    fn op(&self) -> &'static str;
    /// Number of engines compiled in.
    fn len(&self) -> usize;
    /// Whether there is none (never so).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Description of the engine at a place of the table.
    fn info(&self, index: usize) -> EngineInfo;
    /// Engines of other architectures: `(engine, architecture)`.
    fn foreign(&self) -> Foreign;
    /// Name of the engine that a caller gets who names none.
    fn auto_name(&self) -> &'static str;
    /// As [`Table::configure`].
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn configure(&self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::prefer`].
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn prefer(&self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::origin`].
    fn origin(&self) -> Origin;
    /// Whether [`Table::by_name`] would give a handle.
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn probe(&self, name: &str) -> Result<(), EngineError>;
}

impl<K: Sync> AnyTable for Table<K> {
    fn op(&self) -> &'static str {
        self.op
    }
    fn len(&self) -> usize {
        self.engines.len()
    }
    fn info(&self, index: usize) -> EngineInfo {
        self.engines[index].info
    }
    fn foreign(&self) -> Foreign {
        self.foreign
    }
    fn auto_name(&self) -> &'static str {
        self.auto().name()
    }
    fn configure(&self, name: &str) -> Result<(), EngineError> {
        Table::configure(self, name)
    }
    fn prefer(&self, name: &str) -> Result<(), EngineError> {
        Table::prefer(self, name)
    }
    fn origin(&self) -> Origin {
        Table::origin(self)
    }
    fn probe(&self, name: &str) -> Result<(), EngineError> {
        self.by_name(name).map(drop)
    }
}

/// Why an engine cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine of the operation bears that name.
    Unknown {
        /// The operation.
        op: &'static str,
        /// The engines that there are, joined by commas.
        known: NameList,
    },
    /// This CPU, or its operating system, lacks something.
    Unsupported {
        /// The operation.
        op: &'static str,
        /// The engine asked for.
        engine: &'static str,
        /// What is missing.
        missing: FeatureSet,
    },
    /// The engine exists on another architecture only.
    OtherArchitecture {
        /// The operation.
        op: &'static str,
        /// The engine asked for.
        engine: &'static str,
        /// Where it exists.
        architecture: &'static str,
    },
}

/// Engine names kept without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameList {
    names: [&'static str; 16],
    len: usize,
}

impl NameList {
    /// The names.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.names.into_iter().take(self.len)
    }
}

impl EngineError {
    fn unknown<K>(table: &Table<K>) -> Self {
        let mut known = NameList { names: [""; 16], len: 0 };
        for engine in table.engines.iter().take(known.names.len()) {
            known.names[known.len] = engine.info.name;
            known.len += 1;
        }
        EngineError::Unknown { op: table.op, known }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Unknown { op, known } => {
                write!(f, "{op} has no such engine; it has ")?;
                for (i, name) in known.iter().enumerate() {
                    write!(f, "{}{name}", if i > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
            EngineError::Unsupported { op, engine, missing } => {
                write!(f, "engine {engine} of {op} cannot run here: ")?;
                for (i, feature) in missing.iter().enumerate() {
                    let why = match detect::status(feature) {
                        Status::DisabledBySystem => "disabled by the operating system",
                        _ => "missing from this CPU",
                    };
                    write!(f, "{}{feature} is {why}", if i > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
            EngineError::OtherArchitecture { op, engine, architecture } => {
                write!(
                    f,
                    "engine {engine} of {op} cannot run here: it is for {architecture}, this is {}",
                    arch::NAME
                )
            }
        }
    }
}

impl core::error::Error for EngineError {}

/// One clause of an engine selection: which operations, which engine.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// An operation (`sha256.nodes`), all of a family (`sha256.*`) or all (`*`).
    pub ops: alloc::string::String,
    /// The engine's name.
    pub engine: alloc::string::String,
}

#[cfg(feature = "alloc")]
impl Selection {
    /// Reads the form of `LANESMITH_ENGINE`: clauses `OPS=ENGINE` joined by commas; a bare `ENGINE` stands for
    /// `*=ENGINE`.
    ///
    /// ```
    /// use lanesmith_isa::engine::Selection;
    /// let list = Selection::parse("sha256.nodes=avx2, *=scalar").unwrap();
    /// assert_eq!(list[0].engine, "avx2");
    /// assert!(list[1].matches("curl.hash"));
    /// assert_eq!(Selection::parse("a=b=c").unwrap_err().clause, "a=b=c");
    /// ```
    ///
    /// # Errors
    /// [`SelectionError`] names the clause that could not be read.
    pub fn parse(text: &str) -> Result<alloc::vec::Vec<Selection>, SelectionError> {
        let word =
            |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+*-".contains(&b));
        text.split(',')
            .map(str::trim)
            .filter(|clause| !clause.is_empty())
            .map(|clause| {
                let (ops, engine) = clause.split_once('=').unwrap_or(("*", clause));
                let (ops, engine) = (ops.trim(), engine.trim());
                if word(ops) && word(engine) {
                    Ok(Selection { ops: ops.into(), engine: engine.into() })
                } else {
                    Err(SelectionError { clause: clause.into() })
                }
            })
            .collect()
    }

    /// Whether the clause speaks of the operation.
    pub fn matches(&self, op: &str) -> bool {
        match self.ops.strip_suffix('*') {
            Some(prefix) => op.starts_with(prefix),
            None => self.ops == op,
        }
    }
}

/// A clause of an engine selection that cannot be read.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// The clause.
    pub clause: alloc::string::String,
}

#[cfg(feature = "alloc")]
impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read engine selection {:?}: it should be OPERATION=ENGINE", self.clause)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for SelectionError {}
