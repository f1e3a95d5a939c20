//! The engine tables: which implementations there are of each operation, most preferred first.

use lanesmith_isa::{AnyTable, Engine, FeatureSet, Table};

use crate::arch::scalar;
use crate::fixed::{self, FixedKernel};

/// Functions of an engine for one stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamKernel {
    /// Advances a chaining value by whole blocks.
    pub compress: fn(state: &mut [u32; 8], blocks: &[[u8; 64]]),
    /// Whole messages of lengths known in advance.
    pub fixed: FixedKernel,
}

/// Functions of an engine for 64-byte nodes.
#[derive(Clone, Copy, Debug)]
pub struct NodeKernel {
    /// Hashes each pair of 32-byte halves. Shorter of the two slices decides how many; callers outside this crate use
    /// [`NodeHasher`](crate::NodeHasher), which checks.
    pub hash: fn(out: &mut [[u8; 32]], pairs: &[[&[u8; 32]; 2]]),
}

/// Functions of an engine for many streams at once.
#[derive(Clone, Copy, Debug)]
pub struct ManyKernel {
    /// Advances each chaining value by the blocks of its stream. All streams must have as many blocks as the first;
    /// callers outside this crate use [`hash_many`](crate::hash_many), which takes care of that.
    pub compress: fn(states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]),
}

/// `sha256.stream`: one message.
pub static STREAM: Table<StreamKernel> = Table::new(
    "sha256.stream",
    &[Engine::new(
        "scalar",
        "general registers",
        FeatureSet::EMPTY,
        1,
        StreamKernel { compress: scalar::compress, fixed: fixed::kernel!(scalar::compress) },
    )],
);

/// `sha256.nodes`: 64-byte messages, the nodes of binary trees.
pub static NODES: Table<NodeKernel> = Table::new(
    "sha256.nodes",
    &[Engine::new("scalar", "general registers", FeatureSet::EMPTY, 1, NodeKernel { hash: scalar::nodes })],
);

/// `sha256.many`: independent messages of any length.
pub static MANY: Table<ManyKernel> = Table::new(
    "sha256.many",
    &[Engine::new(
        "scalar",
        "general registers",
        FeatureSet::EMPTY,
        1,
        ManyKernel { compress: scalar::many },
    )],
);

/// Every operation of this crate.
pub fn tables() -> [&'static dyn AnyTable; 3] {
    [&STREAM, &NODES, &MANY]
}
