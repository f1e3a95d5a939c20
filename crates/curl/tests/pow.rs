//! Every engine of `curl.pow` against the vectors and the slow reference; searches as their callers see them.

use std::collections::HashSet;
use std::ops::Range;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lanesmith_curl::hazmat::PowEngine;
use lanesmith_curl::pow::{Job, Order, PowError, Search, Stopped, tip12};
use lanesmith_curl::{Error, POW, Rounds, transaction_hash};
use lanesmith_suite::{Scope, Tally, add_tests, curl as family};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::reference::curl as reference;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &family::Curl, &POW);
    suite.engines(
        &POW,
        &[
            ("iri_order_vectors_on_three_threads", iri_order_on_threads),
            ("iri_order_vectors_without_saved_rounds", iri_order_without_saved_rounds),
            ("any_free_trits_at_both_numbers_of_rounds", any_free_trits),
            ("small_spaces_are_searched_to_the_last_nonce", small_spaces),
            ("every_weight_is_tested_exactly", weights),
        ],
    );
    suite.hit(&POW, |engine| drop(search(1).with_engine(engine).run(&Job::new())));
    for (name, test) in [
        ("orders_agree_on_every_engine", engines_agree as fn() -> Result<(), String>),
        ("weight_9_on_4_threads_gives_a_valid_nonce", weight_9_on_4_threads),
        ("cancelling_ends_a_search_within_50_ms", cancel),
        ("two_searches_run_side_by_side_and_cancelling_one_leaves_the_other", side_by_side),
        ("a_search_cancelled_and_resumed_finds_what_an_undisturbed_one_finds", resume),
        ("ranges_put_together_find_what_the_whole_finds", ranges),
        ("malformed_searches_are_refused", refused),
        ("tip12_nonces_reach_the_score", tip12_search),
    ] {
        suite.test(name, test);
    }
    suite.run()
}

fn text(e: impl ToString) -> String {
    e.to_string()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: T, got: T) -> Result<(), String> {
    if expected == got { Ok(()) } else { Err(format!("{what}: expected {expected:?}, got {got:?}")) }
}

fn search(weight: usize) -> Search {
    Search::transaction(&[b'A'; 2673], weight).expect("a transaction")
}

/// The vectors in IRI's order, by a search that is changed.
fn iri(engine: PowEngine, change: fn(Search) -> Result<Search, PowError>) -> Result<(), String> {
    let mut progress = |_| {};
    let mut tally = Tally::new(Scope::Full, &mut progress);
    let changed = |search: Search| Ok(change(search.with_engine(engine))?);
    family::check::pow::iri_order_of(&mut tally, 10, changed).map_err(text)
}

fn iri_order_on_threads(engine: PowEngine) -> Result<(), String> {
    iri(engine, |search| search.with_threads(3))
}

fn iri_order_without_saved_rounds(engine: PowEngine) -> Result<(), String> {
    iri(engine, |search| Ok(search.saving_rounds(false)))
}

/// A state that is no multiple of anything.
fn noise(seed: u64) -> [i8; 729] {
    let mut x = seed | 1;
    std::array::from_fn(|_| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 3) as i8 - 1
    })
}

/// What the slow reference says of a block.
fn weigh(midstate: &[i8; 729], block: &[i8], rounds: u32) -> usize {
    let mut state = *midstate;
    state[..243].copy_from_slice(block);
    reference::transform(&mut state, rounds);
    reference::weight(&state[..243])
}

fn any_free_trits(engine: PowEngine) -> Result<(), String> {
    let lists: [&[usize]; 8] = [
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        &[240, 241, 242, 3, 4, 5, 90],
        &[0, 2, 4, 6, 8, 10, 12, 14, 16],
        &[5, 6, 20, 30, 40, 50, 60, 70, 80],
        &[100, 102, 103, 104, 105, 200, 202, 204],
        &[120, 121, 122, 123, 242],
        &[1, 3, 5, 7, 100],
        &[234, 235, 236, 237, 238, 239, 240, 241, 242],
    ];
    for (n, list) in lists.iter().enumerate() {
        let mut free = list.to_vec();
        free.sort_unstable();
        for count in [27, 81] {
            let rounds = Rounds::of(count).ok_or("rounds")?;
            let midstate = noise(n as u64 * 977 + 3);
            let block: [i8; 243] = std::array::from_fn(|i| noise(n as u64 + 1)[i]);
            let search =
                Search::block(rounds, &midstate, &block, &free, 3).map_err(text)?.with_engine(engine);
            let found = search.run(&Job::new()).map_err(|e| format!("{free:?}, {count} rounds: {e}"))?;
            same("weight", weigh(&midstate, &found.block, count), found.weight)?;
            let changed = (0..243).filter(|i| found.block[*i] != block[*i]);
            if let Some(trit) = changed.into_iter().find(|i| !free.contains(i)) {
                return Err(format!("trit {trit} was not free"));
            }
            let plain = search.saving_rounds(false).run(&Job::new()).map_err(text)?;
            same("without saved rounds", &plain, &found)?;
        }
    }
    Ok(())
}

