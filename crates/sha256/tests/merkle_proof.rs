//! Proofs by generalized index.

mod merkle_reference;

use std::collections::{BTreeMap, BTreeSet};

use lanesmith_sha256::merkle::proof::{
    ChunkTree, GeneralizedIndex, MultiProof, Proof, ProofError, ProofSource, WithLength, helper_indices,
    root_of_branch,
};
use lanesmith_sha256::merkle::{CachedTree, TreeError};
use lanesmith_testkit::strategies;
use merkle_reference::{Node, chunks, for_each_flipped_bit, parent, root};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

fn place(index: u64) -> GeneralizedIndex {
    GeneralizedIndex::new(index).unwrap()
}

fn leaf(depth: u32, index: u64) -> GeneralizedIndex {
    GeneralizedIndex::of_leaf(depth, index).unwrap()
}

/// The node at a place, by the recursion.
fn node(chunks: &[Node], depth: u32, index: u64) -> Node {
    let height = depth - index.ilog2();
    let start = ((index ^ 1 << index.ilog2()) << height).min(chunks.len() as u64) as usize;
    let end = chunks.len().min(start + (1 << height.min(30)));
    root(&chunks[start..end], height)
}

/// `get_helper_indices` of the specification, with its sets.
fn helper_indices_of_the_specification(indices: &[u64]) -> Vec<u64> {
    let path = |index: u64| (0..index.ilog2()).map(move |level| index >> level);
    let paths: BTreeSet<u64> = indices.iter().flat_map(|index| path(*index)).collect();
    let branches: BTreeSet<u64> =
        indices.iter().flat_map(|index| path(*index).map(|node| node ^ 1)).collect();
    branches.into_iter().rev().filter(|node| !paths.contains(node)).collect()
}

/// `calculate_multi_merkle_root` of the specification.
fn multi_root_of_the_specification(proof: &MultiProof) -> Node {
    let indices: Vec<u64> = proof.leaves.iter().map(|(index, _)| index.get()).collect();
    let mut objects: BTreeMap<u64, Node> = helper_indices_of_the_specification(&indices)
        .into_iter()
        .zip(proof.helpers.iter().copied())
        .collect();
    objects.extend(proof.leaves.iter().map(|(index, leaf)| (index.get(), *leaf)));
    while let Some((index, right)) = objects.pop_last() {
        if index == 1 {
            return right;
        }
        let (sibling, left) = objects.pop_last().unwrap();
        assert_eq!(sibling, index ^ 1);
        objects.insert(index / 2, parent(&left, &right));
    }
    panic!("no root");
}

#[test]
fn generalized_indices_go_up_down_and_together() {
    assert_eq!((place(1).depth(), place(13).depth(), place(u64::MAX).depth()), (0, 3, 63));
    assert_eq!((place(13).index_in_level(), place(1).index_in_level()), (5, 0));
    assert_eq!((place(13).parent(), place(1).parent()), (Some(place(6)), None));
    assert_eq!(
        (place(13).sibling(), place(12).sibling(), place(1).sibling()),
        (Some(place(12)), Some(place(13)), None)
    );
    assert_eq!(leaf(63, (1 << 63) - 1), place(u64::MAX));
    assert_eq!(GeneralizedIndex::new(0), Err(ProofError::ZeroIndex));
    assert_eq!(GeneralizedIndex::of_leaf(3, 8), Err(ProofError::NoSuchNode { depth: 3, index: 8 }));
    assert_eq!(GeneralizedIndex::of_leaf(64, 0), Err(ProofError::NoSuchNode { depth: 64, index: 0 }));
    assert_eq!(place(5).concat(place(9)), Ok(place(0b101001)));
    assert_eq!(GeneralizedIndex::ROOT.concat(place(u64::MAX)), Ok(place(u64::MAX)));
    assert_eq!(place(2).concat(place(1 << 63)), Err(ProofError::TooDeep { index: 1 << 63, depth: 63 }));
}

