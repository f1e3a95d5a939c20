//! `lanesmith race`: every engine, peer and limit of every operation, side by side on this machine. The race itself is
//! [`lanesmith_race`]; here is what the user chooses and sees.

mod chosen;
pub mod compare;
pub mod engines;
mod in_turn;
mod pick;
mod run;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use lanesmith::isa::detect::Status;
use lanesmith_race::{Race, Record, clock, csv, html, text};
pub use lanesmith_race::{stats, table};
use lanesmith_suite::Scope;
use lanesmith_suite::loaded::{self, Wanted};
pub use pick::races;

use crate::failure::{Failure, Outcome};
use crate::{Context, Operation, check, files, machine, terminal};

const AFTER_HELP: &str = "\
Examples:
  lanesmith race                           # what you get, in a minute
  lanesmith race --all                     # every engine, in under 4 minutes
  lanesmith race --all --html report.html  # a page to look at
  lanesmith race curl.hash --case input=sliced --json > here.json
  lanesmith race sha256.nodes --engine avx2 --peer sha2 --time 10
  lanesmith race sha256.nodes --threads 1,2,4
  lanesmith race curl.lab                  # the table of PCurl's README
  lanesmith race pwhash.argon2 --max-memory 8GiB  # up to 2 GiB a hash
  lanesmith race pwhash.mail               # Lyra2, TwoCats, yescrypt: 2 GiB
  lanesmith race sha256.nodes --detail     # every count of nodes to 40
  lanesmith race compare --with ./lanesmith-before --fail-below 0.97
  lanesmith race bls.verify --peer-library blst=old/libblst.so \\
    --peer-library blst=new/libblst.so
      # old against new

The summary has one line for each thing that people do: what a caller gets who
names no engine, the fastest other library compiled in, how many times as fast
ours is ('=' where that may be 1, '~' where its interval is wider than 5 %),
and how much of the nearest limit of the hardware that is.

Contenders run in blocks of some 90 ms, in random order, round after round;
ratios are formed within a round and given as the median of the rounds with a
95 % bootstrap interval. A contender whose output is wrong is thrown out
before it is timed. 'auto' is what a caller gets who names no engine. Names
such as 64_andn_c5_lut_u1_sd are designs of PCurl, a library for Curl-P.

--time is time by the clock on the wall. Before it begins, engines are checked
for 10 seconds at most; where two rounds of each case do not fit into it, the
race takes up to 10 seconds more, and then ends with the cases that it has and
says which are missing. 'made.seconds' of the record is what it took.

--peer-library loads a shared library and calls what programs that link it
call: argon2 (libargon2.so.1), blst (libblst.so), hashtree (libhashtree.so).
Only operations in which it takes part are raced, against 'auto' and no others
unless --engine, --peer or --all say so, and ratios are told to the first of
the libraries. It is called argon2:libargon2.so.1, by interface and file; what
it gives is compared with what ours gives before anything is timed. A file is
code: it is run in this process.

The record (--json, and within the page) has every ratio of every case: a few
hundred kB for one operation, some MB with --all.";

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
    /// Race this shared library too, by its interface (argon2, blst, hashtree) and file; may be repeated
    #[arg(long = "peer-library", value_name = "NAME=PATH", value_hint = ValueHint::FilePath)]
    libraries: Vec<Wanted>,
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
    /// Seconds for the whole race by the clock on the wall; how it is kept to is told below
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
        let named = self.op.is_some()
            || !self.cases.is_empty()
            || !self.engines.is_empty()
            || !self.libraries.is_empty();
        let can = || races.iter().any(|(_, race)| race.cases.iter().any(|case| case.summed_up));
        !named && !self.all && !self.detail && can()
    }

    /// Whether libraries are raced against what callers get, and nothing else.
    fn libraries_alone(&self) -> bool {
        !self.libraries.is_empty() && self.engines.is_empty() && self.peers.is_empty() && !self.all
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
    Chosen(chosen::Args),
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
    match &args.command {
        Some(Command::Chosen(args)) => return chosen::run(args, context),
        Some(Command::Compare(args)) => return compare::run(args, context),
        None => {}
    }
    loaded::load(&args.libraries).map_err(|e| Failure::usage(format!("--peer-library: {e}")))?;
    let mut races = races(context, args.op.as_deref())?;
    pick::against_libraries(&mut races)?;
    let mut operations: Vec<Operation> = Vec::new();
    for (operation, _) in &races {
        if operations.iter().all(|o| o.table.op() != operation.table.op()) {
            operations.push(*operation);
        }
    }
    check::require_engines(&operations, &args.engines)?;
    let sums_up = args.sums_up(&races);
    let (picked, left_out) = pick::pick(&races, args, sums_up)?;
    pick::require_peers(&pick::heats(&races, &picked), &args.peers, context)?;

    if let Some(path) = &args.html {
        // Better now than after three minutes.
        files::probe(path)?;
    }

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
        // Only who gave the race a time wants the check to end.
        let limit = args.time.map(|_| run::CHECK);
        let found = check::check(&operations, &args.engines, Scope::Quick, limit)?;
        if found.left_out > 0 {
            record.warnings.push(format!(
                "{} of {} engines were not checked for want of time; 'lanesmith check' looks at all",
                found.left_out,
                found.left_out + found.results.len()
            ));
        }
        if !args.json && !args.csv {
            check::print_briefly(&found.results, context)?;
            context.out.flush()?;
        }
        found.results
    };
    let checked = Arc::new(checked);
    let interrupted = run::race(Arc::new(races), picked, args, sums_up, &checked, &mut record)?;
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
    if interrupted {
        context.out.flush()?;
        return Err(Failure::Interrupted);
    }
    check::require_right(&checked)?;
    if record.results.is_empty() && record.partial {
        return Err(Failure::usage("no case was raced: the time was over before; give it more with --time"));
    }
    match record.disqualified.first() {
        None => Ok(()),
        Some(d) => Err(Failure::input(format!("{} of {} {}: {}", d.contender, d.op, d.case, d.reason))),
    }
}
