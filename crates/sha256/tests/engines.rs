//! Every engine of every operation as its own named test.

use std::num::NonZeroU32;
use std::process::ExitCode;

use lanesmith_isa::{Choice, Handle};
use lanesmith_sha256::blocks::{Format, TreeHasher, stored};
use lanesmith_sha256::hazmat::{ManyKernel, NodeKernel, Pbkdf2Kernel, StreamKernel};
use lanesmith_sha256::*;
use lanesmith_suite::{add_tests, sha256 as family};
use lanesmith_testkit::driver::Suite;
use lanesmith_testkit::reference::{blocks as trees, sha256 as reference};
use lanesmith_testkit::strategies;
use lanesmith_testkit::vectors::sha256 as vectors;
use proptest::prelude::*;

type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &family::Sha256, &STREAM);
    add_tests(&mut suite, &family::Sha256, &NODES);
    add_tests(&mut suite, &family::Sha256, &MANY);
    add_tests(&mut suite, &family::Sha256, &PBKDF2);
    suite.engines(
        &STREAM,
        &[
            ("fixed_lengths_equal_the_stream", fixed_lengths),
            ("pieces_of_any_size_unaligned_equal_the_whole", pieces),
        ],
    );
    suite.hit(&STREAM, |engine| {
        sha256_with(engine, b"abc");
    });
    suite.engines(
        &NODES,
        &[
            ("counts_1_to_80_unaligned", node_counts),
            ("counts_1_to_80_in_place", node_counts_in_place),
            ("counts_1_to_80_gathered", node_counts_gathered),
            ("lengths_that_differ_are_refused", node_lengths),
            ("files_in_pairs_equal_the_reference", files_in_pairs),
        ],
    );
    suite.hit(&NODES, |engine| {
        let _ = NodeHasher::with_engine(engine).hash(&mut [[0; 32]; 3], &[[0; 64]; 3]);
        let _ = NodeHasher::with_engine(engine).hash(&mut [[0; 32]], &[[0; 64]]);
    });
    suite.engines(
        &MANY,
        &[
            ("equal_lengths_1_to_40_messages", equal_lengths),
            ("ragged_lengths_equal_the_reference", ragged),
            ("thousands_of_ragged_messages_keep_their_places", thousands),
            ("hmac_of_0_to_40_messages_equals_the_reference", hmac_at_once),
            ("log_and_block_trees_equal_those_of_auto", log_and_block_trees),
            ("blocks_of_files_behind_any_prefix_equal_the_reference", blocks_of_files),
        ],
    );
    suite.hit(&MANY, |engine| {
        let _ = ManyHasher::with_engine(engine).hash(&mut [[0; 32]], &[b"abc"]);
    });
    suite.engines(&PBKDF2, &[("of_1_to_40_passwords_equals_one_by_one", pbkdf2_counts)]);
    suite.hit(&PBKDF2, |engine| {
        let _ = pbkdf2(engine, &[(b"password", b"salt", 32)], 2);
    });
    suite.test("auto::every_plan_covers_its_count", plans);
    suite.test("auto::costs_can_be_replaced_and_brought_back", replaced_costs);
    suite.run()
}

fn equal<T: PartialEq>(got: T, want: T, what: impl std::fmt::Display) -> Outcome {
    if got == want { Ok(()) } else { Err(format!("{what}: not what the reference gives")) }
}

fn fixed_lengths(engine: Handle<StreamKernel>) -> Outcome {
    let bytes = vectors::generate(77, 400);
    let fixed = engine.kernel().fixed;
    fn at<const N: usize>(bytes: &[u8], at: usize) -> &[u8; N] {
        bytes[at..].first_chunk().expect("long enough")
    }
    for start in 0..300 {
        let hash = |len: usize| reference::digest(&bytes[start..start + len]);
        equal((fixed.hash32)(at(&bytes, start)), hash(32), "hash32")?;
        equal((fixed.hash33)(at(&bytes, start)), hash(33), "hash33")?;
        equal((fixed.hash64)(at(&bytes, start)), hash(64), "hash64")?;
        equal((fixed.hash65)(at(&bytes, start)), hash(65), "hash65")?;
        equal((fixed.double_hash64)(at(&bytes, start)), reference::digest(&hash(64)), "double_hash64")?;
        equal((fixed.double_hash80)(at(&bytes, start)), reference::digest(&hash(80)), "double_hash80")?;
    }
    Ok(())
}

