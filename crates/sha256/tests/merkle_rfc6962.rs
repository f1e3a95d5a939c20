//! RFC 6962 trees against the vectors of transparency-dev and the recursion of the RFC.

mod merkle_reference;

use lanesmith_sha256::merkle::log::{ConsistencyProof, InclusionProof, Log};
use lanesmith_sha256::merkle::rfc6962::{
    LogError, leaf_hash, node_hash, prove_consistency, prove_inclusion, tree_head, verify_consistency,
    verify_inclusion,
};
use lanesmith_testkit::reference::sha256::digest;
use lanesmith_testkit::strategies;
use lanesmith_testkit::vectors::Base64;
use lanesmith_testkit::vectors::sha256::rfc6962;
use merkle_reference::{Node, chunks, for_each_flipped_bit};
use proptest::prelude::*;

/// The largest power of two below `n`.
fn split(n: usize) -> usize {
    (0..).map(|exponent| 1 << exponent).take_while(|power| *power < n).last().unwrap()
}

fn reference_parent(left: &Node, right: &Node) -> Node {
    digest(&[&[1][..], left, right].concat())
}

/// MTH(D\[n\]) of section 2.1.
fn reference_head(leaves: &[Node]) -> Node {
    match leaves {
        [] => digest(b""),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            reference_parent(&reference_head(left), &reference_head(right))
        }
    }
}

/// PATH(m, D\[n\]) of section 2.1.1.
fn reference_path(m: usize, leaves: &[Node]) -> Vec<Node> {
    if leaves.len() == 1 {
        return vec![];
    }
    let k = split(leaves.len());
    let (left, right) = leaves.split_at(k);
    let (mut path, last) = match m < k {
        true => (reference_path(m, left), reference_head(right)),
        false => (reference_path(m - k, right), reference_head(left)),
    };
    path.push(last);
    path
}

/// SUBPROOF(m, D\[n\], b) of section 2.1.2.
fn reference_subproof(m: usize, leaves: &[Node], known: bool) -> Vec<Node> {
    if m == leaves.len() {
        return if known { vec![] } else { vec![reference_head(leaves)] };
    }
    let k = split(leaves.len());
    let (left, right) = leaves.split_at(k);
    let (mut proof, last) = match m <= k {
        true => (reference_subproof(m, left, known), reference_head(right)),
        false => (reference_subproof(m - k, right, false), reference_head(left)),
    };
    proof.push(last);
    proof
}

#[test]
fn fixed_hashes_are_those_of_the_vectors() {
    let hashes = &rfc6962().hashes;
    assert_eq!(tree_head(&[]), *hashes["empty_root"]);
    assert_eq!(leaf_hash(b""), *hashes["leaf_empty"]);
    assert_eq!(leaf_hash(b"L123456"), *hashes["leaf_L123456"]);
    // The vector hashes two strings that are no digests, behind the prefix of a node.
    assert_eq!(digest(b"\x01N123N456"), *hashes["node_N123_N456"]);
}

#[test]
fn leaf_and_node_hashes_are_prefixed() {
    for length in (0..130).chain([1000]) {
        let entry = vec![length as u8; length];
        assert_eq!(leaf_hash(&entry), digest(&[&[0], &entry[..]].concat()), "{length} bytes");
    }
    assert_eq!(node_hash(&[1; 32], &[2; 32]), reference_parent(&[1; 32], &[2; 32]));
}

#[test]
fn trees_of_the_vectors_have_their_heads_and_proofs() {
    let vectors = rfc6962();
    let leaves: Vec<Node> = vectors.leaves.iter().map(|entry| leaf_hash(entry)).collect();
    for tree in &vectors.trees {
        let leaves = &leaves[..tree.size];
        let head = tree_head(leaves);
        assert_eq!(head, *tree.root, "size {}", tree.size);
        for (index, expected) in tree.inclusion.iter().enumerate() {
            let proof = prove_inclusion(leaves, index).unwrap();
            assert!(proof.iter().eq(expected.iter().map(|node| &**node)), "{index} of {}", tree.size);
            verify_inclusion(&leaves[index], index as u64, tree.size as u64, &proof, &head).unwrap();
        }
        for (old, expected) in &tree.consistency {
            let old: usize = old.parse().unwrap();
            let proof = prove_consistency(leaves, old).unwrap();
            assert!(proof.iter().eq(expected.iter().map(|node| &**node)), "{old} to {}", tree.size);
            let old_head = tree_head(&leaves[..old]);
            verify_consistency(old as u64, tree.size as u64, &proof, &old_head, &head).unwrap();
        }
    }
}

