//! What can be measured of SHA-256 to choose engines on the machine at hand.

use std::hint::black_box;

use lanesmith_isa::Operation;
use lanesmith_sha256::hazmat::{ManyKernel, NodeKernel, Nodes, Pairs, Pbkdf2Kernel, Pbkdf2Lane, Streams};
use lanesmith_sha256::{MANY, NODES, PBKDF2};
use lanesmith_testkit::vectors::sha256 as vectors;

use super::race;
use lanesmith_race::{BoxError, Contender, Kind};

use crate::family::written;
use crate::{Build, Steps};

/// Blocks of each stream in one run: calls cost nothing against them.
const BLOCKS: usize = 64;

/// What makes contenders of single steps of an operation.
pub fn steps(op: &str) -> Option<Build> {
    match op {
        NodeKernel::NAME => Some(nodes),
        ManyKernel::NAME => Some(many),
        Pbkdf2Kernel::NAME => Some(pbkdf2),
        _ => None,
    }
}

fn nodes(steps: &Steps) -> Result<Contender, BoxError> {
    let plan = steps
        .iter()
        .map(|&(engine, n)| Ok((NODES.by_name(engine)?.kernel(), n)))
        .collect::<Result<Vec<(&'static NodeKernel, usize)>, BoxError>>()?;
    let total = plan.iter().map(|(_, n)| n).sum();
    let pairs = vectors::generate(race::SEED, 64 * total).as_chunks::<64>().0.to_vec();
    let hash = move |out: &mut [[u8; 32]]| {
        let (mut out, mut pairs) = (out, pairs.as_slice());
        for (kernel, n) in &plan {
            let (out_now, out_later) = out.split_at_mut(*n);
            let (pairs_now, pairs_later) = pairs.split_at(*n);
            // As many of both; outputs that stayed zero would be thrown out.
            if let Ok(nodes) = Nodes::new(out_now, Pairs::of_blocks(pairs_now)) {
                (kernel.hash)(nodes);
            }
            (out, pairs) = (out_later, pairs_later);
        }
    };
    let again = hash.clone();
    let mut out = vec![[0; 32]; total];
    let run = move || hash(black_box(&mut out));
    let output = move || {
        let mut out = vec![[0; 32]; total];
        again(&mut out);
        out.concat()
    };
    Ok(Contender::new(written(steps), Kind::Engine, 1.0, run, output))
}

fn many(steps: &Steps) -> Result<Contender, BoxError> {
    let plan = steps
        .iter()
        .map(|&(engine, n)| Ok((MANY.by_name(engine)?.kernel(), n)))
        .collect::<Result<Vec<(&'static ManyKernel, usize)>, BoxError>>()?;
    let total: usize = plan.iter().map(|(_, n)| n).sum();
    let blocks = vectors::generate(race::SEED, 64 * BLOCKS * total).as_chunks::<64>().0.to_vec();
    let compress = move |states: &mut [[u32; 8]]| {
        let streams: Vec<&[[u8; 64]]> = blocks.chunks(BLOCKS).collect();
        let (mut states, mut streams) = (states, streams.as_slice());
        for (kernel, n) in &plan {
            let (states_now, states_later) = states.split_at_mut(*n);
            let (streams_now, streams_later) = streams.split_at(*n);
            if let Ok(streams) = Streams::new(states_now, streams_now) {
                (kernel.compress)(streams);
            }
            (states, streams) = (states_later, streams_later);
        }
    };
    let again = compress.clone();
    let mut states = vec![[0; 8]; total];
    let run = move || compress(black_box(&mut states));
    let output = move || {
        let mut states = vec![[0; 8]; total];
        again(&mut states);
        states.as_flattened().iter().flat_map(|word| word.to_be_bytes()).collect()
    };
    // One block of each stream is what costs are told for.
    Ok(Contender::new(written(steps), Kind::Engine, BLOCKS as f64, run, output))
}

/// Rounds of every password in one run.
const ROUNDS: u32 = 64;

fn pbkdf2(steps: &Steps) -> Result<Contender, BoxError> {
    let plan = steps
        .iter()
        .map(|&(engine, n)| Ok((PBKDF2.by_name(engine)?.kernel(), n)))
        .collect::<Result<Vec<(&'static Pbkdf2Kernel, usize)>, BoxError>>()?;
    let total: usize = plan.iter().map(|(_, n)| n).sum();
    let start: Vec<Pbkdf2Lane> = (1..=total as u32)
        .map(|i| Pbkdf2Lane { inner: [i; 8], outer: [!i; 8], u: [i; 8], sum: [0; 8] })
        .collect();
    let rounds = move |lanes: &mut [Pbkdf2Lane]| {
        let mut lanes = lanes;
        for (kernel, n) in &plan {
            let (now, later) = lanes.split_at_mut(*n);
            (kernel.rounds)(now, ROUNDS);
            lanes = later;
        }
    };
    let (again, fresh) = (rounds.clone(), start.clone());
    let mut lanes = start;
    let run = move || rounds(black_box(&mut lanes));
    let output = move || {
        let mut lanes = fresh.clone();
        again(&mut lanes);
        lanes.iter().flat_map(|lane| lane.sum).flat_map(u32::to_be_bytes).collect()
    };
    // A round is two blocks, and costs are told for one.
    Ok(Contender::new(written(steps), Kind::Engine, 2.0 * f64::from(ROUNDS), run, output))
}
