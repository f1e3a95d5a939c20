//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("a verification on AMD EPYC family 26 model 2; the portable engine is a million"),
    operations: &[
        ("bls.fp", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp12", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp2", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.fp6", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.g1", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.g2", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.hash", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.msm", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.pairing", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("bls.signature", &[
            ("bmi2", Cost::pass(530_000)),
            ("adx", Cost::pass(570_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
