//! `lanesmith tune`: which engines are best on this machine, measured and written to a profile.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use lanesmith::isa::{AUTO, AnyTable};
use lanesmith::profile::Profile;
use lanesmith_race::{BoxError, Case, Contender, Work};
use lanesmith_suite::{Scope, Steps, Tunable, Tuning};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::race::engines::{self, Sampled, Sequence, is_engine};
use crate::race::{seconds, stats, table};
use crate::{Context, Operation, check, files, interrupt, machine, terminal};

const AFTER_HELP: &str = "\
Examples:
  lanesmith tune -o here.toml              measure everything, in a minute
  lanesmith tune > here.toml               the summary goes to standard error
  lanesmith tune sha256.nodes --time 10 --json
  lanesmith --profile here.toml cpu        use it once
  export LANESMITH_PROFILE=$PWD/here.toml  use it from now on

Without --output the profile is written to standard output and the summary to
standard error; with it the summary goes to standard output. With --json
standard output gets one JSON object, the profile in it.

An engine replaces the built-in choice only if it is faster by more than 1 % in
some case and slower in none, as 95 % intervals of paired ratios say; costs by
which an operation chooses among engines, only if what they choose is. Costs of
passes that the built-in choice never makes are raised by a few per cent,
because they are known less well. A profile is bound to this CPU, its features
and this version of Lanesmith. It is used only where it is named.";

/// Measure which engines are best on this machine and write a profile
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Operations (curl.hash) or families (curl); all by default
    ops: Vec<String>,
    /// Seconds for all measurements
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time: Duration,
    /// Write the profile to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object with all that was measured
    #[arg(long)]
    json: bool,
}

/// What must be gained before the built-in choice is given up.
const WORTHWHILE: f64 = 1.01;

/// Counts for which two plans are compared: all that have plans of their own, and many.
fn counts() -> impl Iterator<Item = usize> {
    (1..=48).chain([256])
}

/// The most counts whose plans are run side by side.
const VERIFIED: usize = 4;

#[derive(Serialize)]
struct Report {
    cpu: String,
    operations: Vec<Tuned>,
    /// The text of the profile.
    profile: String,
}

/// What was found for one operation.
#[derive(Serialize)]
struct Tuned {
    op: &'static str,
    /// What is built in.
    built_in: String,
    /// What is best here.
    here: String,
    /// Whether that is something else.
    differs: bool,
    /// By case, how many times as fast that is as what is built in.
    gains: Vec<Gain>,
    #[serde(skip)]
    finding: Finding,
}

#[derive(Clone, Serialize)]
struct Gain {
    case: String,
    ratio: f64,
    interval: [f64; 2],
}

impl Gain {
    fn is_worthwhile(&self) -> bool {
        self.interval[0] > WORTHWHILE
    }

    /// Slower, or so likely to be that a wide interval is no excuse.
    fn is_loss(&self) -> bool {
        self.interval[1] < 1.0 || self.ratio < 0.98
    }
}

/// Faster somewhere and slower nowhere.
fn is_better(gains: &[Gain]) -> bool {
    gains.iter().any(Gain::is_worthwhile) && !gains.iter().any(Gain::is_loss)
}

/// What goes into the profile.
enum Finding {
    Engine(&'static str),
    Costs(Costs),
    BuiltInCosts,
}

/// By engine, picoseconds of one unit, two and so on.
type Costs = BTreeMap<&'static str, Vec<u32>>;

/// Runs the command.
///
/// # Errors
/// An unknown operation, a wrong result, a file that cannot be written, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let tunings = tunings(&args.ops, context)?;
    if let Some(path) = &args.output {
        // Better now than after a minute.
        files::probe(path)?;
    }
    interrupt::catch();
    let operations: Vec<Operation> = tunings.iter().map(|(operation, _)| *operation).collect();
    check::require_right(&check::check(&operations, &[], Scope::Quick))?;
    let parts = tunings.iter().map(|(_, tuning)| parts(tuning)).sum::<u32>();
    let mut sequence = engines::sequence(args.time, parts as usize);
    let mut tuned = Vec::new();
    for (operation, tuning) in tunings {
        tuned.push(match tuning.what {
            Tunable::Engine(cases) => tune_engine(operation.table, &cases, &mut sequence)?,
            Tunable::Costs(build) => tune_costs(operation.table, build, &mut sequence)?,
        });
    }
    drop(sequence);

