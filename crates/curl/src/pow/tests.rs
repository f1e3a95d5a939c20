//! Orders, nonce by nonce, and what an engine is really asked.

use std::collections::HashSet;
use std::sync::Mutex;
use std::vec::Vec;

use lanesmith_isa::lanes::Line;
use lanesmith_isa::{Engine, FeatureSet, Table};

use super::order::{LANES, Space};
use super::{Job, Order, Search, Stopped};
use crate::kernel::RATE;
use crate::kernel::pow::{Memory, Plan};
use crate::ops::PowKernel;
use crate::rounds::Rounds;

/// Blocks that the recording engine was asked to try.
static RECORD: Mutex<Vec<[i8; RATE]>> = Mutex::new(Vec::new());
/// One recording at a time.
static TURN: Mutex<()> = Mutex::new(());

/// Finds nothing and writes down every nonce of every lane.
fn record(memory: &mut Memory, plan: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool) {
    const WORDS: usize = 2;
    let words = Line::words(&memory.start);
    for value in 0..3usize.pow(plan.inner_len as u32) {
        let mut blocks = Vec::new();
        for lane in 0..WORDS * LANES {
            let mut block: [i8; RATE] = std::array::from_fn(|trit| {
                let bit =
                    |plane| (words[(2 * trit + plane) * WORDS + lane / LANES] >> (lane % LANES) & 1) as i8;
                bit(1) - bit(0)
            });
            let mut digit = value;
            for trit in &mut block[plan.inner_at..][..plan.inner_len] {
                *trit = plan.digits[digit % 3];
                digit /= 3;
            }
            blocks.push(block);
        }
        RECORD.lock().expect("record").extend(blocks);
        if !batch(value, &[0; WORDS]) {
            return;
        }
    }
}

static RECORDER: Table<PowKernel> = Table::new(&[Engine::new(
    "recorder",
    "",
    FeatureSet::EMPTY,
    2 * LANES,
    PowKernel { saved: |_| (7, 9), sweep: record },
)]);

fn recorded(search: Search, ranges: &[(u64, u64)], threads: usize) -> Vec<[i8; RATE]> {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    RECORD.lock().expect("record").clear();
    let search = search.with_engine(RECORDER.auto()).with_threads(threads).expect("threads");
    let mut attempts = 0;
    for (from, to) in ranges {
        let job = Job::new();
        let search = search.clone().within(*from..*to).expect("a range");
        assert_eq!(search.run(&job), Err(Stopped::Exhausted));
        attempts += job.attempts();
    }
    let record = core::mem::take(&mut *RECORD.lock().expect("record"));
    assert_eq!(record.len() as u64, attempts, "attempts counted and nonces tried");
    record
}

#[test]
fn no_nonce_is_searched_twice_on_four_threads_and_across_ranges() {
    let search = Search::transaction(&[b'A'; 2673], 14).expect("a transaction");
    // The counter carries into its second and third trit; ranges end between sweeps.
    let ranges = [(0, 27 * 8), (27 * 8, 27 * 40), (27 * 2180, 27 * 2200)];
    let nonces = recorded(search, &ranges, 4);
    assert_eq!(nonces.len(), 27 * 64 * (40 + 20));
    let distinct: HashSet<_> = nonces.iter().collect();
    assert_eq!(distinct.len(), nonces.len());
}

#[test]
fn a_range_tries_just_the_nonces_that_are_its_own_whatever_the_number_of_threads() {
    let search = Search::transaction(&[b'A'; 2673], 14).expect("a transaction");
    let mut alone = recorded(search.clone(), &[(0, 27 * 20)], 1);
    let mut together = recorded(search, &[(0, 27 * 20)], 3);
    alone.sort_unstable();
    together.sort_unstable();
    assert!(alone == together);
}

#[test]
fn iri_order_counts_without_a_gap_where_its_counter_turns_over() {
    let space = Space::iri(&[1; RATE]);
    // The counter stands at its highest value: the first attempt has its lowest.
    assert_eq!((space.skipped, space.slices), (27, 3u64.pow(24) + 1));
    let mut seen = Vec::new();
    space.slice(1, |trit, word| {
        if trit >= 216 {
            seen.push(word);
        }
    });
    assert!(seen.iter().all(|word| *word == super::order::word(-1)));
}

