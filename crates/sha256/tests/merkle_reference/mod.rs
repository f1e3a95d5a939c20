//! Trees as their specifications word them, over the testkit's plain SHA-256: slow, recursive, nothing kept.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::sync::LazyLock;

use lanesmith_testkit::reference::sha256::digest;
use lanesmith_testkit::vectors::sha256::generate;

pub type Node = [u8; 32];

pub fn parent(left: &Node, right: &Node) -> Node {
    digest(&[*left, *right].concat())
}

static ZEROS: LazyLock<Vec<Node>> = LazyLock::new(|| {
    let mut zeros = vec![[0; 32]];
    for height in 0..64 {
        zeros.push(parent(&zeros[height], &zeros[height]));
    }
    zeros
});

/// Root of a zero tree.
pub fn zero(height: u32) -> Node {
    ZEROS[height as usize]
}

/// SSZ: root of a tree of that depth.
pub fn root(chunks: &[Node], depth: u32) -> Node {
    match chunks {
        [] => zero(depth),
        [chunk, ..] if depth == 0 => *chunk,
        _ => {
            let half = chunks.len().min(1 << (depth - 1));
            parent(&root(&chunks[..half], depth - 1), &root(&chunks[half..], depth - 1))
        }
    }
}

/// Depth of the smallest tree with room for so many leaves.
pub fn depth(leaves: u64) -> u32 {
    (0..).find(|depth| 1_u64 << depth >= leaves).unwrap()
}

/// Different chunks for different seeds.
pub fn chunks(seed: u32, count: usize) -> Vec<Node> {
    generate(seed, 32 * count).as_chunks::<32>().0.to_vec()
}

/// Every engine that this CPU can run, under its name, and the automatic choice.
pub fn hashers() -> Vec<(&'static str, lanesmith_sha256::merkle::TreeHasher)> {
    use lanesmith_sha256::{NODES, merkle::TreeHasher};
    let engines = NODES.available().map(|engine| (engine.name(), TreeHasher::with_engine(engine)));
    engines.chain([("auto", TreeHasher::new())]).collect()
}

/// Calls `check` with every value that differs from `bytes` in one bit.
pub fn for_each_flipped_bit(bytes: &mut [u8], mut check: impl FnMut(&[u8])) {
    for bit in 0..8 * bytes.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        check(bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}
