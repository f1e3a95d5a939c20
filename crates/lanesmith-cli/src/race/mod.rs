//! `lanesmith race`: every engine, peer and limit of every operation, side by side on this machine.

pub mod clock;
pub mod compare;
pub mod engines;
pub mod html;
pub mod report;
pub mod sampler;
pub mod stats;
pub mod table;
pub mod team;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use fastrand::Rng;
use lanesmith::isa::detect::Status;

use crate::check::{self, Checked, Verdict};
use crate::failure::{Failure, Outcome};
use crate::family::{CaseSpec, Contender, Kind, RaceOp, Scope, Shown, Work};
use crate::{Context, Operation, files, interrupt, machine, names, terminal};
use clock::SystemClock;
use report::{Disqualified, Entrant, Heading, Report, Timing};
use sampler::{Bench, Plan, Rounds, Runner, Solo};

const AFTER_HELP: &str = "\
Examples:
  lanesmith race                                  everything, in under 3 minutes
  lanesmith race --quick --html report.html       a page to look at
  lanesmith race curl.hash --case input=sliced --json > here.json
  lanesmith race sha256.nodes --engine avx2 --peer sha2 --time 10
  lanesmith race sha256.nodes --threads 1,2,4
  lanesmith race curl.lab                         the table of PCurl's README for this machine
  lanesmith race curl.lab --case set=all --time 120
  lanesmith race compare before.json after.json --fail-below 0.95

Contenders run in blocks of some 90 ms, in random order, round after round; ratios are formed within a round and \
given as the median of the rounds with a 95 % bootstrap interval. A contender whose output is wrong is thrown out \
before it is timed. 'auto' is what a caller gets who names no engine.";

/// Race every engine against its peers on this machine; checks them first
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// One operation (curl.hash) or family (curl); all by default
    op: Option<String>,
    /// Of the engines, only this one beside 'auto'; may be repeated
    #[arg(long = "engine", value_name = "E")]
    engines: Vec<String>,
    /// Of the peers, only this one; may be repeated; 'none' for no peer
    #[arg(long = "peer", value_name = "P")]
    peers: Vec<String>,
    /// Only cases with this key and value; may be repeated
    #[arg(long = "case", value_name = "K=V")]
    cases: Vec<String>,
    /// Fewer and shorter blocks: everything in under a minute
    #[arg(long)]
    quick: bool,
    /// Seconds for the whole race
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Threads that run each contender side by side, one race for each number
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1", value_parser = threads)]
    threads: Vec<usize>,
    /// One JSON object instead of tables
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV instead of tables
    #[arg(long)]
    csv: bool,
    /// Write a report that a browser shows: one file, no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Do not check the engines first
    #[arg(long)]
    no_check: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Compare(compare::Args),
}

/// A time in seconds, as options have it.
///
/// # Errors
/// What is wrong with it.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if (0.1..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("not between 0.1 seconds and a day".into())
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=1024) => Ok(n),
        Ok(_) => Err("not between 1 and 1024".into()),
        Err(e) => Err(format!("{e}")),
    }
}

/// One table to come.
struct Heat<'a> {
    operation: Operation,
    race: &'a RaceOp,
    case: &'a CaseSpec,
    threads: usize,
    label: String,
}

impl Heat<'_> {
    fn baseline(&self) -> &'static str {
        self.case.baseline.unwrap_or(self.race.baseline)
    }
}

