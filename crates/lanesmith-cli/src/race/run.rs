//! The race itself: how long it may take, and what ends it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lanesmith_race::{Contender, Heat, Hooks, Kind, Made, Race, Record, Settings, heat};
use lanesmith_suite::loaded;

use super::pick::{Picked, heats};
use super::{Args, in_turn};
use crate::check::{Checked, Verdict};
use crate::failure::Outcome;
use crate::{Operation, interrupt, terminal, watch};

/// Longest race of one case that nobody gave a time.
const CASE: Duration = Duration::from_secs(20);
const CASE_QUICK: Duration = Duration::from_secs(4);
/// Longest race of everything that nobody gave a time: with the check before it and the cases that are too large for
/// their share, 3 minutes and 1 minute.
const ALL: Duration = Duration::from_secs(150);
const ALL_QUICK: Duration = Duration::from_secs(34);
/// The same of what sums up: with the checks, under a minute and a third of it.
const SUMMARY: Duration = Duration::from_secs(45);
const SUMMARY_QUICK: Duration = Duration::from_secs(12);

/// Longest check before a race that was given a time.
pub const CHECK: Duration = Duration::from_secs(10);
/// What a race may take beyond the time that it was given, where two rounds of each case do not fit into that.
const BEYOND: Duration = Duration::from_secs(10);
/// How long to wait beyond all limits for a call that does not end: what is measured by then is not lost.
const LAST_CALL: Duration = Duration::from_millis(500);

/// What a case may take beyond the usual time whose calls work on a GiB or more: seconds each, of which every contender has several.
const LARGE: Duration = Duration::from_secs(120);

