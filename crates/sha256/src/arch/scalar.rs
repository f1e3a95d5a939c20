//! Engines without any instruction set.

use lanesmith_isa::arch::scalar::Word32;
use lanesmith_isa::token::Portable;

use crate::kernel;

type V = Word32;

// Out of line: otherwise every fixed length gets its own copy of all rounds.
#[inline(never)]
pub(crate) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    kernel::many::<V>(Portable, core::slice::from_mut(state), &[blocks]);
}

pub(crate) fn nodes(out: &mut [[u8; 32]], pairs: &[[&[u8; 32]; 2]]) {
    kernel::nodes::<V>(Portable, out, pairs);
}

pub(crate) fn many(states: &mut [[u32; 8]], data: &[&[[u8; 64]]]) {
    kernel::many::<V>(Portable, states, data);
}
