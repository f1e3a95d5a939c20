//! SHA-224: published vectors, and every length around blocks against the reference compression function.

use std::io::Write;

use lanesmith_sha256::{Sha224, sha224};
use lanesmith_testkit::hex;
use lanesmith_testkit::reference::sha256 as reference;

/// The beginning of FIPS 180-4, 5.3.2, typed again from the standard.
const BEGINNING: [u32; 8] =
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4];

fn slow(message: &[u8]) -> Vec<u8> {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() < message.len() + 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len();
    padded[end - 8..].copy_from_slice(&(8 * message.len() as u64).to_be_bytes());
    let mut state = BEGINNING;
    padded.as_chunks::<64>().0.iter().for_each(|block| reference::compress(&mut state, block));
    state.iter().flat_map(|word| word.to_be_bytes()).take(28).collect()
}

#[test]
fn vectors_of_rfc_3874_and_the_empty_message_of_nist() {
    for (message, digest) in [
        (&b""[..], "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"),
        (b"abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
        ),
        (&[b'a'; 1_000_000], "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
    ] {
        assert_eq!(hex::encode(&sha224(message)), digest);
    }
}

#[test]
fn every_length_around_blocks_is_that_of_the_reference() {
    let message: Vec<u8> = (0..260_u32).map(|i| (i * 7 + 1) as u8).collect();
    for length in 0..=message.len() {
        let message = &message[..length];
        assert_eq!(sha224(message).to_vec(), slow(message), "{length} bytes");
        let mut pieces = Sha224::new();
        let (first, second) = message.split_at(length / 3);
        pieces.update(first);
        pieces.write_all(second).unwrap();
        assert_eq!(pieces.finalize(), sha224(message), "{length} bytes in pieces");
    }
}

#[test]
fn a_reset_hasher_is_a_new_one() {
    let mut hasher = Sha224::new();
    hasher.update("before");
    hasher.reset();
    hasher.update("abc");
    assert_eq!(hasher.finalize(), sha224("abc"));
}
