//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 9a45c48"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[1_850_000]).or_pass(58_000_000)),
            ("avx512vl", Cost::each(&[1_870_000]).or_pass(28_300_000)),
            ("avx2", Cost::each(&[3_460_000]).or_pass(42_900_000)),
            ("sse2", Cost::each(&[3_550_000]).or_pass(27_000_000)),
            ("scalar", Cost::each(&[3_480_000]).or_pass(144_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(120_000_000)),
            ("avx512vl", Cost::pass(58_100_000)),
            ("avx2", Cost::pass(65_500_000)),
            ("sse2", Cost::pass(70_700_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
