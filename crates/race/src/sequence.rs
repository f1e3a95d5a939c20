//! Samplings one after the other within a time for all, for programs that act on ratios instead of recording them.

use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::clock::SystemClock;
use crate::heat::standing;
use crate::sampler::{self, Plan, Rounds, Runner, Solo};
use crate::stats::{self, Estimate};
use crate::{Contender, Error, Hooks, Work};

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

/// Samples one thing after the other within a time for all.
pub struct Sequence<H> {
    begin: Instant,
    total: Duration,
    parts: u32,
    hooks: H,
    /// For orders and bootstraps.
    pub rng: Rng,
}

impl<H: Hooks> Sequence<H> {
    /// A sequence of so many parts of equal length. Of the hooks, only progress and stopping matter.
    pub fn new(total: Duration, parts: usize, hooks: H) -> Self {
        Sequence { begin: Instant::now(), total, parts: parts as u32, hooks, rng: Rng::new() }
    }

    /// Samples contenders, which takes as long as so many parts.
    ///
    /// # Errors
    /// The hooks stop it, or an output is wrong.
    pub fn sample(
        &mut self,
        title: &str,
        parts: u32,
        expected: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, Error> {
        let left = self.total.saturating_sub(self.begin.elapsed());
        let plan = Plan {
            budget: left * parts / self.parts.max(parts),
            patience: Duration::MAX,
            limit: Duration::MAX,
            block: Duration::from_millis(90),
            min_rounds: 4,
            max_rounds: 60,
            precision: 0.005,
        };
        self.skip(parts);
        let show = |text: String| self.hooks.progress(self.begin.elapsed(), &text);
        show(format!("{title}: first round"));
        let mut reference = expected;
        let (mut names, mut runners) = (Vec::new(), Vec::new());
        for mut contender in contenders {
            if let Some(reason) = contender.wrong_output(&mut reference) {
                return Err(Error::WrongOutput { title: title.into(), contender: contender.name, reason });
            }
            if let Work::Timed { run, .. } = contender.work {
                names.push(contender.name);
                runners.push(Runner::new(run, contender.units_per_call));
            }
        }
        let mut rng = self.rng.fork();
        let mut progress = |rounds: &Rounds| show(format!("{title}: {}", standing(rounds, &names)));
        let mut bench = Solo::new(SystemClock::default(), runners);
        let rounds = sampler::sample(&mut bench, 0, &plan, &mut rng, &|| self.hooks.stop(), &mut progress);
        if rounds.interrupted {
            return Err(Error::Stopped);
        }
        Ok(Sampled { names, rounds })
    }

    /// Leaves parts out; the others get their time.
    pub fn skip(&mut self, parts: u32) {
        self.parts = self.parts.saturating_sub(parts);
    }
}
