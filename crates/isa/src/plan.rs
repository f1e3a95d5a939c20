//! Choice by count: which engines do `n` units of work in the least time.
//!
//! An engine with many lanes takes as long for one unit (a node, a message, a block of one stream) as for all its lanes;
//! one that interleaves streams takes a time for each count. From these [costs](Cost), which stand in the engine's row of
//! the table, dynamic programming finds the cheapest way to do `n` units:
//!
//! ```text
//! best(0) = 0
//! best(n) = min over engines e and k <= n of cost(e, k) + best(n - k)
//! ```
//!
//! The first step for each count is kept, so that a caller pays one load and one indirect call. Counts above 48
//! take whole passes of the engine with the cheapest lane, until what is left has a step of its own; where an engine has
//! more lanes than that (bit-sliced kernels), steps are kept for ranges of counts up to twice its lanes.

use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::choice::Choice;
use crate::cpu::{self, Kind};
use crate::engine::{Engine, Handle};
use crate::operation::Tabled;
use crate::table::Table;

/// Counts up to here have a step of their own.
pub const PLANNED: usize = 48;

/// Upper ends of the ranges of counts above [`PLANNED`] that share a step where an engine is wide.
const RANGES: [usize; 9] = [64, 96, 128, 192, 256, 384, 512, 768, WIDEST];
const WIDEST: usize = 1024;
const SLOTS: usize = PLANNED + 1 + RANGES.len();

/// What an engine costs, in any unit of time that all engines of a table share; picoseconds in the built-in ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost<'a> {
    /// Cost of one unit, of two and so on.
    each: &'a [u32],
    /// Cost of a pass that carries as many units as the engine has lanes, however many of them are used.
    pass: Option<u32>,
}

impl<'a> Cost<'a> {
    /// Of an engine that costs the same for one unit as for all its lanes.
    pub const fn pass(cost: u32) -> Self {
        Cost { each: &[], pass: Some(cost) }
    }

    /// Of one unit, of two and so on, up to the engine's lanes or further where more at once cost less. The last cost
    /// stands for all that are missing up to the lanes.
    pub const fn each(costs: &'a [u32]) -> Self {
        Cost { each: costs, pass: None }
    }

    /// The same for an engine that can also carry all its lanes in one pass of that cost.
    #[must_use]
    pub const fn or_pass(self, cost: u32) -> Self {
        Cost { pass: Some(cost), ..self }
    }

    /// From a list as profiles have it: one number is the cost of a pass, more are costs of one unit, of two and so on.
    ///
    /// # Errors
    /// [`CostError`] if the list is empty, longer than [`PLANNED`], or holds a zero.
    pub fn of_list(list: &'a [u32]) -> Result<Self, CostError> {
        match *list {
            [] => Err(CostError::Empty),
            _ if list.len() > PLANNED => Err(CostError::TooMany { given: list.len() }),
            _ if list.contains(&0) => Err(CostError::Zero),
            [one] => Ok(Cost::pass(one)),
            _ => Ok(Cost::each(list)),
        }
    }

    /// The largest number of units that have a cost of their own, for an engine of so many lanes.
    pub(crate) fn at_once(&self, lanes: usize) -> usize {
        match self.pass {
            Some(_) => lanes.max(1),
            None => lanes.max(self.each.len()).clamp(1, PLANNED),
        }
    }

    /// Cost of `n` units (at least one) in one step, and whether they are done unit by unit rather than in a pass.
    fn of(&self, n: usize) -> (u64, bool) {
        match (self.each.get(n - 1), self.pass) {
            (Some(each), Some(pass)) if *each > pass => (pass.into(), false),
            (Some(each), _) => ((*each).into(), true),
            (None, Some(pass)) => (pass.into(), false),
            (None, None) => (self.each.last().copied().unwrap_or(u32::MAX).into(), true),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.each.is_empty() && self.pass.is_none()
    }
}

/// Why a list of costs is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostError {
    /// No cost at all.
    Empty,
    /// More costs than counts that have a step of their own.
    TooMany {
        /// How many.
        given: usize,
    },
    /// A cost of zero.
    Zero,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostError::Empty => write!(f, "the list of costs is empty"),
            CostError::TooMany { given } => {
                write!(f, "{given} costs are given, at most {PLANNED} are used")
            }
            CostError::Zero => write!(f, "a cost is zero"),
        }
    }
}

impl core::error::Error for CostError {}

/// Costs of an engine by kind of CPU. [`Kind::Other`] must be among them.
pub type Costs = &'static [(Kind, Cost<'static>)];

/// The cost on a kind of CPU: its own, or that of [`Kind::Other`].
fn cost_on(costs: Costs, kind: Kind) -> Option<Cost<'static>> {
    let find = |kind| costs.iter().find(|(k, _)| *k == kind).map(|(_, cost)| *cost);
    find(kind).or_else(|| find(Kind::Other))
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

/// A step as it is kept: bit 31 says that there is one.
///
/// | bits | meaning |
/// | --- | --- |
/// | 18..31 | place of the engine in its table |
/// | 17 | the step stands for ranges of counts: look there |
/// | 16 | unit by unit |
/// | 0..16 | how many units; 0: all |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(u32);

