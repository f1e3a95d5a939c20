//! `lanesmith race`: every engine, peer and limit of every operation, side by side on this machine. The race itself is
//! [`lanesmith_race`]; here is what the user chooses and sees.

pub mod compare;
pub mod engines;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lanesmith::isa::detect::Status;
use lanesmith_race::{Case, Contender, Heat, Hooks, Kind, Made, Race, Record, Settings, Shown};
use lanesmith_race::{clock, csv, heat, html, text};
pub use lanesmith_race::{stats, table};
use lanesmith_suite::Scope;

use crate::check::{self, Checked, Verdict};
use crate::failure::{Failure, Outcome};
use crate::{Context, Operation, files, interrupt, machine, names, terminal};

const AFTER_HELP: &str = "\
Examples:
  lanesmith race                              what you get, in a minute
  lanesmith race --all                        every engine, in under 4 minutes
  lanesmith race --all --html report.html     a page to look at
  lanesmith race curl.hash --case input=sliced --json > here.json
  lanesmith race sha256.nodes --engine avx2 --peer sha2 --time 10
  lanesmith race sha256.nodes --threads 1,2,4
  lanesmith race curl.lab                     the table of PCurl's README
  lanesmith race pwhash.argon2 --max-memory 8GiB
                                              up to 2 GiB a hash
  lanesmith race pwhash.mail                  Lyra2, TwoCats, yescrypt: 2 GiB
  lanesmith race sha256.nodes --detail        every count of nodes to 40
  lanesmith race compare --with ./lanesmith-before --fail-below 0.97

The summary has one line for each thing that people do: what a caller gets who
names no engine, the fastest other library compiled in, how many times as fast
ours is ('=' where that may be 1, '~' where its interval is wider than 5 %),
and how much of the nearest limit of the hardware that is.

Contenders run in blocks of some 90 ms, in random order, round after round;
ratios are formed within a round and given as the median of the rounds with a
95 % bootstrap interval. A contender whose output is wrong is thrown out
before it is timed. 'auto' is what a caller gets who names no engine. Names
such as 64_andn_c5_lut_u1_sd are designs of PCurl, a library for Curl-P.";

/// Race our engines against other libraries on this machine, after a quick check that they are right
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// One operation (curl.hash) or family (curl); all by default
    op: Option<String>,
    /// Race no engine but this one and 'auto'; may be repeated
    #[arg(long = "engine", value_name = "E")]
    engines: Vec<String>,
    /// Race no other library (peer) but this one; may be repeated; 'none' for none
    #[arg(long = "peer", value_name = "P")]
    peers: Vec<String>,
    /// Only cases with this key and value, such as n=1000; may be repeated
    #[arg(long = "case", value_name = "K=V")]
    cases: Vec<String>,
    /// A table of every engine for each case, after the summary; naming an operation, a case or an engine does so too
    #[arg(long)]
    all: bool,
    /// The same with the long list of counts and sizes
    #[arg(long)]
    detail: bool,
    /// Measure less, in about a third of the time
    #[arg(long)]
    quick: bool,
    /// Seconds for the whole race
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// How many threads run each contender side by side; one race for each number
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1", value_parser = threads)]
    threads: Vec<usize>,
    /// One JSON object instead of tables
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV instead of tables
    #[arg(long)]
    csv: bool,
    /// Write a report for the browser too: one file that needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Do not check the engines first
    #[arg(long)]
    no_check: bool,
    /// Leave out cases that need more memory than this, such as 512MiB or 8GiB; by default half of what is free, with
    /// --quick at most 256MiB
    #[arg(long, value_name = "SIZE", value_parser = machine::bytes)]
    max_memory: Option<u64>,
}

impl Args {
    /// Whether the few cases that sum up are all that is asked for.
    fn sums_up(&self, races: &[(Operation, Race)]) -> bool {
        let named = self.op.is_some() || !self.cases.is_empty() || !self.engines.is_empty();
        let can = || races.iter().any(|(_, race)| race.cases.iter().any(|case| case.summed_up));
        !named && !self.all && !self.detail && can()
    }

    /// The most memory that a case may need.
    fn memory(&self) -> u64 {
        let free = machine::free_memory().map_or(UNKNOWN_MEMORY, |free| free / 2);
        let usual = if self.quick { free.min(QUICK_MEMORY) } else { free };
        self.max_memory.unwrap_or(usual)
    }
}

