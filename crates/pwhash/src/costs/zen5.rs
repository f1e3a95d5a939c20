//! What engines cost on AMD Zen 5. Written by `lanesmith tune --builtin zen5`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::Zen5,
    known: Known::Measured("on AMD EPYC family 26 model 2 at 16 MiB, before files were dated"),
    operations: &[
        ("pwhash.scrypt", &[
            ("avx512", Cost::each(&[55_300, 53_600, 108_900, 60_500, 115_800, 114_100, 169_400, 80_400])),
            ("avx2", Cost::each(&[75_500, 77_000, 152_500, 96_900])),
            ("sse2", Cost::each(&[76_100, 90_800])),
            ("scalar", Cost::each(&[43_900])),
        ]),
    ],
};
