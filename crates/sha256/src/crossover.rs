//! Which engine for how many: the one place where measured costs become choices.
//!
//! An engine with many lanes costs the same for one unit (a node, or a block of one stream) as for all its lanes; SHA-NI
//! costs per unit. From the cost of one unit alone and of one full pass of every engine, the cheapest way to do `n`
//! units follows by dynamic programming: `best(n) = min over engines and k <= lanes of cost(k) + best(n - k)`. The
//! resulting steps are kept per count; counts beyond the table use the engine with the cheapest lane until they fit.

use core::sync::atomic::{AtomicU16, Ordering};

use lanesmith_isa::{EngineError, Table, hit};

use crate::engines::{MANY, ManyKernel, NODES, NodeKernel, Pairs, Pbkdf2Lane};

/// Counts up to here have steps of their own.
const PLANNED: usize = 48;

/// What an engine costs, in any unit of time that all costs of one call share.
///
/// ```
/// use lanesmith_sha256::crossover::{self, Cost};
/// // A CPU on which nothing but the scalar engine were worth using:
/// crossover::set_node_costs(&[Cost { engine: "scalar", of: &[1000] }])?;
/// assert_eq!(crossover::node_steps(5).collect::<Vec<_>>(), [("scalar", 5)]);
/// // And back to what is built in.
/// crossover::set_node_costs(&[])?;
/// # Ok::<(), lanesmith_isa::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost<'a> {
    /// The engine's name.
    pub engine: &'a str,
    /// Cost of one unit, of two and so on up to the engine's lanes, or further where more at once cost less; the last
    /// one stands for all that are missing.
    pub of: &'a [u32],
}

/// Costs of nodes in picoseconds: measured on AMD Zen 4 (family 25, model 17), and on Intel Sapphire Rapids (core cycles
/// times 340 ps). They only decide between engines of the same machine. Engines of other architectures stand behind in
/// order of what their instructions promise; nobody has measured them.
const NODE_COSTS: [&[Cost<'static>]; 2] = [
    &[
        cost("avx512", &[515_000]),
        cost("avx512vl", &[290_000]),
        cost(
            "shani",
            &[
                88_000, 95_000, 136_000, 148_000, 176_000, 203_000, 244_000, 278_000, 272_000, 315_000,
                340_000, 338_000,
            ],
        ),
        cost("avx2", &[470_000]),
        cost("ssse3", &[575_000]),
        cost("sha2", &[60_000, 70_000, 120_000, 120_000]),
        cost("neon", &[600_000]),
        cost("simd128", &[700_000]),
        cost("scalar", &[310_000]),
    ],
    &[
        cost("avx512", &[525_000]),
        cost("avx512vl", &[379_000]),
        cost("shani", &[71_000, 131_000, 202_000, 266_000, 332_000, 398_000]),
        cost("avx2", &[800_000]),
        cost("ssse3", &[700_000]),
        cost("scalar", &[425_000]),
    ],
];

/// The same for one block of each of several streams.
const BLOCK_COSTS: [&[Cost<'static>]; 2] = [
    &[
        cost("avx512", &[288_000]),
        cost("avx512vl", &[168_000]),
        cost("shani", &[35_300, 38_500, 61_000, 67_500, 77_500, 91_500]),
        cost("avx2", &[310_000]),
        cost("ssse3", &[440_000]),
        cost("sha2", &[30_000, 36_000]),
        cost("neon", &[360_000]),
        cost("simd128", &[400_000]),
        cost("scalar", &[263_000]),
    ],
    &[
        cost("avx512", &[306_000]),
        cost("avx512vl", &[231_000]),
        cost("shani", &[45_000, 66_000, 99_000, 132_000, 165_000, 198_000]),
        cost("avx2", &[480_000]),
        cost("ssse3", &[410_000]),
        cost("scalar", &[220_000]),
    ],
];

const fn cost(engine: &'static str, of: &'static [u32]) -> Cost<'static> {
    Cost { engine, of }
}

impl Cost<'_> {
    /// Cost of that many units, at least one.
    fn units(&self, n: usize) -> u64 {
        u64::from(self.of.get(n - 1).or(self.of.last()).copied().unwrap_or(u32::MAX))
    }
}

