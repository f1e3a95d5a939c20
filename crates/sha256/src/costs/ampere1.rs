//! What engines cost on AmpereOne. Written by `lanesmith tune --builtin ampere1`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Ampere1,
    known: Known::Modelled("llvm-mca for Ampere1 at 3.3 GHz; lanes as on Neoverse V2"),
    operations: &[
        ("sha256.many", &[
            ("sha2", Cost::each(&[30_000, 30_100, 43_200, 57_200])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("sha2", Cost::each(&[60_000, 60_000, 82_000, 97_000])),
            ("neon", Cost::pass(550_000)),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("sha2", Cost::each(&[30_000, 30_100])),
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