fn pieces(engine: Handle<StreamKernel>) -> Outcome {
    let cases =
        (strategies::bytes(64, 1000), prop::collection::vec(strategies::length(64, 200), 0..12), 0usize..64);
    strategies::check(200, cases, |(message, cuts, shift)| {
        // The message at any place of memory.
        let memory: Vec<u8> = vec![0; shift].into_iter().chain(message.iter().copied()).collect();
        let mut rest = &memory[shift..];
        let mut hasher = Sha256::with_engine(engine);
        for cut in cuts {
            let (now, later) = rest.split_at(cut.min(rest.len()));
            hasher.update(now);
            rest = later;
        }
        hasher.update(rest);
        prop_assert_eq!(hasher.finalize(), reference::digest(&message));
        Ok(())
    })
}

fn blocks_of(bytes: &[u8]) -> &[[u8; 64]] {
    bytes.as_chunks().0
}

/// The digests of 64-byte messages, by the reference.
fn expected(messages: &[u8]) -> Vec<[u8; 32]> {
    blocks_of(messages).iter().map(|m| reference::digest(m)).collect()
}

fn node_counts(engine: Handle<NodeKernel>) -> Outcome {
    let bytes = vectors::generate(5, 64 * 80 + 64);
    for n in 1..=80 {
        let shift = n % 64;
        let messages = &bytes[shift..shift + 64 * n];
        // The digests go to an odd place too, and what lies behind them stays.
        let mut memory = vec![0xee; 1 + 32 * (n + 1)];
        let out = memory[1..].as_chunks_mut::<32>().0;
        NodeHasher::with_engine(engine)
            .hash(&mut out[..n], blocks_of(messages))
            .map_err(|e| e.to_string())?;
        equal(&out[..n], &expected(messages), format_args!("{n} nodes"))?;
        equal(out[n], [0xee; 32], format_args!("what lies behind {n} digests"))?;
    }
    Ok(())
}

fn node_counts_in_place(engine: Handle<NodeKernel>) -> Outcome {
    for n in (0..=80).chain([127, 128, 129, 1000]) {
        let bytes = vectors::generate(6 + n as u32, 64 * n);
        let mut nodes: Vec<[u8; 32]> = bytes.as_chunks().0.to_vec();
        let parents = NodeHasher::with_engine(engine).hash_in_place(&mut nodes).map_err(|e| e.to_string())?;
        equal(parents, n, "number of parents")?;
        equal(&nodes[..n], &expected(&bytes), format_args!("{n} parents"))?;
    }
    Ok(())
}

fn node_counts_gathered(engine: Handle<NodeKernel>) -> Outcome {
    let bytes = vectors::generate(9, 3 + 32 * 64);
    let halves = bytes[3..].as_chunks::<32>().0;
    for n in 1..=80 {
        let pairs: Vec<[&[u8; 32]; 2]> =
            (0..n).map(|i| [&halves[(7 * i + n) % 64], &halves[(13 * i + 5) % 64]]).collect();
        let mut out = vec![[0; 32]; n];
        NodeHasher::with_engine(engine).hash_gather(&mut out, &pairs).map_err(|e| e.to_string())?;
        let joined: Vec<u8> = pairs.iter().flat_map(|[l, r]| [**l, **r]).flatten().collect();
        equal(out, expected(&joined), format_args!("{n} nodes"))?;
    }
    Ok(())
}

fn node_lengths(engine: Handle<NodeKernel>) -> Outcome {
    let hasher = NodeHasher::with_engine(engine);
    let mismatch = LengthError::Mismatch { what: "places for digests", given: 2, needed: 3 };
    equal(hasher.hash(&mut [[0; 32]; 2], &[[0; 64]; 3]), Err(mismatch), "fewer places than pairs")?;
    equal(hasher.hash_gather(&mut [[0; 32]; 2], &[[&[0; 32]; 2]; 3]), Err(mismatch), "the same, gathered")?;
    equal(
        hasher.hash_in_place(&mut [[0; 32]; 5]),
        Err(LengthError::OddNodes { nodes: 5 }),
        "odd number of nodes",
    )
}

fn many(engine: Handle<ManyKernel>, messages: &[&[u8]]) -> Result<Vec<[u8; 32]>, String> {
    let mut out = vec![[0; 32]; messages.len()];
    ManyHasher::with_engine(engine).hash(&mut out, messages).map_err(|e| e.to_string())?;
    Ok(out)
}

