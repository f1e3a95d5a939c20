//! Operations that choose engines by count: what passes cost here, and whether these costs lead to better choices.

use std::collections::BTreeMap;

use lanesmith_isa::{AUTO, AnyTable, EngineInfo, Fill};
use lanesmith_race::{BoxError, Contender, Work, stats};
use lanesmith_suite::Steps;

use crate::bench::{Bench, gain};
use crate::{Error, Finding, Gain, Tuned, WORTHWHILE, is_better, is_engine};

/// By engine, [parts](in_parts) as profiles list them: of one unit, of two and so on, or of a pass; of one alone and of a pass.
pub type Costs = BTreeMap<&'static str, Vec<u32>>;

/// Makes a contender whose unit of work is one run of the steps.
pub(crate) type Build = fn(&Steps) -> Result<Contender, BoxError>;

/// Counts for which two plans are compared: all that have plans of their own, and many.
const COUNTS: [usize; 6] = [64, 128, 256, 384, 512, 1024];

fn counts(engines: &[Engine]) -> Vec<usize> {
    let widest = engines.iter().map(|engine| engine.lanes).max().unwrap_or(1);
    (1..=48).chain(COUNTS.into_iter().filter(|n| *n <= (2 * widest).max(256))).collect()
}

/// The most counts whose plans are run side by side.
const VERIFIED: usize = 4;

/// Measured costs are known to a few per cent, and each of many has a chance to look cheap: a pass that the
/// built-in choice never makes must be cheaper by this factor. The second is tried where the first chose worse.
const MARGINS: [f64; 2] = [1.03, 1.08];

/// How long measuring takes, and comparing, in parts of equal length.
const MEASURE: u32 = 8;
const VERIFY: u32 = (VERIFIED * MARGINS.len()) as u32;
pub(crate) const PARTS: u32 = MEASURE + VERIFY;

/// An engine, and the counts that have a cost of their own.
struct Engine {
    name: &'static str,
    lanes: usize,
    fill: Fill,
    counts: Vec<usize>,
}

impl Engine {
    fn new(info: &EngineInfo, at_once: usize) -> Self {
        let lanes = info.lanes.max(1);
        let counts = match info.fill {
            Fill::Pass => vec![lanes],
            Fill::Each => (1..=at_once.max(lanes)).collect(),
            Fill::AloneOrPass => vec![1, lanes],
        };
        Engine { name: info.name, lanes, fill: info.fill, counts }
    }

    /// Whether a plan makes the pass whose cost stands at a place of the list.
    fn makes(&self, plan: &Plan, place: usize) -> bool {
        let (n, full) = (self.counts[place], self.counts.len());
        plan.iter().filter(|(engine, _)| *engine == self.name).any(|(_, take)| match self.fill {
            Fill::Pass => true,
            Fill::Each => take % full == n || (n == full && *take >= n),
            Fill::AloneOrPass => (*take == 1) == (n == 1),
        })
    }

    /// What so many units cost.
    fn price(&self, n: usize, costs: &[u32]) -> f64 {
        let at = |place: usize| costs.get(place).map_or(f64::INFINITY, |cost| f64::from(*cost));
        let passes = |pass: f64, lanes: usize| n.div_ceil(lanes) as f64 * pass;
        match self.fill {
            Fill::Pass => passes(at(0), self.lanes),
            Fill::Each => {
                let full = costs.len().max(1);
                let rest = (n % full).checked_sub(1).map_or(0.0, at);
                (n / full) as f64 * at(full - 1) + rest
            }
            Fill::AloneOrPass => (n as f64 * at(0)).min(passes(at(1), self.lanes)),
        }
    }
}

