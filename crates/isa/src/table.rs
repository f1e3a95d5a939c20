//! One operation, several engines: the static table, look-up by name, forcing, and who chose what.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::any::{AnyTable, CostsError, EngineError, Foreign, Infos, Origin};
use crate::cpu::{self, Kind};
use crate::engine::{self, Engine, EngineInfo, Handle, Reason};
use crate::operation::Operation;
use crate::plan::{self, Cost, Packed, Plan, Priced, Steps};
use crate::text;

/// The word that stands for no engine in particular: the choice of the table. No engine bears it.
pub const AUTO: &str = "auto";

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

/// Bit of a choice that was made by [`Table::configure`].
const CONFIGURED: usize = 1 << (usize::BITS - 1);
/// Bit of a choice that was made by [`Table::prefer`].
const MEASURED: usize = 1 << (usize::BITS - 2);

/// What a table's own choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The first usable engine.
    Listed,
    /// The usable engine with the cheapest lane.
    Ranked,
    /// For each count the cheapest engine.
    Planned,
}

/// The engines of one operation, most preferred first. The last one is portable.
#[derive(Debug)]
pub struct Table<K: 'static> {
    pub(crate) engines: &'static [Engine<K>],
    foreign: Foreign,
    order: Order,
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
    const fn with(engines: &'static [Engine<K>], order: Order) -> Self {
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
            order,
            choice: AtomicUsize::new(0),
            first: AtomicUsize::new(0),
            lock: AtomicBool::new(false),
            plan: Plan::new(),
        }
    }

    /// A table whose first usable engine does everything; refuses (at compile time, in a `static`) an empty one and one
    /// whose last engine is not portable.
    pub const fn new(engines: &'static [Engine<K>]) -> Self {
        Self::with(engines, Order::Listed)
    }

    /// A table whose usable engine with the cheapest lane does everything: for work that always fills the lanes. Refuses in
    /// addition an engine without costs.
    pub const fn ranked(engines: &'static [Engine<K>]) -> Self {
        engine::assert_costs(engines);
        Self::with(engines, Order::Ranked)
    }

    /// A table from which the cheapest engine is chosen by count; refuses in addition an engine without costs.
    pub const fn planned(engines: &'static [Engine<K>]) -> Self {
        engine::assert_costs(engines);
        Self::with(engines, Order::Planned)
    }

    /// Names the engines that the operation has on other architectures.
    #[must_use]
    pub const fn with_foreign(mut self, foreign: Foreign) -> Self {
        self.foreign = foreign;
        self
    }

    fn is_planned(&self) -> bool {
        self.order == Order::Planned
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
                let kind = cpu::kind();
                // The last engine is portable, so there is one.
                let last = self.engines.len() - 1;
                let index = match self.order {
                    Order::Ranked => self.cheapest(kind, |e| e.info.is_available()),
                    _ => self.engines.iter().position(|e| e.info.is_available()),
                };
                let index = index.unwrap_or(last);
                self.first.store(index + 1, Ordering::Relaxed);
                index
            }
            known => known - 1,
        }
    }

    /// The place of the engine with the cheapest lane on a kind of CPU, the first of equals; none in a table without costs.
    fn cheapest(&self, kind: Kind, admit: impl Fn(&Engine<K>) -> bool + Copy) -> Option<usize> {
        let priced = (0..self.engines.len()).filter_map(|place| self.priced(place, kind, admit));
        priced.min_by_key(Priced::per_lane).map(|priced| priced.place)
    }

    /// An engine and what it costs on a kind of CPU, if it is admitted and has a cost.
    fn priced(
        &self,
        place: usize,
        kind: Kind,
        admit: impl Fn(&Engine<K>) -> bool,
    ) -> Option<Priced<'static>> {
        let e = self.engines.get(place).filter(|e| admit(e))?;
        Some(Priced { place, lanes: e.info.lanes, cost: plan::cost_on(e.costs, kind)? })
    }

    /// The engine that plenty of work costs least on, by the built-in costs of a kind of CPU, whether or not this one can run
    /// it; in a table without costs, the first.
    pub fn cheapest_on(&self, kind: Kind) -> &'static EngineInfo {
        &self.engines[self.cheapest(kind, |_| true).unwrap_or(0)].info
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
            Some(engine) if choice & CONFIGURED != 0 || !self.is_planned() => self.only(engine),
            Some(engine) => plan::from_on(engine, self.engines[engine].info.lanes, &self.built_in()),
            None if self.is_planned() => self.built_in(),
            None => self.only(self.first_usable()),
        }
    }

    fn only(&self, place: usize) -> Steps {
        plan::only(place, plan::cost_on(self.engines[place].costs, cpu::kind()))
    }

    fn built_in(&self) -> Steps {
        let kind = cpu::kind();
        let priced = |place| self.priced(place, kind, |e| e.info.is_available());
        plan::cheapest(self.engines.len(), &priced, self.engines.len() - 1)
    }

    /// What to do first with `n` units (at least one), for a caller who names no engine.
    #[inline(always)]
    pub(crate) fn step(&'static self, n: usize) -> Step<K> {
        let slot = if n <= plan::PLANNED { n } else { 0 };
        let mut packed = self.plan.load(slot);
        if packed == Packed::NONE {
            packed = self.first_step_of(slot);
        }
        let (packed, take) = match slot {
            0 => self.plan.above_planned(packed, n),
            _ if packed.take() == 0 => (packed, n),
            _ => (packed, packed.take()),
        };
        Step { engine: Handle(&self.engines[packed.engine()]), take, singly: packed.singly() }
    }

    #[cold]
    #[inline(never)]
    fn first_step_of(&self, slot: usize) -> Packed {
        self.plan.store_if_none(&self.worked_out());
        self.plan.load(slot)
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
        let steps = steps_of_costs(self, costs)?;
        self.locked(|| {
            if self.origin() != Origin::Configured {
                self.choose(MEASURED, steps);
            }
        });
        Ok(())
    }
}