fn equal_lengths(engine: Handle<ManyKernel>) -> Outcome {
    let bytes = vectors::generate(11, 40 * 200 + 64);
    for n in 0..=40 {
        for len in [0, 1, 32, 55, 56, 63, 64, 65, 119, 120, 128, 191] {
            let messages: Vec<&[u8]> = (0..n).map(|i| &bytes[199 * i + n..][..len]).collect();
            let want: Vec<[u8; 32]> = messages.iter().map(|m| reference::digest(m)).collect();
            equal(many(engine, &messages)?, want, format_args!("{n} messages of {len} bytes"))?;
        }
    }
    Ok(())
}

/// More than are sorted together, so that digests come back from several sorted heaps to their places.
fn thousands(engine: Handle<ManyKernel>) -> Outcome {
    let bytes = vectors::generate(13, 4000);
    let messages: Vec<&[u8]> = (0..2500_usize).map(|i| &bytes[i..][..(i * 7919) % 300]).collect();
    let want: Vec<[u8; 32]> = messages.iter().map(|m| reference::digest(m)).collect();
    equal(many(engine, &messages)?, want, "2500 messages of 0 to 299 bytes")
}

fn ragged(engine: Handle<ManyKernel>) -> Outcome {
    let batches = strategies::ragged_batch(strategies::bytes(64, 700), 16, 50);
    strategies::check(60, batches, |batch| {
        let messages: Vec<&[u8]> = batch.iter().map(|m| &m[..]).collect();
        let want: Vec<[u8; 32]> = batch.iter().map(|m| reference::digest(m)).collect();
        prop_assert_eq!(many(engine, &messages).map_err(TestCaseError::fail)?, want);
        Ok(())
    })
}

fn pbkdf2(
    engine: Handle<Pbkdf2Kernel>,
    cases: &[(&[u8], &[u8], usize)],
    iterations: u32,
) -> Result<Vec<Vec<u8>>, String> {
    let mut keys: Vec<Vec<u8>> = cases.iter().map(|(_, _, len)| vec![0; *len]).collect();
    let mut jobs: Vec<Pbkdf2Job<'_>> = cases
        .iter()
        .zip(&mut keys)
        .map(|((password, salt, _), out)| Pbkdf2Job { password, salt, out })
        .collect();
    let iterations = NonZeroU32::new(iterations).ok_or("no iterations")?;
    pbkdf2_many_with(engine, &mut jobs, iterations).map_err(|e| e.to_string())?;
    Ok(keys)
}

fn pbkdf2_counts(engine: Handle<Pbkdf2Kernel>) -> Outcome {
    let bytes = vectors::generate(13, 200);
    for n in 1..=40 {
        let cases: Vec<(&[u8], &[u8], usize)> =
            (0..n).map(|i| (&bytes[i..2 * i + n], &bytes[2 * i..3 * i], 1 + 17 * i % 100)).collect();
        let together = pbkdf2(engine, &cases, 3)?;
        for (case, key) in cases.iter().zip(together) {
            equal(&key, &pbkdf2(engine, std::slice::from_ref(case), 3)?[0], format_args!("{n} passwords"))?;
        }
    }
    Ok(())
}

fn hmac_at_once(engine: Handle<ManyKernel>) -> Outcome {
    let bytes = vectors::generate(17, 400);
    for n in 0..=40 {
        let keys: Vec<&[u8]> = (0..n).map(|i| &bytes[i..][..(37 * i) % 150]).collect();
        let messages: Vec<&[u8]> = (0..n).map(|i| &bytes[2 * i..][..(61 * i) % 300]).collect();
        let mut tags = vec![[0; 32]; n];
        hmac_many_with(engine, &mut tags, &keys, &messages).map_err(|e| e.to_string())?;
        for (i, tag) in tags.iter().enumerate() {
            equal(*tag, reference::hmac(keys[i], messages[i]), format_args!("tag {i} of {n}"))?;
        }
    }
    Ok(())
}

