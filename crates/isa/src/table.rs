//! One operation, several engines: the static table, look-up by name, forcing. What does not depend on the kernel's type is done for
//! tables whatever their operation: [`any`](crate::any).

use crate::any::{AnyTable, CostsError, EngineError, Foreign, Infos, Origin};
use crate::costs;
use crate::cpu::Kind;
use crate::detect;
use crate::engine::{Engine, EngineInfo, Handle};
use crate::operation::Operation;
use crate::rows::{CONFIGURED, MEASURED, Order, Row, Rows, State};
use crate::text;

pub use crate::rows::AUTO;

/// An operation that has a table of engines: what [`table!`](crate::table!) adds.
pub trait Tabled: Operation {
    /// The engines.
    fn table() -> &'static Table<Self>;
}

/// What to do next of some work: an engine, and how many units it takes.
#[derive(Debug)]
pub struct Step<K: 'static> {
    /// The engine.
    pub engine: Handle<K>,
    /// How many units, at least one.
    pub take: usize,
    /// Whether they are best done unit by unit, for an engine that can do both.
    pub singly: bool,
}

/// The engines of one operation. Of those that cost the same, the first comes first. The last one runs wherever the program does.
#[derive(Debug)]
pub struct Table<K: 'static> {
    engines: &'static [Engine<K>],
    state: State,
}

impl<K> Table<K> {
    const fn with(engines: &'static [Engine<K>], order: Order) -> Self {
        assert!(!engines.is_empty(), "an operation needs an engine");
        assert!(
            detect::BUILT.covers(engines[engines.len() - 1].info.requires.features),
            "the last engine must be portable"
        );
        let mut i = 0;
        while i < engines.len() {
            assert!(
                !text::same(engines[i].info.name.as_bytes(), AUTO.as_bytes()),
                "`auto` is a reserved word"
            );
            i += 1;
        }
        Table { engines, state: State::new(order) }
    }

    /// A table whose usable engine with the cheapest lane does everything: for work that always fills the lanes, and for engines
    /// that have one. Refuses (at compile time, in a `static`) an empty one and one whose last engine is not portable.
    pub const fn new(engines: &'static [Engine<K>]) -> Self {
        Self::with(engines, Order::Ranked)
    }

    /// A table from which the cheapest engine is chosen by count; refuses what [`new`](Self::new) refuses.
    pub const fn planned(engines: &'static [Engine<K>]) -> Self {
        Self::with(engines, Order::Planned)
    }

    /// Names the engines that the operation has on other architectures.
    #[must_use]
    pub const fn with_foreign(mut self, foreign: Foreign) -> Self {
        self.state.foreign = foreign;
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

    /// The engine that somebody has [configured](Self::configure), if so: then it is to be used for everything.
    pub fn configured(&self) -> Option<Handle<K>> {
        self.state.chosen(CONFIGURED).map(|place| Handle(&self.engines[place]))
    }

    /// The engine that was [found to be the best](Self::prefer) for plenty of work on this machine, if so and nobody has
    /// configured one.
    pub fn measured(&self) -> Option<Handle<K>> {
        self.state.chosen(MEASURED).map(|place| Handle(&self.engines[place]))
    }

    /// The engine that plenty of work costs least on, by the built-in costs of a kind of CPU, whether or not this one can run
    /// it; by its lanes where nothing is known of that kind.
    pub fn cheapest_on(&self, kind: Kind) -> &'static EngineInfo {
        let rows: &dyn Rows = self;
        &self.engines[rows.cheapest(kind, false).unwrap_or(0)].info
    }

    /// One engine for a caller who names none and cannot follow a choice by count: the configured or measured one, else
    /// the cheapest that can run here. Work in countable units asks a [`Choice`](crate::Choice) instead.
    #[inline]
    pub fn auto(&self) -> Handle<K> {
        let rows: &dyn Rows = self;
        Handle(&self.engines[self.state.known().unwrap_or_else(|| rows.first_usable())])
    }

    /// Who chose what callers get who name no engine.
    pub fn origin(&self) -> Origin {
        self.state.origin()
    }

    /// What to do first with `n` units (at least one), for a caller who names no engine.
    #[inline(always)]
    pub(crate) fn step(&'static self, n: usize) -> Step<K> {
        let rows: &dyn Rows = self;
        let (packed, take) = self.state.step(n, |slot| rows.work_out(slot));
        Step { engine: Handle(&self.engines[packed.engine()]), take, singly: packed.singly() }
    }
}

