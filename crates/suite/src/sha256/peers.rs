//! Other libraries; but for sha2, they need a C compiler.

use std::num::NonZeroU32;

#[cfg(feature = "peers-c")]
use lanesmith_isa::Feature;
use lanesmith_sha256::merkle::Node;

use crate::{Peer, unable};

/// One message.
type Stream = fn(&[u8]) -> [u8; 32];
/// The parents of pairs.
type Nodes = fn(&mut [Node], &[[u8; 64]]);
/// The key of a password and a salt.
type Pbkdf2 = fn(&[u8], &[u8], NonZeroU32, &mut [u8; 32]);
/// The root of a full tree.
type Tree = fn(&[Node]) -> Node;

/// Libraries that hash one message at a time.
pub const STREAM: &[Peer<Stream>] = &[
    #[cfg(feature = "peers")]
    Peer::new("sha2", |message| <sha2::Sha256 as sha2::Digest>::digest(message).into()),
    #[cfg(feature = "peers-c")]
    Peer::new("ring", |message| digest(ring::digest::digest(&ring::digest::SHA256, message).as_ref())),
    #[cfg(feature = "peers-c")]
    Peer::new("aws-lc-rs", |message| {
        digest(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, message).as_ref())
    }),
    #[cfg(feature = "peers-c")]
    // It chooses between SHA-NI and one that shuffles bytes, whatever the CPU.
    Peer::new("blst", crate::ffi::blst::sha256).needs(&[Feature::Ssse3]),
];

/// Libraries that hash many nodes at a time.
pub const NODES: &[Peer<Nodes>] = &[
    #[cfg(feature = "peers-c")]
    Peer::new("hashtree-rs", |out, pairs| {
        // It looks at no length but this.
        let count = out.len().min(pairs.len());
        hashtree_rs::hash(out.as_flattened_mut(), pairs.as_flattened(), count);
    }),
];

/// Libraries that derive a key at a time.
pub const PBKDF2: &[Peer<Pbkdf2>] = &[
    #[cfg(feature = "peers")]
    Peer::new("pbkdf2", |password, salt, rounds, key| {
        pbkdf2::pbkdf2_hmac::<sha2::Sha256>(password, salt, rounds.get(), key);
    }),
    #[cfg(feature = "peers-c")]
    Peer::new("ring", |password, salt, rounds, key| {
        ring::pbkdf2::derive(ring::pbkdf2::PBKDF2_HMAC_SHA256, rounds, salt, password, key);
    }),
    #[cfg(feature = "peers-c")]
    Peer::new("aws-lc-rs", |password, salt, rounds, key| {
        aws_lc_rs::pbkdf2::derive(aws_lc_rs::pbkdf2::PBKDF2_HMAC_SHA256, rounds, salt, password, key);
    }),
];

/// Libraries that hash whole trees.
pub const TREE: &[Peer<Tree>] = &[
    #[cfg(feature = "peers-c")]
    Peer::new("tree_hash", |leaves| tree_hash::merkle_root(leaves.as_flattened(), 0).0),
];

/// Those that this CPU cannot run.
pub fn absent() -> Vec<(&'static str, String)> {
    let all = unable(STREAM).chain(unable(NODES)).chain(unable(PBKDF2)).chain(unable(TREE));
    all.collect()
}

/// Makes the libraries ready.
pub fn init() {
    #[cfg(feature = "peers-c")]
    hashtree_rs::init();
}

/// A digest of 32 bytes; zeros, which are thrown out, if it is none.
#[cfg(feature = "peers-c")]
fn digest(bytes: &[u8]) -> [u8; 32] {
    bytes.try_into().unwrap_or_default()
}
