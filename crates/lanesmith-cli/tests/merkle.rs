//! `lanesmith merkle` on the published vectors, and proofs that were tampered with.

use std::path::Path;

use lanesmith::sha256::NODES;
use lanesmith::sha256::merkle::merkleize_bytes;
use lanesmith_cli::failure::Failure;
use lanesmith_testkit::hex;
use lanesmith_testkit::reference::sha256::digest;
use lanesmith_testkit::vectors::sha256::{bitcoin_blocks, generate, rfc6962, ssz_merkleize};
use serde_json::Value;
use tempfile::TempDir;

fn run(args: &[&str]) -> (Result<(), Failure>, String) {
    let mut out = Vec::new();
    let args = ["lanesmith", "merkle"].iter().chain(args).map(Into::into);
    let result = lanesmith_cli::run(args, &[], &mut out);
    (result, String::from_utf8(out).unwrap())
}

fn good(args: &[&str]) -> String {
    let (result, out) = run(args);
    result.unwrap_or_else(|e| panic!("{args:?}: {e:?}"));
    out.trim_end().to_owned()
}

/// The message of bad input.
fn bad(args: &[&str]) -> String {
    match run(args).0 {
        Err(Failure::Input(e)) => format!("{e:#}"),
        other => panic!("{args:?}: {other:?}"),
    }
}

/// A file and the folder that goes when it does.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn put(&self, contents: impl AsRef<[u8]>) -> String {
        self.put_as("file", contents)
    }

    fn put_as(&self, file: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(file);
        std::fs::write(&path, contents).unwrap();
        name(&path)
    }
}

fn name(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn lines<'a>(leaves: impl IntoIterator<Item = &'a [u8]>) -> String {
    leaves.into_iter().map(|leaf| hex::encode(leaf) + "\n").collect()
}

/// Five leaves.
fn five() -> Vec<[u8; 32]> {
    (1..=5).map(|i| [i; 32]).collect()
}

#[test]
fn ssz_roots_equal_the_vectors_from_lines_and_from_bytes() {
    let scratch = Scratch::new();
    for (number, case) in ssz_merkleize().cases.iter().filter(|case| case.count <= 1000).enumerate() {
        let chunks = case.chunks();
        let limit = case.limit.map(|limit| format!("--limit={limit}"));
        let options: Vec<&str> = limit.as_deref().into_iter().collect();
        let root = |more: &[&str]| good(&[&["root", "--allow-empty"], options.as_slice(), more].concat());
        let (expected, mixed) = (hex::encode(&case.root.0), hex::encode(&case.root_mixed_in_length.0));

        let file = scratch.put(lines(chunks.chunks(32)));
        assert_eq!(root(&[&file]), expected, "case {number}");
        assert_eq!(root(&["--mix-in-length", &file]), mixed, "case {number}");
        let length = format!("--mix-in-length={}", case.count);
        let file = scratch.put(&chunks);
        assert_eq!(root(&["--bytes", &file]), expected, "case {number}");
        assert_eq!(root(&["--bytes", &file, &length]), mixed, "case {number}");
    }
}

#[test]
fn last_chunk_of_bytes_is_filled_up_and_their_number_is_mixed_in() {
    let scratch = Scratch::new();
    let file = scratch.put([7; 33]);
    let mut second = [0; 32];
    second[0] = 7;
    let root = digest(&[[7; 32], second].concat());
    assert_eq!(good(&["root", "--bytes", &file]), hex::encode(&root));
    let mut length = [0; 32];
    length[0] = 33;
    let mixed = hex::encode(&digest(&[root, length].concat()));
    assert_eq!(good(&["root", "--bytes", &file, "--mix-in-length"]), mixed);
}

/// Enough leaves for four threads, and a last chunk that is not whole.
fn large(scratch: &Scratch) -> String {
    scratch.put(generate(3, 32 * 40_000 + 7))
}

