//! The nonce search: its vectors on one engine, and its race.

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

use anyhow::Context;
use lanesmith::curl::pow::{Job, Order, Search, Stopped, tip12};
use lanesmith::curl::{Curl, POW, PowEngine, Rounds, transaction_hash, trit};
use lanesmith::isa::{Feature, detect};
use lanesmith_testkit::hex;
use lanesmith_testkit::vectors::curl as vectors;

use super::basic;
use crate::family::{CaseSpec, CheckFailure, CheckReport, Contender, Kind, RaceOp, Scope};

fn broken(vector: &str, expected: impl ToString, got: impl ToString) -> CheckFailure {
    CheckFailure { vector: vector.into(), expected: expected.to_string(), got: got.to_string() }
}

/// Checks one engine.
pub fn check(
    engine: PowEngine,
    scope: Scope,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckFailure> {
    let (first, second, third) = (vectors::pow_check(), vectors::pow_iri_order(), vectors::pow_tip12());
    // Those that take no more than some ten thousand attempts.
    let quick = |weight: usize| scope == Scope::Full || weight <= 9;
    let all = (first.len() + second.len() + third.len()) as u64;
    let mut done = 0;
    let mut count = || {
        done += 1;
        progress(done, all);
    };
    for v in first {
        published(engine, v)?;
        count();
    }
    for v in second.iter().filter(|v| quick(v.min_weight_magnitude)) {
        iri_order(engine, v)?;
        count();
    }
    for v in third {
        message(engine, v)?;
        count();
    }
    Ok(CheckReport { cases: done })
}

/// Free trits around a nonce that is known: few enough to try them all.
const WINDOW: usize = 8;

/// Searches for a nonce of which all but some trits are given.
fn rest_of(
    engine: PowEngine,
    rounds: Rounds,
    trits: &[i8],
    free: Range<usize>,
    weight: usize,
) -> anyhow::Result<Result<[i8; 243], Stopped>> {
    let (before, block) = trits.split_last_chunk::<243>().context("a whole block")?;
    let mut curl = Curl::new(rounds);
    curl.absorb_trits(before)?;
    let search = Search::block(rounds, &curl.state(), block, &free.collect::<Vec<_>>(), weight)?;
    Ok(search.with_engine(engine).run(&Job::new()).map(|found| found.block))
}

fn published(engine: PowEngine, v: &vectors::PowCheck) -> Result<(), CheckFailure> {
    let rounds = Rounds::of(v.rounds).ok_or_else(|| broken(v.id, "27 or 81 rounds", v.rounds))?;
    let trits = trit::trytes_to_trits(v.trytes.as_bytes()).map_err(|e| broken(v.id, "trytes", e))?;
    let search = |weight| {
        rest_of(engine, rounds, &trits, 243 - WINDOW..243, weight).map_err(|e| broken(v.id, "a search", e))
    };
    let expected = trits.last_chunk().copied();
    let nonce = |block: &[i8; 243]| trit::trits_to_trytes(&block[162..]).unwrap_or_default();
    match search(v.valid_at_mwm)? {
        Ok(block) if Some(block) == expected => {}
        Ok(block) => return Err(broken(v.id, v.nonce, String::from_utf8_lossy(&nonce(&block)))),
        Err(e) => return Err(broken(v.id, v.nonce, e)),
    }
    match search(v.invalid_at_mwm)? {
        Err(Stopped::Exhausted) => Ok(()),
        Err(e) => Err(broken(v.id, Stopped::Exhausted, e)),
        Ok(block) => Err(broken(v.id, Stopped::Exhausted, String::from_utf8_lossy(&nonce(&block)))),
    }
}

fn iri_order(engine: PowEngine, v: &vectors::PowIriOrder) -> Result<(), CheckFailure> {
    let transaction = format!("{}{}", v.trytes_without_nonce, "9".repeat(27));
    let found = Search::transaction(transaction.as_bytes(), v.min_weight_magnitude)
        .and_then(|search| search.with_order(Order::Iri))
        .map_err(|e| broken(v.id, v.nonce, e))?
        .with_engine(engine)
        .run(&Job::new())
        .map_err(|e| broken(v.id, v.nonce, e))?;
    let expected = format!("{} in batch {}", v.nonce, v.batches_of_64);
    let got = format!("{} in batch {}", String::from_utf8_lossy(&found.nonce()), found.batch + 1);
    if expected == got { Ok(()) } else { Err(broken(v.id, expected, got)) }
}

fn message(engine: PowEngine, v: &vectors::PowTip12) -> Result<(), CheckFailure> {
    let message = hex::decode(v.message_hex).ok_or_else(|| broken(v.id, "hexadecimal", v.message_hex))?;
    let score = tip12::score(&message).map_err(|e| broken(v.id, v.score, e))?;
    if score != v.score {
        return Err(broken(v.id, v.score, score));
    }
    // Below five zeros the nonce is not the only one in reach.
    if v.trailing_zeros >= 5 {
        let trits =
            trit::trytes_to_trits(v.curl_input_trytes.as_bytes()).map_err(|e| broken(v.id, "trytes", e))?;
        let found = rest_of(engine, Rounds::P81, &trits, 240 - 6..240, v.trailing_zeros);
        match found.map_err(|e| broken(v.id, "a search", e))? {
            Ok(block) if block[..] == trits[..] => {}
            Ok(block) => return Err(broken(v.id, format!("{trits:?}"), format!("{block:?}"))),
            Err(e) => return Err(broken(v.id, v.message_hex, e)),
        }
    }
    Ok(())
}

/// The weight that is raced: that of the main network.
const WEIGHT: usize = 14;
/// The weight that contenders have to show a nonce for before they are timed.
const SHOWN: usize = 7;
/// Batches of 64 attempts of one call: two sweeps of the widest engine.
const BATCHES: u64 = 2 * 8 * 27;

/// The race.
pub fn race() -> RaceOp {
    let case = CaseSpec::new(format!("mwm={WEIGHT}"), contenders);
    RaceOp { op: "curl.pow", unit: "attempt", baseline: basic::NAME, cases: vec![case] }
}

fn search(weight: usize) -> anyhow::Result<Search> {
    let transaction = vectors::transaction().iter().find(|t| t.rounds == 81).context("a transaction")?;
    Ok(Search::transaction(transaction.trytes.as_bytes(), weight)?)
}

fn contender(name: &str, change: impl Fn(Search) -> Search) -> anyhow::Result<Contender> {
    let raced: &'static Search = Box::leak(Box::new(change(search(WEIGHT)?)));
    let shown = change(search(SHOWN)?);
    let job = Job::new();
    let worker = RefCell::new(raced.worker());
    let run = move || {
        // Where the order begins does not matter; a nonce found would end the call early.
        black_box(worker.borrow_mut().run(0..BATCHES, &job)).ok();
    };
    let output = move || shown.run(&Job::new()).map(|found| found.nonce().to_vec()).unwrap_or_default();
    Ok(Contender::new(name, Kind::Engine, (64 * BATCHES) as f64, run, output))
}

fn contenders() -> anyhow::Result<Vec<Contender>> {
    let auto = POW.auto();
    let mut list = vec![contender("auto", |search| search)?];
    for engine in POW.available() {
        list.push(contender(engine.name(), |search| search.with_engine(engine))?);
    }
    let name = format!("{}+all-rounds", auto.name());
    list.push(contender(&name, |search| search.with_engine(auto).saving_rounds(false))?);

    let transaction = search(WEIGHT)?;
    let _ = (&transaction, transaction_hash, Rc::new(()));
    list.push(basic::contender(64 * BATCHES)?);
    let sboxes = 729.0 * 81.0;
    let cpu = detect::features();
    if cpu.has(Feature::Avx512F) {
        list.push(Contender::bound("512-bit ports, all rounds", 2.0 * sboxes / 2.0 / 512.0));
    } else if cpu.has(Feature::Avx2) {
        list.push(Contender::bound("256-bit ports, all rounds", 4.0 * sboxes / 4.0 / 256.0));
    }
    Ok(list)
}
