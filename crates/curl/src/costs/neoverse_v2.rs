//! What engines cost on Arm Neoverse V2. Written by `lanesmith tune --builtin neoverse-v2`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::NeoverseV2,
    known: Known::Guessed("Zen 4's SSE2"),
    operations: &[
        ("curl.hash", &[
            ("neon", Cost::each(&[3_950_000]).or_pass(29_000_000)),
            ("neon_sha3", Cost::each(&[3_950_000]).or_pass(53_000_000)),
            ("scalar", Cost::each(&[3_950_000]).or_pass(140_000_000)),
        ]),
        ("curl.pow", &[
            ("neon", Cost::pass(18_900_000)),
            ("neon_sha3", Cost::pass(34_500_000)),
            ("scalar", Cost::pass(72_400_000)),
        ]),
    ],
};
