//! A flag or a deadline ends every search at once, whatever it is doing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lanesmith_circuits::{
    Control, InstructionSet, Known, Method, Row, SBox, Solution, Stopped, TritCode, TruthTable, solve,
    solve_sbox,
};

/// A fifth of a second, as a user sees it. The machine may be busy: the best of some attempts counts.
const AT_ONCE: Duration = Duration::from_millis(200);
const ATTEMPTS: usize = 20;

/// Rows and outputs without a pattern, so that no search ends by itself.
fn noise(inputs: usize, rows: usize, outputs: usize) -> TruthTable {
    let mut word = 1u64;
    let mut next = || {
        word = word.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (word >> 33) as u32
    };
    let mut taken = Vec::new();
    while taken.len() < rows {
        let input = next() & ((1 << inputs) - 1);
        if !taken.contains(&input) {
            taken.push(input);
        }
    }
    let care = (1 << outputs) - 1;
    let rows = taken.into_iter().map(|input| Row { input, output: next() & care, care }).collect();
    let names = |letter: char, n: usize| (0..n).map(|i| format!("{letter}{i}")).collect();
    TruthTable::new(names('i', inputs), names('o', outputs), rows).expect("a table")
}

/// How long a search goes on after it is told to end, by the flag and by the deadline.
fn overruns(search: &(dyn Fn(&Control<'_>) -> Solution + Sync)) -> [Duration; 2] {
    const GIVEN: Duration = Duration::from_millis(150);
    let silent = |_: &_| {};
    let cancel = AtomicBool::new(false);
    let cancelled = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let solution = search(&Control::new(&cancel, &|_| {}));
            assert_eq!(solution.stopped, Some(Stopped::Cancelled), "{solution}");
            Instant::now()
        });
        std::thread::sleep(GIVEN);
        let asked = Instant::now();
        cancel.store(true, Ordering::Relaxed);
        search.join().expect("no panic").saturating_duration_since(asked)
    });
    let never = AtomicBool::new(false);
    let deadline = Instant::now() + GIVEN;
    let solution = search(&Control::new(&never, &silent).until(deadline));
    assert_eq!(solution.stopped, Some(Stopped::TimeUp), "{solution}");
    [cancelled, deadline.elapsed()]
}

fn ends_at_once(what: &str, search: &(dyn Fn(&Control<'_>) -> Solution + Sync)) {
    let mut best = [Duration::MAX; 2];
    for _ in 0..ATTEMPTS {
        let measured = overruns(search);
        best = [0, 1].map(|i| best[i].min(measured[i]));
        if best.iter().all(|&time| time < AT_ONCE) {
            return;
        }
    }
    panic!("{what}: went on for {best:?} after the flag and after the deadline");
}

#[test]
fn every_method_on_every_shape_of_table_ends_at_once() {
    for (inputs, rows, outputs) in [(6, 64, 1), (8, 128, 2), (16, 100, 1), (16, 128, 8)] {
        let table = noise(inputs, rows, outputs);
        for set in ["A", "G", "T", "lut2", "bitselect,lut2"] {
            let set: InstructionSet = set.parse().expect("a set");
            for method in [Method::Exhaustive, Method::Sat] {
                ends_at_once(
                    &format!("{inputs} inputs, {rows} rows, {outputs} outputs, {set}, {method:?}"),
                    &|c| solve(&table, set, method, Known::default(), c).expect("no error"),
                );
            }
        }
    }
}

#[test]
fn instructions_that_cannot_make_a_table_end_at_once_too() {
    // Whether they can is not known soon: what they make of ten inputs is too much to be listed.
    let table = noise(10, 128, 2);
    for set in ["and,or", "bitselect", "bcax,eor3", "eor3", "xor,xnor,not"] {
        let set: InstructionSet = set.parse().expect("a set");
        let (cancel, silent) = (AtomicBool::new(true), |_: &_| {});
        let took = || {
            let asked = Instant::now();
            let _ = solve(&table, set, Method::Auto, Known::default(), &Control::new(&cancel, &silent));
            asked.elapsed()
        };
        assert!((0..ATTEMPTS).any(|_| took() < AT_ONCE), "{set}: never ends within {AT_ONCE:?}");
    }
}

#[test]
fn fused_rounds_end_at_once() {
    for (which, set) in [(SBox::CurlX2, "A"), (SBox::CurlX2, "G"), (SBox::CurlX2, "T")] {
        let set: InstructionSet = set.parse().expect("a set");
        ends_at_once(&format!("{which:?} on {set}"), &|c| {
            solve_sbox(which, TritCode::ANDN, set, Method::Auto, c).expect("no error")
        });
    }
}