    let date = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    let mut profile = Profile::here(&date);
    for tuned in &tuned {
        match &tuned.finding {
            Finding::Engine(engine) => profile.set_engine(tuned.op, engine),
            Finding::Costs(costs) => {
                costs.iter().for_each(|(engine, of)| profile.set_costs(tuned.op, engine, of.clone()));
            }
            Finding::BuiltInCosts => {}
        }
    }
    let toml = profile.to_toml();
    if let Some(path) = &args.output {
        files::write(path, toml.as_bytes())?;
    }
    match (args.json, &args.output) {
        (true, _) => {
            let report = Report { cpu: machine::model(), operations: tuned, profile: toml };
            serde_json::to_writer_pretty(&mut context.out, &report)?;
            writeln!(context.out)?;
        }
        (false, Some(path)) => {
            summary(&tuned, terminal::width(), context.out)?;
            writeln!(context.out, "written to {}", path.display())?;
        }
        (false, None) => {
            context.out.write_all(toml.as_bytes())?;
            // Nobody is left to tell if standard error is gone.
            let _ = summary(&tuned, usize::MAX, &mut io::stderr());
        }
    }
    Ok(())
}

/// What the families register for the operations that the user named.
fn tunings(ops: &[String], context: &Context<'_>) -> Outcome<Vec<(Operation, Tuning)>> {
    let mut wanted = Vec::new();
    for op in ops {
        wanted.extend(context.operations(Some(op))?);
    }
    let all = context.operations(None)?;
    let wanted = if ops.is_empty() { &all } else { &wanted };
    let tunings: Vec<(Operation, Tuning)> = context
        .families
        .iter()
        .flat_map(|family| family.tunings())
        .filter_map(|tuning| {
            wanted.iter().find(|o| o.table.op() == tuning.op).map(|operation| (*operation, tuning))
        })
        .collect();
    if tunings.is_empty() {
        return Err(Failure::usage("there is nothing to tune"));
    }
    Ok(tunings)
}

/// How long a tuning takes, in parts of equal length: costs have some forty contenders, and a second measurement.
fn parts(tuning: &Tuning) -> u32 {
    match &tuning.what {
        Tunable::Engine(cases) => cases.len() as u32,
        Tunable::Costs(_) => COSTS + VERIFY,
    }
}

const COSTS: u32 = 8;
const VERIFY: u32 = (VERIFIED * MARGINS.len()) as u32;

/// Measured costs are known to a few per cent, and every one of some forty has a chance to look cheap: a pass that the
/// built-in choice never makes must be cheaper by this factor. The second is tried where the first chose worse.
const MARGINS: [f64; 2] = [1.03, 1.08];

/// A pass costs the same however many of its lanes are used, on most engines: where few units cost as much as many to
/// within 5 %, one cost stands for all, which is known better than each of them.
fn level(costs: &mut [f64]) {
    let median = |part: &[f64]| stats::median(&mut part.to_vec());
    let (few, many) = costs.split_at(costs.len() / 2);
    if !few.is_empty() && (median(many) / median(few) - 1.0).abs() < 0.05 {
        costs.fill(median(costs));
    }
}

/// The costs to choose by: those measured, in picoseconds, and those of passes that the built-in plans do not make raised
/// by the margin.
fn cautious(units: &Steps, measured: &[f64], built_in: &[Plan], margin: f64) -> Costs {
    let lanes = |engine: &str| units.iter().filter(|(e, _)| *e == engine).count().max(1);
    let made = |engine: &str, n: usize| {
        built_in
            .iter()
            .flatten()
            .any(|(e, take)| *e == engine && (take % lanes(e) == n || (n == lanes(e) && *take >= n)))
    };
    let mut costs = Costs::new();
    for ((engine, n), ns) in units.iter().zip(measured) {
        let factor = if made(engine, *n) { 1.0 } else { margin };
        costs.entry(engine).or_default().push(picoseconds(ns * factor));
    }
    costs
}