#[test]
fn every_thread_count_and_engine_gives_the_same_root_and_proof() {
    let scratch = Scratch::new();
    let file = large(&scratch);
    let tree = ["--bytes", &file, "--limit=1048576", "--mix-in-length"];
    let (root, prove) = ([&["root"], &tree[..]].concat(), [&["prove", "--index=12345"], &tree[..]].concat());
    let (expected_root, expected_proof) =
        (good(&[&root[..], &["--threads=1"]].concat()), good(&[&prove[..], &["--threads=1"]].concat()));
    assert_eq!(expected_proof.parse::<Value>().unwrap()["root"], expected_root);
    let engines = NODES.available().map(|engine| format!("--engine={}", engine.name()));
    let threads = [2, 3, 7].map(|threads| format!("--threads={threads}"));
    for option in engines.chain(threads) {
        let with = |args: &[&str]| good(&[args, &[option.as_str()]].concat());
        assert_eq!(with(&root), expected_root, "{option}");
        assert_eq!(with(&prove), expected_proof, "{option}");
    }
}

#[test]
fn engine_that_cannot_be_had_and_impossible_thread_counts_are_wrong_usage() {
    let message = |option: &str| match run(&["root", option, "/no/such/file"]).0 {
        Err(Failure::Usage(e)) => format!("{e:#}"),
        other => panic!("{option}: {other:?}"),
    };
    let unknown = message("--engine=abacus");
    assert!(unknown.contains("sha256.nodes") && unknown.contains("scalar"), "{unknown}");
    let elsewhere = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
    let other = message(&format!("--engine={elsewhere}"));
    assert!(other.contains(elsewhere) && other != unknown, "{other}");
    assert!(message("--threads=0").contains("at least one thread"));
    assert!(message("--threads=1025").contains("at most 1024"));
}

#[test]
fn bytes_longer_than_one_read_have_the_root_of_their_chunks() {
    let scratch = Scratch::new();
    for length in [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20] {
        let bytes = generate(9, length);
        let expected = merkleize_bytes(&bytes, None).unwrap();
        assert_eq!(good(&["root", "--bytes", &scratch.put(&bytes)]), hex::encode(&expected), "{length}");
    }
}

#[test]
fn bytes_that_end_within_an_entry_of_rfc6962_have_a_shorter_last_leaf() {
    let scratch = Scratch::new();
    let bytes = generate(5, 70);
    let file = scratch.put(&bytes);
    let entries = scratch.put_as("entries", lines(bytes.chunks(32)));
    let root = good(&["root", "--scheme=rfc6962", "--bytes", &file]);
    assert_eq!(root, good(&["root", "--scheme=rfc6962", &entries]));
}

#[test]
fn rfc6962_roots_equal_the_vectors() {
    let scratch = Scratch::new();
    let vectors = rfc6962();
    for tree in &vectors.trees {
        let file = scratch.put(lines(vectors.leaves[..tree.size].iter().map(|leaf| &**leaf)));
        let root = good(&["root", "--scheme", "rfc6962", "--allow-empty", &file]);
        assert_eq!(root, hex::encode(&tree.root.0), "{} leaves", tree.size);
    }
}

#[test]
fn bitcoin_roots_equal_those_of_blocks_in_either_byte_order() {
    let scratch = Scratch::new();
    for block in bitcoin_blocks() {
        let file = scratch.put(lines(block.txids.iter().map(|txid| &txid.0[..])));
        let root = good(&["root", "--scheme=bitcoin", "--reversed", &file]);
        assert_eq!(root, hex::encode(&block.merkle_root.0));
        let mut hashed = block.txids.iter().map(|txid| txid.0).collect::<Vec<_>>();
        hashed.iter_mut().for_each(|txid| txid.reverse());
        let file = scratch.put(lines(hashed.iter().map(|txid| &txid[..])));
        // As in the header.
        assert_eq!(good(&["root", "--scheme=bitcoin", &file]), hex::encode(&block.header.0[36..68]));
    }
}

#[test]
fn json_root_says_what_was_hashed() {
    let scratch = Scratch::new();
    let file = scratch.put(lines(five().iter().map(|leaf| &leaf[..])));
    let args = ["root", "--limit=8", "--mix-in-length", &file];
    let json: Value = serde_json::from_str(&good(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["scheme"], &json["leaves"]), (&"ssz".into(), &5.into()));
    assert_eq!((&json["limit"], &json["mixed_in_length"]), (&8.into(), &5.into()));
    assert_eq!(json["root"], good(&args));
}

#[test]
fn transactions_repeated_at_the_end_are_marked_as_mutated() {
    let scratch = Scratch::new();
    let leaves = [[1; 32], [2; 32], [3; 32], [3; 32]];
    let mutated = |count: usize| {
        let file = scratch.put(lines(leaves[..count].iter().map(|leaf| &leaf[..])));
        let json: Value =
            serde_json::from_str(&good(&["root", "--scheme=bitcoin", "--json", &file])).unwrap();
        (json["root"].clone(), json["mutated"].clone())
    };
    let ((honest, no), (forged, yes)) = (mutated(3), mutated(4));
    assert_eq!((honest == forged, no, yes), (true, false.into(), true.into()));
}

