//! Running cases one after the other: who takes part, who is thrown out, how long each may take.

use std::time::{Duration, Instant};

use fastrand::Rng;

pub use crate::case::Heat;
use crate::clock::SystemClock;
use crate::figures::Figure;
use crate::record::{Disqualified, Entrant, Heading, Timing, entries};
use crate::sampler::{self, Bench, Plan, Rounds, Runner, Solo};
use crate::{About, Contender, Error, Memory, Race, Record, Traffic, Work, figures, stats, team};

impl Race {
    /// Runs every case on one thread within `time` in all, which [many contenders](Settings::thorough) may exceed. The
    /// record has no name of the CPU: only the caller knows how to ask for it.
    ///
    /// # Errors
    /// A case that cannot be set up.
    pub fn run(&self, time: Duration) -> Result<Record, Error> {
        let mut record = Record::default();
        let heats: Vec<Heat<'_>> =
            self.cases.iter().map(|case| Heat { race: self, case, threads: 1 }).collect();
        self::run(&heats, &Settings::thorough(time), &(), &mut record)?;
        Ok(record)
    }
}

/// How long to race and how exactly.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Wall time for all heats; each gets an equal share of what those before it have left. A case with many contenders
    /// or long calls takes longer, for no contender has fewer than `min_rounds` blocks as long as its share of the limit
    /// allows, and then no fewer than [two](sampler::FEWEST).
    pub time: Duration,
    /// Wall time after which the race ends with what it has, whatever is missing then: by default there is none.
    pub limit: Duration,
    /// Longest block.
    pub block: Duration,
    /// Fewest rounds.
    pub min_rounds: usize,
    /// Most rounds.
    pub max_rounds: usize,
    /// Half-width of the interval of a ratio, relative to it, at which a case is known well enough.
    pub precision: f64,
}

impl Settings {
    /// Blocks of 90 ms until ratios are known to half a per cent.
    pub fn thorough(time: Duration) -> Self {
        Settings {
            time,
            limit: Duration::MAX,
            block: Duration::from_millis(90),
            min_rounds: 6,
            max_rounds: 100,
            precision: 0.005,
        }
    }

    /// Blocks of 20 ms until ratios are known to two per cent.
    pub fn quick(time: Duration) -> Self {
        let block = Duration::from_millis(20);
        Settings { block, min_rounds: 4, precision: 0.02, ..Settings::thorough(time) }
    }

    /// The same with a [limit](Self::limit).
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Settings { limit, ..self }
    }
}

/// What a program wants to say about its race while it goes on. Every method has a default; `()` has them all.
pub trait Hooks {
    /// Whether a contender takes part: all by default.
    fn takes_part(&self, _heat: &Heat<'_>, _contender: &Contender) -> bool {
        true
    }

    /// Why a contender is disqualified, beside an output that is wrong: for nothing by default.
    fn objection(&self, _heat: &Heat<'_>, _contender: &Contender) -> Option<String> {
        None
    }

    /// For a contender that only chooses another one, the name of that.
    fn stands_for(&self, _heat: &Heat<'_>, _contender: &str) -> Option<String> {
        None
    }

    /// What the operation belongs to, for people.
    fn group(&self, heat: &Heat<'_>) -> String {
        heat.race.op.split('.').next().unwrap_or_default().into()
    }

    /// How far the race is: the time that it took so far, and what it does now.
    fn progress(&self, _spent: Duration, _doing: &str) {}

    /// Whether to stop now. The record keeps what is complete and is marked as partial.
    fn stop(&self) -> bool {
        false
    }

    /// The record as it is if the race ends here, for programs that cannot wait until a call of a contender ends: after each
    /// heat, and before the first.
    fn so_far(&self, _record: &Record) {}
}

impl Hooks for () {}