/// Finds the engine that is faster than the built-in one in some case and slower in none.
fn tune_engine(table: &'static dyn AnyTable, cases: &[Case], sequence: &mut Sequence) -> Outcome<Tuned> {
    let op = table.op();
    let engines: Vec<&'static str> =
        table.infos().map(|info| info.name).filter(|name| is_engine(table, name)).collect();
    // The last engine of a table is portable, so there is one.
    let built_in = engines.first().copied().unwrap_or("scalar");
    let mut gains: BTreeMap<&str, Vec<Gain>> = BTreeMap::new();
    for case in cases {
        let mut contenders = (case.build)()?;
        contenders.retain(|c| engines.contains(&c.name.as_str()));
        let sampled =
            sequence.sample(&format!("{op} {}", case.label), 1, case.expected.clone(), contenders)?;
        let Some(base) = sampled.place(built_in) else { continue };
        for engine in engines.iter().filter(|e| **e != built_in) {
            if let Some(place) = sampled.place(engine) {
                gains.entry(engine).or_default().push(gain(&case.label, &sampled, place, base, sequence));
            }
        }
    }
    let product = |gains: &[Gain]| gains.iter().map(|g| g.ratio).product::<f64>();
    let best = gains
        .into_iter()
        .filter(|(_, gains)| is_better(gains))
        .max_by(|a, b| product(&a.1).total_cmp(&product(&b.1)));
    let (here, gains) = best.unwrap_or((built_in, Vec::new()));
    let here = engines.iter().copied().find(|e| *e == here).unwrap_or(built_in);
    Ok(Tuned {
        op,
        built_in: built_in.into(),
        here: here.into(),
        differs: here != built_in,
        gains,
        finding: Finding::Engine(here),
    })
}

fn gain(case: &str, sampled: &Sampled, this: usize, base: usize, sequence: &mut Sequence) -> Gain {
    let ratio = sampled.ratio(this, base, &mut sequence.rng);
    Gain { case: case.into(), ratio: ratio.median, interval: [ratio.low, ratio.high] }
}

