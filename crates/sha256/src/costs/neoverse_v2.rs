//! What engines cost on Arm Neoverse V2. Written by `lanesmith tune --builtin neoverse-v2`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::NeoverseV2,
    known: Known::Modelled("`cargo xtask model`: llvm-mca for Neoverse V2 at 3.3 GHz"),
    operations: &[
        ("sha256.many", &[
            ("sha2", Cost::each(&[29_700, 34_000, 51_000, 68_800])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("sha2", Cost::each(&[60_000, 60_000, 82_000, 109_000])),
            ("neon", Cost::pass(550_000)),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("sha2", Cost::each(&[30_000, 33_000])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
