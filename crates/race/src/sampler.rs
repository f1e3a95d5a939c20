//! The interleaved sampler: blocks of all contenders in random order, round after round, until the ratios are known
//! well enough.
//!
//! Machines move by more between two minutes than most engines differ, so only what was measured side by side is
//! compared: a ratio is formed within each round, and the median of the rounds is reported. Rounds come in pairs, the
//! second in the mirrored order of the first, so that a steady drift of the machine speaks for and against everyone
//! equally. A block is long against the clock and power transitions that wide vector code leaves behind, and its
//! beginning is not counted.

use std::time::Duration;

use fastrand::Rng;

use crate::clock::Clock;
use crate::stats;

/// One block of one contender.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Time per unit of work in nanoseconds.
    pub ns: f64,
    /// Core clock beside the block.
    pub gigahertz: f64,
    /// Part of the wall time in which the thread did not run.
    pub stolen: f64,
    /// Calls counted.
    pub calls: u64,
    /// Time per unit of work spent in the operating system in nanoseconds, where the clock tells it.
    pub system: Option<f64>,
}

impl Block {
    /// Core cycles per unit of work.
    pub fn cycles(&self) -> f64 {
        self.ns * self.gigahertz
    }
}

/// The length of blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Run before counting.
    pub warm_up: Duration,
    /// Run and counted.
    pub counted: Duration,
}

impl Pace {
    /// A block of that length in all. Of 90 ms, the first 10 are not counted.
    pub fn of(block: Duration) -> Self {
        let warm_up = block.mul_f64(0.15).min(Duration::from_millis(10));
        Pace { warm_up, counted: block - warm_up }
    }
}

/// What can be sampled.
pub trait Bench {
    /// How many contenders there are.
    fn contenders(&self) -> usize;
    /// Runs one block.
    fn block(&mut self, contender: usize, pace: Pace) -> Block;
    /// Wall time since some moment.
    fn now(&self) -> Duration;
}

/// How a case is sampled.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Wall time for all rounds: no pair of them begins that would not end within it, unless there are too few yet.
    pub budget: Duration,
    /// Wall time from which [two rounds](FEWEST) are enough.
    pub patience: Duration,
    /// Wall time after which nothing runs any more: what is complete then is all there is. No block begins that took longer
    /// the time before than what is left.
    pub limit: Duration,
    /// Longest block.
    pub block: Duration,
    /// Fewest rounds for ratios to be trusted, whatever the budget; unless the limit cuts it short, their number is even.
    pub min_rounds: usize,
    /// Most rounds.
    pub max_rounds: usize,
    /// Half-width of the interval of a ratio, relative to it, at which it is known well enough.
    pub precision: f64,
}

impl Plan {
    /// Shortest block worth measuring.
    const SHORTEST: Duration = Duration::from_millis(8);

    /// Blocks as long as the budget allows for the rounds that there should be.
    pub fn pace(&self, contenders: usize) -> Pace {
        let rounds = self.min_rounds.max(8) as u32;
        let share = self.budget / (rounds * contenders.max(1) as u32);
        Pace::of(share.clamp(Self::SHORTEST.min(self.block), self.block))
    }
}

/// Rounds that a case gets whatever its budget, unless [the limit](Plan::limit) comes first: one pair, mirror images of each
/// other.
pub const FEWEST: usize = 2;

/// Fewer rounds than these have no interval that says how well a ratio is known.
pub(crate) const FEW: usize = 4;

/// What was sampled: the same number of rounds for every contender.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// By contender, then by round.
    pub blocks: Vec<Vec<Block>>,
    /// Whether every ratio to the baseline is known to the plan's precision.
    pub settled: bool,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Whether the plan's limit came before what the plan asks for was there.
    pub out_of_time: bool,
}

impl Rounds {
    /// How many rounds are complete.
    pub fn count(&self) -> usize {
        self.blocks.first().map_or(0, Vec::len)
    }

