//! One operation, several engines: the static table, look-up by name, forcing, and who chose what.

use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::arch;
use crate::choice::AUTO;
use crate::engine::{Engine, EngineError, EngineInfo, Handle, Reason};
use crate::operation::Operation;
use crate::plan::{self, Cost, CostError, Plan, Priced, Steps};
use crate::text;

/// Engines that exist on other architectures only, as `(engine, architecture)`: asking for one deserves a better answer
/// than "unknown".
pub type Foreign = &'static [(&'static str, &'static str)];

/// Declares the static [`Table`] of an operation: its engines on all architectures, most preferred first.
///
/// A row is `name: Token, lanes, "summary", kernel;`, in the block of its architecture: `x86_64`, `aarch64`, `simd128`
/// (WebAssembly built with SIMD) or `portable`. Rows of other architectures are not compiled, and become the list that
/// answers "it is for aarch64". Every operation needs a portable engine, as its last one.
///
/// In a `planned` table, where the cheapest engine is chosen by count, every row has [costs](plan::Costs) too:
/// `name: Token, lanes, "summary", costs, kernel;`. A row without costs does not compile, nor one without a cost for a kind
/// of CPU that another row of the table has a cost for.
///
/// ```
/// use lanesmith_isa::cpu::Kind::Other;
/// use lanesmith_isa::plan::Cost;
/// use lanesmith_isa::{Choice, Operation, table};
///
/// /// `demo.sum`: sums.
/// #[derive(Debug)]
/// pub struct Sum(fn(&[u32]) -> u32);
/// impl Operation for Sum {
///     const NAME: &str = "demo.sum";
/// }
/// # fn four(words: &[u32]) -> u32 { words.iter().sum() }
///
/// table! {
///     /// `demo.sum`.
///     pub static SUM: planned Sum;
///     portable {
///         unrolled: Portable, 4, "four at a time", &[(Other, Cost::pass(300))], Sum(four);
///         scalar: Portable, 1, "one by one", &[(Other, Cost::pass(100))], Sum(|words| words.iter().sum());
///     }
/// }
///
/// // Two are cheaper one by one, eight are not.
/// assert_eq!(Choice::<Sum>::AUTO.step(2).engine.name(), "scalar");
/// assert_eq!(Choice::<Sum>::AUTO.step(8).engine.name(), "unrolled");
/// ```
///
/// ```compile_fail
/// # use lanesmith_isa::{Operation, table, plan::Cost, cpu::Kind};
/// # pub struct Sum(fn(&[u32]) -> u32);
/// # impl Operation for Sum { const NAME: &str = "demo.sum"; }
/// table! {
///     /// Its one row has no cost.
///     pub static SUM: planned Sum;
///     portable {
///         scalar: Portable, 1, "one by one", &[], Sum(|words| words.iter().sum());
///     }
/// }
/// ```
#[macro_export]
macro_rules! table {
    ($(#[$attribute:meta])* $vis:vis static $name:ident: planned $op:ty; $($rest:tt)*) => {
        $crate::__table! { @planned [$(#[$attribute])* $vis static $name: $op] [] [] $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty; $($rest:tt)*) => {
        $crate::__table! { @plain [$(#[$attribute])* $vis static $name: $op] [] [] $($rest)* }
    };
}

/// The blocks of [`table!`], one after the other: rows to the first list, names of rows to the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] x86_64 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head [$($rows)* (target_arch = "x86_64") { $($block)* }]
            [$($foreign)* (not(target_arch = "x86_64")) "x86_64" { $($block)* }] $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] aarch64 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head [$($rows)* (target_arch = "aarch64") { $($block)* }]
            [$($foreign)* (not(target_arch = "aarch64")) "aarch64" { $($block)* }] $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] simd128 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head [$($rows)* (all(target_arch = "wasm32", target_feature = "simd128")) { $($block)* }]
            [
                $($foreign)*
                (not(all(target_arch = "wasm32", target_feature = "simd128"))) "wasm32 built with simd128" { $($block)* }
            ] $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] $foreign:tt portable { $($block:tt)* }) => {
        $crate::__table! { @$kind $head [$($rows)* (all()) { $($block)* }] $foreign }
    };
    (@plain [$(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty]
     [$($here:tt { $($row:ident: $token:ident, $lanes:expr, $summary:expr, $kernel:expr;)* })*]
     [$($there:tt $architecture:literal {
         $($foreign:ident: $a:ident, $b:expr, $c:expr, $d:expr;)*
     })*]
    ) => {
        $(#[$attribute])*
        $vis static $name: $crate::Table<$op> = $crate::Table::new(&[$($(
            #[cfg $here]
            $crate::Engine::new(
                stringify!($row), $summary, <$crate::token::$token as $crate::Token>::FEATURES, $lanes, $kernel,
            ),
        )*)*]).with_foreign(&[$($(#[cfg $there] (stringify!($foreign), $architecture),)*)*]);
        $crate::__table! { @tabled $name $op }
    };
    (@planned [$(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty]
     [$($here:tt { $($row:ident: $token:ident, $lanes:expr, $summary:expr, $costs:expr, $kernel:expr;)* })*]
     [$($there:tt $architecture:literal {
         $($foreign:ident: $a:ident, $b:expr, $c:expr, $d:expr, $e:expr;)*
     })*]
    ) => {
        $(#[$attribute])*
        $vis static $name: $crate::Table<$op> = $crate::Table::planned(&[$($(
            #[cfg $here]
            $crate::Engine::new(
                stringify!($row), $summary, <$crate::token::$token as $crate::Token>::FEATURES, $lanes, $kernel,
            ).costing($costs),
        )*)*]).with_foreign(&[$($(#[cfg $there] (stringify!($foreign), $architecture),)*)*]);
        $crate::__table! { @tabled $name $op }
    };
    (@tabled $name:ident $op:ty) => {
        impl $crate::Tabled for $op {
            #[inline(always)]
            fn table() -> &'static $crate::Table<Self> {
                &$name
            }
        }
    };
}

/// Bit of a choice that was made by [`Table::configure`].
const CONFIGURED: usize = 1 << (usize::BITS - 1);
/// Bit of a choice that was made by [`Table::prefer`].
const MEASURED: usize = 1 << (usize::BITS - 2);

/// Who chose the engine that callers get who name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The order or the built-in costs of the table.
    Table,
    /// A measurement on this machine, through [`Table::prefer`] or [`Table::set_costs`].
    Measured,
    /// The program or its user, through [`Table::configure`].
    Configured,
}

/// The engines of one operation, most preferred first. The last one is portable.
#[derive(Debug)]
pub struct Table<K: 'static> {
    pub(crate) engines: &'static [Engine<K>],
    foreign: Foreign,
    planned: bool,
    /// Index of the engine that somebody chose, plus one, with [`CONFIGURED`] or [`MEASURED`]; [`MEASURED`] alone for
    /// measured costs; 0 as long as nobody chose.
    choice: AtomicUsize,
    /// The first engine that can run here, plus one; 0 until somebody asked.
    first: AtomicUsize,
    /// Held while a choice and the plan that follows from it are written.
    lock: AtomicBool,
    pub(crate) plan: Plan,
}

impl<K> Table<K> {
    const fn with(engines: &'static [Engine<K>], planned: bool) -> Self {
        assert!(!engines.is_empty(), "an operation needs an engine");
        assert!(engines[engines.len() - 1].info.requires.is_nothing(), "the last engine must be portable");
        let mut i = 0;
        while i < engines.len() {
            assert!(
                !text::same(engines[i].info.name.as_bytes(), AUTO.as_bytes()),
                "`auto` is a reserved word"
            );
            i += 1;
        }
        Table {
            engines,
            foreign: &[],
            planned,
            choice: AtomicUsize::new(0),
            first: AtomicUsize::new(0),
            lock: AtomicBool::new(false),
            plan: Plan::new(),
        }
    }

    /// A table whose first usable engine does everything; refuses (at compile time, in a `static`) an empty one and one
    /// whose last engine is not portable.
    pub const fn new(engines: &'static [Engine<K>]) -> Self {
        Self::with(engines, false)
    }

    /// A table from which the cheapest engine is chosen by count; refuses in addition an engine without costs.
    pub const fn planned(engines: &'static [Engine<K>]) -> Self {
        let mut i = 0;
        while i < engines.len() {
            let mut other = false;
            let mut k = 0;
            while k < engines[i].costs.len() {
                let (kind, cost) = engines[i].costs[k];
                assert!(!cost.is_empty(), "a cost is empty");
                other |= kind as u8 == crate::cpu::Kind::Other as u8;
                // Costs of one kind of CPU are compared: each engine must have one.
                let mut j = match kind.architecture() {
                    Some(name) if !text::same(name.as_bytes(), arch::NAME.as_bytes()) => engines.len(),
                    _ => 0,
                };
                while j < engines.len() {
                    let mut l = 0;
                    while l < engines[j].costs.len() && engines[j].costs[l].0 as u8 != kind as u8 {
                        l += 1;
                    }
                    assert!(
                        l < engines[j].costs.len(),
                        "an engine has no cost for a kind of CPU that another has"
                    );
                    j += 1;
                }
                k += 1;
            }
            assert!(other, "an engine has no cost");
            i += 1;
        }
        Self::with(engines, true)
    }

    /// Names the engines that the operation has on other architectures.
    #[must_use]
    pub const fn with_foreign(mut self, foreign: Foreign) -> Self {
        self.foreign = foreign;
        self
    }

    /// Every engine compiled in, usable or not.
    pub fn engines(&self) -> &'static [Engine<K>] {
        self.engines
    }

    /// The usable engines in order of preference.
    pub fn available(&self) -> impl Iterator<Item = Handle<K>> + use<K> {
        self.engines.iter().filter(|e| e.info.is_available()).map(Handle)
    }

    /// What somebody chose, if so: for everything, or as far as a measurement goes.
    fn chosen(&self, by: usize) -> Option<Handle<K>> {
        let choice = self.choice.load(Ordering::Relaxed);
        let index = (choice & !(CONFIGURED | MEASURED)).checked_sub(1)?;
        (choice & by != 0).then(|| Handle(&self.engines[index]))
    }

    /// The engine that somebody has [configured](Self::configure), if so: then it is to be used for everything.
    pub fn configured(&self) -> Option<Handle<K>> {
        self.chosen(CONFIGURED)
    }

    /// The engine that was [found to be the best](Self::prefer) for plenty of work on this machine, if so and nobody has
    /// configured one.
    pub fn measured(&self) -> Option<Handle<K>> {
        self.chosen(MEASURED)
    }

    fn first_usable(&self) -> usize {
        match self.first.load(Ordering::Relaxed) {
            0 => {
                // The last engine is portable, so there is one.
                let last = self.engines.len() - 1;
                let index = self.engines.iter().position(|e| e.info.is_available()).unwrap_or(last);
                self.first.store(index + 1, Ordering::Relaxed);
                index
            }
            known => known - 1,
        }
    }

    /// One engine for a caller who names none and cannot follow a choice by count: the configured or measured one, else
    /// the most preferred that can run here. Work in countable units asks a [`Choice`](crate::Choice) instead.
    #[inline]
    pub fn auto(&self) -> Handle<K> {
        match self.chosen(CONFIGURED | MEASURED) {
            Some(engine) => engine,
            None => Handle(&self.engines[self.first_usable()]),
        }
    }

    /// Who chose what callers get who name no engine.
    pub fn origin(&self) -> Origin {
        match self.choice.load(Ordering::Relaxed) {
            choice if choice & CONFIGURED != 0 => Origin::Configured,
            choice if choice & MEASURED != 0 => Origin::Measured,
            _ => Origin::Table,
        }
    }

    /// What follows from the present choice for counts.
    pub(crate) fn worked_out(&self) -> Steps {
        self.steps_of(self.choice.load(Ordering::Relaxed))
    }

    fn steps_of(&self, choice: usize) -> Steps {
        let chosen = (choice & !(CONFIGURED | MEASURED)).checked_sub(1);
        match chosen {
            Some(engine) if choice & CONFIGURED != 0 || !self.planned => plan::only(self.engines, engine),
            Some(engine) => plan::from_on(engine, self.engines[engine].info.lanes, &self.built_in()),
            None if self.planned => self.built_in(),
            None => plan::only(self.engines, self.first_usable()),
        }
    }

    fn built_in(&self) -> Steps {
        plan::cheapest(plan::built_in(self.engines), self.engines)
    }

    /// Runs with the lock held: choices are rare, and none is lost.
    fn locked<R>(&self, action: impl FnOnce() -> R) -> R {
        while self.lock.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            core::hint::spin_loop();
        }
        let result = action();
        self.lock.store(false, Ordering::Release);
        result
    }

    fn choose(&self, choice: usize, steps: Steps) {
        self.choice.store(choice, Ordering::Relaxed);
        self.plan.store(&steps);
    }
}

impl<K: Operation> Table<K> {
    /// The operation's name, such as `curl.hash`.
    pub fn op(&self) -> &'static str {
        K::NAME
    }

    /// The engine of that name, if this machine can run it.
    ///
    /// # Errors
    /// [`EngineError`] says why not, and which engines there are.
    pub fn by_name(&'static self, name: &str) -> Result<Handle<K>, EngineError> {
        let index = self.index_of(name)?;
        Ok(Handle(&self.engines[index]))
    }

    fn index_of(&'static self, name: &str) -> Result<usize, EngineError> {
        let reason = match self.engines.iter().position(|e| e.info.name == name) {
            Some(index) => match self.engines[index].info.refusal() {
                None => return Ok(index),
                Some(reason) => reason,
            },
            None => match self.foreign.iter().find(|(engine, _)| *engine == name) {
                Some((_, architecture)) => Reason::OtherArchitecture { architecture },
                None => Reason::Unknown,
            },
        };
        Err(EngineError::new(self, name, reason))
    }

    /// Place of an engine in the table plus one; 0 for [`AUTO`].
    fn place(&'static self, name: &str) -> Result<usize, EngineError> {
        if name == AUTO { Ok(0) } else { self.index_of(name).map(|index| index + 1) }
    }

    /// Makes an engine the one that callers get who name none, for everything, from now on and in the whole process. The
    /// word `auto` gives the choice back to the table.
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn configure(&'static self, name: &str) -> Result<(), EngineError> {
        let choice = match self.place(name)? {
            0 => 0,
            place => place | CONFIGURED,
        };
        self.locked(|| self.choose(choice, self.steps_of(choice)));
        Ok(())
    }

    /// Puts an engine before all others, as a measurement on this machine found it: callers who name none get it from now
    /// on, for counts that fill its lanes, unless somebody has [configured](Self::configure) one or does later.
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn prefer(&'static self, name: &str) -> Result<(), EngineError> {
        let choice = match self.place(name)? {
            0 => 0,
            place => place | MEASURED,
        };
        self.locked(|| {
            if self.origin() != Origin::Configured {
                self.choose(choice, self.steps_of(choice));
            }
        });
        Ok(())
    }

    /// Replaces the costs by which engines are chosen, in the whole process: what a measurement on this machine found. An
    /// engine that is not named is not used. Where somebody has [configured](Self::configure) an engine, that one stands.
    ///
    /// # Errors
    /// [`CostsError`] if the table has no choice by count, an engine cannot be had or is named twice, or a list of costs
    /// cannot be used; nothing changes then.
    pub fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        let steps = self.check_costs(costs)?;
        self.locked(|| {
            if self.origin() != Origin::Configured {
                self.choose(MEASURED, steps);
            }
        });
        Ok(())
    }

    fn check_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<Steps, CostsError> {
        if !self.planned {
            return Err(CostsError::NotPlanned { op: K::NAME });
        }
        if costs.is_empty() {
            return Err(CostsError::NoEngine { op: K::NAME });
        }
        for (i, (name, list)) in costs.iter().enumerate() {
            let index = self.index_of(name)?;
            let engine = self.engines[index].info.name;
            if costs[..i].iter().any(|(other, _)| other == name) {
                return Err(CostsError::Twice { op: K::NAME, engine });
            }
            Cost::of_list(list).map_err(|error| CostsError::Cost { op: K::NAME, engine, error })?;
        }
        let priced = costs.iter().filter_map(|(name, list)| {
            let place = self.engines.iter().position(|e| e.info.name == *name)?;
            Some(Priced { place, lanes: self.engines[place].info.lanes, cost: Cost::of_list(list).ok()? })
        });
        Ok(plan::cheapest(priced, self.engines))
    }
}

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

/// A [`Table`] whatever its operation: what lists, checks and configures engines across operations.
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
    /// Name of the engine that a caller gets who names none; [`AUTO`] where that depends on the count.
    fn auto_name(&self) -> &'static str;
    /// How many units the engine at a place of the table does in one step at most, as its built-in costs have it; counts
    /// without a cost of their own are not among them. 0 for an engine without costs.
    fn at_once(&self, index: usize) -> usize;
    /// The first step of `n` units for a caller who names no engine: the engine's name and how many it takes.
    fn first_step(&'static self, n: usize) -> (&'static str, usize);
    /// Whether [`Table::by_name`] would give a handle, or the name is [`AUTO`].
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn probe(&'static self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::configure`].
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn configure(&'static self, name: &str) -> Result<(), EngineError>;
    /// As [`Table::prefer`].
    ///
    /// # Errors
    /// As [`Table::by_name`].
    fn prefer(&'static self, name: &str) -> Result<(), EngineError>;
    /// Whether [`Table::set_costs`] would take these.
    ///
    /// # Errors
    /// As [`Table::set_costs`].
    fn probe_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError>;
    /// As [`Table::set_costs`].
    ///
    /// # Errors
    /// As [`Table::set_costs`].
    fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError>;
    /// As [`Table::origin`].
    fn origin(&self) -> Origin;
}

impl<K: Operation> AnyTable for Table<K> {
    fn op(&self) -> &'static str {
        K::NAME
    }
    fn infos(&'static self) -> Infos {
        Infos { table: self, next: 0 }
    }
    fn info(&self, index: usize) -> Option<EngineInfo> {
        self.engines.get(index).map(|engine| engine.info)
    }
    fn foreign(&self) -> Foreign {
        self.foreign
    }
    fn is_planned(&self) -> bool {
        self.planned
    }
    fn auto_name(&self) -> &'static str {
        if self.planned && self.configured().is_none() { AUTO } else { self.auto().name() }
    }
    fn at_once(&self, index: usize) -> usize {
        self.engines.get(index).map_or(0, plan::at_once)
    }
    fn first_step(&'static self, n: usize) -> (&'static str, usize) {
        let step = plan::step(self, n.max(1));
        (step.engine.name(), step.take)
    }
    fn probe(&'static self, name: &str) -> Result<(), EngineError> {
        self.place(name).map(drop)
    }
    fn configure(&'static self, name: &str) -> Result<(), EngineError> {
        Table::configure(self, name)
    }
    fn prefer(&'static self, name: &str) -> Result<(), EngineError> {
        Table::prefer(self, name)
    }
    fn probe_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        self.check_costs(costs).map(drop)
    }
    fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        Table::set_costs(self, costs)
    }
    fn origin(&self) -> Origin {
        Table::origin(self)
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

#[cfg(test)]
mod tests;
