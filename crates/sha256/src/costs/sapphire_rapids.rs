//! What engines cost on Intel Sapphire Rapids. Written by `lanesmith tune --builtin sapphire-rapids`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::SapphireRapids,
    known: Known::Measured("core cycles times 340 ps, before files were dated"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(306_000)),
            ("avx512vl", Cost::pass(231_000)),
            ("shani", Cost::each(&[45_000, 66_000, 99_000, 132_000, 165_000, 198_000])),
            ("avx2", Cost::pass(480_000)),
            ("ssse3", Cost::pass(410_000)),
            ("scalar", Cost::pass(220_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(525_000)),
            ("avx512vl", Cost::pass(379_000)),
            ("shani", Cost::each(&[71_000, 131_000, 202_000, 266_000, 332_000, 398_000])),
            ("avx2", Cost::pass(800_000)),
            ("ssse3", Cost::pass(700_000)),
            ("scalar", Cost::pass(425_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(306_000)),
            ("avx512vl", Cost::pass(231_000)),
            ("shani", Cost::each(&[45_000, 66_000])),
            ("avx2", Cost::pass(480_000)),
            ("ssse3", Cost::pass(410_000)),
            ("scalar", Cost::pass(220_000)),
        ]),
    ],
};