    /// In every round, the time of `other` over the time of `this`: above 1 where `this` is faster.
    pub fn ratios(&self, this: usize, other: usize) -> Vec<f64> {
        self.blocks[this].iter().zip(&self.blocks[other]).map(|(a, b)| b.ns / a.ns).collect()
    }

    fn is_settled(&self, baseline: usize, precision: f64, rng: &mut Rng) -> bool {
        (0..self.blocks.len())
            .filter(|c| *c != baseline)
            .all(|c| stats::bootstrap(&self.ratios(c, baseline), 200, rng).spread() < precision)
    }
}

/// Samples all contenders of a bench.
pub fn sample(
    bench: &mut dyn Bench,
    baseline: usize,
    plan: &Plan,
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(&Rounds),
) -> Rounds {
    let n = bench.contenders();
    let begin = bench.now();
    let pace = plan.pace(n);
    let mut rounds = Rounds { blocks: vec![Vec::new(); n], ..Rounds::default() };
    let mut order: Vec<usize> = (0..n).collect();
    let mut round: Vec<Option<Block>> = vec![None; n];
    let mut took = vec![Duration::ZERO; n];
    while n > 0 && rounds.count() < plan.max_rounds {
        if rounds.count().is_multiple_of(2) {
            rng.shuffle(&mut order);
        } else {
            order.reverse();
        }
        for &contender in &order {
            let spent = bench.now() - begin;
            rounds.interrupted = stop();
            rounds.out_of_time = spent.saturating_add(took[contender]) >= plan.limit;
            if rounds.interrupted || rounds.out_of_time {
                // Half a round has no ratios.
                return rounds;
            }
            round[contender] = Some(bench.block(contender, pace));
            took[contender] = bench.now() - begin - spent;
        }
        for (blocks, block) in rounds.blocks.iter_mut().zip(&mut round) {
            blocks.extend(block.take());
        }
        progress(&rounds);
        let count = rounds.count();
        if !count.is_multiple_of(2) {
            continue;
        }
        if count >= plan.min_rounds && rounds.is_settled(baseline, plan.precision, rng) {
            rounds.settled = true;
            break;
        }
        let spent = bench.now() - begin;
        let next_pair = spent / count as u32 * 2;
        let enough = if spent + next_pair > plan.patience { FEWEST } else { plan.min_rounds };
        if count >= enough.min(plan.min_rounds) && spent + next_pair > plan.budget {
            break;
        }
    }
    rounds
}

/// One thread's contenders, run one block at a time.
pub struct Runner<'a> {
    run: Box<dyn FnMut() + 'a>,
    units_per_call: f64,
    calls_per_reading: u64,
}

/// Reading the thread's CPU time is a system call: no more than one in this time.
const READING_NS: u64 = 100_000;

/// How many times as long as its CPU time a stretch may take where other programs have the core most of the time: a race
/// that goes on by the clock of its own thread would not end in the time that its user gave it.
const PATIENT: u64 = 2;

impl<'a> Runner<'a> {
    /// A runner of the closure.
    pub fn new(run: impl FnMut() + 'a, units_per_call: f64) -> Self {
        Runner { run: Box::new(run), units_per_call, calls_per_reading: 0 }
    }

    /// Runs for a while by the clock and gives calls and nanoseconds.
    fn run_for(&mut self, clock: &dyn Clock, least: Duration) -> (u64, u64) {
        let (begin, wall) = (clock.cpu(), clock.wall());
        let least = least.as_nanos() as u64;
        let mut calls = 0;
        loop {
            for _ in 0..self.calls_per_reading {
                (self.run)();
            }
            calls += self.calls_per_reading;
            let spent = clock.cpu().saturating_sub(begin);
            if spent >= least || clock.wall().saturating_sub(wall) >= least * PATIENT {
                return (calls, spent.max(1));
            }
        }
    }