/// The ways in which a tree of five leaves can be asked for.
const TREES: [&[&str]; 6] = [
    &[],
    &["--limit=1024"],
    &["--limit=1024", "--mix-in-length"],
    &["--scheme=rfc6962"],
    &["--scheme=bitcoin"],
    &["--scheme=bitcoin", "--reversed"],
];

/// What a verifier says of that tree.
fn described(tree: &[&'static str]) -> Vec<&'static str> {
    let of_ssz = tree.iter().filter(|option| option.starts_with("--limit") || option.starts_with("--mix"));
    std::iter::once("--leaves=5").chain(of_ssz.copied()).collect()
}

/// The root, and the proof of a leaf of five.
fn proof(tree: &[&str], index: usize) -> (String, Value) {
    let scratch = Scratch::new();
    let file = scratch.put(lines(five().iter().map(|leaf| &leaf[..])));
    let index = index.to_string();
    let text = good(&[&["prove", "--index", &index, &file], tree].concat());
    (good(&[&["root", &file], tree].concat()), serde_json::from_str(&text).unwrap())
}

/// Whether the proof holds, and the verdict.
fn verify(proof: &Value, more: &[&str]) -> (bool, String) {
    let scratch = Scratch::new();
    let file = scratch.put(proof.to_string());
    match run(&[&["verify", &file], more].concat()) {
        (Ok(()), out) => (true, out),
        (Err(Failure::Told), out) => (false, out),
        (Err(other), _) => panic!("{proof}: {other:?}"),
    }
}

#[test]
fn every_leaf_of_every_scheme_is_proved() {
    for tree in TREES {
        for index in 0..5 {
            let (root, proof) = proof(tree, index);
            assert_eq!((&proof["root"], &proof["index"]), (&root.as_str().into(), &index.into()));
            let number = format!("--index={index}");
            let known = [&["--root", &root, &number], described(tree).as_slice()].concat();
            let (holds, verdict) = verify(&proof, &known);
            let claim = format!(" is number {index} ");
            assert!(holds && verdict.starts_with("valid: "), "{tree:?} {index}: {verdict}");
            assert!(verdict.contains(&claim), "{tree:?} {index}: {verdict}");
        }
    }
}

#[test]
fn proof_with_any_field_changed_does_not_hold() {
    let flip = |text: &Value| {
        let text = text.as_str().unwrap();
        let last = if text.ends_with('0') { "1" } else { "0" };
        Value::from(text[..63].to_owned() + last)
    };
    for tree in TREES {
        let (_, proof) = proof(tree, 2);
        let refused = |change: &dyn Fn(&mut Value)| {
            let mut changed = proof.clone();
            change(&mut changed);
            let (holds, verdict) = verify(&changed, &["--unanchored"]);
            assert!(!holds && verdict.starts_with("INVALID: "), "{tree:?}: {changed}: {verdict}");
        };
        refused(&|p| p["leaf"] = flip(&p["leaf"]));
        refused(&|p| p["root"] = flip(&p["root"]));
        for level in 0..proof["branch"].as_array().unwrap().len() {
            refused(&|p| p["branch"][level] = flip(&p["branch"][level]));
        }
        refused(&|p| drop(p["branch"].as_array_mut().unwrap().pop()));
        refused(&|p| p["index"] = 3.into());
        refused(&|p| p["index"] = 1_000_000.into());
        let size = if proof["leaves"].is_null() { "generalized_index" } else { "leaves" };
        refused(&|p| p[size] = 2.into());
        refused(&|p| p[size] = 0.into());
        refused(&|p| drop(p.as_object_mut().unwrap().remove(size)));
    }
}

#[test]
fn proof_for_another_root_leaf_or_number_than_the_trusted_one_does_not_hold() {
    for tree in TREES {
        let (root, proof) = proof(tree, 3);
        let refused = |more: &[&str], reason: &str| {
            let unanchored: &[&str] = if more.contains(&"--root") { &[] } else { &["--unanchored"] };
            let known = [described(tree).as_slice(), more, unanchored].concat();
            let (holds, verdict) = verify(&proof, &known);
            assert!(!holds && verdict.contains(reason), "{known:?}: {verdict}");
        };
        refused(&["--root", &"00".repeat(32)], "another root");
        refused(&["--root", &root, "--leaf", &"00".repeat(32)], "another leaf");
        refused(&["--root", &root, "--index=2"], "for leaf 3, not 2");
        let (leaf, root) = (proof["leaf"].as_str().unwrap(), ["--root", &root]);
        assert!(
            verify(&proof, &[&root, described(tree).as_slice(), &["--leaf", leaf]].concat()).0,
            "{tree:?}"
        );
    }
}

#[test]
fn with_a_root_the_verifier_must_describe_the_tree() {
    for tree in TREES {
        let (root, proof) = proof(tree, 3);
        let scratch = Scratch::new();
        let file = scratch.put(proof.to_string());
        match run(&["verify", &file, "--root", &root]).0 {
            Err(Failure::Usage(e)) => assert!(format!("{e:#}").contains("--leaves"), "{e:#}"),
            other => panic!("{tree:?}: {other:?}"),
        }
    }
}

#[test]
fn without_a_root_a_proof_is_not_looked_at_unless_that_is_asked_for() {
    let scratch = Scratch::new();
    for tree in TREES {
        let (root, proof) = proof(tree, 3);
        let file = scratch.put(proof.to_string());
        match run(&[&["verify", &file], described(tree).as_slice()].concat()) {
            (Err(Failure::Usage(e)), out) => {
                assert!(
                    out.is_empty()
                        && e.to_string().contains("--root")
                        && e.to_string().contains("--unanchored")
                );
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(run(&["verify", &file, "--unanchored", "--root", &root]).0, Err(Failure::Usage(_))));
    }
}

#[test]
fn without_a_root_nothing_is_claimed_but_that_the_proof_fits_itself() {
    for tree in TREES {
        let (holds, verdict) = verify(&proof(tree, 3).1, &["--unanchored"]);
        assert!(holds && verdict.starts_with("consistent: "), "{verdict}");
        assert!(!verdict.contains("valid") && !verdict.contains("number"), "{verdict}");
    }
}

/// Forgeries that lead to the true root: another number of leaves, or an inner node.
#[test]
fn a_leaf_moved_to_another_number_by_another_count_of_leaves_is_refused() {
    // The branch of leaf 4 of 5 in a log has one hash, as that of leaf 1 of 2: both come from the left.
    let (root, mut forged) = proof(&["--scheme=rfc6962"], 4);
    (forged["index"], forged["leaves"]) = (1.into(), 2.into());
    assert!(verify(&forged, &["--unanchored"]).0, "the forgery fits itself");
    for known in [["--leaves=5"].as_slice(), &["--leaves=5", "--index=1"], &["--leaves=5", "--index=4"]] {
        let (holds, verdict) = verify(&forged, &[&["--root", &root], known].concat());
        assert!(!holds && verdict.starts_with("INVALID"), "{known:?}: {verdict}");
    }
}

#[test]
fn an_inner_node_passed_off_as_a_leaf_is_refused() {
    for tree in [[].as_slice(), &["--limit=1024", "--mix-in-length"], &["--scheme=bitcoin"]] {
        let (root, mut forged) = proof(tree, 0);
        let hex = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();
        let mut parent = digest(&[hex(&forged["leaf"]), hex(&forged["branch"][0])].concat());
        match forged["generalized_index"].as_u64() {
            Some(place) => forged["generalized_index"] = (place / 2).into(),
            None => {
                parent = digest(&parent);
                forged["leaves"] = 3.into();
            }
        }
        forged["leaf"] = hex::encode(&parent).into();
        forged["branch"].as_array_mut().unwrap().remove(0);
        assert!(verify(&forged, &["--unanchored"]).0, "the forgery fits itself: {forged}");
        let known = [&["--root", &root], described(tree).as_slice()].concat();
        let (holds, verdict) = verify(&forged, &known);
        assert!(!holds && verdict.starts_with("INVALID"), "{tree:?}: {verdict}");
    }
    // By generalized index, the verifier's own.
    let (root, mut forged) = proof(&[], 0);
    let known = ["--root", &root, "--generalized-index=8"];
    assert!(verify(&forged, &known).0);
    forged["generalized_index"] = 9.into();
    forged["index"] = 1.into();
    assert!(!verify(&forged, &known).0);
}

#[test]
fn padding_is_not_proved_to_be_a_leaf() {
    let scratch = Scratch::new();
    let file = scratch.put(lines([[0; 32]; 8].iter().map(|leaf| &leaf[..])));
    let proof: Value = serde_json::from_str(&good(&["prove", "--index=6", &file])).unwrap();
    let root = proof["root"].as_str().unwrap();
    let (holds, verdict) = verify(&proof, &["--root", root, "--leaves=5"]);
    assert!(!holds && verdict.contains("leaf 6 of a tree of 5"), "{verdict}");
}

#[test]
fn what_is_known_of_another_scheme_is_wrong_usage() {
    let scratch = Scratch::new();
    let file = scratch.put(proof(&["--scheme=bitcoin"], 0).1.to_string());
    for args in [["--generalized-index=8"], ["--limit=8"], ["--mix-in-length"]] {
        assert!(matches!(run(&["verify", &file, args[0]]).0, Err(Failure::Usage(_))), "{args:?}");
    }
}

#[test]
fn what_is_no_proof_is_bad_input() {
    let scratch = Scratch::new();
    for text in ["", "{}", "[1]", "{\"scheme\": \"ssz\"", "{\"scheme\": \"oak\"}"] {
        let file = scratch.put(text);
        assert!(bad(&["verify", "--unanchored", &file]).contains("no proof"), "{text}");
    }
    let (_, mut proof) = proof(&[], 0);
    proof["branch"][1] = "zz".into();
    let file = scratch.put(proof.to_string());
    assert!(bad(&["verify", "--unanchored", &file]).contains("branch[1]: 2 characters"));
}

#[test]
fn bad_line_is_named_by_its_number() {
    let scratch = Scratch::new();
    let leaf = "11".repeat(32);
    for wrong in ["", "1234", &"zz".repeat(32), &"11".repeat(33)] {
        let file = scratch.put(format!("{leaf}\n{leaf}\n{wrong}\n{leaf}\n"));
        for command in [["root"].as_slice(), &["root", "--scheme=bitcoin"], &["prove", "--index=0"]] {
            let message = bad(&[command, &[&file]].concat());
            assert!(message.contains("line 3: "), "{wrong}: {message}");
        }
    }
    let file = scratch.put("00\n0g\n");
    assert!(bad(&["root", "--scheme=rfc6962", &file]).contains("line 2: "));
}

#[test]
fn trees_that_cannot_be_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.put(lines(five().iter().map(|leaf| &leaf[..])));
    assert!(bad(&["root", "--limit=4", &file]).contains('5'));
    assert!(bad(&["prove", "--index=5", &file]).contains("there are 5 leaves"));
    assert!(bad(&["root", "/no/such/file"]).contains("/no/such/file"));
    assert!(bad(&["root", "--bytes", "/no/such/file"]).contains("/no/such/file"));
    let ragged = scratch.put([1; 33]);
    assert!(bad(&["root", "--scheme=bitcoin", "--bytes", &ragged]).contains("33 bytes"));
    let empty = scratch.put("");
    assert!(bad(&["root", "--scheme=bitcoin", "--allow-empty", &empty]).contains("no leaves"));
}

#[test]
fn options_of_another_scheme_are_wrong_usage() {
    for args in [
        ["root", "--scheme=bitcoin", "--limit=4"],
        ["root", "--scheme=rfc6962", "--mix-in-length"],
        ["root", "--scheme=ssz", "--reversed"],
        ["root", "--scheme=rfc6962", "--threads=2"],
        ["root", "--scheme=bitcoin", "--threads=2"],
    ] {
        assert!(matches!(run(&args).0, Err(Failure::Usage(_))), "{args:?}");
    }
}

#[test]
fn a_named_engine_hashes_trees_of_every_scheme() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("leaves");
    std::fs::write(&path, format!("{}\n{}\n{}\n", "01".repeat(32), "02".repeat(32), "03".repeat(32)))
        .unwrap();
    for scheme in ["ssz", "rfc6962", "bitcoin"] {
        let root = |more: &[&str]| {
            let scheme = format!("--scheme={scheme}");
            let mut args = vec!["root", &scheme, path.to_str().unwrap()];
            args.extend(more);
            let (result, out) = run(&args);
            result.unwrap();
            out
        };
        assert_eq!(root(&["--engine=scalar"]), root(&[]), "{scheme}");
    }
}
