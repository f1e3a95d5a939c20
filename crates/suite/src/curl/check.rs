//! The vectors of Curl-P on one engine: one message at a time, and in batches.

use std::collections::BTreeMap;

use lanesmith::curl::lab::pcurl::{Bench, LAB};
use lanesmith::curl::{Curl, CurlEngine, HASH, ManyHasher, Message, Rounds, trit};
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::vectors::curl as vectors;

use crate::{CheckFailure, CheckReport, Scope};

/// Messages of one shape, so that they can be hashed in batches: `(vector, trytes, hash)`.
type Group = (Rounds, usize, Vec<(&'static str, &'static str, &'static str)>);

pub fn check(
    op: &str,
    engine: &str,
    scope: Scope,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckFailure> {
    let engine = HASH.by_name(engine).map_err(|e| CheckFailure {
        vector: "none".into(),
        expected: format!("{op} on {engine}"),
        got: e.to_string(),
    })?;
    let take = |quick: usize| if scope == Scope::Quick { quick } else { usize::MAX };
    let groups = groups(take(24));
    let permutations = vectors::permutation().iter().take(take(4));
    let trits = vectors::hash_trits().iter().take(take(16));
    let all = 2 * groups.iter().map(|g| g.2.len()).sum::<usize>() + permutations.len() + trits.len();
    let mut done = 0;
    let mut step = |n: usize| {
        done += n as u64;
        progress(done, all as u64);
        done
    };

    for (rounds, blocks, list) in &groups {
        for (id, input, expected) in list {
            let mut curl = Curl::with_engine(*rounds, engine);
            curl.absorb_trytes(input.as_bytes()).map_err(|e| failure(id, expected, &e.to_string()))?;
            let got: Vec<u8> = (0..*blocks).flat_map(|_| curl.squeeze_trytes()).collect();
            same(id, expected, &got)?;
        }
        batch(engine, *rounds, *blocks, list)?;
        step(2 * list.len());
    }
    for v in trits {
        let parse = |text: &str| reference::trits_from_signs(text).unwrap_or_default();
        let (input, expected) = (parse(v.input_trits), parse(v.output_trits));
        let mut curl = Curl::with_engine(rounds(v.rounds), engine);
        curl.absorb_trits(&input).map_err(|e| failure(v.id, v.output_trits, &e.to_string()))?;
        if curl.squeeze_trits()[..] != expected[..] {
            return Err(failure(v.id, v.output_trits, "other trits"));
        }
        step(1);
    }
    for v in permutations {
        let parse = |text| reference::trits_from_signs(text).unwrap_or_default();
        let mut curl = Curl::with_engine(rounds(v.rounds), engine);
        let state: [i8; 729] =
            parse(v.state_in).try_into().map_err(|_| failure(v.id, "729 trits", "another length"))?;
        curl.set_state(&state).map_err(|e| failure(v.id, v.state_out, &e.to_string()))?;
        curl.permute();
        if curl.state()[..] != parse(v.state_out)[..] {
            return Err(failure(v.id, v.state_out, "another state"));
        }
        step(1);
    }
    Ok(CheckReport { cases: step(0) })
}

/// Checks a configuration of PCurl's design space: every lane has a message of a vector.
pub fn laboratory(
    name: &str,
    scope: Scope,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckFailure> {
    const BLOCK: usize = 81;
    let configuration = LAB.by_name(name).map_err(|e| failure("none", name, &e.to_string()))?;
    // By rounds and length, as all lanes go together; a block and a hash are of the same length.
    let mut batches: BTreeMap<(usize, usize), Vec<_>> = BTreeMap::new();
    for (rounds, _, list) in groups(if scope == Scope::Quick { 24 } else { usize::MAX }) {
        for vector @ (_, input, output) in list {
            if input.len().is_multiple_of(BLOCK) && !input.is_empty() && output.len() == BLOCK {
                batches.entry((rounds.count(), input.len())).or_default().push((rounds, vector));
            }
        }
    }
    let all: usize = batches.values().map(Vec::len).sum();
    let lanes = configuration.info.lanes;
    let mut done = 0;
    for ((_, length), list) in &batches {
        for batch in list.chunks(lanes) {
            let messages = batch
                .iter()
                .map(|(_, (id, input, _))| {
                    trit::trytes_to_trits(input.as_bytes()).map_err(|e| failure(id, "trytes", &e.to_string()))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let mut bench = Bench::new(configuration);
            for at in (0..3 * length).step_by(3 * BLOCK) {
                let block = bench.block(|lane, trit| messages[lane % messages.len()][at + trit]);
                bench.absorb(&block, batch[0].0);
            }
            for lane in 0..lanes {
                let (id, _, expected) = batch[lane % batch.len()].1;
                let trits: Vec<i8> = (0..3 * BLOCK).map(|i| bench.trit(lane, i)).collect();
                same(id, expected, &trit::trits_to_trytes(&trits).unwrap_or_default())?;
            }
            done += batch.len() as u64;
            progress(done, all as u64);
        }
    }
    Ok(CheckReport { cases: done })
}

fn rounds(count: u32) -> Rounds {
    if count == 27 { Rounds::P27 } else { Rounds::P81 }
}

fn failure(id: &str, expected: &str, got: &str) -> CheckFailure {
    CheckFailure { vector: id.into(), expected: expected.into(), got: got.into() }
}

fn same(id: &str, expected: &str, got: &[u8]) -> Result<(), CheckFailure> {
    match expected.as_bytes() == got {
        true => Ok(()),
        false => Err(failure(id, expected, &got.escape_ascii().to_string())),
    }
}

/// The vectors by rounds and length of output, up to so many of each kind.
fn groups(most: usize) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let hashes = vectors::hash().iter().map(|v| (v.rounds, v.id, v.input, v.output));
    let transactions = vectors::transaction().iter().map(|v| (v.rounds, v.id, v.trytes, v.hash));
    let work = vectors::pow_check().iter().map(|v| (v.rounds, v.id, v.trytes, v.hash));
    let collisions = vectors::collision()
        .iter()
        .flat_map(|v| v.inputs.iter().map(|input| (v.rounds, v.id, *input, v.output)));
    let lists: [Box<dyn Iterator<Item = _>>; 4] =
        [Box::new(hashes), Box::new(transactions), Box::new(work), Box::new(collisions)];
    for (count, id, input, output) in lists.into_iter().flat_map(|list| list.take(most)) {
        let key = (rounds(count), output.len() / 81);
        match all.iter_mut().find(|g| (g.0, g.1) == key) {
            Some(group) => group.2.push((id, input, output)),
            None => all.push((key.0, key.1, vec![(id, input, output)])),
        }
    }
    all
}

/// The same vectors in one batch, repeated until it is as wide as the engine.
fn batch(
    engine: CurlEngine,
    rounds: Rounds,
    blocks: usize,
    list: &[(&'static str, &'static str, &'static str)],
) -> Result<(), CheckFailure> {
    let messages: Vec<_> = list
        .iter()
        .cycle()
        .take(list.len().max(engine.info.lanes))
        .map(|(_, input, _)| Message::Trytes(input.as_bytes()))
        .collect();
    let digests = ManyHasher::new(rounds)
        .with_engine(engine)
        .squeezing(blocks)
        .hash(&messages)
        .map_err(|e| failure("batch", "digests", &e.to_string()))?;
    for (i, got) in digests.chunks(blocks).enumerate() {
        let (id, _, expected) = list[i % list.len()];
        same(id, expected, got.as_flattened())?;
    }
    Ok(())
}
