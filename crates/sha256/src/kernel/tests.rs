//! The generic kernels on plain arrays of every width that a vector engine has, against the reference; and levels of trees
//! hashed in place. All of it is portable, so that Miri can say whether any read or write leaves its memory
//! (`cargo xtask ci --only miri`).

use lanesmith_isa::arch::scalar::{Word32, Words32};
use lanesmith_isa::lanes::{RowLanes, Two, WordLanes};
use lanesmith_isa::token::Portable;
use lanesmith_testkit::reference::sha256 as reference;

use super::{compress, rows};
use crate::ops::{Nodes, Pairs, Pbkdf2Lane, Streams};

fn bytes<const N: usize>(seed: usize) -> [u8; N] {
    core::array::from_fn(|i| {
        ((seed as u64 * 131 + i as u64 * 7 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8
    })
}

fn parent(left: &[u8], right: &[u8]) -> [u8; 32] {
    reference::digest(&[left, right].concat())
}

/// A pass over the lanes, compiled once for each width: where it stands in every loop, this file takes a minute to compile.
#[inline(never)]
fn once<V: WordLanes<Token = Portable>>(state: &mut [V; 8], words: &[V; 16]) {
    *state = compress::compress(Portable, *state, *words);
}

/// How much there is to do: the edges of the lanes; under Miri, which is slow, all lanes, and one more of the fewest.
fn counts(lanes: usize) -> impl Iterator<Item = usize> {
    let most = if lanes == 4 { 5 } else { lanes };
    [1, lanes - 1, lanes, lanes + 1].into_iter().filter(move |count| !cfg!(miri) || *count == most)
}

fn nodes<V: WordLanes<Token = Portable>, const N: usize>() {
    for count in counts(N) {
        let blocks: Vec<[u8; 64]> = (0..count).map(bytes).collect();
        let want: Vec<[u8; 32]> = blocks.iter().map(|block| reference::digest(block)).collect();
        let mut out = vec![[0; 32]; count];
        let places = Nodes::new(&mut out, Pairs::of_blocks(&blocks)).expect("equally many");
        compress::nodes::<V, N>(Portable, places, once);
        assert!(out == want, "{count} adjacent pairs on {N} lanes");
        for count in [count, count + N].into_iter().filter(|_| !cfg!(miri) || N == 4) {
            let blocks: Vec<[u8; 64]> = (0..count).map(bytes).collect();
            let want: Vec<[u8; 32]> = blocks.iter().map(|block| reference::digest(block)).collect();
            let mut out = vec![[0; 32]; count];
            let places = Nodes::new(&mut out, Pairs::of_blocks(&blocks)).expect("equally many");
            compress::nodes_by_two::<V, N>(Portable, places, once);
            assert!(out == want, "{count} adjacent pairs on {N} lanes, two passes at a time");
        }

        let halves: Vec<[u8; 32]> = (0..count + 1).map(bytes).collect();
        let count = if cfg!(miri) { N - 1 } else { count };
        let apart: Vec<[&[u8; 32]; 2]> = (0..count).map(|i| [&halves[i + 1], &halves[i]]).collect();
        let want: Vec<[u8; 32]> = apart.iter().map(|[left, right]| parent(*left, *right)).collect();
        let places = Nodes::new(&mut out[..count], Pairs::Apart(&apart)).expect("equally many");
        compress::nodes::<V, N>(Portable, places, once);
        assert!(out[..count] == want, "{count} pairs apart on {N} lanes");
    }
}

fn many<V: WordLanes<Token = Portable>, const N: usize>() {
    for count in counts(N) {
        let blocks: Vec<[[u8; 64]; 2]> = (0..count).map(|i| [bytes(i), bytes(i + 100)]).collect();
        let mut want = vec![reference::initial(); count];
        for (state, blocks) in want.iter_mut().zip(&blocks) {
            blocks.iter().for_each(|block| reference::compress(state, block));
        }
        let streams: Vec<&[[u8; 64]]> = blocks.iter().map(|blocks| &blocks[..]).collect();
        let mut states = vec![reference::initial(); count];
        compress::many::<V>(
            Portable,
            Streams::new(&mut states, &streams).expect("equally long streams"),
            once,
        );
        assert!(states == want, "{count} streams on {N} lanes");
    }
}

fn pbkdf2<V: WordLanes<Token = Portable>, const N: usize>() {
    let lane = |i: usize| {
        let word =
            |k: usize| core::array::from_fn(|j| ((i * 64 + k * 8 + j) as u32).wrapping_mul(0x9e37_79b9));
        Pbkdf2Lane { inner: word(0), outer: word(1), u: word(2), sum: word(3) }
    };
    let rounds = if cfg!(miri) { 1 } else { 2 };
    for count in counts(N) {
        let mut want: Vec<Pbkdf2Lane> = (0..count).map(lane).collect();
        compress::pbkdf2::<Word32>(Portable, &mut want, rounds, once);
        let mut got: Vec<Pbkdf2Lane> = (0..count).map(lane).collect();
        compress::pbkdf2::<V>(Portable, &mut got, rounds, once);
        for (got, want) in got.iter().zip(&want) {
            assert_eq!((got.u, got.sum), (want.u, want.sum), "{count} passwords on {N} lanes");
        }
    }
}

fn stream<V: RowLanes<Token = Portable>, const N: usize>() {
    for count in if cfg!(miri) { 3..4 } else { 0..4 } {
        let blocks: Vec<[u8; 64]> = (0..count).map(bytes).collect();
        let (mut got, mut want) = (reference::initial(), reference::initial());
        blocks.iter().for_each(|block| reference::compress(&mut want, block));
        rows::stream_rows::<V>(Portable, &mut got, &blocks);
        assert_eq!(got, want, "{count} blocks, {} at a time", V::ROWS);
    }
    assert_eq!(V::LANES, N);
}

macro_rules! widths {
    ($($name:ident = $run:ident($($n:literal)*);)*) => {$(
        #[test]
        fn $name() {
            $($run::<Words32<$n>, $n>();)*
        }
    )*};
}

widths! {
    nodes_equal_the_reference_on_arrays_of_128_256_and_512_bits = nodes(4 8 16);
    streams_equal_the_reference_on_arrays_of_128_256_and_512_bits = many(4 8 16);
    pbkdf2_on_arrays_of_128_256_and_512_bits_equals_one_word_at_a_time = pbkdf2(4 8 16);
    schedules_in_rows_equal_the_reference_on_arrays_of_128_and_256_bits = stream(4 8);
}

#[test]
fn short_loops_over_two_arrays_equal_the_reference() {
    nodes::<Two<Words32<4>>, 8>();
    many::<Two<Words32<4>>, 8>();
    pbkdf2::<Two<Words32<4>>, 8>();
}

#[test]
fn a_level_in_place_equals_one_from_memory_to_memory() {
    let most = if cfg!(miri) { 30 } else { 300 };
    for parents in (0..most).step_by(if cfg!(miri) { 13 } else { 1 }) {
        let mut nodes: Vec<[u8; 32]> = (0..2 * parents).map(bytes).collect();
        let want: Vec<[u8; 32]> =
            nodes.as_chunks::<2>().0.iter().map(|[left, right]| parent(left, right)).collect();
        assert_eq!(crate::hash_nodes_in_place(&mut nodes), Ok(parents));
        assert!(nodes[..parents] == want[..], "{parents} parents");
    }
}
