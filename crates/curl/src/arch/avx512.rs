//! AVX-512: five rounds per walk on 512 or 256 lanes. 256-bit vectors keep the ternary logic and the 32 registers, and
//! serve CPUs on which 512-bit operations are split or slow the clock.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::x86_64::avx512::{X256T, X512};
use lanesmith_isa::token::Avx512;

use super::avx512_pass::{ROUNDS, across_256, across_512, pass_256, pass_512};
use crate::Rounds;
use crate::engines::{Kernel, PowKernel};
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

const SUMMARY_512: &str = "512 lanes, ternary logic, 5 rounds per pass over memory";
const SUMMARY_256: &str = "256 lanes, ternary logic, 5 rounds per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = {
    use SUMMARY_512 as SUMMARY;
    super::kernel! {
        name: "avx512", token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: X512, bytes: X512,
        batch: 5900, one: 206, transform: transform_512,
    }
};

pub(super) const ENGINE_VL: Engine<Kernel> = {
    use SUMMARY_256 as SUMMARY;
    super::kernel! {
        name: "avx512vl", token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: X256T, bytes: X512,
        batch: 2900, one: 206, transform: transform_256,
    }
};

macro_rules! pow {
    ($name:literal, $summary:ident, $bits:ty, $pass:path, $across:path) => {
        super::pow_kernel! {
            name: $name, summary: $summary, token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: $bits,
            // 65 and 10 rounds are left: multiples of 5.
            saved: |rounds| match rounds {
                Rounds::P81 => (7, 9),
                Rounds::P27 => (7, 10),
            },
            one: |state: &mut [Pair<$bits>; STATE], layout: &mut Layout| kernel::round_fused(state, layout),
            many: |from: &mut [Pair<$bits>; STATE], to: &mut [Pair<$bits>; STATE], layout: &mut Layout, rounds| {
                if rounds < ROUNDS {
                    return kernel::rounds_fused(from, to, layout, rounds);
                }
                $across(from, to, layout);
                for _ in 1..rounds / ROUNDS {
                    $pass(to, layout);
                }
                kernel::transform_rest(to, layout, rounds % ROUNDS);
            },
        }
    };
}

pub(super) const POW: Engine<PowKernel> = pow!("avx512", SUMMARY_512, X512, pass_512, across_512);
pub(super) const POW_VL: Engine<PowKernel> = pow!("avx512vl", SUMMARY_256, X256T, pass_256, across_256);
