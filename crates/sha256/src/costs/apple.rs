//! What engines cost on Apple silicon. Written by `lanesmith tune --builtin apple`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Apple,
    known: Known::Modelled("published times of one and of two streams on M1 and of nodes on M2, docs/kernels/sha256.md; lanes by llvm-mca"),
    operations: &[
        ("sha256.many", &[
            ("sha2", Cost::each(&[28_800, 40_000, 60_000, 80_000])),
            ("neon", Cost::pass(320_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("sha2", Cost::each(&[40_000, 80_000, 120_000, 160_000])),
            ("neon", Cost::pass(585_000)),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("sha2", Cost::each(&[28_800, 40_000])),
            ("neon", Cost::pass(320_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
