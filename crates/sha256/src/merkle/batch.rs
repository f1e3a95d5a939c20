//! Messages of one fixed length, hashed together: what trees need whose nodes are not just 64 bytes.

use super::Node;
use crate::kernel::consts::H0;
use crate::kernel::padding::{digest_of, padded};
use crate::many::ManyHasher;

/// Messages under way at once: a pass of the widest kernel.
const BATCH: usize = 16;

/// Replaces the nodes at the front by SHA-256 of the messages made of them: `message(nodes, i)`, of `N` bytes in `B`
/// blocks, gives node `i` of `count`, and may depend on nodes from number `i` on.
pub(crate) fn hash_messages<const N: usize, const B: usize>(
    hasher: ManyHasher,
    nodes: &mut [Node],
    count: usize,
    message: impl Fn(&[Node], usize) -> [u8; N],
) {
    for start in (0..count).step_by(BATCH) {
        let len = BATCH.min(count - start);
        let mut blocks = [[[0; 64]; B]; BATCH];
        for (i, blocks) in blocks[..len].iter_mut().enumerate() {
            *blocks = padded::<N, B>(&message(nodes, start + i));
        }
        let streams = blocks.each_ref().map(|blocks| blocks.as_slice());
        let mut states = [H0; BATCH];
        hasher.advance(&mut states[..len], &streams[..len]);
        for (node, state) in nodes[start..start + len].iter_mut().zip(&states) {
            *node = digest_of(state);
        }
    }
}
