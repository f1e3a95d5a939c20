//! Proofs, snapshots and midstates as bytes, hexadecimal text and JSON: what is written is read again, and nothing else is.

use lanesmith_sha256::Midstate;
use lanesmith_sha256::merkle::deposit::{DepositSnapshot, DepositTree, ExecutionBlock};
use lanesmith_sha256::merkle::log::{ConsistencyProof, InclusionProof, Log};
use lanesmith_sha256::merkle::proof::{
    ChunkTree, GeneralizedIndex, MultiProof, Proof, ProofError, ProofSource,
};
use lanesmith_sha256::merkle::wire::WireError;
use lanesmith_testkit::vectors::sha256::deposit_tree;

fn chunks(count: usize) -> Vec<[u8; 32]> {
    (0..count).map(|i| [i as u8 + 1; 32]).collect()
}

fn proof() -> Proof {
    ChunkTree::new(&chunks(5), None).unwrap().prove(GeneralizedIndex::of_leaf(3, 4).unwrap()).unwrap()
}

fn multiproof() -> MultiProof {
    let places = [6, 0, 3].map(|leaf| GeneralizedIndex::of_leaf(3, leaf).unwrap());
    ChunkTree::new(&chunks(8), None).unwrap().prove_many(&places).unwrap()
}

fn snapshot(count: u64) -> DepositSnapshot {
    let mut tree = DepositTree::new();
    for _ in 0..count {
        tree.push([count as u8; 32]).unwrap();
    }
    tree.finalize(count, ExecutionBlock { hash: [9; 32], height: u64::MAX }).unwrap();
    tree.snapshot().unwrap()
}

fn inclusion() -> InclusionProof {
    Log::from_leaves(&chunks(11)).prove_inclusion(8, 11).unwrap()
}

fn consistency() -> ConsistencyProof {
    Log::from_leaves(&chunks(11)).prove_consistency(6, 11).unwrap()
}

/// Calls a test for each type with what it should survive.
macro_rules! each_type {
    ($test:ident) => {
        $test!(Proof, proof());
        $test!(MultiProof, multiproof());
        $test!(InclusionProof, inclusion());
        $test!(ConsistencyProof, consistency());
        for count in [0, 1, 5, 64, 1000] {
            $test!(DepositSnapshot, snapshot(count));
        }
    };
}

#[test]
fn what_is_written_is_read_again() {
    macro_rules! again {
        ($type:ty, $value:expr) => {
            let value: $type = $value;
            assert_eq!(<$type>::from_bytes(&value.to_bytes()).as_ref(), Ok(&value));
            let hex = value.to_hex();
            assert_eq!(<$type>::from_hex(&hex).as_ref(), Ok(&value));
            assert_eq!(<$type>::from_hex(&hex[2..].to_uppercase()).as_ref(), Ok(&value));
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<$type>(&json).unwrap(), value, "{json}");
        };
    }
    each_type!(again);
}