/// Steps of which a plan consists: engines and how many units each takes, in order.
type Plan = Vec<(&'static str, usize)>;

fn engines(table: &'static dyn AnyTable) -> Vec<Engine> {
    table
        .infos()
        .enumerate()
        .filter(|(_, info)| is_engine(table, info.name))
        .map(|(place, info)| Engine::new(&info, table.at_once(place)))
        .collect()
}

/// An interleaving engine may cost the same however many of its lanes are used: where few units cost as much as many to
/// within 5 %, one cost stands for all, which is known better than each of them.
fn level(costs: &mut [f64]) {
    let median = |part: &[f64]| stats::median(&mut part.to_vec());
    let (few, many) = costs.split_at(costs.len() / 2);
    if !few.is_empty() && (median(many) / median(few) - 1.0).abs() < 0.05 {
        costs.fill(median(costs));
    }
}

/// A cost of so many parts.
pub(crate) fn rounded(parts: f64) -> u32 {
    parts.round().clamp(1.0, f64::from(u32::MAX)) as u32
}

/// Nanoseconds in a unit that the engines of a table share: picoseconds, of which a number in a profile holds four milliseconds; a longer
/// one where something takes longer. The largest is at most half of what a number holds, so that margins have room.
fn in_parts(costs: &mut [Vec<f64>]) {
    let largest = costs.iter().flatten().copied().fold(0.0, f64::max);
    let mut parts = 1000.0;
    while largest * parts > f64::from(u32::MAX / 2) {
        parts /= 1000.0;
    }
    costs.iter_mut().flatten().for_each(|cost| *cost *= parts);
}

/// Costs of every count that has one of its own, engine by engine.
fn measure(
    table: &'static dyn AnyTable,
    engines: &[Engine],
    build: Build,
    bench: &mut dyn Bench,
) -> Result<Vec<Vec<f64>>, Error> {
    let op = table.op();
    let mut contenders = Vec::new();
    for engine in engines {
        for &n in &engine.counts {
            let mut contender =
                build(&[(engine.name, n)]).map_err(|source| Error::Contender { op, source })?;
            // Different numbers of units give different outputs; the engines were checked.
            if let Work::Timed { output, .. } = &mut contender.work {
                *output = None;
            }
            contenders.push(contender);
        }
    }
    let sampled = bench.sample(&format!("{op} costs"), MEASURE, None, contenders)?;
    let mut places = 0..;
    let mut costs: Vec<Vec<f64>> = engines
        .iter()
        .map(|engine| {
            let mut of: Vec<f64> =
                engine.counts.iter().zip(&mut places).map(|(_, place)| sampled.ns(place)).collect();
            if engine.fill == Fill::Each {
                level(&mut of);
            }
            of
        })
        .collect();
    in_parts(&mut costs);
    Ok(costs)
}

/// The costs to choose by: those measured, and those of passes that the built-in plans do not make raised by the margin.
fn cautious(engines: &[Engine], measured: &[Vec<f64>], built_in: &[Plan], margin: f64) -> Costs {
    let of = |(engine, measured): (&Engine, &Vec<f64>)| {
        let cost = |(place, parts): (usize, &f64)| {
            let made = built_in.iter().any(|plan| engine.makes(plan, place));
            rounded(parts * if made { 1.0 } else { margin })
        };
        (engine.name, measured.iter().enumerate().map(cost).collect())
    };
    engines.iter().zip(measured).map(of).collect()
}

/// What every engine costs here, as profiles and files of costs list it.
pub(crate) fn measured(
    table: &'static dyn AnyTable,
    build: Build,
    bench: &mut dyn Bench,
) -> Result<Vec<(&'static str, Vec<u32>)>, Error> {
    let engines = engines(table);
    let measured = measure(table, &engines, build, bench)?;
    bench.skip(VERIFY);
    let list = |of: Vec<f64>| of.into_iter().map(rounded).collect();
    Ok(engines.iter().map(|engine| engine.name).zip(measured.into_iter().map(list)).collect())
}

/// Measures what one unit, two and so on cost on every engine; then runs what the new costs choose against what the
/// built-in ones choose, where they differ most.
pub(crate) fn tune(
    table: &'static dyn AnyTable,
    build: Build,
    bench: &mut dyn Bench,
) -> Result<Tuned, Error> {
    table.configure(AUTO)?;
    let engines = engines(table);
    let counts = counts(&engines);
    let built_in: Vec<Plan> = counts.iter().map(|n| steps(table, *n)).collect();
    let measured = measure(table, &engines, build, bench)?;
    let (mut costs, mut gains) = (Costs::new(), Vec::new());
    let mut left = VERIFY;
    for margin in MARGINS {
        costs = cautious(&engines, &measured, &built_in, margin);
        let here = plans(table, &counts, &costs)?;
        let differing = differing(&engines, &counts, &built_in, &here, &costs);
        gains = verify(table, &differing, build, bench)?;
        left = left.saturating_sub(gains.len() as u32);
        if gains.is_empty() || is_better(&gains) {
            break;
        }
    }
    bench.skip(left);
    let differs = is_better(&gains);
    Ok(Tuned {
        op: table.op(),
        built_in: "costs".into(),
        here: if differs { "new costs".into() } else { "costs".into() },
        differs,
        gains,
        finding: if differs { Finding::Costs(costs) } else { Finding::BuiltIn },
    })
}

/// How an operation would do so many units now.
fn steps(table: &'static dyn AnyTable, units: usize) -> Plan {
    let mut left = units;
    std::iter::from_fn(|| {
        let (engine, take) = (left > 0).then(|| table.first_step(left))?;
        left -= take;
        Some((engine, take))
    })
    .collect()
}

/// For every count, the steps by new costs. The built-in ones are in force afterwards.
fn plans(table: &'static dyn AnyTable, counts: &[usize], costs: &Costs) -> Result<Vec<Plan>, Error> {
    let list: Vec<(&str, &[u32])> = costs.iter().map(|(engine, of)| (*engine, of.as_slice())).collect();
    table.set_costs(&list)?;
    let plans = counts.iter().map(|n| steps(table, *n)).collect();
    table.configure(AUTO)?;
    Ok(plans)
}

/// What steps cost.
fn price(engines: &[Engine], plan: &Plan, costs: &Costs) -> f64 {
    let step = |(name, n): &(&str, usize)| {
        let engine = engines.iter().find(|engine| engine.name == *name);
        engine.map_or(f64::INFINITY, |engine| engine.price(*n, costs.get(name).map_or(&[], Vec::as_slice)))
    };
    plan.iter().map(step).sum()
}

/// The counts whose plans differ by enough to be worth a comparison, those that promise most first: count, built in, here.
fn differing<'a>(
    engines: &[Engine],
    counts: &[usize],
    built_in: &'a [Plan],
    here: &'a [Plan],
    costs: &Costs,
) -> Vec<(usize, &'a Plan, &'a Plan)> {
    let mut differing: Vec<(f64, usize, &Plan, &Plan)> = counts
        .iter()
        .zip(built_in.iter().zip(here))
        .filter(|(_, (old, new))| old != new)
        .map(|(n, (old, new))| (price(engines, old, costs) / price(engines, new, costs), *n, old, new))
        .filter(|(promise, ..)| *promise > WORTHWHILE)
        .collect();
    differing.sort_by(|a, b| b.0.total_cmp(&a.0));
    differing.into_iter().take(VERIFIED).map(|(_, n, old, new)| (n, old, new)).collect()
}

