//! AVX2: 256 lanes, three rounds per walk.

use lanesmith_isa::arch::x86_64::avx2::X256;

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

pub(crate) const HASH: CurlKernel = super::hash!(avx2, Avx2, X256, X256, sliced::transform_fused::<X256>);

// 66 and 12 rounds are left: multiples of 3.
pub(crate) const POW: PowKernel = super::pow!(
    avx2,
    Avx2,
    X256,
    |_| (6, 9),
    |state: &mut [Pair<X256>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<X256>; STATE], to: &mut [Pair<X256>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_fused(from, to, layout, rounds);
    }
);