fn nodes(proof: &Option<Vec<Base64>>) -> Option<Vec<Node>> {
    proof.iter().flatten().map(|node| node.as_ref().try_into().ok()).collect()
}

#[test]
fn inclusion_probes_are_judged_as_the_vectors_say() {
    let mut judged = 0;
    for probe in &rfc6962().inclusion_proofs {
        let (Ok(leaf), Ok(root), Some(proof)) =
            (probe.leaf_hash.as_ref().try_into(), probe.root.as_ref().try_into(), nodes(&probe.proof))
        else {
            assert!(probe.want_err, "{}: what is no hash cannot even be handed over", probe.name);
            continue;
        };
        let verdict = verify_inclusion(&leaf, probe.leaf_idx, probe.tree_size, &proof, &root);
        assert_eq!(verdict.is_err(), probe.want_err, "{}: {verdict:?}", probe.name);
        judged += 1;
    }
    assert_eq!(judged, 72, "of {} probes", rfc6962().inclusion_proofs.len());
}

#[test]
fn consistency_probes_are_judged_as_the_vectors_say() {
    let mut judged = 0;
    // Where sizes alone decide, the probes write words for the heads: their digests stand in for them.
    let head = |head: &Base64| <Node>::try_from(&**head).unwrap_or_else(|_| digest(head));
    for probe in &rfc6962().consistency_proofs {
        let Some(proof) = nodes(&probe.proof) else {
            assert!(probe.want_err, "{}: what is no hash cannot even be handed over", probe.name);
            continue;
        };
        let (old, new) = (head(&probe.root1), head(&probe.root2));
        let verdict = verify_consistency(probe.size1, probe.size2, &proof, &old, &new);
        assert_eq!(verdict.is_err(), probe.want_err, "{}: {verdict:?}", probe.name);
        judged += 1;
    }
    assert_eq!(judged, 90, "of {} probes", rfc6962().consistency_proofs.len());
}

#[test]
fn every_proof_of_every_small_tree_is_that_of_the_recursion_and_holds() {
    let all = chunks(1, 40);
    for size in 1..=40 {
        let leaves = &all[..size];
        let head = tree_head(leaves);
        assert_eq!(head, reference_head(leaves));
        for index in 0..size {
            let proof = prove_inclusion(leaves, index).unwrap();
            assert_eq!(proof, reference_path(index, leaves), "{index} of {size}");
            verify_inclusion(&leaves[index], index as u64, size as u64, &proof, &head).unwrap();
        }
        for old in 1..=size {
            let proof = prove_consistency(leaves, old).unwrap();
            assert_eq!(proof, reference_subproof(old, leaves, true), "{old} to {size}");
            let old_head = tree_head(&leaves[..old]);
            verify_consistency(old as u64, size as u64, &proof, &old_head, &head).unwrap();
        }
    }
}

#[test]
fn a_proof_with_any_bit_changed_fails() {
    let leaves = chunks(2, 11);
    let (head, old_head) = (tree_head(&leaves), tree_head(&leaves[..6]));

    let proof = prove_inclusion(&leaves, 8).unwrap();
    for_each_flipped_bit(proof.clone().as_flattened_mut(), |bytes| {
        let proof = bytes.as_chunks().0;
        let verdict = verify_inclusion(&leaves[8], 8, 11, proof, &head);
        assert!(matches!(verdict, Err(LogError::RootMismatch { .. })));
    });
    let proof = prove_consistency(&leaves, 6).unwrap();
    for_each_flipped_bit(proof.clone().as_flattened_mut(), |bytes| {
        assert!(verify_consistency(6, 11, bytes.as_chunks().0, &old_head, &head).is_err());
    });
    for_each_flipped_bit(&mut old_head.clone(), |bytes| {
        let verdict = verify_consistency(6, 11, &proof, bytes.try_into().unwrap(), &head);
        assert!(matches!(verdict, Err(LogError::OldRootMismatch { .. })));
    });
    for_each_flipped_bit(&mut head.clone(), |bytes| {
        let verdict = verify_consistency(6, 11, &proof, &old_head, bytes.try_into().unwrap());
        assert!(matches!(verdict, Err(LogError::RootMismatch { .. })));
    });
}

