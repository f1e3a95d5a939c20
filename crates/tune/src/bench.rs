//! What measures: samplings one after the other, or in tests a clock that does as it is told.

use fastrand::Rng;
use lanesmith_race::sequence::{Sampled, Sequence};
use lanesmith_race::{Contender, Error, Hooks};

/// Where contenders are sampled side by side.
pub trait Bench {
    /// Samples contenders, which takes as long as so many parts.
    ///
    /// # Errors
    /// It is stopped, or an output is wrong.
    fn sample(
        &mut self,
        title: &str,
        parts: u32,
        expected: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, Error>;

    /// Leaves parts out; the others get their time.
    fn skip(&mut self, parts: u32);

    /// For bootstraps.
    fn rng(&mut self) -> &mut Rng;
}

impl<H: Hooks> Bench for Sequence<H> {
    fn sample(
        &mut self,
        title: &str,
        parts: u32,
        expected: Option<Vec<u8>>,
        contenders: Vec<Contender>,
    ) -> Result<Sampled, Error> {
        Sequence::sample(self, title, parts, expected, contenders)
    }

    fn skip(&mut self, parts: u32) {
        Sequence::skip(self, parts);
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }
}

/// How many times as fast one contender is as another.
pub(crate) fn gain(
    case: &str,
    sampled: &Sampled,
    this: usize,
    base: usize,
    bench: &mut dyn Bench,
) -> crate::Gain {
    let ratio = sampled.ratio(this, base, bench.rng());
    crate::Gain { case: case.into(), ratio: ratio.median, interval: [ratio.low, ratio.high] }
}
