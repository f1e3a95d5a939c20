//! `lanesmith list`: each engine with why it is or is not usable.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Context, failure::Outcome, terminal};
use lanesmith::isa::plan::PLANNED;
use lanesmith::isa::{AUTO, AnyTable};

/// List the engines of every operation: which can run here, which is chosen, what the others lack
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  lanesmith list sha256.nodes\n  lanesmith list curl --json")]
pub struct Args {
    /// One operation (curl.hash) or family (curl); all by default
    op: Option<String>,
    /// One JSON array instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    op: &'static str,
    engines: Vec<EngineRow>,
}

/// An engine as `list` shows it.
#[derive(Serialize)]
pub struct EngineRow {
    /// Its name.
    pub name: &'static str,
    /// One line for people; empty for an engine of another architecture.
    pub summary: Cow<'static, str>,
    /// Units of work that it does side by side; 0 for an engine of another architecture.
    pub lanes: usize,
    /// The CPU features that it needs.
    pub requires: Vec<&'static str>,
    /// Whether it can run here.
    pub usable: bool,
    /// Whether a caller who names no engine gets it.
    pub auto: bool,
    /// Why it cannot run here.
    pub reason: Option<String>,
    /// The architecture that it is for, where that is another one.
    #[serde(skip)]
    pub elsewhere: Option<&'static str>,
}

/// What `auto` is, where an operation chooses by count: the engine that one unit of work gets, and the one that plenty does.
pub fn by_count(table: &'static dyn AnyTable) -> String {
    let engine = |count| table.first_step(count).0;
    let (one, plenty) = (engine(1), engine(1 << 20));
    let between = (2..=PLANNED).any(|count| ![one, plenty].contains(&engine(count)));
    match (one == plenty, between) {
        (true, false) => format!("{one} for every count"),
        (true, true) => format!("{one} for one and for many, others between"),
        (false, _) => {
            format!("{one} for one, {plenty} for many{}", if between { ", others between" } else { "" })
        }
    }
}

/// The engines of an operation, those of other architectures last; before them `auto`, where it is a choice by count.
pub fn rows(table: &'static dyn AnyTable) -> Vec<EngineRow> {
    let chosen = table.auto_name();
    let row = |name, summary: Cow<'static, str>, lanes| EngineRow {
        name,
        summary,
        lanes,
        requires: Vec::new(),
        usable: true,
        auto: name == chosen,
        reason: None,
        elsewhere: None,
    };
    let by_count =
        table.is_planned().then(|| row(AUTO, Cow::Owned(format!("by count: {}", by_count(table))), 1));
    let here = table.infos().map(|info| EngineRow {
        requires: info.requires.features.iter().map(|f| f.name()).collect(),
        usable: info.is_available(),
        reason: why_not(table, info.name),
        ..row(info.name, info.summary.into(), info.lanes)
    });
    // NEON is the name of engines on both Arms, of which one is here.
    let not_here = |name: &str| table.infos().all(|info| info.name != name);
    let foreign = table.foreign().iter().filter(|(name, _)| not_here(name));
    let elsewhere = foreign.map(|(name, architecture)| EngineRow {
        usable: false,
        elsewhere: Some(architecture),
        reason: why_not(table, name),
        ..row(name, "".into(), 0)
    });
    by_count.into_iter().chain(here).chain(elsewhere).collect()
}

/// What keeps an engine from running here; none where it can.
pub fn why_not(table: &'static dyn AnyTable, engine: &str) -> Option<String> {
    // The engine and the operation are named beside it wherever this is shown.
    table.probe(engine).err().map(|error| error.reason().to_string())
}

/// Engines of other architectures as a part of a sentence: each name once, with its architecture. None if there are none.
pub fn elsewhere<'a>(engines: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let mut known: Vec<(&str, &str)> = Vec::new();
    for engine in engines {
        if !known.contains(&engine) {
            known.push(engine);
        }
    }
    let names: Vec<String> =
        known.iter().map(|(name, architecture)| format!("{name} ({architecture})")).collect();
    (!names.is_empty()).then(|| format!("{}, for other architectures", names.join(", ")))
}

/// Runs the command.
///
/// # Errors
/// An unknown operation, or output that cannot be written.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let operations = context.operations(args.op.as_deref())?;
    let rows: Vec<Row> =
        operations.iter().map(|o| Row { op: o.table.op(), engines: rows(o.table) }).collect();
    if args.json {
        serde_json::to_writer_pretty(&mut context.out, &rows)?;
        return Ok(writeln!(context.out)?);
    }
    let bold = if terminal::colour() { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let width = rows.iter().flat_map(|r| &r.engines).map(|e| e.name.len()).max().unwrap_or(0);
    for row in &rows {
        writeln!(context.out, "{}{}{}", bold.0, row.op, bold.1)?;
        for engine in row.engines.iter().filter(|engine| engine.elsewhere.is_none()) {
            let (mark, text) = match &engine.reason {
                Some(reason) => ('-', reason.as_str()),
                None if engine.auto => ('*', &*engine.summary),
                None => ('+', &*engine.summary),
            };
            writeln!(context.out, "  {mark} {:width$}  {text}", engine.name)?;
        }
    }
    let others = rows.iter().flat_map(|row| &row.engines).filter_map(|e| Some((e.name, e.elsewhere?)));
    if let Some(line) = elsewhere(others) {
        writeln!(context.out, "\nNot in this program: {line}")?;
    }
    Ok(writeln!(context.out, "\n* what a caller gets who names no engine   + usable   - cannot run here")?)
}

#[cfg(test)]
mod tests {
    use lanesmith::isa::{Operation, table};

    use super::*;

    struct Sum;
    impl Operation for Sum {
        const NAME: &str = "demo.listed";
    }
    table! {
        static SUM: planned Sum, &[];
        portable {
            wide: Portable, 4, "four at a time", Sum;
            scalar: Portable, 1, "one by one", Sum;
        }
    }

    #[test]
    fn a_choice_by_count_is_told_by_its_ends() {
        assert_eq!(by_count(&SUM), "scalar for one, wide for many");
        assert!(rows(&SUM)[0].auto, "auto comes first");
        assert_eq!(rows(&SUM)[0].summary, "by count: scalar for one, wide for many");
    }
}
