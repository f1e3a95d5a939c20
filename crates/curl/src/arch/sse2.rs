//! SSE2: 128 lanes, three rounds per walk.

use lanesmith_isa::arch::x86_64::sse2::X128;

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

pub(crate) const HASH: CurlKernel = super::hash!(sse2, Sse2, X128, X128, sliced::transform_fused::<X128>);

// 66 and 12 rounds are left: multiples of 3.
pub(crate) const POW: PowKernel = super::pow!(
    sse2,
    Sse2,
    X128,
    |_| (6, 9),
    |state: &mut [Pair<X128>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<X128>; STATE], to: &mut [Pair<X128>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_fused(from, to, layout, rounds);
    }
);
