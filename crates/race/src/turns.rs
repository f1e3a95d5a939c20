//! Two programs that run in turn, so that what the machine does meanwhile speaks for and against both.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Record;
use crate::compare::Rule;
use crate::inference::pairs_needed;

/// One of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The earlier one.
    A,
    /// The later one.
    B,
}

/// The records of both programs; those in the same place ran one after the other.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Of the earlier one.
    pub a: Vec<Record>,
    /// Of the later one.
    pub b: Vec<Record>,
}

/// A copy of a program that is gone when it is dropped.
#[derive(Debug)]
pub struct FreshCopy {
    path: PathBuf,
    #[cfg(target_os = "linux")]
    nameless: Option<fs::File>,
}

impl FreshCopy {
    /// What to start it by, in a child of this process.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file without a name: nothing stays behind however this process ends.
    #[cfg(target_os = "linux")]
    fn nameless(program: &Path, folder: &Path) -> io::Result<Self> {
        use std::os::fd::AsRawFd as _;

        use rustix::fs::{Mode, OFlags, open};
        let by = |file: &fs::File| format!("/proc/self/fd/{}", file.as_raw_fd());
        let mut from = fs::File::open(program)?;
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let mut written = fs::File::from(open(folder, flags, Mode::RWXU)?);
        io::copy(&mut from, &mut written)?;
        written.set_permissions(from.metadata()?.permissions())?;
        // What is open for writing cannot be started. The child inherits it: a script is opened again by its interpreter.
        let file = fs::File::from(open(by(&written), OFlags::RDONLY, Mode::empty())?);
        drop(written);
        Ok(FreshCopy { path: by(&file).into(), nameless: Some(file) })
    }

    fn named(program: &Path, folder: &Path) -> io::Result<Self> {
        let path = folder.join(format!("program{}", std::env::consts::EXE_SUFFIX));
        fs::copy(program, &path)?;
        Ok(FreshCopy {
            path,
            #[cfg(target_os = "linux")]
            nameless: None,
        })
    }
}

impl Drop for FreshCopy {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        if self.nameless.is_some() {
            return;
        }
        // Its folder is left to whoever made it.
        let _ = fs::remove_file(&self.path);
    }
}

/// A fresh copy of a program in a folder, under a path that does not depend on the program. Where the system has laid the
/// pages of a file makes up to 3 % of a difference for code that does not fit the innermost cache, for as long as the file
/// stays in memory: two copies of one program would be found to differ. With a new copy for each run, that is noise.
///
/// On Linux it has no name where the folder's file system allows that. One copy in a folder at a time.
///
/// # Errors
/// A program that cannot be read, a folder that cannot be written.
pub fn fresh_copy(program: &Path, folder: &Path) -> io::Result<FreshCopy> {
    #[cfg(target_os = "linux")]
    if let Ok(copy) = FreshCopy::nameless(program, folder) {
        return Ok(copy);
    }
    FreshCopy::named(program, folder)
}

/// How often both programs run, and how long each time.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Rounds; an even number unless there is time for one only.
    pub rounds: usize,
    /// Wall time for everything, what was spent before the first round included.
    pub total: Duration,
    /// Wall time of each part of a run.
    pub parts: Vec<Duration>,
}

/// What is known before the first round: how much there is to do, and how long it takes.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// By part of a run, how many cases it has and how many engines are compared.
    pub parts: &'a [(usize, usize)],
    /// What a run of both programs takes whose parts are as short as can be.
    pub pair: Duration,
    /// What was spent to find that out.
    pub spent: Duration,
}

impl Schedule {
    /// Rounds beyond those without which nothing could be found: some of them go astray on a busy machine.
    const SPARE: usize = 8;
    /// Usual wall time for a case on both sides in all rounds, and for everything.
    const CASE: Duration = Duration::from_secs(12);
    const ALL: Duration = Duration::from_secs(300);
    /// The shortest part of a run.
    pub const SHORTEST: Duration = Duration::from_millis(100);

