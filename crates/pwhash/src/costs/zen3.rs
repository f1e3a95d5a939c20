//! What engines cost on AMD Zen 3. Written by `lanesmith tune --builtin zen3`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen3,
    known: Known::Measured("2026-11-25, AuthenticAMD family 25 model 1, rustc 1.95.0 (59807616e 2026-04-14), commit 59014dc"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx2", Cost::pass(336_000)),
            ("ssse3", Cost::pass(374_000)),
            ("sse2", Cost::pass(399_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx2", Cost::pass(1_020_000)),
            ("ssse3", Cost::pass(1_300_000)),
            ("sse2", Cost::pass(1_290_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx2", Cost::each(&[56_900, 64_600, 121_000, 114_000])),
            ("sse2", Cost::each(&[57_200, 99_400])),
            ("scalar", Cost::pass(64_700)),
        ]),
        ("pwhash.twocats", &[
            ("avx2", Cost::pass(596_000)),
            ("ssse3", Cost::pass(614_000)),
            ("sse2", Cost::pass(626_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_440_000)),
            ("sse2", Cost::pass(1_450_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
