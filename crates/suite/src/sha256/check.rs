//! The vectors of SHA-256 on one engine.

use std::num::NonZeroU32;

use lanesmith::isa::Handle;
use lanesmith::sha256::engines::{ManyKernel, StreamKernel};
use lanesmith::sha256::{self, MANY, ManyHasher, NodeHasher, Pbkdf2Job, STREAM};
use lanesmith_testkit::hex;
use lanesmith_testkit::reference;
use lanesmith_testkit::vectors::sha256 as vectors;

use crate::{CheckFailure, CheckReport, Scope};

/// Checks one engine of one operation.
pub fn check(
    op: &str,
    engine: &str,
    scope: Scope,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckFailure> {
    let mut tally = Tally { done: 0, all: 0, progress };
    let failed = |e: &dyn std::fmt::Display| CheckFailure {
        vector: "none".into(),
        expected: format!("{op} on {engine}"),
        got: e.to_string(),
    };
    match op {
        "sha256.stream" => stream(STREAM.by_name(engine).map_err(|e| failed(&e))?, scope, &mut tally)?,
        "sha256.nodes" => nodes(NodeHasher::by_name(engine).map_err(|e| failed(&e))?, scope, &mut tally)?,
        "sha256.many" => many(MANY.by_name(engine).map_err(|e| failed(&e))?, scope, &mut tally)?,
        _ => return Err(failed(&"no vectors for this operation")),
    }
    Ok(CheckReport { cases: tally.done })
}

/// Counts vectors and compares.
struct Tally<'a> {
    done: u64,
    all: u64,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl Tally<'_> {
    fn expect(&mut self, all: usize) {
        self.all += all as u64;
    }

    fn same(&mut self, id: impl FnOnce() -> String, expected: &[u8], got: &[u8]) -> Result<(), CheckFailure> {
        self.done += 1;
        if self.done.is_multiple_of(16) {
            (self.progress)(self.done, self.all);
        }
        if expected == got {
            return Ok(());
        }
        Err(CheckFailure { vector: id(), expected: hex::encode(expected), got: hex::encode(got) })
    }
}

fn stream(engine: Handle<StreamKernel>, scope: Scope, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    let take = |quick: usize| if scope == Scope::Quick { quick } else { usize::MAX };
    let sweep = vectors::length_sweep();
    let (short, long) = (vectors::short_messages(), vectors::long_messages());
    let monte = vectors::monte_carlo();
    let lists =
        [short.len(), long.len().min(take(8)), sweep.digests.len(), monte.checkpoints.len().min(take(2))];
    tally.expect(lists.iter().sum());

    for (file, list, quick) in [("SHA256ShortMsg", short, usize::MAX), ("SHA256LongMsg", long, 8)] {
        for (i, v) in list.iter().take(take(quick)).enumerate() {
            tally.same(|| format!("{file} {i}"), &v.digest, &sha256::sha256_with(engine, &v.message))?;
        }
    }
    for v in &sweep.digests {
        let message = vectors::generate(sweep.seed, v.len);
        let id = || format!("length_sweep {}", v.len);
        tally.same(id, &v.sha256.0, &sha256::sha256_with(engine, &message))?;
        if let Some(digest) = fixed(engine, &message) {
            tally.same(|| format!("length_sweep {} at fixed length", v.len), &v.sha256.0, &digest)?;
        }
    }
    let mut seed = monte.seed;
    for (i, checkpoint) in monte.checkpoints.iter().take(take(2)).enumerate() {
        let mut last = [seed; 3];
        for _ in 0..1000 {
            last = [last[1], last[2], sha256::sha256_with(engine, last.as_flattened())];
        }
        seed = last[2];
        tally.same(|| format!("SHA256Monte {i}"), checkpoint, &seed)?;
    }
    Ok(())
}

/// The function for just this length, where there is one.
pub fn fixed(engine: Handle<StreamKernel>, message: &[u8]) -> Option<[u8; 32]> {
    let fixed = &engine.kernel().fixed;
    match message.len() {
        32 => message.try_into().ok().map(fixed.hash32),
        33 => message.try_into().ok().map(fixed.hash33),
        64 => message.try_into().ok().map(fixed.hash64),
        65 => message.try_into().ok().map(fixed.hash65),
        _ => None,
    }
}

