//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("2026-11-24, AuthenticAMD family 26 model 2, rustc 1.95.0 (59807616e 2026-04-14), commit cfb3c72"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(146_000)),
            ("avx2", Cost::pass(325_000)),
            ("ssse3", Cost::pass(500_000)),
            ("sse2", Cost::pass(519_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(1_790_000)),
            ("avx2", Cost::pass(1_950_000)),
            ("ssse3", Cost::pass(2_090_000)),
            ("sse2", Cost::pass(2_160_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[50_200, 50_100, 102_000, 56_600, 106_000, 107_000, 158_000, 70_000])),
            ("avx2", Cost::each(&[69_800, 72_000, 142_000, 91_100])),
            ("sse2", Cost::each(&[69_900, 86_300])),
            ("scalar", Cost::pass(38_100)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(733_000)),
            ("avx2", Cost::pass(720_000)),
            ("ssse3", Cost::pass(722_000)),
            ("sse2", Cost::pass(726_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_340_000)),
            ("sse2", Cost::pass(1_790_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
