//! What engines cost on WebAssembly. Written by `lanesmith tune --builtin webassembly`: changes by hand are lost.

use lanesmith_isa::Cost;
use lanesmith_isa::costs::{CpuCosts, Known};
use lanesmith_isa::cpu::Kind;

#[rustfmt::skip]
pub(super) const COSTS: CpuCosts = CpuCosts {
    cpu: Kind::WebAssembly,
    known: Known::Guessed("nobody has measured it"),
    operations: &[
        ("sha256.many", &[
            ("simd128", Cost::each(&[130_000, 260_000, 390_000, 520_000])),
            ("scalar", Cost::pass(263_000)),
        ]),
        ("sha256.nodes", &[
            ("simd128", Cost::each(&[240_000, 480_000, 720_000, 900_000])),
            ("scalar", Cost::pass(310_000)),
        ]),
        ("sha256.pbkdf2", &[
            ("simd128", Cost::pass(850_000)),
            ("scalar", Cost::pass(263_000)),
        ]),
    ],
};
