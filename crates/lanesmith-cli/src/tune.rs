//! `lanesmith tune`: which engines are best on this machine, measured and written to a profile, or compiled in.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::builder::ArgPredicate;
use lanesmith::isa::AnyTable;
use lanesmith::isa::cpu::{self, Kind};
use lanesmith_suite::{Scope, Tuning};
use lanesmith_tune::{Bench, Gain, Tuned, builtin};
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::race::{engines, seconds, table};
use crate::{Context, Operation, check, files, machine, terminal, watch};

const AFTER_HELP: &str = "\
Examples:
  lanesmith tune -o here.toml              # measure everything, in a minute
  lanesmith tune > here.toml               # the summary: standard error
  lanesmith tune sha256.nodes --time 10 --json
  lanesmith --profile here.toml cpu        # use it once
  export LANESMITH_PROFILE=$PWD/here.toml  # use it from now on

Without --output the profile is written to standard output and the summary to
standard error; with it the summary goes to standard output. With --json
standard output gets one JSON object, the profile in it.

An engine replaces what would be chosen without a profile only if it is faster
by more than 1 % in some case and slower in none, as 95 % intervals of paired
ratios say; costs by which an operation chooses among engines, only if what
they choose is. All else is left alone, and not in the profile. Costs of passes
that the built-in choice never makes are raised by a few per cent, because they
are known less well. A profile is bound to this CPU, its features and this
version of Lanesmith. It is used only where it is named.

--builtin is for developers, in a checkout, on a quiet machine: it measures
what every engine costs and writes the files that are compiled in for this kind
of CPU (crates/FAMILY/src/costs/NAME.rs), of which the next build makes use.";

/// Measure which engines are best on this machine and write a profile
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Operations (curl.hash) or families (curl); all by default
    ops: Vec<String>,
    /// Seconds for all measurements; 150 with --builtin
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    #[arg(default_value_if("builtin", ArgPredicate::IsPresent, "150"))]
    time: Duration,
    /// Write the profile to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object with all that was measured
    #[arg(long)]
    json: bool,
    /// Write the built-in costs of this kind of CPU (zen4, ...) into the checkout
    #[arg(long, value_name = "NAME", value_parser = kind, conflicts_with_all = ["output", "json", "ops"])]
    builtin: Option<Kind>,
}

/// The kind of CPU at hand: costs of another one cannot be measured.
fn kind(name: &str) -> Result<Kind, String> {
    let here = cpu::kind();
    let known = || Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    match Kind::by_name(name) {
        None => Err(format!("there is no such kind of CPU; there are {}", known())),
        Some(kind) if kind != here => Err(format!("this CPU is {} ({})", here.name(), here.title())),
        Some(Kind::Unknown) => Err("this CPU needs a name first: a line in crates/isa/src/cpu.rs".into()),
        Some(kind) => Ok(kind),
    }
}

#[derive(Serialize)]
struct Report {
    cpu: String,
    operations: Vec<Tuned>,
    /// The text of the profile.
    profile: String,
}

/// What can be tuned of what the user named.
type Tunings = Vec<(&'static dyn AnyTable, Tuning)>;

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
    let checked: Vec<&str> = tunings.iter().map(|(table, _)| table.op()).collect();
    let operations: Vec<Operation> =
        context.operations(None)?.into_iter().filter(|o| checked.contains(&o.table.op())).collect();
    check::require_right(&check::check(&operations, &[], Scope::Quick, None)?.results)?;
    match args.builtin {
        Some(kind) => compile_in(kind, tunings, args.time, context),
        None => tune(args, tunings, context),
    }
}

/// Finds something out for each operation in turn, within a time for all.
fn each<T: Send + 'static>(
    tunings: Tunings,
    time: Duration,
    find: fn(&'static dyn AnyTable, &Tuning, &mut dyn Bench) -> Result<T, lanesmith_tune::Error>,
) -> Outcome<Vec<T>> {
    watch::whole(move || {
        let parts = tunings.iter().map(|(_, tuning)| lanesmith_tune::parts(tuning)).sum::<u32>();
        let mut sequence = engines::sequence(time, parts as usize);
        tunings.iter().map(|(table, tuning)| Ok(find(*table, tuning, &mut sequence)?)).collect()
    })
}