/// All nonces of a few free trits, one by one by the slow reference: the search finds the same ones, and ends.
fn small_spaces(engine: PowEngine) -> Result<(), String> {
    let midstate = noise(77);
    let block: [i8; 243] = std::array::from_fn(|i| noise(5)[i]);
    for free in [[7].as_slice(), &[7, 9], &[10, 11, 12], &[1, 2, 3, 200], &[30, 31, 32, 33, 100, 101]] {
        let mut best = HashSet::new();
        let mut most = 0;
        for n in 0..3usize.pow(free.len() as u32) {
            let mut block = block;
            for (i, trit) in free.iter().enumerate() {
                block[*trit] = (n / 3usize.pow(i as u32) % 3) as i8 - 1;
            }
            let weight = weigh(&midstate, &block, 27);
            if weight > most {
                most = weight;
                best.clear();
            }
            if weight == most {
                best.insert(block);
            }
        }
        let search = |weight| {
            Search::block(Rounds::P27, &midstate, &block, free, weight).map(|s| s.with_engine(engine))
        };
        if most > 0 {
            let found = search(most).map_err(text)?.run(&Job::new()).map_err(|e| format!("{free:?}: {e}"))?;
            same(&format!("{free:?}"), true, best.contains(&found.block))?;
        }
        let job = Job::new();
        same("none better", Err(Stopped::Exhausted), search(most + 1).map_err(text)?.run(&job))?;
        same("attempts", 3u64.pow(free.len() as u32), job.attempts())?;
    }
    Ok(())
}

/// Weights up to what is tested bit-sliced and far beyond: an all-zero state is a fixed point.
fn weights(engine: PowEngine) -> Result<(), String> {
    for weight in [1, 2, 3, 13, 14, 23, 24, 25, 40, 242, 243] {
        let mut block = [0; 243];
        block[200..243].fill(1);
        let free: Vec<usize> = (200..209).collect();
        block[209..].fill(0);
        let search =
            Search::block(Rounds::P81, &[0; 729], &block, &free, weight).map_err(text)?.with_engine(engine);
        let found = search.run(&Job::new()).map_err(|e| format!("weight {weight}: {e}"))?;
        same("weight", weigh(&[0; 729], &found.block, 81), found.weight)?;
        if found.weight < weight {
            return Err(format!("{} instead of {weight}", found.weight));
        }
    }
    Ok(())
}

fn engines_agree() -> Result<(), String> {
    for threads in [1, 2, 5] {
        let mut first = None;
        for engine in POW.available() {
            let search = search(8).with_engine(engine).with_threads(threads).map_err(text)?;
            let found = search.run(&Job::new()).map_err(text)?;
            same(engine.name(), first.get_or_insert_with(|| found.clone()), &mut found.clone())?;
        }
    }
    Ok(())
}

fn weight_9_on_4_threads() -> Result<(), String> {
    let mut transaction = vec![b'Q'; 2673];
    let search = Search::transaction(&transaction, 9).and_then(|s| s.with_threads(4)).map_err(text)?;
    let found = search.run(&Job::new()).map_err(text)?;
    transaction[2646..].copy_from_slice(&found.nonce());
    let (_, weight) = transaction_hash(&transaction).map_err(text)?;
    same("weight", found.weight, weight)?;
    if weight >= 9 { Ok(()) } else { Err(format!("weight {weight}")) }
}

fn cancel() -> Result<(), String> {
    for engine in POW.available() {
        // The best of some: other tests share the cores, and the scheduler's delays are not ours.
        let mut late = Duration::MAX;
        for _ in 0..40 {
            late = late.min(cancelled_after(engine)?);
            if late <= Duration::from_millis(50) {
                break;
            }
        }
        if late > Duration::from_millis(50) {
            return Err(format!("{}: {late:?}", engine.name()));
        }
    }
    Ok(())
}

fn cancelled_after(engine: PowEngine) -> Result<Duration, String> {
    let search = search(200).with_engine(engine).with_threads(2).map_err(text)?;
    let job = Job::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| search.run(&job));
        while job.attempts() == 0 {
            std::thread::yield_now();
        }
        let asked = Instant::now();
        job.cancel();
        let end = running.join().map_err(|_| "panic".to_owned())?;
        match end {
            Err(Stopped::Cancelled { .. }) => Ok(asked.elapsed()),
            other => Err(format!("{other:?}")),
        }
    })
}

fn side_by_side() -> Result<(), String> {
    let (endless, job) = (search(200), Job::new());
    std::thread::scope(|scope| {
        let first = scope.spawn(|| endless.run(&job));
        while job.attempts() == 0 {
            std::thread::yield_now();
        }
        let other = Job::new();
        search(7).run(&other).map_err(text)?;
        same("the first goes on", false, first.is_finished())?;
        job.cancel();
        same("the other was not cancelled", false, other.is_cancelled())?;
        match first.join() {
            Ok(Err(Stopped::Cancelled { .. })) => Ok(()),
            other => Err(format!("{other:?}")),
        }
    })
}

