//! What a stage of the guard is, and how stages run: one after the other, or two beside one another.
//!
//! Half of a run waits for one core: emulators, valgrind, browsers, link-time optimisation. Such stages stand beside others, which
//! compile. Each then runs in a process of its own, whose output is kept and printed as a whole when it ends.
//!
//! Machines differ by a factor of two. What guards least of what no other stage sees comes last, and only where there is time for it: on
//! a slow machine such stages are skipped, with that reason.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

pub use crate::outcome::Outcome;
use crate::{Result, ci, exec};

/// Environment variable that makes a skipped stage fatal.
const STRICT: &str = "LANESMITH_CI_STRICT";

/// Tells the process of a single stage where to write how it ended.
const VERDICT: &str = "LANESMITH_CI_VERDICT";

/// A stage of the guard.
pub struct Stage {
    /// Its name.
    pub name: String,
    /// What it does.
    pub run: Box<dyn Fn(&Path) -> Outcome>,
    place: Place,
}

/// When a stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Once all before it have ended, and before any behind it begins.
    Alone,
    /// Beside another one.
    Beside,
    /// As the one before it, once that has ended.
    Behind,
    /// Beside another one, after all that are not spare, if so much time is left.
    Spare(Duration),
}

impl Stage {
    /// A stage of that name.
    pub fn new(name: impl Into<String>, run: impl Fn(&Path) -> Outcome + 'static) -> Self {
        Stage { name: name.into(), run: Box::new(run), place: Place::Alone }
    }

    /// Stages that follow one another, and run beside others.
    pub fn beside(stages: impl IntoIterator<Item = Stage>) -> impl Iterator<Item = Stage> {
        stages.into_iter().enumerate().map(|(at, stage)| {
            let place = if at == 0 { Place::Beside } else { Place::Behind };
            Stage { place, ..stage }
        })
    }

    /// All stages, those of such names last, in that order, and each only where there are the minutes left that it takes.
    pub fn spare(stages: Vec<Stage>, names: &[(&str, u64)]) -> Vec<Stage> {
        let at = |stage: &Stage| names.iter().position(|(name, _)| *name == stage.name);
        let (mut spare, mut all): (Vec<Stage>, Vec<Stage>) =
            stages.into_iter().partition(|stage| at(stage).is_some());
        spare.sort_by_key(at);
        all.extend(spare.into_iter().map(|stage| {
            let minutes = at(&stage).map_or(0, |at| names[at].1);
            Stage { place: Place::Spare(Duration::from_secs(60 * minutes)), ..stage }
        }));
        all
    }

    /// A stage that is one call of cargo.
    pub fn cargo(name: &str, args: &'static [&'static str]) -> Self {
        Stage::new(name, move |root| exec::run(exec::cargo(root).args(args)).into())
    }
}

/// Runs stages, all of them whatever fails, and sums up. Those that stand beside others run two at a time where there are two
/// cores: one from the front of the list, one from its end; then the spare ones that end before the limit.
///
/// # Errors
/// If one failed, or was skipped where that is fatal, or there was none.
pub fn run_stages(stages: Vec<Stage>, root: &Path, deep: bool, time: Time) -> Result {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let (spare, stages): (Vec<Stage>, _) =
        stages.into_iter().partition(|stage| matches!(stage.place, Place::Spare(_)));
    let (mut results, mut beside) = (Vec::new(), Vec::<Vec<Stage>>::new());
    for stage in stages {
        match stage.place {
            Place::Beside | Place::Behind | Place::Spare(_) => match beside.last_mut() {
                Some(chain) if stage.place == Place::Behind => chain.push(stage),
                _ => beside.push(vec![stage]),
            },
            Place::Alone => {
                results.extend(run_beside(std::mem::take(&mut beside), vec![], root, deep, cores, time));
                results.push(run_here(&stage, root));
            }
        }
    }
    results.extend(run_beside(beside, spare, root, deep, cores, time));
    let strict = std::env::var_os(STRICT).is_some_and(|value| value == "1");
    println!("\n=== summary ===");
    results.iter().for_each(|result| println!("{result}"));
    verdict(&results, strict)
}

