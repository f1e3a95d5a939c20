//! The vectors of Curl-P on one engine: one message at a time, and in batches.

use lanesmith_curl::hazmat::CurlKernel;
use lanesmith_curl::{Curl, ManyHasher, Message, Rounds, trit};
use lanesmith_isa::Choice;
use lanesmith_testkit::reference::curl as reference;
use lanesmith_testkit::vectors::curl as vectors;

use super::{Outcome, groups, rounds};
use crate::{CheckFailure, Tally};

/// Messages of a batch, however few the vectors: they are repeated until a batch pays on every engine.
const BATCH: usize = 64;

/// Every vector in trytes by the sponge.
pub fn one_by_one(engine: Choice<CurlKernel>, tally: &mut Tally<'_>) -> Outcome {
    for group in groups(tally.up_to(24)) {
        for v in group.list {
            let mut curl = Curl::with_engine(group.rounds, engine);
            curl.absorb_trytes(v.input.as_bytes()).map_err(|e| CheckFailure::new(v.id, v.output, e))?;
            let got: Vec<u8> = (0..group.blocks).flat_map(|_| curl.squeeze_trytes()).collect();
            tally.text(v.id, v.output, &got)?;
        }
    }
    Ok(())
}

/// The same vectors, those of one length of output side by side.
pub fn in_batches(engine: Choice<CurlKernel>, tally: &mut Tally<'_>) -> Outcome {
    for group in groups(tally.up_to(24)) {
        let messages: Vec<_> = group.list.iter().map(|v| Message::Trytes(v.input.as_bytes())).collect();
        let digests = batch(engine, group.rounds, group.blocks, &messages)?;
        for (i, got) in digests.iter().enumerate() {
            let v = &group.list[i % group.list.len()];
            if v.output.as_bytes() != got {
                return Err(CheckFailure::new(v.id, v.output, got.escape_ascii()));
            }
        }
        group.list.iter().for_each(|_| tally.right());
    }
    Ok(())
}

/// Messages in one batch, repeated until it is as wide as the engine and worth it.
fn batch(
    engine: Choice<CurlKernel>,
    rounds: Rounds,
    blocks: usize,
    messages: &[Message<'_>],
) -> Result<Vec<Vec<u8>>, CheckFailure> {
    let count = messages.len().max(engine.step(usize::MAX).engine.info.lanes).max(BATCH);
    let repeated: Vec<Message<'_>> = messages.iter().cycle().take(count).copied().collect();
    let digests = ManyHasher::new(rounds)
        .with_engine(engine)
        .squeezing(blocks)
        .hash_to_vec(&repeated)
        .map_err(|e| CheckFailure::new("batch", "digests", e))?;
    Ok(digests.chunks(blocks).map(|blocks| blocks.concat()).collect())
}

/// Vectors in trits, whose number is any: one by one, and side by side.
pub fn trits(engine: Choice<CurlKernel>, tally: &mut Tally<'_>) -> Outcome {
    let parse = |text: &str| reference::trits_from_signs(text).unwrap_or_default();
    for count in [27, 81] {
        let all = vectors::hash_trits().iter().take(tally.up_to(16));
        let list: Vec<_> = all.filter(|v| v.rounds == count).collect();
        let inputs: Vec<Vec<i8>> = list.iter().map(|v| parse(v.input_trits)).collect();
        let messages: Vec<Message<'_>> = inputs.iter().map(|input| Message::Trits(input)).collect();
        let digests = batch(engine, rounds(count), 1, &messages)?;
        for ((v, input), digest) in list.iter().zip(&inputs).zip(&digests) {
            let expected = parse(v.output_trits);
            let mut curl = Curl::with_engine(rounds(count), engine);
            curl.absorb_trits(input).map_err(|e| CheckFailure::new(v.id, v.output_trits, e))?;
            if curl.squeeze_trits()[..] != expected[..] {
                return Err(CheckFailure::new(v.id, v.output_trits, "other trits"));
            }
            let trytes = reference::trits_to_trytes(&expected).unwrap_or_default();
            tally.text(v.id, &trytes, digest)?;
        }
    }
    Ok(())
}

/// The transform of a whole state.
pub fn permutations(engine: Choice<CurlKernel>, tally: &mut Tally<'_>) -> Outcome {
    let parse = |text| reference::trits_from_signs(text).unwrap_or_default();
    for v in vectors::permutation().iter().take(tally.up_to(4)) {
        let state: [i8; 729] = parse(v.state_in)
            .try_into()
            .map_err(|_| CheckFailure::new(v.id, "729 trits", "another length"))?;
        let mut curl = Curl::with_engine(rounds(v.rounds), engine);
        curl.set_state(&state).map_err(|e| CheckFailure::new(v.id, v.state_out, e))?;
        curl.permute();
        if curl.state()[..] != parse(v.state_out)[..] {
            return Err(CheckFailure::new(v.id, v.state_out, "another state"));
        }
        tally.right();
    }
    Ok(())
}

/// Transactions in trytes, trits and five trits a byte, side by side in one batch.
pub fn encodings(engine: Choice<CurlKernel>, tally: &mut Tally<'_>) -> Outcome {
    for count in [27, 81] {
        let all = vectors::transaction().iter().filter(|v| v.rounds == count);
        let list: Vec<_> = all.take(tally.up_to(22)).collect();
        let broken = |e: &dyn std::fmt::Display| CheckFailure::new("transactions", "trytes", e);
        let trits: Vec<Vec<i8>> = list
            .iter()
            .map(|v| trit::trytes_to_trits(v.trytes.as_bytes()).map_err(|e| broken(&e)))
            .collect::<Result<_, _>>()?;
        let packed: Vec<Vec<u8>> = trits.iter().map(|t| reference::t5b1_encode(t)).collect();
        let mixed: Vec<Message<'_>> = (0..list.len())
            .cycle()
            .take(66.max(3 * list.len()))
            .enumerate()
            .map(|(n, i)| match n % 3 {
                0 => Message::Trytes(list[i].trytes.as_bytes()),
                1 => Message::Trits(&trits[i]),
                _ => Message::T5b1(&packed[i], 8019),
            })
            .collect();
        let hasher = ManyHasher::new(rounds(count)).with_engine(engine);
        let digests = hasher.hash_to_vec(&mixed).map_err(|e| broken(&e))?;
        for (n, digest) in digests.iter().enumerate() {
            let v = list[n % list.len()];
            tally.text(&format!("{} as message {n} of a mixed batch", v.id), v.hash, digest)?;
        }
    }
    Ok(())
}
