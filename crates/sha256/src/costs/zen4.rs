//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 9a45c48"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(304_000)),
            ("avx512vl", Cost::pass(149_000)),
            ("shani", Cost::each(&[36_200, 42_000, 63_200, 69_500, 85_200, 95_400])),
            ("avx2", Cost::pass(277_000)),
            ("ssse3", Cost::pass(283_000)),
            ("scalar", Cost::pass(178_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(520_000)),
            ("avx512vl", Cost::pass(289_000)),
            ("shani", Cost::each(&[52_900, 68_700, 108_000, 127_000, 143_000, 180_000, 229_000, 243_000, 250_000, 299_000, 314_000, 319_000])),
            ("avx2", Cost::pass(478_000)),
            ("ssse3", Cost::pass(474_000)),
            ("scalar", Cost::pass(296_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(264_000)),
            ("avx512vl", Cost::pass(147_000)),
            ("shani", Cost::each(&[37_100, 37_100])),
            ("avx2", Cost::pass(276_000)),
            ("ssse3", Cost::pass(286_000)),
            ("scalar", Cost::pass(181_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(185_000)),
            ("avx2", Cost::pass(789_000)),
            ("ssse3", Cost::pass(865_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
