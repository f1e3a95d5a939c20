//! The vectors of Curl-P on one configuration of PCurl's design space: every lane has a message of a vector.

use std::collections::BTreeMap;

use lanesmith_curl::lab::pcurl::{Bench, LabKernel};
use lanesmith_curl::trit;
use lanesmith_isa::Choice;

use super::{Outcome, groups};
use crate::{CheckFailure, Tally};

/// Trytes of a block and of a hash.
const BLOCK: usize = 81;

/// Vectors of whole blocks, those of one length side by side.
pub fn every_lane(configuration: Choice<LabKernel>, tally: &mut Tally<'_>) -> Outcome {
    // By rounds and length, as all lanes go together.
    let mut batches: BTreeMap<(usize, usize), Vec<_>> = BTreeMap::new();
    for group in groups(tally.up_to(24)) {
        for v in group.list {
            if v.input.len().is_multiple_of(BLOCK) && !v.input.is_empty() && v.output.len() == BLOCK {
                let key = (group.rounds.count(), v.input.len());
                batches.entry(key).or_default().push((group.rounds, v));
            }
        }
    }
    let configuration = configuration.handle();
    let lanes = configuration.info.lanes;
    for ((_, length), list) in &batches {
        for batch in list.chunks(lanes) {
            let messages = batch
                .iter()
                .map(|(_, v)| {
                    let trits = trit::trytes_to_trits(v.input.as_bytes());
                    trits.map_err(|e| CheckFailure::new(v.id, "trytes", e))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let mut bench = Bench::new(configuration);
            for at in (0..3 * length).step_by(3 * BLOCK) {
                let block = bench.block(|lane, trit| messages[lane % messages.len()][at + trit]);
                bench.absorb(&block, batch[0].0);
            }
            for lane in 0..lanes {
                let (_, v) = &batch[lane % batch.len()];
                let trits = bench.rate(lane);
                let got = trit::trits_to_trytes(&trits).unwrap_or_default();
                if v.output.as_bytes() != got {
                    return Err(CheckFailure::new(v.id, v.output, got.escape_ascii()));
                }
            }
            batch.iter().for_each(|_| tally.right());
        }
    }
    Ok(())
}
