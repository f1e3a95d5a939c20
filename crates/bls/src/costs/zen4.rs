//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 9a45c48"),
    operations: &[
        ("bls.fp", &[
            ("bmi2", Cost::pass(795_000)),
            ("adx", Cost::pass(732_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp12", &[
            ("bmi2", Cost::pass(608_000)),
            ("adx", Cost::pass(561_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp2", &[
            ("bmi2", Cost::pass(630_000)),
            ("adx", Cost::pass(585_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp6", &[
            ("bmi2", Cost::pass(724_000)),
            ("adx", Cost::pass(681_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.g1", &[
            ("bmi2", Cost::pass(143_000_000)),
            ("adx", Cost::pass(132_000_000)),
            ("scalar", Cost::pass(198_000_000)),
        ]),
        ("bls.g2", &[
            ("bmi2", Cost::pass(253_000_000)),
            ("adx", Cost::pass(239_000_000)),
            ("scalar", Cost::pass(401_000_000)),
        ]),
        ("bls.hash", &[
            ("bmi2", Cost::pass(203_000_000)),
            ("adx", Cost::pass(194_000_000)),
            ("scalar", Cost::pass(327_000_000)),
        ]),
        ("bls.msm", &[
            ("bmi2", Cost::pass(1_170_000_000)),
            ("adx", Cost::pass(1_130_000_000)),
            ("scalar", Cost::pass(1_360_000_000)),
        ]),
        ("bls.pairing", &[
            ("bmi2", Cost::pass(657_000_000)),
            ("adx", Cost::pass(597_000_000)),
            ("scalar", Cost::pass(1_110_000_000)),
        ]),
        ("bls.signature", &[
            ("bmi2", Cost::pass(828_000_000)),
            ("adx", Cost::pass(768_000_000)),
            ("scalar", Cost::pass(1_360_000_000)),
        ]),
    ],
};