fn nodes(engine: NodeHasher, scope: Scope, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    let largest = if scope == Scope::Quick { 40 } else { usize::MAX };
    let batches: Vec<_> = vectors::hash64_batches().iter().filter(|b| b.count <= largest).collect();
    tally.expect(2 * batches.len());
    for batch in batches {
        let bytes = batch.messages();
        let pairs = bytes.as_chunks::<64>().0;
        let mut out = vec![[0; 32]; pairs.len()];
        let length = |e: &dyn std::fmt::Display| CheckFailure {
            vector: format!("hash64_batches of {}", batch.count),
            expected: "digests".into(),
            got: e.to_string(),
        };
        engine.hash(&mut out, pairs).map_err(|e| length(&e))?;
        match &batch.digests {
            Some(digests) => {
                let id = || format!("hash64_batches of {}", batch.count);
                tally.same(id, digests, out.as_flattened())?;
            }
            None => {
                let id = || format!("hash64_batches of {}, digest of all", batch.count);
                tally.same(id, &batch.sha256_of_digests.0, &reference::sha256::digest(out.as_flattened()))?;
            }
        }
        let mut in_place = bytes.as_chunks::<32>().0.to_vec();
        engine.hash_in_place(&mut in_place).map_err(|e| length(&e))?;
        let id = || format!("hash64_batches of {}, in place", batch.count);
        tally.same(id, out.as_flattened(), in_place[..out.len()].as_flattened())?;
    }
    Ok(())
}

/// How many messages are hashed together: around the lanes of each engine.
const TOGETHER: &[usize] = &[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];

fn many(engine: Handle<ManyKernel>, scope: Scope, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    let hasher = ManyHasher::with(engine);
    let length = |e: &dyn std::fmt::Display| CheckFailure {
        vector: "length_sweep".into(),
        expected: "digests".into(),
        got: e.to_string(),
    };
    let sweep = vectors::length_sweep();
    let longest = if scope == Scope::Quick { 10_000 } else { usize::MAX };
    let sweep: Vec<_> = sweep
        .digests
        .iter()
        .filter(|v| v.len <= longest)
        .map(|v| (v.len, vectors::generate(sweep.seed, v.len), v.sha256.0))
        .collect();
    let alike =
        |count: usize| sweep.iter().step_by(if scope == Scope::Quick { 5 } else { 1 }).skip(count % 5);
    let keys = vectors::pbkdf2();
    tally.expect(sweep.len() + TOGETHER.iter().map(|&n| alike(n).count()).sum::<usize>() + keys.len());

    // All lengths at once: lanes become free at different times.
    let messages: Vec<&[u8]> = sweep.iter().map(|(_, message, _)| message.as_slice()).collect();
    let mut out = vec![[0; 32]; messages.len()];
    hasher.hash(&mut out, &messages).map_err(|e| length(&e))?;
    for ((len, _, digest), got) in sweep.iter().zip(&out) {
        tally.same(|| format!("length_sweep {len}, all lengths together"), digest, got)?;
    }
    // Equal lengths, as many as fill the lanes or do not.
    for &count in TOGETHER {
        for (len, message, digest) in alike(count) {
            let mut out = vec![[0; 32]; count];
            hasher.hash(&mut out, &vec![message.as_slice(); count]).map_err(|e| length(&e))?;
            let id = || format!("length_sweep {len}, {count} together");
            tally.same(id, &digest.repeat(count), out.as_flattened())?;
        }
    }
    for (i, v) in keys.iter().enumerate() {
        let mut key = vec![0; v.dk_len];
        let mut jobs = [Pbkdf2Job { password: &v.password.0, salt: &v.salt.0, out: &mut key }];
        let iterations = NonZeroU32::new(v.iterations).unwrap_or(NonZeroU32::MIN);
        sha256::pbkdf2_many_with(engine, &mut jobs, iterations).map_err(|e| length(&e))?;
        tally.same(|| format!("pbkdf2_rfc7914 {i}"), &v.dk.0, &key)?;
    }
    Ok(())
}
