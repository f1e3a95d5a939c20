//! WebAssembly SIMD: eight lanes in two vectors, and a message schedule in vectors. What is too little for lanes is done one by one with
//! that schedule, so that modules with SIMD need no other engine beside this one.

use lanesmith_isa::arch::wasm32::simd128::W128;
use lanesmith_isa::lanes::Two;

use super::lanes::row_engine;
use crate::kernel;
use crate::ops::{ManyKernel, NodeKernel, Nodes, Pbkdf2Kernel, Pbkdf2Lane, Streams};

/// Eight lanes.
type Lanes = Two<W128>;

/// Up to so many nodes or streams take less time one by one than a pass over all lanes.
const FEW: usize = 3;

row_engine!(simd128, Simd128, W128);

/// One node: the schedule of its first block in vectors, as for a stream; the second block has none.
fn one_node(out: &mut [u8; 32], halves: &[[u8; 32]; 2]) {
    let mut state = kernel::consts::H0;
    compress(&mut state, halves.as_flattened().as_chunks::<64>().0);
    *out = kernel::rows::padded_after_64(&state);
}

lanesmith_isa::entries! {
    engine simd128 with Simd128;

    NodeKernel => pub(crate) fn nodes(token, nodes: Nodes<'_>) {
        if nodes.len() <= FEW {
            let (out, pairs) = nodes.parts();
            for (i, out) in out.iter_mut().enumerate() {
                let [[left, right]] = pairs.split_at(i).1.first::<1>();
                one_node(out, &[*left, *right]);
            }
            return;
        }
        kernel::compress::nodes::<Lanes, 8>(token, nodes, |state, words| {
            *state = kernel::compress::compress(token, *state, *words);
        });
    }
    NodeKernel => pub(crate) fn node(_token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32]) {
        one_node(out, &[*left, *right]);
    }
    ManyKernel => pub(crate) fn many(token, streams: Streams<'_>) {
        if streams.len() <= FEW {
            let (states, streams) = streams.parts();
            for (state, blocks) in states.iter_mut().zip(streams) {
                compress(state, blocks);
            }
            return;
        }
        kernel::compress::many::<Lanes>(token, streams, |state, words| *state = kernel::compress::compress(token, *state, *words));
    }
    Pbkdf2Kernel => pub(crate) fn pbkdf2(token, lanes: &mut [Pbkdf2Lane], rounds: u32) {
        kernel::compress::pbkdf2::<Lanes>(token, lanes, rounds, |state, words| *state = kernel::compress::compress(token, *state, *words));
    }
}