/// When a run began, and how long after that the spare stages are to have ended.
#[derive(Clone, Copy)]
pub struct Time {
    /// When it began.
    pub start: SystemTime,
    /// None: they run however long that takes.
    pub limit: Option<Duration>,
}

impl Time {
    /// From now, and as long as it takes.
    pub fn without_limit() -> Self {
        Time { start: SystemTime::now(), limit: None }
    }

    /// What becomes of a spare stage that there is no time for.
    fn is_over(self, name: &str, place: Place) -> Option<StageResult> {
        let Place::Spare(takes) = place else { return None };
        let gone = self.start.elapsed().unwrap_or_default();
        self.limit.filter(|limit| gone + takes > *limit)?;
        let why = format!(
            "time: {} minutes had gone, and it takes up to {} (cargo xtask ci --only {name:?} runs it)",
            gone.as_secs() / 60,
            takes.as_secs() / 60
        );
        let (outcome, time) = (Outcome::Skipped(why), Duration::ZERO);
        Some(StageResult { name: name.into(), outcome, time, cpu: 0.0 })
    }
}

/// Runs a stage in this process.
fn run_here(stage: &Stage, root: &Path) -> StageResult {
    println!("\n=== {} ===", stage.name);
    let (start, before) = (Instant::now(), cpu_seconds());
    let outcome = (stage.run)(root);
    let (time, cpu) = (start.elapsed(), cpu_seconds() - before);
    let result = StageResult { name: stage.name.clone(), outcome, time, cpu };
    println!("=== {result}");
    result
}

/// Seconds of CPU time that this process and the children that it has waited for have taken; zero where the system does not tell.
fn cpu_seconds() -> f64 {
    // Fields 14 to 17, counted behind the program's name, which may hold spaces; in hundredths.
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    fields.split_whitespace().skip(11).take(4).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>()
        / 100.0
}

