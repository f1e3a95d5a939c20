//! The sponge, the codecs and their errors.

use lanesmith_curl::pow::{Job, Search};
use lanesmith_curl::trit::{
    b1t6_decode, b1t6_encode, t1b1_decode, t1b1_encode, t5b1_decode, t5b1_encode, trits_to_trytes,
    trytes_to_trits,
};
use lanesmith_curl::{
    BatchError, Curl, Error, ManyHasher, Message, Rounds, hash_many_to_vec, hash_trits, hash_trytes,
    transaction_hash,
};
use lanesmith_testkit::vectors::curl as vectors;
use lanesmith_testkit::{hex, reference::curl as reference};

#[test]
fn the_alphabet_equals_the_vectors() {
    for v in vectors::tryte() {
        assert_eq!(trytes_to_trits(v.tryte.as_bytes()).unwrap(), v.trits);
        assert_eq!(trits_to_trytes(&v.trits).unwrap(), v.tryte.as_bytes());
    }
}

#[test]
fn t5b1_equals_the_vectors_both_ways() {
    for v in vectors::t5b1() {
        let bytes = hex::decode(v.bytes_hex).unwrap();
        let trits = trytes_to_trits(v.trytes.as_bytes()).unwrap();
        assert_eq!(t5b1_encode(&trits).unwrap(), bytes, "{}", v.id);
        assert_eq!(t5b1_decode(&bytes, trits.len()).unwrap(), trits, "{}", v.id);
    }
}

#[test]
fn b1t6_equals_the_vectors_both_ways() {
    for v in vectors::b1t6() {
        let bytes = hex::decode(v.bytes_hex).unwrap();
        assert_eq!(b1t6_encode(&bytes), v.trytes.as_bytes(), "{}", v.id);
        assert_eq!(b1t6_decode(v.trytes.as_bytes()).unwrap(), bytes, "{}", v.id);
    }
}

#[test]
fn every_byte_is_decoded_by_t5b1_as_the_reference_does() {
    for byte in 0..=255 {
        assert_eq!(t5b1_decode(&[byte], 5).ok(), reference::t5b1_decode(&[byte]), "{byte:#x}");
    }
}

#[test]
fn every_pair_of_trytes_is_decoded_by_b1t6_as_the_reference_does() {
    for a in lanesmith_curl::trit::ALPHABET {
        for b in lanesmith_curl::trit::ALPHABET {
            let pair = String::from_utf8(vec![*a, *b]).unwrap();
            assert_eq!(b1t6_decode(pair.as_bytes()).ok(), reference::b1t6_decode(&pair), "{pair}");
        }
    }
}

#[test]
fn invalid_t5b1_is_rejected() {
    for v in vectors::t5b1_invalid() {
        let bytes = hex::decode(v.bytes_hex).unwrap();
        let error = t5b1_decode(&bytes, 5 * bytes.len()).unwrap_err();
        assert!(matches!(error, Error::T5b1 { .. }), "{}: {error}", v.id);
    }
}

#[test]
fn invalid_b1t6_is_rejected() {
    for v in vectors::b1t6_invalid() {
        assert!(b1t6_decode(v.trytes.as_bytes()).is_err(), "{}: {}", v.id, v.reason);
    }
}

#[test]
fn t5b1_rejects_trits_beyond_the_length() {
    assert_eq!(t5b1_decode(&[81], 4).unwrap_err(), Error::T5b1 { at: 0, byte: 81 });
    assert_eq!(t5b1_decode(&[40], 4).unwrap(), [1, 1, 1, 1]);
}

#[test]
fn t5b1_rejects_a_length_that_does_not_fit() {
    assert!(matches!(t5b1_decode(&[0, 0], 5), Err(Error::Length { found: 2, .. })));
}

#[test]
fn t1b1_is_the_trits_themselves() {
    assert_eq!(t1b1_decode(&t1b1_encode(&[-1, 0, 1]).unwrap()).unwrap(), [-1, 0, 1]);
    assert_eq!(t1b1_encode(&[0, 2]).unwrap_err(), Error::Trit { at: 1, value: 2 });
    assert_eq!(t1b1_decode(&[0, 0, 0x80]).unwrap_err(), Error::Trit { at: 2, value: -128 });
}

#[test]
fn an_invalid_tryte_is_named_with_its_place() {
    for bad in [b'a', b'0', b'8', b' ', b'@', b'[', 0, 255] {
        let mut trytes = vec![b'X'; 200];
        trytes[150] = bad;
        let error = Error::Tryte { at: 150, byte: bad };
        assert_eq!(hash_trytes(Rounds::P27, &trytes).unwrap_err(), error);
        assert_eq!(trytes_to_trits(&trytes).unwrap_err(), error);
    }
}

#[test]
fn every_value_that_is_no_trit_is_rejected() {
    for value in (i8::MIN..=i8::MAX).filter(|v| !(-1..=1).contains(v)) {
        assert_eq!(hash_trits(Rounds::P27, &[0, value]).unwrap_err(), Error::Trit { at: 1, value });
    }
}

#[test]
fn a_bad_message_of_a_batch_is_named() {
    let mut messages = vec![Message::Trytes(b"GOOD"); 700];
    messages[513] = Message::Trytes(b"GOoD");
    let error = hash_many_to_vec(Rounds::P81, &messages).unwrap_err();
    assert_eq!(error.to_string(), "message 513: tryte 2 is 'o', not one of 9 and A to Z");
    messages[400] = Message::T5b1(&[0x80], 5);
    let error = hash_many_to_vec(Rounds::P81, &messages).unwrap_err();
    assert!(matches!(error, BatchError::Message { index: 400, .. }));
}