#[test]
fn what_cannot_be_asked_is_an_error_of_its_own() {
    let leaves = chunks(3, 5);
    let head = tree_head(&leaves);
    assert_eq!(prove_inclusion(&leaves, 5), Err(LogError::IndexOutOfRange { index: 5, size: 5 }));
    assert_eq!(prove_inclusion(&[], 0), Err(LogError::IndexOutOfRange { index: 0, size: 0 }));
    assert_eq!(prove_consistency(&leaves, 0), Err(LogError::EmptyTree));
    assert_eq!(prove_consistency(&leaves, 6), Err(LogError::SizesReversed { old: 6, new: 5 }));
    let wrong = |given, needed| Err(LogError::WrongLength { given, needed });
    assert_eq!(verify_inclusion(&leaves[0], 0, 5, &[[0; 32]; 2], &head), wrong(2, 3));
    assert_eq!(verify_inclusion(&leaves[4], 4, 5, &[], &head), wrong(0, 1));
    assert_eq!(
        verify_inclusion(&leaves[0], u64::MAX, u64::MAX, &[], &head),
        Err(LogError::IndexOutOfRange { index: u64::MAX, size: u64::MAX })
    );
    assert_eq!(verify_inclusion(&leaves[0], u64::MAX - 1, u64::MAX, &[], &head), wrong(0, 63));
    assert_eq!(verify_consistency(5, 5, &[[0; 32]], &head, &head), wrong(1, 0));
    assert_eq!(verify_consistency(4, 5, &[], &head, &head), wrong(0, 1));
    assert_eq!(verify_consistency(3, 5, &[], &head, &head), wrong(0, 4));
    assert_eq!(verify_consistency(0, 5, &[], &head, &head), Err(LogError::EmptyTree));
    assert_eq!(verify_consistency(6, 5, &[], &head, &head), Err(LogError::SizesReversed { old: 6, new: 5 }));
    assert_eq!(
        verify_consistency(5, 5, &[], &head, &[0; 32]),
        Err(LogError::RootMismatch { computed: head })
    );
}