/// Where nobody knows how much there is.
const UNKNOWN_MEMORY: u64 = 1 << 30;
const QUICK_MEMORY: u64 = 256 << 20;

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
    let sums_up = args.sums_up(&races);
    let (heats, left_out) = heats(&races, args, sums_up)?;
    require_peers(&heats, &args.peers, context)?;

    if let Some(path) = &args.html {
        // Better now than after three minutes.
        files::probe(path)?;
    }

    interrupt::catch();
    let mut record = Record {
        cpu: machine::model(),
        features: machine::features(Status::Usable).into_iter().map(Into::into).collect(),
        version: env!("CARGO_PKG_VERSION").into(),
        date: jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
        time: clock::CPU_CLOCK.into(),
        warnings: left_out,
        ..Record::default()
    };
    // The studies' contenders are many, and the race looks at the output of each that takes part.
    operations.retain(|o| !o.study);
    let checked = if args.no_check {
        Vec::new()
    } else {
        let checked = check::check(&operations, &args.engines, Scope::Quick);
        if !args.json && !args.csv {
            check::print_briefly(&checked, context)?;
            context.out.flush()?;
        }
        checked
    };
    race(&heats, &races, args, sums_up, &checked, &mut record)?;
    if let Some(path) = &args.html {
        files::write(path, html::page(&record, "Lanesmith")?.as_bytes())?;
    }
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &record)?;
        writeln!(context.out)?;
    } else if args.csv {
        csv::write(&record, context.out).map_err(std::io::Error::other)?;
    } else {
        let (width, colour) = (terminal::width(), terminal::colour());
        text::summary(&record, width, colour, context.out)?;
        if sums_up {
            text::notes(&record, width, context.out)?;
            let page = if args.html.is_none() { ", and --html report.html for a page" } else { "" };
            writeln!(context.out, "Every engine: lanesmith race --all{page}")?;
            if cfg!(not(feature = "peers-c")) {
                let others =
                    "Libraries in C (blst, ring, aws-lc-rs, hashtree-rs): in a build with --features peers-c";
                writeln!(context.out, "{others}")?;
            }
        } else {
            text::record(&record, width, colour, context.out)?;
        }
        if let Some(path) = &args.html {
            writeln!(context.out, "The page: {}", path.display())?;
        }
    }
    if record.partial {
        context.out.flush()?;
        return Err(Failure::Interrupted);
    }
    check::require_right(&checked)?;
    match record.disqualified.first() {
        None => Ok(()),
        Some(d) => Err(Failure::input(format!("{} of {} {}: {}", d.contender, d.op, d.case, d.reason))),
    }
}

