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

use crate::cpu::{self, Kind};

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

    /// Whether this is of an engine that can do units one by one as well as in a pass.
    pub(crate) fn is_of_both(&self) -> bool {
        self.pass.is_some() && !self.each.is_empty()
    }

    /// Whether so many units cost less one by one than in a pass, where the engine can do both.
    pub(crate) fn is_less_singly(&self, n: usize) -> bool {
        match (self.each, self.pass) {
            ([one, ..], Some(pass)) => (n as u64).saturating_mul((*one).into()) <= pass.into(),
            _ => false,
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
pub(crate) fn cost_on(costs: Costs, kind: Kind) -> Option<Cost<'static>> {
    let find = |kind| costs.iter().find(|(k, _)| *k == kind).map(|(_, cost)| *cost);
    find(kind).or_else(|| find(Kind::Other))
}

/// Whether an engine of such costs does so many units in less time one by one than in a pass.
pub(crate) fn is_less_singly(costs: Costs, n: usize) -> bool {
    cost_on(costs, cpu::kind()).is_some_and(|cost| cost.is_less_singly(n))
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
    pub(crate) const NONE: Packed = Packed(0);
    const WIDE: u32 = 1 << 17;

    const fn new(engine: usize, take: usize, singly: bool) -> Self {
        Packed(1 << 31 | (engine as u32) << 18 | (singly as u32) << 16 | take as u32)
    }
    pub(crate) const fn engine(self) -> usize {
        (self.0 >> 18 & 0x1fff) as usize
    }
    pub(crate) const fn take(self) -> usize {
        (self.0 & 0xffff) as usize
    }
    pub(crate) const fn singly(self) -> bool {
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

    /// The step of a slot; [`Packed::NONE`] until one is kept.
    #[inline(always)]
    pub(crate) fn load(&self, slot: usize) -> Packed {
        Packed(self.steps[slot].load(Ordering::Relaxed))
    }

    /// The step for more than [`PLANNED`] units, given that of slot 0.
    pub(crate) fn above_planned(&self, bulk: Packed, n: usize) -> (Packed, usize) {
        let pass = bulk.take();
        let (step, take) = if pass == 0 {
            (bulk, n)
        } else if !bulk.is_wide() {
            // Whole passes until what is left has a step of its own.
            (bulk, (n - PLANNED).next_multiple_of(pass))
        } else if n <= (2 * pass).min(WIDEST) {
            let range = RANGES.iter().position(|top| n <= *top).unwrap_or(RANGES.len() - 1);
            let step = self.load(PLANNED + 1 + range);
            (step, if step.take() == 0 { n } else { step.take() })
        } else {
            // Whole passes until one to two of them are left.
            (bulk, ((n - pass) / pass).max(1) * pass)
        };
        (step, take.min(n))
    }

    /// Keeps steps that somebody asked for. The caller holds the table's lock.
    pub(crate) fn store(&self, steps: &Steps) {
        for (to, step) in self.steps.iter().zip(steps) {
            to.store(step.0, Ordering::Relaxed);
        }
    }

    /// Keeps steps that were worked out on first use, unless somebody has chosen in the meantime.
    pub(crate) fn store_if_none(&self, steps: &Steps) {
        for (to, step) in self.steps.iter().zip(steps) {
            // A failure means that a step is there already, and that one stands.
            let _ = to.compare_exchange(0, step.0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// Always that engine, for everything; unit by unit where it costs less.
pub(crate) fn only(place: usize, cost: Option<Cost<'_>>) -> Steps {
    core::array::from_fn(|slot| {
        let count = match slot {
            0 => usize::MAX,
            1..=PLANNED => slot,
            _ => RANGES[slot - PLANNED - 1],
        };
        Packed::new(place, 0, cost.is_some_and(|cost| cost.is_less_singly(count)))
    })
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

impl Priced<'_> {
    fn at_once(&self) -> usize {
        self.cost.at_once(self.lanes)
    }

    /// Cost of a unit where there is plenty of work, in parts of 1024.
    pub(crate) fn per_lane(&self) -> u64 {
        self.cost.of(self.at_once()).0 * 1024 / self.at_once() as u64
    }
}

/// Steps for every slot, from the costs of those of `count` engines that have any. Where none has, the last one does
/// everything. Compiled once: generic in the iterator it was three kilobytes for each operation.
pub(crate) fn cheapest<'a>(count: usize, priced: &dyn Fn(usize) -> Option<Priced<'a>>, last: usize) -> Steps {
    let priced = (0..count).filter_map(priced);
    let at_once = Priced::at_once;
    let Some(bulk) = priced.clone().min_by_key(Priced::per_lane) else {
        return only(last, None);
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
