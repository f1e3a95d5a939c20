//! What engines cost on Intel Sapphire Rapids. Written by `lanesmith tune --builtin sapphire-rapids`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::SapphireRapids,
    known: Known::Modelled("by the field kernels, docs/kernels/bls-field.md; the portable engine is a million"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.g1", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.g2", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.hash", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.msm", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.pairing", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.signature", &[
            ("avx512ifma", Cost::pass(900_000)),
            ("bmi2", Cost::pass(560_000)),
            ("adx", Cost::pass(680_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
