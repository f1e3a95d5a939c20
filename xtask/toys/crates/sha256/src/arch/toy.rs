//! A toy engine: the portable kernel under another name.

use lanesmith_isa::arch::scalar::Word32;

use crate::kernel::compress;
use crate::ops::{NodeKernel, Nodes};

lanesmith_isa::entries! {
    engine toy with Portable;

    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        compress::nodes::<Word32, 1>(token, nodes, |s, m| *s = compress::compress(token, *s, *m));
    }
    NodeKernel => pub(crate) fn node(token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        super::scalar::one_node(token, out, left, right);
    }
}