#[test]
fn bytes_of_every_other_length_are_refused() {
    macro_rules! refused {
        ($type:ty, $value:expr) => {
            let bytes = $value.to_bytes();
            for length in 0..bytes.len() {
                // Proofs of logs have no count in them: whole hashes fewer make another proof, which verifies nowhere.
                let shorter = <$type>::from_bytes(&bytes[..length]);
                let another = shorter.as_ref().is_ok_and(|shorter| shorter.to_bytes() == bytes[..length]);
                assert!(shorter.is_err() || another && (length - 16).is_multiple_of(32), "{length} bytes");
            }
            assert!(<$type>::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        };
    }
    each_type!(refused);
    assert_eq!(Proof::from_bytes(&[0; 39]), Err(WireError::Places(ProofError::ZeroIndex)));
    assert_eq!(InclusionProof::from_bytes(&[0; 15]), Err(WireError::Length { given: 15, needed: 16 }));
    let bytes = proof().to_bytes();
    let short = Err(WireError::Length { given: bytes.len() - 32, needed: bytes.len() });
    assert_eq!(Proof::from_bytes(&bytes[..bytes.len() - 32]), short);
}

#[test]
fn numbers_that_ask_for_more_than_there_is_are_refused_before_memory_is_taken() {
    let mut bytes = multiproof().to_bytes();
    bytes[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    let refused = WireError::Number { what: "the number of leaves", value: u64::MAX };
    assert_eq!(MultiProof::from_bytes(&bytes), Err(refused));
    let mut bytes = snapshot(5).to_bytes();
    bytes[36..44].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(DepositSnapshot::from_bytes(&bytes), Err(WireError::Length { .. })));
    bytes[0] = 83;
    assert!(matches!(DepositSnapshot::from_bytes(&bytes), Err(WireError::Number { value: 83, .. })));
}

#[test]
fn a_multiproof_with_a_place_twice_is_refused() {
    let mut twice = multiproof();
    twice.leaves[1] = twice.leaves[0];
    let refused = WireError::Places(ProofError::DuplicateIndex { index: twice.leaves[0].0.get() });
    assert_eq!(MultiProof::from_bytes(&twice.to_bytes()), Err(refused));
}

#[test]
fn text_that_is_not_hexadecimal_is_refused_where_it_is_not() {
    let hex = proof().to_hex();
    assert_eq!(Proof::from_hex(&hex[..hex.len() - 1]), Err(WireError::Hex { at: hex.len() - 2 }));
    assert_eq!(Proof::from_hex("0x12+4"), Err(WireError::Hex { at: 4 }));
    assert_eq!(Proof::from_hex("\u{e4}\u{f6}"), Err(WireError::Hex { at: 0 }));
}

#[test]
fn snapshots_have_the_names_of_eip_4881_in_json() {
    let deposit = deposit_tree().iter().find(|deposit| deposit.deposit_count == 5).unwrap();
    let mut tree = DepositTree::new();
    deposit_tree().iter().take(5).for_each(|deposit| tree.push(*deposit.deposit_data_root).unwrap());
    tree.finalize(5, ExecutionBlock { hash: [0xab; 32], height: 7 }).unwrap();
    let json = serde_json::to_value(tree.snapshot().unwrap()).unwrap();
    assert_eq!(json["deposit_count"], "5");
    assert_eq!(json["execution_block_height"], "7");
    assert_eq!(json["execution_block_hash"], format!("0x{}", "ab".repeat(32)));
    let root = format!("0x{}", lanesmith_testkit::hex::encode(&*deposit.deposit_root));
    assert_eq!(json["deposit_root"], root);
    assert_eq!(json["finalized"].as_array().unwrap().len(), 2);
    let read: DepositSnapshot = serde_json::from_value(json).unwrap();
    assert_eq!(DepositTree::from_snapshot(&read).unwrap().root(), tree.root());
}

#[test]
fn json_that_means_something_else_is_refused() {
    let json = serde_json::to_value(inclusion()).unwrap();
    for (field, value) in [
        ("index", serde_json::json!(8)),
        ("index", serde_json::json!("+8")),
        ("index", serde_json::json!("")),
        ("size", serde_json::json!("18446744073709551616")),
        ("hashes", serde_json::json!(["0x12"])),
        ("hashes", serde_json::json!([[1, 2]])),
    ] {
        let mut changed = json.clone();
        changed[field] = value.clone();
        assert!(serde_json::from_value::<InclusionProof>(changed).is_err(), "{field}: {value}");
    }
    let mut zero = serde_json::to_value(proof()).unwrap();
    zero["index"] = "0".into();
    assert!(serde_json::from_value::<Proof>(zero).is_err());
}

#[test]
fn midstates_are_read_again_and_only_between_blocks() {
    let saved = Midstate::INITIAL.advanced(&[[7; 64]; 3]);
    assert_eq!(Midstate::from_bytes(&saved.to_bytes()), Ok(saved));
    assert_eq!(Midstate::from_hex(&saved.to_hex()), Ok(saved));
    let json = serde_json::to_string(&saved).unwrap();
    assert_eq!(serde_json::from_str::<Midstate>(&json).unwrap(), saved);
    let mut bytes = saved.to_bytes();
    bytes[39] = 1;
    assert!(Midstate::from_bytes(&bytes).is_err());
    assert_eq!(Midstate::from_hex("0x00"), Err(WireError::Length { given: 1, needed: 40 }));
}