/// Runs the command.
///
/// # Errors
/// A wrong result, a case, engine or peer that does not exist, output that cannot be written, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    if let Some(Command::Compare(args)) = &args.command {
        return compare::run(args, context);
    }
    let races = races(context, args.op.as_deref())?;
    let mut operations: Vec<Operation> = Vec::new();
    for (operation, _) in &races {
        if operations.iter().all(|o| o.table.op() != operation.table.op()) {
            operations.push(*operation);
        }
    }
    check::require_engines(&operations, &args.engines)?;
    let heats = heats(&races, args)?;
    require_peers(&heats, &args.peers)?;

    if let Some(path) = &args.html {
        // Better now than after three minutes.
        files::probe(path)?;
    }

    interrupt::catch();
    let mut report = Report {
        cpu: machine::model(),
        features: machine::features(Status::Usable).into_iter().map(Into::into).collect(),
        lanesmith: env!("CARGO_PKG_VERSION").into(),
        date: jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
        time: clock::CPU_CLOCK.into(),
        ..Report::default()
    };
    let text = !args.json && !args.csv;
    // The studies' contenders are many, and the race looks at the output of each that takes part.
    operations.retain(|o| !o.study);
    let checked = if args.no_check {
        Vec::new()
    } else {
        let checked = check::check(&operations, &args.engines, Scope::Quick);
        if text {
            check::print(&checked, context)?;
            context.out.flush()?;
        }
        checked
    };
    race(&heats, args, &checked, &mut report)?;
    if let Some(path) = &args.html {
        files::write(path, html::page(&report)?.as_bytes())?;
    }
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &report)?;
        writeln!(context.out)?;
    } else if args.csv {
        table::csv(&report, context.out).map_err(std::io::Error::other)?;
    } else {
        table::text(&report, terminal::width(), terminal::colour(), context.out)?;
    }
    if report.partial {
        context.out.flush()?;
        return Err(Failure::Interrupted);
    }
    check::require_right(&checked)?;
    match report.disqualified.first() {
        None => Ok(()),
        Some(d) => Err(Failure::input(format!("{} of {} {}: {}", d.contender, d.op, d.case, d.reason))),
    }
}

/// The races that match what the user named, each with the operation whose engines take part.
///
/// # Errors
/// Says which there are where none matches.
pub fn races(context: &Context<'_>, name: Option<&str>) -> Outcome<Vec<(Operation, RaceOp)>> {
    let all = context.operations_and_studies();
    let mut races = Vec::new();
    let mut known = Vec::new();
    for family in context.families {
        for race in family.races() {
            let engines = family.engines_of(race.op);
            if let Some(operation) = all.iter().find(|o| o.table.op() == engines) {
                known.push(race.op);
                if name.is_none_or(|name| names(name, race.op, family.name())) {
                    races.push((*operation, race));
                }
            }
        }
    }
    match name {
        Some(name) if races.is_empty() => {
            Err(Failure::usage(format!("no operation {name:?} to race; there are {}", known.join(", "))))
        }
        _ => Ok(races),
    }
}

/// The tables that the arguments ask for.
fn heats<'a>(races: &'a [(Operation, RaceOp)], args: &Args) -> Outcome<Vec<Heat<'a>>> {
    let mut filters = Vec::new();
    for case in &args.cases {
        match case.split_once('=') {
            Some(pair) => filters.push(pair),
            None => return Err(Failure::usage(format!("case {case:?} is not of the form KEY=VALUE"))),
        }
    }
    let wanted = |case: &CaseSpec| {
        let values: Vec<_> = case.label.split(',').filter_map(|part| part.split_once('=')).collect();
        // Several values of one key widen the choice, several keys narrow it.
        filters.iter().all(|(key, _)| filters.iter().any(|pair| pair.0 == *key && values.contains(pair)))
    };
    let by_name = args.op.is_some() || !filters.is_empty();
    let mut heats = Vec::new();
    for (operation, race) in races {
        let shown = |case: &CaseSpec| match case.shown {
            Shown::Always => true,
            Shown::ByName => by_name,
            Shown::ByCase => !filters.is_empty(),
        };
        for case in race.cases.iter().filter(|c| wanted(c) && shown(c)) {
            for &threads in &args.threads {
                let label = match threads {
                    1 => case.label.clone(),
                    n => format!("{},threads={n}", case.label),
                };
                heats.push(Heat { operation: *operation, race, case, threads, label });
            }
        }
    }
    if heats.is_empty() {
        let known: Vec<String> = races
            .iter()
            .flat_map(|(_, race)| race.cases.iter().map(|c| format!("{} {}", race.op, c.label)))
            .collect();
        return Err(Failure::usage(if known.is_empty() {
            "there is nothing to race".into()
        } else {
            format!("no such case; there are {}", known.join("; "))
        }));
    }
    Ok(heats)
}

