//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("on AMD EPYC family 26 model 2, before files were dated"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(181_000)),
            ("avx512vl", Cost::pass(180_000)),
            ("shani", Cost::each(&[33_900, 45_500, 60_000, 72_500, 86_000, 101_000])),
            ("avx2", Cost::pass(286_000)),
            ("ssse3", Cost::pass(305_000)),
            ("scalar", Cost::pass(143_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(367_000)),
            ("avx512vl", Cost::pass(345_000)),
            ("shani", Cost::each(&[45_500, 79_500, 109_500, 139_000, 166_000, 205_000, 250_000, 284_000, 305_000, 343_000, 374_000, 401_000])),
            ("avx2", Cost::pass(530_000)),
            ("ssse3", Cost::pass(625_000)),
            ("scalar", Cost::pass(231_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(169_000)),
            ("avx512vl", Cost::pass(173_000)),
            ("shani", Cost::each(&[35_800, 45_800])),
            ("avx2", Cost::pass(284_000)),
            ("ssse3", Cost::pass(385_000)),
            ("scalar", Cost::pass(164_000)),
        ]),
    ],
};
