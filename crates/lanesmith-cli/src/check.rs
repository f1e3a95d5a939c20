//! `lanesmith check`: published vectors on every engine.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::Error;
use indicatif::ProgressBar;
use lanesmith::isa::{EngineError, Reason};
use lanesmith_suite::Scope;
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::{Context, Operation, list, terminal, watch};

/// Run the published vectors on every engine that this CPU can run
#[derive(Debug, Default, clap::Args)]
#[command(
    after_long_help = "Examples:\n  lanesmith check\n  lanesmith check --quick\n  lanesmith check sha256.nodes --engine avx2"
)]
pub struct Args {
    /// One operation (curl.hash) or family (curl); all by default
    op: Option<String>,
    /// Only this engine; may be repeated
    #[arg(long = "engine", value_name = "E")]
    engines: Vec<String>,
    /// Check the studies too: designs that are never chosen, such as curl.lab
    #[arg(long, conflicts_with = "op")]
    studies: bool,
    /// Take only some vectors of every kind
    #[arg(long)]
    quick: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// How the check of one engine ended.
#[derive(Debug, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Verdict {
    /// Every vector came out right.
    Passed {
        /// How many.
        cases: u64,
    },
    /// A vector came out wrong.
    Failed {
        /// Its name.
        vector: String,
        /// What it says.
        expected: String,
        /// What the engine gave.
        got: String,
    },
    /// The engine cannot run here.
    Unavailable {
        /// What is missing.
        reason: String,
        /// The architecture that it is for, where that is another one.
        #[serde(skip)]
        elsewhere: Option<&'static str>,
    },
}

/// The check of one engine.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// The operation.
    pub op: &'static str,
    /// The engine.
    pub engine: String,
    /// How it ended.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Refuses engine names that no operation at hand has, and those that none of them can run here.
///
/// # Errors
/// An exit with status 2 that says what is missing.
pub fn require_engines(operations: &[Operation], engines: &[String]) -> Outcome {
    for engine in engines {
        let mut refusal: Option<EngineError> = None;
        let mut usable = false;
        for operation in operations {
            match operation.table.probe(engine) {
                Ok(()) => usable = true,
                // A missing feature says more than an unknown name.
                Err(e) => match (&refusal, &e) {
                    (Some(_), e) if e.reason() == Reason::Unknown => {}
                    _ => refusal = Some(e),
                },
            }
        }
        if let (false, Some(e)) = (usable, refusal) {
            // Where only a study was asked for, it may know why there is no such design.
            return Err(match (operations, &e) {
                ([only], e) if only.study && e.reason() == Reason::Unknown => {
                    only.family.refusal(only.table.op(), engine).map_or_else(|| (*e).into(), Failure::usage)
                }
                _ => e.into(),
            });
        }
    }
    Ok(())
}

/// What a check found.
#[derive(Debug, Default)]
pub struct Found {
    /// The engines that were looked at.
    pub results: Vec<Checked>,
    /// How many there was no time for.
    pub left_out: usize,
}

/// Checks the engines, those of the list only if it is not empty; after the limit no other one.
///
/// # Errors
/// Ctrl-C.
pub fn check(
    operations: &[Operation],
    engines: &[String],
    scope: Scope,
    limit: Option<Duration>,
) -> Outcome<Found> {
    let until = limit.map(|limit| Instant::now() + limit);
    let (operations, engines) = (operations.to_vec(), engines.to_vec());
    watch::whole(move || {
        let wanted = |name: &str| engines.is_empty() || engines.iter().any(|e| e == name);
        let bar = terminal::spinner();
        let mut found = Found::default();
        for operation in &operations {
            for row in list::rows(operation.table).iter().filter(|row| wanted(row.name)) {
                let verdict = match &row.reason {
                    Some(reason) => Verdict::Unavailable { reason: reason.clone(), elsewhere: row.elsewhere },
                    None if until.is_some_and(|until| Instant::now() >= until) => {
                        found.left_out += 1;
                        continue;
                    }
                    None => check_one(operation, row.name, scope, &bar),
                };
                found.results.push(Checked { op: operation.table.op(), engine: row.name.into(), verdict });
            }
        }
        bar.finish_and_clear();
        Ok(found)
    })
}