/// When a race ends whatever is missing then.
fn limit(time: Option<Duration>, usual: Duration, heats: &[Heat<'_>]) -> Duration {
    let large = heats.iter().filter(|heat| heat.case.memory >= 1 << 30).count();
    match time {
        Some(time) => time + BEYOND,
        // On a machine with more to do than to race, half as long again.
        None => usual.mul_f64(1.5).max(BEYOND) + LARGE * large as u32,
    }
}

/// Races into the record, and says whether Ctrl-C ended it.
///
/// # Errors
/// A case that cannot be set up, a thread that cannot be started.
pub fn race(
    races: Arc<Vec<(Operation, Race)>>,
    picked: Vec<Picked>,
    args: &Args,
    sums_up: bool,
    checked: &Arc<Vec<Checked>>,
    record: &mut Record,
) -> Outcome<bool> {
    let n = picked.len() as u32;
    let (case, all) = match (args.quick, sums_up) {
        (false, false) => (CASE, ALL),
        (true, false) => (CASE_QUICK, ALL_QUICK),
        (false, true) => (CASE, SUMMARY),
        (true, true) => (CASE_QUICK, SUMMARY_QUICK),
    };
    let usual = (case * n).min(all);
    let total = args.time.unwrap_or(usual);
    // Two programs that race in turn must have the same cases: the one that started them ends them in time.
    let limit = match std::env::var_os(in_turn::IN_TURN) {
        Some(_) => Duration::MAX,
        None => limit(args.time, usual, &heats(&races, &picked)),
    };
    let settings = if args.quick { Settings::quick(total) } else { Settings::thorough(total) };
    let so_far = Arc::new(Mutex::new(record.clone()));
    let rules = Rules {
        races: races.clone(),
        engines: args.engines.clone(),
        peers: args.peers.clone(),
        libraries: loaded::loaded().into_iter().map(|(_, name)| name).collect(),
        libraries_alone: args.libraries_alone(),
        sums_up,
        checked: checked.clone(),
        progress: terminal::Progress::new(total),
        so_far: so_far.clone(),
    };
    let (these, begin, mut whole) = (picked.clone(), Instant::now(), record.clone());
    let run = move || {
        let raced = heat::run(&heats(&rules.races, &these), &settings.within(limit), &rules, &mut whole);
        raced.map(|()| whole)
    };
    let last = begin.checked_add(limit.saturating_add(LAST_CALL));
    let ended = watch::work(last, run);
    let interrupted = interrupt::asked();
    *record = match ended {
        watch::Ended::Done(raced) => raced?,
        watch::Ended::Interrupted | watch::Ended::OutOfTime => {
            let mut record = so_far.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if !interrupted {
                heat::unraced(&heats(&races, &picked), &mut record);
            }
            record
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let rest = Made { quick: args.quick, threads: args.threads.clone(), seconds, ..Made::default() };
    let families: Vec<_> = races.iter().map(|(operation, _)| operation.family).collect();
    record.meanings = lanesmith_suite::meanings(&families, &record.results);
    record.made = Some(lanesmith_suite::made(record, rest));
    Ok(interrupted && record.partial)
}

/// What the arguments and the check before the race say of the contenders.
struct Rules {
    races: Arc<Vec<(Operation, Race)>>,
    engines: Vec<String>,
    peers: Vec<String>,
    /// The names of those that were loaded by their files, which were asked for by that.
    libraries: Vec<&'static str>,
    libraries_alone: bool,
    sums_up: bool,
    checked: Arc<Vec<Checked>>,
    progress: terminal::Progress,
    so_far: Arc<Mutex<Record>>,
}

impl Rules {
    fn operation(&self, heat: &Heat<'_>) -> Option<&Operation> {
        self.races.iter().find(|(_, race)| race.op == heat.race.op).map(|(operation, _)| operation)
    }
}

impl Hooks for Rules {
    fn takes_part(&self, heat: &Heat<'_>, contender: &Contender) -> bool {
        // `avx2, 4 at a time` is a way to use `avx2`.
        let base = contender.name.split(", ").next().unwrap_or_default();
        let among = |list: &[String]| list.is_empty() || list.iter().any(|name| name == base);
        match contender.kind {
            Kind::Engine if self.sums_up && contender.name != heat.baseline() => {
                contender.name == lanesmith::isa::AUTO
            }
            _ if contender.name == heat.baseline() || base == lanesmith::isa::AUTO => true,
            Kind::Peer if self.libraries.contains(&base) => true,
            Kind::Engine | Kind::Peer if self.libraries_alone => false,
            Kind::Engine => among(&self.engines),
            Kind::Peer => among(&self.peers),
            Kind::Baseline | Kind::Bound => true,
        }
    }

    /// An engine that failed its check is not raced, whatever it gives here.
    fn objection(&self, heat: &Heat<'_>, contender: &Contender) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender.kind == Kind::Engine)?;
        let stands_for = self.stands_for(heat, &contender.name);
        let name = stands_for.as_ref().unwrap_or(&contender.name);
        self.checked.iter().find_map(|check| match &check.verdict {
            Verdict::Failed { vector, .. } if check.op == operation.table.op() && check.engine == *name => {
                Some(format!("failed its check at vector {vector}"))
            }
            _ => None,
        })
    }

    fn stands_for(&self, heat: &Heat<'_>, contender: &str) -> Option<String> {
        let operation = self.operation(heat).filter(|_| contender == lanesmith::isa::AUTO)?;
        Some(lanesmith_suite::chosen(operation.table, heat.case.count))
    }

    fn group(&self, heat: &Heat<'_>) -> String {
        self.operation(heat).map_or_else(String::new, |operation| operation.family.heading().into())
    }

    fn progress(&self, spent: Duration, doing: &str) {
        self.progress.show(spent, doing);
    }

    fn stop(&self) -> bool {
        interrupt::asked()
    }

    fn so_far(&self, record: &Record) {
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner) = record.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_race::Case;

    #[test]
    fn a_race_ends_shortly_after_its_time_and_without_one_later_the_larger_its_cases_are() {
        let of = |label: &str, bytes| Case::new(label, || Ok(Vec::new())).needing(bytes);
        let cases = vec![of("n=1", 0), of("n=2", 1 << 30), of("n=3", 2 << 30)];
        let race = Race { op: "demo", unit: "hash", baseline: "plain", cases };
        let heats: Vec<Heat<'_>> =
            race.cases.iter().map(|case| Heat { race: &race, case, threads: 1 }).collect();
        let seconds = |time: Option<u64>, heats| limit(time.map(Duration::from_secs), CASE, heats).as_secs();
        assert_eq!(seconds(Some(60), &heats), 70);
        assert_eq!([seconds(None, &heats[..1]), seconds(None, &heats)], [30, 30 + 240]);
    }
}
