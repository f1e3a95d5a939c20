//! The deposit tree against the EIP-4881 test cases.

mod merkle_reference;

use lanesmith_sha256::merkle::deposit::{
    DEPTH, DepositError, DepositSnapshot, DepositTree, ExecutionBlock, MAX_DEPOSITS,
};
use lanesmith_sha256::merkle::{CachedTree, zero_hash};
use lanesmith_testkit::vectors::sha256::{Deposit, deposit_tree};
use merkle_reference::{Node, for_each_flipped_bit, root};

const BLOCK: ExecutionBlock = ExecutionBlock { hash: [0xbb; 32], height: 7 };

fn tree_of(deposits: &[Deposit]) -> DepositTree {
    let mut tree = DepositTree::new();
    for deposit in deposits {
        tree.push(*deposit.deposit_data_root).unwrap();
    }
    tree
}

fn snapshot_of(deposit: &Deposit) -> DepositSnapshot {
    DepositSnapshot {
        finalized: deposit.finalized.iter().map(|node| **node).collect(),
        deposit_root: *deposit.deposit_root,
        deposit_count: deposit.deposit_count,
        block: BLOCK,
    }
}

#[test]
fn an_empty_tree_has_the_root_of_an_empty_contract() {
    let root = lanesmith_testkit::hex::encode(&DepositTree::new().root());
    assert_eq!(root, "d70a234731285c6804c2a4f56711ddb8c82c99740f207854891028af34e27e5e");
}

#[test]
fn the_root_after_each_deposit_is_that_of_the_contract() {
    let mut tree = DepositTree::new();
    for deposit in deposit_tree() {
        tree.push(*deposit.deposit_data_root).unwrap();
        assert_eq!(tree.count(), deposit.deposit_count);
        assert_eq!(tree.root(), *deposit.deposit_root, "deposit {}", deposit.deposit_count);
    }
}

#[test]
fn the_root_is_that_of_a_cached_tree_with_the_count_mixed_in() {
    let mut cached = CachedTree::new(1 << DEPTH).unwrap();
    let mut tree = DepositTree::new();
    for count in 1..300_u64 {
        cached.push([count as u8; 32]).unwrap();
        tree.push([count as u8; 32]).unwrap();
        assert_eq!(tree.root(), cached.root_with_length(count), "{count} deposits");
    }
}

#[test]
fn snapshots_at_each_deposit_are_those_of_the_eip() {
    let deposits = deposit_tree();
    let mut tree = tree_of(deposits);
    let root = tree.root();
    for deposit in deposits {
        tree.finalize(deposit.deposit_count, BLOCK).unwrap();
        assert_eq!(tree.snapshot(), Ok(snapshot_of(deposit)), "{} finalized", deposit.deposit_count);
        assert_eq!(tree.root(), root, "finalization leaves the root as it is");
    }
}

#[test]
fn a_tree_from_any_snapshot_goes_on_like_the_first() {
    let deposits = &deposit_tree()[..160];
    for finalized in [1, 2, 3, 31, 32, 33, 63, 64, 65, 101, 127, 128, 160] {
        let mut tree = DepositTree::from_snapshot(&snapshot_of(&deposits[finalized - 1])).unwrap();
        assert_eq!((tree.count(), tree.finalized()), (finalized as u64, finalized as u64));
        assert_eq!(tree.snapshot(), Ok(snapshot_of(&deposits[finalized - 1])));
        for deposit in &deposits[finalized..] {
            tree.push(*deposit.deposit_data_root).unwrap();
            assert_eq!(tree.root(), *deposit.deposit_root, "from {finalized}, {}", deposit.deposit_count);
        }
        // And can be finalized further.
        tree.finalize(160, BLOCK).unwrap();
        assert_eq!(tree.snapshot(), Ok(snapshot_of(&deposits[159])), "from {finalized}");
    }
}

#[test]
fn an_empty_snapshot_is_an_empty_tree() {
    let mut tree = DepositTree::new();
    tree.finalize(0, BLOCK).unwrap();
    let snapshot = tree.snapshot().unwrap();
    assert!(snapshot.finalized.is_empty());
    assert_eq!(snapshot.deposit_root, DepositTree::new().root());
    assert_eq!(DepositTree::from_snapshot(&snapshot).unwrap().root(), snapshot.deposit_root);
}

