//! What engines cost on another Intel CPU. Written by `lanesmith tune --builtin intel`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Intel,
    known: Known::Measured("2026-11-26, GenuineIntel family 6 model 167, rustc 1.95.0 (59807616e 2026-04-14), commit 01e3fd4"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.g1", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.g2", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.hash", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.msm", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.pairing", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
        ("bls.signature", &[
            ("avx512ifma", Cost::pass(1_200_000_000)),
            ("bmi2", Cost::pass(540_000_000)),
            ("adx", Cost::pass(598_000_000)),
            ("scalar", Cost::pass(834_000_000)),
        ]),
    ],
};