#[test]
fn every_node_of_a_tree_is_proved() {
    for (count, limit, depth) in
        [(0, 1, 0), (1, 1, 0), (1, 2, 1), (5, 8, 3), (8, 8, 3), (11, 16, 4), (100, 128, 7)]
    {
        let chunks = chunks(9, count);
        let tree = ChunkTree::new(&chunks, Some(limit)).unwrap();
        let mut cached = CachedTree::from_leaves(&chunks, limit).unwrap();
        let root = root(&chunks, depth);
        assert_eq!(cached.root(), root);
        for index in 1..2 << depth {
            let proof = tree.prove(place(index)).unwrap();
            assert_eq!(proof.leaf, node(&chunks, depth, index), "node {index} over {count} of {limit}");
            assert_eq!(proof.verify(&root), Ok(()), "node {index} over {count} of {limit}");
            assert_eq!(cached.prove(place(index)), Ok(proof), "node {index} over {count} of {limit}, cached");
        }
        let below = place(2 << depth);
        assert_eq!(tree.node(below), Err(ProofError::TooDeep { index: 2 << depth, depth }));
        assert_eq!(cached.node(below), Err(ProofError::TooDeep { index: 2 << depth, depth }));
    }
}

#[test]
fn a_deep_tree_proves_leaves_that_are_there_and_zeros_that_are_not() {
    let chunks = chunks(3, 1000);
    let tree = ChunkTree::new(&chunks, Some(1 << 40)).unwrap();
    let mut cached = CachedTree::from_leaves(&chunks, 1 << 40).unwrap();
    let root = cached.root();
    for index in [0, 1, 511, 512, 999, 1000, 1001, 1023, 1024, 1 << 39, (1 << 40) - 1] {
        let proof = tree.prove(leaf(40, index)).unwrap();
        assert_eq!(proof.leaf, chunks.get(index as usize).copied().unwrap_or_default());
        assert_eq!(proof.verify(&root), Ok(()), "leaf {index}");
        assert_eq!(cached.prove(leaf(40, index)), Ok(proof), "leaf {index}, cached");
    }
}

#[test]
fn the_places_of_the_specification_s_example_need_its_helpers() {
    let helpers = helper_indices(&[place(8), place(9), place(14)]).unwrap();
    assert_eq!(helpers, [place(15), place(6), place(5)]);
    // A proof of one place is its branch.
    assert_eq!(helper_indices(&[place(13)]).unwrap(), place(13).branch().collect::<Vec<_>>());
    assert_eq!(helper_indices(&[place(1)]), Ok(vec![]));
}

#[test]
fn places_that_would_leave_a_value_unchecked_are_refused() {
    let list =
        |indices: &[u64]| helper_indices(&indices.iter().map(|index| place(*index)).collect::<Vec<_>>());
    assert_eq!(list(&[]), Err(ProofError::NoIndices));
    assert_eq!(list(&[5, 9, 5]), Err(ProofError::DuplicateIndex { index: 5 }));
    assert_eq!(list(&[4, 2]), Err(ProofError::NestedIndices { index: 2 }));
    assert_eq!(list(&[4, 5, 2]), Err(ProofError::NestedIndices { index: 2 }));
    assert_eq!(list(&[3, 8, 2]), Err(ProofError::NestedIndices { index: 2 }));
    assert_eq!(list(&[3, 2, 1]), Err(ProofError::NestedIndices { index: 1 }));
    assert_eq!(list(&[1 << 63, 1]), Err(ProofError::NestedIndices { index: 1 }));
}

