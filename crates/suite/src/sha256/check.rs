//! The published vectors of SHA-256.

use std::num::NonZeroU32;

use lanesmith_isa::Choice;
use lanesmith_sha256::hazmat::{ManyKernel, NodeKernel, Pbkdf2Kernel, StreamKernel};
use lanesmith_sha256::{self as sha256, MANY, ManyHasher, NODES, NodeHasher, PBKDF2, Pbkdf2Job, STREAM};
use lanesmith_testkit::reference;
use lanesmith_testkit::vectors::sha256 as vectors;

use crate::{Check, CheckFailure, Tally};

type Outcome = Result<(), CheckFailure>;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check::new(&STREAM, "published_messages", "NIST's short and long messages", messages),
        Check::new(&STREAM, "vectors_of_every_length", "lengths around the edges of blocks", lengths),
        Check::new(&STREAM, "monte_carlo", "NIST's Monte Carlo test", monte_carlo),
        Check::new(&NODES, "published_batches", "batches of nodes", batches),
        Check::new(&MANY, "published_messages_all_at_once", "NIST's messages side by side", messages_at_once),
        Check::new(&MANY, "vectors_of_every_length", "lengths around the edges of blocks", lengths_at_once),
        Check::new(&PBKDF2, "vectors", "PBKDF2 of RFC 7914 and of Wycheproof", pbkdf2),
    ]
}

fn messages(engine: Choice<StreamKernel>, tally: &mut Tally<'_>) -> Outcome {
    let (short, long) = (vectors::short_messages(), vectors::long_messages());
    for (file, list, quick) in [("SHA256ShortMsg", short, usize::MAX), ("SHA256LongMsg", long, 8)] {
        for (i, v) in list.iter().take(tally.up_to(quick)).enumerate() {
            tally.bytes(|| format!("{file} {i}"), &v.digest, &sha256::sha256_with(engine, &v.message))?;
        }
    }
    Ok(())
}

fn lengths(engine: Choice<StreamKernel>, tally: &mut Tally<'_>) -> Outcome {
    let sweep = vectors::length_sweep();
    for v in &sweep.digests {
        let message = vectors::generate(sweep.seed, v.len);
        let id = || format!("length_sweep {}", v.len);
        tally.bytes(id, &v.sha256.0, &sha256::sha256_with(engine, &message))?;
        if let Some(digest) = fixed(engine, &message) {
            tally.bytes(|| format!("length_sweep {} at fixed length", v.len), &v.sha256.0, &digest)?;
        }
    }
    Ok(())
}

fn monte_carlo(engine: Choice<StreamKernel>, tally: &mut Tally<'_>) -> Outcome {
    let test = vectors::monte_carlo();
    let mut seed = test.seed;
    for (i, checkpoint) in test.checkpoints.iter().take(tally.up_to(2)).enumerate() {
        let mut last = [seed; 3];
        for _ in 0..1000 {
            last = [last[1], last[2], sha256::sha256_with(engine, last.as_flattened())];
        }
        seed = last[2];
        tally.bytes(|| format!("SHA256Monte {i}"), checkpoint, &seed)?;
    }
    Ok(())
}

/// The function for just this length, where there is one.
pub fn fixed(engine: Choice<StreamKernel>, message: &[u8]) -> Option<[u8; 32]> {
    let fixed = &engine.handle().kernel().fixed;
    match message.len() {
        32 => message.try_into().ok().map(fixed.hash32),
        33 => message.try_into().ok().map(fixed.hash33),
        64 => message.try_into().ok().map(fixed.hash64),
        65 => message.try_into().ok().map(fixed.hash65),
        _ => None,
    }
}

