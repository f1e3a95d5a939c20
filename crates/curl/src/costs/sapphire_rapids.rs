//! What engines cost on Intel Sapphire Rapids. Written by `lanesmith tune --builtin sapphire-rapids`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::SapphireRapids,
    known: Known::Modelled("Zen 4's, with two operations of 512 bits or three of 256 in a cycle"),
    operations: &[
        ("curl.hash", &[
            ("avx512", Cost::each(&[2_060_000]).or_pass(43_500_000)),
            ("avx512vl", Cost::each(&[2_060_000]).or_pass(29_000_000)),
            ("avx2", Cost::each(&[3_800_000]).or_pass(30_000_000)),
            ("sse2", Cost::each(&[3_650_000]).or_pass(29_000_000)),
            ("scalar", Cost::each(&[3_950_000]).or_pass(140_000_000)),
        ]),
        ("curl.pow", &[
            ("avx512", Cost::pass(25_700_000)),
            ("avx512vl", Cost::pass(16_700_000)),
            ("avx2", Cost::pass(18_600_000)),
            ("sse2", Cost::pass(18_900_000)),
            ("scalar", Cost::pass(72_400_000)),
        ]),
    ],
};
