//! Measurements of the machine at hand that decide on engines: what `lanesmith tune` and `lanesmith cpu
//! --measure` do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lanesmith::isa::AnyTable;
use lanesmith_race::sequence::{Sampled, Sequence};
use lanesmith_race::{BoxError, Contender, Hooks};
use lanesmith_suite::{Family, Scope, families};
use lanesmith_tune::ladder::{self, Ladder};
use lanesmith_tune::{Bench, Gain, Rng, Tuned};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::{self, Kind};
use crate::suite::{unknown, wanted};

/// How often signals are looked at, and progress is told.
const LOOK: Duration = Duration::from_millis(50);

/// How long work that was told to stop has to end.
const GRACE: Duration = Duration::from_millis(150);

/// As much as the first thread of a process has.
const STACK: usize = 8 << 20;

/// What the thread that measures and the one that was called tell each other.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// What is done now, if that was not told yet: seconds so far, and words.
    doing: Mutex<Option<(f64, String)>>,
}

impl Shared {
    fn news(&self) -> Option<(f64, String)> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[derive(Clone)]
struct Watched(Arc<Shared>);

impl Hooks for Watched {
    fn progress(&self, spent: Duration, doing: &str) {
        let news = (spent.as_secs_f64(), doing.to_owned());
        *self.0.doing.lock().unwrap_or_else(PoisonError::into_inner) = Some(news);
    }

    fn stop(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }
}

/// Samplings that end once they are told to stop, also where the last one was done by then: what is left
/// alone must not go on.
struct Samplings {
    sequence: Sequence<Watched>,
    hooks: Watched,
}

impl Samplings {
    fn new(time: Duration, parts: u32, hooks: Watched) -> Self {
        Samplings { sequence: Sequence::new(time, parts as usize, hooks.clone()), hooks }
    }
}

impl Bench for Samplings {
    fn sample(
        &mut self,
        title: &str,
        parts: u32,
        expected: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, lanesmith_race::Error> {
        let sampled = self.sequence.sample(title, parts, expected, contenders)?;
        if self.hooks.stop() { Err(lanesmith_race::Error::Stopped) } else { Ok(sampled) }
    }

    fn skip(&mut self, parts: u32) {
        self.sequence.skip(parts);
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.sequence.rng
    }
}

/// Measures on a thread of its own, while this one looks at signals and tells of progress. A call of a
/// contender may take seconds: where one is under way when a signal comes, its thread is left alone, ends
/// with that call, and changes nothing any more.
fn measured<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Watched) -> Result<T, BoxError> + Send + 'static,
) -> PyResult<T> {
    let shared = Arc::new(Shared::default());
    let watched = Watched(shared.clone());
    let (done, result) = mpsc::channel();
    let run = move || {
        // Nobody may be waiting any more.
        let _ = done.send(catch_unwind(AssertUnwindSafe(|| work(watched))));
    };
    thread::Builder::new().stack_size(STACK).spawn(run)?;
    let result = Mutex::new(result);
    let wait = |time: Duration| {
        py.detach(|| result.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time))
    };
    loop {
        match wait(LOOK) {
            Ok(Ok(Ok(value))) => return Ok(value),
            Ok(Ok(Err(error))) => return Err(PyRuntimeError::new_err(error.to_string())),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread that measured has panicked"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let told = py.check_signals().and_then(|()| match (shared.news(), progress) {
            (Some(news), Some(progress)) => progress.call1(news).map(drop),
            _ => Ok(()),
        });
        if let Err(error) = told {
            shared.stop.store(true, Ordering::Relaxed);
            // The result is of no use any more, nor why there is none.
            let _ = wait(GRACE);
            return Err(error);
        }
    }
}

/// Families with those of their tables that are asked for.
fn asked(py: Python<'_>, op: Option<&str>) -> PyResult<Vec<(&'static dyn Family, &'static dyn AnyTable)>> {
    let all = families().into_iter();
    let tables: Vec<_> = all
        .flat_map(|family| family.tables().into_iter().map(move |table| (family, table)))
        .filter(|(family, table)| wanted(op, family.name(), table.op()))
        .collect();
    match op {
        Some(op) if tables.is_empty() => Err(unknown(py, op)),
        _ => Ok(tables),
    }
}

fn time(py: Python<'_>, seconds: f64) -> PyResult<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(errors::new(py, Kind::Length, "seconds must be positive", None)),
    }
}

/// What engines give has to be right before it matters how fast they are.
fn require_right(
    tables: &[(&'static dyn Family, &'static dyn AnyTable)],
    hooks: &Watched,
) -> Result<(), BoxError> {
    let begin = Instant::now();
    for (family, table) in tables {
        for info in table.infos().filter(|info| info.is_available()) {
            if hooks.stop() {
                return Err(lanesmith_race::Error::Stopped.into());
            }
            hooks.progress(begin.elapsed(), &format!("checking {} {}", table.op(), info.name));
            family
                .check(table.op(), info.name, Scope::Quick, &mut |_, _| {})
                .map_err(|failure| format!("{} of {}: {failure}", info.name, table.op()))?;
        }
    }
    Ok(())
}

