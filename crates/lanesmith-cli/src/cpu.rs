//! `lanesmith cpu`: what this CPU has and what is chosen for it.

use std::time::Duration;

use lanesmith_tune::ladder::Measured;
use serde::Serialize;

use crate::machine::{self, Cache};
use crate::measure;
use crate::race::seconds;
use crate::race::table::wrap;
use crate::{Applied, Context, failure::Outcome, list, terminal};
use lanesmith::isa::cpu::kind;
use lanesmith::isa::detect::Status;
use lanesmith::isa::{AnyTable, Origin};

const AFTER_HELP: &str = "\
Examples:
  lanesmith cpu            # features, caches, the engine of each operation
  lanesmith cpu --measure  # what AVX2, SHA-NI, ... are worth: half a minute
  lanesmith cpu sha256.stream --measure --time 5
  lanesmith cpu --measure --json > here.json

--measure forces engines: the best one that needs a feature against the best
one that needs only older features, side by side as 'lanesmith race' does it;
ratios are medians with a 95 % bootstrap interval.";

/// Show the CPU: model, features, caches, the engine chosen per operation; with --measure, what each feature is worth
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// One operation (curl.hash) or family (curl); all by default
    op: Option<String>,
    /// Measure what each feature is worth on this machine
    #[arg(long)]
    measure: bool,
    /// Seconds for the measurement
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30", requires = "measure")]
    time: Duration,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    cpu: String,
    /// Whose costs are taken.
    kind: &'static str,
    architecture: &'static str,
    threads: usize,
    features: Vec<&'static str>,
    disabled: Vec<&'static str>,
    missing: Vec<&'static str>,
    caches: Vec<Cache>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    operations: Vec<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Measured>,
}

#[derive(Serialize)]
struct Choice {
    op: &'static str,
    engine: &'static str,
    why: String,
}

/// Runs the command.
///
/// # Errors
/// An unknown operation, output that cannot be written; of a measurement, a wrong result or Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let operations = match (context.operations(args.op.as_deref()), args.measure) {
        // Some races are named after no operation.
        (Err(_), true) => context.operations(None)?,
        (operations, _) => operations?,
    };
    let measured = match args.measure {
        true => Some(measure::measure(args.op.as_deref(), args.time, context)?),
        false => None,
    };
    let report = Report {
        cpu: machine::model(),
        kind: kind().name(),
        architecture: std::env::consts::ARCH,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
        features: machine::features(Status::Usable),
        disabled: machine::features(Status::DisabledBySystem),
        missing: machine::features(Status::Missing),
        caches: machine::caches(),
        profile: context.profile.as_ref().map(|p| p.path.display().to_string()),
        operations: operations
            .iter()
            .map(|o| Choice {
                op: o.table.op(),
                engine: o.table.auto_name(),
                why: why(o.table, context.profile.as_ref()),
            })
            .collect(),
        measured,
    };
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &report)?;
        return Ok(writeln!(context.out)?);
    }
    let threads = match report.threads {
        1 => "1 thread".into(),
        threads => format!("{threads} threads"),
    };
    let list = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(" ") };
    let caches: Vec<_> =
        report.caches.iter().map(|c| format!("{} {}", c.name, machine::size(c.bytes))).collect();
    let out = &mut context.out;
    let facts = [
        ("CPU", format!("{} ({}{}, {threads})", report.cpu, machine::generation(), report.architecture)),
        ("kind", format!("{} ({})", report.kind, kind().title())),
        ("has", list(&report.features)),
        ("disabled", format!("{} (by the operating system)", list(&report.disabled))),
        ("lacks", list(&report.missing)),
        ("caches", if caches.is_empty() { "unknown".into() } else { caches.join(", ") }),
    ];
    for (mut label, text) in facts {
        for line in wrap(&text, terminal::width().saturating_sub(10)) {
            writeln!(out, "{:<10}{line}", core::mem::take(&mut label))?;
        }
    }
    let width = report.operations.iter().map(|o| o.op.len()).max().unwrap_or(0);
    for choice in &report.operations {
        writeln!(out, "{:width$}  {}: {}", choice.op, choice.engine, choice.why)?;
    }
    for line in report.measured.iter().flat_map(|m| measure::text(m, terminal::width())) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Why an operation gets the engine that it gets.
fn why(table: &'static dyn AnyTable, profile: Option<&Applied>) -> String {
    let auto = table.auto_name();
    let measured = profile.and_then(|p| p.profile.choice(table.op()).map(|choice| (p, choice)));
    match (table.origin(), measured) {
        (Origin::Configured, _) => return format!("configured ({})", by_preference(table, auto)),
        (_, Some((p, choice))) => {
            let what = if choice.engine.is_some() { "" } else { "costs " };
            return format!("{what}from profile {}", p.path.display());
        }
        _ => {}
    }
    by_preference(table, auto)
}

/// What the order of the table says of an engine.
fn by_preference(table: &'static dyn AnyTable, engine: &str) -> String {
    if engine == lanesmith::isa::AUTO {
        return list::by_count(table);
    }
    let mut lacking = Vec::new();
    for info in table.infos() {
        if info.name == engine {
            return match lacking.as_slice() {
                [] => "first in order of preference".into(),
                _ => format!("first that can run ({})", lacking.join("; ")),
            };
        }
        if info.is_available() {
            return format!("{} would be the first that can run", info.name);
        }
        lacking.push(format!("{} needs {}", info.name, info.missing()));
    }
    "not in the order of preference".into()
}
