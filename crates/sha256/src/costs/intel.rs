//! What engines cost on another Intel CPU. Written by `lanesmith tune --builtin intel`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Intel,
    known: Known::Measured("2026-11-26, GenuineIntel family 6 model 167, rustc 1.95.0 (59807616e 2026-04-14), commit 01e3fd4"),
    operations: &[
        ("sha256.many", &[
            ("avx512", Cost::pass(221_000)),
            ("avx512vl", Cost::pass(148_000)),
            ("shani", Cost::each(&[32_300, 50_700, 74_400, 96_300, 119_000, 142_000])),
            ("avx2", Cost::pass(288_000)),
            ("ssse3", Cost::pass(291_000)),
            ("scalar", Cost::pass(167_000)),
        ]),
        ("sha256.nodes", &[
            ("avx512", Cost::pass(397_000)),
            ("avx512vl", Cost::pass(288_000)),
            ("shani", Cost::each(&[51_500, 95_100, 146_000, 193_000, 238_000, 287_000])),
            ("avx2", Cost::pass(501_000)),
            ("ssse3", Cost::pass(494_000)),
            ("scalar", Cost::pass(268_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("avx512", Cost::pass(201_000)),
            ("avx512vl", Cost::pass(143_000)),
            ("shani", Cost::each(&[35_100, 49_900])),
            ("avx2", Cost::pass(279_000)),
            ("ssse3", Cost::pass(283_000)),
            ("scalar", Cost::pass(163_000)),
        ]),
        ("sha256.stream", &[
            ("shani", Cost::pass(181_000)),
            ("avx2", Cost::pass(828_000)),
            ("ssse3", Cost::pass(858_000)),
            ("scalar", Cost::pass(1_000_000)),
        ]),
    ],
};
