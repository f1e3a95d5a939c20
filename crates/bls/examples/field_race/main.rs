//! Field kernels against blst in one process: blocks of about 60 us in turn, ratios of the minima and of the medians.
//!
//! `cargo run --release --example field_race -- [part of a name]`. Parts that blst does not export are set against its
//! reduced product or square.

#[allow(unsafe_code)]
mod arch;

use std::time::Instant;

/// One that does the operation `n` times per call of `run`, `calls` operations in each.
pub struct Contender {
    name: &'static str,
    run: Box<dyn FnMut(u32)>,
    calls: u32,
}

/// All who do one operation.
pub struct Race {
    name: &'static str,
    chain: bool,
    contenders: Vec<Contender>,
}

const BLOCK_NS: f64 = 60_000.0;
const ROUNDS: usize = 300;

fn time(run: &mut dyn FnMut(u32), n: u32) -> f64 {
    let start = Instant::now();
    run(n);
    start.elapsed().as_nanos() as f64
}

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    println!(
        "{:<20} {:<6} {:<7} {:>9} {:>9} {:>7} {:>7}",
        "operation", "mode", "engine", "min ns", "median ns", "min", "median"
    );
    for mut race in arch::races(&filter) {
        let counts: Vec<u32> = race
            .contenders
            .iter_mut()
            .map(|c| {
                let trial = time(&mut c.run, 80).min(time(&mut c.run, 80)) / 80.0;
                ((BLOCK_NS / trial / 8.0) as u32).max(1) * 8
            })
            .collect();
        let mut times = vec![Vec::with_capacity(ROUNDS); race.contenders.len()];
        for _ in 0..ROUNDS {
            for (i, c) in race.contenders.iter_mut().enumerate() {
                times[i].push(time(&mut c.run, counts[i]) / f64::from(counts[i]) / f64::from(c.calls));
            }
        }
        let summary: Vec<(f64, f64)> = times
            .iter_mut()
            .map(|t| {
                t.sort_by(f64::total_cmp);
                (t[0], t[t.len() / 2])
            })
            .collect();
        let (blst_min, blst_median) = summary[0];
        for (c, (min, median)) in race.contenders.iter().zip(&summary) {
            let mode = if race.chain { "chain" } else { "indep" };
            println!(
                "{:<20} {:<6} {:<7} {:>9.1} {:>9.1} {:>7.3} {:>7.3}",
                race.name,
                mode,
                c.name,
                min,
                median,
                min / blst_min,
                median / blst_median
            );
        }
    }
}
