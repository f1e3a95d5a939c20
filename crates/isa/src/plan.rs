//! Choice by count: which engines do `n` units of work in the least time.
//!
//! An engine with many lanes takes as long for one unit (a node, a message, a block of one stream) as for all its lanes;
//! one that interleaves streams takes a time for each count. From these [costs](Cost), which stand in a [file for each kind of
//! CPU](crate::costs), dynamic programming finds the cheapest way to do `n` units:
//!
//! ```text
//! best(0) = 0
//! best(n) = min over engines e and k <= n of cost(e, k) + best(n - k)
//! ```
//!
//! The first step for each count is kept, so that a caller pays one load and one indirect call. Counts above 48
//! take whole passes of the engine with the cheapest lane, until what is left has a step of its own; where an engine has
//! more lanes than that (bit-sliced kernels), steps are kept for ranges of counts up to twice its lanes.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::costs::Costs;
use crate::costs::Fill;
pub use crate::costs::{Cost, CostError, PLANNED};
use crate::cpu::{self, Kind};
use crate::detect;
use crate::engine::EngineInfo;

/// Upper ends of the ranges of counts above [`PLANNED`] that share a step where an engine is wide.
const RANGES: [usize; 9] = [64, 96, 128, 192, 256, 384, 512, 768, WIDEST];
const WIDEST: usize = 1024;
const SLOTS: usize = PLANNED + 1 + RANGES.len();

/// The cost on a kind of CPU: its own, that of the kind that it is [like](Kind::like), or one that is given for all others.
pub(crate) fn known_cost(costs: Costs, kind: Kind) -> Option<Cost<'static>> {
    let find = |kind| costs.iter().find(|(k, _)| *k == kind).map(|(_, cost)| *cost);
    find(kind).or_else(|| kind.like().and_then(find)).or_else(|| find(Kind::Unknown))
}

/// What a unit of portable code costs where costs are estimated.
pub(crate) const UNIT: u32 = 1000;

/// Estimated costs of one unit, of two and so on by instructions that are made for the operation.
const SINGLY: [u32; PLANNED] = {
    let mut costs = [0; PLANNED];
    let mut n = 0;
    while n < PLANNED {
        costs[n] = (n as u32 + 1) * UNIT * 7 / 10;
        n += 1;
    }
    costs
};

/// What an engine may cost where nobody knows, if a unit of portable code costs a thousand: every lane more makes a pass a little
/// longer (more lanes come first as soon as there is work for some of them), and units that are interleaved each take a little less
/// than portable code. For orientation: sixteen lanes of SHA-256 take 1.7 times as long as portable code for one node on Zen 4 and
/// 1.2 times on Sapphire Rapids, 512 lanes of Curl-P 29 and 21 times.
pub(crate) fn estimated(info: &EngineInfo) -> Cost<'static> {
    // Every engine of WebAssembly has a cost, and its modules are small.
    if matches!(detect::TELLER, detect::Teller::WebAssembly) {
        return Cost::pass(UNIT);
    }
    let lanes = info.lanes.max(1);
    let pass = UNIT + UNIT * 6 / 100 * (lanes as u32 - 1);
    match info.fill {
        Fill::Pass => Cost::pass(pass),
        Fill::Each => Cost::each(&SINGLY[..lanes.min(PLANNED)]),
        Fill::AloneOrPass => Cost::each(&[UNIT]).or_pass(pass),
    }
}

/// The cost of an engine on a kind of CPU, estimated where it is not known.
pub(crate) fn cost_on(info: &EngineInfo, costs: Costs, kind: Kind) -> Cost<'static> {
    known_cost(costs, kind).unwrap_or_else(|| estimated(info))
}

/// Whether an engine does so many units in less time one by one than in a pass.
pub(crate) fn is_less_singly(info: &EngineInfo, costs: Costs, n: usize) -> bool {
    cost_on(info, costs, cpu::kind()).is_less_singly(n)
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
pub(crate) fn only(place: usize, cost: Cost<'_>) -> Steps {
    core::array::from_fn(|slot| {
        let count = match slot {
            0 => usize::MAX,
            1..=PLANNED => slot,
            _ => RANGES[slot - PLANNED - 1],
        };
        Packed::new(place, 0, cost.is_less_singly(count))
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
    /// What the cost is counted in, so that known and estimated ones can be compared.
    pub(crate) scale: u32,
}

impl Priced<'_> {
    fn at_once(&self) -> usize {
        self.cost.at_once(self.lanes)
    }

    /// Cost of `n` units in one step, and whether they are done unit by unit.
    fn of(&self, n: usize) -> (u64, bool) {
        let (cost, singly) = self.cost.of(n);
        (cost.saturating_mul(self.scale.into()), singly)
    }

    /// Cost of a unit where there is plenty of work, in parts of 64.
    pub(crate) fn per_lane(&self) -> u64 {
        self.of(self.at_once()).0.saturating_mul(64) / self.at_once() as u64
    }
}

/// Steps for every slot, from the costs of those of `count` engines that can be used. Where none can, the last one does
/// everything. Compiled once: generic in the iterator it was three kilobytes for each operation.
pub(crate) fn cheapest<'a>(count: usize, priced: &dyn Fn(usize) -> Option<Priced<'a>>, last: usize) -> Steps {
    let priced = (0..count).filter_map(priced);
    let at_once = Priced::at_once;
    let Some(bulk) = priced.clone().min_by_key(Priced::per_lane) else {
        return only(last, Cost::pass(UNIT));
    };
    let is_wide = priced.clone().any(|p| at_once(&p) > PLANNED);
    let counts = if is_wide { WIDEST } else { PLANNED };

    let mut first = [Packed::NONE; WIDEST + 1];
    let mut best = [u64::MAX; WIDEST + 1];
    best[0] = 0;
    for n in 1..=counts {
        for p in priced.clone() {
            let longest = at_once(&p).min(n);
            for take in (1..=p.cost.listed(longest)).chain([longest]) {
                let (cost, singly) = p.of(take);
                let total = cost.saturating_add(best[n - take]);
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
    let (_, singly) = bulk.of(at_once(&bulk));
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