#[test]
fn every_deposit_not_finalized_is_proved_by_every_tree_that_knows_it() {
    let deposits = &deposit_tree()[..130];
    let full = tree_of(deposits);
    let root = full.root();
    for finalized in [0, 1, 2, 64, 65, 101, 127, 128, 129] {
        let mut tree = full.clone();
        tree.finalize(finalized, BLOCK).unwrap();
        for index in 0..130 {
            if index < finalized {
                assert_eq!(tree.prove(index), Err(DepositError::Forgotten { index, finalized }));
                continue;
            }
            let proof = tree.prove(index).unwrap();
            assert_eq!(proof.leaf, *deposits[index as usize].deposit_data_root);
            assert_eq!(proof.branch.len(), 33);
            assert_eq!(proof.verify(&root), Ok(()), "deposit {index} of 130, {finalized} finalized");
            assert_eq!(Ok(proof), full.prove(index));
        }
        assert_eq!(tree.prove(130), Err(DepositError::IndexOutOfRange { index: 130, count: 130 }));
    }
}

#[test]
fn a_proof_with_any_bit_changed_fails() {
    let tree = tree_of(&deposit_tree()[..50]);
    let good = tree.prove(37).unwrap();
    for_each_flipped_bit(good.branch.clone().as_flattened_mut(), |branch| {
        let mut bad = good.clone();
        bad.branch = branch.as_chunks().0.to_vec();
        assert!(bad.verify(&tree.root()).is_err());
    });
}

#[test]
fn finalization_goes_forward_and_not_beyond_the_end() {
    let mut tree = tree_of(&deposit_tree()[..20]);
    assert_eq!(tree.snapshot(), Err(DepositError::NothingFinalized));
    assert_eq!(tree.finalize(21, BLOCK), Err(DepositError::NotYetDeposited { finalize: 21, count: 20 }));
    tree.finalize(10, BLOCK).unwrap();
    tree.finalize(10, BLOCK).unwrap();
    assert_eq!(tree.finalize(9, BLOCK), Err(DepositError::AlreadyFinalized { finalize: 9, finalized: 10 }));
}

#[test]
fn snapshots_that_do_not_fit_together_are_refused() {
    let good = snapshot_of(&deposit_tree()[100]);
    DepositTree::from_snapshot(&good).unwrap();

    let refused = |change: fn(&mut DepositSnapshot)| {
        let mut bad = good.clone();
        change(&mut bad);
        DepositTree::from_snapshot(&bad).unwrap_err()
    };
    assert_eq!(refused(|s| s.finalized.truncate(3)), DepositError::WrongLength { given: 3, needed: 4 });
    assert_eq!(refused(|s| s.finalized.push([0; 32])), DepositError::WrongLength { given: 5, needed: 4 });
    assert_eq!(refused(|s| s.deposit_count = MAX_DEPOSITS + 1), DepositError::Full);
    for change in [
        (|s| s.deposit_count ^= 0b110) as fn(&mut DepositSnapshot),
        |s| s.finalized.swap(0, 1),
        |s| s.finalized[3][31] ^= 1,
        |s| s.deposit_root[0] ^= 128,
    ] {
        assert!(matches!(refused(change), DepositError::RootMismatch { .. }));
    }
}

#[test]
fn a_full_tree_takes_no_more() {
    // All places but the last: one full subtree of each height, here of zeros.
    let finalized: Vec<Node> = (0..DEPTH).rev().map(|height| zero_hash(height).unwrap()).collect();
    let mut count = [0; 32];
    count[..8].copy_from_slice(&MAX_DEPOSITS.to_le_bytes());
    let deposit_root = merkle_reference::parent(&root(&[], DEPTH), &count);
    let snapshot = DepositSnapshot { finalized, deposit_root, deposit_count: MAX_DEPOSITS, block: BLOCK };
    let mut tree = DepositTree::from_snapshot(&snapshot).unwrap();
    assert_eq!(tree.push([1; 32]), Err(DepositError::Full));
    assert_eq!(tree.root(), deposit_root);
}