    /// What is to be done within the time that is given: fewer rounds where there is no time for all. Where none is given, the
    /// usual time or as much more as the rounds need.
    pub fn new(known: &Known<'_>, rule: &Rule, rounds: Option<usize>, total: Option<Duration>) -> Self {
        let Known { parts, pair, spent } = *known;
        let cases: usize = parts.iter().map(|(cases, _)| cases).sum();
        let wanted = rounds.unwrap_or_else(|| Self::enough(parts, rule)).max(1).next_multiple_of(2);
        let pair = pair.max(Duration::from_millis(1));
        let usual = (Self::CASE * cases as u32).min(Self::ALL).max(spent + pair * wanted as u32);
        let total = total.unwrap_or(usual);
        let left = total.saturating_sub(spent);
        let fit = (left.as_nanos() / pair.as_nanos()) as usize;
        let rounds = if fit >= wanted { wanted } else { (fit & !1).max(1) };
        // What a run takes besides its parts: the copy, the beginning, the setting up.
        let besides = (pair / 2).saturating_sub(Self::SHORTEST * parts.len() as u32);
        let run = (left / (2 * rounds as u32)).saturating_sub(besides);
        let share = |(count, _): &(usize, usize)| {
            run.mul_f64(*count as f64 / cases.max(1) as f64).max(Self::SHORTEST)
        };
        Schedule { rounds, total, parts: parts.iter().map(share).collect() }
    }

    /// How many rounds a verdict takes, and some to spare.
    fn enough(parts: &[(usize, usize)], rule: &Rule) -> usize {
        pairs_needed(parts.iter().map(|(_, engines)| engines).sum(), rule.level) + Self::SPARE
    }

    /// The time in which a verdict is likely.
    pub fn likely(known: &Known<'_>, rule: &Rule) -> Duration {
        known.spent + known.pair * Self::enough(known.parts, rule).next_multiple_of(2) as u32
    }
}

/// The order of so many rounds: A B, B A, A B and so on, so that neither a steady drift nor going first favours a side.
pub fn order(rounds: usize) -> impl Iterator<Item = [Side; 2]> {
    (0..rounds).map(|round| if round % 2 == 0 { [Side::A, Side::B] } else { [Side::B, Side::A] })
}

