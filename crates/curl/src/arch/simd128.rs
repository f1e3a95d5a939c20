//! WebAssembly SIMD: 128 lanes, three rounds per walk.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::wasm32::simd128::W128;
use lanesmith_isa::token::Simd128;

use crate::engines::{Kernel, PowKernel};

const SUMMARY: &str = "128 lanes, 3 rounds per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = super::kernel! {
    name: "simd128", token: Simd128, features: "simd128", bits: W128, bytes: W128,
    batch: 2900, one: 395, transform: kernel::transform_fused::<W128>,
};

pub(super) const POW: Engine<PowKernel> = super::pow_kernel! {
    name: "simd128", summary: SUMMARY, token: Simd128, features: "simd128", bits: W128,
    // 66 and 12 rounds are left: multiples of 3.
    saved: |_rounds| (6, 9),
    one: |state: &mut [Pair<W128>; STATE], layout: &mut Layout| kernel::round_fused(state, layout),
    many: |from: &mut [Pair<W128>; STATE], to: &mut [Pair<W128>; STATE], layout: &mut Layout, rounds| {
        kernel::rounds_fused(from, to, layout, rounds);
    },
};