impl Packed {
    const NONE: Packed = Packed(0);
    const WIDE: u32 = 1 << 17;

    const fn new(engine: usize, take: usize, singly: bool) -> Self {
        Packed(1 << 31 | (engine as u32) << 18 | (singly as u32) << 16 | take as u32)
    }
    const fn engine(self) -> usize {
        (self.0 >> 18 & 0x1fff) as usize
    }
    const fn take(self) -> usize {
        (self.0 & 0xffff) as usize
    }
    const fn singly(self) -> bool {
        self.0 >> 16 & 1 == 1
    }
    const fn is_wide(self) -> bool {
        self.0 & Self::WIDE != 0
    }
}

/// A step for every slot.
pub(crate) type Steps = [Packed; SLOTS];

/// The kept steps of a table. Slot 0 is for counts above [`PLANNED`], the slots above that for [`RANGES`].
#[derive(Debug)]
pub(crate) struct Plan {
    steps: [AtomicU32; SLOTS],
}

impl Plan {
    pub(crate) const fn new() -> Self {
        Plan { steps: [const { AtomicU32::new(0) }; SLOTS] }
    }

    #[inline(always)]
    fn load(&self, slot: usize) -> Packed {
        Packed(self.steps[slot].load(Ordering::Relaxed))
    }

    /// Keeps steps that somebody asked for. The caller holds the table's lock.
    pub(crate) fn store(&self, steps: &Steps) {
        for (to, step) in self.steps.iter().zip(steps) {
            to.store(step.0, Ordering::Relaxed);
        }
    }

