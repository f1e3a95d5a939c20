//! Engines without any instruction set.

use lanesmith_isa::arch::scalar::Word32;
use lanesmith_isa::lanes::WordLanes;
use lanesmith_isa::token::Portable;

use crate::kernel::compress;
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pairs, Pbkdf2Kernel, Pbkdf2Lane, StreamKernel, Streams};

/// The compression function, compiled once. Out of line, with the chaining value in memory between blocks: whatever had the
/// loop over blocks in it as well was up to 15 % slower, by the registers that the compiler found.
#[inline(never)]
fn block(token: Portable, state: &mut [Word32; 8], words: &[Word32; 16]) {
    *state = compress::compress(token, *state, *words);
}

/// All rounds of a node, compiled once: with the first block inside, which begins with constants, 3 % faster than by [`block`].
#[inline(never)]
fn in_registers(token: Portable, nodes: Nodes<'_>) {
    compress::nodes::<Word32, 1>(token, nodes, |s, m| *s = compress::compress(token, *s, *m));
}

#[inline(always)]
fn stream(token: Portable, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut words = state.map(Word32);
    for bytes in blocks {
        let [left, right] = [0, 1].map(|half| Word32::load_be(token, |_| &bytes.as_chunks::<32>().0[half]));
        block(token, &mut words, &compress::joined(left, right));
    }
    *state = words.map(|word| word.0);
}

/// One node. Engines over lanes do it so too: a pass over all their lanes takes half as long again, and more.
#[inline(always)]
pub(super) fn one_node(token: Portable, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
    let pairs = [[left, right]];
    if let Ok(one) = Nodes::new(core::slice::from_mut(out), Pairs::Apart(&pairs)) {
        in_registers(token, one);
    }
}

lanesmith_isa::entries! {
    engine scalar with Portable;

    StreamKernel => pub(crate) fn compress(token, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        stream(token, state, blocks);
    }
    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        in_registers(token, nodes);
    }
    NodeKernel => pub(crate) fn node(token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        one_node(token, out, left, right);
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        let (states, streams) = streams.parts();
        for (state, blocks) in states.iter_mut().zip(streams) {
            stream(token, state, blocks);
        }
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        compress::pbkdf2::<Word32>(token, lanes, rounds, |state, words| block(token, state, words));
    }
}
