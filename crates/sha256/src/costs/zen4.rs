//! What engines cost on AMD Zen 4. Written by `lanesmith tune --builtin zen4`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen4,
    known: Known::Measured("2026-11-23, AuthenticAMD family 25 model 17, rustc 1.95.0 (59807616e 2026-04-14), commit 051b7a5"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(324_000)),
            ("avx512vl", Cost::pass(162_000)),
            ("shani", Cost::each(&[36_500, 42_400, 65_600, 75_500, 84_400, 104_000])),
            ("avx2", Cost::pass(296_000)),
            ("ssse3", Cost::pass(312_000)),
            ("scalar", Cost::pass(201_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(560_000)),
            ("avx512vl", Cost::pass(297_000)),
            ("shani", Cost::each(&[58_400, 73_300, 115_000, 136_000, 154_000, 195_000, 245_000, 272_000, 269_000, 349_000, 337_000, 354_000])),
            ("avx2", Cost::pass(502_000)),
            ("ssse3", Cost::pass(509_000)),
            ("scalar", Cost::pass(337_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(273_000)),
            ("avx512vl", Cost::pass(149_000)),
            ("shani", Cost::each(&[36_900, 38_800])),
            ("avx2", Cost::pass(283_000)),
            ("ssse3", Cost::pass(310_000)),
            ("scalar", Cost::pass(189_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(175_000)),
            ("avx2", Cost::pass(774_000)),
            ("ssse3", Cost::pass(866_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
