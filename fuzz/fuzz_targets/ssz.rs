//! Chunks with any limit, bit lists from any bytes: a root or an error, the same by chunks, by bytes and in place.
#![no_main]

use lanesmith_sha256::merkle::{TreeHasher, merkleize, merkleize_bytes, pack, ssz};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Option<u64>, Vec<u8>)| {
    let (limit, data) = input;
    let mut chunks = pack(&data);
    let root = merkleize(&chunks, limit);
    assert_eq!(root, merkleize_bytes(&data, limit));
    assert_eq!(root, TreeHasher::new().merkleize_in_place(&mut chunks, limit));
    if let (Ok(_), Some(limit)) = (root, limit) {
        assert!(data.len().div_ceil(32) as u64 <= limit);
    }

    match ssz::unpack_bitlist(&data) {
        Ok((chunks, length)) => {
            let bits = (0..length)
                .map(|bit| chunks[bit as usize / 256][bit as usize / 8 % 32] >> (bit % 8) & 1 == 1);
            assert_eq!(ssz::pack_bits(bits), chunks);
        }
        Err(_) => assert!(data.last().is_none_or(|last| *last == 0)),
    }
});
