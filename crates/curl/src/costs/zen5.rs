//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("on AMD EPYC family 26 model 2, before files were dated"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[1_380_000]).or_pass(22_200_000)),
            ("avx512vl", Cost::each(&[1_390_000]).or_pass(17_500_000)),
            ("avx2", Cost::each(&[2_900_000]).or_pass(19_100_000)),
            ("sse2", Cost::each(&[2_920_000]).or_pass(20_600_000)),
            ("scalar", Cost::each(&[2_930_000]).or_pass(73_400_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(18_600_000)),
            ("avx512vl", Cost::pass(14_000_000)),
            ("avx2", Cost::pass(15_200_000)),
            ("sse2", Cost::pass(16_300_000)),
            ("scalar", Cost::pass(58_900_000)),
        ]),
    ],
};
