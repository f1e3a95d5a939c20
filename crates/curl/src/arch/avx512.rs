//! AVX-512: five rounds per walk on 512 or 256 lanes. 256-bit vectors keep the ternary logic and the 32 registers, and
//! serve CPUs on which 512-bit operations are split or slow the clock.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::x86_64::avx512::{X256T, X512};
use lanesmith_isa::token::Avx512;

use super::avx512_pass::{ROUNDS, pass_256, pass_512};
use crate::Rounds;
use crate::engines::Kernel;
use crate::kernel::{self, Layout, Pair, STATE};

/// One transform by the written-out passes.
macro_rules! transform {
    ($name:ident, $bits:ty, $pass:path) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub(super) fn $name(state: &mut [Pair<$bits>; STATE], layout: &mut Layout, rounds: Rounds) {
            for _ in 0..rounds.count() / ROUNDS {
                $pass(state, layout);
            }
            kernel::transform_rest(state, layout, rounds.count() % ROUNDS);
        }
    };
}

transform!(transform_512, X512, pass_512);
transform!(transform_256, X256T, pass_256);

pub(super) const ENGINE: Engine<Kernel> = {
    const SUMMARY: &str = "512 lanes, ternary logic, 5 rounds per pass over memory";
    super::kernel! {
        name: "avx512", token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: X512, bytes: X512,
        break_even: 30, transform: transform_512,
    }
};

pub(super) const ENGINE_VL: Engine<Kernel> = {
    const SUMMARY: &str = "256 lanes, ternary logic, 5 rounds per pass over memory";
    super::kernel! {
        name: "avx512vl", token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: X256T, bytes: X512,
        break_even: 30, transform: transform_256,
    }
};
