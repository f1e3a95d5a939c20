//! `lanesmith list`: each engine with why it is or is not usable.

use serde::Serialize;

use crate::{Context, failure::Outcome, terminal};
use lanesmith::isa::AnyTable;

/// List the engines of every operation: which can run here, which is chosen, what the others lack
#[derive(Debug, clap::Args)]
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
    pub summary: &'static str,
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
}

/// The engines of an operation, those of other architectures last.
pub fn rows(table: &dyn AnyTable) -> Vec<EngineRow> {
    let here = (0..table.len()).map(|index| {
        let info = table.info(index);
        EngineRow {
            name: info.name,
            summary: info.summary,
            lanes: info.lanes,
            requires: info.requires.iter().map(|f| f.name()).collect(),
            usable: info.is_available(),
            auto: info.name == table.auto_name(),
            reason: why_not(table, info.name),
        }
    });
    let here: Vec<_> = here.collect();
    let elsewhere =
        table.foreign().iter().filter(|(name, _)| here.iter().all(|e| e.name != *name)).map(|(name, _)| {
            EngineRow {
                name,
                summary: "",
                lanes: 0,
                requires: Vec::new(),
                usable: false,
                auto: false,
                reason: why_not(table, name),
            }
        });
    let elsewhere: Vec<_> = elsewhere.collect();
    here.into_iter().chain(elsewhere).collect()
}

/// What keeps an engine from running here; none where it can.
pub fn why_not(table: &dyn AnyTable, engine: &str) -> Option<String> {
    let text = table.probe(engine).err()?.to_string();
    // The engine and the operation are named beside it wherever this is shown.
    Some(text.split_once(" cannot run here: ").map_or(text.clone(), |(_, reason)| reason.to_owned()))
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
    for row in rows {
        writeln!(context.out, "{}{}{}", bold.0, row.op, bold.1)?;
        for engine in &row.engines {
            let (mark, text) = match &engine.reason {
                Some(reason) => ('-', reason.as_str()),
                None if engine.auto => ('*', engine.summary),
                None => ('+', engine.summary),
            };
            writeln!(context.out, "  {mark} {:width$}  {text}", engine.name)?;
        }
    }
    Ok(writeln!(context.out, "\n* chosen where a caller names none   + usable   - cannot run here")?)
}