/// Runs both programs in turn: `run` runs one of them once, and gives what it recorded; none to stop before the round is
/// complete. What is complete is given.
///
/// # Errors
/// Those of `run`.
pub fn race<E>(
    rounds: usize,
    mut run: impl FnMut(usize, Side) -> Result<Option<Record>, E>,
) -> Result<Pairs, E> {
    let mut pairs = Pairs::default();
    for (round, [first, second]) in order(rounds).enumerate() {
        let Some(one) = run(round, first)? else { break };
        let Some(other) = run(round, second)? else { break };
        let (a, b) = if first == Side::A { (one, other) } else { (other, one) };
        pairs.a.push(a);
        pairs.b.push(b);
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use fastrand::Rng;

    use super::*;
    use crate::compare::{Change, Rule, Verdict, compare, failures, paired};
    use crate::{Entry, Kind};

    /// How many engines a race of the tests has.
    const ENGINES: usize = 40;

    /// A machine whose speed wanders, and which disturbs each program and each contender.
    struct Machine {
        rng: Rng,
        now: f64,
        /// Half-width of what a record's ratios are off by.
        noise: f64,
        /// How much slower B's first engine is.
        planted: f64,
    }

    impl Machine {
        fn new(seed: u64, noise: f64, planted: f64) -> Self {
            Machine { rng: Rng::with_seed(seed), now: 0.0, noise, planted }
        }

        /// Between -1 and 1, now and then far outside.
        fn jitter(&mut self) -> f64 {
            let far = if self.rng.u8(..20) == 0 { 6.0 } else { 1.0 };
            (self.rng.f64() + self.rng.f64() - 1.0) * far
        }

        /// The record of a program; the engines' baseline is somebody else's, or the first of them.
        fn record(&mut self, side: Side, baseline: Kind) -> Record {
            self.now += 1.0;
            // The clock wanders by a third, and the ratio to the baseline by five per cent with it.
            let wander = (self.now / 9.0).sin();
            let program = (self.noise * self.jitter()).exp();
            let mut results = vec![self.entry("plain", baseline, 1.0, 1000.0)];
            for engine in 0..ENGINES {
                let planted = if side == Side::B && engine == 0 { 1.0 + self.planted } else { 1.0 };
                let noise = program * (self.noise * self.jitter()).exp();
                let ratio = 4.0 * (1.0 + 0.05 * wander) * noise / planted;
                results.push(self.entry(&format!("engine {engine}"), Kind::Engine, ratio, 1000.0 / ratio));
            }
            Record { cpu: "x".into(), results, ..Record::default() }
        }

        fn entry(&self, name: &str, kind: Kind, ratio: f64, cycles: f64) -> Entry {
            let others: &[(&str, f64)] = if name == "plain" { &[] } else { &[("plain", ratio)] };
            let entry = Entry::sample(name, kind, cycles / 3.0);
            entry.against(others, |r| [r * (-self.noise).exp(), r * self.noise.exp()])
        }

        fn pairs(&mut self, rounds: usize, baseline: Kind) -> Pairs {
            race(rounds, |_, side| Ok::<_, Infallible>(Some(self.record(side, baseline)))).unwrap()
        }

        fn changes(&mut self, rounds: usize, baseline: Kind) -> Vec<Change> {
            let pairs = self.pairs(rounds, baseline);
            paired(&pairs.a, &pairs.b, &Rule::default())
        }
    }

    fn alarms(changes: &[Change]) -> usize {
        changes.iter().filter(|c| matches!(c.verdict, Verdict::Slower | Verdict::Faster)).count()
    }

    const SECOND: Duration = Duration::from_secs(1);

    fn known(parts: &[(usize, usize)]) -> Known<'_> {
        Known { parts, pair: SECOND, spent: SECOND }
    }

    #[test]
    fn schedule_has_rounds_enough_for_its_engines_and_time_by_its_cases() {
        let usual = Schedule::new(&known(&[(1, 10), (3, 30)]), &Rule::default(), None, None);
        assert_eq!((usual.rounds, usual.total), (24, 48 * SECOND));
        // 47 s for 48 runs, of which 0.3 s are lost each time.
        let run: Duration = usual.parts.iter().sum();
        assert!(run.abs_diff(47 * SECOND / 48 - Duration::from_millis(300)) < SECOND / 1000, "{run:?}");
        assert!(usual.parts[1].abs_diff(3 * usual.parts[0]) < SECOND / 1000);
        let asked = Schedule::new(&known(&[(1, 10)]), &Rule::default(), Some(13), None);
        assert_eq!(asked.rounds, 14);
    }

    #[test]
    fn schedule_has_as_many_rounds_as_fit_into_the_time_that_is_given() {
        let rounds = |seconds| {
            let schedule =
                Schedule::new(&known(&[(1, 10)]), &Rule::default(), None, Some(Duration::from_secs(seconds)));
            assert_eq!(schedule.total.as_secs(), seconds);
            // 0.4 s of each run are lost; no time is left for more than what is spent where it was over before.
            let run = schedule.parts[0] + Duration::from_millis(400);
            let all = run * 2 * schedule.rounds as u32;
            assert!(all <= (seconds as u32 - 1).max(1) * SECOND + SECOND / 1000, "{seconds}: {all:?}");
            schedule.rounds
        };
        assert_eq!([10, 9, 4, 2, 1].map(rounds), [8, 8, 2, 1, 1]);
    }

    #[test]
    fn schedule_takes_longer_than_usual_for_programs_that_are_slow_to_race() {
        let known = Known { pair: 30 * SECOND, ..known(&[(1, 10)]) };
        let schedule = Schedule::new(&known, &Rule::default(), None, None);
        assert_eq!(schedule.total, SECOND + 30 * SECOND * schedule.rounds as u32);
        assert_eq!(schedule.total, Schedule::likely(&known, &Rule::default()));
    }

    #[test]
    fn copies_of_programs_are_new_files_that_are_gone_when_they_are_dropped() {
        let folder = std::env::temp_dir().join(format!("lanesmith-turns-{}", std::process::id()));
        let copies = folder.join("copies");
        fs::create_dir_all(&copies).unwrap();
        let (a, b) = (folder.join("a"), folder.join("b"));
        fs::write(&a, "earlier").unwrap();
        fs::write(&b, "later").unwrap();
        for copied in [fresh_copy, FreshCopy::named] {
            let of = |program| {
                let copy = copied(program, &copies).unwrap();
                (copy.path().to_owned(), fs::read_to_string(copy.path()).unwrap())
            };
            let (first, text) = of(&a);
            assert_eq!(text, "earlier");
            assert_eq!(of(&b).1, "later");
            assert!(fs::read_dir(&copies).unwrap().next().is_none(), "{first:?} is gone");
            assert!(copied(&folder.join("none"), &copies).is_err());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_copy_has_no_name_and_can_be_started() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("lanesmith-started-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let script = folder.join("script");
        fs::write(&script, "#!/bin/sh\necho started").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        for program in [script.as_path(), Path::new("/bin/echo")] {
            let copy = fresh_copy(program, &folder).unwrap();
            assert!(fs::read_dir(&folder).unwrap().count() == 1, "the script alone");
            let output = std::process::Command::new(copy.path()).arg("started").output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), "started\n", "{}", program.display());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn neither_side_goes_first_more_often() {
        let first = |side| order(10).filter(|pair| pair[0] == side).count();
        assert_eq!((first(Side::A), first(Side::B)), (5, 5));
        assert!(order(10).all(|[one, other]| one != other));
    }

    #[test]
    fn a_program_is_never_found_to_differ_from_itself_however_noisy_the_machine_is() {
        for noise in [0.002, 0.02, 0.1] {
            // Of 60 comparisons of 40 contenders each, a level of half a per cent allows one to cry wolf at times.
            let wolves =
                (0..60).filter(|seed| alarms(&Machine::new(*seed, noise, 0.0).changes(24, Kind::Peer)) > 0);
            let wolves = wolves.count();
            assert!(wolves <= 1, "{noise}: {wolves} of 60");
        }
    }

    #[test]
    fn five_per_cent_are_found_on_a_machine_that_wanders_by_more() {
        let (mut found, mut called_same) = (0, 0);
        for seed in 0..50 {
            let changes = Machine::new(seed, 0.02, 0.05).changes(24, Kind::Peer);
            found += usize::from(failures(&changes, 0.98) == ["demo.op n=1 engine 0"]);
            called_same += usize::from(changes[0].verdict == Verdict::Same);
        }
        // One record in twenty is off by up to 12 per cent here: at times that hides it, which is told.
        assert!(found >= 48 && called_same == 0, "{found} of 50, {called_same} called the same");
    }

    #[test]
    fn five_per_cent_are_found_where_the_baseline_is_one_of_the_engines() {
        let changes = Machine::new(1, 0.01, 0.05).changes(24, Kind::Engine);
        assert_eq!(changes.len(), 1 + ENGINES, "the baseline is compared too, by the clock");
        let slower: Vec<_> = changes.iter().filter(|c| c.verdict == Verdict::Slower).collect();
        assert_eq!(slower.len(), 1);
        assert_eq!((slower[0].contender.as_str(), slower[0].a), ("engine 0", None));
    }

    #[test]
    fn what_noise_hides_is_told_as_such_and_fails_nothing() {
        let changes = Machine::new(4, 0.5, 0.05).changes(24, Kind::Peer);
        assert!(changes.iter().filter(|c| c.verdict == Verdict::Noisy).count() > ENGINES / 2, "{changes:?}");
        assert!(failures(&changes, 0.98).is_empty());
        let quiet = Machine::new(4, 0.005, 0.0).changes(24, Kind::Peer);
        assert!(quiet.iter().all(|c| c.verdict == Verdict::Same), "{quiet:?}");
    }

    #[test]
    fn records_of_two_moments_cry_wolf_less_often_the_more_there_are() {
        // All of A, then all of B, as people race before and after a change.
        let count = |records: usize| {
            (0..40_u64)
                .filter(|seed| {
                    let mut machine = Machine::new(*seed, 0.02, 0.0);
                    let mut side =
                        |side| (0..records).map(|_| machine.record(side, Kind::Peer)).collect::<Vec<_>>();
                    let (a, b) = (side(Side::A), side(Side::B));
                    alarms(&compare(&a, &b, &Rule::default())) > 0
                })
                .count()
        };
        let (one, three) = (count(1), count(3));
        assert!(three <= 2 && three < one, "{one} with one record a side, {three} with three");
    }

    #[test]
    fn a_difference_is_found_in_several_records_of_two_moments() {
        let mut machine = Machine::new(2, 0.002, 0.5);
        let mut side = |side| (0..5).map(|_| machine.record(side, Kind::Peer)).collect::<Vec<_>>();
        let (a, b) = (side(Side::A), side(Side::B));
        let changes = compare(&a, &b, &Rule::default());
        let of = |name: &str| changes.iter().find(|c| c.contender == name).unwrap().verdict;
        assert_eq!(of("engine 0"), Verdict::Slower);
        assert_eq!(alarms(&changes), 1);
    }

    #[test]
    fn what_is_stopped_keeps_its_complete_rounds() {
        let mut machine = Machine::new(1, 0.01, 0.0);
        let pairs = race(9, |round, side| {
            Ok::<_, Infallible>((round < 3 || side == Side::B).then(|| machine.record(side, Kind::Peer)))
        });
        let pairs = pairs.unwrap();
        assert_eq!((pairs.a.len(), pairs.b.len()), (3, 3));
    }

    #[test]
    fn what_only_one_side_has_is_missing_or_new() {
        let mut machine = Machine::new(1, 0.01, 0.0);
        let mut pairs = machine.pairs(12, Kind::Peer);
        pairs.a.iter_mut().for_each(|r| r.results.retain(|e| e.contender != "engine 3"));
        pairs.b.iter_mut().for_each(|r| r.results.retain(|e| e.contender != "engine 5"));
        let changes = paired(&pairs.a, &pairs.b, &Rule::default());
        let of = |name: &str| changes.iter().find(|c| c.contender == name).unwrap().verdict;
        assert_eq!((of("engine 3"), of("engine 5")), (Verdict::New, Verdict::Missing));
    }
}
