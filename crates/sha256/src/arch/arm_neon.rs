//! NEON of 32-bit Arm: four lanes, whose blocks go through [assembly](super::arm_neon_asm).

use lanesmith_isa::arch::scalar::Words32;
use lanesmith_isa::lanes::WordLanes;
use lanesmith_isa::token::{Neon, Portable};

use super::arm_neon_asm;
use crate::kernel::compress::{self, initial, joined};
use crate::kernel::consts::{K, K_PADDING_AFTER_64};
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pairs, Pbkdf2Kernel, Pbkdf2Lane, Streams};

type V = Words32<4>;

/// One block per lane.
fn block(_token: Neon, state: &mut [V; 8], block: &[V; 16]) {
    let (mut words, mut block) = (state.map(|v| v.0), block.map(|v| v.0));
    // SAFETY: the token proves NEON.
    unsafe { arm_neon_asm::compress(&mut words, &mut block, &K.0) };
    *state = words.map(Words32);
}

/// One node per lane.
fn node_pass(token: Neon, pairs: &[[&[u8; 32]; 2]; 4]) -> [V; 8] {
    let half = |which: usize| V::load_be(Portable, |lane| pairs[lane][which]);
    let mut state = initial(Portable);
    block(token, &mut state, &joined(half(0), half(1)));
    let mut words = state.map(|v| v.0);
    // SAFETY: the token proves NEON.
    unsafe { arm_neon_asm::compress_known(&mut words, 0, &K_PADDING_AFTER_64.0) };
    words.map(Words32)
}

lanesmith_isa::entries! {
    engine neon with Neon;

    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        let (out, mut pairs) = nodes.parts();
        for out in out.chunks_mut(4) {
            let (now, later) = pairs.split_at(out.len());
            let mut digests = [[0; 32]; 4];
            V::store_be(node_pass(token, &now.first()), &mut digests);
            out.copy_from_slice(&digests[..out.len()]);
            pairs = later;
        }
    }
    NodeKernel => pub(crate) fn node(_token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        let pairs = [[left, right]];
        if let Ok(one) = Nodes::new(core::slice::from_mut(out), Pairs::Apart(&pairs)) {
            nodes(one);
        }
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        compress::many::<V>(Portable, streams, |state, words| block(token, state, words));
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        compress::pbkdf2::<V>(Portable, lanes, rounds, |state, words| block(token, state, words));
    }
}
