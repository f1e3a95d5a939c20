//! An engine that was measured to be the best. In a file of its own because the choice is one of the whole process.

use lanesmith_curl::{HASH, Message, Rounds, hash_many_to_vec};
use lanesmith_isa::hit;

#[test]
fn an_engine_that_was_measured_to_be_the_best_does_full_batches() {
    HASH.prefer("scalar").unwrap();
    let lanes = HASH.auto().info.lanes;
    drop(hit::take());
    hash_many_to_vec(Rounds::P27, &vec![Message::Trytes(b"A"); 10 * lanes]).unwrap();
    if hit::RECORDS {
        assert_eq!(hit::take(), [("curl.hash", "scalar")]);
    }
}
