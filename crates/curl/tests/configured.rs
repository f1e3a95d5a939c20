//! A configured engine. In a file of its own because the choice is one of the whole process.

use lanesmith_curl::{HASH, Message, Rounds, hash_many_to_vec};
use lanesmith_isa::hit;

#[test]
fn an_engine_that_was_configured_does_everything() {
    HASH.configure("scalar").unwrap();
    drop(hit::take());
    for count in [1, 7, 40, 700] {
        hash_many_to_vec(Rounds::P27, &vec![Message::Trytes(b"A"); count]).unwrap();
    }
    if hit::RECORDS {
        assert_eq!(hit::take(), [("curl.hash", "scalar")]);
    }
}
