//! Other libraries; but for sha2, they need a C compiler.

use std::num::NonZeroU32;

use lanesmith_sha256::merkle::Node;

/// One message.
type Stream = fn(&[u8]) -> [u8; 32];
/// The parents of pairs.
type Nodes = fn(&mut [Node], &[[u8; 64]]);
/// The key of a password and a salt.
type Pbkdf2 = fn(&[u8], &[u8], NonZeroU32, &mut [u8; 32]);
/// The root of a full tree.
type Tree = fn(&[Node]) -> Node;

/// Libraries that hash one message at a time.
pub const STREAM: &[(&str, Stream)] = &[
    #[cfg(feature = "peers")]
    ("sha2", |message| <sha2::Sha256 as sha2::Digest>::digest(message).into()),
    #[cfg(feature = "peers-c")]
    ("ring", |message| digest(ring::digest::digest(&ring::digest::SHA256, message).as_ref())),
    #[cfg(feature = "peers-c")]
    ("aws-lc-rs", |message| digest(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, message).as_ref())),
    #[cfg(feature = "peers-c")]
    ("blst", crate::ffi::blst::sha256),
];

/// Libraries that hash many nodes at a time.
pub const NODES: &[(&str, Nodes)] = &[
    #[cfg(feature = "peers-c")]
    ("hashtree-rs", |out, pairs| {
        // It looks at no length but this.
        let count = out.len().min(pairs.len());
        hashtree_rs::hash(out.as_flattened_mut(), pairs.as_flattened(), count);
    }),
];

/// Libraries that derive a key at a time.
pub const PBKDF2: &[(&str, Pbkdf2)] = &[
    #[cfg(feature = "peers")]
    ("pbkdf2", |password, salt, rounds, key| {
        pbkdf2::pbkdf2_hmac::<sha2::Sha256>(password, salt, rounds.get(), key);
    }),
    #[cfg(feature = "peers-c")]
    ("ring", |password, salt, rounds, key| {
        ring::pbkdf2::derive(ring::pbkdf2::PBKDF2_HMAC_SHA256, rounds, salt, password, key);
    }),
    #[cfg(feature = "peers-c")]
    ("aws-lc-rs", |password, salt, rounds, key| {
        aws_lc_rs::pbkdf2::derive(aws_lc_rs::pbkdf2::PBKDF2_HMAC_SHA256, rounds, salt, password, key);
    }),
];

/// Libraries that hash whole trees.
pub const TREE: &[(&str, Tree)] = &[
    #[cfg(feature = "peers-c")]
    ("tree_hash", |leaves| tree_hash::merkle_root(leaves.as_flattened(), 0).0),
];

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
