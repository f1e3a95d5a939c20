//! What engines cost on Arm Neoverse V2. Written by `lanesmith tune --builtin neoverse-v2`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::NeoverseV2,
    known: Known::Modelled("llvm-mca 19 on the product in Fp2, docs/kernels/armv8.md; the portable engine is a million"),
    operations: &[
        ("bls", &[
            ("armv8", Cost::pass(680_000)),
            ("armv8_adk", Cost::pass(850_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
