//! What keyed hashing leaves in memory: nothing, anywhere in the process.
#![cfg(target_os = "linux")]

use lanesmith_sha256::{Hkdf, Hmac, HmacKey, ManyHasher, Sha256, hmac, hmac_many, hmac_verify, pbkdf2};
use lanesmith_testkit::mem::{find, inverted};

/// Whether a secret is left, as it is or as a key is hashed; looked for by sixteen of its bytes at a time, so that one cut by a block is found.
fn is_left(inverted: &[u8]) -> bool {
    let parts = [&inverted[..16], &inverted[inverted.len() - 16..]];
    let forms =
        [0, 0x36, 0x5c].map(|pad| parts.map(|part| part.iter().map(|byte| byte ^ pad).collect::<Vec<_>>()));
    forms.as_flattened().iter().any(|form| !find(form).is_empty())
}

/// The process is looked through as a whole, so all is in one test.
#[test]
fn no_key_and_no_message_is_left() {
    type Use = (&'static str, fn(&[u8]));
    let uses: [Use; 10] = [
        ("key of hmac", |secret| _ = hmac(secret, b"message")),
        ("message of hmac", |secret| _ = hmac(b"key", secret)),
        ("message of hmac_verify", |secret| assert!(hmac_verify(b"key", secret, &[0; 32]).is_err())),
        ("message of Hmac", |secret| {
            let mut mac = Hmac::new(&HmacKey::new(b"key"));
            mac.update(secret);
            _ = mac.finalize();
        }),
        ("message of Sha256", |secret| {
            let mut hasher = Sha256::new();
            hasher.update(secret);
            _ = hasher.finalize();
        }),
        ("messages of hash_secrets", |secret| {
            ManyHasher::auto().hash_secrets(&mut [[0; 32]; 3], &[secret; 3]).expect("as many of each");
        }),
        ("keys and messages of hmac_many", |secret| {
            let mut tags = [[0; 32]; 3];
            hmac_many(&mut tags, &[secret; 3], &[secret; 3]).expect("as many of each");
        }),
        ("key material of HKDF", |secret| {
            Hkdf::extract(b"salt", secret).expand(b"info", &mut [0; 70]).expect("a length");
        }),
        ("password of PBKDF2", |secret| {
            pbkdf2(secret, b"salt", 2.try_into().expect("iterations"), &mut [0; 64]).expect("a length");
        }),
        ("salt of PBKDF2", |secret| {
            pbkdf2(b"password", secret, 2.try_into().expect("iterations"), &mut [0; 64]).expect("a length");
        }),
    ];
    // One that fits into a block, one that takes more.
    for len in [33, 64, 100] {
        let looked_for: Vec<u8> = (0..len).map(|i: u8| !i.wrapping_mul(7).wrapping_add(13)).collect();
        for (what, work) in uses {
            let mut secret = inverted(&looked_for);
            assert!(is_left(&looked_for), "the search finds what is there");
            work(&secret);
            secret.fill(0);
            std::hint::black_box(&secret);
            assert!(!is_left(&looked_for), "{what} of {len} bytes is left");
        }
    }
}
