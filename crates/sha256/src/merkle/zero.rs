//! Roots of trees whose leaves are all zero.

use super::Node;
use crate::kernel::consts::{H0, PADDING_AFTER_64, scheduled};

/// Greatest height with a known zero root.
pub const MAX_ZERO_HEIGHT: u32 = 64;

/// `ZERO_HASHES[h]` is the root of a tree of 2^h zero leaves.
pub(crate) static ZERO_HASHES: [Node; MAX_ZERO_HEIGHT as usize + 1] = table();

/// Root of a tree of 2^`height` leaves of 32 zero bytes; `None` above [`MAX_ZERO_HEIGHT`].
///
/// ```
/// use lanesmith_sha256::merkle::{mix_in_length, zero_hash};
///
/// assert_eq!(zero_hash(0), Some([0; 32]));
/// // Two zero leaves hash as a zero root with a length of zero does.
/// assert_eq!(zero_hash(1), Some(mix_in_length(&[0; 32], 0)));
/// assert_eq!(zero_hash(65), None);
/// ```
pub fn zero_hash(height: u32) -> Option<Node> {
    ZERO_HASHES.get(height as usize).copied()
}

/// As [`zero_hash`], for a height that the caller has checked to be at most [`super::MAX_DEPTH`].
#[inline]
pub(crate) fn zero(height: u32) -> &'static Node {
    &ZERO_HASHES[height as usize]
}

const fn table() -> [Node; MAX_ZERO_HEIGHT as usize + 1] {
    let mut table = [[0; 32]; MAX_ZERO_HEIGHT as usize + 1];
    let mut height = 1;
    while height < table.len() {
        table[height] = hash_twice(&table[height - 1]);
        height += 1;
    }
    table
}

/// SHA-256 of a node followed by itself, at compile time.
const fn hash_twice(node: &Node) -> Node {
    let mut words = [0; 16];
    let mut i = 0;
    while i < 16 {
        let at = i % 8 * 4;
        words[i] = u32::from_be_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]]);
        i += 1;
    }
    let state = rounds(rounds(H0, &scheduled(words)), &scheduled(PADDING_AFTER_64));
    let mut out = [0; 32];
    i = 0;
    while i < 32 {
        out[i] = state[i / 4].to_be_bytes()[i % 4];
        i += 1;
    }
    out
}

/// The compression function on a block whose schedule, with the round constants, is `table`.
const fn rounds(state: [u32; 8], table: &[u32; 64]) -> [u32; 8] {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
    let mut i = 0;
    while i < 64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t1 = h.wrapping_add(s1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(table[i]);
        let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        i += 1;
    }
    let worked = [a, b, c, d, e, f, g, h];
    let mut out = state;
    i = 0;
    while i < 8 {
        out[i] = out[i].wrapping_add(worked[i]);
        i += 1;
    }
    out
}
