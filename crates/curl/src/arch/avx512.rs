//! AVX-512: five rounds per walk on 512 lanes.

use lanesmith_isa::arch::x86_64::avx512::X512;

use super::avx512_pass::{ROUNDS, across_512, pass_512};
use crate::kernel::{Layout, Pair, STATE, sliced};
use crate::ops::{CurlKernel, PowKernel};
use crate::rounds::Rounds;

lanesmith_isa::enabled! {
    Avx512
    /// One transform by the written-out passes.
    pub(super) fn transform_by_passes(state: &mut [Pair<X512>; STATE], layout: &mut Layout, rounds: Rounds) {
        for _ in 0..rounds.count() / ROUNDS {
            pass_512(state, layout);
        }
        sliced::transform_rest(state, layout, rounds.count() % ROUNDS);
    }
}

lanesmith_isa::enabled! {
    Avx512
    /// So many rounds from one state into another.
    fn rounds_by_passes(
        from: &mut [Pair<X512>; STATE],
        to: &mut [Pair<X512>; STATE],
        layout: &mut Layout,
        rounds: usize,
    ) {
        if rounds < ROUNDS {
            return sliced::rounds_fused(from, to, layout, rounds);
        }
        across_512(from, to, layout);
        for _ in 1..rounds / ROUNDS {
            pass_512(to, layout);
        }
        sliced::transform_rest(to, layout, rounds % ROUNDS);
    }
}

pub(crate) const HASH: CurlKernel = super::hash!(avx512, Avx512, X512, X512, transform_by_passes);

// 65 and 10 rounds are left: multiples of 5.
pub(crate) const POW: PowKernel = super::pow!(
    avx512,
    Avx512,
    X512,
    |rounds| match rounds {
        Rounds::P81 => (7, 9),
        Rounds::P27 => (7, 10),
    },
    |state: &mut [Pair<X512>; STATE], layout: &mut Layout| sliced::round_fused(state, layout),
    |from: &mut [Pair<X512>; STATE], to: &mut [Pair<X512>; STATE], layout: &mut Layout, rounds| {
        rounds_by_passes(from, to, layout, rounds);
    }
);