#[test]
fn any_tree_proves_any_leaf_and_any_earlier_size() {
    let cases = (1_usize..700).prop_flat_map(|size| (Just(size), 0..size, 1..=size));
    strategies::check(100, cases, |(size, index, old)| {
        let leaves = chunks(size as u32, size);
        let (head, old_head) = (tree_head(&leaves), tree_head(&leaves[..old]));
        prop_assert_eq!(head, reference_head(&leaves));
        let proof = prove_inclusion(&leaves, index).unwrap();
        prop_assert_eq!(verify_inclusion(&leaves[index], index as u64, size as u64, &proof, &head), Ok(()));
        let proof = prove_consistency(&leaves, old).unwrap();
        prop_assert_eq!(verify_consistency(old as u64, size as u64, &proof, &old_head, &head), Ok(()));
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_log_has_the_heads_and_proofs_of_the_recursion_at_every_size_it_had() {
    let all = chunks(5, 130);
    let mut log = Log::new();
    assert_eq!(log.head(), digest(b""));
    for (count, leaf) in all.iter().enumerate() {
        assert_eq!(log.size(), count as u64);
        log.append(*leaf);
    }
    let heads: Vec<Node> = (0..=130).map(|size| reference_head(&all[..size])).collect();
    for (size, head) in heads.iter().enumerate() {
        assert_eq!(log.head_at(size as u64), Ok(*head), "head at {size}");
    }
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 127, 128, 129, 130] {
        let leaves = &all[..size];
        for index in 0..size {
            let proof = log.prove_inclusion(index as u64, size as u64).unwrap();
            assert_eq!(proof.hashes, reference_path(index, leaves), "{index} of {size}");
            let (index, size) = (index as u64, size as u64);
            proof.verify(&leaves[index as usize], index, size, &heads[size as usize]).unwrap();
        }
        for old in 1..=size {
            let proof = log.prove_consistency(old as u64, size as u64).unwrap();
            assert_eq!(proof.hashes, reference_subproof(old, leaves, true), "{old} to {size}");
            proof.verify(old as u64, size as u64, &heads[old], &heads[size]).unwrap();
        }
    }
}

#[test]
fn a_log_is_the_same_however_its_entries_came() {
    let cases = proptest::collection::vec(0_usize..400, 0..6);
    strategies::check(60, cases, |runs| {
        let all = chunks(runs.len() as u32, runs.iter().sum());
        let (mut log, mut at) = (Log::new(), 0);
        for run in runs {
            log.extend(&all[at..at + run]);
            at += run;
            prop_assert_eq!(log.head(), tree_head(&all[..at]));
        }
        prop_assert_eq!(log.leaves(), &all[..]);
        let from_leaves = Log::from_leaves(&all);
        for height in 0..12 {
            prop_assert_eq!(log.nodes(height), from_leaves.nodes(height));
            prop_assert_eq!(log.nodes(height).len(), all.len() >> height);
        }
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_large_log_proves_any_entry_and_any_two_sizes() {
    let all = chunks(9, 5000);
    let log = Log::from_leaves(&all);
    let cases = (1_usize..5000).prop_flat_map(|size| (Just(size), 0..size, 1..=size));
    strategies::check(60, cases, |(size, index, old)| {
        let leaves = &all[..size];
        let (new_head, old_head) = (reference_head(leaves), reference_head(&leaves[..old]));
        prop_assert_eq!(log.head_at(size as u64), Ok(new_head));
        let proof = log.prove_inclusion(index as u64, size as u64).unwrap();
        prop_assert_eq!(&proof.hashes, &prove_inclusion(leaves, index).unwrap());
        prop_assert_eq!(proof.verify(&leaves[index], index as u64, size as u64, &new_head), Ok(()));
        let proof = log.prove_consistency(old as u64, size as u64).unwrap();
        prop_assert_eq!(&proof.hashes, &prove_consistency(leaves, old).unwrap());
        prop_assert_eq!(proof.verify(old as u64, size as u64, &old_head, &new_head), Ok(()));
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_log_refuses_what_it_never_held() {
    let log = Log::from_leaves(&chunks(3, 5));
    let never = LogError::SizesReversed { old: 6, new: 5 };
    assert_eq!(log.head_at(6), Err(never));
    assert_eq!(log.prove_inclusion(0, 6), Err(never));
    assert_eq!(log.prove_consistency(1, 6), Err(never));
    assert_eq!(log.prove_inclusion(3, 3), Err(LogError::IndexOutOfRange { index: 3, size: 3 }));
    assert_eq!(log.prove_inclusion(0, 0), Err(LogError::IndexOutOfRange { index: 0, size: 0 }));
    assert_eq!(log.prove_consistency(0, 3), Err(LogError::EmptyTree));
    assert_eq!(log.prove_consistency(4, 3), Err(LogError::SizesReversed { old: 4, new: 3 }));
}

#[test]
fn a_forger_of_a_logs_proofs_is_found() {
    let leaves = chunks(4, 11);
    let log = Log::from_leaves(&leaves);
    let (head, old_head) = (log.head(), log.head_at(6).unwrap());
    let proof = log.prove_inclusion(8, 11).unwrap();
    // Another entry, another size, another leaf, another head, one hash more or less.
    for (index, size) in (0..12).flat_map(|index| (0..13).map(move |size| (index, size))) {
        let right = (index, size) == (8, 11);
        assert_eq!(proof.verify(&leaves[8], index, size, &head).is_ok(), right, "{index} of {size}");
        let forged = InclusionProof { index, size, ..proof.clone() };
        assert_eq!(forged.verify(&leaves[8], 8, 11, &head).is_ok(), right, "{index} of {size}");
    }
    assert!(proof.verify(&leaves[7], 8, 11, &head).is_err());
    assert!(proof.verify(&leaves[8], 8, 11, &old_head).is_err());
    // An inner node for a leaf, which the prefixes keep apart.
    let inner = log.nodes(1)[0];
    let mut shorter = log.prove_inclusion(0, 11).unwrap();
    shorter.hashes.remove(0);
    assert!(shorter.verify(&inner, 0, 11, &head).is_err());

    let proof = log.prove_consistency(6, 11).unwrap();
    proof.verify(6, 11, &old_head, &head).unwrap();
    for (old, new) in (0..12).flat_map(|old| (0..13).map(move |new| (old, new))) {
        let forged = ConsistencyProof { old, new, ..proof.clone() };
        let right = (old, new) == (6, 11);
        assert_eq!(forged.verify(6, 11, &old_head, &head).is_ok(), right, "{old} to {new}");
        assert_eq!(proof.verify(old, new, &old_head, &head).is_ok(), right, "{old} to {new}");
    }
    // A history that was changed after the fact.
    let mut rewritten = leaves.clone();
    rewritten[2] = [0xff; 32];
    let rewritten = Log::from_leaves(&rewritten);
    let proof = rewritten.prove_consistency(6, 11).unwrap();
    assert!(proof.verify(6, 11, &old_head, &rewritten.head()).is_err());
    for_each_flipped_bit(log.prove_consistency(6, 11).unwrap().hashes.as_flattened_mut(), |bytes| {
        let forged = ConsistencyProof { old: 6, new: 11, hashes: bytes.as_chunks().0.to_vec() };
        assert!(forged.verify(6, 11, &old_head, &head).is_err());
    });
}
