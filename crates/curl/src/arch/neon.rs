//! NEON: 128 lanes, three rounds per walk.

use lanesmith_isa::arch::aarch64::neon::N128;

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

pub(crate) const HASH: CurlKernel = super::hash!(neon, Neon, N128, N128, sliced::transform_fused::<N128>);

// 66 and 12 rounds are left: multiples of 3.
pub(crate) const POW: PowKernel = super::pow!(
    neon,
    Neon,
    N128,
    |_| (6, 9),
    |state: &mut [Pair<N128>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<N128>; STATE], to: &mut [Pair<N128>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_fused(from, to, layout, rounds);
    }
);
