//! `lanesmith cpu --measure`: what each CPU feature is worth on this machine, shown.

use std::time::Duration;

use lanesmith_tune::ladder::{Ladder, Measured, Raced, Unmeasured, Worth};

use crate::failure::{Failure, Outcome};
use crate::race::engines;
use crate::race::{self, table};
use crate::{Context, watch};

/// Measures what the features are worth in the named operation, all by default.
///
/// # Errors
/// An unknown operation, a wrong output, Ctrl-C.
pub fn measure(op: Option<&str>, time: Duration, context: &Context<'_>) -> Outcome<Measured> {
    let races: Vec<Raced> =
        race::races(context, op)?.into_iter().map(|(operation, race)| (operation.table, race)).collect();
    let op = op.map(str::to_owned);
    watch::whole(move || {
        let ladder = Ladder::new(&races, op.as_deref());
        if ladder.parts() == 0 {
            return Err(Failure::usage("there is nothing to measure"));
        }
        Ok(ladder.measure(&mut engines::sequence(time, ladder.parts() as usize))?)
    })
}

/// Table and sentences, no wider than `width`.
pub fn text(measured: &Measured, width: usize) -> Vec<String> {
    let mut rows: Vec<&Worth> = measured.worth.iter().collect();
    rows.sort_by_key(|row| row.rung);
    let mut lines = vec![String::new()];
    if rows.is_empty() {
        lines.push("No two engines here differ in the features that they need.".into());
    } else {
        let cells = rows.iter().map(|row| {
            vec![
                row.feature.clone(),
                row.op.into(),
                row.case.clone(),
                format!("{} -> {}", row.without, row.with),
                table::ratio(row.ratio),
                table::interval(row.ratio, row.interval),
            ]
        });
        let head = [("feature", 0), ("operation", 0), ("case", 2), ("engines", 1), ("ratio", 0), ("95 %", 3)];
        lines.extend(table::grid(&head, cells.collect(), width).lines().map(String::from));
        lines.push(String::new());
        lines.extend(rows.iter().filter_map(|r| r.sentence.as_ref()).flat_map(|s| table::wrap(s, width)));
    }
    for Unmeasured { feature, reason } in &measured.unmeasured {
        lines.extend(table::wrap(&format!("{feature} could not be measured: {reason}."), width));
    }
    lines
}