/// The races that match what the user named, each with the operation whose engines take part.
///
/// # Errors
/// Says which there are where none matches.
pub fn races(context: &Context<'_>, name: Option<&str>) -> Outcome<Vec<(Operation, Race)>> {
    let all = context.operations_and_studies();
    let mut races = Vec::new();
    let mut known = Vec::new();
    for family in context.families {
        #[cfg_attr(
            not(feature = "planted"),
            allow(unused_mut, reason = "only the test of compare changes races")
        )]
        for mut race in family.races() {
            #[cfg(feature = "planted")]
            lanesmith_suite::planted::plant(&mut race);
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

/// The tables that the arguments ask for, and what of them is left out for want of memory.
fn heats<'a>(
    races: &'a [(Operation, Race)],
    args: &Args,
    sums_up: bool,
) -> Outcome<(Vec<Heat<'a>>, Vec<String>)> {
    let most = args.memory();
    let mut left_out = Vec::new();
    let mut filters = Vec::new();
    for case in &args.cases {
        match case.split_once('=') {
            Some(pair) => filters.push(pair),
            None => return Err(Failure::usage(format!("case {case:?} is not of the form KEY=VALUE"))),
        }
    }
    let wanted = |case: &Case| case.meets(&filters);
    let mut heats = Vec::new();
    for (_, race) in races {
        // What is never raced unasked is asked for by its name alone.
        let always = race.cases.iter().any(|case| case.shown == Shown::Always);
        let in_detail = args.detail && always || args.op.as_deref() == Some(race.op) && !always;
        let shown = |case: &Case| match case.shown {
            _ if sums_up => case.summed_up,
            Shown::Always => true,
            Shown::ByName => case.summed_up || in_detail || !filters.is_empty(),
            Shown::ByCase => !filters.is_empty(),
        };
        for case in race.cases.iter().filter(|c| wanted(c) && shown(c)) {
            for &threads in &args.threads {
                match case.memory.saturating_mul(threads as u64) {
                    needed if needed > most => left_out.push((race.op, case, needed)),
                    _ => heats.push(Heat { race, case, threads }),
                }
            }
        }
    }
    let left_out: Vec<String> = left_out
        .into_iter()
        .map(|(op, case, needed)| {
            let sizes = (machine::size(needed), machine::size(most));
            format!("{op} {} is left out: it needs {}, --max-memory is {}", case.label, sizes.0, sizes.1)
        })
        .collect();
    if heats.is_empty() && !left_out.is_empty() {
        return Err(Failure::usage(left_out.join("; ")));
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
    Ok((heats, left_out))
}

/// Refuses names of peers that take part in none of the cases.
fn require_peers(heats: &[Heat<'_>], peers: &[String], context: &Context<'_>) -> Outcome {
    let mut missing: Vec<&String> = peers.iter().filter(|p| *p != "none").collect();
    let mut known = std::collections::BTreeSet::new();
    for heat in heats {
        if missing.is_empty() {
            return Ok(());
        }
        for contender in (heat.case.build)()?.into_iter().filter(|c| c.kind == Kind::Peer) {
            missing.retain(|p| contender.name.split(", ").next() != Some(p.as_str()));
            known.insert(contender.name);
        }
    }
    match missing.first() {
        None => Ok(()),
        Some(peer) => {
            let mut absent = context.families.iter().flat_map(|family| family.absent_peers());
            if let Some((_, lacks)) = absent.find(|(name, _)| name == peer) {
                return Err(Failure::usage(format!(
                    "peer {peer:?} cannot run here: this CPU has no {lacks}"
                )));
            }
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
/// The same of what sums up: with the checks, under a minute and a third of it.
const SUMMARY: Duration = Duration::from_secs(45);
const SUMMARY_QUICK: Duration = Duration::from_secs(12);

fn race(
    heats: &[Heat<'_>],
    races: &[(Operation, Race)],
    args: &Args,
    sums_up: bool,
    checked: &[Checked],
    record: &mut Record,
) -> Outcome {
    let n = heats.len() as u32;
    let (case, all) = match (args.quick, sums_up) {
        (false, false) => (CASE, ALL),
        (true, false) => (CASE_QUICK, ALL_QUICK),
        (false, true) => (CASE, SUMMARY),
        (true, true) => (CASE_QUICK, SUMMARY_QUICK),
    };
    let total = args.time.unwrap_or((case * n).min(all));
    let settings = if args.quick { Settings::quick(total) } else { Settings::thorough(total) };
    let progress = terminal::Progress::new(total);
    let begin = Instant::now();
    heat::run(heats, &settings, &Rules { races, args, sums_up, checked, progress }, record)?;
    let seconds = begin.elapsed().as_secs_f64();
    let rest = Made { quick: args.quick, threads: args.threads.clone(), seconds, ..Made::default() };
    let families: Vec<_> = races.iter().map(|(operation, _)| operation.family).collect();
    record.meanings = lanesmith_suite::meanings(&families, &record.results);
    record.made = Some(lanesmith_suite::made(record, rest));
    Ok(())
}

/// What the arguments and the check before the race say of the contenders.
struct Rules<'a> {
    races: &'a [(Operation, Race)],
    args: &'a Args,
    sums_up: bool,
    checked: &'a [Checked],
    progress: terminal::Progress,
}

impl Rules<'_> {
    fn operation(&self, heat: &Heat<'_>) -> Option<&Operation> {
        self.races.iter().find(|(_, race)| race.op == heat.race.op).map(|(operation, _)| operation)
    }
}

impl Hooks for Rules<'_> {
    fn takes_part(&self, heat: &Heat<'_>, contender: &Contender) -> bool {
        // `avx2, 4 at a time` is a way to use `avx2`.
        let base = contender.name.split(", ").next().unwrap_or_default();
        let among = |list: &[String]| list.is_empty() || list.iter().any(|name| name == base);
        match contender.kind {
            Kind::Engine if self.sums_up && contender.name != heat.baseline() => {
                contender.name == lanesmith::isa::AUTO
            }
            _ if contender.name == heat.baseline() || base == lanesmith::isa::AUTO => true,
            Kind::Engine => among(&self.args.engines),
            Kind::Peer => among(&self.args.peers),
            Kind::Baseline | Kind::Bound => true,
        }
    }

    /// An engine that failed its check is not raced, whatever it gives here.
    fn objection(&self, heat: &Heat<'_>, contender: &Contender) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender.kind == Kind::Engine)?;
        let stands_for = self.stands_for(heat, &contender.name);
        let name = stands_for.as_ref().unwrap_or(&contender.name);
        self.checked.iter().find_map(|check| match &check.verdict {
            Verdict::Failed { vector, .. } if check.op == operation.table.op() && check.engine == *name => {
                Some(format!("failed its check at vector {vector}"))
            }
            _ => None,
        })
    }

    fn stands_for(&self, heat: &Heat<'_>, contender: &str) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender == lanesmith::isa::AUTO)?;
        Some(lanesmith_suite::chosen(operation.table, heat.case.count))
    }

    fn group(&self, heat: &Heat<'_>) -> String {
        self.operation(heat).map_or_else(String::new, |operation| operation.family.heading().into())
    }

    fn progress(&self, spent: Duration, doing: &str) {
        self.progress.show(spent, doing);
    }

    fn stop(&self) -> bool {
        interrupt::asked()
    }
}