/// A case, how many times as fast something is there, and the 95 % interval of that.
type GainRow = (String, f64, (f64, f64));

fn gain(Gain { case, ratio, interval: [low, high] }: Gain) -> GainRow {
    (case, ratio, (low, high))
}

/// An operation, what is built in, what is best here, whether that differs, and what is gained.
type TunedRow = (&'static str, String, String, bool, Vec<GainRow>);

fn tuned_row(Tuned { op, built_in, here, differs, gains, .. }: Tuned) -> TunedRow {
    (op, built_in, here, differs, gains.into_iter().map(gain).collect())
}

/// Finds the best engines: the CPU, a row for each operation, and the text of the profile. What was
/// configured is in force again afterwards.
//= def tune_rows(
//=     op: str | None, seconds: float, date: str, progress: Callable[[float, str], object] | None
//= ) -> tuple[str, list[tuple[str, str, str, bool, list[tuple[str, float, tuple[float, float]]]]], str]: ...
#[pyfunction]
#[pyo3(signature = (op, seconds, date, progress))]
pub fn tune_rows(
    py: Python<'_>,
    op: Option<&str>,
    seconds: f64,
    date: String,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<TunedRow>, String)> {
    let (tables, time) = (asked(py, op)?, time(py, seconds)?);
    let mut before = lanesmith::configuration();
    before.retain(|selection| selection.engine != lanesmith::isa::AUTO);
    let found = measured(py, progress, move |hooks| {
        require_right(&tables, &hooks)?;
        let mut tunings = lanesmith_tune::tunings(&families());
        tunings.retain(|(tuned, _)| tables.iter().any(|(_, table)| table.op() == tuned.op()));
        let parts = tunings.iter().map(|(_, tuning)| lanesmith_tune::parts(tuning)).sum::<u32>();
        let mut samplings = Samplings::new(time, parts, hooks);
        let tune = |(table, tuning): &_| lanesmith_tune::tune(*table, tuning, &mut samplings);
        Ok(tunings.iter().map(tune).collect::<Result<Vec<Tuned>, _>>()?)
    });
    // Engines that were configured before can be configured again.
    let restored = lanesmith::configure(&before);
    let found = found?;
    restored.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let profile = lanesmith_tune::profile(&found, &date);
    Ok((profile.cpu().model.clone(), found.into_iter().map(tuned_row).collect(), profile.to_toml()))
}

/// What a feature is worth: feature, operation, case, the engine without it and what that runs on, the engine
/// with it, how many times as fast that is with its interval, and the same in words.
type WorthRow = (String, &'static str, String, String, String, String, f64, (f64, f64), Option<String>);

fn worth_row(worth: ladder::Worth) -> WorthRow {
    let ladder::Worth { feature, op, case, without, below, with, ratio, interval, sentence, .. } = worth;
    (feature, op, case, without, below, with, ratio, interval.into(), sentence)
}

/// Measures what the features of the CPU are worth: a row for each in each case, and the features that it
/// lacks, with the reason.
//= def measure_rows(op: str | None, seconds: float, progress: Callable[[float, str], object] | None) -> tuple[
//=     list[tuple[str, str, str, str, str, str, float, tuple[float, float], str | None]],
//=     list[tuple[str, str]],
//= ]: ...
#[pyfunction]
#[pyo3(signature = (op, seconds, progress))]
pub fn measure_rows(
    py: Python<'_>,
    op: Option<&str>,
    seconds: f64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<WorthRow>, Vec<(&'static str, &'static str)>)> {
    let time = time(py, seconds)?;
    let asked_for = op.map(str::to_owned);
    // Inputs of races take their time too.
    let found = measured(py, progress, move |hooks| {
        let op = asked_for.as_deref();
        let mut races = lanesmith_tune::races(&families());
        let family = |race: &str| race.split('.').next().unwrap_or_default().to_owned();
        races.retain(|(_, race)| wanted(op, &family(race.op), race.op));
        if op.is_some() && races.is_empty() {
            return Ok(None);
        }
        let ladder = Ladder::new(&races, op);
        Ok(Some(ladder.measure(&mut Samplings::new(time, ladder.parts(), hooks))?))
    })?;
    let Some(found) = found else { return Err(unknown(py, op.unwrap_or_default())) };
    let lacking = found.unmeasured.into_iter().map(|lacks| (lacks.feature, lacks.reason)).collect();
    Ok((found.worth.into_iter().map(worth_row).collect(), lacking))
}
