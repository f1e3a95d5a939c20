//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("a verification on AMD EPYC family 26 model 2; the portable engine is a million"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