impl<K: Operation> Table<K> {
    /// The operation's name, such as `curl.hash`.
    pub fn op(&self) -> &'static str {
        K::NAME
    }

    fn any(&self) -> &dyn AnyTable {
        self
    }

    /// The engine of that name, if this machine can run it.
    ///
    /// # Errors
    /// [`EngineError`] says why not, and which engines there are.
    pub fn by_name(&'static self, name: &str) -> Result<Handle<K>, EngineError> {
        let index = self.any().index_of(name)?;
        Ok(Handle(&self.engines[index]))
    }

    /// Makes an engine the one that callers get who name none, for everything, from now on and in the whole process. The
    /// word `auto` gives the choice back to the table.
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn configure(&'static self, name: &str) -> Result<(), EngineError> {
        self.any().configure(name)
    }

    /// Puts an engine before all others, as a measurement on this machine found it: callers who name none get it from now
    /// on, for counts that fill its lanes, unless somebody has [configured](Self::configure) one or does later.
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name); the choice stays as it was then.
    pub fn prefer(&'static self, name: &str) -> Result<(), EngineError> {
        self.any().prefer(name)
    }

    /// Replaces the costs by which engines are chosen, in the whole process: what a measurement on this machine found. An
    /// engine that is not named is not used. Where somebody has [configured](Self::configure) an engine, that one stands.
    ///
    /// # Errors
    /// [`CostsError`] if the table has no choice by count, an engine cannot be had or is named twice, or a list of costs
    /// cannot be used; nothing changes then.
    pub fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        self.any().set_costs(costs)
    }

    /// The engines compiled in, usable or not, most preferred first.
    pub fn infos(&'static self) -> Infos {
        self.any().infos()
    }

    /// Description of the engine at a place of the table.
    pub fn info(&self, index: usize) -> Option<EngineInfo> {
        self.any().info(index)
    }

    /// Engines of other architectures: `(engine, architecture)`.
    pub fn foreign(&self) -> Foreign {
        self.any().foreign()
    }

    /// Whether the cheapest engine is chosen by count.
    pub fn is_planned(&self) -> bool {
        self.any().is_planned()
    }

    /// Name of the engine that a caller gets who names none; [`AUTO`] where that depends on the count.
    pub fn auto_name(&self) -> &'static str {
        self.any().auto_name()
    }

    /// How many units the engine at a place does in one step at most, by its built-in costs; 0 where there is no engine.
    pub fn at_once(&self, index: usize) -> usize {
        self.any().at_once(index)
    }

    /// The first step of `n` units for a caller who names no engine: the engine's name and how many it takes.
    pub fn first_step(&'static self, n: usize) -> (&'static str, usize) {
        self.any().first_step(n)
    }

    /// Whether [`by_name`](Self::by_name) would give a handle, or the name is [`AUTO`].
    ///
    /// # Errors
    /// As [`by_name`](Self::by_name).
    pub fn probe(&'static self, name: &str) -> Result<(), EngineError> {
        self.any().probe(name)
    }

    /// Whether [`set_costs`](Self::set_costs) would take these.
    ///
    /// # Errors
    /// As [`set_costs`](Self::set_costs).
    pub fn probe_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        self.any().probe_costs(costs)
    }
}

impl<K> Rows for Table<K> {
    fn state(&self) -> &State {
        &self.state
    }
    fn row(&self, place: usize) -> Option<Row> {
        self.engines.get(place).map(|engine| Row { info: &engine.info, costs: engine.costs })
    }
}

impl<K: Operation> AnyTable for Table<K> {
    fn op(&self) -> &'static str {
        K::NAME
    }
}

/// Refuses, at compile time, costs of engines that the table of an operation does not have, here or in another build.
#[doc(hidden)]
pub const fn assert_known<K>(
    cpus: &'static [costs::CpuCosts],
    op: &str,
    engines: &[Engine<K>],
    foreign: Foreign,
) {
    let mut i = 0;
    while i < cpus.len() {
        let list = match costs::listed(&cpus[i], op) {
            Some(list) => list,
            None => &[],
        };
        let mut j = 0;
        while j < list.len() {
            let mut known = costs::find(foreign, list[j].0).is_some();
            let mut k = 0;
            while k < engines.len() {
                known |= text::same(list[j].0.as_bytes(), engines[k].info.name.as_bytes());
                k += 1;
            }
            assert!(known, "a file of costs names an engine that the table does not have");
            j += 1;
        }
        i += 1;
    }
}

mod declare;

#[cfg(test)]
mod tests;
