//! What keyed hashing leaves in memory: nothing, anywhere in the process.
#![cfg(target_os = "linux")]

use lanesmith_sha256::{
    Hkdf, Hmac, HmacKey, MANY, ManyHasher, PBKDF2, Pbkdf2Job, Sha256, hmac, hmac_many, hmac_many_with,
    hmac_verify, pbkdf2, pbkdf2_many_with,
};
use lanesmith_testkit::mem::{find_any, inverted};

/// The chaining values after the inner and the outer block of the first key looked for, by an independent implementation.
const KEYED: [[u32; 8]; 2] = [
    [0x6893ab29, 0xf2160499, 0x5e95683d, 0xe46f87cf, 0x0c2a57cb, 0x3156982c, 0xc7a95fe7, 0x028fef95],
    [0x8fd31bca, 0xf6f96f3c, 0xa8c8646c, 0x5469fddc, 0x0aa7e063, 0x1eec660c, 0x34c919de, 0x8f204492],
];

/// Bytes of a message as SHA-256 has them, in words.
fn by_words(bytes: &[u8]) -> Vec<u8> {
    bytes.as_chunks::<4>().0.iter().flat_map(|word| word.iter().rev().copied()).collect()
}

/// The forms in which a secret may be left, given inverted: as it is or as a key is hashed, by bytes or by words; looked for by sixteen of
/// its bytes at a time, so that one cut by a block is found.
fn forms(secret: &[u8]) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for pad in [0, 0x36, 0x5c] {
        let bytes: Vec<u8> = secret.iter().map(|byte| byte ^ pad).collect();
        for bytes in [by_words(&bytes), bytes] {
            forms.extend([bytes[..16].to_vec(), bytes[bytes.len() - 16..].to_vec()]);
        }
    }
    let words = KEYED.map(|state| state.map(|word| (!word).to_ne_bytes()));
    forms.extend(words.iter().map(|state| state.as_flattened()[..16].to_vec()));
    forms
}

/// The process is looked through as a whole, so all is in one test.
#[test]
fn no_key_and_no_message_is_left() {
    type Use = (String, Box<dyn Fn(&[u8])>);
    fn case(what: &str, work: impl Fn(&[u8]) + 'static) -> Use {
        (what.into(), Box::new(work))
    }
    const TWICE: std::num::NonZeroU32 = std::num::NonZeroU32::new(2).expect("two");
    let mut uses = vec![
        case("key of hmac", |secret| _ = hmac(secret, b"message")),
        case("message of hmac", |secret| _ = hmac(b"key", secret)),
        case("message of hmac_verify", |secret| assert!(hmac_verify(b"key", secret, &[0; 32]).is_err())),
        case("message of Hmac", |secret| {
            let mut mac = Hmac::new(&HmacKey::new(b"key"));
            mac.update(secret);
            _ = mac.finalize();
        }),
        case("message of Sha256", |secret| {
            let mut hasher = Sha256::new();
            hasher.update(secret);
            _ = hasher.finalize();
        }),
        case("messages of hash_secrets", |secret| {
            ManyHasher::auto().hash_secrets(&mut [[0; 32]; 3], &[secret; 3]).expect("as many of each");
        }),
        case("keys and messages of hmac_many", |secret| {
            let mut tags = [[0; 32]; 3];
            hmac_many(&mut tags, &[secret; 3], &[secret; 3]).expect("as many of each");
        }),
        case("key material of HKDF", |secret| {
            Hkdf::extract(b"salt", secret).expand(b"info", &mut [0; 70]).expect("a length");
        }),
        case("password of PBKDF2", |secret| {
            pbkdf2(secret, b"salt", TWICE, &mut [0; 64]).expect("a length");
        }),
        case("salt of PBKDF2", |secret| {
            pbkdf2(b"password", secret, TWICE, &mut [0; 64]).expect("a length");
        }),
    ];
    // More than the most lanes, so that each engine does some in a pass that is full and some in one that is not.
    for engine in MANY.available() {
        uses.push(case(&format!("messages of hash_secrets on {}", engine.name()), move |secret| {
            let hasher = ManyHasher::with_engine(engine);
            hasher.hash_secrets(&mut [[0; 32]; 31], &[secret; 31]).expect("as many of each");
        }));
        uses.push(case(&format!("keys and messages of hmac_many on {}", engine.name()), move |secret| {
            let mut tags = [[0; 32]; 31];
            hmac_many_with(engine, &mut tags, &[secret; 31], &[secret; 31]).expect("as many of each");
        }));
    }
    for engine in PBKDF2.available() {
        uses.push(case(&format!("password of PBKDF2 on {}", engine.name()), move |secret| {
            let mut job = Pbkdf2Job { password: secret, salt: b"salt", out: &mut [0; 31 * 32] };
            pbkdf2_many_with(engine, core::slice::from_mut(&mut job), TWICE).expect("a length");
        }));
    }
    // One that fits into a block, one that takes more.
    for len in [33, 64, 100] {
        let looked_for: Vec<u8> = (0..len).map(|i: u8| !i.wrapping_mul(7).wrapping_add(13)).collect();
        let forms = forms(&looked_for);
        let patterns: Vec<&[u8]> = forms.iter().map(|form| &form[..]).collect();
        for (what, work) in &uses {
            let mut secret = inverted(&looked_for);
            assert!(!find_any(&patterns).is_empty(), "the search finds what is there");
            work(&secret);
            secret.fill(0);
            std::hint::black_box(&secret);
            let left: Vec<usize> = find_any(&patterns).into_iter().map(|(which, _)| which).collect();
            assert_eq!(left, [0; 0], "forms of {what} of {len} bytes that are left");
        }
    }
}
