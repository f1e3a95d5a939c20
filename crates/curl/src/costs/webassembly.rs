//! What engines cost on WebAssembly. Written by `lanesmith tune --builtin webassembly`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::WebAssembly,
    known: Known::Guessed("nobody has measured it"),
    operations: &[
        ("curl.hash", &[
            ("simd128", Cost::each(&[3_950_000]).or_pass(29_000_000)),
            ("scalar", Cost::each(&[3_950_000]).or_pass(140_000_000)),
        ]),
        ("curl.pow", &[
            ("simd128", Cost::pass(18_900_000)),
            ("scalar", Cost::pass(72_400_000)),
        ]),
    ],
};