/// Every nonce of a space, as often as it comes.
fn all(space: &Space) -> Vec<[i8; RATE]> {
    let mut nonces = Vec::new();
    for slice in 0..space.slices {
        let mut words = [[u64::MAX; 2]; RATE];
        let valid = space.slice(slice, |trit, word| words[trit] = word);
        for value in 0..space.values() as usize {
            for lane in (0..LANES).filter(|lane| valid >> lane & 1 == 1) {
                let mut block = words.map(|[low, high]| (high >> lane & 1) as i8 - (low >> lane & 1) as i8);
                for i in 0..space.inner.1 {
                    block[space.inner.0 + i] = space.digits[value / 3usize.pow(i as u32) % 3];
                }
                nonces.push(block);
            }
        }
    }
    nonces
}

#[test]
fn the_fast_order_has_every_nonce_once() {
    for free in [
        &[3][..],
        &[3, 4],
        &[3, 5, 7, 9],
        &[0, 1, 2, 3, 4],
        &[1, 3, 5, 7, 9, 11],
        &[2, 3, 4, 5, 6, 7, 8],
        &[9, 11, 12, 13, 100, 101, 200, 242],
    ] {
        let nonces = all(&Space::fast(free));
        let distinct: HashSet<_> = nonces.iter().collect();
        assert_eq!(nonces.len(), 3usize.pow(free.len() as u32), "{free:?}");
        assert_eq!(distinct.len(), nonces.len(), "{free:?}");
    }
}

#[test]
#[cfg(feature = "tip12")]
fn slices_of_tip12_are_valid_bytes_and_differ() {
    let space = Space::tip12();
    let mut seen = HashSet::new();
    for slice in [0, 1, 2, 3, 4, 35, 36, 37, 36 * 255, 36 * 256, 36 * ((1 << 48) - 1)] {
        let mut words = [[u64::MAX; 2]; RATE];
        space.slice(slice, |trit, word| words[trit] = word);
        for value in 0..27usize {
            for lane in 0..LANES {
                let mut block = words.map(|[low, high]| (high >> lane & 1) as i8 - (low >> lane & 1) as i8);
                for i in 0..3 {
                    block[192 + i] = space.digits[value / 3usize.pow(i as u32) % 3];
                }
                let bytes: [i16; 8] = core::array::from_fn(|byte| {
                    block[192 + 6 * byte..][..6].iter().rev().fold(0, |sum, t| 3 * sum + i16::from(*t))
                });
                assert!(bytes.iter().all(|b| (-128..128).contains(b)), "{bytes:?}");
                assert!(seen.insert(bytes), "{bytes:?}");
            }
        }
    }
}

#[test]
fn every_order_ends_in_u64() {
    let search = Search::transaction(&[b'A'; 2673], 14).expect("a transaction");
    let last = search.range().end;
    let end = search.clone().within(last - 1..last).expect("a range");
    assert_eq!(end.run(&Job::new()), Err(Stopped::Exhausted));
    let iri = search.with_order(Order::Iri).expect("a transaction");
    let last = iri.range().end;
    assert_eq!(last, 3u64.pow(27));
    let job = Job::new();
    assert_eq!(iri.within(last - 2..u64::MAX).expect("a range").run(&job), Err(Stopped::Exhausted));
    assert_eq!(job.attempts(), 128);
}

#[test]
fn an_engine_that_lies_is_found_out() {
    fn lie(_: &mut Memory, _: &Plan, batch: &mut dyn FnMut(usize, &[u64]) -> bool) {
        batch(5, &[0, 4]);
    }
    static LIAR: Table<PowKernel> = Table::new(&[Engine::new(
        "liar",
        "",
        FeatureSet::EMPTY,
        2 * LANES,
        PowKernel { saved: |_: Rounds| (7, 9), sweep: lie },
    )]);
    let search = Search::transaction(&[b'A'; 2673], 14).expect("a transaction").with_engine(LIAR.auto());
    let expected = Stopped::Miscomputed { engine: "liar", batch: 27 + 5, lane: 2 };
    assert_eq!(search.run(&Job::new()), Err(expected));
}
