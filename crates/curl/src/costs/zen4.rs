//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 051b7a5"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[2_000_000]).or_pass(59_700_000)),
            ("avx512vl", Cost::each(&[1_980_000]).or_pass(28_900_000)),
            ("avx2", Cost::each(&[3_530_000]).or_pass(45_500_000)),
            ("sse2", Cost::each(&[3_690_000]).or_pass(28_600_000)),
            ("scalar", Cost::each(&[3_760_000]).or_pass(148_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(111_000_000)),
            ("avx512vl", Cost::pass(58_900_000)),
            ("avx2", Cost::pass(69_600_000)),
            ("sse2", Cost::pass(69_100_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
