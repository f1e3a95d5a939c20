//! An earlier program and this one, run in turn within a time: each run is a process of its own, which ends with this one.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use lanesmith_race::compare::Rule;
use lanesmith_race::turns::{self, Known, Schedule, Side};
use lanesmith_race::{Kind, Record, Shown};

use super::seconds;
use crate::failure::{Failure, Outcome};
use crate::{Context, interrupt, terminal};

use child::Child;

/// Set for programs that race in turn: they finish every case, however long that takes. Programs that do not know it always
/// did.
pub const IN_TURN: &str = "LANESMITH_IN_TURN";

/// More than the record of any race.
pub const LARGEST: u64 = 64 << 20;

/// What is raced, and how long.
#[derive(Debug, clap::Args)]
pub struct Asked {
    /// With --with: one operation (curl.hash) or family (curl); all by default
    #[arg(long, conflicts_with = "a")]
    op: Option<String>,
    /// With --with: only cases with this key and value; may be repeated
    #[arg(long = "case", value_name = "K=V", conflicts_with = "a")]
    cases: Vec<String>,
    /// With --with: no engine but this one and 'auto'; may be repeated
    #[arg(long = "engine", value_name = "E", conflicts_with = "a")]
    engines: Vec<String>,
    /// With --with: seconds for the whole comparison by the clock on the wall, as told below
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "a")]
    time: Option<Duration>,
    /// With --with: how often both programs race; enough for the number of engines by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), conflicts_with = "a")]
    rounds: Option<u32>,
}

/// How often a running program is looked after.
const LOOK: Duration = Duration::from_millis(20);

/// What both programs recorded.
pub struct Raced {
    /// Of the earlier one.
    pub a: Vec<Record>,
    /// Of this one.
    pub b: Vec<Record>,
    /// How many rounds are complete. If none is, the records are those of the first races, which are too short to count.
    pub rounds: usize,
    /// What it took.
    pub seconds: f64,
    /// The time in which a verdict is likely, where one was given.
    pub likely: Option<Duration>,
}

/// Races the earlier program and this one in turn.
///
/// # Errors
/// A program that does not race, a time within which not even one race of each program ends, Ctrl-C before that.
pub fn race(old: &Path, args: &Asked, context: &Context<'_>, rule: &Rule) -> Outcome<Raced> {
    let new = std::env::current_exe().context("cannot find this program's file")?;
    // Both are asked for the same, by names that an earlier program knows as well.
    let targets: Vec<String> = match &args.op {
        Some(op) => vec![op.clone()],
        None => context
            .families
            .iter()
            .filter(|f| f.races().iter().any(|r| r.cases.iter().any(|c| c.shown == Shown::Always)))
            .map(|f| f.name().into())
            .collect(),
    };
    interrupt::catch();
    let signals = child::Signals::new();
    let raced = {
        let place = tempfile::tempdir().context("cannot make a folder for copies of the programs")?;
        let begin = Instant::now();
        let until = args.time.map(|time| begin + time);
        let turn = Turn { args, targets: &targets, place: place.path(), begin, until, signals: &signals };
        turn.race(old, &new, rule)
    };
    // Now that nothing is left to be put right.
    signals.let_through();
    raced
}

struct Turn<'a> {
    args: &'a Asked,
    targets: &'a [String],
    place: &'a Path,
    begin: Instant,
    until: Option<Instant>,
    signals: &'a child::Signals,
}

