//! What engines cost on AMD Zen 3. Written by `lanesmith tune --builtin zen3`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen3,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 1, rustc 1.95.0 (59807616e 2026-04-14), commit a9766b8"),
    operations: &[
        ("pwhash.argon2", &[
            ("avx2", Cost::pass(313_000)),
            ("ssse3", Cost::pass(435_000)),
            ("sse2", Cost::pass(399_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.lyra2", &[
            ("avx2", Cost::pass(784_000)),
            ("ssse3", Cost::pass(1_210_000)),
            ("sse2", Cost::pass(1_240_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
        ("pwhash.scrypt", &[
            ("avx2", Cost::each(&[62_200, 69_700, 132_000, 127_000])),
            ("sse2", Cost::each(&[63_000, 108_000])),
            ("scalar", Cost::pass(79_400)),
        ]),
        ("pwhash.twocats", &[
            ("avx2", Cost::pass(573_000)),
            ("ssse3", Cost::pass(630_000)),
            ("sse2", Cost::pass(632_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
        ("pwhash.yescrypt", &[
            ("bmi2", Cost::pass(1_420_000)),
            ("sse2", Cost::pass(1_330_000)),
            ("scalar", Cost::pass(2_000_000)),
        ]),
    ],
};
