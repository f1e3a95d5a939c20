//! Digests and keys that several threads compute: the same bytes, whoever computes.

use std::num::NonZeroU32;

use lanesmith_sha256::merkle::{TreeHasher, merkleize};
use lanesmith_sha256::{
    Executor, LengthError, ManyHasher, Pbkdf2Job, Workers, pbkdf2, pbkdf2_many_on, sha256,
};

/// Computes nothing but what it is asked to do itself.
struct Alone;

impl Executor for Alone {
    fn count(&self) -> usize {
        1000
    }
    fn run(&self, _: usize, _: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        own();
    }
}

const ALL: [Workers<'static>; 4] =
    [Workers::HERE, Workers::threads(2), Workers::threads(9), Workers::of(&Alone)];

#[test]
fn messages_of_any_number_and_length_have_their_digests() {
    let bytes: Vec<u8> = (0..1 << 20).map(|i| (i * 7 % 251) as u8).collect();
    for (count, length) in
        [(0, 0), (1, 1 << 20), (3, 300_000), (17, 64), (5000, 64), (5000, 200), (40, 50_000)]
    {
        let messages: Vec<&[u8]> =
            (0..count).map(|i| &bytes[i % 7..][..(length - i % 3).min(length)]).collect();
        for workers in ALL {
            let mut out = vec![[0; 32]; count];
            assert_eq!(ManyHasher::auto().hash_on(workers, &mut out, &messages), Ok(()));
            assert!(out.iter().zip(&messages).all(|(digest, message)| *digest == sha256(message)), "{count}");
        }
        let short = ManyHasher::auto().hash_on(Workers::threads(2), &mut vec![[0; 32]; count + 1], &messages);
        assert!(matches!(short, Err(LengthError::Mismatch { .. })));
    }
}

#[test]
fn keys_of_any_number_and_length_are_those_of_one_after_the_other() {
    let iterations = NonZeroU32::new(3).expect("not zero");
    for (count, length) in [(0, 32), (1, 1000), (15, 33), (16, 32), (17, 31), (100, 64)] {
        let passwords: Vec<Vec<u8>> = (0..count).map(|i| vec![i as u8; i]).collect();
        let expected: Vec<Vec<u8>> = passwords
            .iter()
            .map(|password| {
                let mut key = vec![0; length];
                pbkdf2(password, b"salt", iterations, &mut key).expect("a key");
                key
            })
            .collect();
        for workers in ALL {
            let mut keys = vec![vec![0; length]; count];
            let mut jobs: Vec<Pbkdf2Job<'_>> = passwords
                .iter()
                .zip(&mut keys)
                .map(|(password, out)| Pbkdf2Job { password, salt: b"salt", out })
                .collect();
            assert_eq!(pbkdf2_many_on(workers, &mut jobs, iterations), Ok(()));
            assert!(keys == expected, "{count} keys of {length} bytes");
        }
    }
}

#[test]
fn trees_have_their_roots() {
    let chunks: Vec<[u8; 32]> = (0..70_000_u32).map(|i| sha256(&i.to_le_bytes())).collect();
    for count in [0, 1, 1000, 8191, 8192, 8193, 70_000] {
        let expected = merkleize(&chunks[..count], Some(1 << 20));
        for workers in ALL {
            assert_eq!(TreeHasher::new().on(workers).merkleize(&chunks[..count], Some(1 << 20)), expected);
        }
    }
}
