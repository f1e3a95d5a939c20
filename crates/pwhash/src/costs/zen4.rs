//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 2933cee"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(215_000)),
            ("avx2", Cost::pass(309_000)),
            ("ssse3", Cost::pass(469_000)),
            ("sse2", Cost::pass(471_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(1_080_000)),
            ("avx2", Cost::pass(1_110_000)),
            ("ssse3", Cost::pass(1_360_000)),
            ("sse2", Cost::pass(1_380_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[40_900, 59_500, 100_000, 62_500, 104_000, 120_000, 161_000, 108_000])),
            ("avx2", Cost::each(&[41_500, 49_400, 90_700, 88_100])),
            ("sse2", Cost::each(&[41_800, 76_700])),
            ("scalar", Cost::pass(53_100)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(572_000)),
            ("avx2", Cost::pass(566_000)),
            ("ssse3", Cost::pass(581_000)),
            ("sse2", Cost::pass(583_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_500_000)),
            ("sse2", Cost::pass(1_440_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
