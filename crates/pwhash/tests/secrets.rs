//! What is left in memory after a hash: nothing, anywhere in the process.
#![cfg(target_os = "linux")]

use lanesmith_pwhash::argon2::{Input, Params, hash};
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::{Arena, wipe};
use lanesmith_pwhash::password::{Context, Policy, Scheme};
use lanesmith_testkit::mem::{find, inverted};

/// The whole process is looked through: one test at a time.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[test]
fn no_block_and_no_pre_hash_of_argon2_is_left() {
    let _alone = ALONE.lock();
    // RFC 9106, 5.3, and its pre-hashing digest.
    let params = Params::default().memory_kib(32).passes(3).lanes(4);
    let (password, salt) = ([1; 32], [2; 16]);
    let input = Input::new(&password, &salt).secret(&[3; 8]).data(&[4; 12]);
    let digest = inverted(&hex::decode("2889de487eb42ae500c0007ed9252f10").expect("hex"));
    let mut tag = [0; 32];

    // What a block of the last pass looks like, from memory of the test's own.
    let mut memory = vec![0; 1 << 16];
    let arena = &mut Arena::borrowed(&mut memory);
    hash(&params, &input, &mut tag, arena).expect("a hash");
    let block = {
        let mut space = arena.space(32 * 1024).expect("the same memory");
        inverted(&space.take::<u8>(32 * 1024).expect("the same piece")[9 * 1024..][..24])
    };
    assert!(!find(&block).is_empty(), "the search finds what is there");
    arena.wipe();
    assert_eq!(find(&block), [0; 0], "after wiping");

    let mut arena = Arena::new();
    hash(&params, &input, &mut tag, &mut arena).expect("a hash");
    assert!(!find(&block).is_empty(), "a kept arena keeps the last hash");
    drop(arena);
    assert_eq!(find(&block), [0; 0], "after dropping the arena");
    assert_eq!(find(&digest), [0; 0], "the pre-hashing digest");
}

#[test]
fn no_password_no_secret_and_no_prepared_password_is_left_by_any_scheme() {
    let _alone = ALONE.lock();
    let limits = Limits::default();
    // Looked for by its inverse, so that nothing but what the library copies holds it.
    let looked_for = inverted(b"rare passphrase 93f1 of this test");
    let pepper_looked_for = inverted(b"rare secret 77aa of this test, 40 bytes!");
    for scheme in Scheme::ALL {
        let policy = Policy::new(scheme);
        let policy = policy.with_memory(2 * policy.memory().min(1 << 20)).expect("memory");
        let mut arena = Arena::new();
        let mut password: Vec<u8> = looked_for.iter().map(|byte| !byte).collect();
        let mut secret: Vec<u8> = pepper_looked_for.iter().map(|byte| !byte).collect();
        assert!(!find(&looked_for).is_empty(), "the search finds what is there");
        let prepared = {
            // What schemes without a secret hash instead of the password.
            let mut message = vec![0; 8];
            message.extend_from_slice(&password);
            let mut mac = lanesmith_sha256::hmac(&secret, &message);
            wipe(&mut message);
            let inverted = inverted(&mac[..]);
            assert!(!find(&inverted).is_empty(), "the search finds what is there");
            wipe(&mut mac[..]);
            inverted
        };
        for context in [Context::new(), Context::new().secret(&secret)] {
            let stored =
                policy.hash_in(&context, &password, b"16 random bytes!", &mut arena).expect("a hash");
            assert_eq!(stored.verify_in(&context, &password, &limits, &mut arena), Ok(()));
            let text = format!("{stored:?}{context:?}{policy:?}");
            assert!(!text.contains("114, 97, 114, 101"), "{text}");
        }
        drop(arena);
        wipe(&mut password);
        wipe(&mut secret);
        assert_eq!(find(&looked_for), [0; 0], "the password of {scheme}");
        assert_eq!(find(&pepper_looked_for), [0; 0], "the secret of {scheme}");
        assert_eq!(find(&prepared), [0; 0], "the prepared password of {scheme}");
    }
}