/// Steps per count, each an engine's place in its table and how many units it takes; zero until first asked for.
struct Plan {
    steps: [AtomicU16; PLANNED + 1],
    /// How many units an engine that interleaves as many as there are may take at once.
    interleaved: usize,
}

/// A step of a plan.
#[derive(Clone, Copy)]
struct Step {
    engine: usize,
    take: usize,
}

impl Plan {
    const fn new(interleaved: usize) -> Self {
        Plan { steps: [const { AtomicU16::new(0) }; PLANNED + 1], interleaved }
    }

    /// What to do first with `n` units (`n > 0`).
    #[inline(always)]
    fn step<K>(&self, table: &Table<K>, defaults: fn() -> &'static [Cost<'static>], n: usize) -> Step {
        let slot = if n <= PLANNED { n } else { 0 };
        let mut packed = self.steps[slot].load(Ordering::Relaxed);
        if packed == 0 {
            packed = self.build(table, defaults(), slot);
        }
        let step = Step { engine: usize::from(packed >> 8), take: usize::from(packed & 0xff) };
        if n <= PLANNED {
            step
        } else {
            // Whole passes until what is left has a plan of its own.
            let take = (n - PLANNED).next_multiple_of(step.take);
            Step { take, ..step }
        }
    }

    #[cold]
    fn build<K>(&self, table: &Table<K>, costs: &[Cost<'_>], slot: usize) -> u16 {
        let steps = plan(table, costs, self.interleaved);
        for (to, step) in self.steps.iter().zip(steps) {
            to.store(step, Ordering::Relaxed);
        }
        steps[slot]
    }
}

/// Packed steps for all counts; slot 0 is a full pass of the engine with the cheapest lane.
fn plan<K>(table: &Table<K>, costs: &[Cost<'_>], interleaved: usize) -> [u16; PLANNED + 1] {
    let engines = table.engines();
    let last = engines.len() - 1;
    let usable = |cost: &&Cost<'_>| {
        engines.iter().any(|e| e.info.name == cost.engine && e.info.name != "auto" && e.info.is_available())
    };
    let place = |cost: &Cost<'_>| engines.iter().position(|e| e.info.name == cost.engine).unwrap_or(last);
    let at_once = |cost: &Cost<'_>| match cost.of.len() {
        0 | 1 => engines[place(cost)].info.lanes.clamp(1, PLANNED),
        listed => engines[place(cost)].info.lanes.max(listed).min(interleaved),
    };
    let mut packed = [pack(last, 1); PLANNED + 1];
    let mut best = [u64::MAX; PLANNED + 1];
    best[0] = 0;
    for n in 1..=PLANNED {
        for cost in costs.iter().filter(usable) {
            let engine = place(cost);
            for take in 1..=at_once(cost).min(n) {
                let total = cost.units(take) + best[n - take];
                // Of equal plans, the one with fewer steps.
                if total < best[n] || (total == best[n] && take > usize::from(packed[n] & 0xff)) {
                    best[n] = total;
                    packed[n] = pack(engine, take);
                }
            }
        }
        // Steps of one engine in a row are one call.
        let (engine, take) = (packed[n] >> 8, packed[n] & 0xff);
        let next = packed[n - usize::from(take)];
        if usize::from(take) < n && next >> 8 == engine {
            packed[n] = engine << 8 | (take + (next & 0xff));
        }
    }
    let per_unit = |cost: &&Cost<'_>| cost.units(at_once(cost)) * 1024 / at_once(cost) as u64;
    if let Some(bulk) = costs.iter().filter(usable).min_by_key(per_unit) {
        packed[0] = pack(place(bulk), at_once(bulk));
    }
    packed
}

const fn pack(engine: usize, take: usize) -> u16 {
    (engine << 8 | take) as u16
}

static NODE_PLAN: Plan = Plan::new(PLANNED);
static MANY_PLAN: Plan = Plan::new(PLANNED);
/// The rounds of PBKDF2 are one chain per password, each block made of the one before: engines that interleave streams
/// take those two by two, as many as stay in registers between blocks.
static PBKDF2_PLAN: Plan = Plan::new(crate::rounds::CHAINS);

fn profile() -> usize {
    usize::from(crate::arch::is_intel())
}

fn node_defaults() -> &'static [Cost<'static>] {
    NODE_COSTS[profile()]
}

fn block_defaults() -> &'static [Cost<'static>] {
    BLOCK_COSTS[profile()]
}

