//! SSZ merkleisation against the vectors and against a plain recursion.

mod merkle_reference;

use lanesmith_sha256::Workers;
use lanesmith_sha256::merkle::ssz::{chunks_of, chunks_of_bits, mix_in_selector, pack_bits, unpack_bitlist};
use lanesmith_sha256::merkle::{
    MAX_DEPTH, TreeError, TreeHasher, merkleize, merkleize_bytes, mix_in_length, pack, zero_hash,
};
use lanesmith_testkit::strategies;
use lanesmith_testkit::vectors::sha256 as vectors;
use merkle_reference::{chunks, depth, hashers, parent, root};
use proptest::prelude::*;

/// Counts around every power of two up to 2^14, around the blocks of 2^12 chunks and around 64 of those.
fn edge_counts() -> impl Iterator<Item = usize> {
    let powers = (7..=14).flat_map(|exponent| [-1_isize, 0, 1].map(|d| ((1_isize << exponent) + d) as usize));
    powers.chain([3 * 4096 - 1, 3 * 4096, 3 * 4096 + 1, 3 * 4096 + 63, 3 * 4096 + 64, 3 * 4096 + 65])
}

#[test]
fn zero_hashes_are_those_of_the_vectors() {
    let expected = &vectors::ssz_merkleize().zero_hashes;
    for (height, expected) in expected.iter().enumerate() {
        assert_eq!(zero_hash(height as u32), Some(**expected), "height {height}");
    }
    assert_eq!(zero_hash(expected.len() as u32), None);
}

#[test]
fn roots_are_those_of_the_vectors() {
    for case in &vectors::ssz_merkleize().cases {
        let bytes = case.chunks();
        let chunks = bytes.as_chunks::<32>().0;
        for (name, hasher) in hashers() {
            let root = hasher.merkleize(chunks, case.limit).unwrap();
            assert_eq!(root, *case.root, "{name}, {} chunks, limit {:?}", case.count, case.limit);
        }
        assert_eq!(merkleize_bytes(&bytes, case.limit), Ok(*case.root));
        assert_eq!(mix_in_length(&case.root, case.count as u64), *case.root_mixed_in_length);
    }
}

#[test]
fn every_small_count_and_limit_has_the_root_of_the_recursion() {
    for count in 0..=70 {
        let chunks = chunks(count as u32, count);
        for limit in
            [None, Some(70), Some(128), Some(129), Some(1 << 20), Some(1 << 40), Some(1 << MAX_DEPTH)]
        {
            let expected = root(&chunks, depth(limit.unwrap_or(count as u64)));
            for (name, hasher) in hashers() {
                let context = format!("{name}, {count} chunks, limit {limit:?}");
                assert_eq!(hasher.merkleize(&chunks, limit), Ok(expected), "{context}");
                assert_eq!(hasher.merkleize_bytes(chunks.as_flattened(), limit), Ok(expected), "{context}");
                let mut scratch = chunks.clone();
                assert_eq!(
                    hasher.merkleize_in_place(&mut scratch, limit),
                    Ok(expected),
                    "{context}, in place"
                );
            }
        }
    }
}

#[test]
fn counts_around_powers_of_two_and_blocks_have_the_root_of_the_recursion() {
    for count in edge_counts() {
        let mut chunks = chunks(count as u32, count);
        for limit in [None, Some(1 << 40)] {
            let expected = root(&chunks, depth(limit.unwrap_or(count as u64)));
            assert_eq!(merkleize(&chunks, limit), Ok(expected), "{count} chunks, limit {limit:?}");
        }
        let expected = root(&chunks, 40);
        let in_place = TreeHasher::new().merkleize_in_place(&mut chunks, Some(1 << 40));
        assert_eq!(in_place, Ok(expected), "{count} chunks in place");
    }
}

#[test]
fn a_last_chunk_that_is_not_full_is_filled_up_with_zeros() {
    let lengths =
        (0..100).chain([63 * 32 + 1, 64 * 32 + 31, 65 * 32 + 5, 4096 * 32 - 1, 4096 * 32 + 1, 8191 * 32 + 9]);
    for length in lengths {
        let bytes = vectors::generate(3, length);
        let mut padded = bytes.clone();
        padded.resize(length.next_multiple_of(32), 0);
        let expected = root(padded.as_chunks::<32>().0, 38);
        assert_eq!(merkleize_bytes(&bytes, Some(1 << 38)), Ok(expected), "{length} bytes");
    }
}

#[test]
fn small_trees_hashed_together_have_the_roots_that_they_have_alone() {
    for height in 0..5 {
        for trees in [0, 1, 2, 7, 33] {
            let chunks = chunks(height, trees << height);
            let mut together = chunks.clone();
            let count = TreeHasher::new().subtree_roots(&mut together, height).unwrap();
            let alone: Vec<_> = chunks.chunks(1 << height).map(|tree| root(tree, height)).collect();
            assert_eq!(together[..count], alone, "{trees} trees of height {height}");
        }
    }
    let rest = TreeHasher::new().subtree_roots(&mut chunks(1, 12), 3);
    assert_eq!(rest, Err(TreeError::NotWholeSubtrees { count: 12, height: 3 }));
    assert!(TreeHasher::new().subtree_roots(&mut chunks(1, 12), 64).is_err());
}