#[test]
fn a_proof_of_the_wrong_length_is_refused() {
    let tree_chunks = chunks(1, 8);
    let tree = ChunkTree::new(&tree_chunks, None).unwrap();
    let root = tree.node(GeneralizedIndex::ROOT).unwrap();
    let good = tree.prove(leaf(3, 2)).unwrap();
    for given in [0, 2, 4] {
        let mut branch = good.branch.clone();
        branch.resize(given, [0; 32]);
        let bad = Proof { branch, ..good.clone() };
        assert_eq!(bad.verify(&root), Err(ProofError::WrongLength { given, needed: 3 }));
    }
    let mut many = tree.prove_many(&[leaf(3, 2), leaf(3, 7)]).unwrap();
    many.helpers.pop();
    assert_eq!(many.verify(&root), Err(ProofError::WrongLength { given: 3, needed: 4 }));
    many.leaves.clear();
    assert_eq!(many.verify(&root), Err(ProofError::NoIndices));
    assert_eq!(
        root_of_branch(&[0; 32], &[], leaf(1, 0)),
        Err(ProofError::WrongLength { given: 0, needed: 1 })
    );
}

#[test]
fn a_proof_with_any_bit_changed_fails() {
    let chunks = chunks(4, 11);
    let tree = ChunkTree::new(&chunks, Some(16)).unwrap();
    let root = tree.node(GeneralizedIndex::ROOT).unwrap();
    let good = tree.prove(leaf(4, 6)).unwrap();

    let fails = |proof: &Proof, root: &Node| {
        assert!(matches!(proof.verify(root), Err(ProofError::RootMismatch { .. })), "{proof:?}");
    };
    for_each_flipped_bit(good.branch.clone().as_flattened_mut(), |branch| {
        fails(&Proof { branch: branch.as_chunks().0.to_vec(), ..good.clone() }, &root);
    });
    for_each_flipped_bit(&mut good.leaf.clone(), |leaf| {
        fails(&Proof { leaf: leaf.try_into().unwrap(), ..good.clone() }, &root);
    });
    for_each_flipped_bit(&mut root.clone(), |root| fails(&good, root.try_into().unwrap()));
    for other in (16..32).filter(|other| *other != good.index.get()) {
        fails(&Proof { index: place(other), ..good.clone() }, &root);
    }
}

#[test]
fn a_multiproof_with_any_bit_changed_fails() {
    let chunks = chunks(5, 11);
    let tree = ChunkTree::new(&chunks, Some(16)).unwrap();
    let root = tree.node(GeneralizedIndex::ROOT).unwrap();
    let good = tree.prove_many(&[leaf(4, 6), leaf(4, 1), leaf(3, 5), leaf(4, 7)]).unwrap();
    assert_eq!(good.verify(&root), Ok(()));

    let fails = |proof: &MultiProof, root: &Node| {
        assert!(matches!(proof.verify(root), Err(ProofError::RootMismatch { .. })), "{proof:?}");
    };
    for_each_flipped_bit(good.helpers.clone().as_flattened_mut(), |helpers| {
        fails(&MultiProof { helpers: helpers.as_chunks().0.to_vec(), ..good.clone() }, &root);
    });
    for i in 0..good.leaves.len() {
        for_each_flipped_bit(&mut good.leaves[i].1.clone(), |leaf| {
            let mut bad = good.clone();
            bad.leaves[i].1 = leaf.try_into().unwrap();
            fails(&bad, &root);
        });
    }
    for_each_flipped_bit(&mut root.clone(), |root| fails(&good, root.try_into().unwrap()));
    let mut swapped = good.clone();
    (swapped.leaves[0].1, swapped.leaves[1].1) = (good.leaves[1].1, good.leaves[0].1);
    fails(&swapped, &root);
}

#[test]
fn a_mixed_in_length_is_a_level_above_the_elements() {
    let chunks = chunks(6, 5);
    let elements = ChunkTree::new(&chunks, Some(8)).unwrap();
    let list = WithLength::new(&elements, 5);
    let mut length = [0; 32];
    length[0] = 5;
    let root = list.node(GeneralizedIndex::ROOT).unwrap();
    assert_eq!(root, parent(&root_of_elements(&chunks), &length));
    assert_eq!(list.node(place(2)), Ok(root_of_elements(&chunks)));
    assert_eq!(list.node(place(3)), Ok(length));
    assert_eq!(list.node(leaf(4, 3)), Ok(chunks[3]));
    assert_eq!(list.node(place(6)), Err(ProofError::TooDeep { index: 6, depth: 1 }));
    assert_eq!(list.node(place(32)), Err(ProofError::TooDeep { index: 32, depth: 4 }));
    list.prove(leaf(4, 4)).unwrap().verify(&root).unwrap();
    list.prove_many(&[leaf(4, 0), leaf(4, 4), place(3)]).unwrap().verify(&root).unwrap();
}

