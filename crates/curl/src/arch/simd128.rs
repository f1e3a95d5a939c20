//! WebAssembly SIMD: 128 lanes, three rounds per walk.

use lanesmith_isa::arch::wasm32::simd128::W128;

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

pub(crate) const HASH: CurlKernel =
    super::hash!(simd128, Simd128, W128, W128, sliced::transform_fused::<W128>);

// 66 and 12 rounds are left: multiples of 3.
pub(crate) const POW: PowKernel = super::pow!(
    simd128,
    Simd128,
    W128,
    |_| (6, 9),
    |state: &mut [Pair<W128>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<W128>; STATE], to: &mut [Pair<W128>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_fused(from, to, layout, rounds);
    }
);
