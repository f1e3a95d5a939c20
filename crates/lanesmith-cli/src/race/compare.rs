//! `lanesmith race compare`: an earlier program run in turn with this one, or recorded races of two moments.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use lanesmith_race::compare::{Change, Rule, compare, failures, notes, paired, too_few};
use lanesmith_race::turns::{self, Schedule, Side};
use lanesmith_race::{Kind, Record, Shown, text};
use serde::Serialize;

use super::seconds;
use crate::failure::{Failure, Outcome};
use crate::{Context, interrupt, terminal};

const AFTER_HELP: &str = "\
With --with, both programs race in turn, old new, new old and so on; only what
differs from one run to the next counts, by a signed-rank test that is
corrected for the number of engines compared (Holm): the chance that a program
is found to differ from itself is 1 in 200. Differences below 1 % are ignored.
An engine is 'same' only where 5 % would have shown, and 'cannot tell: noisy'
otherwise, which fails nothing. By default all cases of every race take part.

Recorded races are weaker evidence: drift of the machine between two runs looks
like a difference between the programs. Give at least three records a side;
with one a side, only the intervals within it can be judged.

'Change' is how many times as fast the later program is.

Examples:
  lanesmith race compare --with ./lanesmith-before --fail-below 0.97
  lanesmith race compare --with ./lanesmith-before --op sha256.nodes
  lanesmith race compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json";

/// Compare this program with an earlier one, or recorded races (made by --json)
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Records of the earlier program: files, separated by commas
    #[arg(required_unless_present = "with", value_parser = files)]
    a: Option<Files>,
    /// Records of the later program
    #[arg(required_unless_present = "with", value_parser = files)]
    b: Option<Files>,
    /// Race in turn with this program, an earlier build of lanesmith
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["a", "b"])]
    with: Option<PathBuf>,
    /// With --with: one operation (curl.hash) or family (curl); all by default
    #[arg(long, conflicts_with = "a")]
    op: Option<String>,
    /// With --with: only cases with this key and value; may be repeated
    #[arg(long = "case", value_name = "K=V", conflicts_with = "a")]
    cases: Vec<String>,
    /// With --with: no engine but this one and 'auto'; may be repeated
    #[arg(long = "engine", value_name = "E", conflicts_with = "a")]
    engines: Vec<String>,
    /// With --with: seconds for the whole comparison; 12 for each case by default, 300 at most
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "a")]
    time: Option<Duration>,
    /// With --with: how often both programs race; enough for the number of engines by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), conflicts_with = "a")]
    rounds: Option<u32>,
    /// Exit with status 1 if an engine is slower and its change is below this, or an engine of the earlier program is missing
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    fail_below: Option<f64>,
    /// Show every contender, not only those that differ
    #[arg(long)]
    all: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Files of one side.
#[derive(Clone, Debug)]
struct Files(Vec<PathBuf>);

fn files(text: &str) -> Result<Files, String> {
    if text.split(',').any(str::is_empty) {
        return Err("a file without a name".into());
    }
    Ok(Files(text.split(',').map(PathBuf::from).collect()))
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        Ok(_) => Err("not a positive number".into()),
        Err(e) => Err(e.to_string()),
    }
}

fn read(files: Option<&Files>) -> anyhow::Result<Vec<Record>> {
    let read = |path: &PathBuf| {
        let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not a record of a race", path.display()))
    };
    files.map_or(&[][..], |files| &files.0).iter().map(read).collect()
}

