//! What a table does whatever its operation is: the descriptions and costs of its engines, and who chose which of them. Compiled
//! once; generic in the kernel it was five kilobytes of WebAssembly for each operation.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::costs::Costs;
use crate::cpu::{self, Kind};
use crate::engine::EngineInfo;
use crate::plan::{self, Cost, Packed, Plan, Priced, Steps};

/// The word that stands for no engine in particular: the choice of the table. No engine bears it.
pub const AUTO: &str = "auto";

/// Engines that exist on other architectures only, as `(engine, architecture)`: asking for one deserves a better answer
/// than "unknown".
pub type Foreign = &'static [(&'static str, &'static str)];

/// Who chose the engine that callers get who name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The built-in costs.
    Table,
    /// A measurement on this machine, through [`Table::prefer`](crate::Table::prefer) or [`Table::set_costs`](crate::Table::set_costs).
    Measured,
    /// The program or its user, through [`Table::configure`](crate::Table::configure).
    Configured,
}

/// Bit of a choice that was made by [`Table::configure`](crate::Table::configure).
pub(crate) const CONFIGURED: usize = 1 << (usize::BITS - 1);
/// Bit of a choice that was made by [`Table::prefer`](crate::Table::prefer).
pub(crate) const MEASURED: usize = 1 << (usize::BITS - 2);

/// What a table's own choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The usable engine with the cheapest lane.
    Ranked,
    /// For each count the cheapest engine.
    Planned,
}

/// An engine without its kernel.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub(crate) info: &'static EngineInfo,
    pub(crate) costs: Costs,
}

/// What changes in a table, and what is known of it besides its engines.
#[derive(Debug)]
pub struct State {
    pub(crate) foreign: Foreign,
    order: Order,
    /// Index of the engine that somebody chose, plus one, with [`CONFIGURED`] or [`MEASURED`]; [`MEASURED`] alone for
    /// measured costs; 0 as long as nobody chose.
    choice: AtomicUsize,
    /// The engine with the cheapest lane of those that can run here, plus one; 0 until somebody asked.
    first: AtomicUsize,
    /// Held while a choice and the plan that follows from it are written.
    lock: AtomicBool,
    plan: Plan,
}

impl State {
    pub(crate) const fn new(order: Order) -> Self {
        State {
            foreign: &[],
            order,
            choice: AtomicUsize::new(0),
            first: AtomicUsize::new(0),
            lock: AtomicBool::new(false),
            plan: Plan::new(),
        }
    }

    pub(crate) fn is_planned(&self) -> bool {
        self.order == Order::Planned
    }

    /// The place of the engine that somebody chose, if so: for everything, or as far as a measurement goes.
    #[inline]
    pub(crate) fn chosen(&self, by: usize) -> Option<usize> {
        let choice = self.choice.load(Ordering::Relaxed);
        let place = (choice & !(CONFIGURED | MEASURED)).checked_sub(1)?;
        (choice & by != 0).then_some(place)
    }

    /// The place of the engine for callers who name none, where somebody chose or asked before.
    #[inline]
    pub(crate) fn known(&self) -> Option<usize> {
        self.chosen(CONFIGURED | MEASURED).or_else(|| self.first.load(Ordering::Relaxed).checked_sub(1))
    }

    pub(crate) fn origin(&self) -> Origin {
        match self.choice.load(Ordering::Relaxed) {
            choice if choice & CONFIGURED != 0 => Origin::Configured,
            choice if choice & MEASURED != 0 => Origin::Measured,
            _ => Origin::Table,
        }
    }

    /// What to do first with `n` units (at least one), and how many of them; `work_out` fills the plan.
    #[inline(always)]
    pub(crate) fn step(&self, n: usize, work_out: impl FnOnce(usize) -> Packed) -> (Packed, usize) {
        let slot = if n <= plan::PLANNED { n } else { 0 };
        let mut packed = self.plan.load(slot);
        if packed == Packed::NONE {
            packed = work_out(slot);
        }
        match slot {
            0 => self.plan.above_planned(packed, n),
            _ if packed.take() == 0 => (packed, n),
            _ => (packed, packed.take()),
        }
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

    fn choose(&self, choice: usize, steps: &Steps) {
        self.choice.store(choice, Ordering::Relaxed);
        self.plan.store(steps);
    }

    /// Replaces the plan by one of measured costs, unless somebody has configured an engine.
    pub(crate) fn measure(&self, steps: &Steps) {
        self.locked(|| {
            if self.origin() != Origin::Configured {
                self.choose(MEASURED, steps);
            }
        });
    }
}

/// A table without its kernels. Only [`Table`](crate::Table) is one.
pub trait Rows {
    /// What changes in it.
    fn state(&self) -> &State;
    /// The engine at a place.
    fn row(&self, place: usize) -> Option<Row>;
}

impl dyn Rows {
    pub(crate) fn infos(&self) -> impl Iterator<Item = &'static EngineInfo> {
        (0..).map_while(|place| self.row(place)).map(|row| row.info)
    }

