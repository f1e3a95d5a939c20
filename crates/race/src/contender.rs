//! Contenders: named closures, and limits that are computed.

use serde::{Deserialize, Serialize};

use crate::memory::Memory;

/// What a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One of the implementations that the race is about.
    Engine,
    /// Somebody else's implementation.
    Peer,
    /// A reference implementation, to which speed-ups are told.
    Baseline,
    /// What the hardware cannot beat.
    Bound,
}

impl Kind {
    /// The name that a [record](crate::record) has for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Engine => "engine",
            Kind::Peer => "peer",
            Kind::Baseline => "baseline",
            Kind::Bound => "bound",
        }
    }
}

/// How a contender gets its time.
pub enum Work {
    /// It is run.
    Timed {
        /// One call.
        run: Box<dyn FnMut()>,
        /// The result of one call, for the comparison before anything is timed; none for a bound that has no
        /// result, such as a `memset`.
        output: Option<Box<dyn FnMut() -> Vec<u8>>>,
    },
    /// It is computed, in core cycles per unit of work.
    Cycles(f64),
}

/// One that takes part in a race.
///
/// ```
/// use std::hint::black_box;
///
/// use lanesmith_race::{Contender, Kind};
///
/// let data: Vec<u64> = (0..1000).collect();
/// let again = data.clone();
/// let sum = |data: &[u64]| data.iter().sum::<u64>();
/// let contender = Contender::new(
///     "iter().sum()",
///     Kind::Engine,
///     data.len() as f64, // one call adds a thousand numbers
///     move || {
///         // Black boxes keep the compiler from doing the work once and for all.
///         black_box(sum(black_box(&data)));
///     },
///     move || sum(&again).to_le_bytes().to_vec(),
/// );
/// assert_eq!(contender.kind.name(), "engine");
/// ```
pub struct Contender {
    /// Its name, unique within the case.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Units of work that one call does.
    pub units_per_call: f64,
    /// How it gets its time.
    pub work: Work,
    /// What a unit of work does with memory, where that is what matters.
    pub memory: Option<Memory>,
}

impl Contender {
    /// One of any kind that is run and has a result: `run` is one call, `output` the bytes that one call gives.
    pub fn new(
        name: impl Into<String>,
        kind: Kind,
        units_per_call: f64,
        run: impl FnMut() + 'static,
        output: impl FnMut() -> Vec<u8> + 'static,
    ) -> Self {
        Contender {
            name: name.into(),
            kind,
            units_per_call,
            work: Work::Timed { run: Box::new(run), output: Some(Box::new(output)) },
            memory: None,
        }
    }

    /// A limit computed from documented instruction counts, in core cycles per unit of work.
    pub fn bound(name: impl Into<String>, cycles_per_unit: f64) -> Self {
        Contender {
            name: name.into(),
            kind: Kind::Bound,
            units_per_call: 1.0,
            work: Work::Cycles(cycles_per_unit),
            memory: None,
        }
    }

    /// A limit that is measured, such as a `memset` over the same bytes.
    pub fn measured_bound(name: impl Into<String>, units_per_call: f64, run: impl FnMut() + 'static) -> Self {
        Contender {
            name: name.into(),
            kind: Kind::Bound,
            units_per_call,
            work: Work::Timed { run: Box::new(run), output: None },
            memory: None,
        }
    }

    /// The same, with what a unit of its work does with memory.
    #[must_use]
    pub fn using(mut self, memory: Memory) -> Self {
        self.memory = Some(memory);
        self
    }

    /// How its output differs from the reference, which its own output becomes where there is none yet. A contender
    /// without an output differs from nothing.
    pub fn wrong_output(&mut self, reference: &mut Option<Vec<u8>>) -> Option<String> {
        let Work::Timed { output: Some(output), .. } = &mut self.work else { return None };
        let got = output();
        let expected = reference.get_or_insert_with(|| got.clone());
        difference(expected, &got)
    }
}

/// Where two outputs differ.
fn difference(expected: &[u8], got: &[u8]) -> Option<String> {
    if expected == got {
        return None;
    }
    let at = expected.iter().zip(got).position(|(a, b)| a != b);
    Some(match at {
        Some(at) => format!("wrong output: byte {at} is {:#04x}, should be {:#04x}", got[at], expected[at]),
        None => {
            let plural = if got.len() == 1 { "" } else { "s" };
            format!("wrong output: {} byte{plural}, should be {}", got.len(), expected.len())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_by_its_place_or_by_the_lengths() {
        assert_eq!(difference(&[1, 2], &[1, 2]), None);
        assert_eq!(difference(&[1, 2], &[1, 9]).unwrap(), "wrong output: byte 1 is 0x09, should be 0x02");
        assert_eq!(difference(&[1, 2], &[1]).unwrap(), "wrong output: 1 byte, should be 2");
    }

    #[test]
    fn the_first_output_is_the_reference_for_the_others() {
        let contender = |byte: u8| Contender::new("x", Kind::Engine, 1.0, || {}, move || vec![byte]);
        let mut reference = None;
        assert_eq!(contender(1).wrong_output(&mut reference), None);
        assert_eq!(contender(1).wrong_output(&mut reference), None);
        assert!(contender(2).wrong_output(&mut reference).is_some());
        assert_eq!(Contender::bound("limit", 1.0).wrong_output(&mut reference), None);
    }
}
