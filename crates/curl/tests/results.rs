//! Hashes as a type of their own, and batches over threads.

use lanesmith_curl::pow::{Job, Search};
use lanesmith_curl::{Curl, Error, Executor, Hash, ManyHasher, Message, Rounds, Workers, hash_trytes, trit};

/// Messages of every length around blocks.
fn messages() -> Vec<Vec<u8>> {
    (0..1500_usize).map(|i| (0..i % 200).map(|at| trit::ALPHABET[(i * 7 + at * at) % 27]).collect()).collect()
}

#[test]
fn digests_do_not_depend_on_threads() {
    let messages = messages();
    let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
    for blocks in [0, 1, 3] {
        let hasher = ManyHasher::new(Rounds::P27).squeezing(blocks);
        let expected = hasher.hash_to_vec(&messages).unwrap();
        assert_eq!(expected.len(), blocks * messages.len());
        assert!(
            hasher.on(Workers::threads(3)).hash_to_vec(&messages).unwrap() == expected,
            "{blocks} blocks"
        );
    }
    assert_eq!(ManyHasher::new(Rounds::P81).on(Workers::threads(3)).hash_to_vec(&[]).unwrap().len(), 0);
}

#[test]
fn the_first_nonce_is_found_whoever_searches() {
    /// Says that it is many, and is as few as a system may leave it.
    struct Refused;
    impl Executor for Refused {
        fn count(&self) -> usize {
            usize::MAX
        }
        fn run(&self, _: usize, _: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
            own();
        }
    }
    let search = Search::transaction(&[b'A'; 2673], 9).unwrap();
    let expected = search.run(&Job::new()).unwrap();
    for workers in [Workers::threads(2), Workers::threads(5), Workers::of(&Refused)] {
        let mut calls = 0;
        let found = search.clone().on(workers).run_watched(&Job::new(), &mut |_| calls += 1);
        assert_eq!(found.as_ref(), Ok(&expected), "{workers:?}");
        // Others may have been done before this thread had a turn.
        assert!(calls > 0 || workers.count() <= 5);
    }
}

#[test]
fn a_malformed_message_is_told_whichever_thread_would_have_had_it() {
    let mut messages = messages();
    messages[1234] = b"abc".to_vec();
    let messages: Vec<Message<'_>> = messages.iter().map(|trytes| Message::Trytes(trytes)).collect();
    let hasher = ManyHasher::new(Rounds::P27);
    assert_eq!(hasher.on(Workers::threads(3)).hash_to_vec(&messages), hasher.hash_to_vec(&messages));
    assert!(hasher.hash_to_vec(&messages).is_err());
}

#[test]
fn the_weight_of_a_hash_is_the_number_of_its_trailing_zero_trits() {
    let trytes = trit::ALPHABET.iter().flat_map(|last| (0..4).map(move |zeros| (*last, zeros)));
    for (last, zeros) in trytes {
        let mut hash = [b'M'; 81];
        hash[80 - zeros] = last;
        hash[81 - zeros..].fill(b'9');
        let expected = trit::trailing_zeros(&trit::trytes_to_trits(&hash).unwrap());
        assert_eq!(Hash::from(hash).weight(), expected, "{}", Hash::from(hash));
    }
}

#[test]
fn a_hash_is_read_from_what_it_shows_and_from_nothing_else() {
    let hash = hash_trytes(Rounds::P81, b"ABC").unwrap();
    let mut curl = Curl::new(Rounds::P81);
    curl.absorb_trytes(b"ABC").unwrap();
    assert_eq!(hash, curl.squeeze_trytes());
    let shown = hash.to_string();
    assert_eq!(shown.parse(), Ok(hash));
    assert_eq!(serde_json::from_str::<Hash>(&serde_json::to_string(&hash).unwrap()).unwrap(), hash);
    assert!(matches!(shown[1..].parse::<Hash>(), Err(Error::Length { found: 80, .. })));
    assert!(shown.replacen(&shown[5..6], "0", 1).parse::<Hash>().is_err());
    assert!(serde_json::from_str::<Hash>("\"ABC\"").is_err());
}
