//! Bitcoin's Merkle roots against real blocks and a plain recursion.

mod merkle_reference;

use lanesmith_sha256::merkle::bitcoin::{BranchError, branch, merkle_root, node_hash, verify_branch};
use lanesmith_testkit::reference::sha256::digest;
use lanesmith_testkit::vectors::sha256::bitcoin_blocks;
use merkle_reference::{Node, chunks, for_each_flipped_bit};

fn reference_root(level: &[Node]) -> Node {
    match level {
        [root] => *root,
        _ => {
            let parents: Vec<Node> = level
                .chunks(2)
                .map(|pair| digest(&digest(&[pair[0], *pair.last().unwrap()].concat())))
                .collect();
            reference_root(&parents)
        }
    }
}

/// From the order in which hashes are shown.
fn reversed(mut hash: Node) -> Node {
    hash.reverse();
    hash
}

#[test]
fn real_blocks_have_the_root_of_their_header() {
    for block in bitcoin_blocks() {
        let txids: Vec<Node> = block.txids.iter().map(|txid| reversed(**txid)).collect();
        let tree = merkle_root(&txids).unwrap();
        assert_eq!(tree.root, reversed(*block.merkle_root), "block {:?}", block.block_hash);
        assert_eq!(tree.root, block.header[36..68]);
        assert!(!tree.mutated, "block {:?}", block.block_hash);
        for (index, txid) in txids.iter().enumerate() {
            let branch = branch(&txids, index).unwrap();
            verify_branch(txid, index as u64, txids.len() as u64, &branch, &tree.root).unwrap();
        }
    }
}

#[test]
fn every_count_has_the_root_of_the_recursion() {
    assert_eq!(merkle_root(&[]), None);
    for count in (1..=130).chain([255, 256, 257, 1000]) {
        let txids = chunks(count as u32, count);
        let tree = merkle_root(&txids).unwrap();
        assert_eq!(tree.root, reference_root(&txids), "{count} transactions");
        assert!(!tree.mutated, "{count} transactions");
    }
}

#[test]
fn a_repeated_end_has_the_same_root_and_is_reported() {
    // CVE-2012-2459: where a level is odd, the nodes below its last one can be repeated.
    for (count, repeated) in [(3, 1), (5, 1), (6, 2), (7, 1), (12, 4), (11, 1), (10, 2)] {
        let mut txids = chunks(count as u32, count);
        let honest = merkle_root(&txids).unwrap();
        txids.extend_from_within(count - repeated..);
        let forged = merkle_root(&txids).unwrap();
        assert_eq!(forged.root, honest.root, "{count} and {repeated} again");
        assert!(forged.mutated && !honest.mutated, "{count} and {repeated} again");
    }
}

#[test]
fn repeated_transactions_that_are_not_paired_are_no_mutation() {
    let [a, b] = [[1; 32], [2; 32]];
    assert!(!merkle_root(&[a, b, b, a]).unwrap().mutated);
    assert!(merkle_root(&[a, a, b, b]).unwrap().mutated);
    assert!(merkle_root(&[a, b, a, b]).unwrap().mutated, "equal pairs are equal nodes one level up");
}

#[test]
fn every_transaction_of_every_small_block_is_proved() {
    for count in 1..=40 {
        let txids = chunks(count as u32, count);
        let root = merkle_root(&txids).unwrap().root;
        for index in 0..count {
            let branch = branch(&txids, index).unwrap();
            let verdict = verify_branch(&txids[index], index as u64, count as u64, &branch, &root);
            assert_eq!(verdict, Ok(()), "{index} of {count}");
        }
    }
}

#[test]
fn a_transaction_has_only_one_index() {
    for count in 1..=20 {
        let txids = chunks(count as u32, count);
        let root = merkle_root(&txids).unwrap().root;
        for index in 0..count {
            let branch = branch(&txids, index).unwrap();
            for (other, claimed) in
                (0..64).flat_map(|other| [(other, count as u64), (other, 32), (other, 33)])
            {
                if (other, claimed) != (index as u64, count as u64)
                    && verify_branch(&txids[index], other, claimed, &branch, &root).is_ok()
                {
                    // Another count of the same depth may fit, but never another index.
                    assert_eq!(other, index as u64, "{index} of {count} passed as {other} of {claimed}");
                }
            }
        }
    }
}

#[test]
fn a_branch_with_any_bit_changed_fails() {
    let txids = chunks(5, 11);
    let root = merkle_root(&txids).unwrap().root;
    for index in [0, 5, 10] {
        let good = branch(&txids, index).unwrap();
        for_each_flipped_bit(good.clone().as_flattened_mut(), |bytes| {
            let bad = bytes.as_chunks().0;
            assert!(verify_branch(&txids[index], index as u64, 11, bad, &root).is_err());
        });
        for_each_flipped_bit(&mut txids[index].clone(), |txid| {
            assert!(verify_branch(txid.try_into().unwrap(), index as u64, 11, &good, &root).is_err());
        });
    }
}

#[test]
fn what_is_wrong_with_a_branch_is_said() {
    let txids = chunks(6, 6);
    let root = merkle_root(&txids).unwrap().root;
    assert_eq!(branch(&txids, 6), Err(BranchError::IndexOutOfRange { index: 6, count: 6 }));
    assert_eq!(
        verify_branch(&txids[0], 6, 6, &[], &root),
        Err(BranchError::IndexOutOfRange { index: 6, count: 6 })
    );
    assert_eq!(
        verify_branch(&txids[0], 0, 0, &[], &root),
        Err(BranchError::IndexOutOfRange { index: 0, count: 0 })
    );
    assert_eq!(
        verify_branch(&txids[0], 0, 6, &[], &root),
        Err(BranchError::WrongLength { given: 0, needed: 3 })
    );
    let good = branch(&txids, 4).unwrap();
    assert_eq!(verify_branch(&txids[4], 4, 6, &good, &root), Ok(()));
    // Of seven, transaction 4 would have a neighbour one level up.
    assert_eq!(verify_branch(&txids[4], 4, 7, &good, &root), Err(BranchError::Mutated { level: 1 }));
    let computed = node_hash(&txids[0], &txids[1]);
    assert_eq!(
        verify_branch(&txids[0], 0, 2, &[txids[1]], &root),
        Err(BranchError::RootMismatch { computed })
    );
}