fn root_of_elements(chunks: &[Node]) -> Node {
    root(chunks, 3)
}

#[test]
fn chunk_trees_keep_to_their_limit() {
    let refused = ChunkTree::new(&[[0; 32]; 5], Some(4)).unwrap_err();
    assert_eq!(refused, TreeError::TooManyChunks { count: 5, limit: 4 });
}

#[test]
fn any_places_have_the_helpers_and_the_root_of_the_specification() {
    // Leaves of one depth are never nested; parents of leaves left out are added by halving.
    let trees = (vec(any::<Node>(), 0..70), btree_set(0_u64..64, 1..20), any::<u64>());
    strategies::check(300, trees, |(chunks, leaves, halve)| {
        let chunks = &chunks[..chunks.len().min(64)];
        let tree = ChunkTree::new(chunks, Some(64)).unwrap();
        let mut indices: Vec<u64> = leaves.iter().map(|leaf| 64 + leaf).collect();
        // Take some parents instead of leaves, where no child of theirs is left.
        for i in 0..indices.len() {
            let (index, sibling) = (indices[i], indices[i] ^ 1);
            if halve >> (i % 64) & 1 == 1 && !indices.contains(&sibling) {
                indices[i] = index / 2;
            }
        }
        let indices: Vec<_> = indices.into_iter().rev().map(place).collect();
        let numbers: Vec<u64> = indices.iter().map(|index| index.get()).collect();
        let helpers: Vec<u64> =
            helper_indices(&indices).unwrap().into_iter().map(GeneralizedIndex::get).collect();
        prop_assert_eq!(helpers, helper_indices_of_the_specification(&numbers));
        let proof = tree.prove_many(&indices).unwrap();
        prop_assert_eq!(proof.root(), Ok(root(chunks, 6)));
        prop_assert_eq!(multi_root_of_the_specification(&proof), root(chunks, 6));
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_proof_of_another_place_is_refused_where_the_verifier_names_its_own() {
    let chunks: Vec<Node> = (1..=8).map(|i| [i; 32]).collect();
    let tree = ChunkTree::new(&chunks, None).unwrap();
    let root = tree.node(GeneralizedIndex::ROOT).unwrap();
    // Every node of the tree for every other: leaves for leaves, inner nodes for leaves.
    for (named, asked) in (1..16).flat_map(|named| (1..16).map(move |asked| (named, asked))) {
        let proof = tree.prove(place(named)).unwrap();
        let expected = if named == asked { Ok(()) } else { Err(ProofError::OtherPlaces) };
        assert_eq!(proof.verify_at(place(asked), &root), expected, "{named} for {asked}");
    }
}

#[test]
fn a_multiproof_of_other_places_is_refused_where_the_verifier_names_its_own() {
    let chunks: Vec<Node> = (1..=8).map(|i| [i; 32]).collect();
    let tree = ChunkTree::new(&chunks, None).unwrap();
    let root = tree.node(GeneralizedIndex::ROOT).unwrap();
    let asked = [place(8), place(13)];
    assert_eq!(tree.prove_many(&asked).unwrap().verify_at(&asked, &root), Ok(()));
    for forged in [&[place(8)][..], &[place(4), place(13)], &[place(8), place(12)], &[place(13), place(8)]] {
        let proof = tree.prove_many(forged).unwrap();
        assert_eq!(proof.verify(&root), Ok(()), "{forged:?} fits itself");
        assert_eq!(proof.verify_at(&asked, &root), Err(ProofError::OtherPlaces), "{forged:?}");
    }
}
