//! Trees over the blocks of files, against one stream for each block.

use std::rc::Rc;

use lanesmith_isa::AUTO;
use lanesmith_race::{Case, Contender, Kind};
use lanesmith_sha256::blocks::Format;
use lanesmith_sha256::merkle::{Node, TreeHasher};
use lanesmith_sha256::{MANY, Workers};
use lanesmith_testkit::reference;
use lanesmith_testkit::vectors::sha256 as vectors;

use super::{SEED, hasher, level_by_level};
use crate::able;
use crate::sha256::peers;

/// A file in blocks of one length: dm-verity with a salt, BitTorrent v2, and parts as S3 has them.
const CASES: &[(&str, &str, usize, usize)] = &[
    ("dm-verity", "4KiB", 4 << 10, 4 << 20),
    ("btv2", "16KiB", 16 << 10, 4 << 20),
    ("s3", "1MiB", 1 << 20, 16 << 20),
];

/// The salt of dm-verity, as long as that of veritysetup.
const VERITY_SALT: [u8; 32] = [0x5a; 32];

/// The format of a case; one that cannot be had is thrown out, as its root of zeros is.
fn format_of(name: &str, block: usize) -> Option<Format> {
    match name {
        "dm-verity" => Format::dm_verity(block as u64, 4096, &VERITY_SALT).ok(),
        "btv2" => Some(Format::bittorrent()),
        _ => Format::s3(block as u64).ok(),
    }
}

pub(super) fn cases() -> Vec<Case> {
    CASES
        .iter()
        .map(|&(name, label, block, size)| {
            let data = vectors::generate(SEED, size);
            let levels = match name {
                "dm-verity" => reference::blocks::verity(&data, &VERITY_SALT, block, 4096),
                "btv2" => reference::blocks::bittorrent(&data),
                _ => reference::blocks::s3(&data, block),
            };
            let root = levels.last().map(|level| level.concat()).unwrap_or_default();
            let case =
                Case::new(format!("format={name},block={label}"), move || Ok(contenders(name, block, size)))
                    .expecting(root)
                    .titled(format!("a file of {} MiB as a tree of {label} blocks ({name})", size >> 20))
                    .counting(size / block);
            match name {
                "btv2" => case.telling("makes the tree of a file in 16 KiB blocks").summing_up(),
                _ => case,
            }
        })
        .collect()
}

fn contenders(name: &'static str, block: usize, size: usize) -> Vec<Contender> {
    let data: Rc<[u8]> = vectors::generate(SEED, size).into();
    let ours = |hasher: TreeHasher| {
        move |data: &[u8]| {
            let root = format_of(name, block).and_then(|format| format.root_with(&hasher, data).ok());
            root.unwrap_or_default()
        }
    };
    let mut list = vec![
        hasher(AUTO, Kind::Engine, &data, ours(TreeHasher::new())),
        hasher("auto+2 threads", Kind::Engine, &data, ours(TreeHasher::new().on(Workers::threads(2)))),
    ];
    for engine in MANY.available() {
        let hashing = TreeHasher::new().messages_with_engine(engine);
        list.push(hasher(engine.name(), Kind::Engine, &data, ours(hashing)));
    }
    // One stream for each block, and one for each node or block of hashes above.
    for (peer, hash) in able(peers::STREAM) {
        list.push(hasher(peer, Kind::Peer, &data, move |data| block_by_block(name, block, data, *hash)));
    }
    list
}

/// The root by a function that hashes one message, as its users do it: with a salt, the block behind it is copied.
fn block_by_block(name: &str, block: usize, data: &[u8], hash: fn(&[u8]) -> [u8; 32]) -> [u8; 32] {
    if name != "dm-verity" {
        let leaves: Vec<Node> = data.chunks(block).map(hash).collect();
        return match name {
            // A power of two of blocks.
            "btv2" => level_by_level(&leaves, |out, pairs| {
                out.iter_mut().zip(pairs).for_each(|(out, pair)| *out = hash(pair));
            }),
            _ => hash(leaves.as_flattened()),
        };
    }
    let salted = |bytes: &[u8], size: usize, message: &mut Vec<u8>| {
        message.clear();
        message.extend_from_slice(&VERITY_SALT);
        message.extend_from_slice(bytes);
        message.resize(VERITY_SALT.len() + size, 0);
        hash(message)
    };
    let mut message = Vec::new();
    let mut level: Vec<Node> = data.chunks(block).map(|bytes| salted(bytes, block, &mut message)).collect();
    while level.len() > 1 {
        level = level.chunks(128).map(|group| salted(group.as_flattened(), 4096, &mut message)).collect();
    }
    level.first().copied().unwrap_or_default()
}
