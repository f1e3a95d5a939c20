//! `lanesmith race chosen`: whether a recorded race shows that callers who name no engine get the fastest one.

use std::path::PathBuf;

use lanesmith_race::chosen::{Chosen, Verdict, chosen};
use serde::Serialize;

use super::{compare, table};
use crate::failure::Outcome;
use crate::{Context, terminal};

const AFTER_HELP: &str = "\
A line for each case in which a contender chooses its engine ('auto'): what it
took, the fastest engine that was raced the same way, how many times as fast as
that the choice is, and the 95 % interval of this ratio. The choice is slower
only where all of the interval is below 1. The fastest of several engines that
differ by noise alone seems a little faster than it is: a choice that is slower
by less than 1 % in a few of many cases is as it should be.

Examples:
  lanesmith race --all --json > here.json
  lanesmith race chosen here.json        # where another engine is faster
  lanesmith race chosen here.json --all  # every case";

/// Show from a recorded race (made by --json) whether the chosen engines are the fastest
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record
    record: PathBuf,
    /// Show every case, not only those in which another engine is faster
    #[arg(long)]
    all: bool,
    /// One JSON object instead of text, with every case
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    cpu: &'a str,
    /// How many cases there are of each verdict.
    fastest: usize,
    within: usize,
    slower: usize,
    unknown: usize,
    cases: &'a [Chosen],
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, output that cannot be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let record = compare::read_one(&args.record)?;
    let all = chosen(&record);
    let count = |verdict| all.iter().filter(|c| c.verdict == verdict).count();
    let (fastest, within) = (count(Verdict::Fastest), count(Verdict::Within));
    let (slower, unknown) = (count(Verdict::Slower), count(Verdict::Unknown));
    if args.json {
        let output = Output { cpu: &record.cpu, fastest, within, slower, unknown, cases: &all };
        serde_json::to_writer_pretty(&mut context.out, &output)?;
        return Ok(writeln!(context.out)?);
    }
    let width = terminal::width();
    let rows: Vec<Vec<String>> =
        all.iter().filter(|c| args.all || c.verdict == Verdict::Slower).map(cells).collect();
    if !rows.is_empty() {
        let head =
            [("case", 0), ("chosen", 0), ("fastest", 0), ("ratio", 0), ("95 %", 2), ("the choice is", 1)];
        writeln!(context.out, "{}\n", table::grid(&head, rows, width))?;
    }
    let mut said = format!(
        "{}: of {} choices {fastest} are the fastest, {within} as fast within the interval, {slower} slower",
        plain(&record.cpu),
        all.len()
    );
    if unknown > 0 {
        said.push_str(&format!(", and of {unknown} nothing can be said"));
    }
    if record.partial {
        said.push_str("; the race was stopped before its end");
    }
    table::wrap(&said, width).iter().try_for_each(|line| writeln!(context.out, "{line}"))?;
    Ok(())
}

/// A name that may be shown: those of a record are whatever its maker wrote.
fn plain(name: &str) -> String {
    terminal::plain(name).replace('\n', "\\n")
}

fn cells(c: &Chosen) -> Vec<String> {
    let way = c.contender.split_once(", ").map_or(String::new(), |(_, way)| format!(", {way}"));
    vec![
        plain(&format!("{} {}{way}", c.op, c.case)),
        plain(&c.chosen),
        plain(&c.fastest),
        table::ratio(c.ratio),
        table::interval(c.ratio, c.interval),
        c.verdict.name().into(),
    ]
}