/// Measures what one unit, two and so on cost on every engine; then runs what the new costs choose against what the
/// built-in ones choose, where they differ most.
fn tune_costs(
    table: &'static dyn AnyTable,
    build: fn(&Steps) -> Result<Contender, BoxError>,
    sequence: &mut Sequence,
) -> Outcome<Tuned> {
    let op = table.op();
    if !table.is_planned() {
        return Err(Failure::input(format!("{op} does not choose engines by count")));
    }
    // Every count that has a cost of its own in what is built in.
    let engines: Vec<(&'static str, usize)> = table
        .infos()
        .enumerate()
        .filter(|(_, info)| is_engine(table, info.name))
        .map(|(place, info)| (info.name, table.at_once(place)))
        .collect();
    let units: Vec<(&'static str, usize)> =
        engines.iter().flat_map(|(engine, most)| (1..=*most).map(|n| (*engine, n))).collect();
    let mut contenders = Vec::new();
    for &step in &units {
        let mut contender = build(&[step])?;
        // Different numbers of units give different outputs; the engines were checked.
        if let Work::Timed { output, .. } = &mut contender.work {
            *output = None;
        }
        contenders.push(contender);
    }
    let sampled = sequence.sample(&format!("{op} costs"), COSTS, None, contenders)?;
    table.configure(AUTO)?;
    let built_in: Vec<Plan> = counts().map(|n| steps(table, n)).collect();
    let mut measured: Vec<f64> = (0..units.len()).map(|place| sampled.ns(place)).collect();
    let mut rest = measured.as_mut_slice();
    for (_, most) in &engines {
        let (of, later) = std::mem::take(&mut rest).split_at_mut(*most);
        level(of);
        rest = later;
    }

    let (mut costs, mut gains) = (Costs::new(), Vec::new());
    let mut left = VERIFY;
    for margin in MARGINS {
        costs = cautious(&units, &measured, &built_in, margin);
        gains = verify(table, &built_in, &costs, build, sequence)?;
        left = left.saturating_sub(gains.len() as u32);
        if gains.is_empty() || is_better(&gains) {
            break;
        }
    }
    sequence.skip(left);
    let differs = is_better(&gains);
    Ok(Tuned {
        op,
        built_in: "costs".into(),
        here: if differs { "new costs".into() } else { "costs".into() },
        differs,
        gains,
        finding: if differs { Finding::Costs(costs) } else { Finding::BuiltInCosts },
    })
}

fn picoseconds(ns: f64) -> u32 {
    (ns * 1000.0).round().clamp(1.0, f64::from(u32::MAX)) as u32
}

type Plan = Vec<(&'static str, usize)>;

/// How an operation would do so many units now: engines and how many each takes, in order.
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
fn plans(table: &'static dyn AnyTable, costs: &Costs) -> Outcome<Vec<Plan>> {
    let list: Vec<(&str, &[u32])> = costs.iter().map(|(engine, of)| (*engine, of.as_slice())).collect();
    table.set_costs(&list).map_err(|e| Failure::input(e.to_string()))?;
    let plans = counts().map(|n| steps(table, n)).collect();
    table.configure(AUTO)?;
    Ok(plans)
}

/// What steps cost.
fn price(plan: &Plan, costs: &Costs) -> f64 {
    let step = |(engine, n): &(&str, usize)| {
        let of = costs.get(engine).map_or(&[][..], Vec::as_slice);
        let (Some(full), lanes) = (of.last(), of.len()) else { return f64::INFINITY };
        let rest = (n % lanes).checked_sub(1).map_or(0.0, |i| f64::from(of[i]));
        (n / lanes) as f64 * f64::from(*full) + rest
    };
    plan.iter().map(step).sum()
}

/// Runs the built-in and the new plans side by side for the counts where they promise to differ most.
fn verify(
    table: &'static dyn AnyTable,
    built_in: &[Plan],
    costs: &Costs,
    build: fn(&Steps) -> Result<Contender, BoxError>,
    sequence: &mut Sequence,
) -> Outcome<Vec<Gain>> {
    let op = table.op();
    let here = plans(table, costs)?;
    let mut differing: Vec<(f64, usize, &Plan, &Plan)> = counts()
        .zip(built_in.iter().zip(&here))
        .filter(|(_, (old, new))| old != new)
        .map(|(n, (old, new))| (price(old, costs) / price(new, costs), n, old, new))
        .filter(|(promise, ..)| *promise > WORTHWHILE)
        .collect();
    differing.sort_by(|a, b| b.0.total_cmp(&a.0));
    differing.truncate(VERIFIED);
    let mut gains = Vec::new();
    for (_, n, old, new) in differing {
        let contenders = vec![build(old)?, build(new)?];
        let sampled = sequence.sample(&format!("{op} n={n}"), 1, None, contenders)?;
        let case = format!("n={n}: {} -> {}", sampled.names[0], sampled.names[1]);
        gains.push(gain(&case, &sampled, 1, 0, sequence));
    }
    Ok(gains)
}

/// What differs from the built-in choice.
fn summary(tuned: &[Tuned], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let head = [("operation", 0), ("built in", 0), ("best here", 0), ("by", 1), ("in", 2)];
    let rows = tuned
        .iter()
        .map(|t| {
            let best = t.gains.iter().filter(|_| t.differs).max_by(|a, b| a.ratio.total_cmp(&b.ratio));
            let by =
                |g: &Gain| format!("{} ({:.3}-{:.3})", table::times(g.ratio), g.interval[0], g.interval[1]);
            let here = if t.differs { t.here.clone() } else { "the same".into() };
            vec![
                t.op.into(),
                t.built_in.clone(),
                here,
                best.map_or(String::new(), by),
                best.map_or(String::new(), |g| g.case.clone()),
            ]
        })
        .collect();
    writeln!(out, "{}", table::grid(&head, rows, width))?;
    let sentence = match tuned.iter().filter(|t| t.differs).count() {
        0 => "nothing differs from the built-in choice".into(),
        n => format!("{n} of {} operations differ from the built-in choice", tuned.len()),
    };
    table::wrap(&sentence, width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(low: f64, high: f64) -> Gain {
        Gain { case: "n=1".into(), ratio: (low + high) / 2.0, interval: [low, high] }
    }

    #[test]
    fn an_engine_is_better_only_if_the_interval_says_so() {
        assert!(is_better(&[gain(1.05, 1.09), gain(0.98, 1.02)]));
        assert!(!is_better(&[gain(0.99, 1.30)]), "the interval contains 1");
        assert!(!is_better(&[gain(1.001, 1.004)]), "not worth a profile");
        assert!(!is_better(&[gain(1.5, 1.6), gain(0.90, 0.95)]), "slower elsewhere");
        assert!(!is_better(&[gain(1.5, 1.6), gain(0.80, 1.05)]), "perhaps slower elsewhere");
        assert!(!is_better(&[]));
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
    fn a_pass_that_is_not_made_today_must_be_cheaper_by_the_margin() {
        let units = [("wide", 1), ("wide", 2), ("wide", 3), ("one", 1)];
        // One full pass of `wide` and two units more; never `one`, never one unit of `wide`.
        let built_in = [vec![("wide", 5)]];
        let costs = cautious(&units, &[10.0, 10.0, 10.0, 10.0], &built_in, 1.1);
        assert_eq!(costs["wide"], [11_000, 10_000, 10_000]);
        assert_eq!(costs["one"], [11_000]);
    }

    #[test]
    fn the_price_of_steps_counts_full_passes_and_the_rest() {
        let costs = Costs::from([("wide", vec![30, 31, 32, 33]), ("one", vec![10])]);
        assert_eq!(price(&vec![("wide", 6)], &costs), 33.0 + 31.0);
        assert_eq!(price(&vec![("wide", 8), ("one", 2)], &costs), 66.0 + 20.0);
        assert_eq!(price(&vec![("absent", 1)], &costs), f64::INFINITY);
    }
}