#[test]
fn more_chunks_than_the_limit_are_refused() {
    for (count, limit) in [(1, 0), (2, 1), (5, 4), (65, 64), (4097, 4096)] {
        let mut chunks = chunks(1, count);
        let refused = Err(TreeError::TooManyChunks { count: count as u64, limit });
        assert_eq!(merkleize(&chunks, Some(limit)), refused);
        assert_eq!(merkleize_bytes(&chunks.as_flattened()[31..], Some(limit)), refused);
        assert_eq!(TreeHasher::new().merkleize_in_place(&mut chunks, Some(limit)), refused);
    }
    // A limit that is no power of two is exact, though the tree has more room.
    assert_eq!(merkleize(&chunks(1, 6), Some(5)), Err(TreeError::TooManyChunks { count: 6, limit: 5 }));
}

#[test]
fn limits_above_the_greatest_are_refused() {
    for limit in [(1 << MAX_DEPTH) + 1, 1 << 63, u64::MAX] {
        assert_eq!(merkleize(&[], Some(limit)), Err(TreeError::LimitTooLarge { limit }));
    }
}

#[test]
fn no_chunks_give_the_zero_root_of_the_depth() {
    for (limit, height) in [(None, 0), (Some(0), 0), (Some(1), 0), (Some(3), 2), (Some(1 << 40), 40)] {
        assert_eq!(merkleize(&[], limit).ok(), zero_hash(height));
    }
}

#[test]
fn values_are_packed_little_endian_side_by_side() {
    assert_eq!(pack::<u64>(&[]), [[0; 32]; 0]);
    assert_eq!(pack(&[1_u8, 2, 3])[0][..4], [1, 2, 3, 0]);
    assert_eq!(pack(&[0x0201_u16, 0x0403])[0][..5], [1, 2, 3, 4, 0]);
    assert_eq!(pack(&[0x0403_0201_u32; 9])[1][..5], [1, 2, 3, 4, 0]);
    assert_eq!(pack(&[u64::MAX - 1; 5])[0][22..26], [255, 255, 254, 255]);
    assert_eq!(pack(&[7_u128])[0][..2], [7, 0]);
    assert_eq!(pack(&[true, false, true])[0][..4], [1, 0, 1, 0]);
    assert_eq!(pack(&[[5_u8; 32], [6; 32]]), [[5; 32], [6; 32]]);
    assert_eq!(pack(&[1_u8; 33]).len(), 2);
}

#[test]
fn chunk_counts_round_up() {
    assert_eq!((chunks_of::<u8>(32), chunks_of::<u8>(33)), (1, 2));
    assert_eq!((chunks_of::<u64>(0), chunks_of::<u64>(5), chunks_of::<u64>(u64::MAX)), (0, 2, 1 << 62));
    assert_eq!(chunks_of::<[u8; 32]>(7), 7);
    assert_eq!((chunks_of_bits(0), chunks_of_bits(256), chunks_of_bits(257)), (0, 1, 2));
}

#[test]
fn bitlists_end_where_their_highest_bit_says() {
    assert_eq!(unpack_bitlist(&[]), Err(TreeError::BitlistWithoutDelimiter));
    assert_eq!(unpack_bitlist(&[1, 0]), Err(TreeError::BitlistWithoutDelimiter));
    assert_eq!(unpack_bitlist(&[1]), Ok((vec![], 0)));
    for length in (0..600).chain([2048]) {
        let bits: Vec<bool> = (0..length).map(|i| i % 3 == 0 || i % 7 == 2).collect();
        let mut serialized = vec![0; length / 8 + 1];
        for (i, bit) in bits.iter().chain([&true]).enumerate() {
            serialized[i / 8] |= u8::from(*bit) << (i % 8);
        }
        let expected = (pack_bits(bits), length as u64);
        assert_eq!(unpack_bitlist(&serialized), Ok(expected), "{length} bits");
    }
}

#[test]
fn a_selector_is_mixed_in_as_a_chunk() {
    let mut selector = [0; 32];
    selector[0] = 5;
    assert_eq!(mix_in_selector(&[1; 32], 5), parent(&[1; 32], &selector));
}

#[test]
fn roots_on_all_cores_are_the_roots_on_one() {
    let hasher = TreeHasher::new().on(Workers::threads(3));
    for count in edge_counts().chain([100_000]) {
        let chunks = chunks(count as u32, count);
        let expected = merkleize(&chunks, Some(1 << 40));
        assert_eq!(hasher.merkleize(&chunks, Some(1 << 40)), expected, "{count} chunks");
        let cut = &chunks.as_flattened()[5..];
        assert_eq!(hasher.merkleize_bytes(cut, None), merkleize_bytes(cut, None), "{count} chunks, cut");
    }
}

#[test]
fn any_bytes_have_the_root_of_the_recursion() {
    let trees = (strategies::bytes(32, 3000), 7..=62_u32);
    strategies::check(200, trees, |(bytes, depth)| {
        let mut padded = bytes.clone();
        padded.resize(bytes.len().next_multiple_of(32), 0);
        let expected = root(padded.as_chunks::<32>().0, depth);
        prop_assert_eq!(merkleize_bytes(&bytes, Some(1 << depth)), Ok(expected));
        Ok(())
    })
    .unwrap();
}