#[test]
fn a_failed_absorb_leaves_the_sponge_as_it_was() {
    let mut curl = Curl::new(Rounds::P27);
    curl.absorb_trytes(b"ABC").unwrap();
    let before = curl.state();
    assert!(curl.absorb_trytes(b"AB-").is_err());
    assert!(curl.absorb_trits(&[5]).is_err());
    assert!(curl.set_state(&[2; 729]).is_err());
    assert_eq!(curl.state(), before);
}

#[test]
fn the_state_after_squeezing_is_that_of_the_c_code() {
    let mut curl = Curl::new(Rounds::P27);
    curl.absorb_trytes(b"ABC").unwrap();
    let mut state = curl.state();
    let rate: [i8; 243] = state[..243].try_into().unwrap();
    assert_eq!(curl.squeeze_trits(), rate);
    reference::transform(&mut state, 27);
    assert_eq!(curl.state(), state);
}

#[test]
fn a_short_last_block_leaves_the_rest_of_the_rate() {
    let mut curl = Curl::new(Rounds::P81);
    let message: Vec<i8> = (0..300).map(|i| (i * i % 3) as i8 - 1).collect();
    curl.absorb_trits(&message).unwrap();
    let mut state = [0; 729];
    reference::absorb(&mut state, &message, 81);
    assert_eq!(curl.state(), state);
}

#[test]
fn no_message_at_all_squeezes_the_zero_state() {
    assert_eq!(hash_trytes(Rounds::P81, b"").unwrap(), [b'9'; 81]);
    assert_eq!(hash_many_to_vec(Rounds::P81, &[]).unwrap().len(), 0);
    let digests = hash_many_to_vec(Rounds::P81, &[Message::Trytes(b""); 600]).unwrap();
    assert!(digests.iter().all(|d| *d == [b'9'; 81]));
}

#[test]
fn transactions_have_the_weight_of_the_vectors() {
    for v in vectors::transaction().iter().filter(|v| v.rounds == 81) {
        let (hash, weight) = transaction_hash(v.trytes.as_bytes()).unwrap();
        assert_eq!((hash.as_slice(), weight), (v.hash.as_bytes(), v.weight), "{}", v.id);
    }
}

#[test]
fn a_transaction_of_another_length_is_rejected() {
    let error = transaction_hash(&[b'9'; 2672]).unwrap_err();
    assert_eq!(error.to_string(), "2672 trytes, expected 2673 of a transaction");
}

#[test]
fn the_published_collision_is_one_of_curl_p_27_only() {
    let v = &vectors::collision()[0];
    let hash = |rounds, i: usize| hash_trytes(rounds, v.inputs[i].as_bytes()).unwrap();
    assert_eq!(hash(Rounds::P27, 0), hash(Rounds::P27, 1));
    assert_ne!(hash(Rounds::P81, 0), hash(Rounds::P81, 1));
}

#[test]
fn squeezing_nothing_is_no_digest() {
    let digests =
        ManyHasher::new(Rounds::P81).squeezing(0).hash_to_vec(&[Message::Trytes(b"A"); 100]).unwrap();
    assert!(digests.is_empty());
}

#[test]
fn more_blocks_than_memory_holds_are_an_error() {
    let messages = [Message::Trytes(b"A"); 4];
    let hasher = ManyHasher::new(Rounds::P81).squeezing(1 << 62);
    let error = BatchError::TooMany { messages: 4, blocks: 1 << 62 };
    assert_eq!(hasher.hash_to_vec(&messages), Err(error.clone()));
    assert_eq!(hasher.hash(&mut [], &messages), Err(error));
}

#[test]
fn places_that_are_not_as_many_as_blocks_are_an_error() {
    let mut out = [[7; 81]; 3];
    let error = ManyHasher::new(Rounds::P81).squeezing(2).hash(&mut out, &[Message::Trytes(b"A"); 2]);
    assert_eq!(error, Err(BatchError::Places { given: 3, needed: 4 }));
    assert_eq!(out, [[7; 81]; 3]);
}

#[test]
fn an_engine_is_chosen_by_its_name_on_every_type() {
    let expected = hash_trytes(Rounds::P27, b"HELLO").unwrap();
    for name in ["auto", "scalar"] {
        let many = ManyHasher::new(Rounds::P27).by_name(name).unwrap();
        assert_eq!(many.hash_to_vec(&[Message::Trytes(b"HELLO")]).unwrap(), [expected], "{name}");
        let mut sponge = Curl::by_name(Rounds::P27, name).unwrap();
        sponge.absorb_trytes(b"HELLO").unwrap();
        assert_eq!(sponge.squeeze_trytes(), expected, "{name}");
        let search = Search::transaction(&[b'9'; 2673], 3).unwrap().by_name(name).unwrap();
        assert!(search.run(&Job::new()).is_ok(), "{name}");
    }
    let refused = [
        ManyHasher::new(Rounds::P27).by_name("pentium").map(drop),
        Curl::by_name(Rounds::P27, "pentium").map(drop),
        Search::transaction(&[b'9'; 2673], 3).unwrap().by_name("pentium").map(drop),
    ];
    for refused in refused {
        assert!(refused.unwrap_err().to_string().contains("pentium"));
    }
}