fn log_and_block_trees(engine: Handle<ManyKernel>) -> Outcome {
    let hasher = merkle::TreeHasher::new().messages_with_engine(engine);
    let bytes = vectors::generate(19, 32 * 70);
    for n in 1..70 {
        let leaves = &bytes.as_chunks::<32>().0[..n];
        equal(
            merkle::rfc6962::tree_head_with(&hasher, leaves),
            merkle::rfc6962::tree_head(leaves),
            format_args!("a log of {n}"),
        )?;
        let root = merkle::bitcoin::merkle_root_with(&hasher, leaves);
        equal(root, merkle::bitcoin::merkle_root(leaves), format_args!("a block of {n}"))?;
    }
    Ok(())
}

fn plans() -> Outcome {
    for n in 1..300 {
        let nodes: usize = Choice::<NodeKernel>::AUTO.steps(n).map(|step| step.take).sum();
        let many: usize = Choice::<ManyKernel>::AUTO.steps(n).map(|step| step.take).sum();
        let pbkdf2: usize = Choice::<Pbkdf2Kernel>::AUTO.steps(n).map(|step| step.take).sum();
        equal((nodes, many, pbkdf2), (n, n, n), format_args!("{n}"))?;
    }
    Ok(())
}

fn replaced_costs() -> Outcome {
    NODES.set_costs(&[("scalar", &[5])]).map_err(|e| e.to_string())?;
    let first = Choice::<NodeKernel>::AUTO.steps(7).next().map(|step| (step.engine.name(), step.take));
    let mut out = [[0; 32]; 7];
    hash_nodes(&mut out, &[[1; 64]; 7]).map_err(|e| e.to_string())?;
    let unknown = NODES.set_costs(&[("abacus", &[1])]);
    NODES.configure(lanesmith_isa::AUTO).map_err(|e| e.to_string())?;
    equal(first, Some(("scalar", 7)), "steps")?;
    equal(out, [reference::digest(&[1; 64]); 7], "digests")?;
    equal(unknown.is_err(), true, "an engine that there is not")
}

/// Blocks without a prefix, behind one byte, and behind salts of every length around a block of SHA-256; as many as fill no
/// lane, some, all and more.
fn blocks_of_files(engine: Handle<ManyKernel>) -> Outcome {
    let hasher = TreeHasher::new().messages_with_engine(engine);
    let bytes = vectors::generate(8, 140_000);
    for block in (1..=130).step_by(3).chain([54, 55, 56, 62, 63, 64, 118, 119, 120, 1000]) {
        for count in [1, 2, 3, 7, 8, 9, 15, 16, 17, 33] {
            let data = &bytes[1..=count * block];
            let format = Format::rfc6962(block as u64).map_err(|e| e.to_string())?;
            let root = format.root_with(&hasher, data).map_err(|e| e.to_string())?;
            let want = trees::rfc6962(data, block);
            equal(root, want[want.len() - 1][0], format_args!("{count} blocks of {block}"))?;
        }
    }
    for salt in (0..=256).step_by(7).chain([32, 55, 56, 63, 64, 65, 127, 128, 129]) {
        let salt = &bytes[3..3 + salt];
        let data = &bytes[5..5 + 512 * 37];
        let format = Format::dm_verity(512, 512, salt).map_err(|e| e.to_string())?;
        let root = format.root_with(&hasher, data).map_err(|e| e.to_string())?;
        let want = trees::verity(data, salt, 512, 512);
        equal(root, want[want.len() - 1][0], format_args!("a salt of {}", salt.len()))?;
    }
    // Blocks too long to be in memory together.
    for count in [1, 2] {
        let size = 65_600 * count + 7;
        let data = &bytes[..size];
        let format = Format::s3(65_600).map_err(|e| e.to_string())?;
        let root = stored::root(&format, &hasher, data, size as u64).map_err(|e| e.to_string())?;
        equal(root, trees::s3(data, 65_600)[1][0], format_args!("{count} parts"))?;
    }
    Ok(())
}

fn files_in_pairs(engine: Handle<NodeKernel>) -> Outcome {
    let hasher = TreeHasher::with_engine(engine);
    let bytes = vectors::generate(8, (40 << 14) + 1);
    for count in 1..=40 {
        for data in [&bytes[..count << 14], &bytes[..=count << 14]] {
            let root = Format::bittorrent().root_with(&hasher, data).map_err(|e| e.to_string())?;
            let want = trees::bittorrent(data);
            equal(root, want[want.len() - 1][0], format_args!("{} bytes", data.len()))?;
        }
    }
    Ok(())
}
