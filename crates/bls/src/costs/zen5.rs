//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("2026-11-24, AuthenticAMD family 26 model 2, rustc 1.95.0 (59807616e 2026-04-14), commit cfb3c72"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.g1", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.g2", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.hash", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.msm", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.pairing", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
        ("bls.signature", &[
            ("avx512ifma", Cost::pass(912_000_000)),
            ("bmi2", Cost::pass(489_000_000)),
            ("adx", Cost::pass(524_000_000)),
            ("scalar", Cost::pass(953_000_000)),
        ]),
    ],
};
