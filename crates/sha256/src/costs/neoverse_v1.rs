//! What engines cost on Arm Neoverse V1. Written by `lanesmith tune --builtin neoverse-v1`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::NeoverseV1,
    known: Known::Modelled("llvm-mca for Neoverse V1 at 3.3 GHz; lanes as on Neoverse V2"),
    operations: &[
        ("sha256.many", &[
            ("sha2", Cost::each(&[29_700, 29_700, 40_100, 54_000])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("sha2", Cost::each(&[60_000, 60_000, 82_000, 92_100])),
            ("neon", Cost::pass(550_000)),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("sha2", Cost::each(&[29_700, 29_700])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
