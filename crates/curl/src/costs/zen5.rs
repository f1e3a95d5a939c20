//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("2026-11-24, AuthenticAMD family 26 model 2, rustc 1.95.0 (59807616e 2026-04-14), commit cfb3c72"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[1_290_000]).or_pass(30_500_000)),
            ("avx512vl", Cost::each(&[1_290_000]).or_pass(21_100_000)),
            ("avx2", Cost::each(&[2_690_000]).or_pass(30_700_000)),
            ("sse2", Cost::each(&[2_710_000]).or_pass(21_600_000)),
            ("scalar", Cost::each(&[2_740_000]).or_pass(105_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(81_400_000)),
            ("avx512vl", Cost::pass(61_300_000)),
            ("avx2", Cost::pass(67_000_000)),
            ("sse2", Cost::pass(70_900_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