fn check_one(operation: &Operation, engine: &str, scope: Scope, bar: &ProgressBar) -> Verdict {
    let op = operation.table.op();
    let mut progress = |title: &str, done: u64| {
        terminal::tell(bar, format!("checking {op} on {engine}: {title}, {done} right"))
    };
    match operation.family.check(op, engine, scope, &mut progress) {
        Ok(report) => Verdict::Passed { cases: report.cases },
        Err(e) => Verdict::Failed { vector: e.vector, expected: e.expected, got: e.got },
    }
}

/// The failed ones, told as the reason to end with status 1.
///
/// # Errors
/// If there is one.
pub fn require_right(results: &[Checked]) -> Outcome {
    let failed: BTreeSet<String> = results
        .iter()
        .filter(|r| matches!(r.verdict, Verdict::Failed { .. }))
        .map(|r| format!("{} on {}", r.op, r.engine))
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    let list: Vec<_> = failed.into_iter().collect();
    Err(Failure::Input(Error::msg(format!("wrong results: {}", list.join(", ")))))
}

#[derive(Serialize)]
struct Report<'a> {
    cpu: String,
    results: &'a [Checked],
}

/// Runs the command.
///
/// # Errors
/// A wrong result, an unknown operation, an engine that cannot be had, output that cannot be written, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let operations = match args.studies {
        true => context.operations_and_studies(),
        false => context.operations(args.op.as_deref())?,
    };
    require_engines(&operations, &args.engines)?;
    let scope = if args.quick { Scope::Quick } else { Scope::Full };
    let results = check(&operations, &args.engines, scope, None)?.results;
    if args.json {
        let report = Report { cpu: crate::machine::model(), results: &results };
        serde_json::to_writer_pretty(&mut context.out, &report)?;
        writeln!(context.out)?;
    } else {
        print(&results, context)?;
        print_total(&results, context)?;
    }
    require_right(&results)
}

/// One line where all is well, and what is wrong in full.
///
/// # Errors
/// Output that cannot be written.
pub fn print_briefly(results: &[Checked], context: &mut Context<'_>) -> Outcome {
    for result in results.iter().filter(|r| matches!(r.verdict, Verdict::Failed { .. })) {
        print(std::slice::from_ref(result), context)?;
    }
    print_total(results, context)
}

/// How many engines are right, and on how many vectors.
fn print_total(results: &[Checked], context: &mut Context<'_>) -> Outcome {
    let right = results.iter().filter_map(|r| match r.verdict {
        Verdict::Passed { cases } => Some(cases),
        _ => None,
    });
    let (engines, vectors) = (right.clone().count(), right.sum::<u64>());
    Ok(writeln!(context.out, "{engines} engines checked: {vectors} vectors right")?)
}

/// The results as text; engines of other architectures in one line.
///
/// # Errors
/// Output that cannot be written.
pub fn print(results: &[Checked], context: &mut Context<'_>) -> Outcome {
    let (results, foreign): (Vec<_>, Vec<_>) =
        results.iter().partition(|r| !matches!(r.verdict, Verdict::Unavailable { elsewhere: Some(_), .. }));
    let op_width = results.iter().map(|r| r.op.len()).max().unwrap_or(0);
    let width = results.iter().map(|r| r.engine.len()).max().unwrap_or(0);
    for result in results {
        write!(context.out, "{:op_width$}  {:width$}  ", result.op, result.engine)?;
        match &result.verdict {
            Verdict::Passed { cases } => writeln!(context.out, "ok, {cases} vectors")?,
            Verdict::Unavailable { reason, .. } => writeln!(context.out, "not run: {reason}")?,
            Verdict::Failed { vector, expected, got } => {
                writeln!(
                    context.out,
                    "WRONG at vector {vector}\n    expected {expected}\n    got      {got}"
                )?;
            }
        }
    }
    let elsewhere = foreign.iter().filter_map(|r| match r.verdict {
        Verdict::Unavailable { elsewhere: Some(architecture), .. } => Some((r.engine.as_str(), architecture)),
        _ => None,
    });
    match list::elsewhere(elsewhere) {
        Some(line) => Ok(writeln!(context.out, "not run: {line}")?),
        None => Ok(()),
    }
}