fn resume() -> Result<(), String> {
    let whole = search(9).run(&Job::new()).map_err(text)?;
    for threads in [1, 3] {
        let mut from = 0;
        let mut turns = 0;
        let found = loop {
            let search =
                search(9).within(from..u64::MAX).and_then(|s| s.with_threads(threads)).map_err(text)?;
            let job = Job::new();
            let mut batches = 0;
            // Cancelled in the middle of a sweep, again and again, each time a little later.
            let end = search.run_watched(&job, &mut |_| {
                batches += 1;
                if batches > 40 + turns {
                    job.cancel();
                }
            });
            turns += 1;
            match end {
                Ok(found) => break found,
                // Another thread that is at the first batches may not have had a CPU yet; each turn lasts longer.
                Err(Stopped::Cancelled { next }) if next > from || threads > 1 && next == from => from = next,
                Err(e) => return Err(format!("from {from}: {e:?}")),
            }
        };
        same("nonce", &whole, &found)?;
    }
    Ok(())
}

fn ranges() -> Result<(), String> {
    let whole = search(7).run(&Job::new()).map_err(text)?;
    for step in [1u64, 5, 26, 27, 28, 1000] {
        let job = Job::new();
        let mut from = 0;
        let found = loop {
            match search(7).within(from..from + step).map_err(text)?.run(&job) {
                Ok(found) => break found,
                Err(Stopped::Exhausted) => from += step,
                Err(e) => return Err(e.to_string()),
            }
        };
        same(&format!("steps of {step}"), &whole, &found)?;
        if step == 1 {
            same("each attempt once", 64 * (whole.batch + 1), job.attempts())?;
        }
    }
    Ok(())
}

fn refused() -> Result<(), String> {
    let good = [b'9'; 2673];
    for weight in [0, 244, usize::MAX] {
        same("weight", Some(PowError::Weight { found: weight }), Search::transaction(&good, weight).err())?;
    }
    for length in [0, 2646, 2672, 2674] {
        let expected = "2673 of a transaction";
        let error = Error::Length { unit: "trytes", found: length, expected };
        same("length", Some(error.into()), Search::transaction(&vec![b'9'; length], 9).err())?;
    }
    let mut bad = good;
    bad[2672] = b'a';
    let error = Error::Tryte { at: 2672, byte: b'a' };
    same("tryte", Some(error.into()), Search::transaction(&bad, 9).err())?;

    let block = |state: &[i8; 729], block: &[i8; 243], free: &[usize]| {
        Search::block(Rounds::P81, state, block, free, 1).err()
    };
    let (zero, zeros) = ([0; 729], [0; 243]);
    same("no free trits", Some(PowError::NoFreeTrits), block(&zero, &zeros, &[]))?;
    for (free, at, trit) in [([0, 243], 1, 243), ([4, 4], 1, 4), ([4, 3], 1, 3), ([900, 1], 0, 900)] {
        same("free trits", Some(PowError::FreeTrit { at, trit }), block(&zero, &zeros, &free))?;
    }
    let mut state = zero;
    state[728] = 2;
    let error = Error::Trit { at: 728, value: 2 };
    same("state", Some(error.into()), block(&state, &zeros, &[1]))?;
    let mut last = zeros;
    last[0] = -2;
    same("block", Some(Error::Trit { at: 0, value: -2 }.into()), block(&zero, &last, &[1]))?;

    same("threads", Some(PowError::NoThreads), search(9).with_threads(0).err())?;
    let any = Search::block(Rounds::P81, &zero, &zeros, &[1], 1).map_err(text)?;
    same("order", Some(PowError::Order), any.clone().with_order(Order::Iri).err())?;
    let error = |from, to| Some(PowError::Range { from, to, batches: 1 });
    same("backwards", error(1, 0), any.clone().within(Range { start: 1, end: 0 }).err())?;
    same("behind the end", error(2, 3), any.clone().within(2..3).err())?;
    same("an empty range", Err(Stopped::Exhausted), any.within(1..1).map_err(text)?.run(&Job::new()))?;

    for score in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        match tip12::search(b"", score) {
            Err(PowError::Score { .. }) => {}
            other => return Err(format!("score {score}: {other:?}")),
        }
    }
    let expected = "8 of a nonce or more";
    same("no nonce", Err(Error::Length { unit: "bytes", found: 7, expected }), tip12::trailing_zeros(&[0; 7]))
}

fn tip12_search() -> Result<(), String> {
    for (message, score) in [(&b""[..], 30.0), (b"Hello, World!", 400.0), (&[0xff; 300], 2.5)] {
        let search = tip12::search(message, score).and_then(|s| s.with_threads(2)).map_err(text)?;
        let found = search.run(&Job::new()).map_err(text)?;
        let mut message = message.to_vec();
        message.extend(tip12::nonce(&found));
        same("zeros", found.weight, tip12::trailing_zeros(&message).map_err(text)?)?;
        let got = tip12::score(&message).map_err(text)?;
        if got < score {
            return Err(format!("score {got} instead of {score}"));
        }
    }
    Ok(())
}
