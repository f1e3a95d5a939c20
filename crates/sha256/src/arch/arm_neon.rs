//! NEON of 32-bit Arm: four lanes, whose blocks go through [assembly](super::arm_neon_asm).

use lanesmith_isa::arch::scalar::Words32;
use lanesmith_isa::lanes::WordLanes;
use lanesmith_isa::token::{Neon, Portable};

use super::arm_neon_asm;
use crate::kernel::compress::{digest_tail, initial, joined};
use crate::kernel::consts::{K, K_PADDING_AFTER_64};
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pbkdf2Kernel, Pbkdf2Lane, Streams};

type V = Words32<4>;

/// One block per lane.
fn compress(_token: Neon, state: [V; 8], block: [V; 16]) -> [V; 8] {
    let (mut state, mut block) = (state.map(|v| v.0), block.map(|v| v.0));
    // SAFETY: the token proves NEON.
    unsafe { arm_neon_asm::compress(&mut state, &mut block, &K.0) };
    state.map(Words32)
}

/// One node per lane.
fn node_pass(token: Neon, pairs: &[[&[u8; 32]; 2]; 4]) -> [V; 8] {
    let half = |which: usize| V::load_be(Portable, |lane| pairs[lane][which]);
    let mut state = compress(token, initial(Portable), joined(half(0), half(1))).map(|v| v.0);
    // SAFETY: the token proves NEON.
    unsafe { arm_neon_asm::compress_known(&mut state, 0, &K_PADDING_AFTER_64.0) };
    state.map(Words32)
}

// In a pass that is not full, spare lanes repeat the last one.
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
    NodeKernel => pub(crate) fn node(token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        let mut digests = [[0; 32]; 4];
        V::store_be(node_pass(token, &[[left, right]; 4]), &mut digests);
        *out = digests[0];
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        let (states, data) = streams.parts();
        for (states, data) in states.chunks_mut(4).zip(data.chunks(4)) {
            let (len, last) = (states.len(), data.len() - 1);
            let mut rows = [[0; 8]; 4];
            rows[..len].copy_from_slice(states);
            let mut state = V::load(Portable, &rows);
            let stream = |lane: usize| data[lane.min(last)];
            for block in 0..stream(0).len() {
                let half = |which: usize| {
                    V::load_be(Portable, |lane| &stream(lane)[block].as_chunks().0[which])
                };
                state = compress(token, state, joined(half(0), half(1)));
            }
            V::store(state, &mut rows);
            states.copy_from_slice(&rows[..len]);
        }
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        for lanes in lanes.chunks_mut(4) {
            let words = |of: fn(&Pbkdf2Lane) -> [u32; 8]| {
                let rows: [[u32; 8]; 4] = core::array::from_fn(|lane| of(&lanes[lane.min(lanes.len() - 1)]));
                V::load(Portable, &rows)
            };
            let (inner, outer) = (words(|lane| lane.inner), words(|lane| lane.outer));
            let (mut u, mut sum) = (words(|lane| lane.u), words(|lane| lane.sum));
            for _ in 0..rounds {
                u = compress(token, inner, joined(u, digest_tail(Portable)));
                u = compress(token, outer, joined(u, digest_tail(Portable)));
                sum = core::array::from_fn(|word| sum[word].xor(u[word]));
            }
            let (mut us, mut sums) = ([[0; 8]; 4], [[0; 8]; 4]);
            V::store(u, &mut us);
            V::store(sum, &mut sums);
            for ((lane, u), sum) in lanes.iter_mut().zip(us).zip(sums) {
                (lane.u, lane.sum) = (u, sum);
            }
        }
    }
}