    /// The place of the last engine, which is portable.
    fn last(&self) -> usize {
        self.infos().count().saturating_sub(1)
    }

    /// What one unit costs on the last engine, which is portable, in the units of known costs; that of estimates where it is not known.
    fn portable(&self, kind: Kind) -> u32 {
        let known = self.row(self.last()).and_then(|row| plan::known_cost(row.costs, kind));
        known.map_or(plan::UNIT, |cost| cost.one())
    }

    /// An engine and what it costs on a kind of CPU; if asked for, only where it can run here. Estimates are counted in
    /// thousandths of what the portable engine costs, all others accordingly.
    fn priced(&self, place: usize, kind: Kind, usable: bool) -> Option<Priced<'static>> {
        let row = self.row(place).filter(|row| !usable || row.info.is_available())?;
        let (cost, scale) = match plan::known_cost(row.costs, kind) {
            Some(cost) => (cost, plan::UNIT),
            None => (plan::estimated(row.info), self.portable(kind)),
        };
        Some(Priced { place, lanes: row.info.lanes, cost, scale })
    }

    /// The place of the engine with the cheapest lane on a kind of CPU, the first of equals.
    pub(crate) fn cheapest(&self, kind: Kind, usable: bool) -> Option<usize> {
        let priced = (0..=self.last()).filter_map(|place| self.priced(place, kind, usable));
        priced.min_by_key(Priced::per_lane).map(|priced| priced.place)
    }

    /// The place of the usable engine with the cheapest lane.
    #[cold]
    #[inline(never)]
    pub(crate) fn first_usable(&self) -> usize {
        let state = self.state();
        if let Some(known) = state.first.load(Ordering::Relaxed).checked_sub(1) {
            return known;
        }
        let place = self.cheapest(cpu::kind(), true).unwrap_or_else(|| self.last());
        state.first.store(place + 1, Ordering::Relaxed);
        place
    }

    /// The place of the engine for a caller who names none.
    pub(crate) fn auto(&self) -> usize {
        self.state().known().unwrap_or_else(|| self.first_usable())
    }

    /// Works the plan out, unless somebody has done so, and gives the step of a slot.
    #[cold]
    #[inline(never)]
    pub(crate) fn work_out(&self, slot: usize) -> Packed {
        let state = self.state();
        state.plan.store_if_none(&self.steps_of(state.choice.load(Ordering::Relaxed)));
        state.plan.load(slot)
    }

    /// What follows from a choice for counts.
    fn steps_of(&self, choice: usize) -> Steps {
        let chosen = (choice & !(CONFIGURED | MEASURED)).checked_sub(1);
        let is_planned = self.state().is_planned();
        match chosen {
            Some(place) if choice & CONFIGURED != 0 || !is_planned => self.only(place),
            Some(place) => {
                plan::from_on(place, self.row(place).map_or(1, |row| row.info.lanes), &self.built_in())
            }
            None if is_planned => self.built_in(),
            None => self.only(self.first_usable()),
        }
    }

    fn only(&self, place: usize) -> Steps {
        let cost = self.row(place).map(|row| plan::cost_on(row.info, row.costs, cpu::kind()));
        plan::only(place, cost.unwrap_or(Cost::pass(plan::UNIT)))
    }

    fn built_in(&self) -> Steps {
        let (kind, last) = (cpu::kind(), self.last());
        plan::cheapest(last + 1, &|place| self.priced(place, kind, true), last)
    }

    /// Makes a choice: the place of an engine plus one, or 0, and who it is by. What was configured is not overruled by a
    /// measurement.
    pub(crate) fn choose(&self, place: usize, by: usize) {
        let state = self.state();
        let choice = if place == 0 { 0 } else { place | by };
        state.locked(|| {
            if by == CONFIGURED || state.origin() != Origin::Configured {
                state.choose(choice, &self.steps_of(choice));
            }
        });
    }
}
