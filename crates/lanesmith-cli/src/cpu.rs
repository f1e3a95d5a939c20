//! `lanesmith cpu`: what this CPU has and what is chosen for it.

use serde::Serialize;

use crate::machine::{self, Cache};
use crate::{Context, failure::Outcome};
use lanesmith::isa::detect::Status;

/// Show the CPU: model, features present, missing or disabled, caches, and the engine chosen per operation
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    cpu: String,
    architecture: &'static str,
    threads: usize,
    features: Vec<&'static str>,
    disabled: Vec<&'static str>,
    missing: Vec<&'static str>,
    caches: Vec<Cache>,
    operations: Vec<Choice>,
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
/// Output that cannot be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let operations = context.operations(None)?;
    let report = Report {
        cpu: machine::model(),
        architecture: std::env::consts::ARCH,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
        features: machine::features(Status::Usable),
        disabled: machine::features(Status::DisabledBySystem),
        missing: machine::features(Status::Missing),
        caches: machine::caches(),
        operations: operations
            .iter()
            .map(|o| Choice { op: o.table.op(), engine: o.table.auto_name(), why: why(o.table) })
            .collect(),
    };
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &report)?;
        return Ok(writeln!(context.out)?);
    }
    let list = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(" ") };
    let caches: Vec<_> =
        report.caches.iter().map(|c| format!("{} {}", c.name, machine::size(c.bytes))).collect();
    let out = &mut context.out;
    writeln!(out, "CPU       {} ({}, {} threads)", report.cpu, report.architecture, report.threads)?;
    writeln!(out, "has       {}", list(&report.features))?;
    writeln!(out, "disabled  {} (by the operating system)", list(&report.disabled))?;
    writeln!(out, "lacks     {}", list(&report.missing))?;
    writeln!(out, "caches    {}", if caches.is_empty() { "unknown".into() } else { caches.join(", ") })?;
    let width = report.operations.iter().map(|o| o.op.len()).max().unwrap_or(0);
    for choice in &report.operations {
        writeln!(out, "{:width$}  {}: {}", choice.op, choice.engine, choice.why)?;
    }
    Ok(())
}

/// Why an operation gets the engine that it gets.
fn why(table: &dyn lanesmith::isa::AnyTable) -> String {
    let auto = table.auto_name();
    let mut lacking = Vec::new();
    for index in 0..table.len() {
        let info = table.info(index);
        if info.name == auto {
            return match lacking.as_slice() {
                [] => "first in order of preference".into(),
                _ => format!("first that can run ({})", lacking.join("; ")),
            };
        }
        if info.is_available() {
            return format!("configured ({} would be the first that can run)", info.name);
        }
        lacking.push(format!("{} needs {}", info.name, info.missing()));
    }
    "configured".into()
}
