//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 9a45c48"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(310_000)),
            ("avx2", Cost::pass(319_000)),
            ("ssse3", Cost::pass(423_000)),
            ("sse2", Cost::pass(492_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(908_000)),
            ("avx2", Cost::pass(949_000)),
            ("ssse3", Cost::pass(1_170_000)),
            ("sse2", Cost::pass(1_150_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[42_200, 64_500, 107_000, 68_000, 108_000, 129_000, 171_000, 121_000])),
            ("avx2", Cost::each(&[42_600, 50_800, 93_500, 94_200])),
            ("sse2", Cost::each(&[43_700, 80_000])),
            ("scalar", Cost::pass(55_200)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(574_000)),
            ("avx2", Cost::pass(574_000)),
            ("ssse3", Cost::pass(586_000)),
            ("sse2", Cost::pass(597_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_500_000)),
            ("sse2", Cost::pass(1_480_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
