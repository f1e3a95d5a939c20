//! Trees over the blocks of a file, one block after the other, as their specifications word them.

use super::sha256::digest;

/// Digests of all levels: those of the blocks first, the root alone last.
pub type Levels = Vec<Vec<[u8; 32]>>;

fn joined(parts: &[&[u8]]) -> [u8; 32] {
    digest(&parts.concat())
}

/// The file of BitTorrent v2 (BEP 52), not empty.
pub fn bittorrent(data: &[u8]) -> Levels {
    let leaves: Vec<_> = data.chunks(16 << 10).map(digest).collect();
    // Filled up to a power of two with zeros at the bottom, as the specification has it; then what is only padding is left out.
    let mut full = leaves.clone();
    full.resize(leaves.len().next_power_of_two(), [0; 32]);
    let (mut levels, mut real) = (vec![leaves], full.len().min(data.len().div_ceil(16 << 10)));
    while full.len() > 1 {
        full = full.chunks(2).map(|pair| joined(&[&pair[0], &pair[1]])).collect();
        real = real.div_ceil(2);
        levels.push(full[..real].to_vec());
    }
    levels
}

/// The tree hash of AWS Glacier over data that are not empty.
pub fn glacier(data: &[u8]) -> Levels {
    carried(data.chunks(1 << 20).map(digest).collect(), |pair| joined(&[&pair[0], &pair[1]]))
}

/// RFC 6962 over blocks of data that are not empty.
pub fn rfc6962(data: &[u8], block: usize) -> Levels {
    let leaves = data.chunks(block).map(|block| joined(&[&[0], block])).collect();
    carried(leaves, |pair| joined(&[&[1], &pair[0], &pair[1]]))
}

fn carried(leaves: Vec<[u8; 32]>, parent: impl Fn(&[[u8; 32]]) -> [u8; 32]) -> Levels {
    let mut levels = vec![leaves];
    while levels[levels.len() - 1].len() > 1 {
        let next = levels[levels.len() - 1].chunks(2).map(|g| if g.len() == 2 { parent(g) } else { g[0] });
        levels.push(next.collect());
    }
    levels
}

/// The composite checksum of S3.
pub fn s3(data: &[u8], part: usize) -> Levels {
    let mut parts: Vec<_> = data.chunks(part).map(digest).collect();
    if parts.is_empty() {
        parts.push(digest(b""));
    }
    let root = digest(&parts.concat());
    vec![parts, vec![root]]
}

/// Blocks of hashes behind a prefix: fs-verity (a salt filled up to 64 bytes) and dm-verity (the salt as it is).
pub fn verity(data: &[u8], prefix: &[u8], block: usize, hash_block: usize) -> Levels {
    let hash = |bytes: &[u8], size: usize| {
        let mut block = bytes.to_vec();
        block.resize(size, 0);
        joined(&[prefix, &block])
    };
    let mut levels = vec![data.chunks(block).map(|bytes| hash(bytes, block)).collect::<Vec<_>>()];
    while levels[levels.len() - 1].len() > 1 {
        let below = &levels[levels.len() - 1];
        levels.push(below.chunks(hash_block / 32).map(|group| hash(&group.concat(), hash_block)).collect());
    }
    levels
}

/// Levels in blocks of hashes as they are stored: that below the root first, each filled up with zeros.
pub fn stored(levels: &Levels, hash_block: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for level in levels.iter().rev().skip(1) {
        bytes.extend_from_slice(&level.concat());
        bytes.resize(bytes.len().next_multiple_of(hash_block), 0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_three_is_what_its_definition_says() {
        let data = [[1; 1 << 14], [2; 1 << 14], [3; 1 << 14]].concat();
        let [a, b, c] = [1, 2, 3].map(|byte| digest(&[byte; 1 << 14]));
        let ab = joined(&[&a, &b]);
        assert_eq!(bittorrent(&data)[2], [joined(&[&ab, &joined(&[&c, &[0; 32]])])]);
        assert_eq!(rfc6962(b"abc", 1)[2].len(), 1);
        assert_eq!(verity(b"abcd", b"", 4, 64), [[digest(b"abcd")]]);
    }
}
