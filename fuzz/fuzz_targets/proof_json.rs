//! Arbitrary text as a proof of `lanesmith merkle verify`, against a tree of five leaves of each scheme that the verifier knows:
//! what is found valid is a leaf of that tree at its place.
#![no_main]

use lanesmith_cli::merkle::verify::{Args, judge};
use lanesmith_sha256::merkle::{Node, bitcoin, merkleize, rfc6962};
use libfuzzer_sys::fuzz_target;

const LEAVES: [Node; 5] = [[1; 32], [2; 32], [3; 32], [4; 32], [5; 32]];

fuzz_target!(|data: &[u8]| {
    // Without a word on the tree: an error or a verdict.
    let _ = judge(&Args::default(), "proof", data);
    let hashes = LEAVES.map(|leaf| rfc6962::leaf_hash(&leaf));
    let trees = [
        (LEAVES, merkleize(&LEAVES, None).expect("five leaves")),
        (hashes, rfc6962::tree_head(&hashes)),
        (LEAVES, bitcoin::merkle_root(&LEAVES).expect("five leaves").root),
    ];
    for (leaves, root) in trees {
        for reversed in [false, true] {
            let shown = |mut node: Node| {
                if reversed {
                    node.reverse();
                }
                node.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
            };
            let args = Args { root: Some(shown(root)), leaves: Some(5), ..Args::default() };
            let Ok(Ok(valid)) = judge(&args, "proof", data) else { continue };
            let valid = valid.to_lowercase().replace("0x", "");
            let mut genuine =
                (0..).zip(leaves).map(|(i, leaf)| format!("leaf {} is number {i} ", shown(leaf)));
            assert!(genuine.any(|place| valid.contains(&place)), "{valid}");
        }
    }
});
