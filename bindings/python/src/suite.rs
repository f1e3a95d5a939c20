//! Vectors and races of the machine at hand: what `lanesmith check` and `lanesmith race` do.

use std::time::Duration;

use lanesmith::isa::AnyTable;
use lanesmith::isa::detect::{self};
use lanesmith::profile::Cpu;
use lanesmith_race::{Heat, Hooks, Race, Record, Settings, Shown, clock, heat, text};
use lanesmith_suite::{Family, Scope, families};
use pyo3::prelude::*;

use crate::errors::{self, Kind};
use crate::threads::{Ended, Watch};

/// Memory that a case may need.
const MEMORY: u64 = 256 << 20;

/// Whether a family and an operation are asked for: `None`, `sha256` or `sha256.nodes`.
pub fn wanted(asked: Option<&str>, family: &str, op: &str) -> bool {
    asked.is_none_or(|asked| asked == op || asked == family)
}

/// The error of a name that is neither.
pub fn unknown(py: Python<'_>, asked: &str) -> PyErr {
    let known: Vec<&str> =
        families().iter().flat_map(|family| family.tables()).map(|table| table.op()).collect();
    let reason = format!("no operation or family {asked:?}; there are {}", known.join(", "));
    errors::new(py, Kind::Engine, &reason, None)
}

/// A checked engine: operation, engine, vectors that came out right, what went wrong, why it cannot run.
type Row = (&'static str, &'static str, u64, Option<String>, Option<String>);

/// Runs the published vectors on every engine that this CPU can run.
//= def check_rows(
//=     op: str | None = None, engine: str | None = None, full: bool = False
//= ) -> list[tuple[str, str, int, str | None, str | None]]: ...
#[pyfunction]
#[pyo3(signature = (op=None, engine=None, full=false))]
pub fn check_rows(py: Python<'_>, op: Option<&str>, engine: Option<&str>, full: bool) -> PyResult<Vec<Row>> {
    let scope = if full { Scope::Full } else { Scope::Quick };
    let tables: Vec<(&'static dyn Family, &'static dyn AnyTable)> = families()
        .into_iter()
        .flat_map(|family| family.tables().into_iter().map(move |table| (family, table)))
        .filter(|(family, table)| wanted(op, family.name(), table.op()))
        .collect();
    if let (Some(asked), true) = (op, tables.is_empty()) {
        return Err(unknown(py, asked));
    }
    let mut rows = Vec::new();
    for (family, table) in tables {
        for info in table.infos().filter(|info| engine.is_none_or(|engine| info.name == engine)) {
            py.check_signals()?;
            let (op, name) = (table.op(), info.name);
            rows.push(match info.refusal() {
                Some(reason) => (op, name, 0, None, Some(reason.to_string())),
                None => match py.detach(|| family.check(op, name, scope, &mut |_, _| {})) {
                    Ok(report) => (op, name, report.cases, None, None),
                    Err(failure) => (op, name, 0, Some(failure.to_string()), None),
                },
            });
        }
    }
    if let (Some(asked), true) = (engine, rows.is_empty()) {
        let reason = format!("no engine {asked:?} of these operations");
        return Err(errors::new(py, Kind::Engine, &reason, None));
    }
    Ok(rows)
}

/// Ends a race on a signal.
struct Watched(Watch);

impl Hooks for Watched {
    fn stop(&self) -> bool {
        self.0.stops()
    }

    fn stands_for(&self, heat: &Heat<'_>, contender: &str) -> Option<String> {
        let table = lanesmith::table(heat.race.op).filter(|_| contender == lanesmith::isa::AUTO)?;
        Some(table.auto_name().into())
    }
}

/// Races every engine of the operations for so many seconds in all: the record as JSON, and as text.
//= def race_record(op: str | None = None, seconds: float = 20.0, case: str | None = None) -> tuple[str, str]: ...
#[pyfunction]
#[pyo3(signature = (op=None, seconds=20.0, case=None))]
pub fn race_record(
    py: Python<'_>,
    op: Option<&str>,
    seconds: f64,
    case: Option<&str>,
) -> PyResult<(String, String)> {
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(errors::new(py, Kind::Length, "seconds must be positive", None));
    };
    let watch = Watched(Watch::new());
    let done = py.detach(|| {
        let races: Vec<Race> = families()
            .into_iter()
            .flat_map(|family| family.races().into_iter().map(move |race| (family, race)))
            .filter(|(family, race)| wanted(op, family.name(), race.op))
            .map(|(_, race)| race)
            .collect();
        let heats: Vec<Heat<'_>> = races
            .iter()
            .flat_map(|race| race.cases.iter().map(move |case| Heat { race, case, threads: 1 }))
            .filter(|heat| match case {
                Some(label) => heat.case.label.split(',').any(|part| part == label),
                None => heat.case.shown == Shown::Always || op.is_some() && heat.case.shown == Shown::ByName,
            })
            .filter(|heat| heat.case.memory <= MEMORY)
            .collect();
        if heats.is_empty() {
            return Ok(None);
        }
        let mut record = Record {
            cpu: Cpu::here().model,
            features: detect::features().iter().map(|feature| feature.name().into()).collect(),
            version: env!("CARGO_PKG_VERSION").into(),
            time: clock::CPU_CLOCK.into(),
            ..Record::default()
        };
        let settings = Settings::quick(time);
        heat::run(&heats, &settings, &watch, &mut record).map_err(|error| error.to_string())?;
        let json = serde_json::to_string(&record).map_err(|error| error.to_string())?;
        let mut shown = Vec::new();
        text::record(&record, 100, false, &mut shown).map_err(|error| error.to_string())?;
        Ok::<_, String>(Some((json, String::from_utf8_lossy(&shown).into_owned())))
    });
    match watch.0.finish::<_, String>(done.map_err(Ended::Failed))? {
        Ok(Some(record)) => Ok(record),
        Ok(None) => match (op, case) {
            (_, Some(case)) => Err(errors::new(py, Kind::Engine, &format!("no case {case:?} to race"), None)),
            (op, None) => Err(unknown(py, op.unwrap_or_default())),
        },
        Err(message) => Err(pyo3::exceptions::PyRuntimeError::new_err(message)),
    }
}