/// Races the heats and adds what they gave to the record.
///
/// # Errors
/// A case that cannot be set up, a thread that cannot be started.
pub fn run(
    heats: &[Heat<'_>],
    settings: &Settings,
    hooks: &dyn Hooks,
    record: &mut Record,
) -> Result<(), Error> {
    let begin = Instant::now();
    let mut rng = Rng::new();
    let mut stolen = Vec::new();
    let mut is_over = false;
    let tell = |record: &Record, stolen: &[f64]| {
        let mut record = record.clone();
        record.partial = true;
        warn(&mut record, stolen);
        hooks.so_far(&record);
    };
    tell(record, &stolen);
    for (index, heat) in heats.iter().enumerate() {
        let ahead = (heats.len() - index) as u32;
        let left = |of: Duration| of.saturating_sub(begin.elapsed());
        let plan = Plan {
            budget: left(settings.time) / ahead,
            patience: left(settings.limit) / ahead,
            limit: left(settings.limit),
            block: settings.block,
            min_rounds: settings.min_rounds,
            max_rounds: settings.max_rounds,
            precision: settings.precision,
        };
        let show = |text: String| hooks.progress(begin.elapsed(), &text);
        let rounds = run_one(heat, plan, hooks, &mut rng, record, &show)?;
        stolen.extend(rounds.blocks.iter().flatten().map(|b| b.stolen));
        is_over |= rounds.out_of_time && rounds.count() == 0;
        if rounds.interrupted {
            record.partial = true;
            break;
        }
        if index + 1 < heats.len() {
            tell(record, &stolen);
        }
    }
    warn(record, &stolen);
    if is_over && !record.partial {
        unraced(heats, record);
    }
    Ok(())
}

/// Marks the record of a race whose time was over as partial, and says what it lacks; nothing where it lacks nothing.
pub fn unraced(heats: &[Heat<'_>], record: &mut Record) {
    let untold = |heat: &&Heat<'_>| {
        let label = heat.label();
        // Where everybody was thrown out, it was not for want of time.
        let cases = record.cases.iter().map(|c| (&c.op, &c.case));
        let mut told = cases.chain(record.disqualified.iter().map(|d| (&d.op, &d.case)));
        !told.any(|(op, case)| *op == heat.race.op && *case == label)
    };
    let missing: Vec<String> = heats.iter().filter(untold).map(Heat::title).collect();
    let Some(first) = missing.first() else { return };
    let more = match missing.len() {
        1 => String::new(),
        n => format!(" and {} others", n - 1),
    };
    record.partial = true;
    record.warnings.push(format!(
        "the time was over before all cases were raced: {} of {} are missing, {first}{more}; race again and give it more",
        missing.len(),
        heats.len()
    ));
}

fn warn(record: &mut Record, stolen: &[f64]) {
    let away = stolen.iter().sum::<f64>() / stolen.len().max(1) as f64;
    if away > 0.1 {
        record.warnings.push(format!(
            "other programs had this core for {:.0} % of the time; ratios hold, absolute times less so",
            away * 100.0
        ));
    }
    let noisy = record.results.iter().filter(|e| e.noisy).count();
    if noisy > 0 {
        record.noisy = true;
        record.warnings.push(format!(
            "the machine was noisy: {noisy} of {} ratios are not known to better than 5 % (marked ! or ~); race \
             again and give it more time",
            record.results.len()
        ));
    }
}

/// Races one case and adds its entries to the record.
fn run_one(
    heat: &Heat<'_>,
    plan: Plan,
    hooks: &dyn Hooks,
    rng: &mut Rng,
    record: &mut Record,
    show: &dyn Fn(String),
) -> Result<Rounds, Error> {
    let (title, label) = (heat.title(), heat.label());
    let begin = Instant::now();
    show(format!("{title}: setting up"));
    let mut contenders =
        (heat.case.build)().map_err(|source| Error::SetUp { case: title.clone(), source })?;
    contenders.retain(|c| hooks.takes_part(heat, c));
    let is_over = || hooks.stop() || begin.elapsed() >= plan.limit;
    let Some(qualified) = qualify(heat, contenders, hooks, record, &is_over) else {
        return Ok(Rounds { interrupted: hooks.stop(), out_of_time: true, ..Rounds::default() });
    };

    let mut entrants = Vec::new();
    let mut runners = Vec::new();
    let mut names = Vec::new();
    let mut memories = Vec::new();
    for contender in qualified {
        let Contender { name, kind, units_per_call, work, memory } = contender;
        let timing = match work {
            Work::Timed { run, .. } => {
                runners.push(Runner::new(run, units_per_call));
                names.push(name.clone());
                memories.extend(memory.map(|memory| (runners.len() - 1, memory)));
                Timing::Sampled(runners.len() - 1)
            }
            Work::Cycles(cycles) => Timing::Cycles(cycles),
        };
        let engine = hooks.stands_for(heat, &name);
        entrants.push(Entrant { name, kind, units_per_call, timing, engine });
    }
    if runners.is_empty() {
        return Ok(Rounds::default());
    }
    let spent = begin.elapsed();
    let baseline = names.iter().position(|name| name == heat.baseline()).unwrap_or(0);
    let plan = Plan {
        budget: plan.budget.saturating_sub(spent),
        patience: plan.patience.saturating_sub(spent),
        limit: plan.limit.saturating_sub(spent),
        ..plan
    };
    show(format!("{title}: first round"));
    let mut progress = |rounds: &Rounds| show(format!("{title}: {}", standing(rounds, &names)));
    let mut sample =
        |bench: &mut dyn Bench| sampler::sample(bench, baseline, &plan, rng, &|| hooks.stop(), &mut progress);
    let rounds = if heat.threads <= 1 {
        sample(&mut Solo::new(SystemClock::default(), runners))
    } else {
        // The threads build their own data; this one's would only be in the way.
        drop(runners);
        team::with_team(heat, &names, sample)?
    };
    if rounds.count() > 0 {
        let heading = Heading {
            op: heat.race.op,
            case: &label,
            unit: heat.race.unit,
            baseline: &names[baseline],
            threads: heat.threads.max(1),
            layout: heat.case.layout,
        };
        let title = heat.case.title.as_ref().map(|title| match heat.threads {
            0 | 1 => title.clone(),
            n => format!("{title}, {n} threads"),
        });
        record.cases.push(About {
            op: heat.race.op.into(),
            case: label.clone(),
            group: hooks.group(heat),
            title: title.unwrap_or_else(|| label.clone()),
            figure: heat.case.figure.clone().unwrap_or_else(|| Figure::of_unit(heat.race.unit)),
            summed_up: heat.case.summed_up,
        });
        record.results.extend(entries(&heading, &entrants, &rounds, rng));
        // With several threads, time is wall time.
        if heat.threads <= 1 {
            let traffic = |(at, memory): (usize, Memory)| {
                Traffic::of(heading.op, heading.case, &names[at], memory, &rounds.blocks[at])
            };
            record.memory.extend(memories.into_iter().map(traffic));
            record
                .memory
                .extend(heat.case.quoted.iter().map(|quoted| quoted.traffic(heading.op, heading.case)));
        }
    }
    Ok(rounds)
}

/// Throws out, by name and before anything is timed, whoever gives other bytes than the reference or is objected to; none if
/// the race is over before all have spoken.
fn qualify(
    heat: &Heat<'_>,
    mut contenders: Vec<Contender>,
    hooks: &dyn Hooks,
    record: &mut Record,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<Contender>> {
    // Without a known output the reference speaks first: the baseline, if the case has no other.
    let first = heat.case.reference.unwrap_or(heat.baseline());
    if heat.case.expected.is_none()
        && let Some(at) = contenders.iter().position(|c| c.name == first)
    {
        contenders[..=at].rotate_right(1);
    }
    let mut reference = heat.case.expected.clone();
    let mut over = false;
    contenders.retain_mut(|contender| {
        over = over || is_over();
        if over {
            return false;
        }
        let reason = hooks.objection(heat, contender).or_else(|| contender.wrong_output(&mut reference));
        let Some(reason) = reason else { return true };
        record.disqualified.push(Disqualified {
            op: heat.race.op.into(),
            case: heat.label(),
            contender: contender.name.clone(),
            reason,
        });
        false
    });
    (!over).then_some(contenders)
}

/// The current order: the first three.
pub(crate) fn standing(rounds: &Rounds, names: &[String]) -> String {
    let mut order: Vec<(f64, &str)> = rounds
        .blocks
        .iter()
        .zip(names)
        .map(|(blocks, name)| {
            let mut times: Vec<f64> = blocks.iter().map(|b| b.ns).collect();
            (stats::median(&mut times), name.as_str())
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first: Vec<String> =
        order.iter().take(3).map(|(ns, name)| format!("{name} {}", figures::duration(*ns))).collect();
    format!("round {}: {}", rounds.count(), first.join(" < "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Case, Kind};

    const TIME: Duration = Duration::from_millis(300);

    fn race(output: u8) -> Race {
        let build = move || {
            let of = |name: &str, kind, byte: u8| Contender::new(name, kind, 1.0, || {}, move || vec![byte]);
            Ok(vec![
                of("ours", Kind::Engine, 1),
                of("plain", Kind::Baseline, 1),
                of("rival", Kind::Peer, output),
                Contender::bound("ports", 1.0),
            ])
        };
        Race { op: "demo.op", unit: "call", baseline: "plain", cases: vec![Case::new("n=1", build)] }
    }

    fn names(record: &Record) -> Vec<&str> {
        record.results.iter().map(|e| e.contender.as_str()).collect()
    }

    #[test]
    fn every_contender_is_in_the_record_and_compared_to_the_baseline() {
        let record = race(1).run(TIME).unwrap();
        assert_eq!(names(&record), ["plain", "ours", "rival", "ports"]);
        assert!(record.results.iter().all(|e| e.baseline == "plain" && e.rounds >= 6));
    }

    #[test]
    fn a_wrong_output_is_thrown_out_by_name() {
        let record = race(9).run(TIME).unwrap();
        assert_eq!(names(&record), ["plain", "ours", "ports"]);
        assert_eq!(record.disqualified[0].contender, "rival");
        assert_eq!(record.disqualified[0].reason, "wrong output: byte 0 is 0x09, should be 0x01");
    }

    #[test]
    fn a_known_output_outweighs_the_baseline() {
        let mut race = race(9);
        race.cases[0].expected = Some(vec![9]);
        assert_eq!(names(&race.run(TIME).unwrap()), ["rival", "ports"]);
    }

    #[test]
    fn a_baseline_that_is_not_the_reference_is_thrown_out_where_it_is_wrong() {
        let mut race = race(9);
        race.cases[0].baseline = Some("rival");
        race.cases[0].reference = Some("ours");
        let record = race.run(TIME).unwrap();
        assert_eq!(names(&record), ["ours", "plain", "ports"]);
        assert_eq!(record.disqualified[0].contender, "rival");
    }

    #[test]
    fn a_case_that_cannot_be_set_up_is_an_error_that_names_it() {
        let cases = vec![Case::new("n=1", || Err("no data".into()))];
        let error = Race { cases, ..race(1) }.run(TIME).unwrap_err();
        assert_eq!(error.to_string(), "cannot set up demo.op n=1");
        assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "no data");
    }

    struct Fussy;

    impl Hooks for Fussy {
        fn takes_part(&self, _: &Heat<'_>, contender: &Contender) -> bool {
            contender.name != "ports"
        }
        fn objection(&self, _: &Heat<'_>, contender: &Contender) -> Option<String> {
            (contender.name == "rival").then(|| "late".into())
        }
        fn stands_for(&self, _: &Heat<'_>, contender: &str) -> Option<String> {
            (contender == "ours").then(|| "avx512".into())
        }
    }

    #[test]
    fn hooks_choose_object_and_name_what_a_contender_stands_for() {
        let race = race(1);
        let heat = Heat { race: &race, case: &race.cases[0], threads: 1 };
        let mut record = Record::default();
        run(&[heat], &Settings::quick(TIME), &Fussy, &mut record).unwrap();
        assert_eq!(names(&record), ["plain", "ours"]);
        assert_eq!(record.results[1].label(), "ours (avx512)");
        assert_eq!(record.disqualified[0].reason, "late");
    }

    struct Impatient;

    impl Hooks for Impatient {
        fn stop(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_race_that_is_stopped_is_partial() {
        let race = race(1);
        let heat = Heat { race: &race, case: &race.cases[0], threads: 1 };
        let mut record = Record::default();
        run(&[heat], &Settings::quick(TIME), &Impatient, &mut record).unwrap();
        assert!(record.partial && record.results.is_empty());
    }

    /// Asks for the record so far, and remembers it.
    #[derive(Default)]
    struct Watching(std::cell::RefCell<Vec<(usize, bool)>>);

    impl Hooks for Watching {
        fn so_far(&self, record: &Record) {
            self.0.borrow_mut().push((record.results.len(), record.partial));
        }
    }

    #[test]
    fn what_there_is_so_far_is_told_before_each_case_and_is_partial() {
        let mut race = race(1);
        race.cases.extend(self::race(1).cases);
        race.cases[1].label = "n=2".into();
        let heats: Vec<Heat<'_>> =
            race.cases.iter().map(|case| Heat { race: &race, case, threads: 1 }).collect();
        let (watching, mut record) = (Watching::default(), Record::default());
        run(&heats, &Settings::quick(TIME), &watching, &mut record).unwrap();
        assert_eq!(*watching.0.borrow(), [(0, true), (4, true)]);
        assert!(!record.partial && record.results.len() == 8);
    }

    #[test]
    fn a_race_whose_limit_is_over_says_what_is_missing() {
        let slow = || {
            let sleep = || std::thread::sleep(Duration::from_millis(300));
            Ok(["plain", "other"].map(|n| Contender::new(n, Kind::Baseline, 1.0, sleep, Vec::new)).into())
        };
        let cases = ["n=1", "n=2", "n=3"].map(|label| Case::new(label, slow)).into();
        let race = Race { cases, ..race(1) };
        let heats: Vec<Heat<'_>> =
            race.cases.iter().map(|case| Heat { race: &race, case, threads: 1 }).collect();
        let mut record = Record::default();
        let limit = Duration::from_millis(100);
        run(&heats, &Settings::quick(limit).within(limit), &(), &mut record).unwrap();
        assert!(record.partial && record.results.is_empty());
        assert!(
            record.warnings[0].contains("3 of 3 are missing, demo.op n=1 and 2 others"),
            "{:?}",
            record.warnings
        );
    }

    #[test]
    fn several_threads_build_contenders_of_their_own() {
        let race = race(1);
        let heat = Heat { race: &race, case: &race.cases[0], threads: 2 };
        let mut record = Record::default();
        run(&[heat], &Settings::quick(TIME), &(), &mut record).unwrap();
        assert!(record.results.iter().all(|e| e.threads == 2 && e.case == "n=1,threads=2"));
    }
}
