//! Proofs of every form from arbitrary parts: nothing but an error or a root, and no proof of chance is valid.
#![no_main]

use lanesmith_sha256::merkle::proof::{GeneralizedIndex, MultiProof, root_of_branch};
use lanesmith_sha256::merkle::{bitcoin, rfc6962};
use libfuzzer_sys::{arbitrary, fuzz_target};

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    leaf: [u8; 32],
    root: [u8; 32],
    nodes: Vec<[u8; 32]>,
    indices: Vec<u64>,
    index: u64,
    count: u64,
}

fuzz_target!(|input: Input| {
    let Input { leaf, root, nodes, indices, index, count } = input;
    if let Ok(index) = GeneralizedIndex::new(index) {
        assert_eq!(root_of_branch(&leaf, &nodes, index).is_ok(), nodes.len() == index.depth() as usize);
    }
    let leaves =
        indices.iter().take(64).filter_map(|index| Some((GeneralizedIndex::new(*index).ok()?, leaf)));
    let proof = MultiProof { leaves: leaves.collect(), helpers: nodes.clone() };
    if let Ok(of_proof) = proof.root() {
        assert_eq!(proof.verify(&root).is_ok(), of_proof == root);
    }
    // A root that no hash has led to.
    if root != leaf {
        assert!(rfc6962::verify_inclusion(&leaf, index, count, &nodes, &root).is_err());
        assert!(bitcoin::verify_branch(&leaf, index, count, &nodes, &root).is_err());
    }
});
