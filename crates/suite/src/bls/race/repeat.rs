//! Contenders from functions.

use std::hint::black_box;

use lanesmith_race::{Contender, Kind};

/// The name and kind of a contender.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    /// The name.
    pub name: &'static str,
    /// The kind.
    pub kind: Kind,
}

impl Who {
    /// Another library.
    pub const fn peer(name: &'static str) -> Self {
        Who { name, kind: Kind::Peer }
    }
}

/// How many values are worked on in turn, so that an operation need not wait for the one before.
pub const VALUES: usize = 8;

/// How often a value is worked on in one call of a contender.
#[derive(Clone, Copy, Debug)]
pub enum Times {
    /// So often that the call itself costs nothing against operations of nanoseconds.
    Many = 32,
    /// For operations of microseconds.
    Few = 2,
}

/// Values and what they are combined with.
#[derive(Clone, Debug)]
pub struct Values<T> {
    /// The values.
    pub start: Vec<T>,
    /// The other operand.
    pub other: T,
}

/// One that replaces each value by `f` of it and of the other operand, again and again.
pub fn repeated<T: Copy + 'static>(
    who: Who,
    times: Times,
    values: &Values<T>,
    f: impl Fn(&T, &T) -> T + Copy + 'static,
    bytes: impl Fn(&T) -> Vec<u8> + 'static,
) -> Contender {
    let Values { start, other } = values.clone();
    let calls = start.len() * times as usize;
    let go = move |values: &mut [T], next: &mut [T]| {
        let other = black_box(&other);
        // To and fro: a result is not copied onto its operand.
        for _ in 0..times as usize / 2 {
            for (to, from) in next.iter_mut().zip(values.iter()) {
                *to = f(from, other);
            }
            for (to, from) in values.iter_mut().zip(next.iter()) {
                *to = f(from, other);
            }
        }
        black_box(values);
    };
    let (mut values, mut next) = (start.clone(), start.clone());
    let run = move || go(&mut values, &mut next);
    let output = move || {
        let (mut values, mut next) = (start.clone(), start.clone());
        go(&mut values, &mut next);
        values.iter().flat_map(&bytes).collect()
    };
    Contender::new(who.name, who.kind, calls as f64, run, output)
}

/// One that calls a function.
pub fn once<T: 'static>(
    who: Who,
    f: impl Fn() -> T + Clone + 'static,
    bytes: impl Fn(T) -> Vec<u8> + 'static,
) -> Contender {
    let again = f.clone();
    let run = move || {
        black_box(f());
    };
    Contender::new(who.name, who.kind, 1.0, run, move || bytes(again()))
}

/// One that answers yes or no; an answer of no is an output that nobody else has.
pub fn verdict(who: Who, f: impl Fn() -> bool + Clone + 'static) -> Contender {
    once(who, f, |yes| vec![u8::from(yes)])
}
