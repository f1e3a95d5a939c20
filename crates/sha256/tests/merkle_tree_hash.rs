//! The adapter gives the roots of the `tree_hash` crate itself.
#![cfg(feature = "tree_hash")]

use lanesmith_sha256::merkle::TreeError;
use lanesmith_sha256::merkle::tree_hash::{MerkleHasher, list_root, merkle_root, vector_root};
use lanesmith_testkit::vectors::sha256::generate;
use tree_hash::{Hash256, TreeHash};

#[test]
fn roots_over_bytes_are_those_of_the_crate() {
    for length in (0..200).chain([1000, 4095, 4096, 4097, 200_000]) {
        let bytes = generate(1, length);
        for leaves in [0, 1, 2, 3, 8, 1000, 1 << 40] {
            let expected = tree_hash::merkle_root(&bytes, leaves);
            assert_eq!(merkle_root(&bytes, leaves), Ok(expected), "{length} bytes, {leaves} leaves");
        }
    }
}

#[test]
fn bytes_written_piece_by_piece_give_the_root_of_the_crate_s_hasher() {
    for leaves in [0, 1, 2, 3, 7, 64] {
        for piece in [1, 31, 32, 33, 100] {
            let bytes = generate(2, 32 * leaves);
            let mut ours = MerkleHasher::with_leaves(leaves);
            let mut theirs = tree_hash::MerkleHasher::with_leaves(leaves);
            for bytes in bytes.chunks(piece) {
                ours.write(bytes).unwrap();
                theirs.write(bytes).unwrap();
            }
            assert_eq!(ours.finish(), Ok(theirs.finish().unwrap()), "{leaves} leaves, {piece} bytes at once");
        }
    }
    let mut full = MerkleHasher::with_leaves(3);
    full.write(&[0; 100]).unwrap();
    assert_eq!(full.write(&[0; 29]), Err(TreeError::TooManyChunks { count: 5, limit: 4 }));
}

#[test]
fn basic_values_are_packed_and_others_rooted() {
    let numbers: Vec<u64> = (0..1000).collect();
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    assert_eq!(vector_root(&numbers), Ok(tree_hash::merkle_root(&bytes, 0)));
    let list = tree_hash::mix_in_length(&tree_hash::merkle_root(&bytes, 1 << 38), 1000);
    assert_eq!(list_root(&numbers, 1 << 40), Ok(list));

    let hashes: Vec<Hash256> = (0..100).map(Hash256::with_last_byte).collect();
    let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.0).collect();
    assert_eq!(vector_root(&hashes), Ok(tree_hash::merkle_root(&bytes, 0)));

    // A vector of vectors: each has its own root.
    let keys: Vec<[u8; 48]> = (0..10).map(|key| [key; 48]).collect();
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.tree_hash_root().0).collect();
    assert_eq!(vector_root(&keys), Ok(tree_hash::merkle_root(&bytes, 0)));
}

#[test]
fn limits_count_values() {
    assert_eq!(list_root(&[0_u64; 5], 4), Err(TreeError::TooManyChunks { count: 5, limit: 4 }));
    assert!(list_root(&[0_u64; 4], 4).is_ok());
    assert_eq!(merkle_root(&[], usize::MAX), Err(TreeError::LimitTooLarge { limit: u64::MAX }));
}
