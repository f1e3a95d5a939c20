//! The interface as programs call it; digests are compared with another implementation.
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "what is called is what C calls, with memory of the test"
)]

use std::ptr::{null, null_mut};

use lanesmith_libhashtree::ffi::*;
use sha2::{Digest, Sha256};

/// Blocks that differ from each other.
fn blocks(count: usize) -> Vec<u8> {
    (0..64 * count).map(|i| (i * 7 + i / 64 * 13) as u8).collect()
}

fn digests(blocks: &[u8]) -> Vec<u8> {
    blocks.chunks(64).flat_map(Sha256::digest).collect()
}

const ALL: &[(&str, HashFunction)] = &[
    ("hash", hashtree_hash),
    ("generic", hashtree_sha256_generic),
    #[cfg(target_arch = "x86_64")]
    ("sse_x1", hashtree_sha256_sse_x1),
    #[cfg(target_arch = "x86_64")]
    ("avx_x1", hashtree_sha256_avx_x1),
    #[cfg(target_arch = "x86_64")]
    ("avx_x4", hashtree_sha256_avx_x4),
    #[cfg(target_arch = "x86_64")]
    ("avx2_x8", hashtree_sha256_avx2_x8),
    #[cfg(target_arch = "x86_64")]
    ("avx512_x16", hashtree_sha256_avx512_x16),
    #[cfg(target_arch = "x86_64")]
    ("shani_x2", hashtree_sha256_shani_x2),
    #[cfg(target_arch = "aarch64")]
    ("neon_x1", hashtree_sha256_neon_x1),
    #[cfg(target_arch = "aarch64")]
    ("neon_x4", hashtree_sha256_neon_x4),
    #[cfg(target_arch = "aarch64")]
    ("sha_x1", hashtree_sha256_sha_x1),
];

#[test]
fn every_function_hashes_any_count_from_any_address() {
    for (name, function) in ALL {
        for count in (0..70).chain([1000]) {
            let (from, shift) = (blocks(count), count % 9);
            let mut input = vec![0; shift];
            input.extend(&from);
            let mut output = vec![0xee; shift + 32 * count + 1];
            unsafe {
                function(
                    output.as_mut_ptr().wrapping_add(shift),
                    input.as_ptr().wrapping_add(shift),
                    count as u64,
                )
            };
            assert_eq!(output[shift..][..32 * count], digests(&from), "{name}, {count} blocks");
            assert_eq!(output[shift + 32 * count], 0xee, "{name}, {count} blocks");
        }
    }
}

#[test]
fn a_million_blocks_are_hashed_in_one_call() {
    let from = blocks(1 << 20);
    let mut output = vec![0; 32 << 20];
    unsafe { hashtree_hash(output.as_mut_ptr(), from.as_ptr(), 1 << 20) };
    // The same blocks in rows of a thousand, which are compared with others' digests above.
    let mut parts = vec![0; 32 << 20];
    for (out, blocks) in parts.chunks_mut(32_000).zip(from.chunks(64_000)) {
        unsafe { hashtree_hash(out.as_mut_ptr(), blocks.as_ptr(), blocks.len() as u64 / 64) };
    }
    assert!(output == parts);
    let last = from.len() - 64;
    assert_eq!(output[last / 2..], digests(&from[last..]));
}

#[test]
fn a_result_may_lie_over_its_blocks_anywhere() {
    for count in [1, 2, 7, 16, 33, 100] {
        let from = blocks(count);
        for shift in [0, 1, 31, 32, 33, 64, 100, 64 * count - 1] {
            let mut memory = vec![0; 200 * (count + 1)];
            for (result, input) in [(0, shift), (shift, 0)] {
                memory[input..][..from.len()].copy_from_slice(&from);
                let start = memory.as_mut_ptr();
                unsafe { hashtree_hash(start.wrapping_add(result), start.wrapping_add(input), count as u64) };
                assert_eq!(
                    memory[result..][..32 * count],
                    digests(&from),
                    "{count} blocks, {result} {input}"
                );
            }
        }
    }
}

#[test]
fn nothing_is_written_without_memory() {
    let (mut out, block) = ([7; 32], [0; 64]);
    unsafe {
        hashtree_hash(null_mut(), block.as_ptr(), 1);
        hashtree_hash(out.as_mut_ptr(), null(), 1);
        hashtree_hash(null_mut(), null(), 0);
        hashtree_hash(out.as_mut_ptr(), block.as_ptr(), u64::MAX);
    }
    assert_eq!(out, [7; 32]);
}

#[test]
fn threads_hash_at_the_same_time() {
    let from = blocks(37);
    std::thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| {
                let mut out = vec![0; 32 * 37];
                unsafe { hashtree_hash(out.as_mut_ptr(), from.as_ptr(), 37) };
                assert_eq!(out, digests(&from));
            });
        }
    });
}