    /// Keeps steps that were worked out on first use, unless somebody has chosen in the meantime.
    fn store_if_none(&self, steps: &Steps) {
        for (to, step) in self.steps.iter().zip(steps) {
            // A failure means that a step is there already, and that one stands.
            let _ = to.compare_exchange(0, step.0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// How many units an engine does in one step at most, by its built-in costs.
pub(crate) fn at_once<K>(engine: &Engine<K>) -> usize {
    cost_on(engine.costs, cpu::kind()).map_or(0, |cost| cost.at_once(engine.info.lanes).min(PLANNED))
}

/// Always that engine, for everything; unit by unit where it costs less.
pub(crate) fn only<K>(engines: &'static [Engine<K>], place: usize) -> Steps {
    core::array::from_fn(|slot| {
        let count = match slot {
            0 => usize::MAX,
            1..=PLANNED => slot,
            _ => RANGES[slot - PLANNED - 1],
        };
        Packed::new(place, 0, is_cheaper_singly(&engines[place], count))
    })
}

/// Whether an engine that can do both does so many units in less time one by one than in a pass.
fn is_cheaper_singly<K>(engine: &Engine<K>, n: usize) -> bool {
    // Most engines cannot do both, and this is asked for each call that names an engine.
    if engine.costs.first().is_none_or(|(_, cost)| cost.pass.is_none() || cost.each.is_empty()) {
        return false;
    }
    match cost_on(engine.costs, cpu::kind()) {
        Some(Cost { each: [one, ..], pass: Some(pass) }) => {
            (n as u64).saturating_mul((*one).into()) <= pass.into()
        }
        _ => false,
    }
}

/// The step of a caller who names an engine: everything at once.
#[inline(always)]
pub(crate) fn named<K>(engine: Handle<K>, n: usize) -> Step<K> {
    Step { engine, take: n, singly: is_cheaper_singly(engine.0, n) }
}

/// From `from` units on that engine, for less what is cheapest.
pub(crate) fn from_on(engine: usize, from: usize, fewer: &Steps) -> Steps {
    let mut steps = *fewer;
    for (slot, step) in steps.iter_mut().enumerate() {
        let count = match slot {
            0 => usize::MAX,
            1..=PLANNED => slot,
            _ => RANGES[slot - PLANNED - 1],
        };
        if count >= from {
            // Whole passes, so that what is left may have a cheaper step.
            let take = if slot == 0 { from.max(1) } else { 0 };
            *step = Packed::new(engine, take, false);
        }
    }
    steps[0].0 |= fewer[0].0 & Packed::WIDE;
    steps
}

/// The place of an engine in its table and its cost.
pub(crate) struct Priced<'a> {
    pub(crate) place: usize,
    pub(crate) lanes: usize,
    pub(crate) cost: Cost<'a>,
}

/// The built-in costs of the engines that can run here.
pub(crate) fn built_in<K>(
    engines: &'static [Engine<K>],
) -> impl Iterator<Item = Priced<'static>> + Clone + use<K> {
    let kind = cpu::kind();
    engines.iter().enumerate().filter(|(_, e)| e.info.is_available()).filter_map(move |(place, e)| {
        Some(Priced { place, lanes: e.info.lanes, cost: cost_on(e.costs, kind)? })
    })
}

/// Steps for every slot, from the costs of some engines. Where there is none, the last one does everything.
pub(crate) fn cheapest<'a, K>(
    priced: impl Iterator<Item = Priced<'a>> + Clone,
    engines: &'static [Engine<K>],
) -> Steps {
    let at_once = |p: &Priced<'_>| p.cost.at_once(p.lanes);
    let Some(bulk) = priced.clone().min_by_key(|p| p.cost.of(at_once(p)).0 * 1024 / at_once(p) as u64) else {
        return only(engines, engines.len() - 1);
    };
    let is_wide = priced.clone().any(|p| at_once(&p) > PLANNED);
    let counts = if is_wide { WIDEST } else { PLANNED };

    let mut first = [Packed::NONE; WIDEST + 1];
    let mut best = [u64::MAX; WIDEST + 1];
    best[0] = 0;
    for n in 1..=counts {
        for p in priced.clone() {
            let longest = at_once(&p).min(n);
            // Counts that have a cost of their own; those that share the cost of a pass are best taken all at once.
            let listed = if p.cost.pass.is_some() { p.cost.each.len() } else { longest };
            for take in (1..=listed.min(longest)).chain([longest]) {
                let (cost, singly) = p.cost.of(take);
                let total = cost + best[n - take];
                // Of equal plans, the one with fewer steps.
                if total < best[n] || (total == best[n] && take > first[n].take()) {
                    best[n] = total;
                    first[n] = Packed::new(p.place, take, singly);
                }
            }
        }
    }
    let mut steps = [Packed::NONE; SLOTS];
    for (slot, step) in steps.iter_mut().enumerate().skip(1) {
        let n = if slot <= PLANNED { slot } else { RANGES[slot - PLANNED - 1] };
        *step = joined(&first, n.min(counts));
    }
    let wide = if is_wide { Packed::WIDE } else { 0 };
    let (_, singly) = bulk.cost.of(at_once(&bulk));
    steps[0] = Packed(Packed::new(bulk.place, at_once(&bulk), singly).0 | wide);
    steps
}

/// The first step for `n` units; steps of one engine in a row are one call.
fn joined(first: &[Packed; WIDEST + 1], n: usize) -> Packed {
    let step = first[n];
    let mut take = step.take();
    while take < n {
        let next = first[n - take];
        if next.engine() != step.engine() || next.singly() != step.singly() {
            break;
        }
        take += next.take();
    }
    Packed::new(step.engine(), take, step.singly())
}

/// What to do first with `n` units (at least one) of an operation, for a caller who names no engine.
#[inline(always)]
pub(crate) fn step<K>(table: &'static Table<K>, n: usize) -> Step<K> {
    let slot = if n <= PLANNED { n } else { 0 };
    let mut packed = table.plan.load(slot);
    if packed == Packed::NONE {
        packed = first_use(table, slot);
    }
    let take = match slot {
        0 => return above_planned(table, packed, n),
        _ if packed.take() == 0 => n,
        _ => packed.take(),
    };
    Step { engine: Handle(&table.engines[packed.engine()]), take, singly: packed.singly() }
}

#[cold]
#[inline(never)]
fn first_use<K>(table: &Table<K>, slot: usize) -> Packed {
    table.plan.store_if_none(&table.worked_out());
    table.plan.load(slot)
}

fn above_planned<K>(table: &'static Table<K>, bulk: Packed, n: usize) -> Step<K> {
    let mut packed = bulk;
    let mut take = bulk.take();
    if take == 0 {
        take = n;
    } else if !bulk.is_wide() {
        // Whole passes until what is left has a step of its own.
        take = (n - PLANNED).next_multiple_of(take);
    } else if n <= (2 * take).min(WIDEST) {
        let range = RANGES.iter().position(|top| n <= *top).unwrap_or(RANGES.len() - 1);
        packed = table.plan.load(PLANNED + 1 + range);
        take = if packed.take() == 0 { n } else { packed.take() };
    } else {
        // Whole passes until one to two of them are left.
        take = ((n - take) / take).max(1) * take;
    }
    Step { engine: Handle(&table.engines[packed.engine()]), take: take.min(n), singly: packed.singly() }
}

/// The steps in which `n` units are done.
///
/// ```
/// use lanesmith_isa::{Choice, Operation, plan, table};
///
/// /// `demo.add`: sums of numbers.
/// #[derive(Debug)]
/// pub struct Add(fn(u32, u32) -> u32);
/// impl Operation for Add {
///     const NAME: &str = "demo.add";
/// }
/// table! {
///     /// Engines of `demo.add`.
///     static ADD: Add;
///     portable {
///         scalar: Portable, 1, "general registers", Add(|a, b| a + b);
///     }
/// }
/// let steps: Vec<_> = plan::steps(Choice::<Add>::AUTO, 5).map(|step| (step.engine.name(), step.take)).collect();
/// assert_eq!(steps, [("scalar", 5)]);
/// ```
pub fn steps<K: Tabled>(choice: Choice<K>, n: usize) -> impl Iterator<Item = Step<K>> {
    let mut left = n;
    core::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let step = choice.step(left);
        left -= step.take;
        Some(step)
    })
}
