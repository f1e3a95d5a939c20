//! What all contenders of Curl-P work on, ours and those of the laboratory, and what they are compared with.

use lanesmith_isa::{Feature, cpu, detect};
use lanesmith_race::{BoxError, Contender};
use lanesmith_testkit::vectors::curl as vectors;

/// Trytes of a block.
pub const BLOCK: usize = 81;
/// Blocks of a transaction.
pub const BLOCKS: usize = 33;
/// What engines are compared with: PCurl's reference configuration, or ourselves where it is not compiled in.
pub const BASELINE: &str = if cfg!(feature = "whole") { "64_andn_c5_lut_u1_sd" } else { "scalar" };
/// The weight that is raced: that of the main network.
pub const WEIGHT: usize = 14;
/// The weight that contenders have to show a nonce for before they are timed.
pub const SHOWN: usize = 7;

/// Transactions of the vectors that Curl-P-81 hashes.
pub fn transactions() -> Vec<&'static [u8]> {
    let all = vectors::transaction().iter();
    all.filter(|v| v.rounds == 81).map(|v| v.trytes.as_bytes()).take(64).collect()
}

/// Their hashes.
pub fn hashes() -> Vec<u8> {
    let all = vectors::transaction().iter();
    all.filter(|v| v.rounds == 81).take(64).flat_map(|v| v.hash.bytes()).collect()
}

/// The digests of the transactions when lane `l` has hashed transaction `l` modulo their number; lanes that disagree
/// leave a hole.
pub fn digests_of_lanes(count: usize, lanes: usize, digest: impl Fn(usize) -> [u8; BLOCK]) -> Vec<u8> {
    let mut all: Vec<[u8; BLOCK]> =
        (0..count).map(|lane| if lane < lanes { digest(lane) } else { [0; BLOCK] }).collect();
    for lane in count..lanes {
        if all[lane % count] != digest(lane) {
            all[lane % count] = [0; BLOCK];
        }
    }
    all.concat()
}

/// Core cycles per transaction when the ternary-logic ports never rest: two instructions for each S-box. Sapphire
/// Rapids starts two 512-bit ones per cycle; Zen 4 two of 256 bits that have three register operands.
pub fn ternary_bound() -> Option<Contender> {
    let instructions = (2 * 729 * 81 * BLOCKS) as f64;
    let lanes = if cpu::identity().splits_512_bits() { 256.0 } else { 512.0 };
    let there = detect::features().has(Feature::Avx512F);
    there.then(|| Contender::bound("ternary-logic ports", instructions / 2.0 / lanes))
}

/// The transaction whose nonce is searched.
pub fn transaction() -> Result<&'static str, BoxError> {
    let found = vectors::transaction().iter().find(|t| t.rounds == 81);
    Ok(found.ok_or("no transaction")?.trytes)
}