impl Turn<'_> {
    fn race(&self, old: &Path, new: &Path, rule: &Rule) -> Outcome<Raced> {
        // The first run of each says how much there is to do, and is not counted.
        let shortest = vec![Schedule::SHORTEST; self.targets.len()];
        let spinner = terminal::spinner();
        let first = |program: &Path, name: &str| {
            let show = || {
                let spent = self.begin.elapsed().as_secs();
                terminal::tell(&spinner, format!("a first race of {name} program, {spent} s"));
            };
            self.run(program, &shortest, &show)
        };
        let firsts = (first(old, "the earlier")?, first(new, "this")?);
        spinner.finish_and_clear();
        let (Some(first_old), Some(first_new)) = firsts else {
            return Err(match (self.args.time, interrupt::asked() || self.signals.ended()) {
                (Some(time), false) => Failure::usage(format!(
                    "cannot tell: {} seconds are over before each program has raced once; give it more with --time, or \
                     less to do with --op, --case and --engine",
                    time.as_secs_f64()
                )),
                _ => Failure::Interrupted,
            });
        };
        let parts: Vec<(usize, usize)> =
            first_old.iter().zip(&first_new).map(|(a, b)| size(a).max(size(b))).collect();
        if parts.iter().all(|(_, engines)| *engines == 0) {
            return Err(Failure::usage("neither program has an engine that this asks for"));
        }
        let spent = self.begin.elapsed();
        let known = Known { parts: &parts, pair: spent, spent };
        let schedule = Schedule::new(&known, rule, self.args.rounds.map(|n| n as usize), self.args.time);
        let progress = terminal::Progress::new(schedule.total);
        let pairs = turns::race(schedule.rounds, |round, side| {
            let (program, name) = if side == Side::A { (old, "the earlier") } else { (new, "this") };
            let doing = format!("round {} of {}: {name} program", round + 1, schedule.rounds);
            let show = || progress.show(self.begin.elapsed(), &doing);
            Ok::<_, Failure>(self.run(program, &schedule.parts, &show)?.and_then(whole))
        })?;
        drop(progress);
        let rounds = pairs.a.len();
        let (a, b) = match rounds {
            0 => (whole(first_old).into_iter().collect(), whole(first_new).into_iter().collect()),
            _ => (pairs.a, pairs.b),
        };
        let likely = self.args.time.map(|_| Schedule::likely(&known, rule));
        Ok(Raced { a, b, rounds, seconds: self.begin.elapsed().as_secs_f64(), likely })
    }

    /// What a program records in a short race of each target; none if it was ended before.
    fn run(&self, program: &Path, times: &[Duration], show: &dyn Fn()) -> Outcome<Option<Vec<Record>>> {
        let run = |(op, time): (&String, &Duration)| self.record(program, op, *time, show).transpose();
        self.targets.iter().zip(times).map_while(run).collect::<Outcome<Vec<Record>>>().map(|records| {
            let all = records.len() == self.targets.len();
            all.then_some(records)
        })
    }

    fn record(&self, program: &Path, op: &str, time: Duration, show: &dyn Fn()) -> Outcome<Option<Record>> {
        let named = || program.display();
        let copy = turns::fresh_copy(program, self.place);
        let copy = copy.map_err(|e| Failure::usage(format!("cannot copy {}: {e}", named())))?;
        let args = &self.args;
        let mut command = Command::new(copy.path());
        command.args(["race", op, "--json", "--no-check", "--quick", "--peer", "none"]);
        command.arg("--time").arg(format!("{:.3}", time.as_secs_f64()));
        command.args(args.cases.iter().flat_map(|case| ["--case", case]));
        command.args(args.engines.iter().flat_map(|engine| ["--engine", engine]));
        command.env(IN_TURN, "1").stdin(Stdio::null());
        // Files, so that nobody waits for a pipe that somebody else holds open.
        let file = || tempfile::tempfile().context("cannot make a file for what the programs say");
        let (mut out, mut err) = (file()?, file()?);
        let twin = |file: &File| file.try_clone().context("cannot make a file for what the programs say");
        command.stdout(twin(&out)?).stderr(twin(&err)?);
        let child = Child::start(command);
        let mut child = child.map_err(|e| Failure::usage(format!("cannot run {}: {e}", named())))?;
        let status = loop {
            if let Some(status) = child.ended().with_context(|| format!("cannot wait for {}", named()))? {
                break status;
            }
            let is_over = self.until.is_some_and(|until| Instant::now() >= until);
            if is_over || interrupt::asked() || self.signals.look(&child) {
                return Ok(None);
            }
            let size = |file: &File| file.metadata().map_or(0, |m| m.len());
            if size(&out) > LARGEST || size(&err) > LARGEST {
                let most = LARGEST >> 20;
                return Err(Failure::usage(format!("{} has written more than {most} MiB", named())));
            }
            show();
            std::thread::sleep(LOOK);
        };
        if interrupt::asked() {
            // The terminal has told the program too.
            return Ok(None);
        }
        let mut text = Vec::new();
        let read = out.rewind().and_then(|()| (&out).take(LARGEST).read_to_end(&mut text));
        read.context("cannot read what a program has recorded")?;
        match serde_json::from_slice(&text) {
            Ok(record) => Ok(Some(record)),
            Err(_) => Err(Failure::usage(refusal(program, op, status, &text, &mut err))),
        }
    }
}

