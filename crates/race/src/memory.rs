//! What work that is bound by memory does with it: how much it holds, and how often it goes through it.

use serde::{Deserialize, Serialize};

use crate::sampler::Block;

/// What a unit of work does with memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Bytes held at the end.
    pub bytes: f64,
    /// Which part of that is held on average over the time.
    pub average: f64,
    /// How often each byte is read or written.
    pub accesses: f64,
}

/// A time that somebody else told for the same work on another machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quoted {
    /// Who and where.
    pub source: &'static str,
    /// Wall time of a unit in seconds.
    pub seconds: f64,
    /// Of the CPU time, what the operating system took.
    pub system: f64,
    /// What it does with memory.
    pub memory: Memory,
}

/// Memory and time of one contender of one case: what goes into a [record](crate::Record).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Traffic {
    /// The operation.
    pub op: String,
    /// The case.
    pub case: String,
    /// The contender, or the source of a quotation.
    pub contender: String,
    /// Whether it was not measured here.
    #[serde(default)]
    pub quoted: bool,
    /// Nanoseconds per unit: CPU time where it was measured here, wall time where it is quoted.
    pub ns: f64,
    /// Of that, what the operating system took, where it is known.
    #[serde(default)]
    pub system: Option<f64>,
    /// Bytes held at the end.
    pub bytes: f64,
    /// Which part of that is held on average over the time.
    pub average: f64,
    /// How often each byte is read or written.
    pub accesses: f64,
}

impl Quoted {
    /// As a row beside what was measured.
    pub(crate) fn traffic(&self, op: &str, case: &str) -> Traffic {
        Traffic {
            op: op.into(),
            case: case.into(),
            contender: self.source.into(),
            quoted: true,
            ns: self.seconds * 1e9,
            system: Some(self.system * 1e9),
            bytes: self.memory.bytes,
            average: self.memory.average,
            accesses: self.memory.accesses,
        }
    }
}

impl Traffic {
    /// From the blocks of a contender: the median time, and the part of the operating system in all of them together, for
    /// its clock is coarse.
    pub(crate) fn of(op: &str, case: &str, contender: &str, memory: Memory, blocks: &[Block]) -> Self {
        let ns = crate::stats::median(&mut blocks.iter().map(|b| b.ns).collect::<Vec<_>>());
        let total: f64 = blocks.iter().map(|b| b.ns * b.calls as f64).sum();
        let system: Option<f64> = blocks.iter().map(|b| Some(b.system? * b.calls as f64)).sum();
        Traffic {
            op: op.into(),
            case: case.into(),
            contender: contender.into(),
            quoted: false,
            ns,
            system: system.filter(|_| total > 0.0).map(|system| ns * (system / total).min(1.0)),
            bytes: memory.bytes,
            average: memory.average,
            accesses: memory.accesses,
        }
    }

    /// Bytes held at the end for each second.
    pub fn peak_per_second(&self) -> f64 {
        self.bytes * 1e9 / self.ns
    }

    /// The same with what is held on average.
    pub fn average_per_second(&self) -> f64 {
        self.peak_per_second() * self.average
    }

    /// Bytes read and written each second.
    pub fn bandwidth(&self) -> f64 {
        self.peak_per_second() * self.accesses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: Memory = Memory { bytes: 1000.0, average: 0.5, accesses: 3.0 };

    fn block(ns: f64, system: Option<f64>) -> Block {
        Block { ns, gigahertz: 3.0, stolen: 0.0, calls: 1, system }
    }

    #[test]
    fn rates_are_those_of_the_median_time() {
        let blocks = [block(100.0, None), block(200.0, None), block(900.0, None)];
        let traffic = Traffic::of("demo.op", "n=1", "x", MEMORY, &blocks);
        assert_eq!(traffic.peak_per_second(), 5e9);
        assert_eq!(traffic.average_per_second(), 2.5e9);
        assert_eq!(traffic.bandwidth(), 15e9);
        assert_eq!(traffic.system, None);
    }

    #[test]
    fn the_part_of_the_system_is_that_of_all_blocks_together() {
        let blocks = [block(100.0, Some(0.0)), block(100.0, Some(60.0))];
        assert_eq!(Traffic::of("demo.op", "n=1", "x", MEMORY, &blocks).system, Some(30.0));
    }

    #[test]
    fn a_quotation_is_marked() {
        let quoted = Quoted { source: "a mail", seconds: 2.0, system: 0.5, memory: MEMORY };
        let traffic = quoted.traffic("demo.op", "n=1");
        assert!(traffic.quoted);
        assert_eq!((traffic.ns, traffic.system), (2e9, Some(5e8)));
    }
}
