//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 3f6bd9f"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(233_000)),
            ("avx2", Cost::pass(322_000)),
            ("ssse3", Cost::pass(456_000)),
            ("sse2", Cost::pass(467_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(1_060_000)),
            ("avx2", Cost::pass(1_090_000)),
            ("ssse3", Cost::pass(1_350_000)),
            ("sse2", Cost::pass(1_360_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[40_300, 59_900, 98_900, 61_600, 101_000, 121_000, 161_000, 113_000])),
            ("avx2", Cost::each(&[41_100, 47_400, 88_200, 88_500])),
            ("sse2", Cost::each(&[41_700, 76_400])),
            ("scalar", Cost::pass(51_800)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(597_000)),
            ("avx2", Cost::pass(597_000)),
            ("ssse3", Cost::pass(603_000)),
            ("sse2", Cost::pass(616_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_420_000)),
            ("sse2", Cost::pass(1_420_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
