//! `lanesmith race compare`: two recorded races, case by case.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use lanesmith_race::compare::{Change, compare, failures, notes};
use lanesmith_race::{Record, text};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::{Context, terminal};

const AFTER_HELP: &str = "\
Change is how many times as fast B is as A, each measured against the baseline
of its own run; its interval comes from the intervals of both. A difference
counts where the interval does not reach 1.

Example:
  lanesmith race compare before.json after.json --fail-below 0.95";

/// Compare two recorded races (made by --json)
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The earlier record
    a: PathBuf,
    /// The later record
    b: PathBuf,
    /// Exit with status 1 if an engine's change is below this (and its interval below 1), or an engine of A is missing
    /// from B
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    fail_below: Option<f64>,
    /// Show every contender, not only those that differ
    #[arg(long)]
    all: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        Ok(_) => Err("not a positive number".into()),
        Err(e) => Err(e.to_string()),
    }
}

fn read(path: &Path) -> anyhow::Result<Record> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no record of a race", path.display()))
}

#[derive(Serialize)]
struct Output<'a> {
    notes: &'a [String],
    changes: &'a [Change],
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, output that cannot be written, an engine that got worse than `--fail-below`.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let (a, b) = (read(&args.a)?, read(&args.b)?);
    let changes = compare(&a, &b);
    let notes = notes(&a, &b);
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &Output { notes: &notes, changes: &changes })?;
        writeln!(context.out)?;
    } else {
        text::comparison(&changes, &notes, args.all, terminal::width(), context.out)?;
    }
    let failed = args.fail_below.map_or(Vec::new(), |limit| failures(&changes, limit));
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!("worse than before: {}", failed.join("; "))))
}
