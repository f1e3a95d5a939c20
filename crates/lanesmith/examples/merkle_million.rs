//! The root of a million leaves, a proof of one of them, and what a change costs once the tree is kept.
//!
//! `cargo run --release --example merkle_million`

use std::time::Instant;

use lanesmith::sha256::merkle::proof::{GeneralizedIndex, Proof, ProofSource};
use lanesmith::sha256::merkle::{CachedTree, TreeHasher, merkleize};
use lanesmith::sha256::sha256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let leaves: Vec<[u8; 32]> = (0..1_000_000_u32).map(|i| sha256(&i.to_le_bytes())).collect();
    let limit = 1 << 20;

    let start = Instant::now();
    let root = merkleize(&leaves, Some(limit))?;
    println!("root on one core: {:?}", start.elapsed());

    let start = Instant::now();
    let mut tree = CachedTree::build(TreeHasher::new(), &leaves, limit)?;
    println!("the same with all its nodes kept: {:?}", start.elapsed());
    assert_eq!(tree.root(), root);

    // Leaf 123,456, as the verifier means it; the proof goes over the wire.
    let place = GeneralizedIndex::of_leaf(20, 123_456)?;
    let start = Instant::now();
    let sent = tree.prove(place)?.to_bytes();
    println!("proof of {} bytes: {:?}", sent.len(), start.elapsed());
    let proof = Proof::from_bytes(&sent)?;
    proof.verify_at(place, &root)?;
    assert_eq!(proof.leaf, leaves[123_456]);

    let start = Instant::now();
    tree.set(123_456, [0; 32])?;
    let changed = tree.root();
    println!("root after one change: {:?}", start.elapsed());
    assert!(proof.verify_at(place, &changed).is_err());
    Ok(())
}
