//! NEON: 128 lanes, three rounds per walk.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::aarch64::neon::N128;
use lanesmith_isa::token::Neon;

use crate::engines::{Kernel, PowKernel};

const SUMMARY: &str = "128 lanes, 3 rounds per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = super::kernel! {
    name: "neon", token: Neon, features: "neon", bits: N128, bytes: N128,
    batch: 2900, one: 395, transform: kernel::transform_fused::<N128>,
};

pub(super) const POW: Engine<PowKernel> = super::pow_kernel! {
    name: "neon", summary: SUMMARY, token: Neon, features: "neon", bits: N128,
    // 66 and 12 rounds are left: multiples of 3.
    saved: |_rounds| (6, 9),
    one: |state: &mut [Pair<N128>; STATE], layout: &mut Layout| kernel::round_fused(state, layout),
    many: |from: &mut [Pair<N128>; STATE], to: &mut [Pair<N128>; STATE], layout: &mut Layout, rounds| {
        kernel::rounds_fused(from, to, layout, rounds);
    },
};
