//! What engines cost on AMD Zen 3. Written by `lanesmith tune --builtin zen3`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen3,
    known: Known::Measured("2026-11-25, AuthenticAMD family 25 model 1, rustc 1.95.0 (59807616e 2026-04-14), commit 59014dc"),
    operations: &[
        ("sha256.many", &[
            ("shani", Cost::each(&[43_400, 50_800, 70_900, 84_400, 102_000, 123_000])),
            ("avx2", Cost::pass(344_000)),
            ("ssse3", Cost::pass(454_000)),
            ("scalar", Cost::pass(233_000)),
        ]),
        ("sha256.nodes", &[
            ("shani", Cost::each(&[69_700, 84_900, 129_000, 153_000, 177_000, 224_000, 280_000, 342_000, 306_000, 392_000, 433_000, 399_000])),
            ("avx2", Cost::pass(592_000)),
            ("ssse3", Cost::pass(806_000)),
            ("scalar", Cost::pass(402_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("shani", Cost::each(&[45_700, 49_700])),
            ("avx2", Cost::pass(442_000)),
            ("ssse3", Cost::pass(669_000)),
            ("scalar", Cost::pass(347_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(157_000)),
            ("avx2", Cost::pass(711_000)),
            ("ssse3", Cost::pass(792_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
