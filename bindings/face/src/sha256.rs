//! SHA-256: messages, nodes, HMAC, HKDF, PBKDF2.

use core::hint::black_box;
use core::num::NonZeroU32;

use lanesmith::sha256::{self, LengthError};

use crate::error::faults;
use crate::{Fault, Outcome, rows_of, sized};

faults! { LengthError => Length }

// JavaScript: sha256. Python: sha256_digest.
/// SHA-256 of a message: 32 bytes.
pub fn sha256(message: &[u8]) -> [u8; 32] {
    sha256::sha256(message)
}

// JavaScript: sha256Many. Python: sha256_many.
/// SHA-256 of many messages at once, several to an instruction: 32 bytes for each, in order.
pub fn sha256_many(messages: &[&[u8]], out: &mut [u8]) -> Outcome {
    Ok(sha256::hash_many(sized("out", out, messages.len())?, messages)?)
}

// JavaScript: sha256Nodes. Python: sha256_nodes.
/// SHA-256 of the nodes of a level of a tree: each 64 bytes of `pairs` give 32 bytes of `out`.
pub fn sha256_nodes(pairs: &[[u8; 64]], out: &mut [u8]) -> Outcome {
    Ok(sha256::hash_nodes(sized("out", out, pairs.len())?, pairs)?)
}

// JavaScript: sha256NodesInPlace. Python: sha256_nodes.
/// The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`, whose length is a multiple of 64. What is
/// behind them afterwards is of no use.
pub fn sha256_nodes_in_place(nodes: &mut [u8]) -> Outcome {
    rows_of::<64>("nodes", nodes)?;
    sha256::hash_nodes_in_place(nodes.as_chunks_mut::<32>().0)?;
    Ok(())
}

// JavaScript: hmacSha256. Python: hmac_digest.
/// HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    sha256::hmac(key, message)
}

// JavaScript: hkdfSha256. Python: hkdf.
/// HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its place, as the RFC says.
pub fn hkdf_sha256(salt: &[u8], material: &[u8], info: &[u8], out: &mut [u8]) -> Outcome {
    Ok(sha256::hkdf(salt, material, info, out)?)
}

// JavaScript: pbkdf2Sha256. Python: pbkdf2.
/// PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
pub fn pbkdf2_sha256(iterations: u32, password: &[u8], salt: &[u8], out: &mut [u8]) -> Outcome {
    let iterations = NonZeroU32::new(iterations).ok_or_else(|| Fault::range("iterations", 0, "1 or more"))?;
    Ok(sha256::pbkdf2(password, salt, iterations, out)?)
}

// JavaScript: secureEqual. Python: (hmac.compare_digest).
/// Whether two byte strings are the same, in a time that depends on their lengths alone.
pub fn secure_equal(left: &[u8], right: &[u8]) -> bool {
    let differ = left.iter().zip(right).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    left.len() == right.len() && black_box(differ) == 0
}