fn batches(engine: Choice<NodeKernel>, tally: &mut Tally<'_>) -> Outcome {
    let hasher = NodeHasher::with_engine(engine);
    let largest = tally.up_to(40);
    for batch in vectors::hash64_batches().iter().filter(|b| b.count <= largest) {
        let id = format!("hash64_batches of {}", batch.count);
        let refused = |e: &dyn std::fmt::Display| CheckFailure::new(&id, "digests", e);
        let bytes = batch.messages();
        let pairs = bytes.as_chunks::<64>().0;
        let mut out = vec![[0; 32]; pairs.len()];
        hasher.hash(&mut out, pairs).map_err(|e| refused(&e))?;
        if let Some(digests) = &batch.digests {
            tally.bytes(|| id.clone(), digests, out.as_flattened())?;
        }
        let of_all = reference::sha256::digest(out.as_flattened());
        tally.bytes(|| format!("{id}, digest of all"), &batch.sha256_of_digests.0, &of_all)?;
        let mut in_place = bytes.as_chunks::<32>().0.to_vec();
        hasher.hash_in_place(&mut in_place).map_err(|e| refused(&e))?;
        let got = in_place[..out.len()].as_flattened();
        tally.bytes(|| format!("{id}, in place"), out.as_flattened(), got)?;
    }
    Ok(())
}

/// The digests of messages side by side.
fn together(engine: Choice<ManyKernel>, id: &str, messages: &[&[u8]]) -> Result<Vec<[u8; 32]>, CheckFailure> {
    let mut out = vec![[0; 32]; messages.len()];
    let refused = |e| CheckFailure::new(id, "digests", e);
    ManyHasher::with_engine(engine).hash(&mut out, messages).map_err(refused)?;
    Ok(out)
}

/// Messages of all lengths at once: lanes become free at different times.
fn messages_at_once(engine: Choice<ManyKernel>, tally: &mut Tally<'_>) -> Outcome {
    let long = vectors::long_messages().iter().take(tally.up_to(8));
    let all: Vec<_> = long.chain(vectors::short_messages()).collect();
    let messages: Vec<&[u8]> = all.iter().map(|v| v.message.as_slice()).collect();
    for (i, (v, got)) in all.iter().zip(together(engine, "messages", &messages)?).enumerate() {
        tally.bytes(|| format!("message {i} of all together"), &v.digest, &got)?;
    }
    Ok(())
}

/// How many messages are hashed together: around the lanes of each engine.
const TOGETHER: &[usize] = &[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];

fn lengths_at_once(engine: Choice<ManyKernel>, tally: &mut Tally<'_>) -> Outcome {
    let sweep = vectors::length_sweep();
    let longest = tally.up_to(10_000);
    let sweep: Vec<_> = sweep
        .digests
        .iter()
        .filter(|v| v.len <= longest)
        .map(|v| (v.len, vectors::generate(sweep.seed, v.len), v.sha256.0))
        .collect();
    let messages: Vec<&[u8]> = sweep.iter().map(|(_, message, _)| message.as_slice()).collect();
    for ((len, _, digest), got) in sweep.iter().zip(together(engine, "length_sweep", &messages)?) {
        tally.bytes(|| format!("length_sweep {len}, all lengths together"), digest, &got)?;
    }
    // Equal lengths, as many as fill the lanes or do not.
    let step = if tally.is_full() { 1 } else { 5 };
    for &count in TOGETHER {
        for (len, message, digest) in sweep.iter().step_by(step).skip(count % 5) {
            let id = format!("length_sweep {len}, {count} together");
            let out = together(engine, &id, &vec![message.as_slice(); count])?;
            tally.bytes(|| id, &digest.repeat(count), out.as_flattened())?;
        }
    }
    Ok(())
}

fn pbkdf2(engine: Choice<Pbkdf2Kernel>, tally: &mut Tally<'_>) -> Outcome {
    let published = vectors::pbkdf2().iter();
    let wycheproof = vectors::wycheproof_pbkdf2().iter().map(|t| &t.case).take(tally.up_to(8));
    for (i, v) in published.chain(wycheproof).enumerate() {
        let id = || format!("pbkdf2 {i}, {} iterations", v.iterations);
        let mut key = vec![0; v.dk_len];
        let mut jobs = [Pbkdf2Job { password: &v.password.0, salt: &v.salt.0, out: &mut key }];
        let iterations = NonZeroU32::new(v.iterations).unwrap_or(NonZeroU32::MIN);
        let refused = |e| CheckFailure::new(id(), "a key", e);
        sha256::pbkdf2_many_with(engine, &mut jobs, iterations).map_err(refused)?;
        tally.bytes(id, &v.dk.0, &key)?;
    }
    Ok(())
}