/// Cases and engines of a record.
fn size(record: &Record) -> (usize, usize) {
    let engines = record.results.iter().filter(|e| e.kind == Kind::Engine).count();
    (lanesmith_race::record::cases(&record.results).count(), engines)
}

/// The records of all targets as one.
fn whole(records: Vec<Record>) -> Option<Record> {
    records.into_iter().reduce(|mut all, record| {
        all.results.extend(record.results);
        all
    })
}

/// How much of what another program says is shown.
const SAID: usize = 2000;

/// Why a program has no record to show.
fn refusal(program: &Path, op: &str, status: ExitStatus, out: &[u8], err: &mut File) -> anyhow::Error {
    let mut said = Vec::new();
    // What cannot be read is not shown.
    let _ = err.rewind().and_then(|()| err.take(SAID as u64).read_to_end(&mut said));
    let program = program.display();
    let said = String::from_utf8_lossy(&said);
    match said.trim() {
        "" if out.is_empty() => anyhow!(
            "{program} does not race: asked for 'race {op} --json' it said nothing ({status}); --with wants a build of lanesmith"
        ),
        "" => anyhow!(
            "{program} does not race: what it says when asked for 'race {op} --json' is not a record ({status}); --with wants \
             a build of lanesmith"
        ),
        said => anyhow!("{program} has recorded no race of {op} ({status}): {}", terminal::plain(said)),
    }
}

/// A program that ends with whoever looks after it, and the signals that end both.
#[cfg(unix)]
mod child {
    use std::cell::Cell;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, ExitStatus};

    use rustix::process::{Pid, Signal, kill_process_group};

    use crate::ffi::signals::{Came, Caught};

    pub struct Child {
        child: std::process::Child,
        ended: bool,
    }

    impl Child {
        /// Starts it in a group of its own, so that what it starts ends with it.
        pub fn start(mut command: Command) -> io::Result<Self> {
            let child = command.process_group(0).spawn()?;
            Ok(Child { child, ended: false })
        }

        pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
            let status = self.child.try_wait()?;
            self.ended = status.is_some();
            Ok(status)
        }

        fn send(&self, signal: Signal) {
            // It may have ended just now.
            let _ = kill_process_group(Pid::from_child(&self.child), signal);
        }
    }

    impl Drop for Child {
        fn drop(&mut self) {
            if !self.ended {
                self.send(Signal::KILL);
                let _ = self.child.wait();
            }
        }
    }

    /// Signals that would end this program and leave another one running.
    pub struct Signals {
        caught: Caught,
        ends: Cell<Option<i32>>,
    }

    impl Signals {
        pub fn new() -> Self {
            Signals { caught: Caught::new(), ends: Cell::new(None) }
        }

        /// Whether one came that is to end both. One that is to stop them does so here.
        pub fn look(&self, child: &Child) -> bool {
            while let Some(came) = self.caught.take() {
                match came {
                    Came::Ends(libc::SIGTSTP) => {
                        child.send(Signal::STOP);
                        self.caught.let_through(libc::SIGTSTP);
                        child.send(Signal::CONT);
                    }
                    Came::Ends(signal) => self.ends.set(Some(signal)),
                    Came::Continued => {}
                }
            }
            self.ended()
        }

        /// Whether one came that is to end both.
        pub fn ended(&self) -> bool {
            self.ends.get().is_some()
        }

        /// Lets the one that came end this program.
        pub fn let_through(&self) {
            if let Some(signal) = self.ends.get() {
                self.caught.let_through(signal);
            }
        }
    }
}

#[cfg(not(unix))]
mod child {
    use std::io;
    use std::process::{Command, ExitStatus};

    pub struct Child(std::process::Child);

    impl Child {
        pub fn start(mut command: Command) -> io::Result<Self> {
            Ok(Child(command.spawn()?))
        }

        pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
            self.0.try_wait()
        }
    }

    impl Drop for Child {
        fn drop(&mut self) {
            // It may have ended.
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Ctrl-C alone, which is caught elsewhere.
    pub struct Signals;

    impl Signals {
        pub fn new() -> Self {
            Signals
        }

        pub fn look(&self, _child: &Child) -> bool {
            false
        }

        pub fn ended(&self) -> bool {
            false
        }

        pub fn let_through(&self) {}
    }
}