/// Engine `auto` of `sha256.nodes`.
pub(crate) fn nodes(mut out: &mut [[u8; 32]], mut pairs: Pairs<'_>) {
    hit::mark("sha256.nodes", "auto");
    let mut left = out.len().min(pairs.len());
    while left > 0 {
        let step = NODE_PLAN.step(&NODES, node_defaults, left);
        if step.take >= left {
            return (kernel(&NODES, step.engine).hash)(out, pairs);
        }
        let take = step.take;
        let (out_now, out_later) = out.split_at_mut(take);
        let (pairs_now, pairs_later) = pairs.split_at(take);
        (kernel(&NODES, step.engine).hash)(out_now, pairs_now);
        (out, pairs) = (out_later, pairs_later);
        left -= take;
    }
}

/// Engine `auto` of `sha256.many`.
pub(crate) fn many(mut states: &mut [[u32; 8]], mut streams: &[&[[u8; 64]]]) {
    hit::mark("sha256.many", "auto");
    let mut left = states.len().min(streams.len());
    while left > 0 {
        let step = MANY_PLAN.step(&MANY, block_defaults, left);
        let take = step.take.min(left);
        let (states_now, states_later) = states.split_at_mut(take);
        let (streams_now, streams_later) = streams.split_at(take);
        (kernel(&MANY, step.engine).compress)(states_now, streams_now);
        (states, streams) = (states_later, streams_later);
        left -= take;
    }
}

/// The same for the rounds of PBKDF2.
pub(crate) fn pbkdf2(mut lanes: &mut [Pbkdf2Lane], rounds: u32) {
    hit::mark("sha256.many", "auto");
    while !lanes.is_empty() {
        let step = PBKDF2_PLAN.step(&MANY, block_defaults, lanes.len());
        let (now, later) = lanes.split_at_mut(step.take.min(lanes.len()));
        (kernel(&MANY, step.engine).pbkdf2)(now, rounds);
        lanes = later;
    }
}

#[inline(always)]
fn kernel<K>(table: &'static Table<K>, engine: usize) -> &'static K {
    &table.engines()[engine].kernel
}

/// Replaces the costs by which engine `auto` of [`NODES`] chooses, in the whole process: what a measurement on the
/// machine at hand found. Engines not named are not used. An empty list brings the built-in costs back.
///
/// # Errors
/// If an engine does not exist or cannot run here; nothing changes then.
pub fn set_node_costs(costs: &[Cost<'_>]) -> Result<(), EngineError> {
    replace::<NodeKernel>(&NODE_PLAN, &NODES, node_defaults(), costs)
}

/// The same for [`MANY`], a unit being one block of one stream.
///
/// # Errors
/// As [`set_node_costs`].
pub fn set_many_costs(costs: &[Cost<'_>]) -> Result<(), EngineError> {
    replace::<ManyKernel>(&MANY_PLAN, &MANY, block_defaults(), costs)?;
    replace::<ManyKernel>(&PBKDF2_PLAN, &MANY, block_defaults(), costs)
}

fn replace<K>(
    plan: &Plan,
    table: &Table<K>,
    defaults: &[Cost<'_>],
    costs: &[Cost<'_>],
) -> Result<(), EngineError> {
    for cost in costs {
        table.by_name(cost.engine)?;
    }
    plan.build(table, if costs.is_empty() { defaults } else { costs }, 0);
    Ok(())
}

/// How engine `auto` of [`NODES`] would do `n` nodes: engines and how many each takes, in order.
pub fn node_steps(n: usize) -> impl Iterator<Item = (&'static str, usize)> {
    steps(&NODE_PLAN, &NODES, node_defaults, n)
}

/// How engine `auto` of [`MANY`] would advance `n` streams.
pub fn many_steps(n: usize) -> impl Iterator<Item = (&'static str, usize)> {
    steps(&MANY_PLAN, &MANY, block_defaults, n)
}

fn steps<K>(
    plan: &'static Plan,
    table: &'static Table<K>,
    defaults: fn() -> &'static [Cost<'static>],
    n: usize,
) -> impl Iterator<Item = (&'static str, usize)> {
    let mut left = n;
    core::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let step = plan.step(table, defaults, left);
        let take = step.take.min(left);
        left -= take;
        Some((table.engines()[step.engine].info.name, take))
    })
}
