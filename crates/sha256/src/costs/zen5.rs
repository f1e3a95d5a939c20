//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("2026-11-24, AuthenticAMD family 26 model 2, rustc 1.95.0 (59807616e 2026-04-14), commit cfb3c72"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(166_000)),
            ("avx512vl", Cost::pass(161_000)),
            ("shani", Cost::each(&[31_600, 45_700, 55_900, 67_300, 80_400, 94_100])),
            ("avx2", Cost::pass(259_000)),
            ("ssse3", Cost::pass(274_000)),
            ("scalar", Cost::pass(125_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(342_000)),
            ("avx512vl", Cost::pass(322_000)),
            ("shani", Cost::each(&[43_900, 75_300, 103_000, 131_000, 159_000, 195_000, 239_000, 268_000, 288_000, 326_000, 357_000, 381_000])),
            ("avx2", Cost::pass(503_000)),
            ("ssse3", Cost::pass(608_000)),
            ("scalar", Cost::pass(212_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(154_000)),
            ("avx512vl", Cost::pass(158_000)),
            ("shani", Cost::each(&[32_900, 42_500])),
            ("avx2", Cost::pass(255_000)),
            ("ssse3", Cost::pass(273_000)),
            ("scalar", Cost::pass(126_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(208_000)),
            ("avx2", Cost::pass(857_000)),
            ("ssse3", Cost::pass(949_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
