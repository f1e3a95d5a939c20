//! AVX-512: five rounds per walk on 512 or 256 lanes. 256-bit vectors keep the ternary logic and the 32 registers, and
//! serve CPUs on which 512-bit operations are split or slow the clock.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::x86_64::avx512::{X256T, X512};
use lanesmith_isa::token::Avx512;

use super::avx512_pass::{ROUNDS, pass_256, pass_512};
use crate::engines::Kernel;

macro_rules! engine {
    ($name:literal, $summary:literal, $bits:ty, $pass:path) => {{
        const SUMMARY: &str = $summary;
        super::kernel! {
            name: $name, token: Avx512, features: "avx512f,avx512bw,avx512dq,avx512vl", bits: $bits, bytes: X512,
            break_even: 30,
            transform: |state: &mut [Pair<$bits>; STATE], layout: &mut Layout, rounds: Rounds| {
                for _ in 0..rounds.count() / ROUNDS {
                    $pass(state, layout);
                }
                kernel::transform_rest(state, layout, rounds.count() % ROUNDS);
            },
        }
    }};
}

pub(super) const ENGINE: Engine<Kernel> =
    engine!("avx512", "512 lanes, ternary logic, 5 rounds per pass over memory", X512, pass_512);
pub(super) const ENGINE_VL: Engine<Kernel> =
    engine!("avx512vl", "256 lanes, ternary logic, 5 rounds per pass over memory", X256T, pass_256);
