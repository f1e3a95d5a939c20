//! AVX2: 256 lanes, three rounds per walk.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::x86_64::avx2::X256;
use lanesmith_isa::token::Avx2;

use crate::engines::{Kernel, PowKernel};

const SUMMARY: &str = "256 lanes, 3 rounds per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = super::kernel! {
    name: "avx2", token: Avx2, features: "avx2", bits: X256, bytes: X256,
    batch: 3000, one: 380, transform: kernel::transform_fused::<X256>,
};

pub(super) const POW: Engine<PowKernel> = super::pow_kernel! {
    name: "avx2", summary: SUMMARY, token: Avx2, features: "avx2", bits: X256,
    // 66 and 12 rounds are left: multiples of 3.
    saved: |_rounds| (6, 9),
    one: |state: &mut [Pair<X256>; STATE], layout: &mut Layout| kernel::round_fused(state, layout),
    many: |from: &mut [Pair<X256>; STATE], to: &mut [Pair<X256>; STATE], layout: &mut Layout, rounds| {
        kernel::rounds_fused(from, to, layout, rounds);
    },
};
