//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-26, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 2933cee"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(305_000)),
            ("avx512vl", Cost::pass(151_000)),
            ("shani", Cost::each(&[36_000, 41_100, 63_000, 69_700, 79_600, 94_300])),
            ("avx2", Cost::pass(277_000)),
            ("ssse3", Cost::pass(281_000)),
            ("scalar", Cost::pass(177_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(520_000)),
            ("avx512vl", Cost::pass(289_000)),
            ("shani", Cost::each(&[53_000, 68_800, 108_000, 127_000, 143_000, 180_000, 229_000, 243_000, 250_000, 300_000, 314_000, 318_000])),
            ("avx2", Cost::pass(476_000)),
            ("ssse3", Cost::pass(469_000)),
            ("scalar", Cost::pass(297_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(263_000)),
            ("avx512vl", Cost::pass(144_000)),
            ("shani", Cost::each(&[36_800, 36_800])),
            ("avx2", Cost::pass(272_000)),
            ("ssse3", Cost::pass(280_000)),
            ("scalar", Cost::pass(179_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(183_000)),
            ("avx2", Cost::pass(781_000)),
            ("ssse3", Cost::pass(848_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
