//! What engines cost on Apple silicon. Written by `lanesmith tune --builtin apple`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Apple,
    known: Known::Modelled("operations of an S-box on four pipes, three and four, and what surrounds them; else as guessed for Neoverse V2"),
    operations: &[
        ("curl.hash", &[
            ("neon", Cost::each(&[3_950_000]).or_pass(29_000_000)),
            ("neon_sha3", Cost::each(&[3_950_000]).or_pass(24_000_000)),
            ("scalar", Cost::each(&[3_950_000]).or_pass(140_000_000)),
        ]),
        ("curl.pow", &[
            ("neon", Cost::pass(18_900_000)),
            ("neon_sha3", Cost::pass(15_600_000)),
            ("scalar", Cost::pass(72_400_000)),
        ]),
    ],
};
