//! Our own engines side by side on one input, for the commands that compare nothing else.

use std::time::{Duration, Instant};

use fastrand::Rng;

use super::clock::SystemClock;
use super::sampler::{self, Plan, Rounds, Runner, Solo};
use super::stats::{self, Estimate};
use super::{standing, wrong_output};
use crate::failure::{Failure, Outcome};
use crate::family::{Contender, Work};
use crate::{interrupt, terminal};

/// The contenders that were sampled, and their rounds.
pub struct Sampled {
    /// Their names.
    pub names: Vec<String>,
    /// Their blocks, in the order of the names.
    pub rounds: Rounds,
}

impl Sampled {
    /// The place of the contender of that name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    /// How many times as fast one contender is as another.
    pub fn ratio(&self, this: usize, other: usize, rng: &mut Rng) -> Estimate {
        stats::bootstrap(&self.rounds.ratios(this, other), 1000, rng)
    }

    /// Time per unit in nanoseconds: that of the first contender times the median of the ratios to it, so that nobody
    /// profits from rounds in which the machine was fast.
    pub fn ns(&self, contender: usize) -> f64 {
        let mut first: Vec<f64> = self.rounds.blocks[0].iter().map(|b| b.ns).collect();
        stats::median(&mut first) * stats::median(&mut self.rounds.ratios(0, contender))
    }

    /// The fastest of those that fulfil a condition.
    pub fn fastest(&self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        (0..self.names.len())
            .filter(|i| fits(&self.names[*i]))
            .min_by(|a, b| self.ns(*a).total_cmp(&self.ns(*b)))
    }
}

/// Samples one thing after the other within a time for all, and shows how far it is.
pub struct Sequence {
    begin: Instant,
    total: Duration,
    parts: u32,
    bar: indicatif::ProgressBar,
    /// For orders and bootstraps.
    pub rng: Rng,
}

impl Sequence {
    /// A sequence of so many parts of equal length.
    pub fn new(total: Duration, parts: usize) -> Self {
        interrupt::catch();
        Sequence {
            begin: Instant::now(),
            total,
            parts: parts as u32,
            bar: terminal::bar(total.as_millis() as u64),
            rng: Rng::new(),
        }
    }

    fn show(&self, text: String) {
        self.bar.set_position(self.begin.elapsed().min(self.total).as_millis() as u64);
        self.bar.set_message(text);
    }

    /// Samples contenders, which takes as long as so many parts.
    ///
    /// # Errors
    /// Ctrl-C, or a wrong output.
    pub fn sample(
        &mut self,
        title: &str,
        parts: u32,
        expected: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Outcome<Sampled> {
        let left = self.total.saturating_sub(self.begin.elapsed());
        let plan = Plan {
            budget: left * parts / self.parts.max(parts),
            block: Duration::from_millis(90),
            min_rounds: 4,
            max_rounds: 60,
            precision: 0.005,
        };
        self.skip(parts);
        self.show(format!("{title}: first round"));
        let mut reference = expected;
        let (mut names, mut runners) = (Vec::new(), Vec::new());
        for mut contender in contenders {
            if let Some(reason) = wrong_output(&mut contender, &mut reference) {
                return Err(Failure::input(format!("{} of {title}: {reason}", contender.name)));
            }
            if let Work::Timed { run, .. } = contender.work {
                names.push(contender.name);
                runners.push(Runner::new(run, contender.units_per_call));
            }
        }
        let mut rng = self.rng.fork();
        let mut progress = |rounds: &Rounds| self.show(format!("{title}: {}", standing(rounds, &names)));
        let mut bench = Solo::new(SystemClock::default(), runners);
        let rounds = sampler::sample(&mut bench, 0, &plan, &mut rng, &interrupt::asked, &mut progress);
        if rounds.interrupted {
            self.bar.finish_and_clear();
            return Err(Failure::Interrupted);
        }
        Ok(Sampled { names, rounds })
    }

    /// Leaves parts out; the others get their time.
    pub fn skip(&mut self, parts: u32) {
        self.parts = self.parts.saturating_sub(parts);
    }

    /// Takes the progress away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Whether a name is that of a real engine of the operation that can run here, rather than `auto`, a variant or a peer.
pub fn is_engine(table: &dyn lanesmith::isa::AnyTable, name: &str) -> bool {
    name != "auto" && table.probe(name).is_ok()
}
