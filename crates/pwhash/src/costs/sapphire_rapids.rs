//! What engines cost on Intel Sapphire Rapids. Written by `lanesmith tune --builtin sapphire-rapids`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::SapphireRapids,
    known: Known::Guessed("Zen 4's"),
    operations: &[
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[41_200, 50_400, 91_600, 58_700, 99_900, 109_100, 150_300, 106_800])),
            ("avx2", Cost::each(&[41_800, 50_400, 92_200, 64_900])),
            ("sse2", Cost::each(&[41_800, 57_200])),
            ("scalar", Cost::each(&[58_400])),
        ]),
    ],
};
