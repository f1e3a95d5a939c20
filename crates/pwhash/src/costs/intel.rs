//! What engines cost on another Intel CPU. Written by `lanesmith tune --builtin intel`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Intel,
    known: Known::Measured("2026-11-26, GenuineIntel family 6 model 167, rustc 1.95.0 (59807616e 2026-04-14), commit 01e3fd4"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(328_000)),
            ("avx2", Cost::pass(440_000)),
            ("ssse3", Cost::pass(663_000)),
            ("sse2", Cost::pass(683_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(1_470_000)),
            ("avx2", Cost::pass(1_650_000)),
            ("ssse3", Cost::pass(1_770_000)),
            ("sse2", Cost::pass(1_810_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[27_700, 37_000, 67_600, 38_500, 70_800, 81_300, 114_000, 67_900])),
            ("avx2", Cost::each(&[40_600, 42_900, 87_000, 72_700])),
            ("sse2", Cost::each(&[41_200, 62_800])),
            ("scalar", Cost::pass(42_100)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(725_000)),
            ("avx2", Cost::pass(725_000)),
            ("ssse3", Cost::pass(727_000)),
            ("sse2", Cost::pass(778_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_500_000)),
            ("sse2", Cost::pass(1_390_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
