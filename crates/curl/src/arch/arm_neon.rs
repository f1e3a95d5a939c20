//! NEON of 32-bit Arm: 128 lanes, two rounds per walk in [assembly](super::arm_neon_pass), everything else in plain words.

use lanesmith_isa::arch::scalar::{Bytes, Words};

use super::arm_neon_pass::{across_two, pass_one, pass_two};
use crate::kernel::{Layout, Pair, STATE};
use crate::ops::{CurlKernel, PowKernel};

type V = Words<2>;
type State = [Pair<V>; STATE];

lanesmith_isa::enabled! {
    Neon
    /// One transform by the written-out passes.
    ///
    /// # Safety
    /// The CPU has NEON.
    unsafe fn transform_by_passes(state: &mut State, layout: &mut Layout, rounds: usize) {
        for _ in 0..rounds / 2 {
            // SAFETY: handed on from the caller.
            unsafe { pass_two(state, layout) };
        }
        if rounds % 2 == 1 {
            // SAFETY: handed on from the caller.
            unsafe { pass_one(state, layout) };
        }
    }
}

lanesmith_isa::enabled! {
    Neon
    /// So many rounds from one state into another.
    ///
    /// # Safety
    /// The CPU has NEON.
    unsafe fn rounds_by_passes(from: &mut State, to: &mut State, layout: &mut Layout, rounds: usize) {
        let left = if rounds < 2 {
            *to = *from;
            rounds
        } else {
            // SAFETY: handed on from the caller.
            unsafe { across_two(from, to, layout) };
            rounds - 2
        };
        // SAFETY: handed on from the caller.
        unsafe { transform_by_passes(to, layout, left) };
    }
}

pub(crate) const HASH: CurlKernel =
    super::hash!(neon, Neon, V, Bytes<16>, |state: &mut State, layout: &mut Layout, rounds: Rounds| {
        // SAFETY: the entry around it has the token of NEON.
        unsafe { transform_by_passes(state, layout, rounds.count()) }
    });

// 66 and 12 rounds are left: multiples of 2.
pub(crate) const POW: PowKernel = super::pow!(
    neon,
    Neon,
    V,
    |_| (6, 9),
    |state: &mut State, layout: &mut Layout| {
        // SAFETY: the entry around it has the token of NEON.
        unsafe { pass_one(state, layout) }
    },
    |from: &mut State, to: &mut State, layout: &mut Layout, rounds| {
        // SAFETY: the entry around it has the token of NEON.
        unsafe { rounds_by_passes(from, to, layout, rounds) }
    }
);
