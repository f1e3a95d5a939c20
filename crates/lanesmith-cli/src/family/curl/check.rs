//! The vectors of Curl-P on one engine.

use lanesmith::curl::{Curl, CurlEngine, HASH, ManyHasher, Message, Rounds};
use lanesmith_testkit::vectors::curl as vectors;

use crate::family::{CheckFailure, CheckReport, Scope};

/// Checks one engine of one operation.
pub fn check(
    op: &str,
    engine: &str,
    scope: Scope,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckFailure> {
    let failed = |e: &dyn std::fmt::Display| broken("none", &format!("{op} on {engine}"), e);
    if op != "curl.hash" {
        return Err(failed(&"no vectors for this operation"));
    }
    let engine = HASH.by_name(engine).map_err(|e| failed(&e))?;
    let step = if scope == Scope::Quick { 4 } else { 1 };
    let mut cases = 0;
    let parts: [&dyn Fn() -> Result<u64, CheckFailure>; 4] =
        [&|| one_by_one(engine, step), &|| raw_trits(engine), &|| permutations(engine), &|| many(engine)];
    for (done, part) in parts.iter().enumerate() {
        progress(done as u64, parts.len() as u64);
        cases += part()?;
    }
    Ok(CheckReport { cases })
}

fn broken(vector: &str, expected: &str, got: &dyn std::fmt::Display) -> CheckFailure {
    CheckFailure { vector: vector.into(), expected: expected.into(), got: got.to_string() }
}

fn same(vector: &str, expected: &str, got: &[u8]) -> Result<(), CheckFailure> {
    if expected.as_bytes() == got {
        return Ok(());
    }
    Err(broken(vector, expected, &String::from_utf8_lossy(got)))
}

fn rounds(id: &str, number: u32) -> Result<Rounds, CheckFailure> {
    Rounds::of(number).ok_or_else(|| broken(id, "27 or 81 rounds", &number))
}

/// Trits written as `-`, `0` and `+`.
fn trits(text: &str) -> Vec<i8> {
    text.bytes().map(|c| i8::from(c == b'+') - i8::from(c == b'-')).collect()
}

/// Back to text.
fn text(trits: &[i8]) -> Vec<u8> {
    trits.iter().map(|t| b"-0+"[usize::from((t + 1).clamp(0, 2).unsigned_abs())]).collect()
}

fn one_by_one(engine: CurlEngine, step: usize) -> Result<u64, CheckFailure> {
    let mut cases = 0;
    for v in vectors::hash().iter().step_by(step) {
        let mut curl = Curl::with_engine(rounds(v.id, v.rounds)?, engine);
        curl.absorb_trytes(v.input.as_bytes()).map_err(|e| broken(v.id, v.output, &e))?;
        let blocks = v.output.len() / 81;
        let got: Vec<u8> = (0..blocks).flat_map(|_| curl.squeeze_trytes()).collect();
        same(v.id, v.output, &got)?;
        cases += 1;
    }
    Ok(cases)
}

fn raw_trits(engine: CurlEngine) -> Result<u64, CheckFailure> {
    for v in vectors::hash_trits() {
        let mut curl = Curl::with_engine(rounds(v.id, v.rounds)?, engine);
        curl.absorb_trits(&trits(v.input_trits)).map_err(|e| broken(v.id, v.output_trits, &e))?;
        let blocks = v.output_trits.len() / 243;
        let got: Vec<i8> = (0..blocks).flat_map(|_| curl.squeeze_trits()).collect();
        same(v.id, v.output_trits, &text(&got))?;
    }
    Ok(vectors::hash_trits().len() as u64)
}

fn permutations(engine: CurlEngine) -> Result<u64, CheckFailure> {
    for v in vectors::permutation() {
        let mut curl = Curl::with_engine(rounds(v.id, v.rounds)?, engine);
        let before = trits(v.state_in);
        let state = before.first_chunk().ok_or_else(|| broken(v.id, "729 trits", &before.len()))?;
        curl.set_state(state).map_err(|e| broken(v.id, v.state_out, &e))?;
        curl.permute();
        same(v.id, v.state_out, &text(&curl.state()))?;
    }
    Ok(vectors::permutation().len() as u64)
}

/// Ragged messages of the sponge vectors and whole transactions, as many as fill every lane and begin another batch.
fn many(engine: CurlEngine) -> Result<u64, CheckFailure> {
    let sponge = vectors::hash().iter().map(|v| (v.id, v.rounds, v.input, v.output));
    let transactions = vectors::transaction().iter().map(|v| (v.id, v.rounds, v.trytes, v.hash));
    let mut left: Vec<_> = sponge.chain(transactions).collect();
    let mut cases = 0;
    // One call for each number of rounds and of blocks squeezed.
    while let Some(&(_, number, _, output)) = left.first() {
        let (now, later): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|v| v.1 == number && v.3.len() == output.len());
        left = later;
        let blocks = output.len() / 81;
        let hasher = ManyHasher::new(rounds(now[0].0, number)?).with_engine(engine).squeezing(blocks);
        let count = now.len().max(hasher.lanes()) + 1;
        let messages: Vec<_> =
            now.iter().cycle().take(count).map(|v| Message::Trytes(v.2.as_bytes())).collect();
        let digests = hasher.hash(&messages).map_err(|e| broken(now[0].0, "digests", &e))?;
        for (v, got) in now.iter().cycle().zip(digests.chunks(blocks)) {
            same(&format!("{} among many", v.0), v.3, got.as_flattened())?;
        }
        cases += now.len() as u64;
    }
    Ok(cases)
}
