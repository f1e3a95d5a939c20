//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 3f6bd9f"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(304_000)),
            ("avx512vl", Cost::pass(151_000)),
            ("shani", Cost::each(&[36_100, 41_700, 64_100, 69_800, 80_200, 94_300])),
            ("avx2", Cost::pass(279_000)),
            ("ssse3", Cost::pass(282_000)),
            ("scalar", Cost::pass(179_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(526_000)),
            ("avx512vl", Cost::pass(290_000)),
            ("shani", Cost::each(&[53_500, 69_300, 109_000, 127_000, 145_000, 180_000, 230_000, 247_000, 252_000, 301_000, 315_000, 321_000])),
            ("avx2", Cost::pass(482_000)),
            ("ssse3", Cost::pass(584_000)),
            ("scalar", Cost::pass(303_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(265_000)),
            ("avx512vl", Cost::pass(146_000)),
            ("shani", Cost::each(&[36_600, 38_700])),
            ("avx2", Cost::pass(274_000)),
            ("ssse3", Cost::pass(288_000)),
            ("scalar", Cost::pass(182_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(183_000)),
            ("avx2", Cost::pass(786_000)),
            ("ssse3", Cost::pass(851_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
