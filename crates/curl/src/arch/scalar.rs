//! Portable: 256 lanes as arrays of words, which a compiler may put into whatever vectors every CPU of the target has.

use lanesmith_isa::Engine;
use lanesmith_isa::arch::scalar::{Bytes, Words};
use lanesmith_isa::token::Portable;

use crate::engines::{Kernel, PowKernel};

const SUMMARY: &str = "256 lanes in plain Rust, 1 round per pass over memory";

pub(super) const ENGINE: Engine<Kernel> = super::kernel! {
    name: "scalar", token: Portable, bits: Words<4>, bytes: Bytes<16>,
    batch: 14000, one: 395, transform: kernel::transform_plain::<Words<4>>,
};

pub(super) const POW: Engine<PowKernel> = super::pow_kernel! {
    name: "scalar", summary: SUMMARY, token: Portable, bits: Words<4>,
    saved: |_rounds| (7, 9),
    one: |state: &mut [Pair<Words<4>>; STATE], layout: &mut Layout| kernel::pass_plain(state, layout),
    many: |from: &mut [Pair<Words<4>>; STATE], to: &mut [Pair<Words<4>>; STATE], layout: &mut Layout, rounds| {
        kernel::rounds_plain(from, to, layout, rounds);
    },
};