/// Refuses names of peers that take part in none of the cases.
fn require_peers(heats: &[Heat<'_>], peers: &[String]) -> Outcome {
    let mut missing: Vec<&String> = peers.iter().filter(|p| *p != "none").collect();
    let mut known = std::collections::BTreeSet::new();
    for heat in heats {
        if missing.is_empty() {
            return Ok(());
        }
        for contender in (heat.case.build)()?.into_iter().filter(|c| c.kind == Kind::Peer) {
            missing.retain(|p| **p != contender.name);
            known.insert(contender.name);
        }
    }
    match missing.first() {
        None => Ok(()),
        Some(peer) => {
            let known: Vec<String> = known.into_iter().collect();
            Err(Failure::usage(format!("no peer {peer:?} in this race; there are {}", known.join(", "))))
        }
    }
}

/// Longest race of one case that nobody gave a time.
const CASE: Duration = Duration::from_secs(20);
const CASE_QUICK: Duration = Duration::from_secs(4);
/// Longest race of everything that nobody gave a time: with the check before it and the cases that are too large for
/// their share, 3 minutes and 1 minute.
const ALL: Duration = Duration::from_secs(150);
const ALL_QUICK: Duration = Duration::from_secs(34);

fn race(heats: &[Heat<'_>], args: &Args, checked: &[Checked], report: &mut Report) -> Outcome {
    let n = heats.len() as u32;
    let (case, all) = if args.quick { (CASE_QUICK, ALL_QUICK) } else { (CASE, ALL) };
    let total = args.time.unwrap_or((case * n).min(all));
    let begin = Instant::now();
    let bar = terminal::bar(total.as_millis() as u64);
    let mut rng = Rng::new();
    let mut stolen = Vec::new();
    for (index, heat) in heats.iter().enumerate() {
        let left = total.saturating_sub(begin.elapsed());
        let share = left / (n - index as u32);
        let plan = Plan {
            budget: share,
            block: Duration::from_millis(if args.quick { 20 } else { 90 }),
            min_rounds: if args.quick { 4 } else { 6 },
            max_rounds: 100,
            precision: if args.quick { 0.02 } else { 0.005 },
        };
        let mut show = |text: String| {
            bar.set_position(begin.elapsed().as_millis().min(total.as_millis()) as u64);
            bar.set_message(text);
        };
        let rounds = run_heat(heat, args, checked, plan, &mut rng, report, &mut show)?;
        stolen.extend(rounds.blocks.iter().flatten().map(|b| b.stolen));
        if rounds.interrupted {
            report.partial = true;
            break;
        }
    }
    bar.finish_and_clear();
    warn(report, &stolen);
    Ok(())
}

fn warn(report: &mut Report, stolen: &[f64]) {
    let away = stolen.iter().sum::<f64>() / stolen.len().max(1) as f64;
    if away > 0.1 {
        report.warnings.push(format!(
            "other programs had this core for {:.0} % of the time; ratios hold, absolute times less so",
            away * 100.0
        ));
    }
    let noisy = report.results.iter().filter(|e| e.noisy).count();
    if noisy > 0 {
        report.noisy = true;
        report.warnings.push(format!(
            "the machine was noisy: {noisy} of {} ratios are known to no better than 5 % (marked !); race \
             again and give it more time",
            report.results.len()
        ));
    }
}

/// Races one case and adds its entries to the report.
fn run_heat(
    heat: &Heat<'_>,
    args: &Args,
    checked: &[Checked],
    plan: Plan,
    rng: &mut Rng,
    report: &mut Report,
    show: &mut dyn FnMut(String),
) -> Outcome<Rounds> {
    let title = format!("{} {}", heat.race.op, heat.label);
    let begin = Instant::now();
    show(format!("{title}: setting up"));
    let mut contenders =
        (heat.case.build)().with_context(|| format!("cannot set up {} {}", heat.race.op, heat.label))?;
    contenders.retain(|c| takes_part(c, heat.baseline(), args));
    let qualified = qualify(heat, contenders, checked, report);

    let mut entrants = Vec::new();
    let mut runners = Vec::new();
    let mut names = Vec::new();
    for contender in qualified {
        let timing = match contender.work {
            Work::Timed { run, .. } => {
                runners.push(Runner::new(run, contender.units_per_call));
                names.push(contender.name.clone());
                Timing::Sampled(runners.len() - 1)
            }
            Work::Cycles(cycles) => Timing::Cycles(cycles),
        };
        let Contender { name, kind, units_per_call, .. } = contender;
        entrants.push(Entrant { name, kind, units_per_call, timing });
    }
    if runners.is_empty() {
        return Ok(Rounds::default());
    }
    let baseline = names.iter().position(|name| name == heat.baseline()).unwrap_or(0);
    let plan = Plan { budget: plan.budget.saturating_sub(begin.elapsed()), ..plan };
    show(format!("{title}: first round"));
    let mut progress = |rounds: &Rounds| show(format!("{title}: {}", standing(rounds, &names)));
    let mut sample = |bench: &mut dyn Bench| {
        sampler::sample(bench, baseline, &plan, rng, &interrupt::asked, &mut progress)
    };
    let rounds = if heat.threads == 1 {
        sample(&mut Solo::new(SystemClock::default(), runners))
    } else {
        // The threads build their own data; this one's would only be in the way.
        drop(runners);
        team::with_team(heat.threads, heat.case, &names, sample)?
    };
    if rounds.count() > 0 {
        let heading = Heading {
            op: heat.race.op,
            case: &heat.label,
            unit: heat.race.unit,
            baseline: &names[baseline],
            threads: heat.threads,
            auto: heat.operation.table.auto_name(),
            layout: heat.case.layout,
        };
        report.results.extend(report::entries(&heading, &entrants, &rounds, rng));
    }
    Ok(rounds)
}

fn takes_part(contender: &Contender, baseline: &str, args: &Args) -> bool {
    let among = |list: &[String]| list.is_empty() || list.contains(&contender.name);
    match contender.kind {
        _ if contender.name == baseline || contender.name == "auto" => true,
        Kind::Engine => among(&args.engines),
        Kind::Peer => among(&args.peers),
        Kind::Baseline | Kind::Bound => true,
    }
}

/// Throws out, by name and before anything is timed, whoever gives other bytes than the reference or failed its
/// check.
fn qualify(
    heat: &Heat<'_>,
    mut contenders: Vec<Contender>,
    checked: &[Checked],
    report: &mut Report,
) -> Vec<Contender> {
    let failed_check = |c: &Contender| {
        let name = if c.name == "auto" { heat.operation.table.auto_name() } else { &c.name };
        checked.iter().find_map(|check| match &check.verdict {
            Verdict::Failed { vector, .. }
                if c.kind == Kind::Engine
                    && check.op == heat.operation.table.op()
                    && check.engine == name =>
            {
                Some(format!("failed its check at vector {vector}"))
            }
            _ => None,
        })
    };
    // Without a known output the baseline speaks first.
    if heat.case.expected.is_none()
        && let Some(at) = contenders.iter().position(|c| c.name == heat.baseline())
    {
        contenders[..=at].rotate_right(1);
    }
    let mut reference = heat.case.expected.clone();
    contenders.retain_mut(|contender| {
        let reason = failed_check(contender).or_else(|| wrong_output(contender, &mut reference));
        let Some(reason) = reason else { return true };
        report.disqualified.push(Disqualified {
            op: heat.race.op.into(),
            case: heat.label.clone(),
            contender: contender.name.clone(),
            reason,
        });
        false
    });
    contenders
}

/// How the contender's output differs from the reference, which is the first one that there is.
fn wrong_output(contender: &mut Contender, reference: &mut Option<Vec<u8>>) -> Option<String> {
    let Work::Timed { output: Some(output), .. } = &mut contender.work else { return None };
    let got = output();
    let expected = reference.get_or_insert_with(|| got.clone());
    difference(expected, &got)
}

/// Where two outputs differ.
fn difference(expected: &[u8], got: &[u8]) -> Option<String> {
    if expected == got {
        return None;
    }
    let at = expected.iter().zip(got).position(|(a, b)| a != b);
    Some(match at {
        Some(at) => format!("wrong output: byte {at} is {:#04x}, should be {:#04x}", got[at], expected[at]),
        None => format!("wrong output: {} bytes, should be {}", got.len(), expected.len()),
    })
}

/// The current order: the first three.
fn standing(rounds: &Rounds, names: &[String]) -> String {
    let mut order: Vec<(f64, &str)> = rounds
        .blocks
        .iter()
        .zip(names)
        .map(|(blocks, name)| {
            let mut times: Vec<f64> = blocks.iter().map(|b| b.ns).collect();
            (stats::median(&mut times), name.as_str())
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first: Vec<String> =
        order.iter().take(3).map(|(ns, name)| format!("{name} {}", table::duration(*ns))).collect();
    format!("round {}: {}", rounds.count(), first.join(" < "))
}
