//! What engines cost on Arm Neoverse V2. Written by `lanesmith tune --builtin neoverse-v2`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::NeoverseV2,
    known: Known::Guessed("Zen 4's SSE2"),
    operations: &[
        ("pwhash.scrypt", &[
            ("neon", Cost::each(&[41_800, 57_200])),
            ("scalar", Cost::each(&[58_400])),
        ]),
    ],
};
