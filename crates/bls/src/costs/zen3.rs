//! What engines cost on AMD Zen 3. Written by `lanesmith tune --builtin zen3`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen3,
    known: Known::Measured("2026-11-25, AuthenticAMD family 25 model 1, rustc 1.95.0 (59807616e 2026-04-14), commit 59014dc"),
    operations: &[
        ("bls", &[
            ("bmi2", Cost::pass(991_000_000)),
            ("adx", Cost::pass(926_000_000)),
            ("scalar", Cost::pass(1_450_000_000)),
        ]),
    ],
};
