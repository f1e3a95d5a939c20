//! Engines without any instruction set.

use lanesmith_isa::arch::scalar::Word32;

use crate::kernel::compress;
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pairs, Pbkdf2Kernel, Pbkdf2Lane, StreamKernel, Streams};

lanesmith_isa::entries! {
    engine scalar with Portable;

    // Out of line: otherwise every fixed length gets its own copy of all rounds.
    #[inline(never)]
    StreamKernel => pub(crate) fn compress(token, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        compress::stream::<Word32>(token, state, blocks);
    }
    // Out of line: one node goes by way of it.
    #[inline(never)]
    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        compress::nodes::<Word32, 1>(token, nodes);
    }
    NodeKernel => pub(crate) fn node(_token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        let pairs = [[left, right]];
        if let Ok(one) = Nodes::new(core::slice::from_mut(out), Pairs::Apart(&pairs)) {
            nodes(one);
        }
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        compress::many::<Word32>(token, streams, |s, m| *s = compress::compress(token, *s, *m));
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        compress::pbkdf2::<Word32, true>(token, lanes, rounds, |s, m| *s = compress::compress(token, *s, *m));
    }
}