/// The steps that costs lead to.
fn steps_of_costs(table: &'static dyn AnyTable, costs: &[(&str, &[u32])]) -> Result<Steps, CostsError> {
    let op = table.op();
    if !table.is_planned() {
        return Err(CostsError::NotPlanned { op });
    }
    if costs.is_empty() {
        return Err(CostsError::NoEngine { op });
    }
    let priced = |i: usize| {
        let (name, list) = costs.get(i)?;
        let place = table.infos().position(|info| info.name == *name)?;
        Some(Priced { place, lanes: table.info(place)?.lanes, cost: Cost::of_list(list).ok()? })
    };
    for (i, (name, list)) in costs.iter().enumerate() {
        match *name {
            // No engine, though callers may name it elsewhere.
            AUTO => return Err(EngineError::new(table, name, Reason::Unknown).into()),
            name => table.probe(name)?,
        }
        let engine = table.infos().find(|info| info.name == *name).map_or("", |info| info.name);
        if costs[..i].iter().any(|(other, _)| other == name) {
            return Err(CostsError::Twice { op, engine });
        }
        Cost::of_list(list).map_err(|error| CostsError::Cost { op, engine, error })?;
    }
    Ok(plan::cheapest(costs.len(), &priced, table.infos().count() - 1))
}

impl<K: Operation> AnyTable for Table<K> {
    fn op(&self) -> &'static str {
        K::NAME
    }
    fn infos(&'static self) -> Infos {
        Infos::of(self)
    }
    fn info(&self, index: usize) -> Option<EngineInfo> {
        self.engines.get(index).map(|engine| engine.info)
    }
    fn foreign(&self) -> Foreign {
        self.foreign
    }
    fn is_planned(&self) -> bool {
        Table::is_planned(self)
    }
    fn auto_name(&self) -> &'static str {
        if self.is_planned() && self.configured().is_none() { AUTO } else { self.auto().name() }
    }
    fn at_once(&self, index: usize) -> usize {
        let cost = |engine: &'static Engine<K>| {
            let cost = plan::cost_on(engine.costs, cpu::kind())?;
            Some(cost.at_once(engine.info.lanes).min(plan::PLANNED))
        };
        self.engines.get(index).and_then(cost).unwrap_or(0)
    }
    fn first_step(&'static self, n: usize) -> (&'static str, usize) {
        let step = self.step(n.max(1));
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
        steps_of_costs(self, costs).map(drop)
    }
    fn set_costs(&'static self, costs: &[(&str, &[u32])]) -> Result<(), CostsError> {
        Table::set_costs(self, costs)
    }
    fn origin(&self) -> Origin {
        Table::origin(self)
    }
}

mod declare;

#[cfg(test)]
mod tests;
