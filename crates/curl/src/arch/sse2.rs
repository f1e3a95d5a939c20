//! SSE2: 128 lanes, three rounds per walk.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::x86_64::sse2::X128;
use lanesmith_isa::token::Sse2;

use crate::engines::{Kernel, PowKernel};

const SUMMARY: &str = "128 lanes, 3 rounds per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = super::kernel! {
    name: "sse2", token: Sse2, features: "sse2", bits: X128, bytes: X128,
    batch: 2900, one: 365, transform: kernel::transform_fused::<X128>,
};

pub(super) const POW: Engine<PowKernel> = super::pow_kernel! {
    name: "sse2", summary: SUMMARY, token: Sse2, features: "sse2", bits: X128,
    // 66 and 12 rounds are left: multiples of 3.
    saved: |_rounds| (6, 9),
    one: |state: &mut [Pair<X128>; STATE], layout: &mut Layout| kernel::round_fused(state, layout),
    many: |from: &mut [Pair<X128>; STATE], to: &mut [Pair<X128>; STATE], layout: &mut Layout, rounds| {
        kernel::rounds_fused(from, to, layout, rounds);
    },
};
