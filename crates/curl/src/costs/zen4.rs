//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 2933cee"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[1_830_000]).or_pass(57_500_000)),
            ("avx512vl", Cost::each(&[1_830_000]).or_pass(27_900_000)),
            ("avx2", Cost::each(&[3_410_000]).or_pass(41_800_000)),
            ("sse2", Cost::each(&[3_420_000]).or_pass(26_300_000)),
            ("scalar", Cost::each(&[3_420_000]).or_pass(141_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(127_000_000)),
            ("avx512vl", Cost::pass(60_100_000)),
            ("avx2", Cost::pass(67_600_000)),
            ("sse2", Cost::pass(68_400_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
