//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 2933cee"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.g1", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.g2", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.hash", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.msm", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.pairing", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
        ("bls.signature", &[
            ("avx512ifma", Cost::pass(1_770_000_000)),
            ("bmi2", Cost::pass(827_000_000)),
            ("adx", Cost::pass(767_000_000)),
            ("scalar", Cost::pass(1_170_000_000)),
        ]),
    ],
};
