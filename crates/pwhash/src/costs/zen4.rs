//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 051b7a5"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx512", Cost::pass(205_000)),
            ("avx2", Cost::pass(298_000)),
            ("ssse3", Cost::pass(446_000)),
            ("sse2", Cost::pass(478_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx512", Cost::pass(894_000)),
            ("avx2", Cost::pass(934_000)),
            ("ssse3", Cost::pass(1_150_000)),
            ("sse2", Cost::pass(1_260_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[41_900, 62_900, 107_000, 66_000, 107_000, 129_000, 178_000, 122_000])),
            ("avx2", Cost::each(&[43_900, 50_100, 93_300, 91_800])),
            ("sse2", Cost::each(&[44_300, 78_900])),
            ("scalar", Cost::pass(57_000)),
        ]),
        ("pwhash.twocats", &[
            ("avx512", Cost::pass(597_000)),
            ("avx2", Cost::pass(590_000)),
            ("ssse3", Cost::pass(591_000)),
            ("sse2", Cost::pass(610_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_510_000)),
            ("sse2", Cost::pass(1_430_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
