//! What engines cost on another Intel CPU. Written by `lanesmith tune --builtin intel`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Intel,
    known: Known::Measured("2026-11-26, GenuineIntel family 6 model 167, rustc 1.95.0 (59807616e 2026-04-14), commit 01e3fd4"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[1_350_000]).or_pass(40_100_000)),
            ("avx512vl", Cost::each(&[1_350_000]).or_pass(21_100_000)),
            ("avx2", Cost::each(&[1_910_000]).or_pass(47_100_000)),
            ("sse2", Cost::each(&[1_930_000]).or_pass(24_900_000)),
            ("scalar", Cost::each(&[1_940_000]).or_pass(119_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(91_700_000)),
            ("avx512vl", Cost::pass(52_600_000)),
            ("avx2", Cost::pass(79_500_000)),
            ("sse2", Cost::pass(68_600_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
