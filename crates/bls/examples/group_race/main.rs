//! Curves, pairings and hashing against blst in one process: the contenders in turn, ratios of minima and of medians.
//!
//! `cargo run --release --example group_race -- [part of a name]`. Less than one is faster than blst.

mod arch;
mod contenders;
mod ffi;

use std::time::Instant;

/// One operation: blst first, then a contender a backend.
pub struct Race {
    /// What is done.
    pub name: &'static str,
    /// Who does it.
    pub contenders: Vec<(&'static str, Box<dyn FnMut()>)>,
}

const BLOCK_NS: f64 = 400_000.0;
const BUDGET_NS: f64 = 350_000_000.0;

fn time(run: &mut dyn FnMut(), n: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..n {
        run();
    }
    start.elapsed().as_nanos() as f64 / n as f64
}

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    println!(
        "{:<24} {:<7} {:>11} {:>11} {:>7} {:>7}",
        "operation", "engine", "min us", "median us", "min", "median"
    );
    for mut race in arch::races(&filter) {
        let counts: Vec<usize> =
            race.contenders.iter_mut().map(|(_, run)| (BLOCK_NS / time(run, 1)).max(1.0) as usize).collect();
        let once: f64 =
            race.contenders.iter_mut().zip(&counts).map(|((_, run), n)| time(run, *n) * *n as f64).sum();
        let rounds = ((BUDGET_NS / once) as usize).clamp(7, 300);
        let mut times = vec![Vec::with_capacity(rounds); race.contenders.len()];
        for _ in 0..rounds {
            for (i, (_, run)) in race.contenders.iter_mut().enumerate() {
                times[i].push(time(run, counts[i]));
            }
        }
        let summary: Vec<(f64, f64)> = times
            .iter_mut()
            .map(|t| {
                t.sort_by(f64::total_cmp);
                (t[0] / 1000.0, t[t.len() / 2] / 1000.0)
            })
            .collect();
        for ((name, _), (min, median)) in race.contenders.iter().zip(&summary) {
            println!(
                "{:<24} {:<7} {:>11.3} {:>11.3} {:>7.3} {:>7.3}",
                race.name,
                name,
                min,
                median,
                min / summary[0].0,
                median / summary[0].1
            );
        }
    }
}