/// Runs the built-in and the new plans side by side.
fn verify(
    table: &'static dyn AnyTable,
    differing: &[(usize, &Plan, &Plan)],
    build: Build,
    bench: &mut dyn Bench,
) -> Result<Vec<Gain>, Error> {
    let op = table.op();
    let mut gains = Vec::new();
    for (n, old, new) in differing {
        let make = |plan: &Plan| build(plan).map_err(|source| Error::Contender { op, source });
        let sampled = bench.sample(&format!("{op} n={n}"), 1, None, vec![make(old)?, make(new)?])?;
        let case = format!("n={n}: {} -> {}", sampled.names[0], sampled.names[1]);
        gains.push(gain(&case, &sampled, 1, 0, bench));
    }
    Ok(gains)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &'static str, fill: Fill, lanes: usize) -> Engine {
        let counts = match fill {
            Fill::Pass => vec![lanes],
            Fill::Each => (1..=lanes).collect(),
            Fill::AloneOrPass => vec![1, lanes],
        };
        Engine { name, lanes, fill, counts }
    }

    #[test]
    fn costs_that_differ_by_noise_are_one_and_others_stay_apart() {
        let mut noisy = [100.0, 104.0, 98.0, 101.0, 97.0, 103.0];
        level(&mut noisy);
        assert_eq!(noisy, [100.5; 6]);
        for mut growing in [vec![36.0, 41.0], vec![57.0, 70.0, 123.0, 114.0], vec![5.0]] {
            let before = growing.clone();
            level(&mut growing);
            assert_eq!(growing, before);
        }
    }

    #[test]
    fn costs_of_seconds_keep_their_ratios() {
        for (ns, parts) in [(1e6, 1e9), (1e7, 1e7), (1e10, 1e7)] {
            let mut costs = [vec![ns, ns / 4.0], vec![ns / 2.0]];
            in_parts(&mut costs);
            assert_eq!(
                costs.map(|of| of.into_iter().map(rounded).collect::<Vec<_>>()).concat(),
                [1.0, 0.25, 0.5].map(|part| rounded(part * parts))
            );
        }
    }

    #[test]
    fn a_pass_that_is_not_made_today_must_be_cheaper_by_the_margin() {
        let engines =
            [engine("rounds", Fill::Each, 3), engine("one", Fill::Pass, 1), engine("wide", Fill::Pass, 8)];
        // One full pass of `rounds` and two units more; never `one`, never one unit of `rounds`.
        let built_in = [vec![("rounds", 5), ("wide", 8)]];
        let measured = [vec![10_000.0; 3], vec![10_000.0], vec![10_000.0]];
        let costs = cautious(&engines, &measured, &built_in, 1.1);
        assert_eq!(costs["rounds"], [11_000, 10_000, 10_000]);
        assert_eq!((&costs["one"], &costs["wide"]), (&vec![11_000], &vec![10_000]));
    }

    #[test]
    fn the_price_of_steps_counts_passes_and_the_rest() {
        let engines = [
            engine("rounds", Fill::Each, 4),
            engine("one", Fill::Pass, 1),
            engine("wide", Fill::Pass, 8),
            engine("sliced", Fill::AloneOrPass, 256),
        ];
        let costs = Costs::from([
            ("rounds", vec![30, 31, 32, 33]),
            ("one", vec![10]),
            ("wide", vec![50]),
            ("sliced", vec![7, 70]),
        ]);
        let price = |plan: &[(&'static str, usize)]| price(&engines, &plan.to_vec(), &costs);
        assert_eq!(price(&[("rounds", 6)]), 33.0 + 31.0);
        assert_eq!(price(&[("rounds", 8), ("one", 2)]), 66.0 + 20.0);
        assert_eq!(price(&[("wide", 9)]), 100.0);
        assert_eq!((price(&[("sliced", 3)]), price(&[("sliced", 200)])), (21.0, 70.0));
        assert_eq!(price(&[("absent", 1)]), f64::INFINITY);
    }
}