fn tune(args: &Args, tunings: Tunings, context: &mut Context<'_>) -> Outcome {
    let tuned = each(tunings, args.time, lanesmith_tune::tune)?;
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    let toml = lanesmith_tune::profile(&tuned, &date).to_toml();
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

/// Measures what every engine costs and writes the files of this kind of CPU.
fn compile_in(kind: Kind, mut tunings: Tunings, time: Duration, context: &mut Context<'_>) -> Outcome {
    let families = lanesmith_suite::families();
    tunings.retain(|(table, _)| builtin::listed_as(table.op(), &families).is_some());
    let folder = |family: &str| PathBuf::from(format!("crates/{family}/src/costs"));
    let family = |op: &str| op.split('.').next().unwrap_or(op).to_owned();
    let lists: BTreeMap<String, String> = tunings
        .iter()
        .map(|(table, _)| {
            let family = family(table.op());
            let path = folder(&family).join("mod.rs");
            let text = std::fs::read_to_string(&path).map_err(|e| {
                Failure::usage(format!("{}: {e}; run this in a checkout of Lanesmith", path.display()))
            })?;
            Ok((family, text))
        })
        .collect::<Outcome<_>>()?;
    let known = known()?;
    let measured = each(tunings, time, builtin::measure)?;
    let mut families: BTreeMap<String, Vec<builtin::Measured>> = BTreeMap::new();
    for measured in measured {
        families.entry(family(measured.op)).or_default().push(measured);
    }
    for (family, measured) in families {
        let folder = folder(&family);
        let path = folder.join(format!("{}.rs", builtin::stem(kind)));
        files::write(&path, builtin::file(kind, &known, &measured).as_bytes())?;
        let kinds = kinds(&folder)?;
        let list = lists.get(&family).map_or(String::new(), |text| builtin::list(text, &kinds));
        files::write(&folder.join("mod.rs"), list.as_bytes())?;
        writeln!(context.out, "written: {}", path.display())?;
    }
    Ok(())
}

/// The kinds of CPU that have a file in a folder.
fn kinds(folder: &Path) -> Outcome<Vec<Kind>> {
    let stems = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()))
        .collect::<io::Result<Vec<String>>>()?;
    Ok(Kind::ALL.iter().copied().filter(|kind| stems.contains(&builtin::stem(*kind))).collect())
}

/// When, where and with what costs are measured.
fn known() -> Outcome<String> {
    let said = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).output();
        let output = output.map_err(|e| Failure::usage(format!("{program}: {e}")))?;
        Ok::<_, Failure>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    let rustc = said("rustc", &["--version"])?;
    let commit = said("git", &["rev-parse", "--short", "HEAD"])?;
    let here = cpu::identity();
    Ok(format!(
        "{date}, {} family {} model {}, {rustc}, commit {commit}",
        here.vendor(),
        here.family,
        here.model
    ))
}

/// What the families register for the operations that the user named.
fn tunings(ops: &[String], context: &Context<'_>) -> Outcome<Tunings> {
    let mut wanted = Vec::new();
    for op in ops {
        wanted.extend(context.operations(Some(op))?);
    }
    let all = context.operations(None)?;
    let wanted = if ops.is_empty() { &all } else { &wanted };
    let mut tunings = lanesmith_tune::tunings(context.families);
    tunings.retain(|(table, _)| wanted.iter().any(|operation| operation.table.op() == table.op()));
    if tunings.is_empty() {
        return Err(Failure::usage("there is nothing to tune"));
    }
    Ok(tunings)
}

/// What differs from the built-in choice.
fn summary(tuned: &[Tuned], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let head = [("operation", 0), ("built in", 0), ("best here", 0), ("by", 1), ("in", 2)];
    let rows = tuned
        .iter()
        .map(|t| {
            let best = t.gains.iter().filter(|_| t.differs).max_by(|a, b| a.ratio.total_cmp(&b.ratio));
            let by =
                |g: &Gain| format!("{} ({})", table::ratio(g.ratio), table::interval(g.ratio, g.interval));
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
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    /// The seconds that a command line measures for.
    fn seconds_of(arguments: &[&str]) -> u64 {
        let command = Args::augment_args(clap::Command::new("tune"));
        let matches = command.get_matches_from([&["tune"], arguments].concat());
        Args::from_arg_matches(&matches).expect("the command line is right").time.as_secs()
    }

    /// What everybody gets is measured more closely: a few per cent between two engines need more than a minute for all.
    #[test]
    fn costs_that_are_compiled_in_are_measured_for_longer() {
        let here = cpu::kind().name();
        assert_eq!(seconds_of(&[]), 60);
        assert_eq!(seconds_of(&["--time", "5"]), 5);
        if here != Kind::Unknown.name() {
            assert_eq!(seconds_of(&["--builtin", here]), 150);
            assert_eq!(seconds_of(&["--builtin", here, "--time", "5"]), 5);
        }
    }
}
