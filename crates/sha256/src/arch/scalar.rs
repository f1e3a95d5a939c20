//! Engines without any instruction set.

use lanesmith_isa::arch::scalar::Word32;
use lanesmith_isa::hit;
use lanesmith_isa::token::Portable;

use crate::engines::Pairs;
use crate::kernel::{self, Pbkdf2Lane};

type V = Word32;

// Out of line: otherwise every fixed length gets its own copy of all rounds.
#[inline(never)]
pub(crate) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    hit::mark("sha256.stream", "scalar");
    kernel::many::<V>(Portable, core::slice::from_mut(state), &[blocks]);
}

pub(crate) fn nodes(out: &mut [[u8; 32]], pairs: Pairs<'_>) {
    hit::mark("sha256.nodes", "scalar");
    kernel::nodes::<V, 1>(Portable, out, pairs);
}

pub(crate) fn many(states: &mut [[u32; 8]], data: &[&[[u8; 64]]]) {
    hit::mark("sha256.many", "scalar");
    kernel::many::<V>(Portable, states, data);
}

pub(crate) fn pbkdf2(lanes: &mut [Pbkdf2Lane], rounds: u32) {
    hit::mark("sha256.many", "scalar");
    kernel::pbkdf2::<V>(Portable, lanes, rounds);
}
