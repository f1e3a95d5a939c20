//! What engines cost on Arm Cortex-A72 to A77. Written by `lanesmith tune --builtin cortex-a72`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::CortexA72,
    known: Known::Modelled("by multiplications of the product in Fp2, docs/kernels/armv8.md; the portable engine is a million"),
    operations: &[
        ("bls", &[
            ("armv8", Cost::pass(770_000)),
            ("armv8_adk", Cost::pass(640_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