/// Runs chains of stages, then spare ones, two at a time; gives the results in the order of the stages.
fn run_beside(
    chains: Vec<Vec<Stage>>,
    spare: Vec<Stage>,
    root: &Path,
    deep: bool,
    cores: usize,
    time: Time,
) -> Vec<StageResult> {
    if chains.len() + spare.len() < 2 || cores < 2 {
        let chains = chains.iter().flatten().map(|stage| run_here(stage, root));
        let late =
            |stage: &Stage| time.is_over(&stage.name, stage.place).unwrap_or_else(|| run_here(stage, root));
        return chains.chain(spare.iter().map(late)).collect();
    }
    // What a thread needs of a stage: the process of its own that runs it finds the rest.
    type Queue = VecDeque<(usize, Vec<(String, Place)>)>;
    let told = |chain: &[Stage]| chain.iter().map(|stage| (stage.name.clone(), stage.place)).collect();
    let chains: Queue = chains.iter().map(|chain| told(chain)).enumerate().collect();
    let spare = spare.chunks(1).map(told).enumerate();
    let spare: Queue = spare.map(|(at, stage)| (chains.len() + at, stage)).collect();
    let queues = Mutex::new((chains, spare));
    let done = Mutex::new(Vec::new());
    let (queues, done) = (&queues, &done);
    std::thread::scope(|scope| {
        for next in [VecDeque::pop_front, VecDeque::pop_back] {
            scope.spawn(move || {
                let next = || {
                    let mut queues = queues.lock().ok()?;
                    next(&mut queues.0).or_else(|| queues.1.pop_front())
                };
                while let Some((at, stages)) = next() {
                    for (name, place) in stages {
                        let result =
                            time.is_over(&name, place).unwrap_or_else(|| run_apart(&name, root, deep));
                        done.lock().expect("nobody panics with it").push((at, result));
                    }
                }
            });
        }
    });
    let mut done = std::mem::take(&mut *done.lock().expect("nobody panics with it"));
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs a stage in a process of its own, and prints what that has printed when it has ended.
fn run_apart(name: &str, root: &Path, deep: bool) -> StageResult {
    println!("--- {name} begins");
    let start = Instant::now();
    let (outcome, cpu, said) = match apart(name, root, deep) {
        Ok(ended) => ended,
        Err(message) => (Outcome::Failed(message), 0.0, String::new()),
    };
    let result = StageResult { name: name.into(), outcome, time: start.elapsed(), cpu };
    // At once, so that nothing comes between.
    println!("\n=== {name} ===\n{said}=== {result}");
    result
}

/// How it ended, its CPU time, what it printed.
fn apart(name: &str, root: &Path, deep: bool) -> Result<(Outcome, f64, String)> {
    let folder = root.join("target/ci");
    let fail = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(&folder).map_err(|e| fail(&folder, e))?;
    let file = |extension: &str| {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        folder.join(format!("{plain}.{extension}"))
    };
    let (log, told) = (file("log"), file("verdict"));
    let out = File::create(&log).map_err(|e| fail(&log, e))?;
    let err = out.try_clone().map_err(|e| fail(&log, e))?;
    let _ = fs::remove_file(&told);
    let mut command = Command::new(this_program());
    command.args(["ci", "--stage", name]).args(deep.then_some("--deep"));
    command.current_dir(root).env(VERDICT, &told).envs(ci::tested().map(|path| (ci::TESTED_AS, path)));
    let ended = command.stdin(Stdio::null()).stdout(out).stderr(err).status();
    let ended = ended.map_err(|e| format!("{}: {e}", exec::line(&command)))?;
    let said = fs::read(&log).map_err(|e| fail(&log, e))?;
    let told = fs::read_to_string(&told).unwrap_or_default();
    let told = told.split_once(' ').and_then(|(cpu, text)| Some((Outcome::read(text)?, cpu.parse().ok()?)));
    let (outcome, cpu) =
        told.unwrap_or_else(|| (Outcome::Failed(format!("it ended without a verdict: {ended}")), 0.0));
    Ok((outcome, cpu, String::from_utf8_lossy(&said).into_owned()))
}

/// This program, though cargo may have built another one in its place meanwhile.
fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { running } else { std::env::current_exe().unwrap_or_else(|_| "xtask".into()) }
}

/// Runs one stage for another process, which is told how it ended.
///
/// # Errors
/// If there is no such stage, or the verdict cannot be written.
pub fn run_one(stages: &[Stage], name: &str, root: &Path) -> Result {
    let stage = stages.iter().find(|stage| stage.name == name).ok_or_else(|| format!("no stage {name:?}"))?;
    let outcome = (stage.run)(root);
    match std::env::var_os(VERDICT) {
        Some(path) => {
            let path = PathBuf::from(path);
            fs::write(&path, format!("{:.1} {}", cpu_seconds(), outcome.written()))
                .map_err(|e| format!("{}: {e}", path.display()))
        }
        None => outcome.into_result(),
    }
}

struct StageResult {
    name: String,
    outcome: Outcome,
    time: Duration,
    /// Seconds of all cores together.
    cpu: f64,
}

impl fmt::Display for StageResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, why) = match &self.outcome {
            Outcome::Passed => ("passed", ""),
            Outcome::Skipped(why) => ("SKIPPED", why.as_str()),
            Outcome::Failed(why) => ("FAILED", why.as_str()),
        };
        let separator = if why.is_empty() { "" } else { ": " };
        let (time, cpu) = (self.time.as_secs_f64(), self.cpu);
        write!(f, "{word:8} {:24} {time:7.1} s, CPU {cpu:7.1} s{separator}{why}", self.name)
    }
}

