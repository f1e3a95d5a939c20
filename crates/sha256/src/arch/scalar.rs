//! Engines without any instruction set.

use lanesmith_isa::arch::scalar::Word32;
use lanesmith_isa::token::Portable;

use crate::kernel::compress;
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pairs, Pbkdf2Kernel, Pbkdf2Lane, StreamKernel, Streams};

/// All rounds of a node, compiled once.
#[inline(never)]
fn in_registers(token: Portable, nodes: Nodes<'_>) {
    compress::nodes::<Word32, 1>(token, nodes);
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
        compress::stream::<Word32>(token, state, blocks);
    }
    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        in_registers(token, nodes);
    }
    NodeKernel => pub(crate) fn node(token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        one_node(token, out, left, right);
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        compress::many::<Word32>(token, streams, |s, m| *s = compress::compress(token, *s, *m));
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        compress::pbkdf2::<Word32, true>(token, lanes, rounds, |s, m| *s = compress::compress(token, *s, *m));
    }
}
