//! Messages of any lengths, one by one and as a batch, against the reference.
#![no_main]

use lanesmith_curl::{Message, Rounds, hash_many_to_vec, hash_trits};
use lanesmith_testkit::reference::curl as reference;
use libfuzzer_sys::{arbitrary, fuzz_target};

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    short: bool,
    messages: Vec<Vec<u8>>,
}

fuzz_target!(|input: Input| {
    let rounds = if input.short { Rounds::P27 } else { Rounds::P81 };
    let messages: Vec<Vec<i8>> =
        input.messages.iter().map(|m| m.iter().map(|b| (b % 3) as i8 - 1).collect()).collect();
    let want: Vec<Vec<i8>> = messages.iter().map(|m| reference::hash(rounds.count() as u32, m, 1)).collect();

    for (message, want) in messages.iter().zip(&want) {
        assert_eq!(hash_trits(rounds, message).expect("trits").to_vec(), *want);
    }
    let batch: Vec<Message<'_>> = messages.iter().map(|m| Message::Trits(m)).collect();
    let digests = hash_many_to_vec(rounds, &batch).expect("trits");
    for (digest, want) in digests.iter().zip(&want) {
        assert_eq!(reference::trits_to_trytes(want).expect("whole trytes").as_bytes(), digest);
    }
});
