//! NEON with the SHA-3 extension, whose BCAX makes the S-box of three instructions: 128 lanes, three rounds per walk.

use lanesmith_isa::arch::aarch64::neon::{N128, N128Sha3};

use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};

pub(crate) const HASH: CurlKernel =
    super::hash!(neon_sha3, ArmSha3, N128Sha3, N128, sliced::transform_fused::<N128Sha3>);

pub(crate) const POW: PowKernel = super::pow!(
    neon_sha3,
    ArmSha3,
    N128Sha3,
    // As without: walks of three rounds.
    |_| (6, 9),
    |state: &mut [Pair<N128Sha3>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<N128Sha3>; STATE], to: &mut [Pair<N128Sha3>; STATE], layout: &mut Layout, rounds| {
        sliced::rounds_fused(from, to, layout, rounds);
    }
);