/// What the results come to.
fn verdict(results: &[StageResult], strict: bool) -> Result {
    let count = |fits: fn(&Outcome) -> bool| results.iter().filter(|result| fits(&result.outcome)).count();
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    if results.is_empty() {
        return Err("no stage of that name".into());
    }
    if skipped > 0 {
        println!("{skipped} of {} stages were SKIPPED: what they guard was not looked at", results.len());
    }
    match (failed, skipped) {
        (0, 0) => Ok(()),
        (0, _) if !strict => Ok(()),
        (0, _) => Err(format!("{skipped} stages skipped, and {STRICT}=1 makes that fatal")),
        _ => Err(format!("{failed} stages failed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(outcomes: &[Outcome]) -> Vec<StageResult> {
        let stage = |outcome: &Outcome| StageResult {
            name: "s".into(),
            outcome: outcome.clone(),
            time: Duration::ZERO,
            cpu: 0.0,
        };
        outcomes.iter().map(stage).collect()
    }

    #[test]
    fn one_failed_stage_fails_all() {
        let all = results(&[Outcome::Passed, Outcome::Failed("x".into()), Outcome::Passed]);
        assert!(verdict(&all, false).is_err());
    }

    #[test]
    fn a_skipped_stage_is_fatal_only_when_strict() {
        let all = results(&[Outcome::Passed, Outcome::Skipped("no tool".into())]);
        assert_eq!(verdict(&all, false), Ok(()));
        assert!(verdict(&all, true).is_err());
    }

    #[test]
    fn a_skipped_stage_is_told_with_its_reason() {
        let line = results(&[Outcome::Skipped("no tool".into())])[0].to_string();
        assert!(line.starts_with("SKIPPED") && line.ends_with("no tool"), "{line}");
    }

    #[test]
    fn running_nothing_is_no_success() {
        assert!(verdict(&[], false).is_err());
    }

    #[test]
    fn later_stages_run_after_a_failure() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let stage = |outcome: Outcome| {
            Stage::new("s", move |_| {
                RUNS.fetch_add(1, Ordering::Relaxed);
                outcome.clone()
            })
        };
        let stages = vec![stage(Outcome::Failed("x".into())), stage(Outcome::Passed)];
        assert!(run_stages(stages, Path::new("."), false, Time::without_limit()).is_err());
        assert_eq!(RUNS.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_spare_stage_runs_last_and_only_where_it_ends_in_time() {
        use std::sync::Mutex;
        static RUN: Mutex<Vec<&str>> = Mutex::new(Vec::new());
        let stage = |name: &'static str| {
            Stage::new(name, move |_| {
                RUN.lock().unwrap().push(name);
                Outcome::Passed
            })
        };
        let start = SystemTime::now();
        for minutes in [None, Some(10), Some(9)] {
            let time = Time { start, limit: minutes.map(|minutes| Duration::from_secs(60 * minutes + 30)) };
            let stages = Stage::spare(vec![stage("spare"), stage("a")], &[("spare", 10)]);
            assert_eq!(run_stages(stages, Path::new("."), false, time), Ok(()));
        }
        assert_eq!(*RUN.lock().unwrap(), ["a", "spare", "a", "spare", "a"]);
        let none = Time { start, limit: Some(Duration::ZERO) };
        let over = none.is_over("x", Place::Spare(Duration::from_secs(60))).unwrap();
        assert!(matches!(&over.outcome, Outcome::Skipped(why) if why.contains("--only \"x\"")), "{over}");
    }

    #[test]
    fn chains_of_stages_beside_others_begin_with_one_that_is_not_behind() {
        let stage = || Stage::new("s", |_| Outcome::Passed);
        let places: Vec<Place> =
            Stage::beside([stage(), stage(), stage()]).map(|stage| stage.place).collect();
        assert_eq!(places, [Place::Beside, Place::Behind, Place::Behind]);
        assert_eq!(stage().place, Place::Alone);
    }

    #[test]
    fn a_chain_without_others_runs_here_in_its_order() {
        use std::sync::Mutex;
        static RUN: Mutex<Vec<&str>> = Mutex::new(Vec::new());
        let stage = |name: &'static str| {
            Stage::new(name, move |_| {
                RUN.lock().unwrap().push(name);
                Outcome::Passed
            })
        };
        assert_eq!(
            run_stages(
                Stage::beside([stage("a"), stage("b")]).collect(),
                Path::new("."),
                false,
                Time::without_limit()
            ),
            Ok(())
        );
        assert_eq!(*RUN.lock().unwrap(), ["a", "b"]);
    }
}