    /// Finds how many calls fit between two readings of the clock, once; gives the length of such a stretch.
    fn calibrate(&mut self, clock: &dyn Clock) -> u64 {
        self.calls_per_reading = self.calls_per_reading.max(1);
        loop {
            let (calls, spent) = self.run_for(clock, Duration::ZERO);
            if spent >= READING_NS / 2 || calls >= 1 << 40 {
                return spent;
            }
            self.calls_per_reading *= (READING_NS / spent).clamp(2, 1024);
        }
    }

    /// One block.
    pub fn block(&mut self, clock: &dyn Clock, pace: Pace) -> Block {
        if self.calls_per_reading == 0 {
            self.calibrate(clock);
        }
        let gigahertz = clock.gigahertz();
        // A single call longer than the whole block warms itself up.
        let mut system = clock.system();
        let first = clock.cpu();
        (self.run)();
        let one = u128::from(clock.cpu().saturating_sub(first));
        if one < pace.warm_up.as_nanos() {
            self.run_for(clock, pace.warm_up);
        }
        if one <= (pace.warm_up + pace.counted).as_nanos() {
            system = clock.system();
        }
        let wall = clock.wall();
        let (calls, spent) = if one > (pace.warm_up + pace.counted).as_nanos() {
            (1, one as u64)
        } else {
            self.run_for(clock, pace.counted)
        };
        let wall = clock.wall().saturating_sub(wall).max(1);
        let units = calls as f64 * self.units_per_call;
        let system = clock.system().zip(system).map(|(now, then)| now.saturating_sub(then) as f64 / units);
        let stolen = if calls == 1 { 0.0 } else { 1.0 - spent as f64 / wall as f64 };
        Block {
            ns: spent as f64 / units,
            gigahertz: (gigahertz + clock.gigahertz()) / 2.0,
            stolen: stolen.clamp(0.0, 1.0),
            calls,
            system,
        }
    }
}

/// Contenders that run on the calling thread.
pub struct Solo<'a, C> {
    clock: C,
    runners: Vec<Runner<'a>>,
}

impl<'a, C: Clock> Solo<'a, C> {
    /// A bench of the runners by the clock.
    pub fn new(clock: C, runners: Vec<Runner<'a>>) -> Self {
        Solo { clock, runners }
    }
}

