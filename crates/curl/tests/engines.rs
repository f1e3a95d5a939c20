//! Every engine of `curl.hash` against the vectors, against the slow reference, and against its neighbours.

use std::process::ExitCode;

use lanesmith_curl::sliced::{Block, State};
use lanesmith_curl::{Curl, CurlEngine, HASH, ManyHasher, Message, Rounds};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::strategies;
use lanesmith_testkit::vectors::curl as vectors;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    suite.engines(
        &HASH,
        &[
            ("hash_vectors_one_by_one", hash_vectors_one_by_one),
            ("hash_vectors_in_batches", hash_vectors_in_batches),
            ("trit_vectors", trit_vectors),
            ("permutation_vectors", permutation_vectors),
            ("transaction_vectors_in_every_encoding", transaction_vectors),
            ("collision_vectors", collision_vectors),
            ("counts_around_the_lanes", counts_around_the_lanes),
            ("ragged_batches_equal_the_reference", ragged_batches),
            ("lanes_are_independent_over_many_transforms", lanes_are_independent),
        ],
    );
    suite.hit(&HASH, |engine| drop(batch(engine, Rounds::P27, 1, &[b"A".as_slice()])));
    suite.run()
}

fn rounds(count: u32) -> Rounds {
    Rounds::of(count).expect("27 or 81")
}

fn same(what: &str, expected: &str, got: &[u8]) -> Result<(), String> {
    match expected.as_bytes() == got {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected}, got {}", got.escape_ascii())),
    }
}

/// Digests by the sliced kernel, however few the messages: they are repeated until a batch pays.
fn batch(engine: CurlEngine, rounds: Rounds, blocks: usize, messages: &[&[u8]]) -> Vec<Vec<u8>> {
    let repeated: Vec<Message<'_>> =
        messages.iter().cycle().take(messages.len().max(64)).map(|m| Message::Trytes(m)).collect();
    let digests = ManyHasher::new(rounds).with_engine(engine).squeezing(blocks).hash_to_vec(&repeated);
    let digests = digests.expect("valid trytes");
    digests.chunks(blocks).take(messages.len()).map(|blocks| blocks.concat()).collect()
}

fn hash_vectors_one_by_one(engine: CurlEngine) -> Result<(), String> {
    for v in vectors::hash() {
        let mut curl = Curl::with_engine(rounds(v.rounds), engine);
        curl.absorb_trytes(v.input.as_bytes()).map_err(|e| e.to_string())?;
        let got: Vec<u8> = (0..v.output.len() / 81).flat_map(|_| curl.squeeze_trytes()).collect();
        same(v.id, v.output, &got)?;
    }
    Ok(())
}

fn hash_vectors_in_batches(engine: CurlEngine) -> Result<(), String> {
    let mut kinds: Vec<_> = vectors::hash().iter().map(|v| (v.rounds, v.output.len() / 81)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for (count, blocks) in kinds {
        let list: Vec<_> =
            vectors::hash().iter().filter(|v| (v.rounds, v.output.len() / 81) == (count, blocks)).collect();
        let inputs: Vec<&[u8]> = list.iter().map(|v| v.input.as_bytes()).collect();
        for (v, got) in list.iter().zip(batch(engine, rounds(count), blocks, &inputs)) {
            same(v.id, v.output, &got)?;
        }
    }
    Ok(())
}

fn trit_vectors(engine: CurlEngine) -> Result<(), String> {
    for count in [27, 81] {
        let list: Vec<_> = vectors::hash_trits().iter().filter(|v| v.rounds == count).collect();
        let parse = |text: &str| reference::trits_from_signs(text).expect("signs");
        let inputs: Vec<Vec<i8>> = list.iter().map(|v| parse(v.input_trits)).collect();
        let repeated: Vec<Message<'_>> =
            inputs.iter().cycle().take(inputs.len().max(64)).map(|m| Message::Trits(m)).collect();
        let hasher = ManyHasher::new(rounds(count)).with_engine(engine);
        let digests = hasher.hash(&repeated).map_err(|e| e.to_string())?;
        for ((v, input), digest) in list.iter().zip(&inputs).zip(digests) {
            let expected = parse(v.output_trits);
            let mut curl = Curl::with_engine(rounds(count), engine);
            curl.absorb_trits(input).map_err(|e| e.to_string())?;
            let got = curl.squeeze_trits();
            if expected[..243] != got {
                return Err(format!("{} one by one", v.id));
            }
            same(v.id, &reference::trits_to_trytes(&got).expect("trits"), &digest)?;
        }
    }
    Ok(())
}

fn permutation_vectors(engine: CurlEngine) -> Result<(), String> {
    for v in vectors::permutation() {
        let parse = |text| reference::trits_from_signs(text).expect("signs");
        let (from, to) = (parse(v.state_in), parse(v.state_out));
        let mut curl = Curl::with_engine(rounds(v.rounds), engine);
        curl.set_state(from[..].try_into().expect("729 trits")).map_err(|e| e.to_string())?;
        curl.permute();
        if curl.state()[..] != to[..] {
            return Err(v.id.into());
        }
    }
    Ok(())
}

fn transaction_vectors(engine: CurlEngine) -> Result<(), String> {
    for count in [27, 81] {
        let list: Vec<_> = vectors::transaction().iter().filter(|v| v.rounds == count).collect();
        let inputs: Vec<&[u8]> = list.iter().map(|v| v.trytes.as_bytes()).collect();
        for (v, got) in list.iter().zip(batch(engine, rounds(count), 1, &inputs)) {
            same(v.id, v.hash, &got)?;
        }
        let trits: Vec<Vec<i8>> =
            list.iter().map(|v| reference::trytes_to_trits(v.trytes).expect("trytes")).collect();
        let packed: Vec<Vec<u8>> = trits.iter().map(|t| reference::t5b1_encode(t)).collect();
        // The three encodings side by side in one batch.
        let mixed: Vec<Message<'_>> = (0..list.len())
            .cycle()
            .take(66.max(3 * list.len()))
            .enumerate()
            .map(|(n, i)| match n % 3 {
                0 => Message::Trytes(inputs[i]),
                1 => Message::Trits(&trits[i]),
                _ => Message::T5b1(&packed[i], 8019),
            })
            .collect();
        let hasher = ManyHasher::new(rounds(count)).with_engine(engine);
        let digests = hasher.hash(&mixed).map_err(|e| e.to_string())?;
        for (n, digest) in digests.iter().enumerate() {
            let v = list[n % list.len()];
            same(&format!("{} as message {n} of a mixed batch", v.id), v.hash, digest)?;
        }
    }
    Ok(())
}

fn collision_vectors(engine: CurlEngine) -> Result<(), String> {
    for v in vectors::collision() {
        let inputs: Vec<&[u8]> = v.inputs.iter().map(|i| i.as_bytes()).collect();
        for got in batch(engine, rounds(v.rounds), 1, &inputs) {
            same(v.id, v.output, &got)?;
        }
    }
    Ok(())
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
            let digests = hasher.hash(&batch).map_err(|e| e.to_string())?;
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
        let digests = hasher.hash(&list).map_err(|e| e.to_string())?;
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
