//! A race of your own functions: copy this file, put your functions in the place of these.
//!
//! ```sh
//! cargo run --release -p lanesmith-race --example race_your_own
//! ```
//!
//! Three ways to add up bytes. The last one is wrong for long inputs, and is thrown out where it is.

use std::hint::black_box;
use std::time::Duration;

use lanesmith_race::heat::{self, Heat};
use lanesmith_race::{BoxError, Case, Contender, Hooks, Kind, Race, Record, Settings, text};

fn one_by_one(bytes: &[u8]) -> u64 {
    let mut sum = 0;
    for byte in bytes {
        sum = black_box(sum + u64::from(*byte));
    }
    sum
}

fn iterator(bytes: &[u8]) -> u64 {
    bytes.iter().map(|b| u64::from(*b)).sum()
}

fn narrow(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0_u16, |sum, b| sum.wrapping_add(u16::from(*b))).into()
}

/// Every thread of a race makes its own contenders, on data of its own.
fn contenders(size: usize) -> Result<Vec<Contender>, BoxError> {
    let contender = |name: &str, kind, sum: fn(&[u8]) -> u64| {
        let data: Vec<u8> = (0..size).map(|i| i as u8).collect();
        let again = data.clone();
        let run = move || {
            black_box(sum(black_box(&data)));
        };
        // One call does `size` units of work; the output is what all must agree on.
        Contender::new(name, kind, size as f64, run, move || sum(&again).to_le_bytes().to_vec())
    };
    Ok(vec![
        contender("one by one", Kind::Baseline, one_by_one),
        contender("iterator", Kind::Engine, iterator),
        contender("narrow", Kind::Engine, narrow),
        // No core loads more than 128 bytes in a cycle.
        Contender::bound("two loads of 512 bits", 1.0 / 128.0),
    ])
}

/// Says on standard error what goes on.
struct Talkative;

impl Hooks for Talkative {
    fn progress(&self, spent: Duration, doing: &str) {
        eprintln!("{:5.2} s  {doing}", spent.as_secs_f64());
    }
}

fn main() -> Result<(), BoxError> {
    let cases = [64, 4096].map(|size| Case::new(format!("size={size}"), move || contenders(size)));
    let race = Race { op: "bytes.sum", unit: "byte", baseline: "one by one", cases: cases.into() };
    let heats: Vec<Heat<'_>> = race.cases.iter().map(|case| Heat { race: &race, case, threads: 1 }).collect();
    let mut record = Record { cpu: "this machine".into(), ..Record::default() };
    heat::run(&heats, &Settings::quick(Duration::from_secs(2)), &Talkative, &mut record)?;
    text::record(&record, usize::MAX, false, &mut std::io::stdout())?;
    Ok(())
}