#[derive(Serialize)]
struct Output<'a> {
    records: [usize; 2],
    notes: &'a [String],
    changes: &'a [Change],
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, a program that does not race, output that cannot be written, an engine that got worse than
/// `--fail-below`.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let rule = Rule::default();
    let (a, b, changes) = match &args.with {
        None => {
            let (a, b) = (read(args.a.as_ref())?, read(args.b.as_ref())?);
            let changes = compare(&a, &b, &rule);
            (a, b, changes)
        }
        Some(program) => {
            let pairs = in_turn(program, args, context, &rule)?;
            let changes = paired(&pairs.a, &pairs.b, &rule);
            (pairs.a, pairs.b, changes)
        }
    };
    let mut notes = notes(&a, &b);
    if args.with.is_some() {
        // Noise is in the verdicts.
        notes.retain(|note| !note.contains("--with") && !note.contains("noisy"));
        notes.extend(too_few(a.len(), changes.len(), &rule));
    }
    if args.json {
        let output = Output { records: [a.len(), b.len()], notes: &notes, changes: &changes };
        serde_json::to_writer_pretty(&mut context.out, &output)?;
        writeln!(context.out)?;
    } else {
        text::comparison(&changes, &notes, args.all, terminal::width(), context.out)?;
    }
    if interrupt::asked() {
        context.out.flush()?;
        return Err(Failure::Interrupted);
    }
    let failed = args.fail_below.map_or(Vec::new(), |limit| failures(&changes, limit));
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!("worse than before: {}", failed.join("; "))))
}

/// Races the earlier program and this one in turn.
fn in_turn(old: &Path, args: &Args, context: &Context<'_>, rule: &Rule) -> Outcome<turns::Pairs> {
    let new = std::env::current_exe().context("cannot find this program's file")?;
    // Both are asked for the same, by names that an earlier program knows as well.
    let targets: Vec<String> = match &args.op {
        Some(op) => vec![op.clone()],
        None => context
            .families
            .iter()
            .filter(|f| f.races().iter().any(|r| r.cases.iter().any(|c| c.shown == Shown::Always)))
            .map(|f| f.name().into())
            .collect(),
    };
    interrupt::catch();
    let place = tempfile::tempdir().context("cannot make a folder for copies of the programs")?;
    let once = |program: &Path, times: &[Duration]| -> Outcome<Option<Record>> {
        let mut all: Option<Record> = None;
        for (name, time) in targets.iter().zip(times) {
            let Some(record) = record(program, place.path(), name, args, *time)? else { return Ok(None) };
            match &mut all {
                None => all = Some(record),
                Some(all) => all.results.extend(record.results),
            }
        }
        Ok(all)
    };
    // The first run of each says how much there is to do, and is not counted.
    let spinner = terminal::spinner();
    terminal::tell(&spinner, "a first race of each program".into());
    let mut parts = vec![(0, 0); targets.len()];
    for program in [old, &new] {
        for (part, name) in parts.iter_mut().zip(&targets) {
            let Some(record) = record(program, place.path(), name, args, Duration::from_millis(100))? else {
                return Err(Failure::Interrupted);
            };
            let engines = record.results.iter().filter(|e| e.kind == Kind::Engine).count();
            *part = (lanesmith_race::record::cases(&record.results).count(), engines);
        }
    }
    spinner.finish_and_clear();
    let schedule = Schedule::new(&parts, rule, args.rounds.map(|n| n as usize), args.time);
    let (begin, progress) = (Instant::now(), terminal::Progress::new(schedule.total));
    turns::race(schedule.rounds, |round, side| {
        let (program, name) = if side == Side::A { (old, "the earlier") } else { (new.as_path(), "this") };
        progress
            .show(begin.elapsed(), &format!("round {} of {}: {name} program", round + 1, schedule.rounds));
        once(program, &schedule.parts)
    })
}

/// What a program records in a short race; none if Ctrl-C ended it.
fn record(program: &Path, place: &Path, op: &str, args: &Args, time: Duration) -> Outcome<Option<Record>> {
    let copy = turns::fresh_copy(program, place);
    let copy = copy.with_context(|| format!("cannot copy {}", program.display()))?;
    let mut command = Command::new(copy);
    command.args(["race", op, "--json", "--no-check", "--quick", "--peer", "none"]);
    command.arg("--time").arg(format!("{:.3}", time.as_secs_f64()));
    command.args(args.cases.iter().flat_map(|case| ["--case", case]));
    command.args(args.engines.iter().flat_map(|engine| ["--engine", engine]));
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    if interrupt::asked() {
        return Ok(None);
    }
    serde_json::from_slice(&output.stdout).map(Some).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        anyhow!("{} has recorded no race of {op}: {}", program.display(), said.trim()).into()
    })
}
