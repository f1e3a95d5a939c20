//! Every engine of `curl.hash` against the vectors, against the slow reference, and against its neighbours.

use std::process::ExitCode;

use lanesmith_curl::hazmat::CurlEngine;
use lanesmith_curl::sliced::{Block, State};
use lanesmith_curl::{Curl, HASH, ManyHasher, Message, Rounds};
use lanesmith_suite::{add_tests, curl as family};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::strategies;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &family::Curl, &HASH);
    suite.engines(
        &HASH,
        &[
            ("counts_around_the_lanes", counts_around_the_lanes),
            ("ragged_batches_equal_the_reference", ragged_batches),
            ("lanes_are_independent_over_many_transforms", lanes_are_independent),
        ],
    );
    suite.hit(&HASH, |engine| {
        let batch = [Message::Trytes(b"A"); 64];
        drop(ManyHasher::new(Rounds::P27).with_engine(engine).hash_to_vec(&batch));
    });
    suite.run()
}

fn same(what: &str, expected: &str, got: &[u8]) -> Result<(), String> {
    match expected.as_bytes() == got {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected}, got {}", got.escape_ascii())),
    }
}

fn counts_around_the_lanes(engine: CurlEngine) -> Result<(), String> {
    let lanes = engine.info.lanes;
    let most = 2 * lanes + 1;
    let messages: Vec<String> = (0..most).map(|i| format!("{}ABC", "M".repeat(i % 7)) + &base26(i)).collect();
    let expected: Vec<String> =
        messages.iter().map(|m| reference::hash_trytes(27, m, 1).expect("trytes")).collect();
    for count in [0, 1, 2, 15, 16, 17, 63, 64, 65, lanes - 1, lanes, lanes + 1, most] {
        let batch: Vec<Message<'_>> =
            messages[..count].iter().map(|m| Message::Trytes(m.as_bytes())).collect();
        for hasher in [ManyHasher::new(Rounds::P27).with_engine(engine), ManyHasher::new(Rounds::P27)] {
            let digests = hasher.hash_to_vec(&batch).map_err(|e| e.to_string())?;
            if digests.len() != count {
                return Err(format!("{} digests of {count} messages", digests.len()));
            }
            for (i, digest) in digests.iter().enumerate() {
                same(&format!("message {i} of {count}"), &expected[i], digest)?;
            }
        }
    }
    Ok(())
}

fn base26(mut n: usize) -> String {
    let mut text = String::new();
    loop {
        text.push((b'A' + (n % 26) as u8) as char);
        n /= 26;
        if n == 0 {
            return text;
        }
    }
}

fn ragged_batches(engine: CurlEngine) -> Result<(), String> {
    let batches = strategies::ragged_batch(strategies::trits(600), 64, 80);
    strategies::check(12, &batches, |messages: Vec<Vec<i8>>| {
        ragged(engine, &messages).map_err(proptest::test_runner::TestCaseError::fail)
    })
}

fn ragged(engine: CurlEngine, messages: &[Vec<i8>]) -> Result<(), String> {
    for squeezed in [1, 2] {
        let list: Vec<Message<'_>> =
            messages.iter().cycle().take(messages.len().max(64)).map(|m| Message::Trits(m)).collect();
        let hasher = ManyHasher::new(Rounds::P27).with_engine(engine).squeezing(squeezed);
        let digests = hasher.hash_to_vec(&list).map_err(|e| e.to_string())?;
        for (i, message) in messages.iter().enumerate() {
            let expected = reference::hash(27, message, squeezed);
            let expected = reference::trits_to_trytes(&expected).ok_or("trits")?;
            let got = digests[squeezed * i..][..squeezed].concat();
            same(&format!("message {i} of {} trits", message.len()), &expected, &got)?;
        }
    }
    Ok(())
}

/// Planes of noise: each lane another message, compared with the single-message path after several blocks.
fn lanes_are_independent(engine: CurlEngine) -> Result<(), String> {
    let lanes = engine.info.lanes;
    let mut seed = 88172645463325252u64;
    let mut state = State::new(engine);
    let mut curls = vec![Curl::with_engine(Rounds::P81, engine); lanes];
    for rounds in [Rounds::P81, Rounds::P81, Rounds::P81, Rounds::P81, Rounds::P81] {
        let mut block = Block::new(engine);
        let mut trits = vec![[0i8; 243]; lanes];
        for (lane, row) in trits.iter_mut().enumerate() {
            for (i, trit) in row.iter_mut().enumerate() {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                *trit = (seed % 3) as i8 - 1;
                let at = (2 * i * lanes / 64) + lane / 64;
                let words = block.words_mut();
                if *trit == 1 {
                    words[at] &= !(1 << (lane % 64));
                }
                if *trit == -1 {
                    words[at + lanes / 64] &= !(1 << (lane % 64));
                }
            }
        }
        state.absorb(&block, rounds);
        for (curl, row) in curls.iter_mut().zip(&trits) {
            curl.absorb_trits(row).map_err(|e| e.to_string())?;
        }
    }
    let mut wrong = None;
    state.digests(|lane, digest| {
        if curls[lane].squeeze_trytes() != *digest {
            wrong = Some(lane);
        }
    });
    wrong.map_or(Ok(()), |lane| Err(format!("lane {lane}")))
}
