//! What engines cost on 32-bit Arm. Written by `lanesmith tune --builtin armv7`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Armv7,
    known: Known::Guessed("nobody has measured it"),
    operations: &[
        ("sha256.many", &[
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("neon", Cost::pass(550_000)),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("neon", Cost::pass(315_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
