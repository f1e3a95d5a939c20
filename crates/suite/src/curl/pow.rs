//! The race of the nonce search.

use std::hint::black_box;

use lanesmith_curl::POW;
use lanesmith_curl::hazmat::PowKernel;
use lanesmith_curl::pow::{Job, Search};
use lanesmith_isa::{AUTO, Feature, Operation, cpu, detect};
use lanesmith_race::{BoxError, Case, Contender, Figure, Kind, Race};

use super::inputs::{BASELINE, SHOWN, WEIGHT, transaction};

/// Batches of 64 attempts of one call: two sweeps of the widest engine.
const BATCHES: u64 = 2 * 8 * 27;

/// The race.
pub fn race() -> Race {
    let case = Case::new(format!("mwm={WEIGHT}"), contenders)
        .telling("searches for nonces")
        .titled("search for a nonce")
        .told(Figure::rate("attempts"))
        .summing_up();
    Race { op: PowKernel::NAME, unit: "attempt", baseline: BASELINE, cases: vec![case] }
}

fn contender(name: &str, change: impl Fn(Search) -> Search) -> Result<Contender, BoxError> {
    let search = |weight| Ok::<_, BoxError>(change(Search::transaction(transaction()?.as_bytes(), weight)?));
    // A worker borrows its search, and a contender owns what it needs: one search a process is left behind.
    let raced: &'static Search = Box::leak(Box::new(search(WEIGHT)?));
    let shown = search(SHOWN)?;
    let mut worker = raced.worker();
    let run = move || {
        // A nonce found would end the call early: there is none in this range, or all contenders find it.
        let _ = black_box(worker.run(0..BATCHES, &Job::new()));
    };
    let output = move || shown.run(&Job::new()).map(|found| found.nonce().to_vec()).unwrap_or_default();
    Ok(Contender::new(name, Kind::Engine, (64 * BATCHES) as f64, run, output))
}

/// Core cycles per attempt when the ternary-logic ports never rest: two instructions for each S-box, of which the
/// saved rounds leave 65 x 729 and, for this weight, 762 at the beginning and 628 at the end.
fn bound() -> Option<Contender> {
    let instructions = f64::from(2 * (65 * 729 + 762 + 628));
    let lanes = if cpu::identity().splits_512_bits() { 256.0 } else { 512.0 };
    let there = detect::features().has(Feature::Avx512F);
    there.then(|| Contender::bound("ternary-logic ports", instructions / 2.0 / lanes))
}

fn contenders() -> Result<Vec<Contender>, BoxError> {
    let auto = POW.auto();
    let mut list = vec![contender(AUTO, |search| search)?];
    for engine in POW.available() {
        list.push(contender(engine.name(), |search| search.with_engine(engine))?);
    }
    let name = format!("{}+all-rounds", auto.name());
    list.push(contender(&name, |search| search.with_engine(auto).saving_rounds(false))?);
    #[cfg(feature = "whole")]
    list.push(super::lab::search()?);
    list.extend(bound());
    Ok(list)
}