impl<C: Clock> Bench for Solo<'_, C> {
    fn contenders(&self) -> usize {
        self.runners.len()
    }
    fn block(&mut self, contender: usize, pace: Pace) -> Block {
        self.runners[contender].block(&self.clock, pace)
    }
    fn now(&self) -> Duration {
        Duration::from_nanos(self.clock.wall())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::{Cell, RefCell};
    use std::hint::black_box;

    /// A machine whose speed wanders by a third within a race, and which is interrupted now and then.
    struct FakeClock<'a> {
        now: &'a Cell<u64>,
    }

    impl Clock for FakeClock<'_> {
        fn cpu(&self) -> u64 {
            self.now.get()
        }
        fn wall(&self) -> u64 {
            self.now.get()
        }
        fn gigahertz(&self) -> f64 {
            3.0
        }
    }

    struct Machine {
        now: Cell<u64>,
        rng: RefCell<Rng>,
    }

    impl Machine {
        fn new(seed: u64) -> Self {
            Machine { now: Cell::new(0), rng: RefCell::new(Rng::with_seed(seed)) }
        }

        /// Work of so many nanoseconds on a machine at its best.
        fn work(&self, ns: f64) {
            let now = self.now.get();
            let drift = 1.0 + 0.3 * (now as f64 / 3e9).sin().abs();
            let jitter = 1.0 + 0.04 * self.rng.borrow_mut().f64();
            self.now.set(now + (ns * drift * jitter) as u64);
        }

        fn race(&self, costs: &[f64], plan: &Plan) -> Rounds {
            let runners = costs.iter().map(|c| Runner::new(move || self.work(*c), 1.0)).collect();
            let mut bench = Solo::new(FakeClock { now: &self.now }, runners);
            let mut order = Rng::with_seed(self.rng.borrow_mut().u64(..));
            sample(&mut bench, 0, plan, &mut order, &|| false, &mut |_| {})
        }
    }

    const PLAN: Plan = Plan {
        budget: Duration::from_secs(60),
        patience: Duration::MAX,
        limit: Duration::MAX,
        block: Duration::from_millis(90),
        min_rounds: 8,
        max_rounds: 60,
        precision: 0.01,
    };

    fn ratio(rounds: &Rounds) -> stats::Estimate {
        stats::bootstrap(&rounds.ratios(1, 0), 1000, &mut Rng::with_seed(1))
    }

    #[test]
    fn a_race_against_oneself_gives_one_within_its_own_interval() {
        let covered = (0..100)
            .filter(|seed| {
                let e = ratio(&Machine::new(*seed).race(&[50_000.0, 50_000.0], &PLAN));
                (e.median - 1.0).abs() < 0.02 && e.low <= 1.0 && 1.0 <= e.high
            })
            .count();
        assert!(covered >= 90, "{covered} of 100");
    }

    #[test]
    fn a_planted_slow_down_of_eight_percent_is_found() {
        for seed in 0..20 {
            let e = ratio(&Machine::new(seed).race(&[50_000.0, 54_000.0], &PLAN));
            assert!((e.median - 1.0 / 1.08).abs() < 0.01, "{e:?}");
            assert!(e.high < 0.97, "{e:?}");
        }
    }

    #[test]
    fn rounds_end_when_the_interval_is_narrow_enough() {
        let rounds = Machine::new(1).race(&[50_000.0, 70_000.0], &PLAN);
        assert!(rounds.settled && rounds.count() < PLAN.max_rounds, "{} rounds", rounds.count());
    }

    #[test]
    fn rounds_end_with_the_budget() {
        let plan = Plan { budget: Duration::from_secs(2), precision: 0.0, ..PLAN };
        let machine = Machine::new(1);
        let rounds = machine.race(&[50_000.0, 70_000.0], &plan);
        assert!(!rounds.settled);
        assert!(machine.now.get() < 2_200_000_000, "{} ns", machine.now.get());
    }

    #[test]
    fn there_are_enough_rounds_even_for_a_call_longer_than_the_budget() {
        let plan = Plan { budget: Duration::from_millis(10), ..PLAN };
        assert_eq!(Machine::new(1).race(&[9e9, 8e9], &plan).count(), 8);
    }

    #[test]
    fn two_rounds_are_enough_once_patience_is_over() {
        let plan = Plan {
            budget: Duration::from_secs(1),
            patience: Duration::from_secs(20),
            precision: 0.0,
            ..PLAN
        };
        let rounds = Machine::new(1).race(&[9e9, 8e9], &plan);
        assert_eq!((rounds.count(), rounds.out_of_time), (FEWEST, false));
    }

    #[test]
    fn nothing_begins_that_is_not_expected_to_end_within_the_limit() {
        let machine = Machine::new(1);
        let plan = Plan { limit: Duration::from_secs(120), precision: 0.0, ..PLAN };
        let rounds = machine.race(&[9e9, 8e9], &plan);
        assert!(rounds.out_of_time && rounds.count() >= 3, "{} rounds", rounds.count());
        // The last block may take a third more than it took before.
        assert!(machine.now.get() < 124_000_000_000, "{} ns", machine.now.get());
    }

    #[test]
    fn a_limit_that_not_even_one_round_fits_in_leaves_none() {
        let plan = Plan { limit: Duration::from_secs(5), ..PLAN };
        let rounds = Machine::new(1).race(&[9e9, 8e9], &plan);
        assert_eq!((rounds.count(), rounds.out_of_time), (0, true));
    }

    #[test]
    fn a_block_ends_by_the_wall_clock_where_the_thread_gets_no_time() {
        /// A core of which this thread has a hundredth.
        struct Crowded<'a>(&'a Cell<u64>);
        impl Clock for Crowded<'_> {
            fn cpu(&self) -> u64 {
                self.0.get()
            }
            fn wall(&self) -> u64 {
                self.0.get() * 100
            }
            fn gigahertz(&self) -> f64 {
                3.0
            }
        }
        let now = Cell::new(0);
        let mut runner = Runner::new(|| now.set(now.get() + 1000), 1.0);
        let block = runner.block(&Crowded(&now), Pace::of(Duration::from_millis(90)));
        assert_eq!(block.ns, 1000.0);
        let wall = Duration::from_nanos(now.get() * 100);
        assert!(wall < Duration::from_millis(90) * (PATIENT as u32 + 1), "{wall:?}");
    }

    #[test]
    fn a_call_of_a_nanosecond_is_measured_in_long_stretches() {
        let readings = Cell::new(0);
        struct Counting<'a>(FakeClock<'a>, &'a Cell<u32>);
        impl Clock for Counting<'_> {
            fn cpu(&self) -> u64 {
                self.1.set(self.1.get() + 1);
                self.0.cpu()
            }
            fn wall(&self) -> u64 {
                self.0.wall()
            }
            fn gigahertz(&self) -> f64 {
                3.0
            }
        }
        let now = Cell::new(0);
        let mut runner = Runner::new(|| now.set(now.get() + 1), 1.0);
        let clock = Counting(FakeClock { now: &now }, &readings);
        let block = runner.block(&clock, Pace::of(Duration::from_millis(20)));
        assert_eq!(block.ns, 1.0);
        assert!(readings.get() < 1000, "{} readings of the clock", readings.get());
    }

    #[test]
    fn units_of_work_divide_the_time() {
        let now = Cell::new(0);
        let mut runner = Runner::new(|| now.set(now.get() + 64_000), 64.0);
        let block = runner.block(&FakeClock { now: &now }, Pace::of(Duration::from_millis(20)));
        assert_eq!(block.ns, 1000.0);
        assert_eq!(block.cycles(), 3000.0);
    }

    #[test]
    fn stopping_keeps_whole_rounds_only() {
        let machine = Machine::new(1);
        let runners = (0..3).map(|_| Runner::new(|| machine.work(50_000.0), 1.0)).collect();
        let mut bench = Solo::new(FakeClock { now: &machine.now }, runners);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 5
        };
        let rounds = sample(&mut bench, 0, &PLAN, &mut Rng::with_seed(3), &stop, &mut |_| {});
        assert!(rounds.interrupted);
        assert!(rounds.blocks.iter().all(|b| b.len() == 1));
    }

    #[test]
    fn blocks_shrink_so_that_many_contenders_fit_the_budget() {
        let plan = Plan { budget: Duration::from_secs(8), ..PLAN };
        assert_eq!(plan.pace(5), Pace::of(Duration::from_millis(90)));
        assert_eq!(plan.pace(50), Pace::of(Duration::from_millis(20)));
    }

    /// Slow: a second of real time. Tolerances are wide because test machines are shared.
    #[test]
    fn on_the_real_clock_work_of_double_length_takes_about_twice_as_long() {
        let work = |steps: u64| {
            move || {
                let mut x = black_box(1_u64);
                for i in 0..steps {
                    x = black_box(x).wrapping_mul(i | 1);
                }
                black_box(x);
            }
        };
        let runners = vec![Runner::new(work(20_000), 1.0), Runner::new(work(40_000), 1.0)];
        let mut bench = Solo::new(crate::clock::SystemClock::default(), runners);
        let plan = Plan { budget: Duration::from_secs(1), block: Duration::from_millis(20), ..PLAN };
        let rounds = sample(&mut bench, 0, &plan, &mut Rng::with_seed(3), &|| false, &mut |_| {});
        let e = ratio(&rounds);
        assert!((0.35..0.7).contains(&e.median), "{e:?}");
    }
}
