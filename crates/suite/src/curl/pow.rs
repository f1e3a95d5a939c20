//! The race of the nonce search.

use std::hint::black_box;

use lanesmith_curl::lab::pcurl::{Bench, Configuration, LAB};
use lanesmith_curl::pow::{Job, Search};
use lanesmith_curl::{POW, PowKernel, Rounds, trit};
use lanesmith_isa::{AUTO, Feature, Operation, cpu, detect};
use lanesmith_race::{BoxError, Case, Contender, Figure, Kind, Race};
use lanesmith_testkit::vectors::curl as vectors;

use super::race::BASIC;

/// The weight that is raced: that of the main network.
const WEIGHT: usize = 14;
/// The weight that contenders have to show a nonce for before they are timed.
const SHOWN: usize = 7;
/// Batches of 64 attempts of one call: two sweeps of the widest engine.
const BATCHES: u64 = 2 * 8 * 27;

/// The race.
pub fn race() -> Race {
    let case = Case::new(format!("mwm={WEIGHT}"), contenders)
        .telling("searches for nonces")
        .titled("search for a nonce")
        .told(Figure::rate("attempts"))
        .summing_up();
    Race { op: PowKernel::NAME, unit: "attempt", baseline: BASIC, cases: vec![case] }
}

/// The transaction whose nonce is searched.
fn transaction() -> Result<&'static str, BoxError> {
    let found = vectors::transaction().iter().find(|t| t.rounds == 81);
    Ok(found.ok_or("no transaction")?.trytes)
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

/// The search as others have it: copy the midstate, transform, look at the last trits, increment. It goes through the
/// nonces in our order, so that it finds the same one.
struct Basic {
    midstate: Bench,
    state: Bench,
    block: Vec<u64>,
}

impl Basic {
    fn new(configuration: Configuration) -> Result<Self, BoxError> {
        let trits = trit::trytes_to_trits(transaction()?.as_bytes())?;
        let mut midstate = Bench::new(configuration);
        let (blocks, _) = trits.as_chunks::<243>();
        let (last, before) = blocks.split_last().ok_or("not a block")?;
        for block in before {
            midstate.absorb(&midstate.block(|_, trit| block[trit]), Rounds::P81);
        }
        // Three inner trits, then four that tell lanes apart, then a counter.
        let block = midstate.block(|lane, trit| match trit {
            165..169 => [0, 1, -1][lane / 3usize.pow(trit as u32 - 165) % 3],
            162.. => 0,
            _ => last[trit],
        });
        Ok(Basic { state: midstate.clone(), midstate, block })
    }

    /// The next attempts of all lanes, and the lanes with so many zeros at the end.
    fn attempt(&mut self, weight: usize) -> Option<usize> {
        let state = &mut self.state;
        state.clone_from(&self.midstate);
        state.absorb(&self.block, Rounds::P81);
        let found = (0..64).find(|lane| (243 - weight..243).rev().all(|trit| state.trit(*lane, trit) == 0));
        if found.is_none() {
            self.increment();
        }
        found
    }

    fn increment(&mut self) {
        for trit in (162..165).chain(169..243) {
            let pair = &mut self.block[2 * trit..][..2];
            let next = match pair {
                // 0 to 1 to -1 and, with a carry, to 0.
                [0, _] => [u64::MAX, 0],
                [_, 0] => [u64::MAX, u64::MAX],
                _ => [0, u64::MAX],
            };
            pair.copy_from_slice(&next);
            if next != [u64::MAX; 2] {
                return;
            }
        }
    }

    fn nonce(&self, lane: usize) -> Vec<u8> {
        let trits: Vec<i8> = self.block[2 * 162..]
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[low, high]| (high >> lane & 1) as i8 - (low >> lane & 1) as i8)
            .collect();
        trit::trits_to_trytes(&trits).unwrap_or_default()
    }
}

fn basic() -> Result<Contender, BoxError> {
    let configuration = LAB.by_name(BASIC)?;
    let mut raced = Basic::new(configuration)?;
    let run = move || {
        black_box(raced.attempt(WEIGHT));
    };
    let output = move || {
        let Ok(mut shown) = Basic::new(configuration) else { return Vec::new() };
        loop {
            if let Some(lane) = shown.attempt(SHOWN) {
                return shown.nonce(lane);
            }
        }
    };
    Ok(Contender::new(BASIC, Kind::Baseline, 64.0, run, output))
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
    list.push(basic()?);
    list.extend(bound());
    Ok(list)
}
