//! What engines cost on AMD Zen 3. Written by `lanesmith tune --builtin zen3`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen3,
    known: Known::Measured("2026-11-25, AuthenticAMD family 25 model 1, rustc 1.95.0 (59807616e 2026-04-14), commit 59014dc"),
    operations: &[
        ("curl.hash", &[
            ("avx2", Cost::each(&[4_190_000]).or_pass(59_600_000)),
            ("sse2", Cost::each(&[4_210_000]).or_pass(30_800_000)),
            ("scalar", Cost::each(&[4_200_000]).or_pass(187_000_000)),
        ]),
        ("curl.pow", &[
            ("avx2", Cost::pass(68_400_000)),
            ("sse2", Cost::pass(64_700_000)),
            ("scalar", Cost::pass(256_000_000)),
        ]),
    ],
};
