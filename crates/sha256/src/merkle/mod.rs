//! Merkle trees over SHA-256, each level hashed in batches by the node kernels.
//!
//! | module | tree | source |
//! | --- | --- | --- |
//! | [`ssz`] | SSZ merkleisation: limits, zero subtrees, packing, mix-ins | consensus-specs, `ssz/simple-serialize.md` |
//! | [`proof`] | proofs and multiproofs by generalized index | consensus-specs, `ssz/merkle-proofs.md` |
//! | [`cached`] | a tree that is kept: changed leaves only are hashed again | |
//! | [`deposit`] | the deposit contract's tree, with snapshots | EIP-4881 |
//! | [`rfc6962`] | transparency logs: inclusion and consistency proofs | RFC 6962, RFC 9162 |
//! | [`log`] | a log that grows, with proofs at every size | RFC 6962 |
//! | [`bitcoin`] | block Merkle roots and branches | Bitcoin Core, `consensus/merkle.cpp` |
//!
//! ```
//! use lanesmith_sha256::merkle::{merkleize, mix_in_length, pack};
//!
//! // hash_tree_root of the SSZ `List[uint64, 1024]` holding 1, 2, 3: four integers to a chunk, 256 chunks at most.
//! let root = merkleize(&pack(&[1_u64, 2, 3]), Some(256))?;
//! let root = mix_in_length(&root, 3);
//! assert_eq!(root[..4], [0x7d, 0x71, 0xcb, 0x79]);
//! # Ok::<(), lanesmith_sha256::merkle::TreeError>(())
//! ```

mod batch;
pub mod bitcoin;
pub mod cached;
pub mod deposit;
mod hasher;
pub mod log;
pub mod proof;
pub mod rfc6962;
pub mod ssz;
#[cfg(feature = "tree_hash")]
pub mod tree_hash;
pub mod wire;
mod zero;

pub use cached::CachedTree;
pub use hasher::TreeHasher;
pub use log::Log;
pub use ssz::{TreeError, merkleize, merkleize_bytes, mix_in_length, pack};
pub use wire::WireError;
pub use zero::{MAX_ZERO_HEIGHT, zero_hash};

/// A node, leaf or root of a tree: 32 bytes. SSZ calls its leaves chunks.
pub type Node = [u8; 32];

/// Greatest depth of a tree: limits reach 2^62 leaves, so that every leaf has a generalized index of 64 bits, a
/// mixed-in length above the tree included.
pub const MAX_DEPTH: u32 = 62;
